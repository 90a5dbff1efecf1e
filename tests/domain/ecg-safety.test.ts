import { describe, expect, test } from 'vitest'
import { analyseSlot, slotMs } from '../../src/domain/ecg/analyse-slot'
import { predictivity, scoreBeats, sensitivity, type Mark } from '../../src/domain/ecg/beat-score'
import { joinPieces, type EventPiece } from '../../src/domain/ecg/event-pieces'
import { createEcgBeats } from '../../src/domain/ecg/ecg-beats'
import type { WaveformReading } from '../../src/domain/ecg/waveform'
import { readSignal, recordHertz as hertz } from '../fixtures/ecg/records'

/**
 * What a wrong rhythm could hide: silence, ventricular tachycardia that lasts, waves that are no
 * beats. Record 100 is the heart before and after.
 */
const record = readSignal('100', 420)
const seconds = (from: number, to: number): Float32Array => record.slice(from * hertz, to * hertz)
const line = (length: number, at: (second: number) => number): Float32Array =>
  Float32Array.from({ length: Math.round(length * hertz) }, (_, index) => at(index / hertz))
const joined = (...parts: readonly Float32Array[]): Float32Array =>
  Float32Array.from(parts.flatMap((part) => [...part]))
const bump = (second: number, middle: number, width: number): number =>
  Math.exp(-((second - middle) ** 2) / (2 * width * width))
/** Normally distributed, the same each time. */
const random = (seed: number) => (): number => {
  let sum = 0
  for (let draw = 0; draw < 12; draw++) {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
    sum += seed / 4_294_967_296
  }
  return sum - 6
}
const ripple = (second: number): number =>
  0.02 * Math.sin(second * 40) + 0.01 * Math.sin(second * 156)

const slot = 10 * slotMs
const run = (at: number, samples: Float32Array): WaveformReading => ({
  startedAt: slot + at * 1000,
  frequency: hertz,
  samples,
})
const eventsOf = (...runs: readonly WaveformReading[]) =>
  analyseSlot(runs, slot).map(({ type, start, end }) => [
    type,
    Math.round((start - slot) / 1000),
    Math.round((end - slot) / 1000),
  ])

describe('beats that stay away', () => {
  test.each([0.1, 0.15, 0.2, 0.25])(
    'P waves of %s mV alone are asystole to the last second',
    (height) => {
      const standstill = line(
        40,
        (second) => height * bump(second % 0.9, 0.3, 0.025) + 0.004 * Math.sin(second * 72),
      )
      expect(eventsOf(run(0, joined(seconds(0, 30), standstill, seconds(30, 80))))).toEqual([
        ['Asystole', 29, 70],
      ])
    },
  )
  test.each([0.002, 0.005, 0.01, 0.02])(
    'noise of %s mV is no beat, no arrhythmia and no reason to be silent',
    (rms) => {
      const next = random(5)
      const noise = line(40, (second) => -0.3 + 0.05 * Math.sin(second) + rms * next())
      expect(eventsOf(run(-120, joined(seconds(0, 150), noise, seconds(150, 220))))).toEqual([
        ['Asystole', 30, 71],
      ])
    },
  )
  test('silence counts from the beginning of a span as at its end, and before the first beat of all', () => {
    expect(
      eventsOf(run(0, seconds(0, 30)), run(31, joined(line(12, ripple), seconds(30, 95)))),
    ).toEqual([['Asystole', 31, 43]])
    expect(eventsOf(run(0, joined(line(30, ripple), seconds(30, 100))))).toEqual([
      ['Asystole', 0, 30],
    ])
  })
  test('short holes do not end a silence, a longer one does', () => {
    const pieces = (hole: number) => [
      run(0, seconds(0, 30)),
      ...Array.from({ length: 12 }, (_, index) =>
        run(30 + hole + index * (2 + hole), line(2, ripple)),
      ),
      run(30 + hole + 12 * (2 + hole), seconds(30, 60)),
    ]
    expect(eventsOf(...pieces(0.3))).toEqual([['Asystole', 29, 58]])
    expect(eventsOf(...pieces(1))).toEqual([])
  })
  test('the rate of the heart is not told across an asystole or a flat line', () => {
    expect(
      eventsOf(
        run(
          0,
          joined(
            seconds(0, 30),
            line(60, () => 0),
            seconds(30, 60),
          ),
        ),
      ),
    ).toEqual([['Noise', 29, 90]])
    expect(eventsOf(run(0, joined(seconds(0, 30), line(60, ripple), seconds(30, 60))))).toEqual([
      ['Asystole', 29, 90],
    ])
  })
})

describe('a wide and fast rhythm', () => {
  const wide = (second: number): number =>
    1.4 * bump(second, 0.1, 0.035) - 0.9 * bump(second, 0.19, 0.04) - 0.3 * bump(second, 0.3, 0.05)
  const next = random(3)
  const tachycardia = line(
    480,
    (second) => wide(second % (60 / 170)) + wide((second % (60 / 170)) + 60 / 170) + 0.006 * next(),
  )

  test('is never called sinus, however long it lasts', () => {
    const whole = joined(seconds(0, 240), tachycardia)
    const pieces: EventPiece[] = []
    for (const number of [2, 3, 4, 5]) {
      const start = slot + number * slotMs
      const read = whole.subarray(
        (number - 1) * 120 * hertz,
        Math.min(whole.length, (number * 120 + 140) * hertz),
      )
      const found = analyseSlot(
        [{ startedAt: start - 120_000, frequency: hertz, samples: read }],
        start,
      )
      expect([number, found.map(({ type }) => type)]).toEqual([
        number,
        [number === 2 ? 'VentricularTachycardia' : 'WideComplexTachycardia'],
      ])
      expect((found[0]?.end ?? 0) - (found[0]?.start ?? 0)).toBeGreaterThan(119_000)
      pieces.push(...found.map((piece) => ({ ...piece, method: 'lamplight-ecg 1' })))
    }
    const told = joinPieces(pieces)
    expect(told.map(({ type }) => type)).toEqual(['VentricularTachycardia'])
    expect(
      [told[0]?.start, told[0]?.end].map((at) => Math.round(((at ?? 0) - slot) / 1000)),
    ).toEqual([240, 720])
  })
})

describe('a wide and slow rhythm', () => {
  const next = random(3)
  const shapes: Readonly<Record<string, (second: number) => number>> = {
    'of the ventricles': (second) =>
      1.4 * bump(second, 0.3, 0.04) -
      0.9 * bump(second, 0.41, 0.045) -
      0.3 * bump(second, 0.7, 0.06),
    'with a round top': (second) =>
      bump(second, 0.3, 0.03) + 0.8 * bump(second, 0.36, 0.03) - 0.3 * bump(second, 0.6, 0.06),
  }

  test.each([
    ['of the ventricles', 38],
    ['of the ventricles', 25],
    ['with a round top', 38],
  ] as const)(
    '%s at %s /min is never called sinus, after another rhythm, as it lasts, and when nothing else is known of this heart',
    (name, rate) => {
      const escape = line(
        260,
        (second) => (shapes[name]?.(second % (60 / rate)) ?? 0) + 0.006 * next(),
      )
      const whole = joined(seconds(0, 120), escape)
      const found = [1, 2].map((number) => {
        const start = slot + number * slotMs
        const read = whole.subarray(
          (number - 1) * 120 * hertz,
          Math.min(whole.length, (number * 120 + 140) * hertz),
        )
        return analyseSlot([{ startedAt: start - 120_000, frequency: hertz, samples: read }], start)
      })
      const alone = analyseSlot(
        [{ startedAt: slot, frequency: hertz, samples: escape.subarray(0, 140 * hertz) }],
        slot,
      )
      for (const events of [...found, alone]) {
        expect(events.map(({ type }) => type)).toEqual(['WideComplexBradycardia'])
        expect((events[0]?.end ?? 0) - (events[0]?.start ?? 0)).toBeGreaterThan(115_000)
      }
      expect(
        joinPieces(found.flat().map((piece) => ({ ...piece, method: 'lamplight-ecg 2' }))),
      ).toHaveLength(1)
    },
  )
  test('a slow narrow one is sinus bradycardia still', () => {
    const narrow = line(
      140,
      (second) =>
        bump(second % 1.4, 0.5, 0.012) -
        0.2 * bump(second % 1.4, 0.53, 0.012) +
        0.1 * bump(second % 1.4, 0.34, 0.02) +
        0.2 * bump(second % 1.4, 0.8, 0.05) +
        0.006 * next(),
    )
    expect(
      analyseSlot([{ startedAt: slot, frequency: hertz, samples: narrow }], slot).map(
        ({ type }) => type,
      ),
    ).toEqual(['SinusBradycardia'])
  })
})

describe('waves that are no beats', () => {
  const score = (every: number, shape: (second: number) => number) => {
    const next = random(5)
    const marks: readonly Mark[] = Array.from({ length: Math.floor(119 / every) }, (_, index) => ({
      at: (0.3 + index * every) * 1000,
      isVentricular: false,
    }))
    const samples = line(120, () => 0.006 * next())
    for (const { at } of marks)
      for (
        let index = Math.max(0, Math.floor((at / 1000 - 0.4) * hertz));
        index < Math.min(samples.length, (at / 1000 + 0.7) * hertz);
        index++
      ) {
        samples[index] = (samples[index] ?? 0) + shape(index / hertz - at / 1000)
      }
    const found: Mark[] = []
    const analysis = createEcgBeats(({ at, kind }) => {
      found.push({ at, isVentricular: kind === 'ventricular' })
    })
    analysis.push({ startedAt: 0, frequency: hertz, samples })
    analysis.end()
    const { ventricular, ...all } = scoreBeats(marks, found, 75)
    return {
      sensitivity: sensitivity(all),
      predictivity: predictivity(all),
      ventricular: ventricular.invented,
    }
  }
  const right = { sensitivity: 100, predictivity: 100, ventricular: 0 }

  test.each([
    [0.6, 0.025],
    [0.8, 0.03],
    [1, 0.025],
    [1, 0.035],
    [1.2, 0.025],
    [1.2, 0.03],
  ])('a late T wave %s times as high as the QRS, %s s wide', (height, width) => {
    expect(
      score(
        1,
        (second) =>
          bump(second, 0, 0.012) -
          0.2 * bump(second, 0.03, 0.012) +
          height * bump(second, 0.4, width) +
          0.1 * bump(second, -0.16, 0.02),
      ),
    ).toEqual(right)
  })
  test.each([0.2, 0.25, 0.3, 0.35])('a P wave of %s mV before a QRS of 0.5 mV', (height) => {
    expect(
      score(
        0.85,
        (second) =>
          0.5 * bump(second, 0, 0.013) +
          height * bump(second, -0.16, 0.022) +
          0.2 * bump(second, 0.28, 0.05),
      ),
    ).toEqual(right)
  })
})
