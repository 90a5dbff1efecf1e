import { describe, expect, test } from 'vitest'
import { readingsSchema } from '../../src/domain/checkup/checkup'
import { checkupIngestSchema, readingsOf } from '../../src/domain/checkup/ingest'
import { oxygenFlows } from '../../src/domain/checkup/oxygen-flow'

const posted = {
  id: 's1',
  patientId: 'p1',
  startedAt: '2026-01-05T12:00:00Z',
  endedAt: '2026-01-05T12:05:00Z',
}
const kept = (over: Record<string, unknown>) =>
  readingsOf(checkupIngestSchema.parse({ ...posted, ...over }))

describe('oxygen flow', () => {
  test('P369 C314 has eleven options: 0.5 to 5 L/min in steps of 0.5, and above 5', () => {
    expect(oxygenFlows).toEqual([
      ...Array.from({ length: 10 }, (_, nth) => String((nth + 1) / 2)),
      'above_5',
    ])
    for (const flow of oxygenFlows)
      expect(kept({ onOxygen: true, oxygenFlow: flow })).toMatchObject({
        onOxygen: true,
        oxygenFlow: flow,
      })
    for (let flow = 0.5; flow <= 5; flow += 0.5)
      expect(kept({ oxygenFlow: flow }).oxygenFlow).toBe(String(flow))
  })

  test('P369 is left out where it is none of them, and still says oxygen where it is more than nothing', () => {
    for (const wrong of [
      0,
      0.25,
      0.7,
      5.5,
      6,
      -1,
      Number.NaN,
      '',
      '0',
      '1.0',
      '5.5',
      '6',
      'above 5',
      true,
      [2],
      { value: 2 },
    ])
      expect([wrong, kept({ onOxygen: true, oxygenFlow: wrong })]).toMatchObject([
        wrong,
        { onOxygen: true, oxygenFlow: null, notUsable: [{ field: 'oxygenFlow' }] },
      ])
    for (const [flow, onOxygen] of [
      [0, false],
      [-1, false],
      [0.25, true],
      [6, true],
      ['6', true],
    ] as const)
      expect([flow, kept({ onOxygen: false, oxygenFlow: flow }).onOxygen]).toEqual([flow, onOxygen])
  })

  test('P369 says that the patient is on oxygen, whatever else was sent', () => {
    expect(kept({ oxygenFlow: 2 }).onOxygen).toBe(true)
    expect(kept({ onOxygen: false, oxygenFlow: 2 })).toMatchObject({
      onOxygen: true,
      oxygenFlow: '2',
      notUsable: [{ field: 'onOxygen', sent: 'false', reason: 'contradicts' }],
    })
    expect(kept({ onOxygen: false, oxygenFlow: null })).toMatchObject({
      onOxygen: false,
      oxygenFlow: null,
    })
    expect(kept({ onOxygen: true })).toMatchObject({ onOxygen: true, oxygenFlow: null })
    expect(kept({})).toMatchObject({ onOxygen: null, oxygenFlow: null })
  })

  test('is not known of a check-up that was kept, or is answered, without it; one of a later release is kept as it is', () => {
    const { oxygenFlow: _none, ...before } = kept({ onOxygen: true })
    expect(readingsSchema.parse(before)).toEqual({ ...before, oxygenFlow: null })
    expect(readingsSchema.parse({ ...before, oxygenFlow: '7.5' }).oxygenFlow).toBe('7.5')
  })
})
