import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { nextRevision } from '../../server/db/revision'
import { ecgEventTypes } from '../../src/domain/ecg/ecg-events'
import { encodeWaveform } from '../../src/domain/ecg/waveform-binary'
import { samplesOf } from '../../src/domain/ecg/waveform-steps'
import { decodeWindow } from '../../src/domain/ecg/waveform-window'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { addPatient, buildWorld, now } from './world'

const documents = {
  extent:
    'query GetWaveformReadingsMetadata($patientId: ID!, $type: WaveformType!) { waveformReadingsMetadata(patientId: $patientId, type: $type) { earliestReading latestReading } }',
  waveform: `query GetWaveform($patientId: ID!, $type: WaveformType!, $start: DateTime, $end: DateTime!) {
    waveform(patientId: $patientId, type: $type, start: $start, end: $end) { waveform samplingFrequencyPerSecond recordedAt } }`,
  events: `query GetWaveformEvents($patientId: ID!, $type: WaveformType!, $start: DateTime!, $end: DateTime!) {
    waveformEvents(patientId: $patientId, type: $type, start: $start, end: $end) { id type start end method } }`,
}
const iso = (ms: number): string => new Date(ms).toISOString()
/** Samples that say where they are, a microvolt apart. */
const ramp = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => (from + index) / 1000)

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let serial = 0
  let patientId = ''
  const setFeatures = (features: Readonly<Record<string, boolean>>) =>
    opened.database.asSystem((trx) =>
      sql`update organization set features = features || ${JSON.stringify(features)}::jsonb where id in ('w', 'h', 'p')`.execute(
        trx,
      ),
    )
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  beforeEach(async () => {
    await setFeatures({ continuousMonitoring: true, ecgWaveformAnalysis: true })
    patientId = `v-${(serial += 1)}`
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id: patientId, of: 'w', first: 'Eva', last: 'Klee', ward: 'A' }),
    )
  })
  const addRun = (
    startedAt: number,
    samples: readonly number[],
    { frequency = 250, kind = 'SingleECG', of = patientId } = {},
  ) =>
    opened.database.asSystem(async (trx) => {
      const id = `run-${(serial += 1)}`
      await trx
        .insertInto('waveform')
        .values({
          id,
          organization_id: 'w',
          patient_id: of,
          source_id: id,
          kind,
          started_at: iso(startedAt),
          ended_at: iso(startedAt + (samples.length * 1000) / frequency),
          received_at: iso(now),
          sample_rate: frequency,
          samples: encodeWaveform({ startedAt, frequency, samples }),
          payload_hash: id,
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
      return id
    })
  const addEvent = (type: string, start: number, end: number) =>
    opened.database.asSystem((trx) =>
      trx
        .insertInto('waveform_event')
        .values({
          id: `e-${(serial += 1)}`,
          patient_id: patientId,
          kind: 'SingleECG',
          type,
          started_at: iso(start),
          ended_at: iso(end),
          method: 'test 1',
          created_at: iso(now),
        })
        .execute(),
    )
  const ask = async (
    document: keyof typeof documents,
    variables: Record<string, unknown> = {},
    as = 'nurse',
  ) =>
    server.ask(documents[document], {
      as,
      variables: { patientId, type: 'SingleECG', ...variables },
    })
  const readings = async (start: number, end: number) =>
    (await ask('waveform', { start: iso(start), end: iso(end) })).data?.['waveform'] as {
      waveform: number[]
      samplingFrequencyPerSecond: number
      recordedAt: string
    }[]
  const binary = (
    start: number,
    end: number,
    more: {
      readonly as?: string
      readonly headers?: Record<string, string>
      readonly of?: string
    } = {},
  ) =>
    server.fetch(
      `/Prod/waveforms/${more.of ?? patientId}/SingleECG?start=${iso(start)}&end=${iso(end)}`,
      { as: more.as ?? 'nurse', ...(more.headers === undefined ? {} : { headers: more.headers }) },
    )

  describe('GetWaveformReadingsMetadata', () => {
    test('C492 C282 C284 P235 says where the readings of a kind begin and end', async () => {
      expect((await ask('extent')).data).toEqual({ waveformReadingsMetadata: null })
      await addRun(now - 300_000, ramp(250))
      await addRun(now - 100_000, ramp(500))
      await addRun(now - 900_000, ramp(250), { kind: 'PPG' })
      expect((await ask('extent')).data).toEqual({
        waveformReadingsMetadata: {
          earliestReading: iso(now - 300_000),
          latestReading: iso(now - 98_000),
        },
      })
      expect((await ask('extent', { type: 'PPG' })).data).toEqual({
        waveformReadingsMetadata: {
          earliestReading: iso(now - 900_000),
          latestReading: iso(now - 899_000),
        },
      })
      expect((await ask('extent', { type: 'Lead12' })).errors).toHaveLength(1)
    })
  })

  describe('GetWaveform', () => {
    test('C494 C281 answers the readings of the window, cut to it, oldest first', async () => {
      await addRun(now - 10_000, ramp(500, 500))
      await addRun(now - 20_000, ramp(500))
      expect(await readings(now - 19_000, now - 9_996)).toEqual([
        {
          waveform: ramp(250, 250),
          samplingFrequencyPerSecond: 250,
          recordedAt: iso(now - 19_000),
        },
        { waveform: ramp(1, 500), samplingFrequencyPerSecond: 250, recordedAt: iso(now - 10_000) },
      ])
      expect(await readings(now - 17_999, now - 10_000)).toEqual([])
    })

    test('C495 starts 100 s before the end where no start is given', async () => {
      await addRun(now - 110_000, ramp(27_500))
      const answer = await ask('waveform', { end: iso(now) })
      expect(answer.data?.['waveform']).toEqual([
        {
          waveform: ramp(25_000, 2500),
          samplingFrequencyPerSecond: 250,
          recordedAt: iso(now - 100_000),
        },
      ])
    })

    test('neighbouring windows give every sample once, at any rate', async () => {
      const samples = ramp(3600)
      await addRun(now - 10_000, samples, { frequency: 360 })
      const seen: number[] = []
      for (let start = now - 10_000; start < now; start += 1_237)
        for (const { waveform } of await readings(start, start + 1_237)) seen.push(...waveform)
      expect(seen).toEqual(samples)
    })

    test('a long run is found from its middle, and one that ended before is not', async () => {
      await addRun(now - 3_600_000, ramp(3600), { frequency: 1 })
      await addRun(now - 4_000_000, ramp(350), { frequency: 1 })
      expect(await readings(now - 1_000_000, now - 997_000)).toEqual([
        {
          waveform: ramp(3, 2600),
          samplingFrequencyPerSecond: 1,
          recordedAt: iso(now - 1_000_000),
        },
      ])
    })

    test('a window is bounded: its order, its length, and how much there is in it', async () => {
      for (const [start, end] of [
        [now, now - 1000],
        [now, now],
        [now - 600_001, now],
      ] as const) {
        const answer = await ask('waveform', { start: iso(start), end: iso(end) })
        expect([
          codeOf(answer),
          answer.errors[0]?.extensions?.argErrors?.map(({ path }) => path),
        ]).toEqual(['BAD_USER_INPUT', ['end']])
        expect((await binary(start, end)).status).toBe(400)
      }
      for (let device = 0; device < 5; device += 1)
        await addRun(
          now - 150_000,
          Array.from({ length: 300_000 }, () => 0),
          { frequency: 2000 },
        )
      expect([
        codeOf(await ask('waveform', { start: iso(now - 600_000), end: iso(now) })),
        (await binary(now - 600_000, now)).status,
      ]).toEqual(['BAD_USER_INPUT', 400])
    })

    test('is asked by holders of view_patients, of patients they may open, where the organisation has continuousMonitoring', async () => {
      await addRun(now - 1000, ramp(250))
      const codes = async (as: string, of = patientId) => [
        codeOf(await ask('extent', { patientId: of }, as)),
        codeOf(await ask('waveform', { patientId: of, end: iso(now) }, as)),
        (await binary(now - 1000, now, { as, of })).status,
      ]
      expect(await codes('reader')).toEqual(['ok', 'ok', 200])
      expect(await codes('nurse', 'b1')).toEqual(['NOT_FOUND', 'NOT_FOUND', 404])
      expect(await codes('carer')).toEqual(['NOT_FOUND', 'NOT_FOUND', 404])
      expect(await codes('nobody')).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', 401])
      expect(await codes('selfcare')).toEqual(['FORBIDDEN', 'FORBIDDEN', 403])
      await setFeatures({ continuousMonitoring: false })
      expect(await codes('nurse')).toEqual(['FORBIDDEN', 'FORBIDDEN', 403])
    })
  })

  describe('the window in binary', () => {
    test('holds what GetWaveform answers', async () => {
      await addRun(now - 20_000, ramp(500, 7))
      await addRun(now - 10_000, ramp(500, 3), { frequency: 360 })
      const response = await binary(now - 19_000, now)
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('cache-control')).toContain('no-store')
      const window = decodeWindow(new Uint8Array(await response.arrayBuffer()))
      if (!window.ok) throw new Error(window.fault)
      expect([window.start, window.end]).toEqual([now - 19_000, now])
      const json = await readings(now - 19_000, now)
      expect(window.runs.map(({ startedAt, frequency }) => [startedAt, frequency])).toEqual(
        json.map(({ recordedAt, samplingFrequencyPerSecond }) => [
          Date.parse(recordedAt),
          samplingFrequencyPerSecond,
        ]),
      )
      expect(window.runs.map((run) => Array.from(samplesOf(run)))).toEqual(
        json.map(({ waveform }) => Array.from(Float32Array.from(waveform))),
      )
    })

    test('is compressed for who takes that, and not sent again to who has it', async () => {
      await addRun(now - 20_000, ramp(500))
      const packed = await binary(now - 20_000, now, { headers: { 'accept-encoding': 'gzip, br' } })
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      expect(decodeWindow(gunzipSync(await packed.arrayBuffer()))).toMatchObject({
        ok: true,
        start: now - 20_000,
      })
      const tag = packed.headers.get('etag') ?? ''
      const again = await binary(now - 20_000, now, {
        headers: { 'if-none-match': `"other", ${tag}` },
      })
      expect([
        again.status,
        (await again.arrayBuffer()).byteLength,
        again.headers.get('etag'),
      ]).toEqual([304, 0, tag])
      // Something came into the window: it is another one.
      await addRun(now - 5_000, ramp(250))
      const changed = await binary(now - 20_000, now, { headers: { 'if-none-match': tag } })
      expect(changed.status).toBe(200)
      expect(changed.headers.get('etag')).not.toBe(tag)
    })

    test('refuses what is no window with the field', async () => {
      for (const [query, field] of [
        ['', 'end'],
        ['end=yesterday', 'end'],
        [`end=${iso(now)}&start=x`, 'start'],
      ] as const) {
        const response = await server.fetch(`/Prod/waveforms/${patientId}/SingleECG?${query}`, {
          as: 'nurse',
        })
        expect([query, response.status, await response.json()]).toEqual([
          query,
          400,
          { code: 'BAD_USER_INPUT', message: `${field} is not right` },
        ])
      }
      expect(
        (await server.fetch(`/Prod/waveforms/${patientId}/Lead12?end=${iso(now)}`, { as: 'nurse' }))
          .status,
      ).toBe(400)
    })
  })

  describe('GetWaveformEvents', () => {
    test('C496 C283 P234 answers the events that touch the time, oldest first, long ones included', async () => {
      await addEvent('AtrialFibrillation', now - 7_200_000, now - 1_800_000)
      await addEvent('PrematureVentricularContraction', now - 3_000_000, now - 2_999_200)
      await addEvent('Pause', now - 9_000_000, now - 8_999_000)
      await addEvent('SomethingNewOfTheirs', now - 500_000, now - 499_000)
      const answer = await ask('events', { start: iso(now - 3_600_000), end: iso(now) })
      const found = z
        .object({ waveformEvents: z.array(z.looseObject({ type: z.string() })) })
        .parse(answer.data).waveformEvents
      expect(found.map(({ type }) => type)).toEqual([
        'AtrialFibrillation',
        'PrematureVentricularContraction',
        'SomethingNewOfTheirs',
      ])
      expect(found[1]).toMatchObject({
        type: 'PrematureVentricularContraction',
        start: iso(now - 3_000_000),
        end: iso(now - 2_999_200),
        method: 'test 1',
      })
      expect(codeOf(await ask('events', { start: iso(now - 9 * 86_400_000), end: iso(now) }))).toBe(
        'BAD_USER_INPUT',
      )
      expect(
        (await ask('events', { start: iso(now - 7 * 86_400_000), end: iso(now) })).data?.[
          'waveformEvents'
        ],
      ).toHaveLength(4)
    })

    test('a full answer is 10,000 pieces, so that who asks can tell; what lasts is joined in one that is not', async () => {
      const from = now - 6 * 86_400_000
      const pieces = (type: string, count: number) =>
        opened.database.asSystem((trx) =>
          sql`
        insert into waveform_event (id, patient_id, kind, type, started_at, ended_at, method, created_at)
        select ${`full-${(serial += 1)}-`} || n, ${patientId}, 'SingleECG', ${type}, ${iso(from)}::timestamptz + n * interval '10 s', ${iso(from)}::timestamptz + (n + 1) * interval '10 s', 'test 1', ${iso(now)}::timestamptz
        from generate_series(1, ${count}::int) as n`.execute(trx),
        )
      const read = async () =>
        z
          .object({ waveformEvents: z.array(z.looseObject({ start: z.string() })) })
          .parse((await ask('events', { start: iso(from), end: iso(now) })).data).waveformEvents
      await pieces('AtrialFibrillation', 9_999)
      expect(await read()).toHaveLength(1)
      await pieces('PrematureVentricularContraction', 2)
      const found = await read()
      expect([found.length, found[0]?.start]).toEqual([10_000, iso(from + 10_000)])
    })

    test('P234 answers every type that there is: fibrillation, tachycardias, blocks, early beats and the others', async () => {
      const from = now - 5 * 86_400_000
      for (const [index, type] of ecgEventTypes.entries())
        await addEvent(type, from + index * 1000, from + index * 1000 + 500)
      const answer = await ask('events', { start: iso(from), end: iso(from + 60_000) })
      const found = z
        .object({ waveformEvents: z.array(z.looseObject({ type: z.string() })) })
        .parse(answer.data).waveformEvents
      expect(found.map(({ type }) => type)).toEqual([...ecgEventTypes])
      expect(ecgEventTypes).toEqual(
        expect.arrayContaining([
          'AtrialFibrillation',
          'PrematureVentricularContraction',
          'VentricularTachycardia',
          'SupraventricularTachycardia',
          'FirstDegreeAVBlock',
          'ThirdDegreeAVBlock',
          'LeftBundleBranchBlock',
        ]),
      )
    })

    test('C130 C497 only where the organisation has ecgWaveformAnalysis', async () => {
      await setFeatures({ ecgWaveformAnalysis: false })
      expect(codeOf(await ask('events', { start: iso(now - 1000), end: iso(now) }))).toBe(
        'FORBIDDEN',
      )
      expect(codeOf(await ask('waveform', { end: iso(now) }))).toBe('ok')
    })
  })
})
