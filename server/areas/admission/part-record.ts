import { sql } from 'kysely'
import {
  othersClosed,
  othersOpenFrom,
  partStaysOpenMs,
} from '../../../src/domain/access/part-record'
import type { Trx } from '../../db/database'
import type { Scope } from '../../graphql/scope'

/** Opens anew, for a new stay, what the organisation has of other organisations' part of a record. */
export const openPart = async (
  { trx, acting }: Scope,
  patientId: string,
  nowMs: number,
): Promise<void> => {
  await trx
    .updateTable('patient_organization')
    .set({ others_from: othersOpenFrom(nowMs) })
    .where('patient_id', '=', patientId)
    .where('organization_id', '=', acting.organizationId)
    .where('others_from', 'is not', null)
    .execute()
}

/** Closes other organisations' part of the records of patients whose stay has been over for 24 hours. */
export const closeParts = async (trx: Trx, nowMs: number): Promise<void> => {
  const endedBefore = new Date(nowMs - partStaysOpenMs).toISOString()
  await sql`update patient_organization po set others_from = ${othersClosed}
    where po.others_from < ${othersClosed} and not exists (
      select 1 from ward_admission a where a.patient_id = po.patient_id and a.organization_id = po.organization_id
        and (a.discharged_at is null or a.discharged_at > ${endedBefore}))`.execute(trx)
}
