import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc32 } from '../../src/domain/ecg/crc32'
import {
  endOfWaveform,
  waveformIngestSchema,
  type WaveformReading,
} from '../../src/domain/ecg/waveform'
import { decodeWaveform, encodeWaveform } from '../../src/domain/ecg/waveform-binary'

const anyReading = fc.record({
  startedAt: fc.integer({ min: 0, max: 4e12 }),
  frequency: fc.double({ min: 1, max: 2000, noNaN: true }),
  samples: fc.array(fc.double({ min: -30, max: 30, noNaN: true }), {
    minLength: 1,
    maxLength: 400,
  }),
})
const decoded = (bytes: Uint8Array): WaveformReading => {
  const result = decodeWaveform(bytes)
  if (!result.ok) throw new Error(result.fault)
  return result.reading
}

describe('the compact waveform', () => {
  test('gives back what it was given, to half a microvolt', () => {
    fc.assert(
      fc.property(anyReading, (reading) => {
        const back = decoded(encodeWaveform(reading))
        expect([back.startedAt, back.frequency, back.samples.length]).toEqual([
          reading.startedAt,
          reading.frequency,
          reading.samples.length,
        ])
        for (const [index, sample] of reading.samples.entries())
          expect(Math.abs((back.samples[index] ?? Number.NaN) - sample)).toBeLessThan(0.00051)
      }),
    )
  })

  test('keeps the full swing from the least to the greatest value', () => {
    const back = decoded(
      encodeWaveform({ startedAt: 0, frequency: 250, samples: [-32.767, 32.767, -32.767, 0] }),
    )
    expect([...back.samples].map((sample) => Math.round(sample * 1000))).toEqual([
      -32767, 32767, -32767, 0,
    ])
  })

  test('takes a coarser step for signals beyond 32 mV instead of wrapping them round', () => {
    const back = decoded(
      encodeWaveform({ startedAt: 0, frequency: 250, samples: [1000, -1000, 0.5] }),
    )
    expect(Math.abs((back.samples[0] ?? 0) - 1000)).toBeLessThan(0.02)
    expect(Math.abs((back.samples[1] ?? 0) + 1000)).toBeLessThan(0.02)
  })

  test('keeps a calibration square of 1 mV and 1 s exactly', () => {
    const samples = Array.from({ length: 500 }, (_, index) => (index >= 125 && index < 375 ? 1 : 0))
    const back = decoded(encodeWaveform({ startedAt: 0, frequency: 250, samples }))
    expect([...back.samples].map((sample) => Math.round(sample * 1000) / 1000)).toEqual(samples)
  })

  test('is two bytes a sample and a header of forty', () => {
    expect(
      encodeWaveform({
        startedAt: 0,
        frequency: 250,
        samples: Array.from({ length: 22_500 }, () => 0),
      }).length,
    ).toBe(45_040)
  })

  test('is read from the middle of a larger buffer too', () => {
    const bytes = encodeWaveform({ startedAt: 5, frequency: 250, samples: [0.1, 0.2] })
    const around = new Uint8Array(bytes.length + 7)
    around.set(bytes, 3)
    expect(decoded(around.subarray(3, 3 + bytes.length)).startedAt).toBe(5)
  })

  test('cut anywhere, or with anything behind it, is refused', () => {
    const bytes = encodeWaveform({ startedAt: 0, frequency: 250, samples: [0.1, 0.2, 0.3] })
    for (let length = 0; length < bytes.length; length++)
      expect([length, decodeWaveform(bytes.slice(0, length)).ok]).toEqual([length, false])
    expect(decodeWaveform(new Uint8Array([...bytes, 0]))).toEqual({ ok: false, fault: 'length' })
  })

  test('with any one bit turned is refused', () => {
    const bytes = encodeWaveform({
      startedAt: 1_760_000_000_000,
      frequency: 250,
      samples: [0.1, -0.2, 0.3],
    })
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const turned = bytes.slice()
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect([bit, decodeWaveform(turned).ok]).toEqual([bit, false])
    }
  })

  test('random bytes are refused and never thrown upon, also behind a true beginning', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (noise, begun) => {
        const bytes = begun ? new Uint8Array([0x4c, 0x4c, 0x57, 0x46, 1, 0, 0, 0, ...noise]) : noise
        expect(decodeWaveform(bytes).ok).toBe(false)
      }),
    )
  })

  test('a header that promises more than is there is refused before anything is set aside for it', () => {
    const bytes = encodeWaveform({ startedAt: 0, frequency: 250, samples: [0.1] })
    new DataView(bytes.buffer).setUint32(32, 0xffffffff, true)
    expect(decodeWaveform(bytes)).toEqual({ ok: false, fault: 'length' })
  })

  test('sound bytes with senseless values are refused', () => {
    for (const [at, value] of [
      [8, 0],
      [8, Number.NaN],
      [8, 1e9],
      [16, 0],
      [16, -1],
      [16, Number.POSITIVE_INFINITY],
      [24, Number.NaN],
    ] as const) {
      const bytes = encodeWaveform({ startedAt: 0, frequency: 250, samples: [0.1] })
      const view = new DataView(bytes.buffer)
      view.setFloat64(at, value, true)
      view.setUint32(36, crc32(new Uint8Array([...bytes.slice(0, 36), ...bytes.slice(40)])), true)
      expect([at, value, decodeWaveform(bytes)]).toEqual([
        at,
        value,
        { ok: false, fault: 'values' },
      ])
    }
  })

  test('nothing senseless is written', () => {
    for (const wrong of [
      { samples: [] },
      { samples: [Number.NaN] },
      { samples: [Number.POSITIVE_INFINITY] },
      { frequency: 0 },
      { startedAt: Number.NaN },
    ]) {
      expect(() =>
        encodeWaveform({ startedAt: 0, frequency: 250, samples: [0], ...wrong }),
      ).toThrow(RangeError)
    }
  })

  test('the checksum is the one of zip and PNG', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  })
})

describe('a posted waveform', () => {
  const posted = {
    id: 'w1',
    patientId: 'p1',
    type: 'SingleECG',
    samplingFrequencyPerSecond: 250,
    recordedAt: '2026-01-05T12:00:00Z',
    waveform: [0, 0.1],
  }

  test('is taken as it is named', () => {
    expect(waveformIngestSchema.parse(posted).recordedAt).toBe('2026-01-05T12:00:00.000Z')
    for (const wave of [{ waveform: [-20, 20] }, { type: 'PPG', waveform: [900] }])
      expect(waveformIngestSchema.safeParse({ ...posted, ...wave }).success).toBe(true)
    expect(endOfWaveform({ startedAt: 1000, frequency: 250, samples: [0, 0.1] })).toBe(1008)
  })

  test('without samples, with a hole, an unknown kind or an impossible frequency is refused', () => {
    for (const wrong of [
      { waveform: [] },
      { waveform: [0, null] },
      { waveform: [1e6] },
      { type: 'ECG' },
      { samplingFrequencyPerSecond: 0 },
      { samplingFrequencyPerSecond: 1e6 },
      { recordedAt: 'now' },
      { extra: 1 },
      { waveform: [0, 20.1] },
    ]) {
      expect([wrong, waveformIngestSchema.safeParse({ ...posted, ...wrong }).success]).toEqual([
        wrong,
        false,
      ])
    }
  })
})
