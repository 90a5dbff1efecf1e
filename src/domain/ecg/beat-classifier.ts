/**
 * Tells premature ventricular beats from the heart's own by prematurity, pause, width and likeness
 * to the dominant shape. A bundle branch block or a paced rhythm is then its own normal. After
 * Krasteva V., Jekova I., Annals of Biomedical Engineering 35(12), 2065-2076, 2007 (templates and
 * RR) and Hamilton P., Computers in Cardiology 29, 101-104, 2002 (judged when the next beats are
 * known). The points are ours.
 */
import { compareShapes, type BeatShape } from './beat-shape'
import type { FoundBeat } from './beat-stream'
import {
  beatOrNone,
  isArtefact,
  isStrayWave,
  kindOf,
  pairedInterval,
  pointsOf,
  qualityAround,
  type BeatKind,
  type Waiting,
} from './beat-judgement'
import { createTemplates, isPrecursor, isWave, known, type Template } from './beat-templates'
import { createRecent } from './recent'

export interface Beat {
  /** Seconds, as the signal's beats were given. */
  readonly at: number
  readonly kind: BeatKind
  /** Seconds since the beat before; null: a gap lies between, or there is none. */
  readonly interval: number | null
  /** Where the QRS begins and ends, seconds from `at`. */
  readonly onset: number
  readonly offset: number
  /** To the shapes of this heart, 0 to 1: low is noise. */
  readonly likeness: number
  readonly shape: BeatShape
  /** The shape of this heart that it belongs to, which goes on learning. */
  readonly template: Template
}

/** Beats that are known after the one that is judged. */
const lookAhead = 16
/** Before the first is judged. */
const lookAheadFirst = 24

/**
 * @param judged is told of each beat @param waved of each wave that comes at a constant time beside
 *   a beat, seconds
 */
export const createBeatClassifier = (
  judged: (beat: Beat) => void,
  waved: (at: number) => void = () => undefined,
) => {
  const templates = createTemplates()
  const ownIntervals = createRecent(16)
  let waiting: Waiting[] = []
  let previous: {
    readonly at: number
    readonly kind: BeatKind
    readonly steepness: number
  } | null = null
  let isFirst = true
  /** As it was found, whatever it turns out to be. */
  let before: FoundBeat | null = null
  /** Likenesses of the last beats that were judged. */
  let passed: readonly number[] = []

  /** The interval of the heart's own beats; while none is known, half of two intervals in a row. */
  const ownInterval = (): number => {
    const known = ownIntervals.median()
    return known > 0 ? known : pairedInterval(waiting)
  }
  const judgeFirst = (): void => {
    const [one, next] = waiting
    if (one === undefined) return
    waiting = waiting.slice(1)
    const normal = templates.dominant() ?? one.template
    const own = ownInterval()
    const interval = one.isAfterGap || previous === null ? null : one.beat.at - previous.at
    const found = beatOrNone(one, interval, normal, {
      templates: templates.all(),
      beatAt: previous?.at ?? null,
      lead: next === undefined || next.isAfterGap ? null : next.beat.at - one.beat.at,
      own: ownIntervals.median(),
      steepness: previous?.steepness ?? 0,
    })
    if (found === 'beat-of-new-shape') templates.keepOnly(one.template)
    if (
      found === 'none' ||
      isStrayWave(
        one,
        interval,
        next === undefined || next.isAfterGap ? null : next,
        normal,
        templates.all(),
        ownIntervals.median(),
      ) ||
      isArtefact(one, interval, next, own, normal)
    ) {
      one.template.weight -= 1
      if (isWave(one.template) || isPrecursor(one.template)) waved(one.beat.at)
      // The beat after it is as far from the one before as if it had not been.
      if (one.isAfterGap && next !== undefined) waiting[0] = { ...next, isAfterGap: true }
      return
    }
    const after = next === undefined || next.isAfterGap ? null : next.beat.at - one.beat.at
    const points = pointsOf(one, interval, after, own, normal, () => qualityAround(passed, waiting))
    if (interval !== null && own > 0 && interval < 0.9 * own) one.template.early += 1
    if (points >= 3) one.template.ventricular += 1
    const kind = kindOf(points, one, normal)
    if (interval !== null && kind === 'normal' && previous?.kind === 'normal')
      ownIntervals.add(interval)
    previous = { at: one.beat.at, kind, steepness: one.beat.shape.steepness }
    passed = [...passed, one.likeness].slice(-4)
    const { onset, offset, values } = one.beat.shape
    // What was strange when it came may have become a known shape since.
    const likeness =
      one.template.weight >= known
        ? Math.max(one.likeness, compareShapes(values, one.template.values).likeness)
        : one.likeness
    judged({
      at: one.beat.at,
      kind,
      interval,
      onset: onset / 1000,
      offset: offset / 1000,
      likeness,
      shape: one.beat.shape,
      template: one.template,
    })
  }

  return {
    /** The next beat. @param isAfterGap what lay between it and the one before is not known */
    push(beat: FoundBeat, isAfterGap: boolean): void {
      const joined = templates.join(beat.shape)
      if (before !== null && !isAfterGap) {
        joined.template.delays.add(beat.at - before.at)
        joined.template.slopes.add(beat.shape.steepness / before.shape.steepness)
        const last = waiting.at(-1)?.template
        last?.leads.add(beat.at - before.at)
        last?.leadSlopes.add(before.shape.steepness / beat.shape.steepness)
      }
      before = beat
      waiting.push({ beat, isAfterGap, ...joined })
      while (waiting.length > (isFirst ? lookAheadFirst : lookAhead)) {
        isFirst = false
        judgeFirst()
      }
    },
    end(): void {
      while (waiting.length > 0) judgeFirst()
    },
  }
}
