import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startJobs } from '../../../server/jobs'
import { hear, hearsNow, waitsAtMostMs, type Hearing } from '../../../server/jobs/hearing'
import { onPglite } from '../engines'
import { seed } from '../ingest/device'

const minute = 60_000
const second = 1_000

describe('when missing data proves something', () => {
  /** Looks every 15 s from `from` to `to`; when it first did. */
  const looks = (state: Hearing | null, from: number, to: number) => {
    let first: number | null = null
    let now = state
    for (let at = from; at <= to; at += 15 * second) {
      const { hears, next } = hear(now, at)
      now = next
      if (hears) first ??= at
    }
    return { state: now, first }
  }

  test('is five minutes after the first start', () => {
    expect(looks(null, 0, 10 * minute).first).toBe(5 * minute)
  })

  test('a server that restarts within a minute does not wait again', () => {
    const { state } = looks(null, 0, 10 * minute)
    expect(hear(state, 10 * minute + 50 * second).hears).toBe(true)
    let [now, first]: [Hearing | null, number | null] = [null, null]
    // Up for 45 s, down for 45 s, from the beginning.
    for (let at = 0; at < 20 * minute && first === null; at += 90 * second) {
      const run = looks(now, at, at + 45 * second)
      ;[now, first] = [run.state, run.first]
    }
    expect(first).toBeLessThanOrEqual(6 * minute)
  })

  test('after a longer break it waits five minutes, since devices send what they could not', () => {
    const { state } = looks(null, 0, 10 * minute)
    expect(looks(state, 40 * minute, 60 * minute).first).toBe(45 * minute)
  })

  test('however often servers restart, something is decided at least every half hour that one is there', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            up: fc.integer({ min: 0, max: 20 * 4 }),
            down: fc.integer({ min: 1, max: 20 * 4 }),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        (runs) => {
          let state: Hearing | null = null
          let [at, decided] = [0, 0]
          for (const { up, down } of runs) {
            for (let look = 0; look <= up; look += 1) {
              const answer: ReturnType<typeof hear> = hear(state, at)
              state = answer.next
              // Between two looks no server may have been there; the wait counts all the same.
              expect(answer.hears || at - decided < waitsAtMostMs + 20 * minute + minute).toBe(true)
              if (answer.hears) decided = at
              at += 15 * second
            }
            at += down * 15 * second
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a clock that goes back does not end the wait for ever', () => {
    const { state } = looks(null, 100 * minute, 102 * minute)
    expect(looks(state, 0, 10 * minute).first).toBe(5 * minute)
  })
})

onPglite(seed, (opened) => {
  test('is remembered by the database, for whichever server starts next', async () => {
    let time = Date.parse('2026-03-02T12:00:00Z')
    const parts = { clock: { now: () => time }, asksDatabase: false }
    expect(await hearsNow(opened.database, parts)).toBe(false)
    for (let quarter = 0; quarter < 20; quarter += 1) {
      time += 15 * second
      const hears = await hearsNow(opened.database, parts)
      expect([quarter, hears]).toEqual([quarter, quarter === 19])
    }
    time += 30 * second
    let rounds = 0
    const stop = startJobs({
      database: opened.database,
      ...parts,
      log: {
        error: () => {
          rounds += 1
        },
      },
    })
    await stop()
    expect(rounds).toBe(0)
    expect(await hearsNow(opened.database, parts)).toBe(true)
  })
})
