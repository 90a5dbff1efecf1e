import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database, Trx } from '../../../server/db/database'
import { startQueue, workOff, type Job, type Kind, type Tried } from '../../../server/queue'
import { isFull } from '../../depth'
import { randomOf } from '../../sim/random'
import { onBothEngines } from '../engines'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const minute = 60_000
const never = (): Promise<never> => new Promise(() => undefined)

onBothEngines(
  async () => undefined,
  (opened) => {
    let time = now
    const clock = { now: () => time }
    const logged: unknown[] = []
    const log = {
      warn: (fields: unknown) => void logged.push(fields),
      error: (fields: unknown) => void logged.push(fields),
    }
    const parts = (database: Database = opened.database) => ({
      database,
      clock,
      asksDatabase: false,
      log,
    })
    const rows = () => opened.database.kysely.selectFrom('job').selectAll().orderBy('id').execute()
    const enqueue = (
      key: string,
      { kind = 'test', lane = null as string | null, rank = 0, due = 'epoch' } = {},
    ) =>
      opened.database.asSystem((trx) =>
        sql`select app_enqueue(${kind}, ${key}, null, ${lane}, ${rank}, ${due}::timestamptz)`.execute(
          trx,
        ),
      )
    /** Notes it in the database, as often as it is committed. */
    const mark = async (trx: Trx, key: string): Promise<void> => {
      await trx
        .insertInto('mail_outbox')
        .values({
          id: randomUUID(),
          to_address: key,
          subject: '',
          body: '',
          created_at: new Date(now).toISOString(),
        })
        .execute()
    }
    const marked = async (): Promise<readonly string[]> =>
      (
        await opened.database.kysely
          .selectFrom('mail_outbox')
          .select('to_address')
          .orderBy('to_address')
          .execute()
      ).map((row) => row.to_address)
    const kindOf = (work: Kind['work'], more: Partial<Kind> = {}): Kind => ({
      name: 'test',
      leaseMs: minute,
      atOnce: 1,
      waitMs: () => 10_000,
      isFinishedAtStop: true,
      work,
      ...more,
    })
    const over = (key: string): Tried => ({ end: 'over', note: (trx) => mark(trx, key) })
    beforeEach(() => {
      time = now
      logged.length = 0
    })
    afterEach(async () => {
      for (const table of ['job', 'mail_outbox'] as const)
        await opened.database.kysely.deleteFrom(table).execute()
    })

    test('the same work is there once, and is gone when it is over', async () => {
      await enqueue('a')
      await enqueue('a')
      expect(await rows()).toHaveLength(1)
      const done: string[] = []
      const kind = kindOf(async ({ key }) => {
        done.push(key)
        return over(key)
      })
      expect([await workOff(parts(), kind), await workOff(parts(), kind)]).toEqual([1, 0])
      expect([done, await marked(), await rows()]).toEqual([['a'], ['a'], []])
    })

    test('what is undone with its transaction is not done', async () => {
      const undone = opened.database.asSystem(async (trx) => {
        await sql`select app_enqueue('test', 'a', null, null, 0, 'epoch')`.execute(trx)
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      expect(
        await workOff(
          parts(),
          kindOf(async ({ key }) => over(key)),
        ),
      ).toBe(0)
    })

    test('what is due later is done later, the lowest rank first, and what is taken back never', async () => {
      await enqueue('later', { due: new Date(now + minute).toISOString() })
      await enqueue('second', { rank: 1 })
      await enqueue('third', { rank: 1 })
      await enqueue('first')
      await enqueue('taken back')
      await opened.database.asSystem((trx) =>
        sql`select app_cancel_job('test', 'taken back')`.execute(trx),
      )
      const done: string[] = []
      const kind = kindOf(async ({ key }) => {
        done.push(key)
        return over(key)
      })
      await workOff(parts(), kind)
      expect(done).toEqual(['first', 'second', 'third'])
      time += minute
      await workOff(parts(), kind)
      expect(done.at(-1)).toBe('later')
    })

    test('what goes on at an instant is done again then, and its tries are counted anew', async () => {
      await enqueue('a')
      const seen: number[] = []
      const kind = kindOf(async ({ attempts }) => {
        seen.push(attempts)
        return seen.length < 3 ? { end: 'later', dueMs: time + 5 * minute } : over('a')
      })
      for (let nth = 0; nth < 16; nth += 1) {
        await workOff(parts(), kind)
        time += minute
      }
      expect([seen, await marked(), await rows()]).toEqual([[1, 1, 1], ['a'], []])
    })

    test('what is asked for while it waits for an instant is done at once', async () => {
      await enqueue('a')
      let tries = 0
      const kind = kindOf(async () => {
        tries += 1
        return { end: 'later', dueMs: time + 5 * minute }
      })
      await workOff(parts(), kind)
      await enqueue('a')
      await workOff(parts(), kind)
      expect([tries, (await rows())[0]?.due_at]).toEqual([
        2,
        new Date(now + 5 * minute).toISOString(),
      ])
    })

    test('a failure is tried again after the kind’s wait, and is told by its class alone', async () => {
      await enqueue('a')
      const kind = kindOf(
        () => Promise.reject(new TypeError('Mrs Siobhán O’Neill cannot be reached')),
        { waitMs: (attempts) => attempts * minute },
      )
      expect([await workOff(parts(), kind), await workOff(parts(), kind)]).toEqual([1, 0])
      time += minute
      expect(await workOff(parts(), kind)).toBe(1)
      expect(await rows()).toMatchObject([
        { attempts: 2, failure: 'TypeError', due_at: new Date(now + 3 * minute).toISOString() },
      ])
      expect(logged[0]).toMatchObject({ event: 'job-failed', kind: 'test', failure: 'TypeError' })
      expect(JSON.stringify([logged, await rows()])).not.toContain('Siobh')
    })

    test('it is given up after its last try, also where that was never heard of again', async () => {
      const limited = (work: Kind['work']) =>
        kindOf(work, {
          limit: { tries: 2, giveUp: (trx, { key }) => mark(trx, `given up ${key}`) },
        })
      await enqueue('fails')
      for (let nth = 0; nth < 3; nth += 1) {
        await workOff(
          parts(),
          limited(() => Promise.reject(new Error('no'))),
        )
        time += minute
      }
      expect([await marked(), await rows()]).toEqual([['given up fails'], []])
      await enqueue('kills')
      let began = 0
      const kills = limited(() => {
        began += 1
        return never()
      })
      for (let nth = 1; nth <= 3; nth += 1) {
        void workOff(parts(), kills)
        await expect
          .poll(async () => [began, (await rows()).length])
          .toEqual(nth < 3 ? [nth, 1] : [2, 0])
        time += minute
      }
      expect(await marked()).toEqual(['given up fails', 'given up kills'])
    })

    test('who took it keeps it until the lease ends; then nothing that the first one notes stays', async () => {
      await enqueue('a')
      let finish: (tried: Tried) => void = () => undefined
      const slow = workOff(
        parts(),
        kindOf(
          () =>
            new Promise((resolve) => {
              finish = resolve
            }),
        ),
      )
      const claimOf = async () => (await rows())[0]?.claim
      await expect.poll(claimOf).toMatch(/./)
      const first = await claimOf()
      time += minute - 1
      expect(await workOff(parts(), kindOf(never))).toBe(0)
      time += 1
      void workOff(parts(), kindOf(never))
      await expect.poll(async () => (await claimOf()) === first).toBe(false)
      finish(over('of the first'))
      await slow
      expect([await marked(), (await rows()).length]).toEqual([[], 1])
      time += minute
      await workOff(
        parts(),
        kindOf(async ({ key }) => over(key)),
      )
      expect([await marked(), await rows()]).toEqual([['a'], []])
    })

    test('a lease that ended while nobody else took it loses nothing', async () => {
      await enqueue('a')
      await workOff(
        parts(),
        kindOf(async ({ key }) => {
          time += 10 * minute
          return over(key)
        }),
      )
      expect([await marked(), await rows()]).toEqual([['a'], []])
    })

    test('a clock that goes back breaks no lease and loses no job', async () => {
      await enqueue('a')
      void workOff(parts(), kindOf(never))
      await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
      time -= 60 * minute
      expect(
        await workOff(
          parts(),
          kindOf(async ({ key }) => over(key)),
        ),
      ).toBe(0)
      time = now + minute
      expect(
        await workOff(
          parts(),
          kindOf(async ({ key }) => over(key)),
        ),
      ).toBe(1)
      expect(await rows()).toEqual([])
    })

    test('the lease is by the clock that servers share, whatever their own say', async () => {
      await enqueue('a')
      const shared = { ...parts(), asksDatabase: true }
      // An hour behind: by its own clock the lease would have ended before it began.
      time = Date.now() - 60 * minute
      void workOff(shared, kindOf(never))
      await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
      time = Date.now() + 60 * minute
      expect(
        await workOff(
          shared,
          kindOf(async ({ key }) => over(key)),
        ),
      ).toBe(0)
    })

    test('what is asked for again while it is done is done again, and the first result is not noted', async () => {
      await enqueue('a')
      let tries = 0
      await workOff(
        parts(),
        kindOf(async () => {
          tries += 1
          if (tries === 1) await enqueue('a')
          return over(`try ${tries}`)
        }),
      )
      expect([tries, await marked(), await rows()]).toEqual([2, ['try 2'], []])
    })

    test('what is taken back while it is done is over, and nothing is noted', async () => {
      await enqueue('a')
      await workOff(
        parts(),
        kindOf(async () => {
          await opened.database.asSystem((trx) =>
            sql`select app_cancel_job('test', 'a')`.execute(trx),
          )
          return over('a')
        }),
      )
      expect([await marked(), await rows()]).toEqual([[], []])
    })

    test('a lane that hangs holds up no other lane and no other kind; in a lane one follows the other', async () => {
      for (const key of ['h1', 'h2', 'h3']) await enqueue(key, { lane: 'hangs' })
      for (const key of ['a', 'b']) await enqueue(key, { lane: key })
      await enqueue('c', { kind: 'other' })
      const [began, seen]: [string[], Job[]] = [[], []]
      const work: Kind['work'] = async (job) => {
        began.push(job.key)
        seen.push(job)
        return job.key.startsWith('h') ? never() : over(job.key)
      }
      const stop = startQueue(
        parts(),
        [kindOf(work, { atOnce: 3 }), kindOf(work, { name: 'other' })],
        3_600_000,
      )
      await expect.poll(marked).toEqual(['a', 'b', 'c'])
      // What comes now does not wait for it either.
      await enqueue('d', { lane: 'd' })
      await expect.poll(marked).toEqual(['a', 'b', 'c', 'd'])
      expect(began.filter((key) => key.startsWith('h'))).toEqual(['h1'])
      void stop()
    })

    test('what is due with one that hangs is taken beside it, at one look', async () => {
      for (const key of ['hangs', 'a', 'b']) await enqueue(key)
      void workOff(
        parts(),
        kindOf(async ({ key }) => (key === 'hangs' ? never() : over(key)), { atOnce: 2 }),
      )
      await expect.poll(marked).toEqual(['a', 'b'])
    })

    test('what is asked for while a server finds nothing is not overlooked', async () => {
      let steps = 0
      let isNext = false
      const asSystem: Database['asSystem'] = async (fn) => {
        const found = await opened.database.asSystem(fn)
        steps += 1
        if (isNext) {
          isNext = false
          await enqueue('a')
          // Until the server has heard of it.
          await new Promise((resolve) => {
            setTimeout(resolve, 100)
          })
        }
        return found
      }
      let began = false
      const stop = startQueue(
        parts({ ...opened.database, asSystem }),
        [
          kindOf(async ({ key }) => {
            began = true
            return over(key)
          }),
        ],
        3_600_000,
      )
      // At its start, and once it listens.
      await expect.poll(() => steps).toBeGreaterThan(1)
      isNext = true
      await opened.database.asSystem((trx) => sql`select pg_notify('job', 'test')`.execute(trx))
      await expect.poll(() => began).toBe(true)
      await stop()
    })

    test('a server that stops finishes what is under way, or leaves it as if it had not begun', async () => {
      await enqueue('a')
      await enqueue('b', { kind: 'left' })
      let finish: (tried: Tried) => void = () => undefined
      let aborted = false
      const stop = startQueue(
        parts(),
        [
          kindOf(
            () =>
              new Promise((resolve) => {
                finish = resolve
              }),
          ),
          kindOf(
            (_job, _held, signal) => {
              signal.addEventListener('abort', () => {
                aborted = true
              })
              return never()
            },
            { name: 'left', isFinishedAtStop: false },
          ),
        ],
        3_600_000,
      )
      await expect.poll(async () => (await rows()).map(({ attempts }) => attempts)).toEqual([1, 1])
      const stopped = stop()
      finish(over('a'))
      await stopped
      expect([aborted, await marked()]).toEqual([true, ['a']])
      expect(await rows()).toMatchObject([{ key: 'b', attempts: 0, claim: null, failure: null }])
    })

    test('a request of an organisation neither sees a job nor asks for one', async () => {
      for (const query of [
        sql`select * from job`,
        sql`select app_enqueue('mail', 'x', null, null, 0, 'epoch')`,
        sql`select app_cancel_job('mail', 'x')`,
      ])
        await expect(
          opened.database.asOrganization('w', (trx) => query.execute(trx)),
        ).rejects.toThrow(/permission denied/)
    })

    /**
     * A server's database. At its nth step the server is killed: before that is committed or after, and
     * from then on nothing of it is heard.
     */
    const killedAt = (
      nth: number,
    ): { readonly database: Database; readonly killed: Promise<void> } => {
      let step = 0
      let kill: () => void = () => undefined
      const killed = new Promise<void>((resolve) => {
        kill = resolve
      })
      const asSystem: Database['asSystem'] = async (fn) => {
        step += 1
        if (step > nth) return never()
        if (step < nth) return opened.database.asSystem(fn)
        if (nth % 2 === 0) await opened.database.asSystem(fn).catch(() => undefined)
        kill()
        return never()
      }
      return { database: { ...opened.database, asSystem }, killed }
    }

    const seeds = Array.from({ length: isFull ? 100 : 12 }, (_none, index) => index + 1)
    test.each(seeds)(
      'two servers that are killed anywhere, leases that end too early and a clock that goes back: each job is done and noted once (seed %i)',
      async (seed) => {
        const chance = randomOf(seed)
        const keys = Array.from({ length: 2 + chance.below(6) }, (_none, index) => `j${index}`)
        for (const key of keys) await enqueue(key, { lane: chance.pick([null, 'x', 'y']) })
        const effects: string[] = []
        const late: (() => void)[] = []
        /** Until when who began a try of a job has it. */
        const holders = new Map<string, number>()
        const broken: string[] = []
        const work: Kind['work'] = async ({ key }, held) => {
          const until = await held(async (trx) => {
            const row = await trx
              .selectFrom('job')
              .select('claimed_until')
              .where('key', '=', key)
              .executeTakeFirst()
            return Date.parse(row?.claimed_until ?? '')
          })
          if ((holders.get(key) ?? -Infinity) > until - minute) broken.push(key)
          holders.set(key, until)
          const what = chance.next()
          if (what < 0.2) {
            holders.delete(key)
            throw new Error('It failed')
          }
          effects.push(key)
          if (what < 0.4) await new Promise<void>((resolve) => late.push(resolve))
          return { end: 'over', note: (trx) => mark(trx, key) }
        }
        const kind = kindOf(work, { atOnce: 2 })
        const running: Promise<unknown>[] = []
        for (let round = 0; round < 12; round += 1) {
          const servers = [0, 1].map(() => {
            const { database, killed } = killedAt(1 + chance.below(14))
            const run = workOff(parts(database), kind)
            return Promise.race([run, killed])
          })
          // Who is late is not waited for.
          running.push(...servers)
          await Promise.race([
            Promise.all(servers),
            new Promise((resolve) => {
              setTimeout(resolve, 30)
            }),
          ])
          if (chance.chance(0.3)) late.splice(0).forEach((resolve) => resolve())
          time += chance.pick([0, 1000, minute, 3 * minute, -2 * minute])
        }
        /** Waits for who is late, too. */
        const ended = async (work: Promise<unknown>): Promise<void> => {
          const releasing = setInterval(() => {
            late.splice(0).forEach((resolve) => resolve())
          }, 1)
          try {
            await work
          } finally {
            clearInterval(releasing)
          }
        }
        await ended(Promise.all(running))
        for (let round = 0; (await rows()).length > 0 && round < 50; round += 1) {
          time += 10 * minute
          await ended(workOff(parts(), kind))
        }
        expect([await rows(), await marked(), broken]).toEqual([[], keys.toSorted(), []])
        expect([...new Set(effects)].toSorted()).toEqual(keys.toSorted())
      },
    )
  },
)
