import { sql } from 'kysely'
import type {
  OrganizationRelationship,
  Person,
  Referral,
  Task,
  TaskPage,
} from '../../../schema/generated/resolvers'
import type { ReferralStatus } from '../../../src/domain/referral/referral'
import type { TaskStatus } from '../../../src/domain/referral/task'
import { notFound } from '../../graphql/errors'
import { pageLimit } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { mayOpen } from '../../graphql/visibility'

const personOf = (column: string) => sql<Person | null>`app_person(${sql.ref(column)})`
const people = [
  personOf('r.referred_by').as('referrer'),
  personOf('r.decided_by').as('decider'),
] as const

const outgoing = ({ trx }: Scope) =>
  trx.selectFrom('outgoing_referral as r').selectAll('r').select(people)
const incoming = ({ trx }: Scope) =>
  trx.selectFrom('incoming_referral as r').selectAll('r').select(people)

type Row = Awaited<
  ReturnType<ReturnType<typeof outgoing | typeof incoming>['executeTakeFirstOrThrow']>
>

const referralOf = (row: Row): Referral => ({
  id: row.id,
  organization: row.organization,
  destinationOrganization: row.destination,
  referringUser: row.referrer,
  reason: row.reason === null ? null : { reason: row.reason, comment: row.comment },
  data:
    row.supporting_information === null
      ? null
      : {
          supportingInformation: row.supporting_information,
          shouldDischargeOnAcceptance: row.should_discharge,
        },
  status: row.status,
  rejectionReason: row.rejection_reason,
  decidedBy: row.decider,
  decidedAt: row.decided_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** The organisations that the acting one may do something at, by name. */
export const readPartners = async ({ trx }: Scope): Promise<OrganizationRelationship[]> =>
  (
    await trx
      .selectFrom('partner_organization')
      .selectAll()
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute()
  ).map(({ id, name, address, permissions }) => ({
    partnerOrganization: { id, name, address },
    weHavePermissionTo: permissions.map((permission) => ({ permission })),
  }))

/** Referrals of a patient; the caller has made sure that the record may be opened. */
export async function referralsOf(
  scope: Scope,
  patientId: string,
  status: ReferralStatus | null,
): Promise<{ readonly incomingReferrals: Referral[]; readonly outgoingReferrals: Referral[] }> {
  let from = outgoing(scope).where('r.patient_id', '=', patientId)
  let to = incoming(scope).where('r.patient_id', '=', patientId)
  if (status !== null) {
    from = from.where('r.status', '=', status)
    to = to.where('r.status', '=', status)
  }
  const newest = { outgoing: from, incoming: to }
  return {
    incomingReferrals: (
      await newest.incoming
        .orderBy('r.created_at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(pageLimit)
        .execute()
    ).map(referralOf),
    outgoingReferrals: (
      await newest.outgoing
        .orderBy('r.created_at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(pageLimit)
        .execute()
    ).map(referralOf),
  }
}

/** A referral by the acting organisation, with whom it is of; undefined: it has no such one. */
export const findOutgoing = async (
  scope: Scope,
  id: string,
): Promise<{ readonly patientId: string; readonly referral: Referral } | undefined> => {
  const row = await outgoing(scope).where('r.id', '=', id).executeTakeFirst()
  return row && { patientId: row.patient_id, referral: referralOf(row) }
}

/** What a referral to the acting organisation is; undefined: it has no such one of this patient. */
export const statusOfIncoming = async (
  { trx }: Scope,
  id: string,
  patientId: string,
): Promise<ReferralStatus | undefined> =>
  (
    await trx
      .selectFrom('incoming_referral')
      .select('status')
      .where('id', '=', id)
      .where('patient_id', '=', patientId)
      .executeTakeFirst()
  )?.status

const tasksOf = (scope: Scope) =>
  incoming(scope)
    .innerJoin('task as t', 't.referral_id', 'r.id')
    .select([
      't.id as task_id',
      't.type as task_type',
      't.status as task_status',
      't.created_at as task_created_at',
      't.updated_at as task_updated_at',
      personOf('t.assignee_id').as('assignee'),
      mayOpen(scope.acting, sql.ref('r.patient_id')).as('opens'),
    ])
type TaskRow = Awaited<ReturnType<ReturnType<typeof tasksOf>['executeTakeFirstOrThrow']>>

const patientOf = (row: TaskRow): Task['patient'] => {
  const { patient_id: id, first_name, last_name, birth_date, gender } = row
  if (id === null || first_name === null || last_name === null) return null
  if (birth_date === null || gender === null) return null
  return {
    id,
    firstName: first_name,
    lastName: last_name,
    birthDate: birth_date,
    gender,
    nationalIdentifier:
      row.national_identifier_type === null || row.national_identifier_value === null
        ? null
        : { type: row.national_identifier_type, value: row.national_identifier_value },
    mayOpen: row.opens === true,
  }
}

const taskOf = (row: TaskRow): Task => ({
  id: row.task_id,
  type: row.task_type,
  status: row.task_status,
  references: [{ type: 'referral', id: row.id }],
  assignee: row.assignee,
  patient: patientOf(row),
  isAdmittedAtSender: row.admitted_at_sender,
  endsStay: row.ends_stay,
  awaitsAdmission: row.awaits_admission,
  referral: referralOf(row),
  createdAt: row.task_created_at,
  updatedAt: row.task_updated_at,
})

/**
 * A page of the tasks of the acting organisation, newest first. Its ids come first: of what is skipped
 * nothing else is read. @param statuses null: all
 */
export async function pageOfTasks(
  scope: Scope,
  statuses: readonly TaskStatus[] | null,
  { take, skip }: { readonly take: number; readonly skip: number },
): Promise<TaskPage> {
  const { trx, acting } = scope
  let asked = trx.selectFrom('task as t').where('t.organization_id', '=', acting.organizationId)
  // Of none: nothing.
  if (statuses !== null) asked = asked.where(sql<boolean>`t.status = any(${statuses}::text[])`)
  const { total } = await asked
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page =
    take === 0
      ? []
      : await asked
          .select('t.id')
          .orderBy('t.created_at', 'desc')
          .orderBy('t.id', 'desc')
          .limit(take)
          .offset(skip)
          .execute()
  if (page.length === 0) return { items: [], total: Number(total) }
  const rows = await tasksOf(scope)
    .where(
      't.id',
      'in',
      page.map(({ id }) => id),
    )
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute()
  return { items: rows.map(taskOf), total: Number(total) }
}

/** A task of the acting organisation, by its own id or its referral's. @throws NOT_FOUND */
export const readTask = async (
  scope: Scope,
  by: { readonly taskId: string } | { readonly referralId: string },
): Promise<Task> => {
  const row = await (
    'taskId' in by
      ? tasksOf(scope).where('t.id', '=', by.taskId)
      : tasksOf(scope).where('t.referral_id', '=', by.referralId)
  ).executeTakeFirst()
  if (row === undefined) throw notFound()
  return taskOf(row)
}
