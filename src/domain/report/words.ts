import type { DoubtWords } from '../checkup/doubt-words'
import type { SelectedActionKey } from '../checkup/selected-action'
import type { MeasuredKey } from '../checkup/shown'
import type { NotScored } from '../ews/applies'
import type { Patient } from '../patient/patient'
import type { ScoreMark } from '../virtual-ward/score-marks'
import type { ReportAlert } from './report'

/** What is measured of a check-up, as columns. */
export type VitalKey = MeasuredKey | 'consciousness' | 'onOxygen'

/** What may be marked, in the order in which the legend explains it. */
export const reportMarks = [
  'scale2',
  'personal',
  'partial',
  'poorSignal',
  'failed',
  'entered',
  'fromFlag',
  'doubt',
] as const
export type ReportMark = (typeof reportMarks)[number]

/** The words of the tables, in one edition. Values, dates and times come as text. */
export interface ReportWords {
  readonly unknown: string
  /** In the order of the record's chart. */
  readonly vitals: readonly {
    readonly key: VitalKey
    readonly heading: string
    readonly unit: string | null
  }[]
  readonly sums: {
    readonly interval: string
    readonly checkups: string
    readonly inForce: string
    readonly highest: string
    readonly gap: (from: string, to: string) => string
    readonly range: (least: string, greatest: string) => string
    readonly measured: (count: number, of: number) => string
    readonly missing: (count: number) => string
    readonly atLeast: (total: number) => string
    readonly of: (when: string) => string
    readonly doubtful: (count: number) => string
    readonly poorSignals: (count: number) => string
    readonly failedSignals: (count: number) => string
  }
  /** Beside a score: what must be known to read it. */
  readonly marks: Readonly<Record<ScoreMark, string>>
  /** What each mark means. */
  readonly legend: Readonly<Record<ReportMark, string>>
  /** Of a time of which nothing is known. */
  readonly gapUnknown: (from: string, to: string) => string
  readonly softSigns: {
    readonly day: string
    readonly signs: string
    readonly emergency: string
    readonly sign: (sign: string, count: number, of: number) => string
    /** The words of a sign's key. */
    readonly nameOf: (key: string) => string
  }
  readonly checkups: {
    readonly date: string
    readonly softSigns: string
    readonly totalScore: string
    readonly selectedAction: string
    readonly failed: string
    readonly poor: string
    readonly entered: string
    readonly fromFlag: string
    readonly oxygenFlow: (flow: string) => string
    readonly notScored: Readonly<Record<NotScored, string>>
    readonly doubts: DoubtWords & {
      readonly mark: (count: number) => string
      readonly of: (when: string, what: string) => string
    }
    readonly emergency: string
    readonly notAvailable: string
    readonly missing: (count: number) => string
    readonly actions: Readonly<Record<SelectedActionKey, string>>
  }
  readonly alerts: {
    readonly opened: string
    readonly name: string
    readonly severity: string
    readonly severities: readonly string[]
    readonly count: string
    readonly acknowledged: string
    readonly closed: string
    readonly open: string
    readonly closedUnknown: string
    readonly nameOf: (alert: Pick<ReportAlert, 'type' | 'alertRule'>) => string
  }
  readonly stays: {
    readonly when: string
    readonly what: string
    readonly where: string
    readonly who: string
    readonly why: string
    readonly before: string
    readonly events: Readonly<Record<Patient['admissionEvents'][number]['type'], string>>
  }
}
