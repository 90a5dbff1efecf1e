import { describe, expect, test } from 'vitest'
import { madeNoise, rmsAt, type NoiseKind } from '../../server/waveform-analysis/made-noise'
import { analyseSlot, slotMs } from '../../src/domain/ecg/analyse-slot'
import { predictivity, scoreBeats, sensitivity, type Mark } from '../../src/domain/ecg/beat-score'
import { createEcgBeats } from '../../src/domain/ecg/ecg-beats'
import type { EcgEvent } from '../../src/domain/ecg/ecg-events'
import { readBeats, readSignal, recordHertz as hertz } from '../fixtures/ecg/records'

/** Slot by slot, as the server analyses. */
const eventsOf = (samples: Float32Array): readonly EcgEvent[] =>
  Array.from({ length: Math.ceil(samples.length / hertz / 120) }, (_, slot) => {
    const first = Math.max(0, (slot - 1) * 120 * hertz)
    return analyseSlot(
      [
        {
          startedAt: (first * 1000) / hertz,
          frequency: hertz,
          samples: samples.subarray(first, (slot * 120 + 140) * hertz),
        },
      ],
      slot * slotMs,
    )
  }).flat()
const secondsOf = (events: readonly EcgEvent[], type: string): number =>
  events.reduce((sum, one) => sum + (one.type === type ? (one.end - one.start) / 1000 : 0), 0)
const added = (samples: Float32Array, noise: Float32Array): Float32Array =>
  samples.map((value, index) => value + (noise[index] ?? 0))
/** QRS of record 100, mV peak to peak. */
const qrs = 1.45

describe('ten minutes without a heart', () => {
  const count = 600 * hertz
  const made = (kind: NoiseKind, rms: number) => madeNoise(kind, { count, frequency: hertz, rms })
  const wave = (at: (second: number) => number): Float32Array =>
    Float32Array.from({ length: count }, (_, index) => at(index / hertz))
  test.each([
    ['electrode motion of 0.5 mV', made('motion', 0.5)],
    ['muscle noise of 0.3 mV', made('muscle', 0.3)],
    ['white noise of 0.3 mV', made('white', 0.3)],
    ['nothing', wave(() => 0)],
    ['a rail', wave(() => 10)],
    ['mains of 0.3 mV', wave((second) => 0.3 * Math.sin(2 * Math.PI * 50 * second))],
    ['a sine of 1.2 Hz', wave((second) => Math.sin(2 * Math.PI * 1.2 * second))],
    ['a square wave', wave((second) => Math.sign(Math.sin(2 * Math.PI * 1.2 * second)) / 2)],
  ])('%s are not analysable, and nothing else', (_, samples) => {
    const events = eventsOf(samples)
    expect(events.map(({ type }) => type).filter((type) => type !== 'Noise')).toEqual([])
    expect(secondsOf(events, 'Noise')).toBeGreaterThan(570)
  })
})

describe('noise on a heart without a ventricular beat (record 100, four minutes)', () => {
  const record = readSignal('100', 240)
  const mixed = (kind: NoiseKind, decibel: number) =>
    eventsOf(
      added(
        record,
        madeNoise(kind, {
          count: record.length,
          frequency: hertz,
          rms: rmsAt(decibel, qrs),
          seed: 5,
        }),
      ),
    )
  test.each([
    ['motion', 0],
    ['motion', 6],
    ['motion', 12],
    ['muscle', 6],
    ['muscle', 12],
  ] as const)('%s at %s dB: no event but noise', (kind, decibel) => {
    const events = mixed(kind, decibel)
    expect(events.map(({ type }) => type).filter((type) => type !== 'Noise')).toEqual([])
    // What can be read is read: at 12 dB nearly all, of motion at 0 dB nothing.
    const noise = secondsOf(events, 'Noise')
    if (decibel === 12) expect(noise).toBeLessThan(30)
    if (kind === 'motion' && decibel === 0) expect(noise).toBeGreaterThan(220)
  })
})

/** Beats as found against made ones. */
const scoreOf = (samples: Float32Array, marks: readonly Mark[]) => {
  const found: Mark[] = []
  const analysis = createEcgBeats(({ at, kind }) => {
    found.push({ at, isVentricular: kind === 'ventricular' })
  })
  analysis.push({ startedAt: 0, frequency: hertz, samples })
  analysis.end()
  return scoreBeats(marks, found, 150)
}

test('ventricular beats of records 119 and 200 are told as before where the signal is good, and none is invented', () => {
  for (const [record, least] of [
    ['119', 99],
    ['200', 95],
  ] as const) {
    const score = scoreOf(
      readSignal(record),
      readBeats(record).map(({ sample, isVentricular }) => ({
        at: (sample * 1000) / hertz,
        isVentricular,
      })),
    )
    expect(sensitivity(score)).toBeGreaterThan(99.5)
    expect(predictivity(score)).toBeGreaterThan(99.5)
    expect(sensitivity(score.ventricular)).toBeGreaterThan(least)
    expect(predictivity(score.ventricular)).toBeGreaterThan(99.5)
  }
})

describe('a P wave as tall as the QRS, and long before it', () => {
  test.each([
    [0.21, 0.4, 0.02, 0.15, -0.45],
    [0.27, 0.35, 0.022, 0.2, -0.45],
    [0.24, 0.28, 0.025, 0.35, -0.35],
  ])('%s s before, %s mV: no beat, and no bigeminy', (lead, height, width, r, s) => {
    const samples = new Float32Array(140 * hertz)
    const bump = (at: number, size: number, wide: number): void => {
      for (
        let index = Math.max(0, Math.floor((at - 5 * wide) * hertz));
        index < Math.min(samples.length, (at + 5 * wide) * hertz);
        index++
      )
        samples[index] =
          (samples[index] ?? 0) + size * Math.exp(-((index / hertz - at) ** 2) / (2 * wide * wide))
    }
    const marks: Mark[] = []
    for (let at = 1; at < 138; at += 1 + 0.08 * Math.sin(at / 0.7)) {
      marks.push({ at: at * 1000, isVentricular: false })
      bump(at - lead, height, width)
      bump(at, r, 0.013)
      bump(at + 0.028, s, 0.014)
      bump(at + 0.28, 0.18, 0.045)
    }
    const score = scoreOf(samples, marks)
    expect([score.missed, score.invented, score.ventricular.invented]).toEqual([0, 0, 0])
    expect(eventsOf(samples).filter(({ type }) => type !== 'Noise')).toEqual([])
  })
})

test('where two readings of the same time disagree nothing else is told', () => {
  const samples = readSignal('119', 120)
  const [first, second] = [
    { startedAt: 0, frequency: hertz, samples },
    { startedAt: 40_000, frequency: hertz, samples: new Float32Array(20 * hertz).fill(2) },
  ]
  const during = (events: readonly EcgEvent[]) =>
    events.filter(({ start, end }) => end > 40_000 && start < 60_000).map(({ type }) => type)
  expect(during(analyseSlot([first], 0))).toContain('PrematureVentricularContraction')
  expect(during(analyseSlot([first, second], 0))).toEqual(['Noise'])
})
