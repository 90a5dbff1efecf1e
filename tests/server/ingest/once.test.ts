import { expect, test } from 'vitest'
import { storeCheckup } from '../../../server/areas/checkup/store'
import { readingsOf, checkupIngestSchema } from '../../../src/domain/checkup/ingest'
import { decodeWaveform } from '../../../src/domain/ecg/waveform-binary'
import { onBothEngines } from '../engines'
import { countAll, ingestApp, noon, patientNamed, post, seed, wellCheckup } from './device'

const patient = patientNamed('Subramaniam')

onBothEngines(seed, (opened) => {
  test('a check-up sent twice is stored once and answered alike', async () => {
    const app = ingestApp(opened.database)
    const first = await post(app, 'checkups', wellCheckup('twice', patient.id))
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      sourceId: 'twice',
      patientId: patient.id,
      receivedAt: '2026-03-02T12:00:00.000Z',
      replay: false,
    })
    const counts = await countAll(opened.database)
    const later = ingestApp(opened.database, { clock: { now: () => noon + 60_000 } })
    const again = await post(
      later,
      'checkups',
      { ...wellCheckup('twice', patient.id), notes: null },
      { timestamp: String(noon / 1000 + 60) },
    )
    expect([again.status, again.body]).toEqual([200, { ...first.body, replay: true }])
    expect(await countAll(opened.database)).toEqual(counts)
  })

  test('twenty at the same time are stored once, and all are answered', async () => {
    const app = ingestApp(opened.database)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(app, 'checkups', wellCheckup('crowd', patient.id))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    const rows = await opened.database.kysely
      .selectFrom('checkup')
      .select('id')
      .where('source_id', '=', 'crowd')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('another check-up under a used id is refused and changes nothing', async () => {
    const app = ingestApp(opened.database)
    await post(app, 'checkups', wellCheckup('used', patient.id))
    const counts = await countAll(opened.database)
    const changed = await post(app, 'checkups', {
      ...wellCheckup('used', patient.id),
      temperature: { value: 39.9 },
    })
    expect([changed.status, changed.body['code']]).toEqual([409, 'ID_ALREADY_USED'])
    expect(await countAll(opened.database)).toEqual(counts)
  })

  test('two organisations may use the same id, also a UUID, and neither sees the other’s', async () => {
    const app = ingestApp(opened.database)
    const id = '6f1c1e1e-3d1c-4d8f-9b8a-5a6f0f3c9a01'
    const riverside = await post(app, 'checkups', wellCheckup(id, patient.id))
    const willowbank = await post(app, 'checkups', wellCheckup(id, patientNamed('Barlow').id), {
      key: 'demo-willowbank',
      secret: 'demonstration-only-willowbank',
    })
    expect([riverside.status, willowbank.status]).toEqual([201, 201])
    expect(riverside.body['id']).toBe(id)
    expect(willowbank.body['id']).not.toBe(id)
    const again = await post(app, 'checkups', wellCheckup(id, patientNamed('Barlow').id), {
      key: 'demo-willowbank',
      secret: 'demonstration-only-willowbank',
    })
    expect([again.status, again.body['id']]).toEqual([200, willowbank.body['id']])
  })

  test('the database itself stores no check-up of a patient whom the acting organisation does not have, nor in another’s name', async () => {
    const app = ingestApp(opened.database)
    await post(app, 'checkups', wellCheckup('organisation', patient.id))
    const { organization_id: riverside } = await opened.database.kysely
      .selectFrom('checkup')
      .select('organization_id')
      .where('source_id', '=', 'organisation')
      .executeTakeFirstOrThrow()
    const counts = await countAll(opened.database)
    const store = (patientId: string, organizationId: string) =>
      opened.database.asOrganization(riverside, (trx) =>
        storeCheckup(
          trx,
          {
            id: 'past',
            organization_id: organizationId,
            patient_id: patientId,
            source_id: 'past',
            type: 'new_checkup',
            subtype: null,
            checkup_type: null,
            started_at: '2026-03-02T11:00:00.000Z',
            ended_at: '2026-03-02T11:05:00.000Z',
            received_at: '2026-03-02T11:06:00.000Z',
            readings: readingsOf(checkupIngestSchema.parse(wellCheckup('past', patientId))),
            ews_scores: null,
            payload_hash: 'x',
            created_by: null,
          },
          0,
        ),
      )
    await expect(store(patientNamed('Barlow').id, riverside)).rejects.toThrow(
      /not the organisation/,
    )
    await expect(store(patient.id, 'willowbank')).rejects.toThrow(/not the organisation/)
    expect(await countAll(opened.database)).toEqual(counts)
    expect((await store(patient.id, riverside))?.revision).toBeGreaterThan(0)
    expect(await store(patient.id, riverside)).toBeNull()
  })

  test('an array answers item by item; a bad one keeps no good one back', async () => {
    const app = ingestApp(opened.database)
    const items = [
      wellCheckup('list-1', patient.id),
      { ...wellCheckup('list-2', patient.id), endedAt: undefined },
      wellCheckup('list-3', 'nobody'),
      wellCheckup('list-1', patient.id),
    ]
    const answer = await post(app, 'checkups', items)
    expect(answer.status).toBe(207)
    expect(answer.body['results']).toMatchObject([
      { index: 0, status: 201, sourceId: 'list-1' },
      { index: 1, status: 400, errors: [{ path: 'endedAt' }] },
      { index: 2, status: 404 },
      { index: 3, status: 200, replay: true },
    ])
    expect((await post(app, 'checkups', [wellCheckup('list-4', patient.id)])).status).toBe(200)
  })

  test.each([
    ['line feeds', '\n'],
    ['nothing', ''],
    ['dots', '.'],
  ])('the four parts may be joined by %s', async (name, joining) => {
    for (const timestamp of [String(noon / 1000), String(noon), new Date(noon).toISOString()]) {
      expect(
        (
          await post(
            ingestApp(opened.database),
            'checkups',
            wellCheckup(`${name} ${timestamp}`, patient.id),
            { joining, timestamp },
          )
        ).status,
      ).toBe(201)
    }
  })

  test('every new row is told of once, after it is stored', async () => {
    const told: unknown[] = []
    const app = ingestApp(opened.database, { onStored: (stored) => told.push(stored) })
    const first = await post(app, 'checkups', wellCheckup('told', patient.id))
    await post(app, 'checkups', wellCheckup('told', patient.id))
    await post(app, 'checkups', wellCheckup('told-2', 'nobody'))
    expect(told).toEqual([
      {
        kind: 'checkups',
        organizationId: expect.any(String),
        patientId: patient.id,
        id: first.body['id'],
      },
    ])
  })

  test('a bucket is scored, stored once and shown on the board; a late one is not', async () => {
    const app = ingestApp(opened.database)
    const wearer = patientNamed('Kaur')
    const bucket = (id: string, start: string, end: string) => ({
      id,
      patientId: wearer.id,
      bucketStartAt: `2026-03-02T${start}:00Z`,
      bucketEndAt: `2026-03-02T${end}:00Z`,
      respiratoryRate: { value: 22, median: 21, min: 18, max: 24 },
      spo2: { value: 93, median: 94, min: 92, max: 96 },
      heartRate: { value: 112, median: 110, min: 101, max: 120 },
    })
    const first = await post(app, 'monitoring-buckets', bucket('b-2', '11:30', '11:45'))
    expect([first.status, first.body['thresholdScores']]).toEqual([
      201,
      { RRScore: 2, SpO2Score: 2, HRScore: 2, tempScore: null },
    ])
    expect((await post(app, 'monitoring-buckets', bucket('b-2', '11:30', '11:45'))).body).toEqual({
      ...first.body,
      replay: true,
    })
    expect((await post(app, 'monitoring-buckets', bucket('b-1', '11:15', '11:30'))).status).toBe(
      201,
    )
    const board = await opened.database.kysely
      .selectFrom('patient_summary')
      .select(['latest_bucket_id', 'latest_bucket_ended_at'])
      .where('patient_id', '=', wearer.id)
      .executeTakeFirst()
    expect(board).toEqual({
      latest_bucket_id: first.body['id'],
      latest_bucket_ended_at: '2026-03-02T11:45:00.000Z',
    })
  })

  test('a waveform is stored as compact binary that reads back as sent', async () => {
    const app = ingestApp(opened.database)
    const waveform = Array.from(
      { length: 2500 },
      (_, n) => Math.round(Math.sin(n / 9) * 1234) / 1000,
    )
    const item = {
      id: 'w-1',
      patientId: patient.id,
      type: 'SingleECG',
      samplingFrequencyPerSecond: 250,
      recordedAt: '2026-03-02T11:59:00Z',
      waveform,
    }
    const first = await post(app, 'waveforms', item)
    expect([first.status, first.body['endedAt']]).toEqual([201, '2026-03-02T11:59:10.000Z'])
    expect((await post(app, 'waveforms', item)).body).toEqual({ ...first.body, replay: true })
    const row = await opened.database.kysely
      .selectFrom('waveform')
      .selectAll()
      .where('source_id', '=', 'w-1')
      .executeTakeFirstOrThrow()
    expect(row.samples.length).toBeLessThan(5100)
    const decoded = decodeWaveform(new Uint8Array(row.samples))
    if (!decoded.ok) throw new Error(decoded.fault)
    expect(decoded.reading.startedAt).toBe(Date.parse('2026-03-02T11:59:00Z'))
    expect(
      Math.max(
        ...decoded.reading.samples.map((sample, n) => Math.abs(sample - (waveform[n] ?? NaN))),
      ),
    ).toBeLessThan(0.0006)
  })
})
