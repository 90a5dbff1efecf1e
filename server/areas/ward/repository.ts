import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ward, WardPatient, WardStaff } from '../../../schema/generated/resolvers'
import { isTakenName } from '../../../src/domain/identity'
import {
  wardNameTaken,
  wardPatientSchema,
  wardSchema,
  wardStaffSchema,
} from '../../../src/domain/ward/ward'
import { isoNow } from '../../clock'
import { plainFields } from '../../db/plain-fields'
import { nextRevision } from '../../db/revision'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { wardIsOwn } from '../../graphql/visibility'
import { similarNames } from '../patient'

const listed = 500

const plain = plainFields(wardSchema, 'numberOfPatients', 'numberOfStaff')
const columns = [
  ...plain.from('w'),
  sql<number>`(select count(*)::int from ward_admission a join patient p on p.id = a.patient_id and p.deleted_at is null
    where a.ward_id = w.id and a.discharged_at is null)`.as('numberOfPatients'),
  sql<number>`(select count(*)::int from ward_staff s join user_organization uo
    on uo.user_id = s.user_id and uo.organization_id = s.organization_id and uo.deleted_at is null
    where s.ward_id = w.id)`.as('numberOfStaff'),
] as const

const ownWards = ({ trx, acting }: Scope) =>
  trx
    .selectFrom('ward as w')
    .where('w.organization_id', '=', acting.organizationId)
    .where('w.deleted_at', 'is', null)

/** The wards of the acting organisation, by name. */
export const listWards = (scope: Scope): Promise<Ward[]> =>
  ownWards(scope)
    .select(columns)
    .orderBy(sql`lower(w.name)`)
    .orderBy('w.id')
    .limit(listed)
    .execute()

/** A ward, and whether the user sees its patients; undefined: the organisation has no such ward. */
export const findWard = async (
  scope: Scope,
  id: string,
): Promise<{ readonly ward: Ward; readonly seesPatients: boolean } | undefined> => {
  const row = await ownWards(scope)
    .select([...columns, wardIsOwn(scope.acting, sql.ref('w.id')).as('own')])
    .where('w.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { own: seesPatients, ...found } = row
  return { ward: found, seesPatients }
}

/**
 * Locks a ward: until the transaction ends nobody else who locks it goes on. Rows may refer to it
 * meanwhile: who holds the counter of the organisation writes some, and whoever locks the ward may
 * wait for that counter.
 * @returns false where the organisation has no such ward
 */
export const lockWard = async (scope: Scope, id: string): Promise<boolean> =>
  (await ownWards(scope)
    .select('w.id')
    .where('w.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/**
 * The same for whoever deletes it: until the transaction ends no row that refers to the ward is
 * written. The counter comes between, since who holds it may be about to write such a row.
 */
export const lockWardForDeletion = async (scope: Scope, id: string): Promise<boolean> => {
  if (!(await lockWard(scope, id))) return false
  await nextRevision(scope.trx, scope.acting.organizationId)
  await ownWards(scope).select('w.id').where('w.id', '=', id).forUpdate().execute()
  return true
}

/** Whether the organisation had such a ward, and deleted it. */
export const isDeletedWard = async ({ trx, acting }: Scope, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('ward')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()) !== undefined

const patientFields = plainFields(wardPatientSchema.shape.patient, 'numSimilarNames')
/** A page of those who are admitted to a ward, by name. */
export const patientsOfWard = async (
  scope: Scope,
  id: string,
  { take, skip }: { readonly take: number; readonly skip: number },
): Promise<WardPatient[]> => {
  const rows = await scope.trx
    .selectFrom('ward_admission as a')
    .innerJoin('patient as p', 'p.id', 'a.patient_id')
    .innerJoin('care_pathway as c', 'c.id', 'a.care_pathway_id')
    .select([
      ...patientFields.from('p'),
      'c.id as pathway_id',
      'c.name as pathway_name',
      'a.admitted_at',
    ])
    .where('a.ward_id', '=', id)
    .where('a.discharged_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .orderBy(sql`lower(p.last_name)`)
    .orderBy(sql`lower(p.first_name)`)
    .orderBy('p.id')
    .limit(take)
    .offset(skip)
    .execute()
  const similar = await similarNames(
    scope.trx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    patient: {
      ...patientFields.of(row),
      numSimilarNames: similar.get(row.id) ?? 0,
    },
    carePathway: { id: row.pathway_id, name: row.pathway_name },
    admittedAt: row.admitted_at,
  }))
}

const userFields = plainFields(wardStaffSchema.shape.user, 'jobRole')
/** Who is assigned to a ward, by name. */
export const staffOfWard = async ({ trx }: Scope, id: string): Promise<WardStaff[]> =>
  (
    await trx
      .selectFrom('ward_staff as s')
      .innerJoin('user_account as u', 'u.id', 's.user_id')
      .innerJoin('user_organization as uo', (on) =>
        on
          .onRef('uo.user_id', '=', 's.user_id')
          .onRef('uo.organization_id', '=', 's.organization_id'),
      )
      .select([...userFields.from('u'), 'uo.job_role', 's.assigned_at'])
      .where('s.ward_id', '=', id)
      .where('uo.deleted_at', 'is', null)
      .orderBy(sql`lower(coalesce(u.last_name, u.first_name, u.email))`)
      .orderBy(sql`lower(u.first_name)`)
      .orderBy('u.id')
      .limit(listed)
      .execute()
  ).map((row) => ({
    user: { ...userFields.of(row), jobRole: row.job_role },
    assignedAt: row.assigned_at,
  }))

/**
 * Behind the counter of the organisation, so that of two at one instant one is refused.
 * @param id the ward's own; null: it is a new one
 * @throws BAD_USER_INPUT naming `name`
 */
const requireFreeName = async (scope: Scope, name: string, id: string | null): Promise<void> => {
  const known = await ownWards(scope).select(['w.id', 'w.name']).execute()
  if (isTakenName(name, known, id)) throw badInput([{ path: 'name', message: wardNameTaken }])
}

/** Adds a ward. @returns its id. @throws BAD_USER_INPUT where another one has its name */
export const insertWard = async (
  scope: Scope,
  { name, capacity }: { readonly name: string; readonly capacity: number | null },
): Promise<string> => {
  const { trx, acting, clock } = scope
  const revision = await nextRevision(trx, acting.organizationId)
  await requireFreeName(scope, name, null)
  const id = randomUUID()
  const now = isoNow(clock)
  await trx
    .insertInto('ward')
    .values({
      id,
      organization_id: acting.organizationId,
      name,
      capacity,
      created_at: now,
      updated_at: now,
      revision,
    })
    .execute()
  return id
}

/**
 * Renames a ward, changes its capacity or procedure, or deletes it.
 * @throws BAD_USER_INPUT where another one has its new name
 */
export const changeWard = async (
  scope: Scope,
  id: string,
  change:
    | {
        readonly name?: string
        readonly capacity: number | null
        readonly no_answer_procedure: string | null
      }
    | { readonly isDeleted: true },
): Promise<void> => {
  const { trx, acting, clock } = scope
  const now = isoNow(clock)
  const revision = await nextRevision(trx, acting.organizationId)
  if ('name' in change && change.name !== undefined) await requireFreeName(scope, change.name, id)
  await trx
    .updateTable('ward')
    .set({
      ...('isDeleted' in change ? { deleted_at: now } : change),
      updated_at: now,
      revision,
    })
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .execute()
}

/** Whether somebody is staff of the acting organisation now: a patient's own login never is. */
export const isStaff = async ({ trx, acting }: Scope, userId: string): Promise<boolean> =>
  (await trx
    .selectFrom('user_organization as uo')
    .innerJoin('user_account as u', 'u.id', 'uo.user_id')
    .select('uo.user_id')
    .where('uo.user_id', '=', userId)
    .where('uo.organization_id', '=', acting.organizationId)
    .where('uo.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.is_self_care', '=', false)
    .executeTakeFirst()) !== undefined

/** Assigns a user to a ward. @returns false where they were assigned before */
export const insertStaff = async (
  { trx, acting, clock }: Scope,
  wardId: string,
  userId: string,
): Promise<boolean> =>
  (await trx
    .insertInto('ward_staff')
    .values({
      ward_id: wardId,
      user_id: userId,
      organization_id: acting.organizationId,
      assigned_at: isoNow(clock),
    })
    .onConflict((on) => on.columns(['ward_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()) !== undefined

/**
 * The wards that somebody is to be assigned to once they accept an invitation of the acting
 * organisation, which is held: before a ward, as at the acceptance. Undefined: it has no such one.
 */
export const wardsOfInvited = async (
  { trx, acting }: Scope,
  invitationId: string,
): Promise<readonly string[] | undefined> =>
  (
    await trx
      .selectFrom('invitation')
      .select('ward_ids')
      .where('id', '=', invitationId)
      .where('organization_id', '=', acting.organizationId)
      .forUpdate()
      .executeTakeFirst()
  )?.ward_ids

/** Remembers which wards that are. */
export const assignInvited = async (
  { trx, acting }: Scope,
  invitationId: string,
  wardIds: readonly string[],
): Promise<void> => {
  await trx
    .updateTable('invitation')
    .set({ ward_ids: JSON.stringify(wardIds) })
    .where('id', '=', invitationId)
    .where('organization_id', '=', acting.organizationId)
    .execute()
}

/** When a user was assigned to a ward, ISO instant; null: they are not. */
export const assignedAt = async (
  { trx, acting }: Scope,
  wardId: string,
  userId: string,
): Promise<string | null> => {
  const row = await trx
    .selectFrom('ward_staff')
    .select('assigned_at')
    .where('ward_id', '=', wardId)
    .where('user_id', '=', userId)
    .where('organization_id', '=', acting.organizationId)
    .executeTakeFirst()
  return row?.assigned_at ?? null
}

/** Ends an assignment. @returns false where there was none */
export const deleteStaff = async (
  { trx, acting }: Scope,
  wardId: string,
  userId: string,
): Promise<boolean> =>
  (await trx
    .deleteFrom('ward_staff')
    .where('ward_id', '=', wardId)
    .where('user_id', '=', userId)
    .where('organization_id', '=', acting.organizationId)
    .returning('user_id')
    .executeTakeFirst()) !== undefined
