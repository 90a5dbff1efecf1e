import { describe, expect, test } from 'vitest'
import { madeNoise } from '../../server/waveform-analysis/made-noise'
import { analyseSlot, slotMs } from '../../src/domain/ecg/analyse-slot'
import { scoreBeats, type Mark } from '../../src/domain/ecg/beat-score'
import { createEcgBeats } from '../../src/domain/ecg/ecg-beats'

/** What all beats of a shape say together that none says alone; made hearts at 250 Hz. */
const hertz = 250
type Shape = (second: number) => number
interface MadeBeat {
  /** Seconds since the beat before. */
  readonly after: number
  readonly shape: Shape
  readonly isVentricular: boolean
}
const bump = (second: number, middle: number, width: number): number =>
  Math.exp(-((second - middle) ** 2) / (2 * width * width))
const random = (seed: number) => (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

const narrow: Shape = (second) =>
  bump(second, 0, 0.012) - 0.2 * bump(second, 0.03, 0.012) + 0.1 * bump(second, -0.16, 0.02)
const upsideDown: Shape = (second) => -1.1 * bump(second, 0, 0.035) + 0.3 * bump(second, 0.26, 0.05)
/** A bundle branch block of the same heart. */
const block: Shape = (second) =>
  bump(second, 0, 0.012) -
  0.9 * bump(second, 0.06, 0.03) +
  0.1 * bump(second, -0.16, 0.02) +
  0.2 * bump(second, 0.26, 0.05)

/** Of the marked beats, what the analysis makes of them. */
const scoreOf = (series: readonly MadeBeat[]) => {
  const draw = random(9)
  const marks: Mark[] = []
  let at = 0.5
  const placed = series.map(({ after, shape, isVentricular }) => {
    at += after
    marks.push({ at: at * 1000, isVentricular })
    return { at, shape }
  })
  const samples = Float32Array.from(
    { length: Math.round((at + 1) * hertz) },
    () => 0.01 * (draw() - 0.5),
  )
  for (const one of placed)
    for (
      let index = Math.max(0, Math.floor((one.at - 0.4) * hertz));
      index < Math.min(samples.length, (one.at + 0.6) * hertz);
      index++
    )
      samples[index] = (samples[index] ?? 0) + one.shape(index / hertz - one.at)
  const found: Mark[] = []
  const analysis = createEcgBeats((beat) => {
    found.push({ at: beat.at, isVentricular: beat.kind === 'ventricular' })
  })
  analysis.push({ startedAt: 0, frequency: hertz, samples })
  analysis.end()
  const { missed, invented, ventricular } = scoreBeats(marks, found, 75)
  return {
    missed,
    invented,
    ventricular: marks.filter(({ isVentricular }) => isVentricular).length,
    ...{ ventricularMissed: ventricular.missed, ventricularInvented: ventricular.invented },
  }
}
const right = (series: readonly MadeBeat[]) => ({
  missed: 0,
  invented: 0,
  ventricular: series.filter(({ isVentricular }) => isVentricular).length,
  ventricularMissed: 0,
  ventricularInvented: 0,
})
const own = (after: number): MadeBeat => ({ after, shape: narrow, isVentricular: false })

describe('beats of one shape', () => {
  test('a round ventricular beat at a constant time is no T wave where a pause follows', () => {
    const series = Array.from({ length: 35 }, () => [
      own(0.8),
      own(0.8),
      {
        after: 0.44,
        shape: (second: number) => 1.1 * bump(second, 0, 0.034),
        isVentricular: true,
      },
      own(1.2),
    ]).flat()
    expect(scoreOf(series)).toEqual(right(series))
  })

  test('a tall T wave is no beat where the next beat is dropped', () => {
    const tall: Shape = (second) => narrow(second) + 1.2 * bump(second, 0.28, 0.025)
    const series = Array.from({ length: 150 }, (_, index) => ({
      after: index % 6 === 5 ? 1.7 : 0.85,
      shape: tall,
      isVentricular: false,
    }))
    expect(scoreOf(series)).toEqual(right(series))
  })

  test('pairs at a constant time are ventricular among irregular beats that are as wide', () => {
    const draw = random(5)
    const down: Shape = (second) => -1.2 * bump(second, 0, 0.02) + 0.2 * bump(second, 0.26, 0.05)
    const series = Array.from({ length: 24 }, () => [
      ...Array.from({ length: 8 }, () => ({
        after: 0.7 + 0.6 * draw(),
        shape: block,
        isVentricular: false,
      })),
      { after: 0.6, shape: down, isVentricular: true },
      { after: 0.36, shape: down, isVentricular: true },
    ]).flat()
    expect(scoreOf(series)).toEqual(right(series))
  })

  test('a wide one that comes late and alone is ventricular', () => {
    const series = Array.from({ length: 18 }, () => [
      ...Array.from({ length: 6 }, () => own(0.8)),
      { after: 1.05, shape: upsideDown, isVentricular: true },
    ]).flat()
    expect(scoreOf(series)).toEqual(right(series))
  })

  test('a wide one that comes at the rate of the heart, several times in a row, is not', () => {
    const series = Array.from({ length: 12 }, () => [
      ...Array.from({ length: 10 }, () => own(0.8)),
      ...Array.from({ length: 6 }, () => ({ after: 0.8, shape: block, isVentricular: false })),
    ]).flat()
    expect(scoreOf(series)).toEqual(right(series))
  })

  test('nor is a run of them at half the interval, where every second beat was blocked before', () => {
    const series = [
      ...Array.from({ length: 70 }, () => own(1.65)),
      ...Array.from({ length: 120 }, (_, index) => ({
        after: 0.95 + 0.04 * Math.sin(index),
        shape: upsideDown,
        isVentricular: false,
      })),
      ...Array.from({ length: 10 }, () => own(1.65)),
    ]
    expect(scoreOf(series)).toEqual(right(series))
  })

  test('a run of wide ones at half the interval of the heart and over 100 /min is ventricular', () => {
    const series = [
      ...Array.from({ length: 120 }, () => own(1)),
      ...Array.from({ length: 40 }, () => ({
        after: 0.5,
        shape: upsideDown,
        isVentricular: true,
      })),
      ...Array.from({ length: 30 }, () => own(1)),
    ]
    expect(scoreOf(series)).toEqual(right(series))
  })

  test.each([
    ['always at the same time after a beat is ventricular', true],
    ['at varying times is conducted aberrantly', false],
  ])('among irregular beats a narrow one that comes early, %s', (_, isVentricular) => {
    const draw = random(4)
    const other: Shape = (second) => bump(second, 0, 0.011) - 1.1 * bump(second, 0.028, 0.011)
    const series = Array.from({ length: 28 }, () => [
      ...Array.from({ length: 5 }, () => own(0.55 + 0.6 * draw())),
      { after: isVentricular ? 0.42 : 0.3 + 0.4 * draw(), shape: other, isVentricular },
    ]).flat()
    expect(scoreOf(series)).toEqual(right(series))
  })
})

test('noise that was taken for beats does not make a noisy line a quiet one', () => {
  const [kind, frequency] = ['white', 360] as const
  const samples = madeNoise(kind, { count: 600 * frequency, frequency, rms: 0.1 })
  const types = [0, 1, 2, 3, 4].flatMap((slot) => {
    const first = Math.max(0, (slot - 1) * 120)
    return analyseSlot(
      [
        {
          startedAt: first * 1000,
          frequency,
          samples: samples.subarray(first * frequency, (slot * 120 + 140) * frequency),
        },
      ],
      slot * slotMs,
    ).map(({ type }) => type)
  })
  expect([...new Set(types)]).toEqual(['Noise'])
})
