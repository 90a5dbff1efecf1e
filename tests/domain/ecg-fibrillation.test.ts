import { describe, expect, test } from 'vitest'
import { madeFibrillation, madeTorsades } from '../../server/waveform-analysis/made-fibrillation'
import { madeNoise, rmsAt, type NoiseKind } from '../../server/waveform-analysis/made-noise'
import { isEcgAlertType } from '../../src/domain/alerts/ecg'
import { analyseSlot, slotMs } from '../../src/domain/ecg/analyse-slot'
import { chaoticSpans } from '../../src/domain/ecg/chaotic'
import type { WaveformReading } from '../../src/domain/ecg/waveform'
import { readSignal, recordHertz as hertz } from '../fixtures/ecg/records'

const runOf = (samples: Float32Array, startedAt = 0, frequency = hertz): WaveformReading => ({
  startedAt,
  frequency,
  samples,
})
const joined = (...parts: readonly Float32Array[]): Float32Array =>
  Float32Array.from(parts.flatMap((part) => [...part]))
const added = (samples: Float32Array, other: Float32Array): Float32Array =>
  samples.map((value, index) => value + (other[index] ?? 0))
/** Nearly five minutes of a heart, which end 20 s before the border of a slot. */
const sinus = readSignal('100', 220)
const onsetMs = 220_000
const possible = (runs: readonly WaveformReading[], slot: number) =>
  analyseSlot(runs, slot * slotMs).filter(({ type }) => type === 'PossibleVentricularFibrillation')

describe('what cannot be told from ventricular fibrillation', () => {
  test.each([
    ['coarse', madeFibrillation({ count: 30 * hertz, frequency: hertz, millivolts: 0.6 })],
    [
      'of 0.3 mV',
      madeFibrillation({ count: 30 * hertz, frequency: hertz, millivolts: 0.3, seed: 2 }),
    ],
    [
      'under muscle noise',
      added(
        madeFibrillation({ count: 30 * hertz, frequency: hertz, millivolts: 0.6, seed: 3 }),
        madeNoise('muscle', { count: 30 * hertz, frequency: hertz, rms: 0.05 }),
      ),
    ],
    ['torsades', madeTorsades({ count: 30 * hertz, frequency: hertz, millivolts: 0.9 })],
  ])('%s: is told within 30 s of its beginning', (_, samples) => {
    const runs = [runOf(joined(sinus, samples))]
    const [before, after] = [possible(runs, 1), possible(runs, 2)]
    expect(before).toHaveLength(1)
    expect(Math.abs((before[0]?.start ?? 0) - onsetMs)).toBeLessThan(4000)
    expect(before[0]?.end).toBe(2 * slotMs)
    expect(after).toEqual([
      { type: 'PossibleVentricularFibrillation', start: 2 * slotMs, end: onsetMs + 30_000 },
    ])
  })

  test('from the first sample, at 125 and 500 Hz, is told', () => {
    for (const frequency of [125, 500]) {
      const samples = madeFibrillation({ count: 60 * frequency, frequency, millivolts: 0.6 })
      const [found, ...others] = possible([runOf(samples, 0, frequency)], 0)
      expect([found?.start, others]).toEqual([0, []])
      expect(found?.end).toBeGreaterThanOrEqual(59_000)
    }
  })

  test('a fine one of 0.12 mV raises an alert as well', () => {
    const fine = madeFibrillation({ count: 40 * hertz, frequency: hertz, millivolts: 0.12 })
    const types = [1, 2].flatMap((slot) =>
      analyseSlot([runOf(joined(sinus, fine))], slot * slotMs).map(({ type }) => type),
    )
    expect(types.filter((type) => isEcgAlertType(type))).not.toEqual([])
  })

  test('is not told where a second lead shows beats, and is where it shows none', () => {
    const count = 60 * hertz
    const samples = madeFibrillation({ count, frequency: hertz, millivolts: 0.6 })
    const beating = readSignal('100', 60)
    expect(possible([runOf(samples), runOf(beating)], 0)).toEqual([])
    expect(possible([runOf(samples), runOf(new Float32Array(count))], 0)).toHaveLength(1)
    expect(possible([runOf(samples), runOf(samples)], 0)).toHaveLength(1)
  })

  test('for less than ten seconds is not told', () => {
    const brief = madeFibrillation({ count: 7 * hertz, frequency: hertz, millivolts: 0.6 })
    expect(chaoticSpans([runOf(joined(sinus, brief, readSignal('100', 30)))], 0)).toEqual([])
  })
})

describe('noise on a heart', () => {
  const record = readSignal('200', 120)
  const mixed = (kind: NoiseKind, rms: number, seed: number) =>
    added(record, madeNoise(kind, { count: record.length, frequency: hertz, rms, seed }))
  test.each([
    ['none', record],
    ['motion of 0 dB', mixed('motion', rmsAt(0, 1.45), 1)],
    ['motion of -6 dB', mixed('motion', rmsAt(-6, 1.45), 2)],
    ['bumps of 0 dB', mixed('bumps', rmsAt(0, 1.45), 3)],
    ['muscle of 0 dB', mixed('muscle', rmsAt(0, 1.45), 4)],
    ['tremor of 0.2 mV', mixed('tremor', 0.2, 5)],
    ['tremor of 0.4 mV', mixed('tremor', 0.4, 6)],
  ])('%s: is never taken for ventricular fibrillation', (_, samples) => {
    expect(chaoticSpans([runOf(samples)], 0)).toEqual([])
  })
})
