import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Practice } from '../../../schema/generated/resolvers'
import type { NewPractice } from '../../../src/domain/practice/practice'
import { invitationEnds } from '../../../src/domain/user/administration'
import { isoNow } from '../../clock'
import { loggedAt } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'

/** Every practice but the acting organisation, by name. */
export const listPractices = async ({ trx }: Scope): Promise<Practice[]> =>
  (await sql<Practice>`select * from app_practices()`.execute(trx)).rows

/** A practice by its id; the acting organisation is none. */
export const findPractice = async (
  { trx }: Scope,
  id: string | null,
): Promise<Practice | undefined> =>
  (await sql<Practice>`select * from app_practice(${id})`.execute(trx)).rows[0]

/** Whether this address may be the first user's: not the caller's, a removed one or a patient's. */
export const mayLead = async ({ trx, acting }: Scope, email: string): Promise<boolean> =>
  (
    await sql<{
      ok: boolean
    }>`select app_may_lead_practice(${email}, ${acting.userId}) as ok`.execute(trx)
  ).rows[0]?.ok === true

/** Whether a practice of this name and postcode is known. */
export const isKnownPractice = async (
  { trx }: Scope,
  { name, address }: NewPractice['organization'],
): Promise<boolean> =>
  (
    await sql<{
      known: boolean
    }>`select app_is_practice_known(${name}, ${address.postcode}) as known`.execute(trx)
  ).rows[0]?.known === true

/** Adds a practice and its first user. @returns the practice's id */
export const insertPractice = async (
  { trx, acting, clock }: Scope,
  { organization, user }: NewPractice,
): Promise<string> => {
  const [id, now] = [randomUUID(), isoNow(clock)]
  await sql`select app_create_practice(${id}, ${JSON.stringify(organization)}::jsonb, ${randomUUID()}, ${JSON.stringify(user)}::jsonb, ${acting.userId}, ${now}::timestamptz, ${invitationEnds(now)}::timestamptz)`.execute(
    trx,
  )
  return id
}

/** The organisation that registered a patient of the acting one; [] where they are gone. */
export const registeredBy = async ({ trx }: Scope, patientId: string): Promise<readonly string[]> =>
  (
    await trx.selectFrom('patient').select('organization_id').where('id', '=', patientId).execute()
  ).map((row) => row.organization_id)

/** Whether the acting organisation may assign this patient to this practice. */
export const mayAssign = async (
  { trx }: Scope,
  patientId: string,
  practiceId: string,
): Promise<boolean> =>
  (
    await sql<{ ok: boolean }>`select app_may_assign(${patientId}, ${practiceId}) as ok`.execute(
      trx,
    )
  ).rows[0]?.ok === true

/** Assigns, or takes it back. @returns false where it was so before */
export const changeAssignment = async (
  { trx, acting, clock }: Scope,
  patientId: string,
  practiceId: string,
  isAssigned: boolean,
): Promise<boolean> => {
  const change = isAssigned
    ? sql<{
        done: boolean
      }>`select app_assign_practice(${patientId}, ${practiceId}, ${acting.userId}, ${isoNow(clock)}::timestamptz) as done`
    : sql<{ done: boolean }>`select app_unassign_practice(${patientId}, ${practiceId}) as done`
  return (await change.execute(trx)).rows[0]?.done === true
}

/** Logs in the acting organisation and in the practice. */
export const logAtBoth = (
  scope: Scope,
  action: string,
  practiceId: string,
  patientId: string | null,
): Promise<void> => {
  const { organizationId } = scope.acting
  return loggedAt(scope, [organizationId, practiceId], {
    action,
    entityType: 'practice',
    entityId: practiceId,
    patientId,
    details: { organizationId },
  })
}
