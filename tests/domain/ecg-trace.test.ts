import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDesk } from '../../src/domain/ecg/desk'
import {
  gainOf,
  gutterMm,
  measure,
  mvAt,
  panLimits,
  pixelsPerMs,
  pixelsPerMv,
  ranges,
  smallPerLarge,
  speeds,
  stepRange,
  stepSpeed,
  usualRange,
  usualSpeed,
  yOf,
} from '../../src/domain/ecg/geometry'
import { gutterOf, type PaperView } from '../../src/domain/ecg/paint'
import { pyramidOf, rangeOver } from '../../src/domain/ecg/pyramid'
import {
  endOfRun,
  extentOf,
  sampleAt,
  traceOf,
  type TraceReading,
} from '../../src/domain/ecg/trace'
import { encodeWaveform } from '../../src/domain/ecg/waveform-binary'
import { encodeWindow } from '../../src/domain/ecg/waveform-window'

const t0 = Date.parse('2026-01-05T11:00:00.000Z')
const reading = (startedAt: number, samples: readonly number[], frequency = 250): TraceReading => ({
  startedAt,
  frequency,
  samples: Float32Array.from(samples),
})
const flat = (count: number, mv = 0): number[] => Array.from({ length: count }, () => mv)

describe('readings as lines', () => {
  test('C354 a pause of more than 200 ms splits the line, one of 200 ms does not', () => {
    const second = flat(250)
    const split = traceOf([reading(t0, second), reading(t0 + 1201, second)])
    expect(split.gaps).toEqual([{ from: t0 + 1000, to: t0 + 1201 }])
    expect(split.runs.map(({ joins }) => joins)).toEqual([false, false])
    const whole = traceOf([reading(t0, second), reading(t0 + 1200, second)])
    expect(whole.gaps).toEqual([])
    expect(whole.runs.map(({ joins }) => joins)).toEqual([false, true])
  })
  test('a gap is where samples are missing, in whatever order readings come', () => {
    const trace = traceOf([
      reading(t0 + 5000, flat(250)),
      reading(t0, flat(500)),
      reading(t0 + 2000, flat(250)),
    ])
    expect(trace.gaps).toEqual([{ from: t0 + 3000, to: t0 + 5000 }])
    expect(extentOf(trace)).toEqual({ from: t0, to: t0 + 6000 })
  })
  test('readings of the same time that disagree are both kept, with where they do', () => {
    const level = (startedAt: number, mv: number) => ({
      startedAt,
      frequency: 250,
      samples: new Float32Array(2500).fill(mv),
    })
    const { runs, gaps, others, conflicts } = traceOf([level(0, 0.1), level(5000, 0.9)])
    expect([gaps, conflicts]).toEqual([[], [{ from: 5000, to: 10_000 }]])
    expect(others.map(({ startedAt, samples }) => [startedAt, samples.length])).toEqual([
      [5000, 1250],
    ])
    expect(runs.map(({ startedAt }) => startedAt)).toEqual([0, 10_000])
    expect(traceOf([level(0, 0.1), level(5000, 0.12)]).conflicts).toEqual([])
  })

  test('what is sent twice or overlaps is drawn once: each instant belongs to one run', () => {
    const step = 4
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 300 })), {
          minLength: 1,
          maxLength: 8,
        }),
        (pieces) => {
          const { runs, gaps } = traceOf(
            pieces.map(([offset, count]) => reading(t0 + offset * step, flat(count))),
          )
          const covered = new Set(
            pieces.flatMap(([offset, count]) =>
              Array.from({ length: count }, (_, at) => offset + at),
            ),
          )
          const drawn = runs.flatMap((run) =>
            Array.from(run.samples, (_, at) => Math.round((run.startedAt - t0) / step) + at),
          )
          expect(drawn.length).toBe(new Set(drawn).size)
          expect(new Set(drawn)).toEqual(covered)
          for (const { from, to } of gaps) expect(to - from).toBeGreaterThan(200)
          for (const [at, run] of runs.entries())
            if (at > 0)
              expect(run.startedAt).toBeGreaterThanOrEqual(endOfRun(runs[at - 1] ?? run) - 1e-6)
        },
      ),
    )
  })
  test('the sample under the pointer is the nearest, and none in a gap', () => {
    const trace = traceOf([reading(t0, [0, 1, 2, 3]), reading(t0 + 1000, [9])])
    expect(sampleAt(trace, t0 + 5)).toBe(1)
    expect(sampleAt(trace, t0 + 7)).toBe(2)
    expect(sampleAt(trace, t0 + 500)).toBeNull()
    expect(sampleAt(trace, t0 + 1001)).toBe(9)
  })
})

test('a pyramid answers any range as looking at every sample does', () => {
  fc.assert(
    fc.property(
      fc.float32Array({ noNaN: true, noDefaultInfinity: true, maxLength: 3000 }),
      fc.nat(3100),
      fc.nat(3100),
      (samples, a, b) => {
        const [first, end] = [Math.min(a, b), Math.max(a, b)]
        const plain = samples.slice(first, end)
        const { least, largest } = rangeOver(pyramidOf(samples), first, end, {
          least: 0,
          largest: 0,
        })
        expect([least, largest]).toEqual([
          plain.reduce((low, one) => Math.min(low, one), Infinity),
          plain.reduce((high, one) => Math.max(high, one), -Infinity),
        ])
      },
    ),
  )
})

describe('true proportions', () => {
  test('C125 C126 ±1, ±2, ±5 and ±10 mV, ±2 by default; 5, 10, 25, 50 and 100 mm/s, 25 by default', () => {
    expect([ranges, usualRange, speeds, usualSpeed]).toEqual([
      [1, 2, 5, 10],
      2,
      [5, 10, 25, 50, 100],
      25,
    ])
    expect(ranges.map(gainOf)).toEqual([20, 10, 4, 2])
    expect([
      stepSpeed(25, 1),
      stepSpeed(100, 1),
      stepSpeed(5, -1),
      stepRange(2, -1),
      stepRange(10, 1),
    ]).toEqual([50, 100, 5, 1, 10])
  })
  test('a second and a millivolt at the usual setting are 25 mm and 10 mm of a calibrated screen, and back', () => {
    const scale = { speed: 25, range: 2, pixelsPerMm: 4 } as const
    expect(1000 * pixelsPerMs(scale)).toBe(100)
    expect(pixelsPerMv(scale)).toBe(40)
    expect(yOf(0, scale)).toBe(80)
    expect(yOf(2, scale)).toBe(0)
    fc.assert(
      fc.property(
        fc.constantFrom(...speeds),
        fc.constantFrom(...ranges),
        fc.double({ min: 1, max: 12, noNaN: true }),
        fc.double({ min: -10, max: 10, noNaN: true }),
        (speed, range, pixelsPerMm, mv) => {
          expect(
            mvAt(yOf(mv, { speed, range, pixelsPerMm }), { speed, range, pixelsPerMm }),
          ).toBeCloseTo(mv, 6)
        },
      ),
    )
  })
  test('calipers read milliseconds, the rate of such an interval, and millivolts, whichever way they are drawn', () => {
    expect(measure({ from: t0, to: t0 + 800, low: -0.2, high: 0.9 })).toEqual({
      ms: 800,
      perMinute: 75,
      mv: 1.1,
    })
    expect(measure({ from: t0 + 800, to: t0, low: 0.9, high: -0.2 })).toEqual({
      ms: 800,
      perMinute: 75,
      mv: 1.1,
    })
    expect(measure({ from: t0, to: t0, low: 0, high: 0 }).perMinute).toBeNull()
  })
  test('paper moves from the window’s first instant to its last at the right edge', () => {
    expect(panLimits(0, 90_000, 250, 25)).toEqual({ least: 0, most: 80_000 })
    expect(panLimits(0, 90_000, 500, 5)).toEqual({ least: 0, most: 0 })
  })
})

/** A surface that notes which pixels are the trace's: [x, from, to]. */
const noting = () => {
  const rects: { style: unknown; x: number; y: number; width: number; height: number }[] = []
  const surface = {
    fillStyle: '' as unknown,
    fillRect: (x: number, y: number, width: number, height: number) => {
      rects.push({ style: surface.fillStyle, x, y, width, height })
    },
  }
  return { surface, rects }
}
const colours = {
  paper: 'paper',
  fine: 'fine',
  strong: 'strong',
  trace: 'trace',
  beyond: 'beyond',
  words: 'words',
  font: 'sans-serif',
}
const read = { from: t0 - 10_000, to: t0 + 90_000 }
const binary = (readings: readonly TraceReading[]) =>
  ({
    kind: 'binary',
    bytes: encodeWindow(read.from, read.to, readings.map(encodeWaveform)).buffer,
  }) as const
const viewOf = (over: Partial<PaperView> = {}): PaperView => ({
  speed: 25,
  range: 2,
  pixelsPerMm: 4,
  width: 1200,
  height: 160,
  left: t0,
  anchor: t0,
  line: 2,
  ...over,
})

describe('the painted paper', () => {
  test('C607 every fifth line of the grid is a strong one, a millimetre apart', () => {
    const { surface, rects } = noting()
    createDesk().paint(surface, viewOf(), colours)
    const origin = gutterOf(viewOf())
    const upright = (style: string) =>
      rects
        .filter(
          (rect) =>
            rect.style === style && rect.height === 160 && rect.x > origin && rect.x < origin + 200,
        )
        .map(({ x }) => x - origin)
    expect(upright('strong')).toEqual([20, 40, 60, 80, 100, 120, 140, 160, 180])
    expect(upright('fine').slice(0, 8)).toEqual([4, 8, 12, 16, 24, 28, 32, 36])
    expect(smallPerLarge).toBe(5)
  })
  test('the calibration pulse is 1 mV high and 200 ms wide at every speed and range', () => {
    for (const speed of speeds)
      for (const range of ranges) {
        const { surface, rects } = noting()
        const view = viewOf({ speed, range })
        createDesk().paint(surface, view, colours)
        const marks = rects.filter(({ style }) => style === 'trace')
        const top = marks.find(({ width, y }) => width > 2 && y < 79)
        expect(top?.width).toBe(Math.round(2.5 * 4 + 0.2 * speed * 4) - Math.round(2.5 * 4))
        expect(yOf(0, view) - (top?.y ?? 0) - 1).toBeCloseTo(gainOf(range) * 4, 9)
        expect(gutterMm(speed)).toBe(5 + 0.2 * speed)
      }
  })
  test('every sample lies in its own column of pixels, at its own height, at each speed and range', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...speeds),
        fc.constantFrom(...ranges),
        fc.constantFrom(125, 360, 500),
        fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 2, maxLength: 400 }),
        (speed, range, frequency, steps) => {
          const desk = createDesk()
          const samples = steps.map((step) => step / 1000)
          expect(desk.load(binary([reading(t0 + 300, samples, frequency)]), read).kind).toBe(
            'loaded',
          )
          const view = viewOf({ speed, range, width: 4000 })
          const { surface, rects } = noting()
          desk.paint(surface, view, colours)
          const origin = gutterOf(view)
          const columns = new Map(
            rects
              .filter(({ style, x, width }) => style === 'trace' && width === 1 && x >= origin)
              .map(({ x, y, height }) => [x, [y, y + height] as const]),
          )
          for (const [index, mv] of samples.entries()) {
            const x = origin + (300 + (index * 1000) / frequency) * pixelsPerMs(view)
            if (x >= view.width - 1) break
            const column = columns.get(Math.floor(x + 1e-9)) ?? columns.get(Math.floor(x - 1e-6))
            expect(column).toBeDefined()
            const y = yOf(mv, view)
            expect(column?.[0]).toBeLessThanOrEqual(y + 0.01)
            expect(column?.[1]).toBeGreaterThanOrEqual(y - 0.01)
          }
          // And nothing where there is none.
          expect(Math.min(...columns.keys())).toBe(Math.floor(origin + 300 * pixelsPerMs(view)))
          expect(Math.max(...columns.keys())).toBeLessThanOrEqual(
            Math.ceil(origin + (300 + (samples.length * 1000) / frequency) * pixelsPerMs(view)),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
  test('a frame looks at as many columns as it has pixels, whatever the rate of samples', () => {
    const drawn = (frequency: number): number => {
      const desk = createDesk()
      desk.load(
        binary([
          reading(
            t0,
            Array.from({ length: frequency * 60 }, (_, at) => Math.sin(at / 9) / 2),
            frequency,
          ),
        ]),
        read,
      )
      const { surface, rects } = noting()
      desk.paint(surface, viewOf(), colours)
      return rects.length
    }
    expect(drawn(500)).toBe(drawn(125))
  })
  test('what leaves the range is said at the edge, never drawn at another height', () => {
    const desk = createDesk()
    desk.load(binary([reading(t0, flat(250, 3))]), read)
    const { surface, rects } = noting()
    desk.paint(surface, viewOf(), colours)
    const origin = gutterOf(viewOf())
    expect(rects.filter(({ style, x }) => style === 'trace' && x >= origin)).toEqual([])
    expect(
      rects
        .filter(({ style }) => style === 'beyond')
        .every(({ y, height }) => y === 0 && height === 4),
    ).toBe(true)
    expect(rects.filter(({ style }) => style === 'beyond').length).toBeGreaterThan(90)
  })
})

describe('a window that is not sound', () => {
  const sound = () =>
    new Uint8Array(binary([reading(t0, flat(250, 0.5)), reading(t0 + 1000, flat(250, 0.2))]).bytes)
  const refused = (bytes: Uint8Array, over = read) =>
    createDesk().load({ kind: 'binary', bytes: Uint8Array.from(bytes).buffer }, over)
  test('any changed bit refuses the whole, and so does any cut', () => {
    expect(refused(sound()).kind).toBe('loaded')
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (place, flip) => {
        const bytes = sound()
        const at = place % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ flip
        expect(refused(bytes).kind).toBe('refused')
      }),
      { numRuns: 200 },
    )
    fc.assert(
      fc.property(fc.nat(), (place) => {
        expect(refused(sound().slice(0, place % sound().length)).kind).toBe('refused')
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(refused(bytes).kind).toBe('refused')
      }),
    )
  })
  test('another time’s window is not drawn in this one’s place', () => {
    expect(refused(sound(), { from: read.from + 90_000, to: read.to + 90_000 })).toEqual({
      kind: 'refused',
      fault: 'elsewhere',
    })
    const outside = encodeWindow(read.from, read.to, [
      encodeWaveform(reading(t0 + 200_000, flat(10))),
    ])
    expect(refused(outside)).toEqual({ kind: 'refused', fault: 'elsewhere' })
  })
  test('absurd voltages and more samples than any window has are refused', () => {
    const absurd = encodeWindow(read.from, read.to, [encodeWaveform(reading(t0, [0, 1e9]))])
    expect(refused(absurd)).toEqual({ kind: 'refused', fault: 'values' })
    const many = encodeWindow(
      read.from,
      read.to,
      Array.from({ length: 5 }, () =>
        encodeWaveform(reading(t0 - 9000, new Array<number>(190_000).fill(0), 2000)),
      ),
    )
    expect(refused(many).kind).toBe('loaded')
    const more = encodeWindow(
      read.from,
      read.to,
      Array.from({ length: 7 }, () =>
        encodeWaveform(reading(t0 - 9000, new Array<number>(190_000).fill(0), 2000)),
      ),
    )
    expect(refused(more)).toEqual({ kind: 'refused', fault: 'too-much' })
  })
  test('numbers of a GraphQL answer are read with the same care', () => {
    const text = (value: unknown) =>
      createDesk().load(
        { kind: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) },
        read,
      )
    const one = (over: object) => ({
      data: {
        waveform: [
          {
            waveform: [0, 0.5, 1],
            samplingFrequencyPerSecond: 250,
            recordedAt: new Date(t0).toISOString(),
            ...over,
          },
        ],
      },
    })
    expect(text(one({}))).toMatchObject({
      kind: 'loaded',
      summary: { samples: 3, frequencies: [250], extent: { from: t0, to: t0 + 12 } },
    })
    for (const bad of [
      '{"data":{"waveform":[',
      '',
      one({ waveform: ['1'] }),
      one({ waveform: [null] }),
      one({ samplingFrequencyPerSecond: 0 }),
      one({ recordedAt: 'yesterday' }),
      one({ waveform: null }),
    ]) {
      expect(text(bad)).toEqual({ kind: 'refused', fault: 'unreadable' })
    }
    expect(
      text(
        '{"data":{"waveform":[{"waveform":[1e999],"samplingFrequencyPerSecond":250,"recordedAt":"2026-01-05T11:00:00.000Z"}]}}',
      ).kind,
    ).toBe('refused')
    expect(text(one({ waveform: [0, 4000] }))).toEqual({ kind: 'refused', fault: 'values' })
  })
  test('after a refusal nothing of the window before is left', () => {
    const desk = createDesk()
    desk.load(binary([reading(t0, flat(250, 0.5))]), read)
    desk.load({ kind: 'binary', bytes: new ArrayBuffer(3) }, read)
    expect(desk.valueAt(t0 + 100)).toBeNull()
    const { surface, rects } = noting()
    desk.paint(surface, viewOf(), colours)
    expect(rects.filter(({ style, x }) => style === 'trace' && x >= gutterOf(viewOf()))).toEqual([])
  })
})
