import { shownOpen, type Alert } from '../alerts/alert'
import type { CriticalPatient } from '../critical/words'
import type { PatientNote } from '../note/note'
import type { Patient } from '../patient/patient'
import { nextObservation, type NextObservation } from '../virtual-ward/due'
import { measuredBits, allMeasured } from '../virtual-ward/measured'
import { countingAt, shownScore, type ShownScore } from '../virtual-ward/shown-score'
import type { VirtualWardPatient } from '../virtual-ward/virtual-ward'

/** The clinical response that a score asks for (RCP NEWS2, chart 4); null: none beyond the usual. */
export type Response = 'emergency' | 'urgent' | 'review' | null

/** What the record says for the handover of one patient; no word of it is made up. */
export interface HandoverFacts {
  readonly score: ShownScore
  /** Complete totals of the check-ups, oldest first; at most four. */
  readonly totals: readonly number[]
  readonly alerts: readonly Alert[]
  readonly admittedAt: string | null
  readonly carePathway: string | null
  readonly flags: readonly string[]
  /** What everybody must know; null: the record is not on this device. */
  readonly critical: CriticalPatient | null
  readonly isScale2: boolean
  readonly hasThresholds: boolean
  readonly expectedDischarge: string | null
  readonly lastNote: Pick<PatientNote, 'text' | 'capturedAt' | 'createdBy'> | null
  readonly next: NextObservation | null
  readonly response: Response
}

const shownTotals = 4
/** Levels of risk: 2 a single score of 3, 3 a total of 5 or 6, 4 one of 7 or more. */
const responseOf = ({ leastRisk }: ShownScore): Response => {
  if (leastRisk === null || leastRisk < 2) return null
  return leastRisk >= 4 ? 'emergency' : leastRisk === 3 ? 'urgent' : 'review'
}

const totalsOf = ({ trend, latestCheckup }: VirtualWardPatient): readonly number[] => {
  const scores = latestCheckup?.ewsScores ?? null
  const latestMs = latestCheckup === null ? Infinity : Date.parse(latestCheckup.endedAt)
  const before = trend.flatMap(({ endedAt, totalScore, measured }) =>
    totalScore === null ||
    (measured ?? allMeasured) !== allMeasured ||
    Date.parse(endedAt) >= latestMs
      ? []
      : [totalScore],
  )
  const latest =
    scores?.totalScore != null && measuredBits(scores) === allMeasured ? [scores.totalScore] : []
  return [...before, ...latest].slice(-shownTotals)
}

/**
 * What is handed over of a patient at `nowMs`, epoch milliseconds.
 * @param record null: not on this device
 * @param notes newest first
 */
export const handoverFacts = (
  patient: VirtualWardPatient,
  record: Patient | null,
  notes: readonly PatientNote[],
  nowMs: number,
): HandoverFacts => {
  const score = shownScore(patient, countingAt(patient, nowMs))
  const admission = patient.wardAdmission
  return {
    score,
    totals: totalsOf(patient),
    alerts: shownOpen(patient.alerts),
    admittedAt: admission?.admittedAt ?? null,
    carePathway: admission?.carePathway.name ?? null,
    flags: (admission?.patientFlags ?? []).filter(({ active }) => active).map(({ title }) => title),
    critical: record,
    isScale2:
      record?.ewsThresholds?.spo2Scale === 2 || patient.latestCheckup?.ewsScores?.spo2Scale === 2,
    hasThresholds: record?.ewsThresholds?.thresholds != null,
    expectedDischarge: admission?.expectedDischargeDate ?? null,
    lastNote: notes[0] ?? null,
    next: nextObservation(patient, nowMs),
    response: responseOf(score),
  }
}
