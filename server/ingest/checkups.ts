import { observeCheckup } from '../../src/domain/alerts/observed'
import { doubtsOf } from '../../src/domain/checkup/doubts'
import { ewsInputOf, onOxygenOf } from '../../src/domain/checkup/ews-input'
import {
  checkupIngestSchema,
  readingsOf,
  type CheckupIngest,
} from '../../src/domain/checkup/ingest'
import { storedReadings, type Readings } from '../../src/domain/checkup/checkup'
import { toldNotUsable } from '../../src/domain/checkup/not-usable'
import { scoreCheckup } from '../../src/domain/ews'
import { storedScores } from '../../src/domain/ews/stored-scores'
import type { EwsScores } from '../../src/domain/ews/thresholds'
import { alertOnReading, answerMissed, lookBackMs, type AdmissionRules } from '../areas/alert'
import { storeCheckup } from '../areas/checkup'
import { doubtContext } from './doubt-context'
import { withoutLostFiles } from './files'
import { patientContext } from './patient-context'
import type { Storage } from './store-once'
import { requireSpan } from './time-span'

export const checkupSchema = checkupIngestSchema

interface Prepared {
  readonly readings: Readings
  readonly ewsScores: EwsScores | null
  readonly admission: AdmissionRules | null
}

/** Whether anything of NEWS2 but oxygen was measured: a questionnaire must not score 0. */
const isScorable = (readings: Readings): boolean =>
  readings.onOxygen !== null ||
  Object.entries(ewsInputOf(readings, false)).some(
    ([parameter, value]) => parameter !== 'onOxygen' && value !== null,
  )

/** Check-ups: scored on arrival, shown on the board at once, with the alerts that they raise. */
export const checkupStorage: Storage<CheckupIngest, Prepared> = {
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
    const { scheme, onOxygenFlag, notScored, admission } = await patientContext(
      trx,
      item.patientId,
      item.endedAt,
    )
    const sent = await withoutLostFiles(trx, organizationId, item.patientId, readingsOf(item))
    const scorable = isScorable(sent)
    const known = await doubtContext(trx, item, sent, { onOxygenFlag, scheme, notScored })
    const onOxygen = scorable ? onOxygenOf(sent.onOxygen, onOxygenFlag) : sent.onOxygen
    const readings = {
      ...sent,
      doubts: [...doubtsOf(sent, known)],
      onOxygen,
      oxygenFromFlag: onOxygen !== sent.onOxygen,
      notScored: scorable ? notScored : null,
    }
    const ewsScores = scoreCheckup(ewsInputOf(readings, false), scheme)
    // No score is no score: a row of unknowns would show 'N' for oxygen.
    const isScored = readings.notScored === null && ewsScores.totalScore !== null
    return { readings, ewsScores: isScored ? ewsScores : null, admission }
  },
  insert: async (trx, base, item, { readings, ewsScores, admission }) => {
    const observed = observeCheckup(readings, ewsScores, item.endedAt)
    const stored = await storeCheckup(
      trx,
      {
        ...base,
        type: item.type,
        subtype: item.subtype,
        checkup_type: item.checkupType,
        started_at: item.startedAt,
        ended_at: item.endedAt,
        readings,
        ews_scores: ewsScores,
      },
      lookBackMs(base, admission, observed),
    )
    if (stored === null) return null
    const row = { ...base, revision: stored.revision }
    await alertOnReading(trx, row, admission, observed, () => Promise.resolve(stored.history))
    if (admission !== null && stored.mayAnswer)
      await answerMissed(trx, row, {
        endedAt: item.endedAt,
        checkupTypeId: item.checkupType?.id ?? null,
      })
    return { ewsScores, notUsable: toldNotUsable(readings.notUsable) }
  },
}
