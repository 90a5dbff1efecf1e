import {
  countChanged,
  rescoreParameter,
  scoreColumns,
  unscored,
  type ColumnScores,
  type ScoreColumns,
} from './columns'
import { defaultThresholds } from './news2'
import { sameBands, type EwsScheme } from './score'
import { thresholdParameters, type ThresholdParameter } from './thresholds'

/** Check-ups as columns, oldest first, with their stored totals (`unscored`: none). */
export interface ScoredColumns {
  readonly columns: ScoreColumns
  readonly stored: Uint8Array
}

/** The scores of the columns on the screen, and how many totals differ from the stored ones. */
export interface ShownScores extends ColumnScores {
  readonly changed: {
    /** Of all that have a total; `loaded`: how many do. */
    readonly all: number
    readonly loaded: number
    /** Of the last ten that have one; `ofLast`: how many these are. */
    readonly last: number
    readonly ofLast: number
  }
}

/** As many check-ups as a screen shows (C111), and as the preview counts apart. */
const shownAtMost = 10

/** A record with something for each parameter. */
const ofEach = <Value>(
  make: (parameter: ThresholdParameter) => Value,
): Record<ThresholdParameter, Value> => ({
  respiratoryRate: make('respiratoryRate'),
  spO2: make('spO2'),
  bloodPressure: make('bloodPressure'),
  pulse: make('pulse'),
  temperature: make('temperature'),
})

/**
 * The scores of columns under thresholds that are moved. The page and its worker
 * (`workers/score.worker.ts`) both score by this.
 */
export interface Scoring {
  /** Every score under a scheme. The arrays are its own and change with the next scheme. */
  readonly all: (scheme: EwsScheme) => ColumnScores
  /** The columns on the screen: `shownAtMost` of them from a place on, in a buffer of their own. */
  readonly shown: (scheme: EwsScheme, from: number) => ShownScores
  /** Whether a scheme would have to be worked out. */
  readonly knows: (scheme: EwsScheme) => boolean
  /** Takes over every score under a scheme, as another scoring of the same columns worked it out. */
  readonly take: (scheme: EwsScheme, scores: ColumnScores) => void
}

export const createScoring = ({ columns, stored }: ScoredColumns): Scoring => {
  const scored = [...stored.keys()].filter((at) => stored[at] !== unscored)
  const loaded = scored.length
  /** From the tenth last that has a total: one without never has another. */
  const span = stored.length - (scored.at(-shownAtMost) ?? scored[0] ?? 0)
  let held: { readonly scheme: EwsScheme; readonly scores: ColumnScores } | null = null
  /** What differs between two schemes is scored again, and nothing else. */
  const all = (scheme: EwsScheme): ColumnScores => {
    if (held === null || held.scheme.spo2Scale !== scheme.spo2Scale) {
      held = { scheme, scores: scoreColumns(columns, scheme) }
      return held.scores
    }
    if (held.scheme === scheme) return held.scores
    const { scores } = held
    const [before, now] = [
      held.scheme.thresholds ?? defaultThresholds,
      scheme.thresholds ?? defaultThresholds,
    ]
    for (const parameter of thresholdParameters)
      if (!sameBands(before[parameter], now[parameter]))
        rescoreParameter(columns, scores, parameter, scheme)
    held = { scheme, scores }
    return scores
  }
  return {
    all,
    shown: (scheme, from) => {
      const { parameters, totals } = all(scheme)
      const count = Math.max(0, Math.min(shownAtMost, columns.count - from))
      const bytes = new Uint8Array(count * (thresholdParameters.length + 1))
      let row = 0
      const copy = (whole: Uint8Array): Uint8Array => {
        const part = bytes.subarray(row * count, (row + 1) * count)
        part.set(whole.subarray(from, from + count))
        row += 1
        return part
      }
      return {
        parameters: ofEach((parameter) => copy(parameters[parameter])),
        totals: copy(totals),
        changed: {
          all: countChanged(stored, totals),
          loaded,
          last: countChanged(stored, totals, span),
          ofLast: Math.min(shownAtMost, loaded),
        },
      }
    },
    knows: (scheme) => held?.scheme === scheme,
    take: (scheme, scores) => {
      held = { scheme, scores }
    },
  }
}

/** Scores columns elsewhere: the page's worker, while thresholds are edited. */
export interface Scorer {
  /** Gives it the columns, copied, that all later questions are about. */
  hold(columns: ScoredColumns): void
  /** `Scoring.shown`. Rejects where it could not, and may never answer. */
  shown(scheme: EwsScheme, from: number): Promise<ShownScores>
  /** `Scoring.all`, in arrays that are the caller's. Rejects or not as `shown` does. */
  all(scheme: EwsScheme): Promise<ColumnScores>
  close(): void
}

/** Starts a scorer; `lost`: it died. Rejects where there is none. */
export type OpenScorer = (lost: () => void) => Promise<Scorer>
