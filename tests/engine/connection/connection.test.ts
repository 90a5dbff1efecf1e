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
    await clock.advance(0)
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

  test('that the server answers though it knows no sign-in is a state of its own, and ends with the line or a sign-in', () => {
    const { connection, clock } = stand()
    connection.contact(false)
    connection.answersOpenly(true)
    expect(connection.get()).toMatchObject({
      state: 'offline',
      isOffline: true,
      answersOpenly: true,
    })
    // Refused once more: the server is there all the same.
    connection.contact(false)
    expect(connection.get()).toMatchObject({ answersOpenly: true })
    connection.unreachable(clock.now())
    expect(connection.get()).not.toHaveProperty('answersOpenly')
    connection.answersOpenly(true)
    connection.contact(true)
    expect(connection.get()).not.toHaveProperty('answersOpenly')
    connection.contact(false)
    expect(connection.get()).not.toHaveProperty('answersOpenly')
  })

  test('a page on which nobody is signed in looks for the server every five seconds at the latest, another one every thirty', async () => {
    const asked = async (isWaitedFor: boolean): Promise<number> => {
      const clock = manualClock()
      let probes = 0
      const connection = createConnection({
        clock,
        random: () => 1,
        probe: () => {
          probes += 1
          connection.contact(false)
          return Promise.resolve()
        },
        isWaitedFor: () => isWaitedFor,
      })
      connection.watch()
      connection.contact(false)
      await clock.advance(120_000)
      const before = probes
      await clock.advance(60_000)
      return probes - before
    }
    expect(await asked(true)).toBe(12)
    expect(await asked(false)).toBe(2)
  })

  test('a hint of the browser makes nothing live: it only asks', async () => {
    const { connection, clock, probes } = stand()
    connection.contact(false)
    connection.hint(false)
    expect(connection.get().state).toBe('offline')
    expect(probes()).toBe(1)
    connection.contact(true)
    await clock.advance(10_000)
    connection.hint(false)
    expect(connection.get().state).toBe('checking')
  })

  test('where the browser says that there is no network nothing is live from that moment on, however new the last contact is, until the server answers', async () => {
    const { connection, clock, probes } = stand()
    connection.contact(true)
    await clock.advance(1_000)
    connection.hint(false)
    expect([connection.get().state, probes()]).toEqual(['live', 0])
    connection.hint(true)
    expect([connection.get().state, probes()]).toEqual(['checking', 1])
    connection.contact(true)
    expect(connection.get().state).toBe('live')
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

  test('never says live or checking while work waits: it says that changes wait, until an attempt is under way', async () => {
    const { connection, clock } = stand()
    connection.counts({ waiting: 2, refused: 0 })
    expect(connection.get()).toMatchObject({ state: 'waiting', waiting: 2 })
    connection.contact(true)
    expect(connection.get()).toMatchObject({ state: 'waiting', waiting: 2 })
    connection.sending(true)
    expect(connection.get().state).toBe('sending')
    connection.sending(false)
    expect(connection.get().state).toBe('waiting')
    connection.contact(false)
    await clock.advance(0)
    expect(connection.get().state).toBe('offline')
    connection.contact(true)
    connection.counts({ waiting: 0, refused: 0 })
    expect(connection.get().state).toBe('live')
  })

  test('says saving, sending and refused', async () => {
    const { connection, clock } = stand()
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
    await clock.advance(0)
    expect(connection.get().state).toBe('offline')
  })
})

describe('a partial outage', () => {
  const partial = (probe: (contact: (reached: boolean) => void) => Promise<void>) => {
    const clock = manualClock()
    let probes = 0
    const connection = createConnection({
      clock,
      random: () => 1,
      probe: () => {
        probes += 1
        return probe((reached) => connection.contact(reached))
      },
    })
    connection.watch()
    connection.contact(true)
    const changes: number[] = []
    let { state } = connection.get()
    connection.subscribe(() => {
      if (connection.get().state !== state) changes.push(clock.now())
      state = connection.get().state
    })
    return { clock, connection, changes, probes: () => probes }
  }

  test('the header keeps its state while pushes alone fail: each failure is doubted, and the server asked', async () => {
    const { clock, connection, changes, probes } = partial((contact) => {
      contact(true)
      return Promise.resolve()
    })
    connection.counts({ waiting: 1, refused: 0 })
    for (let second = 0; second < 40; second += 1) {
      connection.contact(false)
      await clock.advance(700)
      connection.contact(true)
      await clock.advance(300)
    }
    expect(changes).toHaveLength(1)
    expect(connection.get().state).toBe('waiting')
    expect(probes()).toBeGreaterThanOrEqual(40)
  })

  test('is offline at once where the probe fails too, and after 3 s where it has no answer', async () => {
    const failing = partial((contact) => {
      contact(false)
      return Promise.resolve()
    })
    failing.connection.contact(false)
    await failing.clock.advance(0)
    expect(failing.connection.get().state).toBe('offline')
    const silent = partial(() => new Promise(() => undefined))
    silent.connection.contact(false)
    await silent.clock.advance(2_999)
    expect(silent.connection.get().state).toBe('live')
    await silent.clock.advance(1)
    expect(silent.connection.get().state).toBe('offline')
  })

  test('is offline at once where an open question found nobody, and nothing that comes later says otherwise', async () => {
    let end = (): void => undefined
    const { clock, connection } = partial(
      () =>
        new Promise((resolve) => {
          end = resolve
        }),
    )
    await clock.advance(1)
    connection.contact(false)
    connection.unreachable(clock.now())
    expect(connection.get().state).toBe('offline')
    connection.contact(true)
    end()
    await clock.advance(5_000)
    expect(connection.get().state).toBe('live')
  })

  test('nothing is live while pulls fail again and again: the age is that of the last that worked, and sending goes on', async () => {
    const { clock, connection } = partial((contact) => {
      contact(true)
      return Promise.resolve()
    })
    const at = clock.now()
    connection.behind(true)
    await clock.advance(50_000)
    connection.contact(true)
    expect(connection.get()).toMatchObject({
      state: 'offline',
      isOffline: false,
      lastContactAt: at,
    })
    expect(connection.offline.get()).toBe(false)
    connection.behind(false)
    expect(connection.get()).toMatchObject({ state: 'live', lastContactAt: clock.now() })
  })
})
