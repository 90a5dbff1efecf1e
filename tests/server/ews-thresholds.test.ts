import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Readings } from '../../src/domain/checkup/checkup'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import { defaultThresholds, moveTick, scoreCheckup, type EwsScheme } from '../../src/domain/ews'
import { storedScores } from '../../src/domain/ews/stored-scores'
import type { EwsThresholds } from '../../src/domain/ews/thresholds'
import { nextRevision } from '../../server/db/revision'
import { checkupStorage } from '../../server/ingest/checkups'
import { storeOnce } from '../../server/ingest/store-once'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { noteCheckup } from './note-checkup'
import { addPatient, at, buildWorld, now } from './world'
import { createPuller } from './sync/puller'
import { createTablet } from './sync/tablet'

const set = `mutation ($p: ID!, $t: JSON, $s: Int, $seen: SeenEwsThresholds, $b: EwsBasisInput) { createEWSThresholds(patientId: $p, thresholds: $t, spo2Scale: $s, seen: $seen, basis: $b) {
  errors { path reason message } patient { id ewsThresholds { thresholds riskScheme spo2Scale createdAt createdBy { id } } ewsDefault { schemeName thresholds } latestCheckup { id ewsScores { HRScore totalScore riskScheme } } } } }`
const board =
  'query { virtualWardPatients(take: 50, skip: 0) { patients { id trend { totalScore } latestCheckup { ewsScores { totalScore } } } } }'

const blank: Readings = {
  temperature: { value: 37, device: null, isManual: false },
  pulseRate: { value: 105, source: null, isManual: false },
  pulseOxiData: {
    averageSpO2: 97,
    uneditedAverageSpO2: null,
    averageHr: null,
    confidence: 'HIGH',
    device: null,
    isManual: false,
  },
  respiratoryRate: { value: 16, source: null },
  consciousness: 'A',
  onOxygen: false,
  oxygenFromFlag: false,
  notScored: null,
  doubts: [],
  notUsable: [],
  how: null,
  notMeasured: [],
  oxygenFlow: null,
  bloodPressureData: {
    systolic: 124,
    diastolic: 80,
    position: null,
    device: null,
    isManual: false,
  },
  symptoms: [],
  softSigns: [],
  weight: null,
  peakExpiratoryFlowRate: null,
  glucose: null,
  picture: [],
  lungSounds: [],
  attachments: [],
  notes: null,
  selectedAction: null,
  isStable: null,
}
/** The day so many days from the test's now. */
const dayFrom = (days: number): string =>
  new Date(now + days * 86_400_000).toISOString().slice(0, 10)
const published: EwsScheme = { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' }
/** A pulse of 105, which scores 1, is made normal: score 0 up to 109. */
const calm: EwsThresholds = {
  ...defaultThresholds,
  pulse: [...moveTick('pulse', [...moveTick('pulse', defaultThresholds.pulse, 3, 115)], 2, 110)],
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let serial = 0
  let patientId = ''
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const addCheckup = (
    endedAt: string,
    readings: Readings = blank,
    organization = 'w',
    scored = true,
  ) =>
    opened.database.asSystem(async (trx) => {
      const scores = scored ? scoreCheckup(ewsInputOf(readings, false), published) : null
      const id = `t-${(serial += 1)}`
      await trx
        .insertInto('checkup')
        .values({
          id,
          organization_id: organization,
          patient_id: patientId,
          source_id: id,
          type: 'new_checkup',
          started_at: endedAt,
          ended_at: endedAt,
          received_at: endedAt,
          readings: JSON.stringify(readings),
          ews_scores: scores === null ? null : JSON.stringify(scores),
          total_score: scores?.totalScore ?? null,
          risk_level: scores?.riskLevel ?? null,
          payload_hash: id,
          revision: await nextRevision(trx, organization),
        })
        .execute()
      await noteCheckup(trx, { patientId, checkupId: id, endedAt, scores, typeId: null })
      return id
    })
  beforeEach(async () => {
    patientId = `e-${(serial += 1)}`
    await opened.database.asSystem((trx) =>
      addPatient(trx, {
        id: patientId,
        of: 'w',
        first: 'Eve',
        last: 'Scott',
        ward: 'A',
        links: ['p'],
      }),
    )
    await addCheckup(at(60))
    await addCheckup(at(30))
  })
  const ask = (
    variables: Record<string, unknown>,
    options: { readonly as?: string; readonly key?: string } = {},
  ) =>
    server.ask(set, {
      as: 'nurse',
      ...options,
      variables: { p: patientId, b: basis, ...variables },
    })
  const basis = { reason: 'Blood gas of today', decidedBy: 'Dr Osei', reviewOn: dayFrom(30) }
  const totals = async () =>
    (
      await opened.database.asSystem((trx) =>
        trx
          .selectFrom('checkup')
          .select(['total_score', 'scored_on_arrival'])
          .where('patient_id', '=', patientId)
          .orderBy('ended_at')
          .execute(),
      )
    ).map((row) => [row.total_score, storedScores(row.scored_on_arrival)?.totalScore ?? null])
  const personal = () =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('personal_ews')
        .selectAll()
        .where('patient_id', '=', patientId)
        .orderBy('created_at')
        .execute(),
    )

  describe('createEWSThresholds', () => {
    test('C521 C288 C340 stores the thresholds with when, who and the risk scheme, and answers with the patient', async () => {
      const answer = await ask({ t: calm })
      expect(codeOf(answer)).toBe('ok')
      expect(answer.data?.createEWSThresholds).toEqual({
        errors: [],
        patient: {
          id: patientId,
          ewsThresholds: {
            thresholds: calm,
            riskScheme: 'Personal',
            spo2Scale: 1,
            createdAt: at(0),
            createdBy: { id: 'nurse' },
          },
          ewsDefault: { schemeName: 'NEWS2', thresholds: null },
          latestCheckup: {
            id: expect.any(String),
            ewsScores: { HRScore: 0, totalScore: 0, riskScheme: 'Personal' },
          },
        },
      })
    })

    test('a check-up that is scored again says when, by whom and what it was; scored as before it says nothing', async () => {
      const rescored = async () => {
        const { data, errors } = await server.ask(
          `query { patient(patientId: "${patientId}") { latestCheckup { ewsScores { totalScore } rescored { at by { id } totalScore } } } }`,
          { as: 'nurse' },
        )
        expect(errors).toEqual([])
        return (data?.['patient'] as { latestCheckup: unknown } | undefined)?.latestCheckup
      }
      expect(await rescored()).toEqual({ ewsScores: { totalScore: 1 }, rescored: null })
      await ask({ t: calm })
      expect(await rescored()).toEqual({
        ewsScores: { totalScore: 0 },
        rescored: { at: at(0), by: { id: 'nurse' }, totalScore: 1 },
      })
      await ask({ t: null })
      expect(await rescored()).toEqual({ ewsScores: { totalScore: 1 }, rescored: null })
    })

    test('B6 Scale 2, and an extreme that scores nothing, ask for reason, name and day of review; nothing is saved without', async () => {
      const silent = {
        ...calm,
        pulse: [
          { high: 40, score: 1 as const },
          { low: 41, score: 0 as const },
        ],
      }
      const refused = async (variables: Record<string, unknown>) => {
        const { data } = await ask(variables)
        const created = data?.['createEWSThresholds'] as
          { errors: readonly { path: string; reason: string }[] } | undefined
        return created?.errors.map(({ path, reason }) => `${path} ${reason}`)
      }
      for (const scheme of [{ t: null, s: 2 }, { t: silent }]) {
        expect(await refused({ ...scheme, b: null })).toEqual(['basis BASIS'])
        for (const [field, values] of [
          ['reason', ['', '  ', 'x'.repeat(501)]],
          ['decidedBy', ['', 'x'.repeat(101)]],
          ['reviewOn', [dayFrom(-2), dayFrom(400)]],
        ] as const)
          for (const value of values)
            expect(await refused({ ...scheme, b: { ...basis, [field]: value } })).toEqual([
              `basis.${field} BASIS`,
            ])
      }
      expect(await personal()).toEqual([])
      expect(await refused({ t: calm, b: null })).toEqual([])
      expect(await refused({ t: null, s: 2 })).toEqual([])
      // The scale stays as it is: it asks again.
      expect(await refused({ t: calm, b: null })).toEqual(['basis BASIS'])
      expect(await refused({ t: null, s: 1, b: null })).toEqual([])
      expect(
        (await personal()).map(({ spo2_scale: scale, reason, decided_by: by, review_on: on }) => [
          scale,
          reason,
          by,
          on,
        ]),
      ).toEqual([
        [1, null, null, null],
        [2, basis.reason, basis.decidedBy, basis.reviewOn],
        [1, null, null, null],
      ])
    })

    test('C286 C287 takes bands top first and with null at the open ends, stores them ascending, and refuses an edge that two share', async () => {
      const given = Object.fromEntries(
        Object.entries(calm).map(([parameter, bands]) => [
          parameter,
          bands.map(({ low = null, high = null, score }) => ({ low, high, score })).toReversed(),
        ]),
      )
      const answer = await ask({ t: given })
      expect(answer.data?.createEWSThresholds).toMatchObject({
        errors: [],
        patient: { ewsThresholds: { thresholds: calm } },
      })
      expect((await personal())[0]?.thresholds).toEqual(calm)
      const shared = {
        ...calm,
        pulse: [
          { low: 40, score: 0 },
          { high: 40, score: 3 },
        ],
      }
      expect((await ask({ t: shared })).data?.createEWSThresholds).toMatchObject({
        errors: [{ path: 'thresholds.pulse', reason: 'INVALID' }],
      })
    })

    test('scores every check-up of the patient again, keeps what it scored on arrival, and the board and its trend follow', async () => {
      await addCheckup(at(90), blank, 'p')
      await addCheckup(at(20), { ...blank, pulseRate: null }, 'w', false)
      expect(await totals()).toEqual([
        [1, null],
        [1, null],
        [1, null],
        [null, null],
      ])
      await ask({ t: calm })
      expect(await totals()).toEqual([
        [0, 1],
        [0, 1],
        [0, 1],
        [null, null],
      ])
      await ask({ t: null })
      expect(await totals()).toEqual([
        [1, 1],
        [1, 1],
        [1, 1],
        [null, null],
      ])
    })

    test('the board shows the new scores', async () => {
      await ask({ t: calm })
      const shown = (await server.ask(board, { as: 'nurse' })).data?.virtualWardPatients as {
        patients: {
          id: string
          trend: { totalScore: number }[]
          latestCheckup: { ewsScores: { totalScore: number } }
        }[]
      }
      expect(shown.patients.find(({ id }) => id === patientId)).toMatchObject({
        latestCheckup: { ewsScores: { totalScore: 0 } },
        trend: [{ totalScore: 0 }, { totalScore: 0 }],
      })
    })

    test('a tablet that holds the patient is told of the thresholds and of each score that changed', async () => {
      const tablet = createTablet(
        () => server,
        () => at(0),
      )
      const { hello } = await tablet.signIn('nurse')
      const puller = createPuller(tablet, 'nurse', () => hello.epoch)
      await puller.pull([`PATIENT:${patientId}`])
      await addCheckup(at(10), {
        ...blank,
        pulseRate: { value: 80, source: null, isManual: false },
      })
      await puller.pull([`PATIENT:${patientId}`])
      await ask({ t: calm })
      const put = (await puller.pull([`PATIENT:${patientId}`])).flatMap(({ scopes }) =>
        scopes.flatMap((scope) => scope.put),
      )
      // The one of a pulse of 80 scores 0 as before, by other bands: it says so.
      expect(
        put.filter((row) => row['__typename'] === 'Checkup').map((row) => row['ewsScores']),
      ).toEqual([{ totalScore: 0 }, { totalScore: 0 }, { totalScore: 0 }])
      expect(put.filter((row) => row['__typename'] === 'Patient')).toHaveLength(1)
    })

    test("a tablet's board is told of a check-up whose scores changed and whose total did not", async () => {
      patientId = `e-${(serial += 1)}`
      await opened.database.asSystem((trx) =>
        addPatient(trx, { id: patientId, of: 'w', first: 'Eva', last: 'Same', ward: 'A' }),
      )
      await addCheckup(at(10), {
        ...blank,
        pulseRate: { value: 80, source: null, isManual: false },
      })
      const rosterRow = async () =>
        (
          await opened.database.asSystem((trx) =>
            sql<{
              rescored: number
            }>`select rescored::int from patient_summary where patient_id = ${patientId}`.execute(
              trx,
            ),
          )
        ).rows[0]?.rescored
      const tablet = createTablet(
        () => server,
        () => at(0),
      )
      const { hello } = await tablet.signIn('nurse')
      const puller = createPuller(tablet, 'nurse', () => hello.epoch)
      await puller.pull(['ROSTER:w'])
      expect(await rosterRow()).toBe(0)
      // As setting thresholds does, and nothing of the patient with it.
      await opened.database.asOrganization('w', (trx) =>
        sql`select app_refresh_summary_scores(${patientId})`.execute(trx),
      )
      await opened.database.asSystem((trx) =>
        sql`update roster_version set version = version + 1 where organization_id = 'w'`.execute(
          trx,
        ),
      )
      const put = (await puller.pull(['ROSTER:w'])).flatMap(({ scopes }) =>
        scopes.flatMap((scope) => scope.put),
      )
      expect(put.map((row) => row['id'])).toEqual([patientId])
    })

    test('a later check-up is scored with the personal thresholds', async () => {
      await ask({ t: calm })
      const item = {
        id: `later-${(serial += 1)}`,
        patientId,
        type: 'new_checkup',
        subtype: null,
        checkupType: null,
        startedAt: at(2),
        endedAt: at(1),
        ...blank,
      }
      const stored = await storeOnce(opened.database, checkupStorage, 'w', item as never, item, now)
      expect(stored['ewsScores']).toMatchObject({
        HRScore: 0,
        totalScore: 0,
        riskScheme: 'Personal',
      })
    })

    test('C341 null, and what equals the care pathway’s, is no personal threshold', async () => {
      await ask({ t: calm })
      await ask({ t: defaultThresholds })
      expect((await personal()).map((row) => [row.thresholds === null, row.risk_scheme])).toEqual([
        [false, 'Personal'],
        [true, 'NEWS2'],
      ])
      expect(await totals()).toEqual([
        [1, 1],
        [1, 1],
      ])
    })

    test('the care pathway’s own bands count without personal ones, and are named after it', async () => {
      await opened.database.asSystem((trx) =>
        sql`update care_pathway set ews_thresholds = ${JSON.stringify(calm)}::jsonb where id = 'pathway-w'`.execute(
          trx,
        ),
      )
      const answer = await ask({ t: null })
      expect(answer.data?.createEWSThresholds).toMatchObject({
        patient: {
          ewsDefault: { schemeName: 'West Ward pathway', thresholds: calm },
          ewsThresholds: { thresholds: null, riskScheme: 'NEWS2' },
        },
      })
      expect(await totals()).toEqual([
        [0, 1],
        [0, 1],
      ])
      const schemes = await opened.database.asSystem((trx) =>
        sql<{
          scheme: string
        }>`select distinct ews_scores ->> 'riskScheme' as scheme from checkup where patient_id = ${patientId}`.execute(
          trx,
        ),
      )
      expect(schemes.rows).toEqual([{ scheme: 'Pathway' }])
      await opened.database.asSystem((trx) =>
        sql`update care_pathway set ews_thresholds = null where id = 'pathway-w'`.execute(trx),
      )
    })

    test('the SpO2 scale is set beside them, stays when it is left out, and scores', async () => {
      const low = {
        ...blank,
        pulseOxiData:
          blank.pulseOxiData === null ? null : { ...blank.pulseOxiData, averageSpO2: 89 },
      }
      await addCheckup(at(5), low)
      await ask({ t: null, s: 2 })
      await ask({ t: calm })
      expect((await personal()).map((row) => row.spo2_scale)).toEqual([2, 2])
      expect((await totals()).at(-1)).toEqual([0, 4])
    })

    test('C522 unsound bands, an edge beyond the domain and a wrong scale come as errors, and nothing is saved', async () => {
      const wrong: readonly (readonly [Record<string, unknown>, string])[] = [
        [
          {
            t: {
              ...calm,
              pulse: [
                { high: 40, score: 3 },
                { low: 42, score: 0 },
              ],
            },
          },
          'thresholds.pulse',
        ],
        [
          {
            t: {
              ...calm,
              temperature: [
                { high: 32, score: 3 },
                { low: 32.1, score: 0 },
              ],
            },
          },
          'thresholds.temperature',
        ],
        [{ t: { pulse: [] } }, 'thresholds.respiratoryRate'],
        [{ t: calm, s: 3 }, 'spo2Scale'],
      ]
      for (const [variables, path] of wrong)
        expect((await ask(variables)).data?.createEWSThresholds).toMatchObject({
          patient: null,
          errors: [{ path, reason: 'INVALID' }],
        })
      expect(await personal()).toEqual([])
      expect(await totals()).toEqual([
        [1, null],
        [1, null],
      ])
      expect(codeOf(await ask({}))).toBe('BAD_USER_INPUT')
    })

    test('thresholds that somebody set meanwhile are not overwritten unseen', async () => {
      expect(
        (await ask({ t: calm, seen: { createdAt: null } })).data?.createEWSThresholds,
      ).toMatchObject({ errors: [] })
      expect(
        (await ask({ t: null, seen: { createdAt: null } })).data?.createEWSThresholds,
      ).toMatchObject({ patient: null, errors: [{ reason: 'CHANGED' }] })
      expect(
        (await ask({ t: null, seen: { createdAt: at(0) } })).data?.createEWSThresholds,
      ).toMatchObject({ errors: [] })
    })

    test('null is not taken for another default than the one that was seen', async () => {
      const pathwayHas = (bands: EwsThresholds | null) =>
        opened.database.asSystem((trx) =>
          sql`update care_pathway set ews_thresholds = ${bands === null ? null : JSON.stringify(bands)}::jsonb where id = 'pathway-w'`.execute(
            trx,
          ),
        )
      await pathwayHas(calm)
      const changed = { patient: null, errors: [{ path: 'seen', reason: 'CHANGED' }] }
      for (const seen of [null, defaultThresholds, { pulse: [] }])
        for (const t of [null, defaultThresholds])
          expect(
            (await ask({ t, seen: { createdAt: null, default: seen } })).data?.createEWSThresholds,
          ).toMatchObject(changed)
      expect(await personal()).toEqual([])
      expect(
        (await ask({ t: null, seen: { createdAt: null, default: calm } })).data
          ?.createEWSThresholds,
      ).toMatchObject({ errors: [] })
      await pathwayHas(null)
      expect(
        (await ask({ t: null, seen: { createdAt: at(0), default: calm } })).data
          ?.createEWSThresholds,
      ).toMatchObject(changed)
      expect(
        (await ask({ t: null, seen: { createdAt: at(0), default: defaultThresholds } })).data
          ?.createEWSThresholds,
      ).toMatchObject({ errors: [] })
    })

    test('of two organisations that share a patient one saves over what both saw', async () => {
      for (let round = 0; round < 8; round += 1) {
        patientId = `e-${(serial += 1)}`
        await opened.database.asSystem((trx) =>
          addPatient(trx, {
            id: patientId,
            of: 'w',
            first: 'Sue',
            last: 'Shared',
            ward: 'A',
            links: ['p'],
          }),
        )
        const save = (as: string) => ask({ t: calm, seen: { createdAt: null } }, { as })
        const answers = await Promise.all([save('nurse'), save('gp')])
        expect(answers.map(codeOf)).toEqual(['ok', 'ok'])
        expect(
          answers
            .map(({ data }) =>
              (
                data?.createEWSThresholds as { errors: { reason: string }[] } | undefined
              )?.errors.map(({ reason }) => reason),
            )
            .toSorted(),
        ).toEqual([[], ['CHANGED']])
      }
    })

    test('is in the action log once, also when it is sent twice', async () => {
      await ask({ t: calm }, { key: `key-${patientId}-1` })
      await ask({ t: calm }, { key: `key-${patientId}-1` })
      const log = await opened.database.kysely
        .selectFrom('action_log')
        .selectAll()
        .where('patient_id', '=', patientId)
        .execute()
      expect(log).toHaveLength(1)
      expect(log[0]).toMatchObject({
        action: 'createEWSThresholds',
        actor_id: 'nurse',
        entity_type: 'personalEwsThresholds',
        details: { spo2Scale: 1, rescored: 2, thresholds: { pulse: calm.pulse } },
      })
    })

    test('who may not, and who does not have the patient, is refused; no other organisation’s scores can be reached', async () => {
      expect(codeOf(await ask({ t: calm }, { as: 'care' }))).toBe('FORBIDDEN')
      expect(codeOf(await server.ask(set, { as: 'nurse', variables: { p: 'h1', t: calm } }))).toBe(
        'NOT_FOUND',
      )
      const reach = (name: string) =>
        opened.database.asOrganization('w', (trx) =>
          sql`select ${sql.raw(name)}('h1'${sql.raw(name === 'app_rescore_checkups' ? ", '[]'" : '')})`.execute(
            trx,
          ),
        )
      await expect(reach('app_rescore_checkups')).rejects.toThrow(/not a patient/)
      await expect(reach('app_refresh_summary_scores')).rejects.toThrow(/not a patient/)
      expect(await totals()).toEqual([
        [1, null],
        [1, null],
      ])
    })
  })
})
