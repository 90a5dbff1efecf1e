import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../src/engine/define'
import { waveformEvents, type WaveformEvent } from '../../src/data/waveform'

const t0 = Date.parse('2026-01-05T00:00:00.000Z')
const hourMs = 3_600_000
const params = { patientId: 'p1', type: 'SingleECG', from: t0, to: t0 + 24 * hourMs } as const
const event = (
  id: string,
  start: number,
  seconds = 1,
  type = 'PrematureVentricularContraction',
  method = 'lamplight-ecg 1',
): WaveformEvent => ({
  id,
  revision: 0,
  patientId: 'p1',
  type,
  start,
  end: start + seconds * 1000,
  method,
})
const pageOf = (events: readonly WaveformEvent[]) =>
  waveformEvents.wire(
    {
      waveformEvents: events.map(({ id, type, start, end, method }) => ({
        id,
        type,
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        method,
      })),
    },
    params,
  )
const receiptOf = (events: readonly WaveformEvent[]): Receipt => ({
  ids: events.map(({ id }) => id),
  total: pageOf(events).total,
  asOf: 0,
  checkedAt: 0,
})
const shownOf = (kept: readonly WaveformEvent[], receipt: Receipt | null = null) =>
  waveformEvents.arrange(kept, params, { receipt, pulled: null, offline: false, now: 0 })
const keptRow = ({ id, start }: WaveformEvent) => ({ id, at: start })

describe('events of which there are more than an answer holds', () => {
  const cutAt = t0 + 10 * hourMs
  const full = Array.from({ length: 10_000 }, (_, index) =>
    event(`new-${index}`, cutAt + index * 1000),
  )
  const older = [event('old-1', t0 + hourMs), event('old-2', cutAt - 1000), event('beside', cutAt)]

  test('a full answer says nothing of what is older: the device keeps that', () => {
    const undone = event('undone', cutAt + 500)
    const gone = waveformEvents.gone([...older, undone, ...full].map(keptRow), pageOf(full), params)
    expect(gone).toEqual(['undone'])
  })

  test('an answer that is not full says all: what it lacks goes', () => {
    const some = full.slice(1)
    expect(waveformEvents.gone([...older, ...full].map(keptRow), pageOf(some), params)).toEqual([
      'old-1',
      'old-2',
      'beside',
      'new-0',
    ])
  })

  test('what is listed is whole from its first event on, and says that it is not all', () => {
    expect(shownOf([...older.slice(0, 2), ...full], receiptOf(full))).toMatchObject({
      total: null,
      rows: { length: 10_000, 0: { id: 'new-0' } },
    })
    const reaching = full.map((one, index) =>
      index === 0 ? { ...one, start: t0 - 1000, end: t0 + 1000 } : one,
    )
    expect(shownOf(reaching, receiptOf(reaching)).total).toBe(10_000)
    expect(shownOf([...older, ...full.slice(1)], receiptOf(full.slice(1))).total).toBe(10_002)
  })
})

describe('a rhythm that lasts longer than a day', () => {
  const dayMs = 24 * hourMs
  // Each question that comes a quarter of an hour later finds another first piece.
  const asAsked = [0, 1, 2].map((turn) =>
    event(
      `piece-${turn}`,
      t0 - dayMs + turn * 900_000,
      (dayMs + 20 * hourMs) / 1000,
      'AtrialFibrillation',
    ),
  )

  test('is one event, from its beginning, whatever it was asked with', () => {
    const { rows, total } = shownOf([...asAsked, event('pvc', t0 + hourMs)])
    expect(rows.map(({ type, start, end }) => [type, start, end])).toEqual([
      ['AtrialFibrillation', asAsked[0]?.start, asAsked[2]?.end],
      ['PrematureVentricularContraction', t0 + hourMs, t0 + hourMs + 1000],
    ])
    expect(total).toBe(2)
  })

  test("is not joined with another method's, with a later one, nor are beats", () => {
    const apart = [
      event('a', t0, 60, 'AtrialFibrillation'),
      event('b', t0 + 30_000, 60, 'AtrialFibrillation', 'other 2'),
      event('c', t0 + 62_000, 60, 'AtrialFibrillation'),
      event('d', t0 + 200_000, 1),
      event('e', t0 + 200_500, 1),
    ]
    expect(shownOf(apart).rows.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('ventricular tachycardia that lasts', () => {
  const piece = (
    id: string,
    from: number,
    to: number,
    type = 'VentricularTachycardia',
    method?: string,
  ) => event(id, t0 + from * 1000, to - from, type, method)
  const shown = (...pieces: readonly WaveformEvent[]) =>
    shownOf(pieces).rows.map(({ id, type, start, end }) => [
      id,
      type,
      (start - t0) / 1000,
      (end - t0) / 1000,
    ])

  test('is one event under its name, also where a slot knows no other shape of this heart than its', () => {
    expect(
      shown(
        piece('a', 70, 120),
        piece('b', 120, 190),
        piece('c', 190.4, 240, 'WideComplexTachycardia'),
        piece('d', 240, 360, 'WideComplexTachycardia'),
        piece('e', 360, 380),
      ),
    ).toEqual([['a', 'VentricularTachycardia', 70, 380]])
    expect(
      shown(piece('a', 70, 120), piece('b', 120, 240, 'WideComplexTachycardia', 'lamplight-ecg 2')),
    ).toEqual([['a', 'VentricularTachycardia', 70, 240]])
  })
  test("a short run before a wide and fast rhythm, one that ended, and another analyser's are not joined with it", () => {
    const wide = (from: number, method?: string) =>
      piece('wide', from, 300, 'WideComplexTachycardia', method)
    expect(shown(piece('a', 0, 29), wide(29.5))).toHaveLength(2)
    expect(shown(piece('a', 0, 60), wide(62))).toHaveLength(2)
    expect(shown(piece('a', 0, 60), wide(60, 'other 1'))).toHaveLength(2)
  })
})
