import { ecgAlertRules, readEcgKey, type EcgAlertType } from '../../../src/domain/alerts/ecg'
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
  Asystole: 'Asystole on the ECG',
  VentricularTachycardia: 'Ventricular tachycardia on the ECG',
  Pause: 'Pause on the ECG',
  AtrialFibrillation: 'New atrial fibrillation on the ECG',
}

/**
 * The product's own rule of an alert's key, for documents and an older portal, which show name and
 * description as they are. Null for every other alert.
 */
export const ownRule = (key: string): OwnRule | null => {
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
