import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { chunkMs, chunkOf, monitoringChunkSchema } from '../../../src/domain/monitoring/chunk'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onPglite } from '../engines'
import { addPatient, at, buildWorld, now } from '../world'
import { createPuller } from './puller'
import { createTablet } from './tablet'

const quarter = 15 * 60_000
const newest = chunkOf(now)

onPglite(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    await setFeature(true)
    server = await startServer(opened.database)
  })
  const setFeature = (on: boolean) =>
    opened.database.asSystem((trx) =>
      sql`update organization set features = features || ${JSON.stringify({ continuousMonitoring: on })}::jsonb where id = 'w'`.execute(
        trx,
      ),
    )
  const newPuller = async () => {
    const tablet = createTablet(
      () => server,
      () => at(0),
    )
    const { hello } = await tablet.signIn('nurse')
    return createPuller(tablet, 'nurse', () => hello.epoch)
  }
  const newPatient = async (id: string) => {
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id, of: 'w', first: 'Moni', last: id, ward: 'A' }),
    )
    return id
  }
  let serial = 0
  /** A bucket that began then (epoch milliseconds), received `afterMs` after its end. */
  const addBucket = (patientId: string, start: number, { rate = 16, afterMs = 1_000 } = {}) =>
    opened.database.asSystem((trx) =>
      trx
        .insertInto('monitoring_bucket')
        .values({
          id: `mb-${(serial += 1)}`,
          organization_id: 'w',
          patient_id: patientId,
          source_id: `mb-${serial}`,
          started_at: new Date(start).toISOString(),
          ended_at: new Date(start + quarter).toISOString(),
          received_at: new Date(start + quarter + afterMs).toISOString(),
          data: JSON.stringify({
            respiratoryRate: { value: rate, median: rate, min: rate, max: rate },
          }),
          payload_hash: 'x',
          revision: 1,
        })
        .execute(),
    )
  const chunksOf = (put: readonly { readonly __typename: string }[] = []) =>
    put
      .filter(({ __typename }) => __typename === 'MonitoringChunk')
      .map((row) => monitoringChunkSchema.parse(row))

  describe('monitoring in the PATIENT scope', () => {
    test('C277 comes packed by column, newest five days first, then older ones until there are no more', async () => {
      const id = await newPatient('m-old')
      for (const [back, quarters] of [
        [0, [0, 2, 1]],
        [1, [479]],
        [3, [5]],
      ] as const)
        for (const nth of quarters) await addBucket(id, (newest - back) * chunkMs + nth * quarter)
      const nurse = await newPuller()
      const answers = await nurse.pull([`PATIENT:${id}`], 20)
      const chunks = answers.map(({ scopes }) => chunksOf(scopes[0]?.put))
      expect(chunks[0]).toMatchObject([
        { id: `${id}.${newest}`, patientId: id, columns: { at: [0, 1, 2] } },
      ])
      expect(chunks.flat().map((one) => one.id)).toEqual(
        [newest, newest - 1, newest - 3].map((nth) => `${id}.${nth}`),
      )
      expect(chunks.flat()[1]?.columns.at).toEqual([479])
      const [quiet] = await nurse.pull([`PATIENT:${id}`])
      expect(quiet?.scopes[0]).toMatchObject({ put: [] })
      expect(quiet?.scopes[0]?.next).toBe(quiet?.scopes[0]?.base)
    })

    test('a new bucket brings its own record again under a greater revision, a late one that of its day', async () => {
      const id = await newPatient('m-new')
      await addBucket(id, newest * chunkMs)
      await addBucket(id, (newest - 2) * chunkMs)
      const nurse = await newPuller()
      await nurse.pull([`PATIENT:${id}`])
      const before = monitoringChunkSchema.parse(
        nurse.rows.get(`PATIENT:${id} MonitoringChunk ${id}.${newest}`),
      )
      await addBucket(id, newest * chunkMs + quarter)
      const [fresh] = chunksOf((await nurse.pull([`PATIENT:${id}`]))[0]?.scopes[0]?.put)
      expect(fresh).toMatchObject({ id: before.id, columns: { at: [0, 1] } })
      expect(fresh?.revision).toBeGreaterThan(before.revision)
      await addBucket(id, (newest - 2) * chunkMs + 9 * quarter)
      expect(chunksOf((await nurse.pull([`PATIENT:${id}`]))[0]?.scopes[0]?.put)).toMatchObject([
        { id: `${id}.${newest - 2}`, columns: { at: [0, 9] } },
      ])
    })

    test('more changed records than an answer has room for follow in the next, none is skipped', async () => {
      const id = await newPatient('m-many')
      for (let back = 0; back < 6; back += 1) await addBucket(id, (newest - back) * chunkMs)
      const nurse = await newPuller()
      await nurse.pull([`PATIENT:${id}`])
      // One statement: one version for all.
      await opened.database.asSystem((trx) =>
        sql`insert into monitoring_bucket (id, organization_id, patient_id, source_id, started_at, ended_at, received_at, data, payload_hash, revision)
        select 'mass-' || i, 'w', ${id}, 'mass-' || i, to_timestamp((${newest} - i) * ${chunkMs / 1000} + 900), to_timestamp((${newest} - i) * ${chunkMs / 1000} + 1800), now(), '{}', 'x', 1 from generate_series(0, 2) i`.execute(
          trx,
        ),
      )
      for (let back = 3; back < 6; back += 1)
        await addBucket(id, (newest - back) * chunkMs + quarter)
      const answers = await nurse.pull([`PATIENT:${id}`], 10)
      expect(answers.length).toBeGreaterThan(2)
      expect(
        new Set(
          answers
            .flatMap(({ scopes }) => chunksOf(scopes[0]?.put))
            .filter(({ columns }) => columns.at.length === 2)
            .map((one) => one.id),
        ).size,
      ).toBe(6)
    })

    test('of two buckets of one quarter the one that came last counts', async () => {
      const id = await newPatient('m-twice')
      await addBucket(id, newest * chunkMs, { rate: 20, afterMs: 90_000 })
      await addBucket(id, newest * chunkMs, { rate: 12, afterMs: 5_000 })
      const [answer] = await (await newPuller()).pull([`PATIENT:${id}`])
      expect(chunksOf(answer?.scopes[0]?.put)).toMatchObject([
        { columns: { at: [0], respiratoryRate: { value: [20] } } },
      ])
    })

    test('stays with the server while the organisation has no continuous monitoring, and comes once it has', async () => {
      const id = await newPatient('m-feature')
      await addBucket(id, newest * chunkMs)
      await setFeature(false)
      try {
        const nurse = await newPuller()
        expect(
          chunksOf(
            (await nurse.pull([`PATIENT:${id}`])).flatMap(({ scopes }) => scopes[0]?.put ?? []),
          ),
        ).toEqual([])
        expect(
          codeOf(
            await server.ask(
              `{ monitoringChunks(patientId: "${id}", from: "${at(60)}", to: "${at(0)}") { asOf } }`,
              { as: 'nurse' },
            ),
          ),
        ).toBe('FORBIDDEN')
        await setFeature(true)
        expect(
          chunksOf(
            (await nurse.pull([`PATIENT:${id}`])).flatMap(({ scopes }) => scopes[0]?.put ?? []),
          ),
        ).toMatchObject([{ id: `${id}.${newest}` }])
      } finally {
        await setFeature(true)
      }
    })
  })

  describe('a device that holds monitoring', () => {
    test('is told to let go of it when it is no longer its user\u2019s to see, and has it again when it is', async () => {
      const id = await newPatient('m-lost')
      for (const back of [0, 3]) await addBucket(id, (newest - back) * chunkMs)
      const nurse = await newPuller()
      await nurse.pull([`PATIENT:${id}`])
      const all = [`${id}.${newest - 3}`, `${id}.${newest}`]
      expect(nurse.held('MonitoringChunk')).toEqual(all)
      await setFeature(false)
      try {
        const [answer] = await nurse.pull([`PATIENT:${id}`])
        expect(answer?.scopes[0]?.remove).toEqual(
          expect.arrayContaining(
            all.map((chunk) => ({
              type: 'MonitoringChunk',
              id: chunk,
              reason: 'REVOKED',
              mergedInto: null,
            })),
          ),
        )
        expect(nurse.held('MonitoringChunk')).toEqual([])
        expect((await nurse.pull([`PATIENT:${id}`]))[0]?.scopes[0]).toMatchObject({
          put: [],
          remove: [],
        })
      } finally {
        await setFeature(true)
      }
      await nurse.pull([`PATIENT:${id}`])
      expect(nurse.held('MonitoringChunk')).toEqual(all)
    })
  })

  describe('records that a device asks its scope for', () => {
    const ask = (patientId: string, wanted: object) =>
      server.ask(
        'query ($in: OlderIn!) { syncOlder(in: $in) { rows { ... on MonitoringChunk { id } } } }',
        {
          as: 'nurse',
          variables: { in: { scope: `PATIENT:${patientId}`, type: 'MonitoringChunk', ...wanted } },
        },
      )
    const iso = (chunk: number, ms = 0) => new Date(chunk * chunkMs + ms).toISOString()

    test('are those that begin in a time, and a time of too many is refused, not cut', async () => {
      const id = await newPatient('m-older')
      for (const back of [0, 1, 2, 13]) await addBucket(id, (newest - back) * chunkMs)
      const idsOf = async (wanted: object) => {
        const answer = await ask(id, wanted)
        expect(answer.errors).toEqual([])
        const found = answer.data?.['syncOlder'] as { readonly rows: readonly { id: string }[] }
        return found.rows.map((row) => row.id)
      }
      expect(await idsOf({ from: iso(newest - 2), before: iso(newest) })).toEqual([
        `${id}.${newest - 2}`,
        `${id}.${newest - 1}`,
      ])
      // One that began before the time is not of it; one that begins in it is.
      expect(await idsOf({ from: iso(newest - 2, 1), before: iso(newest, 1) })).toEqual([
        `${id}.${newest - 1}`,
        `${id}.${newest}`,
      ])
      expect(await idsOf({ before: iso(newest - 2) })).toEqual([])
      expect(await idsOf({ before: iso(newest - 11) })).toEqual([`${id}.${newest - 13}`])
      expect(codeOf(await ask(id, { from: iso(newest - 11), before: iso(newest) }))).toBe(
        'BAD_USER_INPUT',
      )
    })
  })

  describe('monitoringChunks by name', () => {
    const ask = (patientId: string, from: number, to: number, as = 'nurse') =>
      server.ask(
        `{ monitoringChunks(patientId: "${patientId}", from: "${new Date(from).toISOString()}", to: "${new Date(to).toISOString()}") { chunks { id revision patientId startAt columns } asOf } }`,
        { as },
      )

    test('answers the records that touch the time, oldest first', async () => {
      const id = await newPatient('m-named')
      for (const back of [0, 1, 4]) await addBucket(id, (newest - back) * chunkMs)
      const answer = await ask(id, (newest - 2) * chunkMs, newest * chunkMs)
      expect(answer.data?.monitoringChunks).toMatchObject({
        chunks: [{ id: `${id}.${newest - 1}` }, { id: `${id}.${newest}` }],
      })
    })

    test('refuses more than fifty days, a time that ends before it begins, and a patient who is not the user\u2019s', async () => {
      expect(codeOf(await ask('a1', (newest - 10) * chunkMs, newest * chunkMs))).toBe(
        'BAD_USER_INPUT',
      )
      expect(codeOf(await ask('a1', newest * chunkMs, (newest - 1) * chunkMs))).toBe(
        'BAD_USER_INPUT',
      )
      expect(codeOf(await ask('b1', newest * chunkMs, newest * chunkMs))).toBe('NOT_FOUND')
    })
  })
})
