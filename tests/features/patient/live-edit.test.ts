import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Checkup } from '../../../src/domain/checkup/checkup'
import { rescoreCheckup, scoredInputOf } from '../../../src/domain/checkup/rescore'
import {
  columnsOf,
  createScoring,
  defaultThresholds,
  ticksOf,
  unscored,
  type ColumnScores,
  type EwsScheme,
  type ScoredColumns,
  type Scorer,
  type ShownScores,
} from '../../../src/domain/ews'
import { thresholdParameters, type EwsScores } from '../../../src/domain/ews/thresholds'
import { createLiveEdit } from '../../../src/features/patient/vitals/charts/live-edit'
import { checkupOf } from '../clinical-portal'

const published: EwsScheme = { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' }
const keys = {
  respiratoryRate: 'RRScore',
  spO2: 'SpO2Score',
  bloodPressure: 'BPScore',
  pulse: 'HRScore',
  temperature: 'tempScore',
} as const satisfies Record<string, keyof EwsScores>

/** Readings all over the charts, so that most moves of a tick change some score. */
const checkups: readonly Checkup[] = Array.from({ length: 25 }, (_none, at) => {
  const checkup = checkupOf(`c${at}`, {
    pulseRate: { value: 40 + ((at * 11) % 100), source: null, isManual: false },
    respiratoryRate: { value: 7 + ((at * 5) % 24), source: null },
    temperature: { value: 35 + (at % 50) / 10, device: null, isManual: false },
  })
  return { ...checkup, ewsScores: rescoreCheckup(checkup, checkup.ewsScores, published) }
})
const held: ScoredColumns = {
  columns: columnsOf(checkups.map((checkup) => scoredInputOf(checkup, checkup.ewsScores))),
  stored: Uint8Array.from(checkups, ({ ewsScores }) => ewsScores?.totalScore ?? unscored),
}
/** What the slow way says of the check-ups on the screen, from a place on. */
const expected = (scheme: EwsScheme, from: number) =>
  checkups.slice(from, from + 10).map((checkup) => {
    const scores = rescoreCheckup(checkup, checkup.ewsScores, scheme)
    return [
      ...thresholdParameters.map((each) => scores?.[keys[each]] ?? unscored),
      scores?.totalScore ?? unscored,
    ]
  })
const read = (scores: ColumnScores) =>
  [...scores.totals].map((total, at) => [
    ...thresholdParameters.map((each) => scores.parameters[each][at]),
    total,
  ])

/** A worker whose answers come when they are dealt. A dead one answers nothing any more. */
const stand = () => {
  let scoring: ReturnType<typeof createScoring> | null = null
  const open = new Map<number, () => void>()
  let last = 0
  const later = <Answer>(work: () => Answer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      open.set((last += 1), () => {
        try {
          resolve(work())
        } catch (fault) {
          reject(fault as Error)
        }
      })
    })
  const needed = () => {
    if (scoring === null) throw new Error('No check-ups are held')
    return scoring
  }
  const scorer: Scorer = {
    hold: (columns: ScoredColumns) => {
      scoring = createScoring(structuredClone(columns))
    },
    shown: (scheme, from) => later((): ShownScores => needed().shown(scheme, from)),
    all: (scheme) => later((): ColumnScores => structuredClone(needed().all(scheme))),
    close: () => undefined,
  }
  return {
    scorer,
    underWay: () => open.size,
    /** Answers one of the open questions: any of them. */
    deal: async (nth: number): Promise<void> => {
      const key = [...open.keys()][nth % Math.max(1, open.size)]
      if (key === undefined) return
      open.get(key)?.()
      open.delete(key)
      await Promise.resolve()
      await Promise.resolve()
      await Promise.resolve()
    },
    fail: (): void => {
      scoring = null
    },
  }
}

const move = fc.record({
  kind: fc.constant('move' as const),
  parameter: fc.constantFrom(...thresholdParameters),
  tick: fc.nat({ max: 5 }),
  value: fc.double({ min: 0, max: 260, noNaN: true }),
})
const event = fc.oneof(
  { weight: 6, arbitrary: move },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('answer' as const), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('frame' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('let go' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('page' as const), from: fc.nat(24) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('another worker' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fails' as const) }) },
)

describe('thresholds that are dragged while a worker scores', () => {
  test('C338 what is drawn is scored by what is drawn, and on release by the final place, with answers late, out of order, of a dead worker or never', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const live = createLiveEdit(checkups, published)
        const workers = [stand()]
        let from = 0
        let drawn: {
          readonly scheme: EwsScheme
          readonly scores: ShownScores
          readonly from: number
        }
        // As the canvas does: the ticks and the scores of one moment.
        const draw = (): void => {
          drawn = { scheme: live.scheme(), scores: live.shown(from), from }
          expect(read(drawn.scores)).toEqual(expected(drawn.scheme, drawn.from))
          expect(live.changed()).toEqual(drawn.scores.changed)
        }
        const join = (worker: ReturnType<typeof stand>) => live.scoreWith(worker.scorer, draw)
        let leave = join(workers[0] as ReturnType<typeof stand>)
        draw()
        for (const one of events) {
          if (one.kind === 'move') live.move(one.parameter, one.tick, one.value, from)
          else if (one.kind === 'frame') draw()
          else if (one.kind === 'page') from = one.from
          else if (one.kind === 'fails') workers.at(-1)?.fail()
          else if (one.kind === 'let go') {
            draw()
            live.settle()
          } else if (one.kind === 'another worker') {
            leave()
            workers.push(stand())
            leave = join(workers.at(-1) as ReturnType<typeof stand>)
          } else {
            const open = workers.filter((worker) => worker.underWay() > 0)
            await open[one.nth % Math.max(1, open.length)]?.deal(one.nth)
          }
          for (const worker of workers) expect(worker.underWay()).toBeLessThanOrEqual(1)
        }
        draw()
        expect(read(live.shown(0))).toEqual(expected(live.scheme(), 0))
      }),
      { numRuns: 300 },
    )
  })

  const second = () => {
    const worker = stand()
    const live = createLiveEdit(checkups, published)
    const scored = vi.fn()
    const end = live.scoreWith(worker.scorer, scored)
    return { worker, live, scored, end }
  }
  const pulseTick = (scheme: EwsScheme): number =>
    ticksOf((scheme.thresholds ?? defaultThresholds).pulse)[3] ?? 0

  test('an answer for a place that was left is dropped, and the newest place alone is asked for next', async () => {
    const { worker, live, scored } = second()
    for (const value of [112, 115, 118, 121]) live.move('pulse', 3, value, 0)
    expect([worker.underWay(), live.isAwaited()]).toEqual([1, true])
    await worker.deal(0)
    expect([scored.mock.calls.length, worker.underWay()]).toEqual([0, 1])
    await worker.deal(0)
    expect([scored.mock.calls.length, worker.underWay(), live.isAwaited()]).toEqual([1, 0, false])
    expect(pulseTick(live.scheme())).toBe(121)
    expect(read(live.shown(0))).toEqual(expected(live.scheme(), 0))
  })

  test('a worker that fails in the middle of a drag is not asked again; the page scores', async () => {
    const { worker, live, scored } = second()
    live.move('pulse', 3, 112, 0)
    worker.fail()
    await worker.deal(0)
    expect([scored.mock.calls.length, live.isAwaited()]).toEqual([0, false])
    live.move('pulse', 3, 120, 0)
    expect(worker.underWay()).toBe(0)
    expect(read(live.shown(0))).toEqual(expected(live.scheme(), 0))
  })

  test('once the tick rests, the rest comes too, and another page of the table is read from it', async () => {
    const { worker, live } = second()
    const all = vi.spyOn(worker.scorer, 'all').mockImplementation(async (scheme) => {
      const whole = createScoring(held).all(scheme)
      // As no scheme scores: what is read afterwards came from here.
      return { ...whole, totals: whole.totals.fill(19) }
    })
    live.move('pulse', 3, 120, 0)
    live.settle()
    expect(all).not.toHaveBeenCalled()
    await worker.deal(0)
    live.settle()
    await new Promise((resolve) => setTimeout(resolve))
    live.settle()
    expect(all).toHaveBeenCalledOnce()
    expect([...live.shown(15).totals]).toEqual(Array.from({ length: 10 }, () => 19))
  })

  test('who left hears nothing more', async () => {
    const { worker, live, scored, end } = second()
    live.move('pulse', 3, 120, 0)
    end()
    await worker.deal(0)
    expect([scored.mock.calls.length, live.isAwaited()]).toEqual([0, false])
  })
})
