import { brokenWords } from '../../../src/domain/alerts/broken-words'
import { checkPatientKey } from '../../../src/domain/alerts/check-patient'
import { ecgAlertRules, readEcgKey, type EcgAlertType } from '../../../src/domain/alerts/ecg'
import { emergencySignName, readEmergencySignKey } from '../../../src/domain/alerts/emergency-sign'
import {
  brokenLimitWords,
  brokenTogether,
  safetyLimitsKey,
} from '../../../src/domain/alerts/safety-limits'
import { readSilenceKey } from '../../../src/domain/alerts/silence'

/** The product's own rule, as an alert tells it. */
export interface OwnRule {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly description: string
  readonly condition: unknown
}

const ecgNames: Readonly<Record<EcgAlertType, string>> = {
  VentricularFibrillation: 'Ventricular fibrillation on the ECG',
  PossibleVentricularFibrillation: 'Cannot exclude ventricular fibrillation',
  Asystole: 'Asystole on the ECG',
  VentricularTachycardia: 'Ventricular tachycardia on the ECG',
  Pause: 'Pause on the ECG',
  AtrialFibrillation: 'New atrial fibrillation on the ECG',
}

/**
 * The product's own rule of an alert's key, for documents and an older portal, which show name and
 * description as they are. Null for every other alert.
 * @param broken what its triggers broke, newest first; empty of all but the fixed limits
 */
export const ownRule = (key: string, broken: readonly unknown[]): OwnRule | null => {
  if (key === safetyLimitsKey) {
    const limits = brokenTogether(broken)
    return {
      id: key,
      type: 'new-checkup',
      name:
        limits === null ? 'Safety limit' : brokenLimitWords(limits.broken, brokenWords('en-GB')),
      description: 'Fixed limits where NEWS2 does not apply',
      condition: limits === null ? null : { kind: 'safetyLimits', ...limits },
    }
  }
  if (key === checkPatientKey)
    return {
      id: key,
      type: 'new-checkup',
      name: 'Check the patient',
      description:
        'Respiratory rate 0, pulse under 10, systolic under 40 mmHg or SpO2 under 20%, or nothing that can be used',
      condition: { kind: 'checkPatient' },
    }
  const sign = readEmergencySignKey(key)
  if (sign !== null)
    return {
      id: key,
      type: 'new-checkup',
      name: emergencySignName(sign, 'en-GB'),
      description: 'A sign that is always an emergency, whatever the score is',
      condition: { kind: 'emergencySign', sign },
    }
  const rhythm = readEcgKey(key)
  if (rhythm !== null)
    return {
      id: key,
      type: 'continuous-monitoring',
      name: ecgNames[rhythm],
      description: 'Check the patient and the trace',
      condition: { kind: 'ecgEvent', of: rhythm, ...ecgAlertRules[rhythm] },
    }
  const silence = readSilenceKey(key)
  if (silence === null) return null
  return {
    id: key,
    type: 'continuous-monitoring',
    name: 'Monitoring data stopped',
    description: `No data for over ${silence.afterMinutes} minutes`,
    condition: { kind: 'dataStopped', of: silence.of, afterMinutes: silence.afterMinutes },
  }
}
