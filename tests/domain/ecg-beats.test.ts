import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { predictivity, scoreBeats, sensitivity, type Mark } from '../../src/domain/ecg/beat-score'
import { createEcgBeats, type EcgBeat } from '../../src/domain/ecg/ecg-beats'
import type { WaveformReading } from '../../src/domain/ecg/waveform'
import {
  readBeats,
  readSignal,
  recordHertz as hertz,
  type RecordName,
} from '../fixtures/ecg/records'

const marksOf = (record: RecordName, seconds = Infinity): readonly Mark[] =>
  readBeats(record)
    .map(({ sample, isVentricular }) => ({ at: (sample * 1000) / hertz, isVentricular }))
    .filter(({ at }) => at < seconds * 1000)
const beatsOf = (...runs: readonly WaveformReading[]): readonly EcgBeat[] => {
  const beats: EcgBeat[] = []
  const analysis = createEcgBeats((beat) => {
    beats.push(beat)
  })
  for (const run of runs) analysis.push(run)
  analysis.end()
  return beats
}
const whole = (samples: Float32Array, frequency = hertz): WaveformReading => ({
  startedAt: 0,
  frequency,
  samples,
})
const told = (beats: readonly EcgBeat[]) => beats.map(({ at, kind }) => [Math.round(at), kind])
/** Pairs of beats that are the same within some ms, and what only one of the two has. */
type Told = Pick<EcgBeat, 'at' | 'kind'>
const agreement = (one: readonly Told[], other: readonly Told[], withinMs: number) => {
  const mark = ({ at, kind }: Told): Mark => ({ at, isVentricular: kind === 'ventricular' })
  return scoreBeats(one.map(mark), other.map(mark), withinMs)
}

/** A made heart: QRS and T as bumps, every `every`-th beat early, wide and upside down. */
const heart = (
  seconds: number,
  frequency: number,
  bpm: number,
  every: number,
): { readonly samples: Float32Array; readonly beats: readonly Mark[] } => {
  const samples = new Float32Array(seconds * frequency)
  const beats: Mark[] = []
  const bump = (at: number, height: number, width: number): void => {
    for (
      let index = Math.max(0, Math.floor((at - 5 * width) * frequency));
      index < Math.min(samples.length, (at + 5 * width) * frequency);
      index++
    ) {
      samples[index] =
        (samples[index] ?? 0) +
        height * Math.exp(-((index / frequency - at) ** 2) / (2 * width * width))
    }
  }
  const normal = 60 / bpm
  let [at, count] = [0.6, 0]
  while (at < seconds - 0.6) {
    const isVentricular = every > 0 && count % every === every - 1
    beats.push({ at: at * 1000, isVentricular })
    if (isVentricular) {
      bump(at, -1.6, 0.026)
      bump(at + 0.28, 0.5, 0.05)
    } else {
      bump(at, 1.1, 0.011)
      bump(at + 0.03, -0.25, 0.012)
      bump(at + 0.26, 0.25, 0.045)
      bump(at - 0.16, 0.12, 0.02)
    }
    count += 1
    const isNextVentricular = every > 0 && count % every === every - 1
    at += isNextVentricular ? normal * 0.62 : isVentricular ? normal * 1.38 : normal
  }
  return { samples, beats }
}

describe('beats of the MIT-BIH records, within 75 ms of the cardiologists’ marks', () => {
  test.each([
    ['100', 99.5],
    ['119', 99.5],
    ['200', 99.5],
    ['105', 98],
  ] as const)('%s: at least %s %% found, at least as many true', (record, least) => {
    const beats = beatsOf(whole(readSignal(record)))
    const score = agreement(
      marksOf(record).map((mark) => ({
        ...mark,
        kind: mark.isVentricular ? 'ventricular' : 'normal',
        interval: null,
        from: 0,
        to: 0,
        likeness: 1,
      })),
      beats,
      75,
    )
    expect(sensitivity(score)).toBeGreaterThanOrEqual(least)
    expect(predictivity(score)).toBeGreaterThanOrEqual(least)
    if (record !== '119' && record !== '200') return
    expect(sensitivity(score.ventricular)).toBeGreaterThanOrEqual(95)
    expect(predictivity(score.ventricular)).toBeGreaterThanOrEqual(95)
  })
})

describe('beats do not depend on', () => {
  const seconds = 60
  const plain = readSignal('119', seconds)
  const found = beatsOf(whole(plain))

  test('the scale, the offset and the polarity of the lead', () => {
    expect(found.length).toBeGreaterThan(55)
    fc.assert(
      fc.property(
        fc.double({ min: 0.15, max: 8, noNaN: true }),
        fc.double({ min: -20, max: 20, noNaN: true }),
        fc.boolean(),
        (scale, offset, isInverted) => {
          expect(
            told(
              beatsOf(whole(plain.map((value) => (isInverted ? -value : value) * scale + offset))),
            ),
          ).toEqual(told(found))
        },
      ),
      { numRuns: 12 },
    )
  })

  test('where the signal is cut into runs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: plain.length - 1 }), { minLength: 1, maxLength: 40 }),
        (cuts) => {
          const borders = [0, ...new Set(cuts.toSorted((a, b) => a - b)), plain.length]
          const runs = borders.slice(1).map((end, index) => {
            const start = borders[index] ?? 0
            return {
              startedAt: (start * 1000) / hertz,
              frequency: hertz,
              samples: plain.subarray(start, end),
            }
          })
          expect(told(beatsOf(...runs))).toEqual(told(found))
        },
      ),
      { numRuns: 12 },
    )
  })

  test('the sampling rate, 100 to 1000 Hz', () => {
    for (const frequency of [100, 125, 200, 250, 256, 300, 500, 512, 1000]) {
      const samples = Float32Array.from(
        { length: Math.floor((plain.length * frequency) / hertz) - 1 },
        (_, index) => {
          const place = (index * hertz) / frequency
          const [low, part] = [Math.floor(place), place % 1]
          return (plain[low] ?? 0) * (1 - part) + (plain[low + 1] ?? 0) * part
        },
      )
      const score = agreement(found, beatsOf(whole(samples, frequency)), 15)
      // The last beat may lie in what resampling cut off.
      expect([
        frequency,
        score.missed <= 1,
        score.invented,
        score.ventricular.missed <= 1,
        score.ventricular.invented,
      ]).toEqual([frequency, true, 0, true, 0])
    }
  })

  test('mains at 50 or 60 Hz and a wandering baseline', () => {
    const disturbed = (add: (seconds: number) => number) =>
      agreement(found, beatsOf(whole(plain.map((value, index) => value + add(index / hertz)))), 20)
    for (const add of [
      (s: number) => 0.4 * Math.sin(2 * Math.PI * 50 * s),
      (s: number) => 0.4 * Math.sin(2 * Math.PI * 60 * s),
      (s: number) => 2 * Math.sin(2 * Math.PI * 0.25 * s),
      (s: number) => s / 4,
    ])
      expect(disturbed(add)).toMatchObject({
        missed: 0,
        invented: 0,
        ventricular: { missed: 0, invented: 0 },
      })
  })
})

describe('a made heart', () => {
  test('every beat is found and every early wide one is ventricular, at any rate, with one in four or one in two', () => {
    for (const bpm of [45, 60, 80, 110, 140])
      for (const every of [0, 2, 3, 4, 7])
        for (const frequency of [125, 250, 500]) {
          const made = heart(60, frequency, bpm, every)
          const beats = beatsOf(whole(made.samples, frequency)).map(({ at, kind }) => ({
            at,
            isVentricular: kind === 'ventricular',
          }))
          expect([bpm, every, frequency, scoreBeats(made.beats, beats, 75)]).toEqual([
            bpm,
            every,
            frequency,
            {
              found: made.beats.length,
              missed: 0,
              invented: 0,
              ventricular: {
                found: made.beats.filter(({ isVentricular }) => isVentricular).length,
                missed: 0,
                invented: 0,
              },
            },
          ])
        }
  })

  test('a small complex of 0.15 mV is one, a flat line, a step and mains alone have none', () => {
    expect(
      beatsOf(
        whole(
          heart(30, 250, 70, 0).samples.map((value) => value * 0.14),
          250,
        ),
      ),
    ).toHaveLength(34)
    expect(beatsOf(whole(new Float32Array(7500), 250))).toEqual([])
    expect(
      beatsOf(
        whole(
          Float32Array.from({ length: 7500 }, (_, index) => (index > 3000 ? 3 : 0)),
          250,
        ),
      ),
    ).toEqual([])
    expect(
      beatsOf(
        whole(
          Float32Array.from({ length: 7500 }, (_, index) =>
            Math.sin((2 * Math.PI * 50 * index) / 250),
          ),
          250,
        ),
      ),
    ).toEqual([])
  })
})

describe('a hole in the signal', () => {
  const made = heart(120, 250, 75, 0)
  const without = (from: number, to: number): readonly WaveformReading[] => [
    { startedAt: 0, frequency: 250, samples: made.samples.subarray(0, from) },
    { startedAt: to * 4, frequency: 250, samples: made.samples.subarray(to) },
  ]

  test('over 200 ms invents no beat, and no interval reaches over it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 20_000 }),
        fc.integer({ min: 51, max: 4000 }),
        (from, length) => {
          const beats = beatsOf(...without(from, from + length))
          const inHole = ({ at }: { readonly at: number }): boolean =>
            at > from * 4 && at < (from + length) * 4
          const score = scoreBeats(
            made.beats,
            beats.map(({ at, kind }) => ({ at, isVentricular: kind === 'ventricular' })),
            75,
          )
          expect([score.invented, score.ventricular.invented, beats.filter(inHole).length]).toEqual(
            [0, 0, 0],
          )
          // A beat on each side of the hole may be cut.
          expect(score.missed).toBeLessThanOrEqual(
            made.beats.filter(
              (mark) =>
                inHole({ at: mark.at }) ||
                Math.abs(mark.at - from * 4) < 120 ||
                Math.abs(mark.at - (from + length) * 4) < 120,
            ).length,
          )
          expect(beats.find(({ at }) => at >= (from + length) * 4)?.interval).toBeNull()
          for (const { interval } of beats) expect(interval ?? 0).toBeLessThan(1000)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('cuts a beat of a real heart at any place, and it is never called ventricular', () => {
    const samples = readSignal('100', 50)
    const near = marksOf('100', 40).filter(({ at }) => at > 30_000)
    expect(near.length).toBeGreaterThan(10)
    const wrong: unknown[] = []
    for (const [nth, { at }] of near.entries())
      for (let offset = -160 + (nth % 4) * 8; offset <= 200; offset += 32) {
        const from = Math.round(((at + offset) / 1000) * hertz)
        const startedAt = ((from + hertz) * 1000) / hertz
        for (const rest of [[], [{ startedAt, frequency: hertz, samples: samples.subarray(from) }]])
          for (const beat of beatsOf(whole(samples.subarray(0, from)), ...rest))
            if (beat.kind === 'ventricular') wrong.push([at, offset, rest.length, beat.at])
      }
    expect(wrong).toEqual([])
  })

  test('of up to 200 ms is bridged', () => {
    const score = agreement(beatsOf(whole(made.samples, 250)), beatsOf(...without(5050, 5100)), 20)
    expect(score).toMatchObject({ missed: 0, invented: 0 })
    expect(
      beatsOf(...without(5050, 5100)).filter(({ interval }) => interval === null),
    ).toHaveLength(1)
  })

  test('runs that overlap or come twice give every beat once', () => {
    const first = { startedAt: 0, frequency: 250, samples: made.samples.subarray(0, 10_000) }
    const overlapping = {
      startedAt: 9000 * 4,
      frequency: 250,
      samples: made.samples.subarray(9000),
    }
    expect(told(beatsOf(first, first, overlapping))).toEqual(
      told(beatsOf(whole(made.samples, 250))),
    )
  })
})
