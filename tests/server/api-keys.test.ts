import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, onTestFinished } from 'vitest'
import {
  CreateIntegrationApiKeyDocument,
  ExpireIntegrationApiKeyDocument,
  SettingsApiKeysDocument,
  UndoExpireIntegrationApiKeyDocument,
} from '../../schema/generated/documents/api-key'
import { openDatabase, type Database } from '../../server/db/database'
import { permissions, type Permission } from '../../src/domain/access/permissions'
import { codeOf, startServer } from './client'
import type { Answer, Ask } from './client'
import { onBothEngines, onPglite } from './engines'
import { box, ingestApp, post, wellCheckup } from './ingest/device'
import { at, buildWorld, now } from './world'

interface Key {
  readonly id: string
  readonly apiKey: string
  readonly secret: string | null
  readonly deletedAt: string | null
  readonly createdAt: string
  readonly createdBy: { readonly id: string; readonly firstName: string } | null
}

const hour = 3_600_000
/** Keys expire by the database's clock, which no test moves. */
const later = (ms: number): string => new Date(Date.now() + ms).toISOString()
const isNow = (at: string | null): boolean => Math.abs(Date.parse(at ?? '') - Date.now()) < 60_000

/** The tests' world, whose ward has the flag of the integration API. */
const buildKeys = async (database: Database): Promise<void> => {
  await buildWorld(database)
  await database.kysely
    .updateTable('organization')
    .set({ features: JSON.stringify({ wards: true, integrationApi: true }) })
    .where('id', '=', 'w')
    .execute()
}
const keyIn = (answer: Answer): Key => Object.values(answer.data ?? {})[0] as Key
const reasonIn = (answer: Answer) => [
  codeOf(answer),
  answer.errors[0]?.extensions?.reason,
  answer.errors[0]?.message,
]

let sent = 0

/** A server and its ingest API, with a clock that the test moves. */
const started = async (database: Database, clock: { now: () => number }) => {
  const server = await startServer(database, { clock, secrets: box })
  const app = ingestApp(database, { clock })
  const ask = (document: { readonly text: string }, options: Ask = {}) =>
    server.ask(document.text, { as: 'admin', ...options })
  return {
    server,
    make: (options: Ask = {}) => ask(CreateIntegrationApiKeyDocument, options),
    list: async (options: Ask = {}) =>
      keyIn(await ask(SettingsApiKeysDocument, options)) as unknown as readonly Key[],
    expire: (id: string, expiresAt: string | null, options: Ask = {}) =>
      ask(ExpireIntegrationApiKeyDocument, { ...options, variables: { id, expiresAt } }),
    undo: (id: string, options: Ask = {}) =>
      ask(UndoExpireIntegrationApiKeyDocument, { ...options, variables: { id } }),
    /** Sends a reading signed with a key. @returns the status */
    send: async ({ apiKey, secret }: Key): Promise<number> => {
      const answer = await post(app, 'checkups', wellCheckup(`${apiKey}-${(sent += 1)}`, 'a1'), {
        key: apiKey,
        secret: secret ?? '',
        timestamp: String(Math.floor(clock.now() / 1000)),
      })
      return answer.status
    },
  }
}
type Started = Awaited<ReturnType<typeof started>>

/** The time that a key was told to expire at has come. */
const reach = (database: Database, { id }: { readonly id: string }): Promise<unknown> =>
  database.asSystem((trx) =>
    trx
      .updateTable('ingest_key')
      .set({ deleted_at: later(-1) })
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute(),
  )
const withoutKeys = (database: Database): Promise<unknown> =>
  database.asSystem((trx) => trx.deleteFrom('ingest_key').execute())

onPglite(buildKeys, (opened) => {
  let time = now
  let keys: Started
  beforeAll(async () => {
    keys = await started(opened.database, { now: () => time })
  })
  beforeEach(async () => {
    time = now
    await withoutKeys(opened.database)
  })

  test('P203 C004 C300 C523 an administrator makes a key: its name and its secret come back once, and it signs readings', async () => {
    const answer = await keys.make()
    expect(answer.errors).toEqual([])
    const key = keyIn(answer)
    expect(key).toEqual({
      id: key.apiKey,
      apiKey: expect.stringMatching(/^lk_[0-9a-f]{24}$/),
      secret: expect.stringMatching(/^[\w-]{43}$/),
      deletedAt: null,
      createdAt: at(0),
      createdBy: { id: 'admin', firstName: 'ADMIN', lastName: 'Tester', email: null },
    })
    expect(await keys.send(key)).toBe(201)
    expect(await keys.send({ ...key, secret: 'guessed' })).toBe(401)
    expect(keyIn(await keys.make()).secret).not.toBe(key.secret)
  })

  test('C518 SettingsApiKeys answers integrationApiKeys: active ones first, each newest first, none with its secret', async () => {
    const made: Key[] = []
    for (const minute of [0, 1, 2]) {
      time = now + minute * 60_000
      made.push(keyIn(await keys.make()))
    }
    const [first, second, third] = made.map(({ id }) => id)
    await keys.expire(third ?? '', null)
    await keys.expire(first ?? '', later(hour))
    expect((await keys.list()).map(({ id }) => id)).toEqual([second, first, third])
    const answer = await keys.server.ask('{ integrationApiKeys { id secret } }', { as: 'admin' })
    expect(keyIn(answer)).toEqual([second, first, third].map((id) => ({ id, secret: null })))
    expect(SettingsApiKeysDocument.name).toBe('SettingsApiKeys')
  })

  test('a list of many expired keys still holds every active one', async () => {
    const active = keyIn(await keys.make())
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('ingest_key')
        .values(
          Array.from({ length: 60 }, (_, index) => ({
            id: `old-${index}`,
            organization_id: 'w',
            secret: 'sealed',
            created_at: later(index),
            deleted_at: at(1),
          })),
        )
        .execute(),
    )
    const listed = await keys.list()
    expect([listed.length, listed[0]?.id]).toEqual([50, active.id])
    expect(listed[1]?.createdBy).toBeNull()
  })

  test('the secret is in no table, no log and no later answer, also not to a repeat of the request that made it', async () => {
    const { secret, ...key } = keyIn(await keys.make({ key: 'make-once-1' }))
    const again = await keys.make({ key: 'make-once-1' })
    expect(again.errors).toEqual([])
    expect(keyIn(again)).toEqual({ ...key, secret: null })
    await keys.expire(key.id, later(hour), { key: 'expire-once-1' })
    await keys.undo(key.id)
    const { rows: tables } = await sql<{
      name: string
    }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(
      opened.database.kysely,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(
        opened.database.kysely,
      )
      const text = JSON.stringify(rows)
      if (text.includes(secret ?? '')) found.push(name)
      if (name === 'client_mutation' || name === 'action_log') expect(text, name).toContain(key.id)
    }
    expect(found).toEqual([])
    expect(keys.server.logged.join('')).not.toContain(secret)
    expect(keys.server.logged.join('')).toContain('mutation-replayed')
    expect(await keys.list()).toEqual([
      { id: key.id, apiKey: key.id, deletedAt: null, createdAt: at(0), createdBy: key.createdBy },
    ])
  })

  test('a repeat after a lost answer makes no second key; the same for another command is refused', async () => {
    const first = keyIn(await keys.make({ key: 'make-once-2' }))
    await keys.make({ key: 'make-once-2' })
    expect(await keys.list()).toHaveLength(1)
    expect(reasonIn(await keys.undo(first.id, { key: 'make-once-2' })).slice(0, 2)).toEqual([
      'CONFLICT',
      'ID_REUSED',
    ])
  })

  test('C400 C401 C524 a key is active until it expires: immediately, or at a later time', async () => {
    const [now1, soon] = [keyIn(await keys.make()), keyIn(await keys.make())]
    expect(keyIn(await keys.expire(now1.id, null)).deletedAt).toSatisfy(isNow)
    expect(await keys.send(now1)).toBe(401)
    const inTwoHours = later(2 * hour)
    expect(keyIn(await keys.expire(soon.id, inTwoHours)).deletedAt).toBe(inTwoHours)
    expect(await keys.send(soon)).toBe(201)
    await reach(opened.database, soon)
    expect(await keys.send(soon)).toBe(401)
  })

  test('a time that has passed counts as now, and a key that is to expire can be ended sooner', async () => {
    const key = keyIn(await keys.make())
    await keys.expire(key.id, later(168 * hour))
    expect(keyIn(await keys.expire(key.id, later(-hour))).deletedAt).toSatisfy(isNow)
    expect(await keys.send(key)).toBe(401)
  })

  test('C401 C525 an expiry that has not passed is undone, and the key goes on signing', async () => {
    const key = keyIn(await keys.make())
    await keys.expire(key.id, later(hour))
    expect(keyIn(await keys.undo(key.id))).toMatchObject({ id: key.id, deletedAt: null })
    await reach(opened.database, key)
    expect(await keys.send(key)).toBe(201)
    // Of two who undo at once the second finds it done.
    expect(keyIn(await keys.undo(key.id))).toMatchObject({ deletedAt: null })
  })

  test('what has expired stays so: neither undone nor put off', async () => {
    const key = keyIn(await keys.make())
    await keys.expire(key.id, later(hour))
    await reach(opened.database, key)
    for (const answer of [await keys.undo(key.id), await keys.expire(key.id, later(9 * hour))])
      expect(reasonIn(answer).slice(0, 2)).toEqual(['CONFLICT', 'API_KEY_EXPIRED'])
    expect(await keys.send(key)).toBe(401)
  })

  test('another organisation’s key is answered like one that does not exist', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('ingest_key')
        .values({ id: 'key-h', organization_id: 'h', secret: 'sealed', created_at: at(5) })
        .execute(),
    )
    for (const id of ['key-h', 'no-such'])
      for (const answer of [await keys.expire(id, null), await keys.undo(id)])
        expect(reasonIn(answer)).toEqual(['NOT_FOUND', undefined, 'Not found'])
    expect(await keys.list()).toEqual([])
  })

  test('the eleventh active key is refused in the words of the specification; one that is to expire counts, an expired one does not', async () => {
    for (let n = 0; n < 10; n += 1) expect(codeOf(await keys.make())).toBe('ok')
    const [one] = await keys.list()
    await keys.expire(one?.id ?? '', later(hour))
    expect(reasonIn(await keys.make())).toEqual([
      'CONFLICT',
      'API_KEY_LIMIT',
      'Maximum number of active API keys exceeded',
    ])
    await reach(opened.database, { id: one?.id ?? '' })
    expect(codeOf(await keys.make())).toBe('ok')
    expect(codeOf(await keys.make())).toBe('CONFLICT')
  })

  test('making, expiring and undoing are in the action log by the key’s name', async () => {
    const { id, secret } = keyIn(await keys.make())
    const expiresAt = later(hour)
    await keys.expire(id, expiresAt)
    await keys.undo(id)
    const entries = await opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'entity_type', 'details'])
      .where('entity_id', '=', id)
      .orderBy('seq')
      .execute()
    const of = { actor_id: 'admin', entity_type: 'integrationApiKey' }
    expect(entries).toEqual([
      { action: 'createIntegrationApiKey', ...of, details: {} },
      { action: 'expireIntegrationApiKey', ...of, details: { expiresAt } },
      { action: 'undoExpireIntegrationApiKey', ...of, details: {} },
    ])
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  describe('C233 C472 C473 a role of the organisation’s own', () => {
    const hold = (held: readonly Permission[]) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('role')
          .set({ permissions: JSON.stringify(held) })
          .where('id', '=', 'owl')
          .execute(),
      )
    /** What the owl may with these permissions: listing, making, expiring, undoing. */
    const done = async (held: readonly Permission[]): Promise<readonly string[]> => {
      await hold(held)
      onTestFinished(async () => {
        await hold(['view_patients', 'add_patient_notes'])
      })
      const key = keyIn(await keys.make())
      const as = { as: 'owl' }
      const answers = {
        list: await keys.server.ask(SettingsApiKeysDocument.text, as),
        make: await keys.make(as),
        expire: await keys.expire(key.id, later(hour), as),
        undo: await keys.undo(key.id, as),
      }
      return Object.entries(answers).flatMap(([name, answer]) => {
        expect(['ok', 'FORBIDDEN']).toContain(codeOf(answer))
        return codeOf(answer) === 'ok' ? [name] : []
      })
    }

    test.each<readonly [string, readonly Permission[], readonly string[]]>([
      ['view_integration_api_keys lists', ['view_integration_api_keys'], ['list']],
      ['create_integration_api_keys makes', ['create_integration_api_keys'], ['make']],
      [
        'delete_integration_api_keys expires and undoes',
        ['delete_integration_api_keys'],
        ['expire', 'undo'],
      ],
      [
        'every other permission does nothing of it',
        permissions.filter((one) => !one.endsWith('_integration_api_keys')),
        [],
      ],
    ])('%s, and nothing else', async (_title, held, expected) => {
      expect(await done(held)).toEqual(expected)
    })
  })

  test('C233 without the flag integrationApi nobody lists, makes, expires or undoes', async () => {
    const { id } = keyIn(await keys.make())
    const flags = (features: Record<string, boolean>) =>
      opened.database.kysely
        .updateTable('organization')
        .set({ features: JSON.stringify(features) })
        .where('id', '=', 'w')
        .execute()
    await flags({ wards: true })
    onTestFinished(async () => {
      await flags({ wards: true, integrationApi: true })
    })
    for (const answer of [
      await keys.server.ask(SettingsApiKeysDocument.text, { as: 'admin' }),
      await keys.make(),
      await keys.expire(id, null),
      await keys.undo(id),
    ])
      expect(codeOf(answer)).toBe('FORBIDDEN')
  })
})

/** Two servers of one database, each with connections of its own where the engine has them. */
onBothEngines(buildKeys, (opened) => {
  const two = async (aheadMs = 0): Promise<readonly [Started, Started]> => {
    await withoutKeys(opened.database)
    const other = opened.url === null ? opened.database : await openDatabase({ url: opened.url })
    if (other !== opened.database) onTestFinished(() => other.close())
    return [
      await started(opened.database, { now: () => now }),
      await started(other, { now: () => now + aheadMs }),
    ]
  }

  test('a key that one server makes signs at the other, and once it expires at one both refuse it', async () => {
    const [one, other] = await two()
    const key = keyIn(await one.make())
    expect([await one.send(key), await other.send(key)]).toEqual([201, 201])
    await other.expire(key.id, null)
    expect([await one.send(key), await other.send(key)]).toEqual([401, 401])
  })

  test.each([90_000, -90_000])(
    'C400 a key that expires immediately at a server whose clock is %i ms off is refused by both at once, and by both alike called expired',
    async (aheadMs) => {
      const [one, other] = await two(aheadMs)
      const key = keyIn(await one.make())
      await other.expire(key.id, null)
      expect([await one.send(key), await other.send(key)]).toEqual([401, 401])
      for (const server of [one, other])
        expect(reasonIn(await server.undo(key.id)).slice(0, 2)).toEqual([
          'CONFLICT',
          'API_KEY_EXPIRED',
        ])
    },
  )

  test('of thirty users who make a key at once on two servers ten succeed', async () => {
    const [one, other] = await two()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? one : other).make()),
    )
    expect(answers.filter((answer) => codeOf(answer) === 'ok')).toHaveLength(10)
    expect(answers.filter((answer) => codeOf(answer) === 'CONFLICT')).toHaveLength(20)
    expect(await one.list()).toHaveLength(10)
  })
})
