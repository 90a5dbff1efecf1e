import { sql } from 'kysely'
import { assert, asyncProperty, constantFrom, record, uniqueArray } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { isStale } from '../../src/domain/virtual-ward/due'
import { shownBucket } from '../../src/domain/monitoring/card-choice'
import { defaultOrder } from '../../src/domain/virtual-ward/options'
import { orderPatients, type Found } from '../../src/domain/virtual-ward/order'
import { urgencyOf } from '../../src/domain/virtual-ward/urgency'
import { sortFields, virtualWardPatientSchema } from '../../src/domain/virtual-ward/virtual-ward'
import type {
  VirtualWardPatient,
  VirtualWardQuery,
} from '../../src/domain/virtual-ward/virtual-ward'
import { addRepeat } from './add-repeat'
import { addAlert, type OpenAlert } from './alerted'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { addBucket, addSession, endSession, monitoredFields } from './monitored'
import { addCheckup, addPatient, at, buildWorld } from './world'

const board = `query ($wardIds: [ID!], $neighborIds: [ID!], $take: Int!, $skip: Int!, $nameOrNhsNumber: String, $withCheckupsInLastHours: Int, $onlyOverdue: Boolean, $sort: [VirtualWardSort!]) {
  virtualWardPatients(wardIds: $wardIds, neighborIds: $neighborIds, take: $take, skip: $skip, nameOrNhsNumber: $nameOrNhsNumber, withCheckupsInLastHours: $withCheckupsInLastHours, onlyOverdue: $onlyOverdue, sort: $sort) {
    total asOf patients { id revision organization { id name } firstName lastName numSimilarNames birthDate gender nationalIdentifier { type value }
      latestAcuityScore { id revision score reason capturedAt createdAt createdBy { id firstName lastName } late } onWatchList trend { endedAt totalScore riskLevel measured } schedules { id name schedule { rrule tolerance { early late } } timeZone latestEndedAt } repeats { id askedAt dueAt everyMinutes until reason by { id firstName lastName } latestEndedAt } ${monitoredFields}
      alerts { id revision type status startedAt latestAt severity count alertRule { id name type description condition } checkupScheduleEvent { checkupExpectedAt checkupSchedule { id name tolerance { early late } } }
        checkup { id endedAt } continuousMonitoring { bucketEndAt } triggers { id startedAt } closedAt closedBy { id firstName lastName } acknowledgedAt acknowledgedBy { id firstName lastName }
        snoozedUntil snoozedBy { id firstName lastName } escalatedAt }
      wardAdmission { patientId admittedAt createdAt revision expectedDischargeDate ward { id name } carePathway { id name } patientFlags { type title description active } }
      latestCheckup { id revision patientId type subtype startedAt endedAt receivedAt notes consciousness onOxygen selectedAction isStable hasLungSounds hasPictures
        checkupType { id name } createdBy { id firstName lastName } organization { id name } temperature { value device isManual }
        ewsScores { BPScore consciousnessScore HRScore RRScore SpO2Score tempScore onOxygenScore totalScore riskLevel missing spo2Scale riskScheme }
        pulseRate { value source isManual } pulseOxiData { averageSpO2 uneditedAverageSpO2 averageHr confidence device isManual } respiratoryRate { value source }
        bloodPressureData { systolic diastolic position device isManual } symptoms { key severity } softSigns { key isEmergency } weight { value isManual device }
        peakExpiratoryFlowRate { value isManual } glucose { reading time_of_capture before_after_meal } picture { url caption } lungSounds { url } attachments { id type downloadUrl } } } } }`

/**
 * A second ward organisation `x` with forty patients for the comparison; created beside the small
 * world.
 */
const lastNames = [
  'Ångström',
  'angstrom',
  "O'Neill",
  'Øster',
  'de la Cruz',
  'Smith',
  'smith',
  'Zhang',
  'Éclair',
  'eclair',
]
const firstNames = ['Ann', 'Ann Marie', 'Zoë', 'Bo', 'ÉMILE', 'José']

/** A check-up of the world scores 3 at most in its one parameter that scores. */
const scoredAs = (total: number | null) => ({
  total,
  risk:
    total === null ? null : total >= 7 ? 4 : total >= 5 ? 3 : total >= 3 ? 2 : Math.min(total, 1),
})

/** What the alerts of a patient can be: of every severity, held or not, or held until lately. */
const alertsOf = (n: number): readonly Omit<OpenAlert, 'organizationId' | 'patientId'>[] => [
  ...(n % 3 === 0
    ? [
        {
          type: 'PatientCallbackRequest',
          key: 'callback',
          severity: n % 5,
          ...(n % 2 === 0 ? { acknowledgedAt: at(9) } : {}),
          ...(n % 4 === 1 ? { snoozedUntil: at(n % 8 === 1 ? 5 : -5) } : {}),
        } as const,
      ]
    : []),
  ...(n % 4 === 0
    ? [
        {
          type: 'AlertRule',
          key: `data-stopped ${n % 8 === 0 ? 'ecg' : 'monitoring'} 91`,
          severity: n % 20 === 0 ? 4 : 1,
          ...(n % 12 === 0 ? { acknowledgedAt: at(9) } : {}),
        } as const,
      ]
    : []),
]

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    await opened.database.asSystem(async (trx) => {
      for (let n = 0; n < 40; n += 1) {
        const id = `r-${(n * 7919) % 1000}`
        await addPatient(trx, {
          id,
          of: 'h',
          first: firstNames[n % 6] ?? '',
          last: lastNames[(n * 3) % 10] ?? '',
          ...(n % 3 === 0 ? {} : { nhs: String(9_000_000_000 + n * 1_234_567) }),
          ...(n % 4 === 0 ? { links: ['p'] } : {}),
        })
        const isMonitored = n % 2 === 0
        const checkUp = async () => {
          if (n % 5 !== 0)
            await addCheckup(trx, {
              id: `rc-${n}`,
              organizationId: 'h',
              patientId: id,
              endedAt: at((n % 7) * 60 + 1),
              ...scoredAs(n % 6 === 0 ? null : n % 9),
            })
        }
        if (n % 3 > 0) await checkUp()
        // Monitored, by the home: it goes on or ended; before or after the check-up, fresh, silent,
        // of a time that cannot be, measured or not, older than its session, of the quarter of an
        // hour before it; a history that comes late.
        if (isMonitored) {
          const monitor = () =>
            addSession(trx, {
              id: `rm-${n}`,
              organizationId: 'h',
              patientId: id,
              createdAt: at([6000, 6000, 300, 20][(n / 2) % 4] ?? 0),
            })
          if (n % 4 === 0) await monitor()
          const ended = [10, 34, 90, 200, 330, 5, -30][(n / 2) % 7] ?? 0
          await addBucket(trx, {
            id: `rb-${n}`,
            organizationId: 'h',
            patientId: id,
            endedAt: at(ended),
            scores: n % 22 === 0 ? null : [n % 4, (n / 2) % 4, n % 3, ((n * 3) % 4) % 3],
          })
          await addBucket(trx, {
            id: `rb-${n}-late`,
            organizationId: 'h',
            patientId: id,
            endedAt: at(ended + 600),
            scores: [3, 3, 3, 3],
          })
          if (n % 4 !== 0) await monitor()
          if (n % 3 === 0)
            await endSession(trx, { id: `rm-${n}`, organizationId: 'h', endedAt: at(0) })
        }
        if (n % 3 === 0) await checkUp()
        for (const one of alertsOf(n))
          await addAlert(trx, { ...one, organizationId: 'h', patientId: id })
      }
      // The home sees monitoring, the practice beside it does not.
      await sql`update organization set features = features || '{"continuousMonitoring": true}'::jsonb where id = 'h'`.execute(
        trx,
      )
      // On a ward with schedules: fresh and stale scores, overdue by schedule or by score, never
      // checked, of a time that cannot be.
      await trx
        .insertInto('checkup_type')
        .values(
          ['FREQ=DAILY;BYHOUR=8,14,20', 'FREQ=YEARLY'].map((rrule, n) => ({
            id: `asked-${n}`,
            organization_id: 'w',
            care_pathway_id: 'pathway-w',
            name: `Asked ${n}`,
            heading: '',
            description: '',
            tiles: '{}',
            updated_at: at(9000),
            revision: 1,
            schedule: JSON.stringify({ rrule, tolerance: { early: 3600, late: 7200 } }),
          })),
        )
        .execute()
      await trx
        .insertInto('care_pathway')
        .values({
          id: 'pathway-no-schedule',
          organization_id: 'w',
          name: 'No schedule',
          created_at: at(9999),
          updated_at: at(9999),
          revision: 1,
        })
        .execute()
      await trx
        .insertInto('ward')
        .values({
          id: 'ward-C',
          organization_id: 'w',
          name: 'Ward C',
          created_at: at(9999),
          updated_at: at(9999),
          revision: 1,
        })
        .execute()
      for (let n = 0; n < 36; n += 1) {
        await addPatient(trx, {
          id: `s-${(n * 7919) % 1000}`,
          of: 'w',
          first: firstNames[n % 6] ?? '',
          last: `C ${lastNames[(n * 7) % 10] ?? ''}`,
          ward: 'C',
        })
        // Never measured, and no schedule asks: a request alone does not make it calm.
        if (n % 14 === 0)
          await trx
            .updateTable('ward_admission')
            .set({ care_pathway_id: 'pathway-no-schedule' })
            .where('patient_id', '=', `s-${(n * 7919) % 1000}`)
            .execute()
        const ended = [1, 100, 200, 300, 700, 900, 1_300, 3_000, -30][n % 9] ?? 0
        if (n % 7 !== 0)
          await addCheckup(trx, {
            id: `sc-${n}`,
            organizationId: 'w',
            patientId: `s-${(n * 7919) % 1000}`,
            endedAt: at(ended),
            ...scoredAs(n % 8 === 0 ? null : (n * 5) % 11),
            ...(n % 2 === 0 ? { type: 'asked-0' } : {}),
          })
        // Asked for before the check-up or after it, by one or two people: due, overdue, missed, answered.
        for (const [nth, minutesAgo] of ([[4], [18], [], [120, 12], [45]][n % 5] ?? []).entries())
          await addRepeat(trx, {
            id: `sr-${n}-${nth}`,
            patientId: `s-${(n * 7919) % 1000}`,
            by: nth === 0 ? 'nurse' : 'manager',
            minutesAgo,
            asked:
              n % 2 === 0
                ? { inMinutes: 15, everyMinutes: null, forMinutes: null }
                : { inMinutes: 30, everyMinutes: 30, forMinutes: 120 },
          })
        for (const one of alertsOf(n + 1))
          await addAlert(trx, {
            ...one,
            organizationId: 'w',
            patientId: `s-${(n * 7919) % 1000}`,
          })
      }
      // After a scored check-up, in any order of arrival: a partial one, one that scored nothing,
      // both.
      for (let n = 0; n < 9; n += 1) {
        const patientId = `q-${(n * 7919) % 1000}`
        await addPatient(trx, {
          id: patientId,
          of: 'w',
          first: firstNames[n % 6] ?? '',
          last: `D ${lastNames[(n * 7) % 10] ?? ''}`,
          ward: 'C',
        })
        const ended = [40, 400, 2_000][n % 3] ?? 0
        const made = [
          { ended: ended + 20, total: (n * 5) % 11 },
          ...(n % 2 === 0 ? [{ ended: ended + 10, total: n % 4, isPartial: true }] : []),
          ...(n % 4 > 0 ? [{ ended, total: null }] : []),
        ]
        for (const [at0, one] of (n % 5 === 0 ? made.toReversed() : made).entries())
          await addCheckup(trx, {
            id: `qc-${n}-${at0}`,
            organizationId: 'w',
            patientId,
            endedAt: at(one.ended),
            ...scoredAs(one.total),
            ...('isPartial' in one ? { isPartial: true } : {}),
          })
      }
    })
    server = await startServer(opened.database)
  }, 120_000)
  const ask = async (as: string, query: Partial<VirtualWardQuery>) => {
    const answer = await server.ask(board, {
      as,
      ...(as === 'multi' ? { in: 'w' } : {}),
      variables: { take: 50, skip: 0, ...query },
    })
    expect(answer.errors).toEqual([])
    const page = answer.data?.virtualWardPatients as {
      total: number
      asOf: string
      patients: unknown[]
    }
    return {
      total: page.total,
      asOf: page.asOf,
      patients: page.patients.map((patient) => virtualWardPatientSchema.parse(patient)),
    }
  }
  const idsOf = async (as: string, query: Partial<VirtualWardQuery>) =>
    (await ask(as, query)).patients.map((patient: VirtualWardPatient) => patient.id)

  test("C506 virtualWardPatients returns the patients of the user's wards, those of wardIds, page by page, and their total", async () => {
    expect((await idsOf('nurse', {})).toSorted()).toEqual(['a1', 'a2'])
    expect((await idsOf('multi', {})).toSorted()).toEqual(['a1', 'a2', 'b1'])
    expect((await idsOf('admin', { wardIds: ['ward-A', 'ward-B'] })).toSorted()).toEqual([
      'a1',
      'a2',
      'b1',
    ])
    const page = await ask('carer', { take: 5, skip: 40 })
    expect(page).toMatchObject({ total: 42, asOf: at(0) })
    expect(page.patients).toHaveLength(2)
  })

  test('a patient of the board has identity, similar names, admission, latest check-up, open alerts, and whether they are watched; no monitoring and no acuity where there is none', async () => {
    const [patient] = (await ask('nurse', { nameOrNhsNumber: 'zoe' })).patients
    expect(patient).toMatchObject({
      id: 'a1',
      organization: { id: 'w', name: 'West Ward' },
      firstName: 'Zoë',
      lastName: "O'Neill",
      numSimilarNames: 1,
      birthDate: '1940-02-29',
      gender: 'female',
      nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
      wardAdmission: {
        ward: { id: 'ward-A', name: 'Ward A' },
        carePathway: { id: 'pathway-w' },
        patientFlags: [{ type: 'OnOxygen', active: true }],
        expectedDischargeDate: '2026-03-20',
        admittedAt: at(5000),
      },
      latestCheckup: { id: 'c-a1', ewsScores: { totalScore: 3 } },
      latestAcuityScore: null,
      onWatchList: false,
      alerts: [{ status: 'open', alertRule: { id: 'rule-w' } }],
    })
    const monitoring = await server.ask(
      '{ virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "zoe") { patients { latestContinuousMonitoring { bucketEndAt } } } }',
      { as: 'nurse' },
    )
    expect(monitoring).toMatchObject({
      errors: [],
      data: { virtualWardPatients: { patients: [{ latestContinuousMonitoring: null }] } },
    })
  })

  test('wards that the user is not assigned to filter to nothing', async () => {
    expect(await idsOf('multi', { wardIds: ['ward-B'] })).toEqual(['b1'])
    expect(await idsOf('nurse', { wardIds: ['ward-B'] })).toEqual([])
    expect(await idsOf('nurse', { wardIds: ['no-such'] })).toEqual([])
    expect((await idsOf('nurse', { wardIds: [] })).toSorted()).toEqual(['a1', 'a2'])
  })

  test('C506 a practice filters its patients by care home (neighborIds)', async () => {
    const all = await idsOf('gp', {})
    const shared = await idsOf('gp', { neighborIds: ['h'] })
    expect(all).toContain('p1')
    expect(shared).not.toContain('p1')
    expect(shared).toHaveLength(all.length - 1)
    expect(await idsOf('gp', { neighborIds: ['w'] })).toEqual([])
  })

  test('C506 the text (nameOrNhsNumber) finds parts of names in any case and accents, or digits of the identifier', async () => {
    const found = (text: string) => idsOf('nurse', { nameOrNhsNumber: text })
    expect(await found('ZOE')).toEqual(['a1'])
    expect(await found("zoë o'neill")).toEqual(['a1'])
    expect(await found('neill, z')).toEqual(['a1', 'a2'])
    expect(await found('943 476')).toEqual(['a1'])
    expect(await found('943-476 5919')).toEqual(['a1'])
    expect(await found('   ')).toEqual(['a1', 'a2'])
    for (const text of ['%', '_', '100%', "' or 1=1 --", '9434765910', 'zoe 943'])
      expect(await found(text), text).toEqual([])
  })

  test('C506 withCheckupsInLastHours hides older check-ups of a card but keeps its patient', async () => {
    const page = await ask('carer', { nameOrNhsNumber: 'Hana', withCheckupsInLastHours: 1 })
    expect(page.patients).toMatchObject([{ id: 'h1', latestCheckup: null }])
    expect(
      (await ask('carer', { nameOrNhsNumber: 'Hana', withCheckupsInLastHours: 2 })).patients,
    ).toMatchObject([{ latestCheckup: { id: 'c-h1' } }])
  })

  test('pages of any order join to the whole without doubles', async () => {
    const sort = [{ field: 'ewsScore', direction: 'DESC' }] as const
    const whole = await idsOf('carer', { sort })
    const pages = await Promise.all(
      [0, 10, 20, 30, 40].map((skip) => idsOf('carer', { sort, skip, take: 10 })),
    )
    expect(pages.flat()).toEqual(whole)
    expect(new Set(whole).size).toBe(42)
    expect(await ask('carer', { skip: 1000 })).toMatchObject({ total: 42, patients: [] })
  })

  test('C506 the server filters, orders, hides old check-ups and pages as the portal does offline', async () => {
    const now = Date.parse(at(0))
    const everybody = (await ask('carer', {})).patients
    const terms = uniqueArray(
      record({
        field: constantFrom(...sortFields),
        direction: constantFrom('ASC' as const, 'DESC' as const),
      }),
      { maxLength: 4, selector: (term) => term.field },
    )
    const asGp = (await ask('gp', {})).patients
    const neighbours = constantFrom(undefined, [], ['h'], ['p'], ['h', 'p'], ['w'], ['no-such'])
    const texts = constantFrom(
      undefined,
      '',
      'ann',
      'ANN marie',
      'e',
      'zoë s',
      "o'n",
      '90',
      '1 2',
      '900-0',
      '.',
      'éclair',
      'Ø',
      'de la',
      'smith,ann',
    )
    const windows = constantFrom(undefined, 1, 2, 3, 4, 24)
    const overdue = constantFrom(undefined, false, true)
    const pages = constantFrom([50, 0], [5, 0], [5, 5], [10, 30], [50, 100])
    const told = (patients: readonly VirtualWardPatient[]) =>
      patients.map(({ id, latestCheckup, latestContinuousMonitoring }) => [
        id,
        latestCheckup?.id ?? null,
        latestContinuousMonitoring?.bucketEndAt ?? null,
      ])
    expect(everybody.filter((one) => shownBucket(one) !== null).length).toBeGreaterThan(9)
    expect(
      everybody.filter(
        (one) => one.latestContinuousMonitoring !== null && shownBucket(one) === null,
      ).length,
    ).toBeGreaterThan(3)
    expect(
      asGp.some(
        (one) =>
          one.latestContinuousMonitoring !== null || one.continuousMonitoringSession !== null,
      ),
    ).toBe(false)
    const agree = async (
      as: string,
      all: readonly VirtualWardPatient[],
      query: Found,
      [take = 50, skip = 0]: readonly number[],
    ) => {
      const page = await ask(as, { ...query, take, skip })
      const ordered = orderPatients(all, query, now)
      expect(told(page.patients)).toEqual(told(ordered.slice(skip, skip + take)))
      expect(page.total).toBe(ordered.length)
    }
    const queryOf = (
      sort: Found['sort'],
      text: string | undefined,
      hours: number | undefined,
    ): Found => ({
      sort,
      ...(text === undefined ? {} : { nameOrNhsNumber: text }),
      ...(hours === undefined ? {} : { withCheckupsInLastHours: hours }),
    })
    await assert(
      asyncProperty(terms, texts, windows, pages, (sort, text, hours, page) =>
        agree('carer', everybody, queryOf(sort, text, hours), page),
      ),
      { numRuns: 20 },
    )
    await assert(
      asyncProperty(terms, windows, overdue, (sort, hours, onlyOverdue) =>
        agree(
          'carer',
          everybody,
          {
            ...queryOf(sort, undefined, hours),
            ...(onlyOverdue === undefined ? {} : { onlyOverdue }),
          },
          [50, 0],
        ),
      ),
      { numRuns: 30 },
    )
    await assert(
      asyncProperty(
        terms,
        texts,
        neighbours,
        windows,
        pages,
        (sort, text, neighborIds, hours, page) =>
          agree(
            'gp',
            asGp,
            {
              ...queryOf(sort, text, hours),
              ...(neighborIds === undefined ? {} : { neighborIds }),
            },
            page,
          ),
      ),
      { numRuns: 20 },
    )
    const wards = constantFrom(
      undefined,
      [],
      ['ward-A'],
      ['ward-B'],
      ['ward-A', 'ward-C'],
      ['no-such'],
    )
    const asAdmin = (await ask('admin', {})).patients
    await assert(
      asyncProperty(terms, wards, windows, overdue, (sort, wardIds, hours, onlyOverdue) =>
        agree(
          'admin',
          asAdmin,
          {
            ...queryOf(sort, undefined, hours),
            ...(wardIds === undefined ? {} : { wardIds }),
            ...(onlyOverdue === undefined ? {} : { onlyOverdue }),
          },
          [50, 0],
        ),
      ),
      { numRuns: 50 },
    )
    // The order that a board has by default, whoever sees what of it.
    for (const hours of [undefined, 4, 72])
      for (const [as, all] of [
        ['carer', everybody],
        ['gp', asGp],
        ['admin', asAdmin],
      ] as const)
        await agree(as, all, queryOf(defaultOrder, undefined, hours), [50, 0])
    const urgencies = [...everybody, ...asAdmin].map((one) => urgencyOf(one, now))
    expect(new Set(urgencies.map(({ band, isHeld }) => `${band} ${isHeld}`)).size).toBe(8)
  }, 120_000)

  test('the place of a monitored patient follows what the card shows: a bucket that arrives, a session that ends, a check-up after it', async () => {
    await opened.database.asSystem((trx) =>
      addSession(trx, { id: 'm-h1', organizationId: 'h', patientId: 'h1', createdAt: at(700) }),
    )
    const placeOf = async () =>
      (
        await idsOf('carer', {
          sort: [{ field: 'ewsScore', direction: 'DESC' }],
          withCheckupsInLastHours: 24,
        })
      ).indexOf('h1')
    await opened.database.asSystem((trx) =>
      addCheckup(trx, {
        id: 'm-c1',
        organizationId: 'h',
        patientId: 'h1',
        endedAt: at(60),
        total: 0,
      }),
    )
    const calm = await placeOf()
    expect(calm).toBeGreaterThan(20)
    // Ten, of four parameters: nobody else has as much.
    await opened.database.asSystem((trx) =>
      addBucket(trx, {
        id: 'm-b1',
        organizationId: 'h',
        patientId: 'h1',
        endedAt: at(25),
        scores: [3, 3, 3, 1],
      }),
    )
    expect(await placeOf()).toBe(0)
    await opened.database.asSystem((trx) =>
      endSession(trx, { id: 'm-h1', organizationId: 'h', endedAt: at(24) }),
    )
    expect(await placeOf()).toBe(0)
    await opened.database.asSystem((trx) =>
      addCheckup(trx, {
        id: 'm-c2',
        organizationId: 'h',
        patientId: 'h1',
        endedAt: at(2),
        total: 0,
      }),
    )
    expect(await placeOf()).toBe(calm)
    // Monitored again, without data of its own yet; then with data from before the check-up, which
    // takes nothing of its complete score; then with newer data.
    await opened.database.asSystem((trx) =>
      addSession(trx, { id: 'm-h1-again', organizationId: 'h', patientId: 'h1', createdAt: at(3) }),
    )
    expect(await placeOf()).toBe(calm)
    await opened.database.asSystem((trx) =>
      addBucket(trx, {
        id: 'm-b2',
        organizationId: 'h',
        patientId: 'h1',
        endedAt: at(12),
        scores: [3, 3, 3, 1],
      }),
    )
    expect(await placeOf()).toBe(calm)
    await opened.database.asSystem((trx) =>
      addBucket(trx, {
        id: 'm-b3',
        organizationId: 'h',
        patientId: 'h1',
        endedAt: at(1),
        scores: [3, 3, 3, 1],
      }),
    )
    expect(await placeOf()).toBe(0)
  })

  test('a low score that is too old to count comes before every fresh low one, an old high one stays where it was', async () => {
    const scored = (
      await ask('admin', { wardIds: ['ward-C'], sort: [{ field: 'ewsScore', direction: 'DESC' }] })
    ).patients.filter(({ lastName }) => lastName.startsWith('C '))
    const totals = scored.flatMap((one) =>
      one.latestCheckup?.ewsScores?.totalScore == null
        ? []
        : [
            {
              total: one.latestCheckup.ewsScores.totalScore,
              isOld: isStale(one, Date.parse(at(0))),
            },
          ],
    )
    const lowAndOld = totals.map(({ total, isOld }) => isOld && total < 5)
    expect(lowAndOld.filter(Boolean)).toHaveLength(7)
    expect(totals.filter(({ total, isOld }) => total < 5 && !isOld).length).toBeGreaterThan(2)
    expect(totals.slice(0, lowAndOld.indexOf(true)).every(({ total }) => total >= 5)).toBe(true)
    expect(
      totals
        .slice(lowAndOld.lastIndexOf(true) + 1)
        .every(({ total, isOld }) => total < 5 && !isOld),
    ).toBe(true)
    expect(totals.some(({ total, isOld }) => total > 5 && isOld)).toBe(true)
  })

  test('onlyOverdue follows a changed schedule, admission and check-up, and says how many there are', async () => {
    const overdue = async () =>
      (await ask('admin', { wardIds: ['ward-C'], onlyOverdue: true })).total
    const before = await overdue()
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThan(45)
    const scheduled = (rrule: string) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('checkup_type')
          .set({ schedule: JSON.stringify({ rrule, tolerance: { early: 0, late: 0 } }) })
          .where('id', '=', 'asked-0')
          .execute(),
      )
    await scheduled('FREQ=YEARLY')
    const byScore = await overdue()
    expect(byScore).toBeLessThan(before)
    await scheduled('FREQ=DAILY;BYHOUR=11')
    const late = (await ask('admin', { wardIds: ['ward-C'], onlyOverdue: true })).patients
    expect(late.length).toBeGreaterThan(byScore)
    const [first] = late.filter(({ latestCheckup }) => latestCheckup === null)
    if (first === undefined) throw new Error('Nobody was never checked')
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ admitted_at: at(10) })
        .where('patient_id', '=', first.id)
        .execute(),
    )
    expect(await overdue()).toBe(late.length - 1)
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ admitted_at: at(5000) })
        .where('patient_id', '=', first.id)
        .execute(),
    )
    expect(await overdue()).toBe(late.length)
    await opened.database.asSystem((trx) =>
      addCheckup(trx, {
        id: 'sc-answers',
        organizationId: 'w',
        patientId: first.id,
        endedAt: at(5),
        total: 0,
        type: 'asked-0',
      }),
    )
    expect(await overdue()).toBe(late.length - 1)
  })

  test('a schedule whose rule is not understood says so', async () => {
    const answer = await server.ask(
      '{ virtualWardPatients(take: 1, skip: 0, wardIds: ["ward-C"]) { patients { schedules { id recurrence } } } }',
      { as: 'admin' },
    )
    expect(answer.data?.['virtualWardPatients']).toMatchObject({
      patients: [
        {
          schedules: [
            { id: 'asked-0', recurrence: 'known' },
            { id: 'asked-1', recurrence: 'unknown' },
          ],
        },
      ],
    })
  })

  test('pages over 50 and arguments out of range are refused by name', async () => {
    const refusals: readonly [Record<string, unknown>, string][] = [
      [{ take: 51 }, 'take'],
      [{ take: 0 }, 'take'],
      [{ take: 100_000 }, 'take'],
      [{ skip: -1 }, 'skip'],
      [{ withCheckupsInLastHours: 0 }, 'withCheckupsInLastHours'],
      [{ wardIds: Array.from({ length: 101 }, String) }, 'wardIds'],
      [{ nameOrNhsNumber: 'x'.repeat(201) }, 'nameOrNhsNumber'],
    ]
    for (const [variables, path] of refusals) {
      const answer = await server.ask(board, {
        as: 'nurse',
        variables: { take: 10, skip: 0, ...variables },
      })
      expect(answer.errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argErrors: [{ path }],
      })
    }
  })

  test("C510 the filter values are the user's wards, or a practice's neighbours", async () => {
    const values = async (as: string) =>
      (
        await server.ask(
          '{ virtualWardFilterValues { wards { id name } neighbors { id name } } }',
          { as },
        )
      ).data?.virtualWardFilterValues
    expect(await values('nurse')).toEqual({
      wards: [{ id: 'ward-A', name: 'Ward A' }],
      neighbors: [],
    })
    expect(await values('admin')).toEqual({
      wards: [
        { id: 'ward-A', name: 'Ward A' },
        { id: 'ward-B', name: 'Ward B' },
        { id: 'ward-C', name: 'Ward C' },
      ],
      neighbors: [],
    })
    expect(await values('gp')).toEqual({ wards: [], neighbors: [{ id: 'h', name: 'Hill Home' }] })
    expect(await values('carer')).toEqual({ wards: [], neighbors: [] })
  })

  test('a user without patients to see gets no board', async () => {
    expect(
      codeOf(await server.ask(board, { as: 'selfcare', variables: { take: 5, skip: 0 } })),
    ).toBe('FORBIDDEN')
  })
})
