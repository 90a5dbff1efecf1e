import { expect, test } from 'vitest'
import { onPglite } from '../engines'
import {
  countAll,
  ingestApp,
  noon,
  patientNamed,
  post,
  seed,
  wellCheckup,
  type Posting,
} from './device'

const patient = patientNamed('Subramaniam')
const good = wellCheckup('refused', patient.id)
const minutes = (n: number): string => String(noon / 1000 + n * 60)
const huge = JSON.stringify({ ...good, notes: 'x'.repeat(1_100_000) })
const bucket = {
  id: 'b',
  patientId: patient.id,
  bucketStartAt: '2026-03-02T11:30:00Z',
  bucketEndAt: '2026-03-02T11:45:00Z',
  spo2: { value: 96, median: 96, min: 95, max: 97 },
}
const wave = {
  id: 'w',
  patientId: patient.id,
  type: 'SingleECG',
  samplingFrequencyPerSecond: 250,
  recordedAt: '2026-03-02T11:59:00Z',
  waveform: [0, 0.1, 0.2],
}

interface Case {
  readonly why: string
  readonly kind?: string
  readonly item?: unknown
  readonly posting?: Posting
  readonly status: number
  readonly code: string
  readonly path?: string
}
const cases: readonly Case[] = [
  {
    why: 'no signature',
    posting: { headers: { 'x-signature': undefined } },
    status: 401,
    code: 'SIGNATURE_REQUIRED',
  },
  {
    why: 'no key',
    posting: { headers: { 'x-api-key': undefined } },
    status: 401,
    code: 'SIGNATURE_REQUIRED',
  },
  {
    why: 'no timestamp',
    posting: { headers: { 'x-timestamp': undefined } },
    status: 401,
    code: 'SIGNATURE_REQUIRED',
  },
  { why: 'a wrong secret', posting: { secret: 'guessed' }, status: 401, code: 'INVALID_SIGNATURE' },
  {
    why: 'an unknown key',
    posting: { key: 'demo-nobody' },
    status: 401,
    code: 'INVALID_SIGNATURE',
  },
  {
    why: 'another path signed',
    posting: { signed: '/Prod/ingest/v1/waveforms' },
    status: 401,
    code: 'INVALID_SIGNATURE',
  },
  {
    why: 'an upper-case signature',
    posting: { headers: { 'x-signature': 'A'.repeat(64) } },
    status: 401,
    code: 'INVALID_SIGNATURE',
  },
  {
    why: 'a timestamp that is none',
    posting: { timestamp: 'yesterday' },
    status: 401,
    code: 'INVALID_TIMESTAMP',
  },
  {
    why: 'a stale timestamp',
    posting: { timestamp: minutes(-5.1) },
    status: 401,
    code: 'STALE_TIMESTAMP',
  },
  {
    why: 'a timestamp of the future',
    posting: { timestamp: minutes(5.1) },
    status: 401,
    code: 'STALE_TIMESTAMP',
  },
  {
    why: 'another organisation’s patient',
    item: wellCheckup('f', patientNamed('Barlow').id),
    status: 404,
    code: 'PATIENT_NOT_FOUND',
    path: 'patientId',
  },
  {
    why: 'an unknown patient',
    item: wellCheckup('u', 'nobody'),
    status: 404,
    code: 'PATIENT_NOT_FOUND',
    path: 'patientId',
  },
  { why: 'broken JSON', item: '{"id":', status: 400, code: 'MALFORMED_JSON' },
  { why: 'an empty body', item: '', status: 400, code: 'MALFORMED_JSON' },
  { why: 'not an object', item: '"text"', status: 400, code: 'INVALID_BODY', path: '' },
  { why: 'an empty array', item: [], status: 400, code: 'INVALID_BODY', path: '' },
  {
    why: 'too many items',
    item: Array(101).fill(good),
    status: 400,
    code: 'INVALID_BODY',
    path: '',
  },
  {
    why: 'no patient',
    item: { ...good, patientId: undefined },
    status: 400,
    code: 'INVALID_BODY',
    path: 'patientId',
  },
  {
    why: 'no start',
    item: { ...good, startedAt: null },
    status: 400,
    code: 'INVALID_BODY',
    path: 'startedAt',
  },
  {
    why: 'an end in words',
    item: { ...good, endedAt: 'noon' },
    status: 400,
    code: 'INVALID_BODY',
    path: 'endedAt',
  },
  ...['id', 'patientId', 'startedAt', 'endedAt'].map((key) => ({
    why: `two values of ${key}`,
    item: JSON.stringify(good).replace('{', `{"${key}":"another",`),
    status: 400,
    code: 'INVALID_BODY',
    path: key,
  })),
  {
    why: 'two starts of a bucket',
    kind: 'monitoring-buckets',
    item: JSON.stringify(bucket).replace('{', '{"bucketStartAt":"2026-03-02T11:15:00Z",'),
    status: 400,
    code: 'INVALID_BODY',
    path: 'bucketStartAt',
  },
  {
    why: 'two rates of a waveform',
    kind: 'waveforms',
    item: JSON.stringify(wave).replace('{', '{"samplingFrequencyPerSecond":125,'),
    status: 400,
    code: 'INVALID_BODY',
    path: 'samplingFrequencyPerSecond',
  },
  { why: 'no id', item: { ...good, id: undefined }, status: 400, code: 'INVALID_BODY', path: 'id' },
  {
    why: 'an end before the start',
    item: { ...good, endedAt: '2026-03-02T11:54:00Z' },
    status: 400,
    code: 'INVALID_BODY',
    path: 'endedAt',
  },
  {
    why: 'an end in the future',
    item: { ...good, endedAt: '2026-03-02T12:05:01Z' },
    status: 400,
    code: 'INVALID_BODY',
    path: 'endedAt',
  },
  {
    why: 'the last century',
    item: { ...good, startedAt: '1999-03-02T11:55:00Z', endedAt: '1999-03-02T11:59:00Z' },
    status: 400,
    code: 'INVALID_BODY',
    path: 'startedAt',
  },
  { why: 'too large a body', item: huge, status: 413, code: 'BODY_TOO_LARGE' },
  {
    why: 'a form',
    posting: { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    code: 'NOT_JSON',
  },
  {
    why: 'a compressed body',
    posting: { headers: { 'content-encoding': 'gzip' } },
    status: 415,
    code: 'ENCODED',
  },
  {
    why: 'a query',
    posting: { path: '/Prod/ingest/v1/checkups?patient=other', signed: '/Prod/ingest/v1/checkups' },
    status: 400,
    code: 'UNEXPECTED_QUERY',
  },
  { why: 'another method', posting: { method: 'PUT' }, status: 405, code: 'METHOD_NOT_ALLOWED' },
  {
    why: 'a bucket off the grid',
    kind: 'monitoring-buckets',
    item: { ...bucket, bucketStartAt: '2026-03-02T11:31:00Z', bucketEndAt: '2026-03-02T11:46:00Z' },
    status: 400,
    code: 'INVALID_BODY',
    path: 'bucketStartAt',
  },
  {
    why: 'a bucket of 20 minutes',
    kind: 'monitoring-buckets',
    item: { ...bucket, bucketEndAt: '2026-03-02T11:50:00Z' },
    status: 400,
    code: 'INVALID_BODY',
    path: 'bucketEndAt',
  },
  {
    why: 'a bucket of a foreign patient',
    kind: 'monitoring-buckets',
    item: { ...bucket, patientId: patientNamed('Stein').id },
    status: 404,
    code: 'PATIENT_NOT_FOUND',
  },
  {
    why: 'a waveform without samples',
    kind: 'waveforms',
    item: { ...wave, waveform: [] },
    status: 400,
    code: 'INVALID_BODY',
    path: 'waveform',
  },
  {
    why: 'a waveform with a hole',
    kind: 'waveforms',
    item: { ...wave, waveform: [0, null, 1] },
    status: 400,
    code: 'INVALID_BODY',
    path: 'waveform.1',
  },
  {
    why: 'a waveform of kilovolts',
    kind: 'waveforms',
    item: { ...wave, waveform: [0, 1e6] },
    status: 400,
    code: 'INVALID_BODY',
    path: 'waveform.1',
  },
  {
    why: 'an ECG of no heart, but of a device’s word for a lost sample',
    kind: 'waveforms',
    item: { ...wave, waveform: [0, 1.2, -163.84] },
    status: 400,
    code: 'INVALID_BODY',
    path: 'waveform.2',
  },
  {
    why: 'a waveform of words',
    kind: 'waveforms',
    item: { ...wave, waveform: [0, '0.1'] },
    status: 400,
    code: 'INVALID_BODY',
    path: 'waveform.1',
  },
  {
    why: 'a waveform that is a number',
    kind: 'waveforms',
    item: { ...wave, waveform: 7 },
    status: 400,
    code: 'INVALID_BODY',
    path: 'waveform',
  },
  {
    why: 'a waveform of too many samples',
    kind: 'waveforms',
    item: { ...wave, waveform: Array(300_001).fill(0) },
    status: 400,
    code: 'INVALID_BODY',
    path: 'waveform',
  },
  {
    why: 'a waveform without a rate',
    kind: 'waveforms',
    item: { ...wave, samplingFrequencyPerSecond: 0 },
    status: 400,
    code: 'INVALID_BODY',
    path: 'samplingFrequencyPerSecond',
  },
  {
    why: 'an ECG of too few samples a second to be one',
    kind: 'waveforms',
    item: { ...wave, samplingFrequencyPerSecond: 49.9 },
    status: 400,
    code: 'INVALID_BODY',
    path: 'samplingFrequencyPerSecond',
  },
  {
    why: 'a waveform from tomorrow',
    kind: 'waveforms',
    item: { ...wave, recordedAt: '2026-03-03T12:00:00Z' },
    status: 400,
    code: 'INVALID_BODY',
    path: 'waveform',
  },
  {
    why: 'a waveform of days',
    kind: 'waveforms',
    item: {
      ...wave,
      type: 'PPG',
      recordedAt: '2026-02-27T12:00:00Z',
      samplingFrequencyPerSecond: 1,
      waveform: Array(200_000).fill(0),
    },
    status: 400,
    code: 'INVALID_BODY',
    path: 'recordedAt',
  },
  {
    why: 'a waveform of a foreign patient',
    kind: 'waveforms',
    item: { ...wave, patientId: patientNamed('Stein').id },
    status: 404,
    code: 'PATIENT_NOT_FOUND',
  },
]

onPglite(seed, (opened) => {
  test.each(cases)(
    'refused with nothing stored: $why',
    async ({ kind = 'checkups', item = good, posting = {}, status, code, path }) => {
      const before = await countAll(opened.database)
      const answer = await post(ingestApp(opened.database), kind, item, posting)
      expect([answer.status, answer.body['code']]).toEqual([status, code])
      expect(answer.body['message']).toMatch(/\w/)
      if (path !== undefined)
        expect(answer.body['errors']).toContainEqual(expect.objectContaining({ path }))
      expect(await countAll(opened.database)).toEqual(before)
    },
  )

  test('an unknown patient and another organisation’s are refused in the same words', async () => {
    const app = ingestApp(opened.database)
    const foreign = await post(app, 'checkups', wellCheckup('f', patientNamed('Barlow').id))
    expect(foreign.body).toEqual((await post(app, 'checkups', wellCheckup('u', 'nobody'))).body)
  })

  test('an unknown key, an expired key and a wrong signature are refused in the same words, and logged without the body', async () => {
    const warnings: unknown[] = []
    const app = ingestApp(opened.database, {
      log: { warn: (fields) => warnings.push(fields), error: () => undefined },
    })
    await opened.database.kysely
      .updateTable('ingest_key')
      .set({ deleted_at: '2026-03-02T11:59:59.000Z' })
      .where('id', '=', 'demo-harbor')
      .execute()
    const answers = [
      await post(app, 'checkups', good, {
        key: 'demo-harbor',
        secret: 'demonstration-only-harbor',
      }),
      await post(app, 'checkups', good, { key: 'demo-nobody' }),
      await post(app, 'checkups', good, { secret: 'guessed' }),
    ]
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(3).fill({ status: 401, body: answers[0]?.body }),
    )
    expect(warnings).toHaveLength(3)
    expect(JSON.stringify(warnings)).toContain('demo-harbor')
    expect(JSON.stringify(warnings)).not.toContain(patient.id)
  })

  test('a key that has used up its minute is told when to come back', async () => {
    const app = ingestApp(opened.database, { requestsPerMinute: 2 })
    const send = () => post(app, 'checkups', { ...good, patientId: 'nobody' })
    expect([(await send()).status, (await send()).status]).toEqual([404, 404])
    const third = await send()
    expect([third.status, third.body['code']]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

onPglite(seed, (opened) => {
  test('a text that cannot be stored is refused with its path in an identity or a waveform', async () => {
    const app = ingestApp(opened.database)
    const before = await countAll(opened.database)
    for (const [kind, item] of [
      ['checkups', good],
      ['monitoring-buckets', bucket],
      ['waveforms', wave],
    ] as const) {
      for (const text of ['a\0b', '\ud800', 'x\udc00']) {
        for (const [path, sent] of [
          ['id', { ...item, id: text }],
          ['patientId', { ...item, patientId: text }],
          ...(kind === 'waveforms'
            ? ([
                ['type', { ...item, type: text }],
                ['device.sensorIds.0', { ...item, device: { sensorIds: [text] } }],
                ['', { ...item, [text]: 1 }],
              ] as const)
            : []),
        ] as const) {
          const answer = await post(app, kind, sent)
          expect([path, answer.status, answer.body]).toMatchObject([
            path,
            400,
            {
              code: 'INVALID_BODY',
              errors: [{ path, message: 'Contains a character that cannot be stored' }],
            },
          ])
        }
      }
    }
    const mixed = await post(app, 'checkups', [{ ...good, id: '\0' }])
    expect([mixed.status, mixed.body]).toMatchObject([
      207,
      { results: [{ status: 400, errors: [{ path: 'id' }] }] },
    ])
    expect(await countAll(opened.database)).toEqual(before)
  })
})
