import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32 } from '../../src/domain/ecg/crc32'
import { packWaveform, unpackWaveform } from '../../src/domain/ecg/waveform-binary'
import { cutWaveform, stepsOf } from '../../src/domain/ecg/waveform-steps'
import { decodeWindow, encodeWindow } from '../../src/domain/ecg/waveform-window'

const anyRun = fc.record({
  startedAt: fc.integer({ min: 0, max: 4e12 }),
  frequency: fc.integer({ min: 25, max: 1000 }),
  step: fc.constantFrom(0.001, 0.005, 0.01),
  values: fc
    .array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 1, maxLength: 300 })
    .map((values) => Int16Array.from(values)),
})

test('a window gives back its runs, step for step', () => {
  fc.assert(
    fc.property(fc.array(anyRun, { maxLength: 5 }), (runs) => {
      expect(decodeWindow(encodeWindow(1000, 91_000, runs.map(packWaveform)))).toEqual({
        ok: true,
        start: 1000,
        end: 91_000,
        runs,
      })
    }),
  )
})

test('a window that was cut, or of which any byte changed, is refused whole', () => {
  const values = Int16Array.from({ length: 40 }, (_, index) => Math.round(900 * Math.sin(index)))
  const bytes = encodeWindow(
    0,
    90_000,
    [1000, 2000].map((startedAt) =>
      packWaveform({ startedAt, frequency: 250, step: 0.001, values }),
    ),
  )
  for (let length = 0; length < bytes.length; length++)
    expect([length, decodeWindow(bytes.slice(0, length)).ok]).toEqual([length, false])
  for (let at = 0; at < bytes.length; at++)
    for (const bit of [1, 128]) {
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ bit
      expect([at, bit, decodeWindow(changed).ok]).toEqual([at, bit, false])
    }
  expect(decodeWindow(new Uint8Array([...bytes, 0]))).toEqual({ ok: false, fault: 'length' })
})

test('what was stored before bytes were kept apart is still read', () => {
  const values = [0, 5, -7, 32_767, -32_768, 3]
  const bytes = new Uint8Array(40 + values.length * 2)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('LLWF'))
  view.setUint16(4, 1, true)
  for (const [at, value] of [
    [8, 250],
    [16, 0.001],
    [24, 1234],
  ] as const)
    view.setFloat64(at, value, true)
  view.setUint32(32, values.length, true)
  for (const [index, value] of values.entries())
    view.setInt16(40 + index * 2, value - (values[index - 1] ?? 0), true)
  view.setUint32(36, crc32(new Uint8Array([...bytes.slice(0, 36), ...bytes.slice(40)])), true)
  expect(unpackWaveform(bytes)).toEqual({
    ok: true,
    run: { startedAt: 1234, frequency: 250, step: 0.001, values: Int16Array.from(values) },
  })
})

test('a converter’s own step is found, and cuts share no sample and lose none', () => {
  expect(stepsOf({ startedAt: 0, frequency: 360, samples: [0.005, -0.15, 1.235] })).toMatchObject({
    step: 0.005,
    values: Int16Array.from([1, -30, 247]),
  })
  fc.assert(
    fc.property(anyRun, fc.integer({ min: 0, max: 12_000 }), (run, after) => {
      const at = run.startedAt + after
      const parts = [cutWaveform(run, 0, at), cutWaveform(run, at, 8e15)].flatMap((part) => [
        ...(part?.values ?? []),
      ])
      expect(parts).toEqual([...run.values])
    }),
  )
})
