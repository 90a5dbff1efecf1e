import type { Checkup } from '../../../../domain/checkup/checkup'
import { scoredInputOf } from '../../../../domain/checkup/rescore'
import {
  columnsOf,
  createScoring,
  defaultThresholds,
  moveTick,
  unscored,
  type EwsScheme,
  type Scorer,
  type ShownScores,
} from '../../../../domain/ews'
import type { EwsThresholds, ThresholdParameter } from '../../../../domain/ews/thresholds'

/**
 * Thresholds being edited, with the scores of every loaded check-up. No React, for fast frames. A
 * worker scores where there is one; what it has not answered is scored here, when it is read. So
 * what is read is always of the newest thresholds, whatever the worker does.
 */
export interface LiveEdit {
  /** The newest thresholds. */
  readonly scheme: () => EwsScheme
  /** The scores on the screen under them, oldest first. @param from place of the first check-up */
  readonly shown: (from: number) => ShownScores
  /** How many totals differ from the stored ones: of all, and of the last ten. */
  readonly changed: () => ShownScores['changed']
  /**
   * Moves a tick, and asks the worker for the scores: one question at a time, the newest place
   * waits.
   *
   * @returns false where nothing moved
   */
  readonly move: (
    parameter: ThresholdParameter,
    tick: number,
    value: number,
    from: number,
  ) => boolean
  readonly set: (scheme: EwsScheme) => void
  /** Whether the worker may still answer for the newest thresholds. */
  readonly isAwaited: () => boolean
  /** Takes over all scores from the worker, where it has answered for those on the screen. */
  readonly settle: () => void
  /**
   * Scores with a worker from now on. `scored`: it answered for the newest thresholds.
   *
   * @returns ends that
   */
  readonly scoreWith: (scorer: Scorer, scored: () => void) => () => void
}

/** @param checkups oldest first @param scheme the stored thresholds */
export const createLiveEdit = (checkups: readonly Checkup[], scheme: EwsScheme): LiveEdit => {
  const held = {
    columns: columnsOf(checkups.map((checkup) => scoredInputOf(checkup, checkup.ewsScores))),
    stored: Uint8Array.from(checkups, ({ ewsScores }) => ewsScores?.totalScore ?? unscored),
  }
  const scoring = createScoring(held)
  let now = scheme
  let screen = 0
  let known: {
    readonly of: EwsScheme
    readonly from: number
    readonly scores: ShownScores
  } | null = null
  /** With whom it is scored, and whether a question is under way. */
  let help: { readonly scorer: Scorer; readonly scored: () => void; isAsked: boolean } | null = null

  const isKnown = (): boolean => known?.of === now && known.from === screen
  const shown = (from: number): ShownScores => {
    screen = from
    if (known === null || !isKnown()) known = { of: now, from, scores: scoring.shown(now, from) }
    return known.scores
  }
  /** Asks one question; an answer to thresholds that were left meanwhile is dropped. */
  const asked = <Answer>(
    ask: (scorer: Scorer) => Promise<Answer>,
    take: (answer: Answer, of: EwsScheme) => void,
  ): void => {
    if (help === null || help.isAsked) return
    const [mine, of] = [help, now]
    mine.isAsked = true
    ask(mine.scorer).then(
      (answer) => {
        if (help !== mine) return
        mine.isAsked = false
        if (of === now) take(answer, of)
        else askShown()
      },
      () => {
        if (help === mine) help = null
      },
    )
  }
  const askShown = (): void => {
    if (isKnown()) return
    const from = screen
    asked(
      (scorer) => scorer.shown(now, from),
      (scores, of) => {
        if (isKnown() || from !== screen) return
        known = { of, from, scores }
        help?.scored()
      },
    )
  }
  return {
    scheme: () => now,
    shown,
    changed: () => shown(screen).changed,
    move: (parameter, tick, value, from) => {
      const thresholds: EwsThresholds = now.thresholds ?? defaultThresholds
      const bands = moveTick(parameter, thresholds[parameter], tick, value)
      if (bands === thresholds[parameter]) return false
      now = { ...now, thresholds: { ...thresholds, [parameter]: [...bands] } }
      screen = from
      askShown()
      return true
    },
    set: (next) => {
      now = next
    },
    isAwaited: () => help !== null && !isKnown(),
    settle: () => {
      if (isKnown() && !scoring.knows(now))
        asked(
          (scorer) => scorer.all(now),
          (scores, of) => scoring.take(of, scores),
        )
    },
    scoreWith: (scorer, scored) => {
      const mine = { scorer, scored, isAsked: false }
      help = mine
      scorer.hold(held)
      return () => {
        if (help === mine) help = null
      }
    },
  }
}
