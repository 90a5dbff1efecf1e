import { assert, asyncProperty, constantFrom, record, uniqueArray } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { orderPatients, type Found } from '../../src/domain/virtual-ward/order'
import { sortFields, virtualWardPatientSchema } from '../../src/domain/virtual-ward/virtual-ward'
import type { VirtualWardPatient, VirtualWardQuery } from '../../src/domain/virtual-ward/virtual-ward'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { addCheckup, addPatient, at, buildWorld } from './world'

const board = `query ($wardIds: [ID!], $neighborIds: [ID!], $take: Int!, $skip: Int!, $nameOrNhsNumber: String, $withCheckupsInLastHours: Int, $sort: [VirtualWardSort!]) {
  virtualWardPatients(wardIds: $wardIds, neighborIds: $neighborIds, take: $take, skip: $skip, nameOrNhsNumber: $nameOrNhsNumber, withCheckupsInLastHours: $withCheckupsInLastHours, sort: $sort) {
    total asOf patients { id revision organization { id name } firstName lastName numSimilarNames birthDate gender nationalIdentifier { type value }
      latestAcuityScore { id revision score reason capturedAt createdAt createdBy { id firstName lastName } late } onWatchList trend { endedAt totalScore riskLevel } schedules { id name schedule { rrule tolerance { early late } } timeZone latestEndedAt }
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

/** A second ward organisation `x` with forty patients for the comparison; created beside the small world. */
const lastNames = ['Ångström', 'angstrom', "O'Neill", 'Øster', 'de la Cruz', 'Smith', 'smith', 'Zhang', 'Éclair', 'eclair']
const firstNames = ['Ann', 'Ann Marie', 'Zoë', 'Bo', 'ÉMILE', 'José']

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    await opened.database.asSystem(async (trx) => {
      for (let n = 0; n < 40; n += 1) {
        const id = `r-${(n * 7919) % 1000}`
        await addPatient(trx, { id, of: 'h', first: firstNames[n % 6] ?? '', last: lastNames[(n * 3) % 10] ?? '', ...(n % 3 === 0 ? {} : { nhs: String(9_000_000_000 + n * 1_234_567) }), ...(n % 4 === 0 ? { links: ['p'] } : {}) })
        if (n % 5 !== 0) await addCheckup(trx, { id: `rc-${n}`, organizationId: 'h', patientId: id, endedAt: at((n % 7) * 60 + 1), total: n % 6 === 0 ? null : n % 9 })
      }
    })
    server = await startServer(opened.database)
  }, 120_000)
  const ask = async (as: string, query: Partial<VirtualWardQuery>) => {
    const answer = await server.ask(board, { as, ...(as === 'multi' ? { in: 'w' } : {}), variables: { take: 50, skip: 0, ...query } })
    expect(answer.errors).toEqual([])
    const page = answer.data?.virtualWardPatients as { total: number; asOf: string; patients: unknown[] }
    return { total: page.total, asOf: page.asOf, patients: page.patients.map((patient) => virtualWardPatientSchema.parse(patient)) }
  }
  const idsOf = async (as: string, query: Partial<VirtualWardQuery>) => (await ask(as, query)).patients.map((patient: VirtualWardPatient) => patient.id)

  test('C506 virtualWardPatients returns the patients of the user\'s wards and their total', async () => {
    expect((await idsOf('nurse', {})).toSorted()).toEqual(['a1', 'a2'])
    expect((await idsOf('multi', {})).toSorted()).toEqual(['a1', 'a2', 'b1'])
    expect((await idsOf('admin', {})).toSorted()).toEqual(['a1', 'a2', 'b1'])
    const page = await ask('carer', { take: 5, skip: 40 })
    expect(page).toMatchObject({ total: 42, asOf: at(0) })
    expect(page.patients).toHaveLength(2)
  })

  test('C290 a patient of the board has identity, similar names, admission, latest check-up and monitoring, open alerts, acuity, and whether they are watched', async () => {
    const [patient] = (await ask('nurse', { nameOrNhsNumber: 'zoe' })).patients
    expect(patient).toMatchObject({
      id: 'a1', organization: { id: 'w', name: 'West Ward' }, firstName: 'Zoë', lastName: "O'Neill", numSimilarNames: 1, birthDate: '1940-02-29', gender: 'female', nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
      wardAdmission: { ward: { id: 'ward-A', name: 'Ward A' }, carePathway: { id: 'pathway-w' }, patientFlags: [{ type: 'OnOxygen', active: true }], expectedDischargeDate: '2026-03-20', admittedAt: at(5000) },
      latestCheckup: { id: 'c-a1', ewsScores: { totalScore: 3 } }, latestAcuityScore: null, onWatchList: false, alerts: [{ status: 'open', alertRule: { id: 'rule-w' } }],
    })
    const monitoring = await server.ask('{ virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "zoe") { patients { latestContinuousMonitoring { bucketEndAt } } } }', { as: 'nurse' })
    expect(monitoring).toMatchObject({ errors: [], data: { virtualWardPatients: { patients: [{ latestContinuousMonitoring: null }] } } })
  })

  test('wards that the user is not assigned to filter to nothing', async () => {
    expect(await idsOf('multi', { wardIds: ['ward-B'] })).toEqual(['b1'])
    expect(await idsOf('nurse', { wardIds: ['ward-B'] })).toEqual([])
    expect(await idsOf('nurse', { wardIds: ['no-such'] })).toEqual([])
    expect((await idsOf('nurse', { wardIds: [] })).toSorted()).toEqual(['a1', 'a2'])
  })

  test('a practice filters its patients by care home', async () => {
    const all = await idsOf('gp', {})
    const shared = await idsOf('gp', { neighborIds: ['h'] })
    expect(all).toContain('p1')
    expect(shared).not.toContain('p1')
    expect(shared).toHaveLength(all.length - 1)
    expect(await idsOf('gp', { neighborIds: ['w'] })).toEqual([])
  })

  test('the text finds parts of names in any case and accents, or digits of the identifier', async () => {
    const found = (text: string) => idsOf('nurse', { nameOrNhsNumber: text })
    expect(await found('ZOE')).toEqual(['a1'])
    expect(await found("zoë o'neill")).toEqual(['a1'])
    expect(await found('neill, z')).toEqual(['a1', 'a2'])
    expect(await found('943 476')).toEqual(['a1'])
    expect(await found('943-476 5919')).toEqual(['a1'])
    expect(await found('   ')).toEqual(['a1', 'a2'])
    for (const text of ['%', '_', '100%', "' or 1=1 --", '9434765910', 'zoe 943']) expect(await found(text), text).toEqual([])
  })

  test('withCheckupsInLastHours hides older check-ups of a card but keeps its patient', async () => {
    const page = await ask('carer', { nameOrNhsNumber: 'Hana', withCheckupsInLastHours: 1 })
    expect(page.patients).toMatchObject([{ id: 'h1', latestCheckup: null }])
    expect((await ask('carer', { nameOrNhsNumber: 'Hana', withCheckupsInLastHours: 2 })).patients).toMatchObject([{ latestCheckup: { id: 'c-h1' } }])
  })

  test('pages of any order join to the whole without doubles', async () => {
    const sort = [{ field: 'ewsScore', direction: 'DESC' }] as const
    const whole = await idsOf('carer', { sort })
    const pages = await Promise.all([0, 10, 20, 30, 40].map((skip) => idsOf('carer', { sort, skip, take: 10 })))
    expect(pages.flat()).toEqual(whole)
    expect(new Set(whole).size).toBe(42)
    expect((await ask('carer', { skip: 1000 }))).toMatchObject({ total: 42, patients: [] })
  })

  test('the server filters, orders, hides old check-ups and pages as the portal does offline', async () => {
    const now = Date.parse(at(0))
    const everybody = (await ask('carer', {})).patients
    const terms = uniqueArray(record({ field: constantFrom(...sortFields), direction: constantFrom('ASC' as const, 'DESC' as const) }), { maxLength: 4, selector: (term) => term.field })
    const asGp = (await ask('gp', {})).patients
    const neighbours = constantFrom(undefined, [], ['h'], ['p'], ['h', 'p'], ['w'], ['no-such'])
    const texts = constantFrom(undefined, '', 'ann', 'ANN marie', 'e', 'zoë s', 'o\'n', '90', '1 2', '900-0', '.', 'éclair', 'Ø', 'de la', 'smith,ann')
    const windows = constantFrom(undefined, 1, 2, 3, 4, 24)
    const pages = constantFrom([50, 0], [5, 0], [5, 5], [10, 30], [50, 100])
    const told = (patients: readonly VirtualWardPatient[]) => patients.map(({ id, latestCheckup }) => [id, latestCheckup?.id ?? null])
    const agree = async (as: string, all: readonly VirtualWardPatient[], query: Found, [take = 50, skip = 0]: readonly number[]) => {
      const page = await ask(as, { ...query, take, skip })
      const ordered = orderPatients(all, query, now)
      expect(told(page.patients)).toEqual(told(ordered.slice(skip, skip + take)))
      expect(page.total).toBe(ordered.length)
    }
    const queryOf = (sort: Found['sort'], text: string | undefined, hours: number | undefined): Found =>
      ({ sort, ...(text === undefined ? {} : { nameOrNhsNumber: text }), ...(hours === undefined ? {} : { withCheckupsInLastHours: hours }) })
    await assert(asyncProperty(terms, texts, windows, pages, (sort, text, hours, page) => agree('carer', everybody, queryOf(sort, text, hours), page)), { numRuns: 30 })
    await assert(asyncProperty(terms, texts, neighbours, windows, pages, (sort, text, neighborIds, hours, page) =>
      agree('gp', asGp, { ...queryOf(sort, text, hours), ...(neighborIds === undefined ? {} : { neighborIds }) }, page)), { numRuns: 30 })
    const wards = constantFrom(undefined, [], ['ward-A'], ['ward-B'], ['ward-A', 'ward-B'], ['no-such'])
    const asAdmin = (await ask('admin', {})).patients
    await assert(asyncProperty(terms, wards, windows, (sort, wardIds, hours) =>
      agree('admin', asAdmin, { ...queryOf(sort, undefined, hours), ...(wardIds === undefined ? {} : { wardIds }) }, [50, 0])), { numRuns: 15 })
  })

  test('pages over 50 and arguments out of range are refused by name', async () => {
    const refusals: readonly [Record<string, unknown>, string][] = [
      [{ take: 51 }, 'take'], [{ take: 0 }, 'take'], [{ take: 100_000 }, 'take'], [{ skip: -1 }, 'skip'], [{ withCheckupsInLastHours: 0 }, 'withCheckupsInLastHours'],
      [{ wardIds: Array.from({ length: 101 }, String) }, 'wardIds'], [{ nameOrNhsNumber: 'x'.repeat(201) }, 'nameOrNhsNumber'],
    ]
    for (const [variables, path] of refusals) {
      const answer = await server.ask(board, { as: 'nurse', variables: { take: 10, skip: 0, ...variables } })
      expect(answer.errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argErrors: [{ path }] })
    }
  })

  test('C510 the filter values are the user\'s wards, or a practice\'s neighbours', async () => {
    const values = async (as: string) => (await server.ask('{ virtualWardFilterValues { wards { id name } neighbors { id name } } }', { as })).data?.virtualWardFilterValues
    expect(await values('nurse')).toEqual({ wards: [{ id: 'ward-A', name: 'Ward A' }], neighbors: [] })
    expect(await values('admin')).toEqual({ wards: [{ id: 'ward-A', name: 'Ward A' }, { id: 'ward-B', name: 'Ward B' }], neighbors: [] })
    expect(await values('gp')).toEqual({ wards: [], neighbors: [{ id: 'h', name: 'Hill Home' }] })
    expect(await values('carer')).toEqual({ wards: [], neighbors: [] })
  })

  test('a user without patients to see gets no board', async () => {
    expect(codeOf(await server.ask(board, { as: 'selfcare', variables: { take: 5, skip: 0 } }))).toBe('FORBIDDEN')
  })
})
