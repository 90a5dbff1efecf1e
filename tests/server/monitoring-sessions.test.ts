import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raiseAlert } from '../../server/areas/alert'
import { nextRevision } from '../../server/db/revision'
import { noteBucket, noteMonitoringSession } from '../../server/areas/patient-summary/keep'
import { monitoringSessionSchema } from '../../src/domain/monitoring/session'
import { latestBucketSchema } from '../../src/domain/monitoring/bucket'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { addCheckup, addPatient, at, buildWorld, now } from './world'
import { createPuller } from './sync/puller'
import { createTablet } from './sync/tablet'

const session = 'id organization { id } type createdAt endedAt'
const vital = '{ value median min max }'
const bucket = `bucketStartAt bucketEndAt receivedAt respiratoryRate ${vital} spo2 ${vital} pulseRate ${vital} heartRate ${vital} temperature ${vital} battery { ecg spo2 temperature }
  heartRhythm { mostSevere irregular regular abstain lowQuality signalTooShort } activityLevel { signalTooShort abstain sedentary notSedentary dominantPrediction }
  thresholdScores { RRScore SpO2Score HRScore tempScore } sensorIds { ecg }`
const documents = {
  session: `query ($patientId: ID!) { continuousMonitoringSession(patientId: $patientId) { ${session} } }`,
  start: `mutation ($patientId: ID!) { startContinuousMonitoringSession(type: Lamplight, patientId: $patientId) { id continuousMonitoringSession { ${session} } } }`,
  end: `mutation ($patientId: ID!) { endContinuousMonitoringSession(patientId: $patientId) { id continuousMonitoringSession { ${session} } } }`,
  buckets: `query GetContinuousMonitoring($patientId: ID!, $numPrevBuckets: Int!, $currentBucketStartAt: DateTime) {
    continuousMonitoring(patientId: $patientId, numPrevBuckets: $numPrevBuckets, currentBucketStartAt: $currentBucketStartAt) { data { ${bucket} } from to earliest latest } }`,
}
const quarter = 15 * 60_000
const iso = (ms: number): string => new Date(ms).toISOString()
const measured = {
  respiratoryRate: { value: 17, median: 16, min: 14, max: 19 },
  spo2: { value: 96, median: 96, min: 94, max: 98 },
  heartRate: { value: 82, median: 80, min: 71, max: 99 },
  battery: { ecg: 44, spo2: 71, temperature: null },
  heartRhythm: {
    mostSevere: 1,
    irregular: 120,
    regular: 700,
    abstain: 0,
    lowQuality: 60,
    signalTooShort: 20,
  },
  activityLevel: {
    signalTooShort: 0,
    abstain: 60,
    sedentary: 600,
    notSedentary: 240,
    dominantPrediction: 'SEDENTARY',
  },
  thresholdScores: { RRScore: 0, SpO2Score: 0, HRScore: 0, tempScore: null },
  sensorIds: { ecg: 'E-1' },
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let serial = 0
  const setFeature = (on: boolean) =>
    opened.database.asSystem((trx) =>
      sql`update organization set features = features || ${JSON.stringify({ continuousMonitoring: on })}::jsonb where id in ('w', 'h', 'p')`.execute(
        trx,
      ),
    )
  beforeAll(async () => {
    await setFeature(true)
    server = await startServer(opened.database)
  })
  let patientId = ''
  beforeEach(async () => {
    patientId = `s-${(serial += 1)}`
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id: patientId, of: 'w', first: 'Moni', last: 'Tor', ward: 'A' }),
    )
  })
  const ask = (
    document: keyof typeof documents,
    options: {
      readonly as?: string
      readonly in?: string
      readonly key?: string
      readonly variables?: Record<string, unknown>
    } = {},
  ) =>
    server.ask(documents[document], {
      as: 'nurse',
      ...options,
      variables: { patientId, ...options.variables },
    })
  const sessionNow = async () => {
    const found = (await ask('session')).data?.continuousMonitoringSession
    return found === null ? null : monitoringSessionSchema.parse(found)
  }
  const rows = () =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('continuous_monitoring_session')
        .selectAll()
        .where('patient_id', '=', patientId)
        .execute(),
    )
  const lastAction = () =>
    opened.database.kysely
      .selectFrom('action_log')
      .selectAll()
      .where('patient_id', '=', patientId)
      .orderBy('seq', 'desc')
      .executeTakeFirst()
  const addBucket = (start: number, data: object = measured) =>
    opened.database.asSystem(async (trx) => {
      const id = `sb-${(serial += 1)}`
      await trx
        .insertInto('monitoring_bucket')
        .values({
          id,
          organization_id: 'w',
          patient_id: patientId,
          source_id: id,
          started_at: iso(start),
          ended_at: iso(start + quarter),
          received_at: iso(start + quarter),
          data: JSON.stringify(data),
          payload_hash: 'x',
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
      await noteBucket(trx, { patientId, bucketId: id, endedAt: iso(start + quarter) })
    })
  const puller = async (as = 'nurse') => {
    const tablet = createTablet(
      () => server,
      () => at(0),
    )
    const { hello } = await tablet.signIn(as)
    return createPuller(tablet, as, () => hello.epoch)
  }

  describe('a monitoring session', () => {
    test('C355 C491 C538 C539 C279 is none, then active, then ended; and can begin again', async () => {
      expect(await sessionNow()).toBeNull()
      const started = await ask('start')
      expect(codeOf(started)).toBe('ok')
      const begun = await sessionNow()
      expect(begun).toMatchObject({
        organization: { id: 'w' },
        type: 'Lamplight',
        createdAt: at(0),
        endedAt: null,
      })
      expect(started.data).toEqual({
        startContinuousMonitoringSession: { id: patientId, continuousMonitoringSession: begun },
      })
      const ended = await ask('end')
      expect(ended.data).toEqual({
        endContinuousMonitoringSession: {
          id: patientId,
          continuousMonitoringSession: { ...begun, endedAt: at(0) },
        },
      })
      expect(await sessionNow()).toEqual({ ...begun, endedAt: at(0) })
      expect(codeOf(await ask('start'))).toBe('ok')
      expect((await rows()).map(({ ended_at }) => ended_at).toSorted()).toEqual(
        [at(0), null].toSorted(),
      )
    })

    test('C290 the board has every field of a patient, with what is in it: flags, check-up, the latest quarter of an hour, aggregated alerts, acuity', async () => {
      await ask('start')
      await addBucket(Date.parse(at(0)) - 2 * quarter)
      await opened.database.asSystem(async (trx) => {
        await trx
          .insertInto('patient_acuity_score')
          .values({
            id: `acuity-${patientId}`,
            organization_id: 'w',
            patient_id: patientId,
            score: 2,
            reason: 'Worse',
            captured_at: at(9),
            created_at: at(9),
            created_by: 'nurse',
            is_late: false,
            revision: await nextRevision(trx, 'w'),
          })
          .execute()
        await trx
          .updateTable('patient')
          .set({ national_identifier_type: 'NhsNumber', national_identifier_value: '4010232137' })
          .where('id', '=', patientId)
          .execute()
        await trx
          .insertInto('patient_flag')
          .values({
            id: `flag-${patientId}`,
            patient_id: patientId,
            organization_id: 'w',
            type: 'OnOxygen',
            title: 'On oxygen',
            description: 'Two litres a minute',
            started_at: at(50),
            ended_at: null,
            revision: await nextRevision(trx, 'w'),
          })
          .execute()
        await addCheckup(trx, {
          id: `checkup-${patientId}`,
          organizationId: 'w',
          patientId,
          endedAt: at(60),
          total: 3,
        })
        for (const source of ['first', 'second'])
          await raiseAlert(
            trx,
            {
              organizationId: 'w',
              patientId,
              type: 'PatientCallbackRequest',
              key: 'callback',
              source,
              occurredAt: at(20),
              severity: 2,
              escalateAfterMinutes: null,
            },
            at(20),
            await nextRevision(trx, 'w'),
          )
        await trx
          .updateTable('patient_summary')
          .set({ latest_acuity_id: `acuity-${patientId}` })
          .where('patient_id', '=', patientId)
          .execute()
      })
      const answer = await server.ask(
        `{ virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "Moni") { patients { id firstName lastName numSimilarNames birthDate nationalIdentifier { type value } onWatchList
        wardAdmission { ward { id name } carePathway { id name } patientFlags { type title description active } expectedDischargeDate admittedAt } latestCheckup { id }
        latestContinuousMonitoring { bucketEndAt spo2 { value } } alerts { id status count } latestAcuityScore { score reason createdBy { id } } } } }`,
        { as: 'nurse' },
      )
      expect(answer.errors).toEqual([])
      const { patients } = (answer.data as { virtualWardPatients: { patients: { id: string }[] } })
        .virtualWardPatients
      expect(patients.find(({ id }) => id === patientId)).toEqual({
        id: patientId,
        firstName: 'Moni',
        lastName: 'Tor',
        numSimilarNames: expect.any(Number) as number,
        birthDate: expect.any(String) as string,
        nationalIdentifier: { type: 'NhsNumber', value: '4010232137' },
        onWatchList: false,
        wardAdmission: {
          ward: { id: 'ward-A', name: 'Ward A' },
          carePathway: { id: 'pathway-w', name: expect.any(String) as string },
          patientFlags: [
            {
              type: 'OnOxygen',
              title: 'On oxygen',
              description: 'Two litres a minute',
              active: true,
            },
          ],
          expectedDischargeDate: '2026-03-20',
          admittedAt: expect.any(String) as string,
        },
        latestCheckup: { id: `checkup-${patientId}` },
        latestContinuousMonitoring: {
          bucketEndAt: iso(Date.parse(at(0)) - quarter),
          spo2: { value: 96 },
        },
        alerts: [{ id: expect.any(String) as string, status: 'open', count: 2 }],
        latestAcuityScore: { score: 2, reason: 'Worse', createdBy: { id: 'nurse' } },
      })
    })

    test('one goes on at most: another beginning is refused, also one at the same moment', async () => {
      const answers = await Promise.all([
        ask('start'),
        ask('start', { as: 'admin' }),
        ask('start', { as: 'manager' }),
      ])
      expect(answers.map(codeOf).toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'ok'])
      expect(
        answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions?.reason)),
      ).toEqual(['ALREADY_MONITORED', 'ALREADY_MONITORED'])
      expect(await rows()).toHaveLength(1)
      expect(codeOf(await ask('end'))).toBe('ok')
      expect((await ask('end')).errors[0]?.extensions?.reason).toBe('NOT_MONITORED')
    })

    test('the same command sent twice begins one, and answers the same', async () => {
      const key = '018f0000-0000-7000-8000-00000000aaaa'
      const [first, again] = [await ask('start', { key }), await ask('start', { key })]
      expect(codeOf(first)).toBe('ok')
      expect(again.data).toEqual(first.data)
      expect(await rows()).toHaveLength(1)
    })

    test('C356 only the organisation that started it can end it, by the rule and by row security', async () => {
      patientId = 'h1'
      await opened.database.asSystem(async (trx) => {
        await trx
          .insertInto('continuous_monitoring_session')
          .values({
            id: `of-h-${serial}`,
            organization_id: 'h',
            patient_id: 'h1',
            type: 'Lamplight',
            created_at: at(100),
            revision: await nextRevision(trx, 'h'),
          })
          .execute()
        await noteMonitoringSession(trx, { patientId: 'h1', id: `of-h-${serial}` })
      })
      // The practice sees it …
      expect((await ask('session', { as: 'gp' })).data?.continuousMonitoringSession).toMatchObject({
        organization: { id: 'h' },
        endedAt: null,
      })
      // … and may neither end it nor begin another.
      expect((await ask('end', { as: 'gp' })).errors[0]?.extensions?.reason).toBe(
        'OTHER_ORGANIZATION',
      )
      expect((await ask('start', { as: 'gp' })).errors[0]?.extensions?.reason).toBe(
        'ALREADY_MONITORED',
      )
      const changed = await opened.database.asOrganization('p', (trx) =>
        sql`update continuous_monitoring_session set ended_at = now() where patient_id = 'h1'`.execute(
          trx,
        ),
      )
      expect(changed.numAffectedRows).toBe(0n)
      expect((await rows())[0]?.ended_at).toBeNull()
    })

    test('C466 C478 is begun and ended by holders of edit_patients, where the organisation has continuousMonitoring', async () => {
      for (const as of ['care', 'reader', 'owl'])
        expect([codeOf(await ask('start', { as })), codeOf(await ask('end', { as }))]).toEqual([
          'FORBIDDEN',
          'FORBIDDEN',
        ])
      await setFeature(false)
      for (const as of ['nurse', 'admin'])
        expect([codeOf(await ask('start', { as })), codeOf(await ask('end', { as }))]).toEqual([
          'FORBIDDEN',
          'FORBIDDEN',
        ])
      await setFeature(true)
      expect(await rows()).toEqual([])
      // Another ward's patient is not there.
      expect(codeOf(await ask('start', { variables: { patientId: 'b1' } }))).toBe('NOT_FOUND')
      expect([
        codeOf(await ask('start', { as: 'nurse' })),
        codeOf(await ask('end', { as: 'admin' })),
      ]).toEqual(['ok', 'ok'])
    })

    test('beginning and end are in the action log, by ids alone', async () => {
      await ask('start')
      const [{ id } = { id: '' }] = await rows()
      expect(await lastAction()).toMatchObject({
        action: 'startContinuousMonitoringSession',
        actor_id: 'nurse',
        entity_type: 'continuousMonitoringSession',
        entity_id: id,
        patient_id: patientId,
      })
      await ask('end', { as: 'manager' })
      expect(await lastAction()).toMatchObject({
        action: 'endContinuousMonitoringSession',
        actor_id: 'manager',
        entity_id: id,
      })
    })
  })

  describe('GetContinuousMonitoring', () => {
    test('C278 C277 P196 answers the bucket asked for and those before it, the time asked for, and where the data begins and ends', async () => {
      const last = Math.floor(now / quarter) * quarter - quarter
      const whole = {
        ...measured,
        pulseRate: { value: 80, median: 79, min: 70, max: 90 },
        temperature: { value: 37.1, median: 37, min: 36.8, max: 37.4 },
        battery: { ecg: 44, spo2: 71, temperature: 60 },
      }
      await addBucket(last, whole)
      for (const back of [1, 3, 9]) await addBucket(last - back * quarter)
      const page = (await ask('buckets', { variables: { numPrevBuckets: 3 } })).data
        ?.continuousMonitoring as { data: { bucketStartAt: string }[] }
      expect(page).toMatchObject({
        from: iso(last - 3 * quarter),
        to: iso(last + quarter),
        earliest: iso(last - 9 * quarter),
        latest: iso(last),
      })
      expect(page.data.map(({ bucketStartAt }) => bucketStartAt)).toEqual(
        [3, 1, 0].map((back) => iso(last - back * quarter)),
      )
      expect(latestBucketSchema.parse(page.data[2])).toMatchObject({
        ...whole,
        bucketStartAt: iso(last),
        bucketEndAt: iso(last + quarter),
      })
      const earlier = (
        await ask('buckets', {
          variables: { numPrevBuckets: 1, currentBucketStartAt: iso(last - 8 * quarter) },
        })
      ).data?.continuousMonitoring
      expect(earlier).toMatchObject({
        data: [{ bucketStartAt: iso(last - 9 * quarter) }],
        from: iso(last - 9 * quarter),
        to: iso(last - 7 * quarter),
        latest: iso(last),
      })
    })

    test('of a patient without data it answers none, and refuses what is no quarter of an hour', async () => {
      expect(
        (await ask('buckets', { variables: { numPrevBuckets: 3 } })).data?.continuousMonitoring,
      ).toEqual({ data: [], from: null, to: null, earliest: null, latest: null })
      const wrong = await ask('buckets', {
        variables: { numPrevBuckets: 672, currentBucketStartAt: '2026-03-02T11:01:00.000Z' },
      })
      expect(wrong.errors[0]?.extensions?.argErrors?.map(({ path }) => path)).toEqual([
        'numPrevBuckets',
        'currentBucketStartAt',
      ])
    })
  })

  describe('what devices hold', () => {
    test('a session that begins or ends, and a bucket that is the latest, change the card and the record; an older one neither', async () => {
      const nurse = await puller()
      const scopes = ['ROSTER:w', `PATIENT:${patientId}`]
      await nurse.pull(scopes)
      const news = async () => {
        const answers = await nurse.pull(scopes)
        return answers
          .flatMap(({ scopes: patches }) => patches.flatMap(({ put }) => put))
          .filter(({ id }) => id === patientId)
          .map(({ __typename, ...row }) => ({
            __typename,
            ...(row as {
              continuousMonitoringSession?: { endedAt: string | null } | null
              latestContinuousMonitoring?: { bucketStartAt: string } | null
            }),
          }))
      }
      const both = (what: object) =>
        expect.arrayContaining(
          ['VirtualWardPatient', 'Patient'].map(
            (__typename) => expect.objectContaining({ __typename, ...what }) as unknown,
          ),
        )
      const last = Math.floor(now / quarter) * quarter - quarter
      await ask('start')
      expect(await news()).toEqual(
        both({
          continuousMonitoringSession: expect.objectContaining({
            organization: { id: 'w' },
            endedAt: null,
          }) as unknown,
          latestContinuousMonitoring: null,
        }),
      )
      await addBucket(last)
      expect(await news()).toEqual(
        both({
          latestContinuousMonitoring: expect.objectContaining({
            bucketStartAt: iso(last),
          }) as unknown,
        }),
      )
      await ask('end')
      expect(await news()).toEqual(
        both({
          continuousMonitoringSession: expect.objectContaining({ endedAt: at(0) }) as unknown,
        }),
      )
      const versions = () =>
        opened.database.asSystem(
          async (trx) =>
            (
              await sql<{
                version: number
              }>`select version from roster_version where organization_id = 'w'`.execute(trx)
            ).rows,
        )
      const before = await versions()
      await addBucket(last - 40 * quarter)
      expect(await versions()).toEqual(before)
      expect((await news()).map(({ __typename }) => __typename)).toEqual(['Patient'])
    })

    test('nothing of it is told where the organisation has no continuousMonitoring', async () => {
      await ask('start')
      await addBucket(Math.floor(now / quarter) * quarter - quarter)
      await setFeature(false)
      const nurse = await puller()
      await nurse.pull(['ROSTER:w', `PATIENT:${patientId}`])
      expect(nurse.rows.get(`ROSTER:w VirtualWardPatient ${patientId}`)).toMatchObject({
        continuousMonitoringSession: null,
        latestContinuousMonitoring: null,
      })
      expect(nurse.rows.get(`PATIENT:${patientId} Patient ${patientId}`)).toMatchObject({
        continuousMonitoringSession: null,
        latestContinuousMonitoring: null,
        earliestContinuousMonitoringAt: null,
      })
      await setFeature(true)
      await nurse.pull(['ROSTER:w'])
      expect(nurse.rows.get(`ROSTER:w VirtualWardPatient ${patientId}`)).toMatchObject({
        continuousMonitoringSession: { endedAt: null },
      })
    })
  })
})
