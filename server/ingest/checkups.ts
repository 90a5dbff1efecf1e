import { observeCheckup } from '../../src/domain/alerts/observed'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import { checkupIngestSchema, readingsOf, type CheckupIngest } from '../../src/domain/checkup/ingest'
import type { Readings } from '../../src/domain/checkup/checkup'
import { scoreCheckup } from '../../src/domain/ews'
import type { EwsScores } from '../../src/domain/ews/thresholds'
import { noteCheckup } from '../db/patient-summary'
import { alertOnReading, answerMissed } from './alerts'
import { patientContext, type AdmissionContext } from './patient-context'
import type { Storage } from './store-once'
import { requireSpan } from './time-span'

export const checkupSchema = checkupIngestSchema

interface Prepared { readonly readings: Readings; readonly ewsScores: EwsScores | null; readonly admission: AdmissionContext | null }

/** Whether anything of NEWS2 but oxygen was measured. Without, the flag says nothing: a questionnaire alone must not look like a score of 0. */
const isScorable = (readings: Readings): boolean =>
  readings.onOxygen !== null || Object.entries(ewsInputOf(readings, false)).some(([parameter, value]) => parameter !== 'onOxygen' && value !== null)

/** Check-ups: scored on arrival, shown on the board at once, with the alerts that they raise. */
export const checkupStorage: Storage<CheckupIngest, Prepared> = {
  kind: 'checkup',
  find: async (trx, organizationId, sourceId) => {
    const row = await trx.selectFrom('checkup').select(['id', 'patient_id', 'received_at', 'payload_hash', 'ews_scores'])
      .where('organization_id', '=', organizationId).where('source_id', '=', sourceId).executeTakeFirst()
    if (row === undefined) return null
    return { id: row.id, patientId: row.patient_id, receivedAt: row.received_at, payloadHash: row.payload_hash, more: { ewsScores: row.ews_scores } }
  },
  prepare: async (trx, item, nowMs) => {
    requireSpan(item, nowMs)
    const { scheme, onOxygenFlag, admission } = await patientContext(trx, item.patientId, item.endedAt)
    const sent = readingsOf(item)
    // The score needs to know about oxygen, and so do its readers: what counted is kept with the readings.
    const readings = isScorable(sent) ? { ...sent, onOxygen: sent.onOxygen ?? onOxygenFlag } : sent
    const input = ewsInputOf(readings, onOxygenFlag)
    const ewsScores = scoreCheckup({ ...input, onOxygen: readings.onOxygen }, scheme)
    // No score is no score: a row of unknowns would show 'N' for oxygen.
    return { readings, ewsScores: ewsScores.totalScore === null ? null : ewsScores, admission }
  },
  insert: async (trx, base, item, { readings, ewsScores, admission }) => {
    const written = await trx.insertInto('checkup').values({
      ...base, type: item.type, subtype: item.subtype, checkup_type: item.checkupType === null ? null : JSON.stringify(item.checkupType),
      started_at: item.startedAt, ended_at: item.endedAt, readings: JSON.stringify(readings), ews_scores: ewsScores === null ? null : JSON.stringify(ewsScores),
      total_score: ewsScores?.totalScore ?? null, risk_level: ewsScores?.riskLevel ?? null,
    }).onConflict((on) => on.doNothing()).returning('id').executeTakeFirst()
    if (written === undefined) return null
    await noteCheckup(trx, { patientId: base.patient_id, checkupId: base.id, endedAt: item.endedAt, totalScore: ewsScores?.totalScore ?? null, riskLevel: ewsScores?.riskLevel ?? null, typeId: item.checkupType?.id ?? null })
    await alertOnReading(trx, base, admission, observeCheckup(readings, ewsScores, item.endedAt))
    if (admission !== null) await answerMissed(trx, base, { endedAt: item.endedAt, checkupTypeId: item.checkupType?.id ?? null })
    return { ewsScores }
  },
}
