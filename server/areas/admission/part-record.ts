import { sql } from 'kysely'
import {
  countedMs,
  isHeldAfter,
  othersClosed,
  othersOpenFrom,
  partStaysOpenMs,
} from '../../../src/domain/access/part-record'
import type { Trx } from '../../db/database'
import type { Scope } from '../../graphql/scope'

/** Admissions of the user in the last 24 hours that opened a part of a record. */
const openedByUser = async ({ trx, acting }: Scope, nowMs: number): Promise<number> => {
  const { rows } = await sql<{ admissions: number }>`select count(*)::int as admissions
    from admission_event e join patient_organization po on po.patient_id = e.patient_id and po.organization_id = e.organization_id
    where po.organization_id = ${acting.organizationId} and po.others_from is not null and e.type = 'Admission'
      and e.created_by = ${acting.userId} and e.created_at > ${new Date(nowMs - countedMs).toISOString()}`.execute(
    trx,
  )
  return rows[0]?.admissions ?? 0
}

/**
 * What an admission at `nowMs` opens of another organisation's record: the readings of 30 days, or
 * nothing yet, where it waits for an administrator. The counter of revisions is taken, so that two
 * admissions by one user are counted one after the other.
 */
export const partAt = async (
  scope: Scope,
  nowMs: number,
): Promise<{ readonly others_from: string; readonly held_since: string | null }> =>
  isHeldAfter(await openedByUser(scope, nowMs))
    ? { others_from: othersClosed, held_since: new Date(nowMs).toISOString() }
    : { others_from: othersOpenFrom(nowMs), held_since: null }

/** Opens anew, for a new stay, what the organisation has of other organisations' part of a record. */
export const openPart = async (scope: Scope, patientId: string, nowMs: number): Promise<void> => {
  const found = await scope.trx
    .selectFrom('patient_organization')
    .select('others_from')
    .where('patient_id', '=', patientId)
    .where('organization_id', '=', scope.acting.organizationId)
    .executeTakeFirst()
  if (found?.others_from == null) return
  await scope.trx
    .updateTable('patient_organization')
    .set(await partAt(scope, nowMs))
    .where('patient_id', '=', patientId)
    .where('organization_id', '=', scope.acting.organizationId)
    .execute()
}

/** Closes other organisations' part of the records of patients whose stay has been over for 24 hours. */
export const closeParts = async (trx: Trx, nowMs: number): Promise<void> => {
  const endedBefore = new Date(nowMs - partStaysOpenMs).toISOString()
  await sql`update patient_organization po set others_from = ${othersClosed}, held_since = null
    where po.others_from is not null and (po.others_from < ${othersClosed} or po.held_since is not null) and not exists (
      select 1 from ward_admission a where a.patient_id = po.patient_id and a.organization_id = po.organization_id
        and (a.discharged_at is null or a.discharged_at > ${endedBefore}))`.execute(trx)
}
