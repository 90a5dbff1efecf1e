import type { Stretch } from './ecg-window'
import { paintPaper, type DrawnRun, type PaperColours, type PaperView, type Surface } from './paint'
import { createTimesPainter } from './paint-times'
import type { LoadOutcome, WindowForm } from './pen'
import { pyramidOf } from './pyramid'
import { readWindow } from './read-window'
import { endOfRun, extentOf, sampleAt, traceOf, type Run, type Trace } from './trace'

const empty: Trace = { runs: [], gaps: [], others: [], conflicts: [] }

/** The line across a pause too short to be a gap: a run of its two end samples. */
const bridge = (before: Run, after: Run): Run | null => {
  const [from, to] = [before.samples.at(-1), after.samples[0]]
  const startedAt = endOfRun(before) - 1000 / before.frequency
  if (from === undefined || to === undefined || after.startedAt <= startedAt) return null
  return {
    startedAt,
    frequency: 1000 / (after.startedAt - startedAt),
    samples: Float32Array.of(from, to),
    joins: true,
  }
}

const drawnOf = ({ runs, others }: Trace): readonly DrawnRun[] =>
  [...runs, ...others].flatMap((run, at) => {
    const before = runs[at - 1]
    const between = run.joins && before !== undefined ? bridge(before, run) : null
    return [...(between === null ? [] : [between]), run].map((one) => ({
      run: one,
      pyramid: pyramidOf(one.samples),
    }))
  })

export interface Sheet {
  readonly outcome: Exclude<LoadOutcome, { readonly kind: 'superseded' }>
  readonly trace: Trace
  readonly drawn: readonly DrawnRun[]
}

const sheetOf = (form: WindowForm, read: Stretch): Sheet => {
  const found = readWindow(form, read)
  if (!found.ok)
    return { outcome: { kind: 'refused', fault: found.fault }, trace: empty, drawn: [] }
  const trace = traceOf(found.readings)
  const summary = {
    gaps: trace.gaps,
    conflicts: trace.conflicts,
    extent: extentOf(trace),
    samples: trace.runs.reduce((sum, { samples }) => sum + samples.length, 0),
    frequencies: [...new Set(trace.runs.map(({ frequency }) => frequency))],
  }
  return { outcome: { kind: 'loaded', summary }, trace, drawn: drawnOf(trace) }
}

/** The windows that a pen holds: the one that is drawn, and others by their key. */
export const createDesk = () => {
  const paintTimes = createTimesPainter()
  let { trace, drawn }: Pick<Sheet, 'trace' | 'drawn'> = { trace: empty, drawn: [] }
  const held = new Map<number, Sheet>()
  const put = (sheet: Sheet): Sheet['outcome'] => {
    ;({ trace, drawn } = sheet)
    return sheet.outcome
  }
  return {
    load: (form: WindowForm, read: Stretch): Sheet['outcome'] => put(sheetOf(form, read)),
    hold: (key: number, form: WindowForm, read: Stretch): Sheet['outcome'] => {
      const sheet = sheetOf(form, read)
      held.set(key, sheet)
      return sheet.outcome
    },
    /** Draws what is held under a key from now on; null: nothing is. */
    put: (key: number): Sheet['outcome'] | null => {
      const sheet = held.get(key)
      return sheet === undefined ? null : put(sheet)
    },
    letGo: (key: number): void => void held.delete(key),
    paint: (surface: Surface, view: PaperView, colours: PaperColours): void =>
      paintPaper(surface, view, drawn, colours),
    paintTimes,
    valueAt: (instant: number): number | null => sampleAt(trace, instant),
  }
}
