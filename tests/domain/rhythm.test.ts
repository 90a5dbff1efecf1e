import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyseSlot, slotMs } from '../../src/domain/ecg/analyse-slot'
import { isFibrillating } from '../../src/domain/ecg/atrial-fibrillation'
import type { EcgBeat, KnownSpan, SignalKnown } from '../../src/domain/ecg/ecg-beats'
import { rhythmEvents } from '../../src/domain/ecg/rhythm'
import { readSignal } from '../fixtures/ecg/records'

/**
 * Beats from letters: N, V, and '|' for a hole of 5 s; `interval` ms apart unless an array says
 * each.
 */
const beatsOf = (
  letters: string,
  interval: number | readonly number[] = 800,
  likeness = 1,
  width = 80,
) => {
  const beats: EcgBeat[] = []
  const spans = [{ from: 0, to: 0 }]
  let at = 300
  let isAfterHole = true
  for (const letter of letters) {
    if (letter === '|') {
      at += 5000
      isAfterHole = true
      spans.push({ from: at - 400, to: at })
      continue
    }
    const step = typeof interval === 'number' ? interval : (interval[beats.length] ?? 800)
    if (!isAfterHole) at += step
    beats.push({
      at,
      kind: letter === 'V' ? 'ventricular' : 'normal',
      interval: isAfterHole ? null : step,
      from: at - width / 2,
      to: at + width / 2,
      likeness,
      isClear: true,
    })
    isAfterHole = false
    const span = spans.at(-1)
    if (span !== undefined) span.to = at + 400
  }
  return { beats, spans }
}
/** Nothing is said of the quality: all can be read. */
const eventsFrom = (
  beats: readonly EcgBeat[],
  spans: readonly KnownSpan[],
  known: Partial<SignalKnown> = {},
) => rhythmEvents(beats, { spans, flat: [], poor: [], measured: [], ...known })
const typesOf = (...given: Parameters<typeof beatsOf>): string[] => {
  const { beats, spans } = beatsOf(...given)
  return eventsFrom(beats, spans).map(({ type }) => type)
}

describe('rhythm', () => {
  test('ventricular beats: one, two, three and more, fast or slow', () => {
    expect(typesOf('NNNVNNN')).toEqual(['PrematureVentricularContraction'])
    expect(typesOf('NNNVVNNN')).toEqual(['VentricularCouplet'])
    expect(typesOf('NNNVVVNNN', [800, 800, 800, 400, 400, 400, 800, 800, 800])).toEqual([
      'VentricularTachycardia',
    ])
    expect(typesOf('NNNVVVVNNN', [800, 800, 800, 900, 900, 900, 900])).toEqual([
      'IdioventricularRhythm',
    ])
    // 100 a minute is not over 100.
    expect(typesOf('NNNVVVNNN', [800, 800, 800, 600, 600, 600])).toEqual(['IdioventricularRhythm'])
    expect(typesOf('NNVV|VNN')).toEqual(['VentricularCouplet', 'PrematureVentricularContraction'])
  })

  test('an event reaches from the first QRS to the last', () => {
    const { beats, spans } = beatsOf('NNNVVNNN')
    expect(eventsFrom(beats, spans)).toEqual([
      { type: 'VentricularCouplet', start: beats[3]?.from, end: beats[4]?.to },
    ])
  })

  test('bigeminy and trigeminy are three cycles, without a hole', () => {
    expect(
      typesOf('NVNVNVNN').filter((type) => type !== 'PrematureVentricularContraction'),
    ).toEqual(['VentricularBigeminy'])
    expect(
      typesOf('NVNVNNNN').filter((type) => type !== 'PrematureVentricularContraction'),
    ).toEqual([])
    expect(
      typesOf('NNVNNVNNVNN').filter((type) => type !== 'PrematureVentricularContraction'),
    ).toEqual(['VentricularTrigeminy'])
    expect(
      typesOf('NVNV|NVNN').filter((type) => type !== 'PrematureVentricularContraction'),
    ).toEqual([])
  })

  test('a pause is over 3 s, asystole 4 s; a hole is neither', () => {
    expect(typesOf('NNNN', [800, 800, 3000, 800])).toEqual([])
    expect(typesOf('NNNN', [800, 800, 3100, 800])).toEqual(['Pause'])
    expect(typesOf('NNNN', [800, 800, 4000, 800])).toEqual(['Asystole'])
    expect(typesOf('NN|NN')).toEqual([])
    const { beats } = beatsOf('NNNN')
    expect(eventsFrom(beats, [{ from: 0, to: 8000 }])).toEqual([
      { type: 'Asystole', start: 2700, end: 8000 },
    ])
    expect(
      eventsFrom(beats, [{ from: 0, to: 8000 }], { flat: [{ from: 3000, to: 8000 }] }),
    ).toEqual([{ type: 'Noise', start: 2700, end: 8000 }])
  })

  test('rates under 50 and over 100 count when they last for 30 s', () => {
    expect(typesOf('N'.repeat(30), 1250)).toEqual(['SinusBradycardia'])
    expect(typesOf('N'.repeat(30), 1190)).toEqual([])
    expect(typesOf('N'.repeat(20), 1250)).toEqual([])
    expect(typesOf('N'.repeat(70), 500)).toEqual(['SinusTachycardia'])
    expect(typesOf('N'.repeat(70), 610)).toEqual([])
    expect(typesOf('N'.repeat(50), 500)).toEqual([])
    // Wide: not known to be sinus.
    expect(typesOf('N'.repeat(70), 500, 1, 130)).toEqual(['WideComplexTachycardia'])
    expect(typesOf('N'.repeat(30), 1250, 1, 130)).toEqual(['WideComplexBradycardia'])
    expect(typesOf('N'.repeat(30), 1250, 1, 105)).toEqual(['WideComplexBradycardia'])
    expect(typesOf('N'.repeat(30), 1250, 1, 104)).toEqual(['SinusBradycardia'])
    expect(typesOf('N'.repeat(30), 1190, 1, 130)).toEqual([])
    expect(typesOf('N'.repeat(20), 1250, 1, 130)).toEqual([])
    // A pause ends a rate, and does not slow it.
    expect(typesOf('N'.repeat(60), [...new Array<number>(30).fill(800), 40_000])).toEqual([
      'Asystole',
    ])
  })

  test('a slow rhythm that turns wide is told by its parts; one that is wide for moments only is still told, and not as sinus', () => {
    const { beats, spans } = beatsOf('N'.repeat(80), 1300)
    const typesWhere = (isWide: (index: number) => boolean) =>
      eventsFrom(
        beats.map((beat, index) =>
          isWide(index) ? { ...beat, from: beat.at - 65, to: beat.at + 65 } : beat,
        ),
        spans,
      ).map(({ type }) => type)
    expect(typesWhere((index) => index >= 40)).toEqual([
      'SinusBradycardia',
      'WideComplexBradycardia',
    ])
    expect(typesWhere((index) => index % 24 < 12)).toEqual(['WideComplexBradycardia'])
    expect(typesWhere((index) => index % 24 === 0)).toEqual(['SinusBradycardia'])
  })

  test('an irregular rhythm is possible atrial fibrillation; breathing, early beats and a steady heart are not', () => {
    const random = (seed: number) => () => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
      return seed / 4_294_967_296
    }
    let found = 0
    for (let seed = 1; seed <= 40; seed += 1) {
      const next = random(seed)
      if (isFibrillating(Array.from({ length: 64 }, () => 450 + 600 * next()))) found += 1
      expect(isFibrillating(Array.from({ length: 64 }, () => 800 + 30 * next()))).toBe(false)
      expect(
        isFibrillating(
          Array.from({ length: 64 }, (_, index) => 850 + 110 * Math.sin(index / 1.4) + 12 * next()),
        ),
      ).toBe(false)
      let early = 0
      expect(
        isFibrillating(
          Array.from({ length: 64 }, () => {
            if (early > 0) {
              early = 0
              return 1050
            }
            early = next() < 0.15 ? 1 : 0
            return early > 0 ? 520 : 800 + 20 * next()
          }),
        ),
      ).toBe(false)
    }
    expect(found).toBeGreaterThanOrEqual(34)
    const next = random(7)
    expect(
      typesOf(
        'N'.repeat(120),
        Array.from({ length: 120 }, () => 500 + 500 * next()),
      ),
    ).toContain('AtrialFibrillation')
  })

  test('three ventricular beats like nothing are noise, three alike are told', () => {
    const unlike = (letters: string) => {
      const { beats, spans } = beatsOf(letters, 450)
      return eventsFrom(
        beats.map((beat) => (beat.kind === 'ventricular' ? { ...beat, likeness: 0.3 } : beat)),
        spans,
      ).map(({ type }) => type)
    }
    expect(unlike('NNNNNNVVVNNNNNN')).toEqual(['Noise'])
    expect(typesOf('NNNNNNVVVNNNNNN', 450)).toEqual(['VentricularTachycardia'])
  })

  test('what is poor is said to be, and takes nothing ventricular, no pause and no rate with it; a rate goes on beside it', () => {
    const poorFrom = (letters: string, interval: number | readonly number[], poor: KnownSpan[]) => {
      const { beats, spans } = beatsOf(letters, interval)
      return eventsFrom(beats, spans, { poor }).map(({ type, start, end }) => [type, start, end])
    }
    const [noise] = [['Noise', 2000, 4000]]
    expect(poorFrom('NNNVNNN', 800, [{ from: 2000, to: 4000 }])).toEqual([noise])
    expect(poorFrom('NNNN', [800, 800, 3100, 800], [{ from: 2000, to: 4000 }])).toEqual([noise])
    expect(
      poorFrom('N'.repeat(200), 500, [{ from: 50_000, to: 60_000 }]).map(([type]) => type),
    ).toEqual(['SinusTachycardia', 'Noise', 'SinusTachycardia'])
    // What is left beside it is too short to be told.
    expect(
      poorFrom('N'.repeat(70), 500, [{ from: 15_000, to: 20_000 }]).map(([type]) => type),
    ).toEqual(['Noise'])
  })

  test('a pause beside a beat that is not clear is noise', () => {
    const { beats, spans } = beatsOf('NNNN', [800, 800, 3100, 800])
    expect(
      eventsFrom(
        beats.map((beat, index) => ({ ...beat, isClear: index !== 2 })),
        spans,
      ).map(({ type }) => type),
    ).toEqual(['Noise'])
  })

  test('of noise nothing else is said', () => {
    expect(typesOf('NNVNNNVVNNNVVVNNN', 800, 0.5)).toEqual(['Noise'])
  })
})

describe('a slot', () => {
  const samples = readSignal('119', 380)
  const eventsOf = (cuts: readonly number[]) =>
    [0, 1, 2].map((slot) => {
      const [first, last] = [
        Math.max(0, slot * 120 - 120) * 360,
        Math.min(samples.length, (slot * 120 + 140) * 360),
      ]
      const borders = [first, ...cuts.filter((cut) => cut > first && cut < last), last]
      return analyseSlot(
        borders.slice(1).map((end, index) => {
          const start = borders[index] ?? 0
          return {
            startedAt: (start * 1000) / 360,
            frequency: 360,
            samples: samples.subarray(start, end),
          }
        }),
        slot * slotMs,
      )
    })

  test('has the events that begin in it and its piece of those that last, the same however the signal is cut', () => {
    const whole = eventsOf([])
    for (const [slot, events] of whole.entries())
      for (const { type, start, end } of events) {
        expect(start).toBeGreaterThanOrEqual(slot * slotMs)
        expect(start).toBeLessThan((slot + 1) * slotMs)
        if (type !== 'PrematureVentricularContraction')
          expect(end).toBeLessThanOrEqual((slot + 1) * slotMs)
      }
    // Cardiologists marked 96 premature ventricular beats in these six minutes (119.beats.csv).
    expect(
      whole.flat().filter(({ type }) => type === 'PrematureVentricularContraction'),
    ).toHaveLength(96)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: samples.length - 1 }), { maxLength: 20 }),
        (cuts) => {
          expect(
            eventsOf([...new Set(cuts.toSorted((a, b) => a - b))]).map((events) =>
              events.map(({ type, start }) => [type, Math.round(start)]),
            ),
          ).toEqual(
            whole.map((events) => events.map(({ type, start }) => [type, Math.round(start)])),
          )
        },
      ),
      { numRuns: 5 },
    )
  })
})
