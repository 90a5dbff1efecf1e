import { defaultThresholds, scoreCheckup, type EwsInput } from '../../src/domain/ews'
import type { EwsScores, EwsThresholds } from '../../src/domain/ews/thresholds'
import type { DemonstrationPatient } from './people'

/** Personal bands: a slow pulse and a low pressure that are normal for this patient. */
export const personalThresholds: EwsThresholds = {
  ...defaultThresholds,
  pulse: [
    { high: 36, score: 3 },
    { low: 37, high: 44, score: 1 },
    { low: 45, high: 90, score: 0 },
    { low: 91, high: 110, score: 1 },
    { low: 111, high: 130, score: 2 },
    { low: 131, score: 3 },
  ],
  bloodPressure: [
    { high: 84, score: 3 },
    { low: 85, high: 92, score: 2 },
    { low: 93, high: 100, score: 1 },
    { low: 101, high: 219, score: 0 },
    { low: 220, score: 3 },
  ],
}

/** What the server makes of it on arrival. */
export const scoresOf = (patient: DemonstrationPatient, input: EwsInput): EwsScores => {
  const personal = patient.traits.has('personal')
  return scoreCheckup(input, {
    thresholds: personal ? personalThresholds : null,
    spo2Scale: patient.traits.has('scale2') ? 2 : 1,
    riskScheme: personal ? 'Personal' : 'NEWS2',
  })
}
