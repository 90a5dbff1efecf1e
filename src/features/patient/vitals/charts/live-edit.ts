import type { Checkup } from '../../../../domain/checkup/checkup'
import { scoredInputOf } from '../../../../domain/checkup/rescore'
import {
  columnsOf,
  countChanged,
  defaultThresholds,
  moveTick,
  rescoreParameter,
  scoreColumns,
  unscored,
  type ColumnScores,
  type EwsScheme,
} from '../../../../domain/ews'
import type { EwsThresholds, ThresholdParameter } from '../../../../domain/ews/thresholds'

/** Thresholds being edited, with the scores of every loaded check-up. No React, for fast frames. */
export interface LiveEdit {
  readonly scheme: () => EwsScheme
  /** In the order of the check-ups it was made of. */
  readonly scores: () => ColumnScores
  /** Moves a tick; the score of every check-up follows. @returns false where nothing moved */
  readonly move: (parameter: ThresholdParameter, tick: number, value: number) => boolean
  readonly set: (scheme: EwsScheme) => void
  /** How many totals differ from the stored ones: of all, and of the last ten. */
  readonly changed: () => {
    readonly all: number
    readonly loaded: number
    readonly last: number
    readonly ofLast: number
  }
}

const previewed = 10

/** @param checkups oldest first @param scheme the stored thresholds */
export const createLiveEdit = (checkups: readonly Checkup[], scheme: EwsScheme): LiveEdit => {
  const columns = columnsOf(checkups.map((checkup) => scoredInputOf(checkup, checkup.ewsScores)))
  const stored = Uint8Array.from(checkups, ({ ewsScores }) => ewsScores?.totalScore ?? unscored)
  const scored = [...stored.keys()].filter((at) => stored[at] !== unscored)
  const loaded = scored.length
  /** From the tenth last that has a total: one without never has another. */
  const span = stored.length - (scored.at(-previewed) ?? scored[0] ?? 0)
  let now = scheme
  let scores = scoreColumns(columns, scheme)
  return {
    scheme: () => now,
    scores: () => scores,
    move: (parameter, tick, value) => {
      const thresholds: EwsThresholds = now.thresholds ?? defaultThresholds
      const bands = moveTick(parameter, thresholds[parameter], tick, value)
      if (bands === thresholds[parameter]) return false
      now = { ...now, thresholds: { ...thresholds, [parameter]: [...bands] } }
      rescoreParameter(columns, scores, parameter, now)
      return true
    },
    set: (next) => {
      now = next
      scores = scoreColumns(columns, next)
    },
    changed: () => ({
      all: countChanged(stored, scores.totals),
      loaded,
      last: countChanged(stored, scores.totals, span),
      ofLast: Math.min(previewed, loaded),
    }),
  }
}
