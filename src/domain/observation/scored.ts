import { breaksPulse } from '../alerts/safety-limits'
import type { Readings } from '../checkup/checkup'
import { doubtsOf, type DoubtContext } from '../checkup/doubts'
import { ewsInputOf, onOxygenOf } from '../checkup/ews-input'
import { scoreCheckup, type EwsScheme } from '../ews'
import type { NotScored } from '../ews/applies'
import { scorePulse } from '../ews/score'
import type { EwsScores } from '../ews/thresholds'

/** What is known of a patient when what was measured is scored. */
export interface ScoringContext extends Pick<DoubtContext, 'lastWeight' | 'sentTwice'> {
  readonly scheme: EwsScheme
  /** The OnOxygen flag was active at that time. */
  readonly onOxygenFlag: boolean
  /** Why NEWS2 does not apply; null: it does. */
  readonly notScored: NotScored | null
}

/** Whether anything of NEWS2 but oxygen was measured: a questionnaire must not score 0. */
const isScorable = (readings: Readings): boolean =>
  readings.onOxygen !== null ||
  Object.entries(ewsInputOf(readings, false)).some(
    ([parameter, value]) => parameter !== 'onOxygen' && value !== null,
  )

/**
 * A check-up with its doubts and its score, the same on the server and, before it is sent, on the
 * device of its author. `ewsScores` null: nothing of it scores, or NEWS2 is not for the patient.
 */
export const scoredReadings = (
  sent: Readings,
  { scheme, onOxygenFlag, notScored, lastWeight, sentTwice }: ScoringContext,
): { readonly readings: Readings; readonly ewsScores: EwsScores | null } => {
  const scorable = isScorable(sent)
  const doubts = doubtsOf(sent, {
    flaggedOnOxygen: onOxygenFlag,
    pulseScore: (perMinute) =>
      notScored === null
        ? scorePulse(perMinute, scheme)
        : breaksPulse(notScored, perMinute)
          ? 3
          : 0,
    lastWeight,
    sentTwice,
  })
  const onOxygen = scorable ? onOxygenOf(sent.onOxygen, onOxygenFlag) : sent.onOxygen
  const readings = {
    ...sent,
    doubts: [...doubts],
    onOxygen,
    oxygenFromFlag: onOxygen !== sent.onOxygen,
    notScored: scorable ? notScored : null,
  }
  const ewsScores = scoreCheckup(ewsInputOf(readings, false), scheme)
  // No score is no score: a row of unknowns would show 'N' for oxygen.
  const isScored = readings.notScored === null && ewsScores.totalScore !== null
  return { readings, ewsScores: isScored ? ewsScores : null }
}
