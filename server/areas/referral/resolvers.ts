import type {
  MutationAcceptReferralArgs,
  MutationCancelReferralArgs,
  MutationOpenTaskArgs,
  MutationReferPatientArgs,
  MutationRejectReferralArgs,
  OrganizationRelationship,
  PatientReferrals,
  QueryReferralsArgs,
  QueryTasksArgs,
  Referral,
  Task,
  TaskPage,
} from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import {
  referPatientSchema,
  rejectReferralSchema,
  type ReferPatient,
} from '../../../src/domain/referral/referral'
import { openedTask } from '../../../src/domain/referral/task'
import { isoNow } from '../../clock'
import { AcrossRefused } from '../../db/across/across'
import { referTo } from '../../db/across/referrals'
import { askerOf } from '../../graphql/asker'
import { badInput, forbidden, notFound, refusedAcross } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import { pageSize } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { decide } from './decide'
import { findOutgoing, pageOfTasks, readPartners, readTask, referralsOf } from './repository'

/** Query fields of schema/referral.graphql. */
export const referralQueries = {
  organizationRelationships: (scope: Scope): Promise<OrganizationRelationship[]> =>
    readPartners(scope),

  async referrals(
    scope: Scope,
    { patientId, referralStatus }: QueryReferralsArgs,
  ): Promise<PatientReferrals> {
    await requirePatient(scope, patientId)
    return referralsOf(scope, patientId, referralStatus ?? null)
  },

  tasks(scope: Scope, { statuses, skip, take }: QueryTasksArgs): Promise<TaskPage> {
    if (skip < 0) throw badInput([{ path: 'skip', message: 'Must be 0 or more' }])
    const size = take === 0 ? 0 : pageSize(take)
    return pageOfTasks(scope, statuses ?? null, { take: size, skip })
  },
}

/** @throws BAD_USER_INPUT naming every wrong field below `input` */
const readInput = ({ input }: MutationReferPatientArgs): ReferPatient => {
  const read = referPatientSchema.safeParse(input)
  if (read.success) return read.data
  throw badInput(
    read.error.issues.map(({ path, message }) => ({
      path: ['input', ...path].join('.'),
      message,
    })),
  )
}

/** @throws BAD_USER_INPUT where the acting organisation has no stay to end */
const requireStay = async ({ trx, acting }: Scope, patientId: string): Promise<void> => {
  const stay = await trx
    .selectFrom('ward_admission')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('organization_id', '=', acting.organizationId)
    .where('discharged_at', 'is', null)
    .executeTakeFirst()
  if (stay === undefined)
    throw badInput([
      {
        path: 'input.referrerDetails.shouldDischargeOnAcceptance',
        message: 'The patient is not admitted here',
      },
    ])
}

const outgoingNow = async (scope: Scope, id: string | null): Promise<Referral> => {
  const found = id === null ? undefined : await findOutgoing(scope, id)
  if (found === undefined) throw notFound()
  await requirePatient(scope, found.patientId)
  return found.referral
}

/** Mutation fields of schema/referral.graphql. */
export const referralMutations = {
  async referPatient(scope: Scope, args: MutationReferPatientArgs): Promise<Referral> {
    const given = readInput(args)
    await requirePatient(scope, given.patientId)
    if (given.referrerDetails.shouldDischargeOnAcceptance) {
      if (!may(scope.acting.principal, 'patient.discharge')) throw forbidden()
      await requireStay(scope, given.patientId)
    }
    const id = await referTo(scope.trx, askerOf(scope), given).catch((thrown: unknown) => {
      // The same of a partner who does not take referrals and of none at all.
      if (thrown instanceof AcrossRefused && thrown.reason === 'NO_PARTNER')
        throw badInput([
          {
            path: 'input.destinationDetails.organizationId',
            message: 'Patients cannot be referred there',
          },
        ])
      throw refusedAcross(thrown)
    })
    return outgoingNow(scope, id)
  },

  async acceptReferral(scope: Scope, { referralId }: MutationAcceptReferralArgs): Promise<Task> {
    await decide(scope, referralId, 'Accepted')
    return readTask(scope, { referralId })
  },

  async rejectReferral(scope: Scope, args: MutationRejectReferralArgs): Promise<Task> {
    const read = rejectReferralSchema.safeParse(args)
    if (!read.success)
      throw badInput(
        read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      )
    const { referralId, reason } = read.data
    await decide(scope, referralId, 'Declined', { reason })
    return readTask(scope, { referralId })
  },

  async cancelReferral(
    scope: Scope,
    { referralId }: MutationCancelReferralArgs,
  ): Promise<Referral> {
    await outgoingNow(scope, referralId)
    await decide(scope, referralId, 'Cancelled')
    return outgoingNow(scope, referralId)
  },

  async openTask(scope: Scope, { taskId }: MutationOpenTaskArgs): Promise<Task> {
    const { trx, acting, clock } = scope
    const task = await trx
      .selectFrom('task')
      .select(['id', 'status', 'referral_id'])
      .where('id', '=', taskId)
      .where('organization_id', '=', acting.organizationId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (task === undefined) throw notFound()
    const status = openedTask(task.status)
    if (status !== task.status) {
      await trx
        .updateTable('task')
        .set({ status, assignee_id: acting.userId, updated_at: isoNow(clock) })
        .where('id', '=', taskId)
        .execute()
      await logged(scope, {
        action: 'openTask',
        entityType: 'task',
        entityId: taskId,
        details: { command: scope.idempotencyKey },
      })
    }
    return readTask(scope, { taskId })
  },
}

const taskOfReferral = (
  scope: Scope,
  { referralId }: { readonly referralId: string },
): Promise<Task> => readTask(scope, { referralId })

/** What a repeat of a mutation is answered with. */
export const referralRereads = {
  referPatient: (scope: Scope, _args: object, { id }: Kept) => outgoingNow(scope, id),
  acceptReferral: taskOfReferral,
  rejectReferral: taskOfReferral,
  cancelReferral: (scope: Scope, { referralId }: MutationCancelReferralArgs) =>
    outgoingNow(scope, referralId),
  openTask: (scope: Scope, { taskId }: MutationOpenTaskArgs) => readTask(scope, { taskId }),
}
