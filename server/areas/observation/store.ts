import { observeCheckup } from '../../../src/domain/alerts/observed'
import type { Readings } from '../../../src/domain/checkup/checkup'
import type { CheckupIngest } from '../../../src/domain/checkup/ingest'
import type { EwsScores } from '../../../src/domain/ews/thresholds'
import { scoredReadings } from '../../../src/domain/observation/scored'
import { measuresAny } from '../../../src/domain/virtual-ward/measured'
import type { Trx } from '../../db/database'
import { alertOnReading, answerMissed, lookBackMs, type AdmissionRules } from '../alert'
import { storeCheckup, type NewCheckup } from '../checkup'
import { comparedWith } from './compared'
import type { PatientContext } from './patient-context'

/** A check-up that was scored, and by whose rules it may raise alerts. */
export interface Observed {
  readonly readings: Readings
  readonly ewsScores: EwsScores | null
  /** Null: no rule applies. */
  readonly admission: AdmissionRules | null
}

/** Scores what was measured, whoever sent it. */
export const scoreObserved = async (
  trx: Trx,
  item: Pick<CheckupIngest, 'id' | 'patientId' | 'endedAt'>,
  sent: Readings,
  { admission, ...known }: PatientContext,
): Promise<Observed> => ({
  ...scoredReadings(sent, { ...known, ...(await comparedWith(trx, item, sent)) }),
  admission,
})

/**
 * Stores a check-up, whoever sent it: it is on the board at once, with the alerts that it raises,
 * and answers what was missed. Locks the organisation's counter.
 * @returns its revision; null when a row with one of its ids exists
 */
export const storeObserved = async (
  trx: Trx,
  base: Pick<
    NewCheckup,
    | 'id'
    | 'organization_id'
    | 'patient_id'
    | 'source_id'
    | 'received_at'
    | 'payload_hash'
    | 'created_by'
  >,
  item: Pick<CheckupIngest, 'type' | 'subtype' | 'checkupType' | 'startedAt' | 'endedAt'>,
  { readings, ewsScores, admission }: Observed,
): Promise<number | null> => {
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
      measuresAny: measuresAny({ ewsScores, notScored: readings.notScored }),
    })
  return stored.revision
}
