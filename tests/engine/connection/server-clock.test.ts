import { describe, expect, test } from 'vitest'
import { createServerClock } from '../../../src/engine/connection/server-clock'
import { manualClock } from '../manual-clock'

const year = 365 * 86_400_000
const stand = (start: number) => {
  const remembered: number[] = []
  const device = manualClock(start)
  return {
    device,
    remembered,
    clock: createServerClock(device, (offset) => remembered.push(offset)),
  }
}
const truth = Date.parse('2026-01-05T09:00:00.000Z')

describe('the clock that ages count by', () => {
  test.each([year, -year])(
    'a device that is wrong by %d ms counts by the server, and remembers by how much',
    async (wrong) => {
      const { clock, device, remembered } = stand(truth + wrong)
      expect(clock.now()).toBe(truth + wrong)
      clock.heard(truth)
      expect(clock.now()).toBe(truth)
      expect(clock.offset.get()).toBe(-wrong)
      expect(remembered).toEqual([-wrong])
      await device.advance(60_000)
      clock.heard(truth + 61_000)
      expect(clock.now()).toBe(truth + 60_000)
      expect(remembered).toEqual([-wrong])
    },
  )

  test('two minutes are within what a clock may differ, and a clock that was set right counts again', () => {
    const { clock } = stand(truth)
    clock.heard(truth + 120_000)
    expect(clock.offset.get()).toBe(0)
    clock.heard(truth + 120_001)
    expect(clock.offset.get()).toBe(120_001)
    clock.heard(truth)
    expect(clock.now()).toBe(truth)
  })

  test('a cold start counts by what was remembered, unless that leads to before the last contact', () => {
    const ahead = stand(truth + year)
    ahead.clock.restore(-year, truth - 60_000)
    expect(ahead.clock.now()).toBe(truth)
    expect(ahead.remembered).toEqual([])
    const setRight = stand(truth)
    setRight.clock.restore(-year, truth - 60_000)
    expect(setRight.clock.now()).toBe(truth)
  })
})
