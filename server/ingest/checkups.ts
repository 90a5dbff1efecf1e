import {
  checkupIngestSchema,
  readingsOf,
  type CheckupIngest,
} from '../../src/domain/checkup/ingest'
import { storedReadings } from '../../src/domain/checkup/checkup'
import { toldNotUsable } from '../../src/domain/checkup/not-usable'
import { storedScores } from '../../src/domain/ews/stored-scores'
import { scoreObserved, storeObserved, type Observed } from '../areas/observation'
import { withoutLostFiles } from './files'
import { patientContext } from './patient-context'
import type { Storage } from './store-once'
import { requireSpan } from './time-span'

export const checkupSchema = checkupIngestSchema

/** Check-ups: scored on arrival, shown on the board at once, with the alerts that they raise. */
export const checkupStorage: Storage<CheckupIngest, Observed> = {
  kind: 'checkup',
  find: async (trx, organizationId, sourceId) => {
    const row = await trx
      .selectFrom('checkup')
      .select(['id', 'patient_id', 'received_at', 'payload_hash', 'ews_scores', 'readings'])
      .where('organization_id', '=', organizationId)
      .where('source_id', '=', sourceId)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      id: row.id,
      patientId: row.patient_id,
      receivedAt: row.received_at,
      payloadHash: row.payload_hash,
      more: {
        ewsScores: storedScores(row.ews_scores),
        notUsable: toldNotUsable(storedReadings(row.readings).notUsable),
      },
    }
  },
  prepare: async (trx, item, nowMs, organizationId) => {
    requireSpan(item, nowMs)
    const context = await patientContext(trx, item.patientId, item.endedAt)
    const sent = await withoutLostFiles(trx, organizationId, item.patientId, readingsOf(item))
    return scoreObserved(trx, item, sent, context)
  },
  insert: async (trx, base, item, observed) =>
    (await storeObserved(trx, { ...base, created_by: null }, item, observed)) === null
      ? null
      : {
          ewsScores: observed.ewsScores,
          notUsable: toldNotUsable(observed.readings.notUsable),
        },
}
