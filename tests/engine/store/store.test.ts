import '../../flow/browser-globals'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  jsonCodec,
  openCache,
  openDevice,
  openOutbox,
  type CacheStore,
  type Codec,
  type NewCommand,
} from '../../../src/engine/store'
import { tables } from '../../../src/data/tables'

let environment: {
  readonly codec: Codec
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
}
beforeEach(() => {
  environment = { codec: jsonCodec, indexedDB: new IDBFactory(), IDBKeyRange }
})

const command = (id: string, author = 'nurse'): NewCommand => ({
  id,
  author,
  organization: 'riverside',
  lane: 'p1',
  n: 1,
  op: 'addPatientNote',
  opVersion: 1,
  capturedAt: 0,
  sessionId: 's',
  seal: { sealed: '', signature: '' },
  value: { text: id },
})
const row = (id: string, revision: number, text: string, subjectId = 'p1') => ({
  id,
  subjectId,
  at: 0,
  revision,
  value: { text },
})
const textsOf = async (cache: CacheStore): Promise<readonly unknown[]> =>
  await Promise.all(
    (await cache.rows('note', { by: 'all' })).map((kept) => cache.openRow('note', kept)),
  )

const lostConnection = () =>
  Object.assign(
    new Error('Connection to Indexed Database server lost. Refresh the page to try again'),
    { name: 'UnknownError' },
  )

describe('a decision over a command', () => {
  test('is taken once: of two at the same time, in place or at the end of the lane, the first counts', async () => {
    for (const place of [{ n: 1 }, { n: 2, isNext: true as const }]) {
      environment = { codec: jsonCodec, indexedDB: new IDBFactory(), IDBKeyRange }
      const one = openOutbox(environment)
      const two = openOutbox(environment)
      await one.add({ ...command('x'), isNext: true })
      expect(await one.add({ ...command('y'), ...place }, 'x')).toBe(true)
      await expect(two.add({ ...command('z'), ...place }, 'x')).rejects.toMatchObject({
        problem: { code: 'conflict:not-waiting' },
      })
      expect((await two.all()).map(({ id }) => id)).toEqual(['y'])
      // The same decision again, after a lost connection.
      expect(await one.add({ ...command('y'), ...place }, 'x')).toBe(true)
      expect((await two.all()).map(({ id }) => id)).toEqual(['y'])
      one.close()
      two.close()
    }
  })

  test('is not taken over one that may be with the server, or is: it stays as it was, in its place and at the end of the lane', async () => {
    for (const place of [{ n: 1 }, { n: 2, isNext: true as const }])
      for (const sent of [
        { unsure: true, tries: 1 },
        { state: 'ACCEPTED' as const, tries: 1, acceptedAt: 5 },
      ]) {
        const outbox = openOutbox({ ...environment, indexedDB: new IDBFactory() })
        await outbox.add({ ...command('x'), isNext: true })
        await outbox.move(['x'], (row) => ({ ...row, ...sent }))
        const before = await outbox.all()
        await expect(outbox.add({ ...command('y'), ...place }, 'x')).rejects.toMatchObject({
          problem: { code: 'conflict:on-its-way' },
        })
        expect(await outbox.all()).toEqual(before)
        expect(before.map(({ id, unsure, state }) => [id, unsure || state === 'ACCEPTED'])).toEqual(
          [['x', true]],
        )
        expect(await outbox.nextNumber('p1')).toBe(2)
        outbox.close()
      }
  })

  test('is not taken over one that was given up', async () => {
    const outbox = openOutbox(environment)
    await outbox.add(command('x'))
    await outbox.move(['x'], (row) => ({ ...row, state: 'DISCARDED' }))
    await expect(outbox.add(command('y'), 'x')).rejects.toMatchObject({
      problem: { kind: 'conflict' },
    })
    expect((await outbox.all()).map(({ id, state }) => [id, state])).toEqual([['x', 'DISCARDED']])
    outbox.close()
  })
})

describe('the outbox', () => {
  test("keeps commands in the order of writing, each author's apart, over a reopening", async () => {
    const first = openOutbox(environment)
    for (const id of ['c', 'a', 'b']) await first.add(command(id))
    await first.add(command('x', 'somebody else'))
    first.close()
    const second = openOutbox(environment)
    expect((await second.of('nurse')).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  })

  test('writes with strict durability', async () => {
    const durabilities: unknown[] = []
    const prototype = await new Promise<IDBDatabase>((resolve) => {
      const request = environment.indexedDB.open('any')
      request.addEventListener('success', () =>
        resolve(Object.getPrototypeOf(request.result) as IDBDatabase),
      )
    })
    const original = prototype.transaction
    vi.spyOn(prototype, 'transaction').mockImplementation(function transaction(
      this: IDBDatabase,
      ...args
    ) {
      durabilities.push([args[1], args[2]?.durability])
      return original.apply(this, args)
    })
    // Dexie binds the method when it opens the database: the spy has to be there first.
    await openOutbox(environment).add(command('a'))
    expect(durabilities).toContainEqual(['readwrite', 'strict'])
  })

  test('keeps nothing of a command that was written under what has changed since, nor uses its number', async () => {
    const outbox = openOutbox(environment)
    await outbox.keepMeta('session', () => ({ sessionId: 's', offsetMs: 1 }))
    const under = { id: 'session', value: { sessionId: 's', offsetMs: 1 } }
    expect(await outbox.add({ ...command('a'), isNext: true, under })).toBe(true)
    await outbox.keepMeta('session', () => ({ sessionId: 't', offsetMs: 1 }))
    expect(await outbox.add({ ...command('b'), n: 2, isNext: true, under })).toBe(false)
    expect((await outbox.all()).map(({ id }) => id)).toEqual(['a'])
    expect(await outbox.nextNumber('p1')).toBe(2)
  })

  test('writes a command again on a fresh connection when the first was lost, once', async () => {
    const outbox = openOutbox(environment)
    await outbox.add(command('first'))
    vi.spyOn(Dexie.prototype, 'transaction').mockImplementationOnce(() => {
      throw lostConnection()
    })
    await outbox.add(command('second'))
    expect((await outbox.of('nurse')).map(({ id }) => id)).toEqual(['first', 'second'])
  })

  test('says Not saved when the connection stays lost', async () => {
    const outbox = openOutbox(environment)
    await outbox.add(command('first'))
    vi.spyOn(Dexie.prototype, 'transaction').mockImplementation(() => {
      throw lostConnection()
    })
    await expect(outbox.add(command('second'))).rejects.toMatchObject({
      problem: { code: 'storage' },
    })
  })

  test('says Not saved when there is no room', async () => {
    const outbox = openOutbox(environment)
    vi.spyOn(Dexie.prototype, 'transaction').mockImplementation(() => {
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
    })
    await expect(outbox.add(command('a'))).rejects.toMatchObject({ problem: { kind: 'storage' } })
  })
})

describe('a full disk', () => {
  const full = () =>
    Object.assign(new Error('aborted'), {
      name: 'AbortError',
      inner: Object.assign(new Error('full'), { name: 'QuotaExceededError' }),
    })

  test('gives up what is disposable, and writes a command once more on a fresh connection', async () => {
    const asked: string[] = []
    const outbox = openOutbox({
      ...environment,
      makeRoom: () => {
        asked.push('room')
        return Promise.resolve(true)
      },
    })
    await outbox.add(command('first'))
    const opened = vi.spyOn(Dexie.prototype, 'open')
    vi.spyOn(Dexie.prototype, 'transaction').mockImplementationOnce(() => {
      throw full()
    })
    await outbox.add(command('second'))
    expect(asked).toEqual(['room'])
    expect(opened).toHaveBeenCalled()
    expect((await outbox.of('nurse')).map(({ id }) => id)).toEqual(['first', 'second'])
  })

  test('that stays full is Not saved, after one more attempt; another failure deletes nothing', async () => {
    const asked: string[] = []
    const outbox = openOutbox({
      ...environment,
      makeRoom: () => {
        asked.push('room')
        return Promise.resolve(true)
      },
    })
    await outbox.add(command('first'))
    const attempts = vi.spyOn(Dexie.prototype, 'transaction').mockImplementation(() => {
      throw full()
    })
    await expect(outbox.add(command('second'))).rejects.toMatchObject({
      problem: { code: 'storage' },
    })
    expect([asked.length, attempts.mock.calls.length]).toEqual([1, 2])
    attempts.mockImplementation(() => {
      throw lostConnection()
    })
    await expect(outbox.add(command('third'))).rejects.toMatchObject({
      problem: { code: 'storage' },
    })
    expect(asked).toHaveLength(1)
  })
})

describe('the cache', () => {
  test('keeps the higher revision, and of equal ones the later answer', async () => {
    const cache = await openCache({ ...environment, tables }, 'nurse', 'riverside')
    const accept = (revision: number, asOf: number, text: string) =>
      cache.accept({ table: 'note', asOf, rows: [row('n', revision, text)] })
    await accept(2, 100, 'two')
    await accept(1, 200, 'an older row, later')
    expect(await textsOf(cache)).toEqual([{ text: 'two' }])
    await accept(2, 50, 'the same row, an earlier answer')
    expect(await textsOf(cache)).toEqual([{ text: 'two' }])
    await accept(2, 150, 'two again')
    expect(await textsOf(cache)).toEqual([{ text: 'two again' }])
    await accept(3, 10, 'three')
    expect(await textsOf(cache)).toEqual([{ text: 'three' }])
  })

  test('an answer that comes late removes nothing that a later one brought', async () => {
    const cache = await openCache({ ...environment, tables }, 'nurse', 'riverside')
    await cache.accept({ table: 'note', asOf: 200, rows: [row('new', 1, 'new')] })
    await cache.accept({
      table: 'note',
      asOf: 100,
      rows: [row('old', 1, 'old')],
      gone: { selection: { by: 'all' }, of: (kept) => kept.map(({ id }) => id) },
    })
    expect(await textsOf(cache)).toEqual([{ text: 'new' }, { text: 'old' }])
  })

  test('of one user and organisation is not the cache of another', async () => {
    const mine = await openCache({ ...environment, tables }, 'nurse', 'riverside')
    await mine.accept({ table: 'note', asOf: 1, rows: [row('n', 1, 'mine')] })
    const others = await Promise.all([
      openCache({ ...environment, tables }, 'nurse', 'willowbank'),
      openCache({ ...environment, tables }, 'carer', 'riverside'),
    ])
    for (const other of others) expect(await textsOf(other)).toEqual([])
    expect(mine.name).not.toContain('nurse')
  })

  test('with a table more keeps what it held, and a page with the former tables goes on', async () => {
    let isTaken = false
    const former = await openCache({ ...environment, tables }, 'nurse', 'riverside', () => {
      isTaken = true
    })
    await former.accept({ table: 'note', asOf: 1, rows: [row('n', 1, 'kept')] })
    const more = [...tables, { name: 'task', since: 9, pulled: true }]
    const next = await openCache({ ...environment, tables: more }, 'nurse', 'riverside')
    expect([isTaken, former.isClosed(), next.pulled.at(-1)]).toEqual([true, true, 'task'])
    expect(await textsOf(next)).toEqual([{ text: 'kept' }])
    expect(await next.accept({ table: 'task', asOf: 1, rows: [row('t', 1, 'new')] })).toBe(true)
    next.close()
    const again = await openCache({ ...environment, tables }, 'nurse', 'riverside')
    expect(await textsOf(again)).toEqual([{ text: 'kept' }])
  })

  test('keeps nothing after it was closed', async () => {
    const cache = await openCache({ ...environment, tables }, 'nurse', 'riverside')
    cache.close()
    expect(await cache.accept({ table: 'note', asOf: 1, rows: [row('n', 1, 'late')] })).toBe(false)
    expect(
      await textsOf(await openCache({ ...environment, tables }, 'nurse', 'riverside')),
    ).toEqual([])
  })

  test('every body passes the codec, outside of transactions', async () => {
    const seen: string[] = []
    const codec: Codec = {
      seal: async ({ table, id }, value) => {
        expect(Dexie.currentTransaction).toBeFalsy()
        await new Promise((resolve) => {
          setTimeout(resolve, 0)
        })
        seen.push(`${table} ${id}`)
        return btoa(JSON.stringify(value))
      },
      open: async (_context, sealed) => {
        expect(Dexie.currentTransaction).toBeFalsy()
        await new Promise((resolve) => {
          setTimeout(resolve, 0)
        })
        return JSON.parse(atob(sealed)) as unknown
      },
    }
    const sealed = { ...environment, codec }
    const cache = await openCache({ ...sealed, tables }, 'nurse', 'riverside')
    await cache.accept({
      table: 'note',
      asOf: 1,
      rows: [row('n', 1, 'secret words')],
      receipt: { id: 'r', value: { total: 1 } },
    })
    const outbox = openOutbox(sealed)
    await outbox.add(command('secret command'))
    const device = openDevice(sealed)
    await device.write('session', { email: 'person' })
    expect(seen).toEqual(expect.arrayContaining(['note n', 'receipt r', 'command secret command']))
    expect(await textsOf(cache)).toEqual([{ text: 'secret words' }])
    expect(JSON.stringify(await cache.rows('note', { by: 'all' }))).not.toContain('secret words')
    // In clear: it is read before there is a key.
    expect(await device.read('session')).toEqual({ email: 'person' })
  })
})

describe('a database that a tab of another version holds', () => {
  const hold = (name: string): Promise<IDBDatabase> =>
    new Promise((resolve) => {
      const request = environment.indexedDB.open(name)
      // As a frozen tab: it does not hear that it should close.
      request.addEventListener('success', () => resolve(request.result))
    })

  test('keeps nobody waiting: it goes when that tab does, and is tried again until then', async () => {
    const held = await hold('lamplight-cache-of-an-older-shape')
    const device = openDevice(environment)
    await device.rememberCache({ name: held.name, userId: 'nurse', organizationId: 'riverside' })
    await device.deleteCaches(() => true)
    const names = async () => (await environment.indexedDB.databases()).map(({ name }) => name)
    expect(await names()).toContain(held.name)
    held.close()
    await expect.poll(names).not.toContain(held.name)
    await device.deleteCaches(() => true)
  })
})
