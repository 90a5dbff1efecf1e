import type { AlertValue } from '../alerts/measured'
import type { AlertParameter, ScoredParameter } from '../alerts/rule'
import { dueOf } from './due'
import { ownValues } from './own-values'
import { countingAt, shownScore, type ScoreKey } from './shown-score'
import type { VirtualWardPatient } from './virtual-ward'

/** What is measured now of what an alert is about. */
export interface NewerValue {
  readonly now: AlertValue
  /** Epoch milliseconds. */
  readonly atMs: number
  /** Measured with a poor signal. */
  readonly isPoor: boolean
}

type Row = Pick<
  VirtualWardPatient,
  | 'latestCheckup'
  | 'trend'
  | 'continuousMonitoringSession'
  | 'latestContinuousMonitoring'
  | 'schedules'
  | 'repeats'
  | 'wardAdmission'
>

const scoreKeyOf: Partial<Readonly<Record<AlertParameter | ScoredParameter, ScoreKey>>> = {
  respiratoryRate: 'RRScore',
  spO2: 'SpO2Score',
  onOxygen: 'onOxygenScore',
  systolic: 'BPScore',
  diastolic: 'BPScore',
  pulse: 'HRScore',
  consciousness: 'consciousnessScore',
  temperature: 'tempScore',
}

/** The score in force; else a newer incomplete one, of which it is known what it is at least. */
const totalNow = (patient: Row, afterMs: number, nowMs: number): NewerValue | null => {
  const shown = shownScore(patient, countingAt(patient, nowMs))
  const totals = [
    {
      total: shown.total ?? shown.atLeast,
      atMs: shown.measuredAtMs,
      missing: shown.missing.length,
    },
    { ...(dueOf(patient).score?.partial ?? { total: null, atMs: null }), missing: 1 },
    { ...(shown.incomplete ?? { total: null, atMs: null }), missing: 1 },
  ]
  const [newer] = totals.flatMap(({ total, atMs, missing }) =>
    total === null || atMs === null || atMs <= afterMs
      ? []
      : [
          {
            now: { of: 'totalScore' as const, value: total, isPartial: missing > 0 },
            atMs,
            isPoor: false,
          },
        ],
  )
  return newer ?? null
}

const checkupNow = (of: 'weight' | 'glucose', { latestCheckup }: Row): NewerValue | null => {
  const value = of === 'weight' ? latestCheckup?.weight?.value : latestCheckup?.glucose?.reading
  return latestCheckup === null || value == null
    ? null
    : { now: { of, value }, atMs: Date.parse(latestCheckup.endedAt), isPoor: false }
}

const ownNow = (of: Exclude<AlertValue['of'], 'totalScore'>, patient: Row): NewerValue | null => {
  const own = ownValues(patient).find(({ key }) => key === scoreKeyOf[of])
  if (own === undefined) return null
  const at = { atMs: Date.parse(own.endedAt), isPoor: own.isPoor }
  const value = of === 'diastolic' ? own.diastolic : own.value
  if (of === 'consciousness')
    return typeof value === 'string' ? { now: { of, value }, ...at } : null
  if (of === 'onOxygen') return typeof value === 'boolean' ? { now: { of, value }, ...at } : null
  return typeof value === 'number' ? { now: { of, value }, ...at } : null
}

/**
 * The newest value of what an alert is about, where it was measured after `afterMs`; null: there is
 * none. Each value is the one that the card shows (shown-score.ts, own-values.ts). Epoch ms.
 */
export const newerValue = (
  of: AlertValue['of'],
  patient: Row,
  afterMs: number,
  nowMs: number,
): NewerValue | null => {
  if (of === 'totalScore') return totalNow(patient, afterMs, nowMs)
  const found = of === 'weight' || of === 'glucose' ? checkupNow(of, patient) : ownNow(of, patient)
  return found === null || found.atMs <= afterMs ? null : found
}
