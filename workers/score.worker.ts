import '../src/domain/without-eval'
import { expose, transfer } from 'comlink'
import { createScoring, type ScoredColumns } from '../src/domain/ews/scoring'
import type { ColumnScores } from '../src/domain/ews/columns'
import type { EwsScheme } from '../src/domain/ews/score'

/*
 * Scores the loaded check-ups of one record while its thresholds are edited (docs/data-flow.md).
 * It knows no store, no key and no patient.
 */
let scoring: ReturnType<typeof createScoring> | null = null

const held = (): NonNullable<typeof scoring> => {
  if (scoring === null) throw new Error('No check-ups are held')
  return scoring
}
/** Arrays that were given away cannot be scored again. */
const copied = ({ parameters, totals }: ColumnScores): ColumnScores => ({
  parameters: {
    respiratoryRate: parameters.respiratoryRate.slice(),
    spO2: parameters.spO2.slice(),
    bloodPressure: parameters.bloodPressure.slice(),
    pulse: parameters.pulse.slice(),
    temperature: parameters.temperature.slice(),
  },
  totals: totals.slice(),
})

const api = {
  hold: (columns: ScoredColumns): void => {
    scoring = createScoring(columns)
  },
  shown: (scheme: EwsScheme, from: number) => {
    const scores = held().shown(scheme, from)
    // One buffer is under all its rows.
    return transfer(scores, [scores.totals.buffer])
  },
  all: (scheme: EwsScheme) => {
    const scores = copied(held().all(scheme))
    return transfer(scores, [
      scores.totals.buffer,
      ...Object.values(scores.parameters).map(({ buffer }) => buffer),
    ])
  },
}
export type ScoreWorker = typeof api

expose(api)
