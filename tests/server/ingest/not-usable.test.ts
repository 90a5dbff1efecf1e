import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { storedReadings } from '../../../src/domain/checkup/checkup'
import { storedBucket } from '../../../src/domain/monitoring/bucket'
import { onBothEngines, onPglite } from '../engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './device'

const patient = patientNamed('Subramaniam')
const monitored = patientNamed('Gallagher')
/** NEWS2 of 12, with nothing wrong. */
const grave = (id: string): Record<string, unknown> => ({
  ...wellCheckup(id, patient.id),
  respiratoryRate: { value: 30 },
  pulseOxiData: { averageSpO2: 85, confidence: 'HIGH' },
  bloodPressureData: { systolic: 85, diastolic: 50 },
  pulseRate: { value: 135 },
})
const vital = (value: number) => ({ value, median: value, min: value, max: value })
const bucketOf = (id: string, more: Record<string, unknown>): Record<string, unknown> => ({
  id,
  patientId: monitored.id,
  bucketStartAt: new Date(noon - 15 * 60_000).toISOString(),
  bucketEndAt: new Date(noon).toISOString(),
  ...more,
})
const scored = [
  'temperature',
  'pulseRate',
  'pulseOxiData',
  'respiratoryRate',
  'consciousness',
  'bloodPressureData',
] as const
/** What no device can mean, of each. */
const impossible: Readonly<Record<(typeof scored)[number], readonly unknown[]>> = {
  temperature: [{ value: 98.6 }, { value: '36.8' }, 36.8, { value: 36.8, unit: 'C' }, {}],
  pulseRate: [{ value: 0 }, { value: 900 }, { value: null }, [72]],
  pulseOxiData: [{ averageSpO2: 127 }, { averageSpO2: 0.97 }, { averageSpO2: '97' }, true],
  respiratoryRate: [{ value: 0 }, { value: -3 }, { value: 'sixteen' }],
  consciousness: ['X', '', 3, { value: 'A' }],
  bloodPressureData: [
    { systolic: 16, diastolic: 10 },
    { systolic: 80, diastolic: 80 },
    { systolic: 120 },
    '120/80',
  ],
}

onPglite(seed, (opened) => {
  let serial = 0
  const nextId = (): string => `not-usable-${(serial += 1)}`
  const send = (item: unknown) => post(ingestApp(opened.database), 'checkups', item)
  const kept = async (id: string) =>
    storedReadings(
      (
        await opened.database.kysely
          .selectFrom('checkup')
          .select('readings')
          .where('source_id', '=', id)
          .executeTakeFirstOrThrow()
      ).readings,
    )

  test('whichever fields are impossible, the check-up is stored, the others are as they were sent, and the score is that of the others', async () => {
    const choice = fc.record(
      Object.fromEntries(scored.map((field) => [field, fc.constantFrom(...impossible[field])])),
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(choice, async (wrong) => {
        const [id, other] = [nextId(), nextId()]
        const without = Object.fromEntries(Object.keys(wrong).map((field) => [field, null]))
        const answer = await send({ ...grave(id), ...wrong })
        expect([answer.status, answer.body['notUsable']]).toMatchObject([
          201,
          scored.filter((field) => field in wrong).map((field) => ({ field })),
        ])
        const right = await send({ ...grave(other), ...without })
        expect(answer.body['ewsScores']).toEqual(right.body['ewsScores'])
        const [readings, expected] = [await kept(id), await kept(other)]
        expect({ ...readings, notUsable: [], doubts: [] }).toEqual({ ...expected, doubts: [] })
        for (const field of scored)
          expect([field, readings[field] === null]).toEqual([field, field in wrong])
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  test.each([
    [{ temperature: { value: 98.6 } }, 'temperature', '98.6', 'impossible'],
    [{ respiratoryRate: { value: 0 } }, 'respiratoryRate', '0', 'impossible'],
    [{ pulseOxiData: { averageSpO2: 0.97 } }, 'pulseOxiData', '0.97', 'impossible'],
    [
      { bloodPressureData: { systolic: 16, diastolic: 10 } },
      'bloodPressureData',
      '16/10',
      'impossible',
    ],
    [
      { bloodPressureData: { systolic: 80, diastolic: 80 } },
      'bloodPressureData',
      '80/80',
      'contradicts',
    ],
    [{ consciousness: 'a\0b' }, 'consciousness', 'a\u{fffd}b', 'form'],
    [{ temprature: { value: 39 } }, 'temprature', 'value 39', 'unknown-field'],
    [{ ewsScores: { totalScore: 0 } }, 'ewsScores', 'totalScore 0', 'unknown-field'],
    [{ notes: 'x\udc00' }, 'notes', 'x\u{fffd}', 'form'],
    [
      { temperature: { value: { value: { value: { value: { value: { value: [{}] } } } } } } },
      'temperature',
      '…',
      'form',
    ],
    [{ picture: [{ url: 'javascript:alert(1)' }] }, 'picture.0', 'url javascript:alert(1)', 'form'],
  ] as const)('%j is kept as text with its reason', async (wrong, field, sent, reason) => {
    const id = nextId()
    const answer = await send({ ...grave(id), ...wrong })
    expect([answer.status, answer.body['notUsable']]).toEqual([201, [{ field, sent, reason }]])
    const readings = await kept(id)
    expect(readings.notUsable).toMatchObject([{ field, sent, reason }])
    expect(readings.doubts).toContain('not-usable')
    // Sent again it is the same item, and answered as before.
    expect((await send({ ...grave(id), ...wrong })).body).toMatchObject({
      replay: true,
      notUsable: [{ field, sent, reason }],
    })
  })

  test('a field that is nested as deep as the body is long loses nothing of the rest', async () => {
    const id = nextId()
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const answer = await send(
      JSON.stringify(grave(id)).replace('"temperature":{"value":36.8}', `"temperature":${deep}`),
    )
    expect([answer.status, answer.body['ewsScores']]).toMatchObject([201, { missing: 1 }])
    expect(await kept(id)).toMatchObject({
      temperature: null,
      notUsable: [{ field: 'temperature', sent: '[[[[[["…"]]]]]]', reason: 'form' }],
    })
  })

  test('a key that stands twice is not usable, and both values are kept', async () => {
    const id = nextId()
    const twice = JSON.stringify(grave(id)).replace(
      '"temperature":{"value":36.8}',
      '"temperature":{"value":41.0},"temperature":null',
    )
    const answer = await send(twice)
    expect([answer.status, answer.body['ewsScores']]).toMatchObject([201, { missing: 1 }])
    expect(await kept(id)).toMatchObject({
      temperature: null,
      notUsable: [{ field: 'temperature', sent: '41 and null', reason: 'twice' }],
    })
    const within = nextId()
    await send(JSON.stringify(grave(within)).replace('"value":135', '"value":135,"value":35'))
    expect(await kept(within)).toMatchObject({
      pulseRate: null,
      notUsable: [{ field: 'pulseRate', sent: '135 and 35', reason: 'twice' }],
    })
  })

  test('the pulse of an oximeter whose SpO2 is not usable counts, unless it failed', async () => {
    const [id, failed] = [nextId(), nextId()]
    const pulseOxiData = { averageSpO2: 127, averageHr: 135 }
    await send({ ...grave(id), pulseRate: null, pulseOxiData })
    expect((await kept(id)).pulseRate).toMatchObject({ value: 135 })
    await send({
      ...grave(failed),
      pulseRate: null,
      pulseOxiData: { ...pulseOxiData, confidence: 'FAILED' },
    })
    expect((await kept(failed)).pulseRate).toBeNull()
  })

  test('a bucket keeps what can be used, and names what cannot', async () => {
    const answer = await post(
      ingestApp(opened.database),
      'monitoring-buckets',
      bucketOf('not-usable', {
        respiratoryRate: vital(26),
        spo2: { value: 96, median: 99, min: 95, max: 97 },
        temperature: vital(98.6),
        heartRate: vital(72),
      }),
    )
    expect([answer.status, answer.body]).toMatchObject([
      201,
      {
        thresholdScores: { RRScore: 3, SpO2Score: null, HRScore: 0, tempScore: null },
        notUsable: [
          { field: 'spo2', sent: '96', reason: 'contradicts' },
          { field: 'temperature', sent: '98.6', reason: 'impossible' },
        ],
      },
    ])
    const { data } = await opened.database.kysely
      .selectFrom('monitoring_bucket')
      .select('data')
      .where('source_id', '=', 'not-usable')
      .executeTakeFirstOrThrow()
    expect(storedBucket(data)).toMatchObject({
      respiratoryRate: vital(26),
      spo2: null,
      temperature: null,
      notUsable: [{ field: 'spo2' }, { field: 'temperature' }],
    })
  })
})

onBothEngines(seed, (opened) => {
  const clock = { now: () => noon }
  beforeEach(async () => {
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
    })
  })
  let serial = 0
  const nextId = (): string => `check-${opened.url === null ? 'l' : 'p'}-${(serial += 1)}`
  const alerts = async (patientId: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('alert')
        .select(['source_key', 'severity', 'open_triggers'])
        .where('patient_id', '=', patientId)
        .where('type', '=', 'AlertRule')
        .orderBy('source_key')
        .execute(),
    )
  const toCheck = async (patientId: string) =>
    (await alerts(patientId)).filter(({ source_key: key }) => key === 'check-patient')
  const send = async (item: Record<string, unknown>, kind = 'checkups'): Promise<void> => {
    const answer = await post(ingestApp(opened.database, { clock }), kind, item)
    expect([answer.status, answer.body['message']]).toEqual([201, undefined])
  }

  describe('an alert', () => {
    test('is raised by what remains of a check-up with an impossible temperature, and by nothing else', async () => {
      await send({ ...grave(nextId()), temperature: { value: 98.6 } })
      const found = await alerts(patient.id)
      expect(found.map(({ severity }) => severity)).toContain(4)
      expect(await toCheck(patient.id)).toEqual([])
    })

    test.each([
      { respiratoryRate: { value: 0 } },
      { respiratoryRate: { value: '0' } },
      { pulseRate: { value: 9 } },
      { pulseOxiData: { averageSpO2: 97, averageHr: 0 } },
      { pulseOxiData: { averageSpO2: 0 } },
      { bloodPressureData: { systolic: 39, diastolic: 20 } },
    ])('asks to check the patient where %j was sent', async (wrong) => {
      await send({ ...wellCheckup(nextId(), patient.id), ...wrong })
      expect(await toCheck(patient.id)).toEqual([
        { source_key: 'check-patient', severity: 4, open_triggers: 1 },
      ])
    })

    test('asks so where nothing of a check-up can be used, which is kept without values', async () => {
      const id = nextId()
      const wrong = Object.fromEntries(scored.map((field) => [field, impossible[field][1]]))
      await send({ ...wellCheckup(id, patient.id), onOxygen: null, ...wrong })
      expect(await toCheck(patient.id)).toHaveLength(1)
      const row = await opened.database.asSystem((trx) =>
        trx
          .selectFrom('checkup')
          .select(['readings', 'ews_scores'])
          .where('source_id', '=', id)
          .executeTakeFirstOrThrow(),
      )
      expect(row.ews_scores).toBeNull()
      expect(storedReadings(row.readings).notUsable).toHaveLength(scored.length)
    })

    test('is not raised by what was only not measured', async () => {
      await send({
        ...wellCheckup(nextId(), patient.id),
        ...Object.fromEntries(scored.map((field) => [field, null])),
      })
      expect(await alerts(patient.id)).toEqual([])
    })

    test('asks so in monitoring', async () => {
      await send(bucketOf(nextId(), { heartRate: vital(0), spo2: vital(97) }), 'monitoring-buckets')
      expect(await toCheck(monitored.id)).toMatchObject([{ severity: 4, open_triggers: 1 }])
    })
  })
})
