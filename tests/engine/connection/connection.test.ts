import { describe, expect, test } from 'vitest'
import { createConnection } from '../../../src/engine/connection/connection'
import { manualClock } from '../manual-clock'

const stand = () => {
  const clock = manualClock()
  let probes = 0
  const connection = createConnection({
    clock,
    random: () => 1,
    probe: () => {
      probes += 1
      return Promise.resolve()
    },
  })
  connection.watch()
  return { clock, connection, probes: () => probes }
}

describe('the connection', () => {
  test('is being checked until something was heard, and live only after a successful authenticated exchange', () => {
    const { connection, clock } = stand()
    expect(connection.get()).toMatchObject({ state: 'checking', lastContactAt: null })
    connection.contact(true)
    expect(connection.get()).toMatchObject({ state: 'live', lastContactAt: clock.now() })
  })

  test('is offline after a failed exchange and keeps the time of the last contact', async () => {
    const { connection, clock } = stand()
    connection.contact(true)
    const at = clock.now()
    await clock.advance(5_000)
    connection.contact(false)
    expect(connection.get()).toMatchObject({ state: 'offline', lastContactAt: at })
  })

  test('a cold start without a connection says from when its data is: the last contact is remembered at most every 30 s, and a newer one stays', async () => {
    const clock = manualClock()
    const remembered: number[] = []
    const connection = createConnection({
      clock,
      random: () => 1,
      probe: () => Promise.resolve(),
      remember: (at) => remembered.push(at),
    })
    connection.contact(true)
    const first = clock.now()
    await clock.advance(10_000)
    connection.contact(true)
    await clock.advance(25_000)
    connection.contact(true)
    expect(remembered).toEqual([first, first + 35_000])

    const cold = createConnection({ clock, random: () => 1, probe: () => Promise.resolve() })
    cold.restore(first)
    cold.contact(false)
    expect(cold.get()).toMatchObject({ state: 'offline', lastContactAt: first })
    cold.contact(true)
    cold.restore(first)
    expect(cold.get()).toMatchObject({ state: 'live', lastContactAt: clock.now() })
  })

  test('a hint of the browser makes nothing live: it only asks', async () => {
    const { connection, clock, probes } = stand()
    connection.contact(false)
    connection.hint()
    expect(connection.get().state).toBe('offline')
    expect(probes()).toBe(1)
    connection.contact(true)
    await clock.advance(10_000)
    connection.hint()
    expect(connection.get().state).toBe('checking')
  })

  test('asks again and again while offline, with growing pauses of 30 s at most', async () => {
    const { connection, clock, probes } = stand()
    connection.contact(false)
    await clock.advance(600_000)
    expect(probes()).toBeGreaterThan(10)
    expect(probes()).toBeLessThan(200)
  })

  test('is renewed when nothing else talks to the server', async () => {
    const { connection, clock, probes } = stand()
    connection.contact(true)
    await clock.advance(46_000)
    expect(probes()).toBe(1)
  })

  test('never says live or checking while work waits: it says that changes wait, until an attempt is under way', () => {
    const { connection } = stand()
    connection.counts({ waiting: 2, refused: 0 })
    expect(connection.get()).toMatchObject({ state: 'waiting', waiting: 2 })
    connection.contact(true)
    expect(connection.get()).toMatchObject({ state: 'waiting', waiting: 2 })
    connection.sending(true)
    expect(connection.get().state).toBe('sending')
    connection.sending(false)
    expect(connection.get().state).toBe('waiting')
    connection.contact(false)
    expect(connection.get().state).toBe('offline')
    connection.contact(true)
    connection.counts({ waiting: 0, refused: 0 })
    expect(connection.get().state).toBe('live')
  })

  test('says saving, sending and refused', () => {
    const { connection } = stand()
    connection.contact(true)
    connection.counts({ waiting: 1, refused: 0 })
    connection.sending(true)
    expect(connection.get().state).toBe('sending')
    connection.saving(1)
    expect(connection.get().state).toBe('saving')
    connection.saving(-1)
    connection.sending(false)
    connection.counts({ waiting: 0, refused: 1 })
    expect(connection.get()).toMatchObject({ state: 'refused', refused: 1, waiting: 0 })
    connection.contact(false)
    expect(connection.get().state).toBe('offline')
  })
})
