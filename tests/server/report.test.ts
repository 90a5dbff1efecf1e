import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { PatientCheckupsDocument } from '../../schema/generated/documents/checkup'
import { PatientReportDocument } from '../../schema/generated/documents/report'
import type { ReportAsked, ReportPart } from '../../src/data/report'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import type { Checkup } from '../../src/domain/checkup/checkup'
import { measuredKeys, measuredValue, showMeasured } from '../../src/domain/checkup/shown'
import { scoreCheckup } from '../../src/domain/ews/score'
import { chartValue } from '../../src/ui/readings'
import { startServer, type Answer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addPatient, buildWorld } from './world'

const hour = 3_600_000
const day = 24 * hour
/** The clocks of London go forward on 29 March. */
const now = Date.parse('2026-04-10T12:00:00.000Z')
const from = Date.parse('2026-03-20T00:00:00.000Z')
const iso = (ms: number): string => new Date(ms).toISOString()

const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { freq: 4 })
const tenths = (least: number, most: number) =>
  fc.integer({ min: least * 10, max: most * 10 }).map((value) => value / 10)
const noDevice = { device: null, isManual: false }
/** What devices send: whole numbers and tenths, much of it missing, oximeters that fail. */
const readings = fc.record({
  respiratoryRate: maybe(
    fc.record({ value: fc.integer({ min: 6, max: 40 }), source: fc.constant(null) }),
  ),
  pulseOxiData: maybe(
    fc.record({
      averageSpO2: tenths(80, 100),
      uneditedAverageSpO2: fc.constant(null),
      averageHr: maybe(fc.integer({ min: 40, max: 140 })),
      confidence: fc.constantFrom('HIGH', 'FAILED', 'VITAL_UNSTABLE', null),
      device: fc.constant(null),
      isManual: fc.boolean(),
    }),
  ),
  bloodPressureData: maybe(
    fc.record({
      systolic: fc.integer({ min: 70, max: 230 }),
      diastolic: fc.integer({ min: 40, max: 120 }),
      position: fc.constant(null),
      ...Object.fromEntries(
        Object.entries(noDevice).map(([key, value]) => [key, fc.constant(value)]),
      ),
    }),
  ),
  pulseRate: maybe(
    fc.record({
      value: fc.integer({ min: 38, max: 150 }),
      source: fc.constant(null),
      isManual: fc.constant(false),
    }),
  ),
  temperature: maybe(tenths(34, 41).map((value) => ({ value, ...noDevice }))),
  peakExpiratoryFlowRate: maybe(tenths(100, 600).map((value) => ({ value, isManual: true }))),
  weight: maybe(tenths(3, 160).map((value) => ({ value, ...noDevice }))),
  consciousness: maybe(fc.constantFrom('A', 'C', 'V')),
  onOxygen: maybe(fc.boolean()),
  softSigns: fc.array(
    fc.record({ key: fc.constantFrom('tired', 'chest_pain'), isEmergency: fc.boolean() }),
    { maxLength: 2 },
  ),
})
const history = fc.sample(
  fc.record({ readings, minutes: fc.integer({ min: 0, max: 20 * 24 * 60 }) }),
  { seed: 20_260_410, numRuns: 230 },
)

/** Independent of the server's: everything in the portal's own memory. */
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => now } })
    await opened.database.asSystem(async (trx) => {
      for (const id of ['r1', 'r2'])
        await addPatient(trx, { id, of: 'w', first: 'Ruth', last: id, ward: 'A' })
      // Many end in the same minute, and 60 at the same instant.
      const times = history.map(({ minutes }, at) =>
        at < 60 ? from + 9 * day + hour / 2 : from + minutes * 60_000,
      )
      await trx
        .insertInto('checkup')
        .values(
          history.map(({ readings: measured }, at) => {
            const endedAt = iso(times[at] ?? from)
            const whole = { ...measured, symptoms: [], notes: null }
            const scores = scoreCheckup(ewsInputOf(whole as unknown as Checkup, false), {
              thresholds: null,
              spo2Scale: 1,
              riskScheme: 'NEWS2',
            })
            return {
              id: `r-${at}`,
              organization_id: 'w',
              patient_id: 'r1',
              source_id: `r-${at}`,
              type: 'standard',
              checkup_type: null,
              started_at: endedAt,
              ended_at: endedAt,
              received_at: endedAt,
              readings: JSON.stringify(whole),
              ews_scores: at % 11 === 0 ? null : JSON.stringify(scores),
              total_score: at % 11 === 0 ? null : scores.totalScore,
              risk_level: scores.riskLevel,
              payload_hash: `r-${at}`,
              revision: 1,
            }
          }),
        )
        .execute()
      await trx
        .insertInto('patient_note')
        .values(
          Array.from({ length: 120 }, (_, at) => ({
            id: `n-${at}`,
            organization_id: 'w',
            patient_id: 'r1',
            text: `Note ${at}`,
            captured_at: iso(from + Math.floor(at / 3) * hour * 10),
            created_at: iso(from + at * hour),
            created_by: 'nurse',
            checkup_id: null,
            generated_note_id: null,
            clock_skew_ms: null,
            revision: 1,
          })),
        )
        .execute()
    })
  })

  const usual: ReportAsked = {
    patientId: 'r1',
    start: iso(from),
    end: iso(from + 20 * day),
    aggregateIntervalHours: 8,
    timeZone: 'Europe/London',
    aggregates: false,
    softSigns: false,
    checkups: false,
    notes: false,
    alerts: false,
    wardAdmissions: false,
  }
  const part = (
    over: Partial<Record<keyof ReportAsked, unknown>> = {},
    after: string | null = null,
    as = 'nurse',
  ): Promise<Answer> =>
    server.ask(PatientReportDocument.text, { as, variables: { ...usual, ...over, after } })
  const parts = async (over: Partial<ReportAsked>): Promise<readonly ReportPart[]> => {
    const all: ReportPart[] = []
    let after: string | null = null
    do {
      const answer = await part(over, after)
      expect(answer.errors).toEqual([])
      const told = answer.data?.['patientReport'] as ReportPart
      all.push(told)
      after = told.next
    } while (after !== null && all.length < 100)
    return all
  }
  /** Check-ups as the record of the patient gives them. */
  const recorded = async (): Promise<Checkup[]> => {
    const all: Checkup[] = []
    let before: string | null = null
    for (;;) {
      const answer = await server.ask(PatientCheckupsDocument.text, {
        as: 'nurse',
        variables: { patientId: 'r1', take: 50, before },
      })
      const page = answer.data?.['checkupsByPatient'] as { checkups: Checkup[] } | undefined
      const checkups = page?.checkups ?? []
      if (checkups.length === 0) return all
      all.push(...checkups)
      before = checkups.at(-1)?.endedAt ?? null
    }
  }

  describe('a history of random check-ups', () => {
    let record: readonly Checkup[] = []
    let report: readonly ReportPart[] = []
    beforeAll(async () => {
      record = await recorded()
      report = await parts({ aggregates: true, softSigns: true, checkups: true })
    })

    test('C502 every check-up of the period is in the report once, as the record has it', () => {
      const told = report.flatMap(({ checkups }) => checkups)
      expect(record.length).toBe(history.length)
      expect(told.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
        record.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      )
      expect(told.map(({ endedAt }) => endedAt)).toEqual(
        told
          .map(({ endedAt }) => endedAt)
          .toSorted()
          .toReversed(),
      )
      expect(report.every(({ checkupCount }) => checkupCount === history.length)).toBe(true)
    })

    test.each(['en-GB', 'en-US'] as const)(
      'C502 least and greatest of each interval are values of the record to the digit (%s)',
      (edition) => {
        const intervals = report.flatMap(({ aggregates }) => aggregates)
        expect(intervals.length).toBeGreaterThan(40)
        let compared = 0
        for (const interval of intervals) {
          const own = record.filter(
            ({ endedAt }) => endedAt >= interval.start && endedAt < interval.end,
          )
          expect(own.length).toBe(interval.checkups)
          for (const key of measuredKeys) {
            const values = own
              .map((checkup) => measuredValue(key, checkup))
              .filter((value) => value !== null)
            const told = interval[key]
            expect(told === null).toBe(values.length === 0)
            if (told === null) continue
            compared++
            const texts = own.flatMap((checkup) => chartValue(key, checkup, edition).text ?? [])
            expect(told.count).toBe(texts.length)
            for (const [end, value] of [
              ['least', told.min],
              ['greatest', told.max],
            ] as const) {
              const text = showMeasured(key, value, edition)
              expect(texts, `${end} ${key}`).toContain(text)
              expect(Number(text)).toBe(
                (end === 'least' ? Math.min : Math.max)(...texts.map(Number)),
              )
            }
            expect(told.mean).toBeCloseTo(meanOf(values), 5)
          }
        }
        expect(compared).toBeGreaterThan(200)
      },
    )

    test('the score of an interval is of a check-up of the record, partial ones marked', () => {
      const scores = report.flatMap(({ aggregates }) =>
        aggregates.flatMap(({ score, highest }) =>
          [score, highest].filter((each) => each !== null),
        ),
      )
      expect(scores.some(({ missing }) => missing > 0)).toBe(true)
      for (const { at, total, missing } of scores)
        expect(
          record.some(
            ({ endedAt, ewsScores }) =>
              endedAt === at && ewsScores?.totalScore === total && ewsScores.missing === missing,
          ),
        ).toBe(true)
    })

    test('C503 soft signs are summed up over 24 hours, midnight to midnight in the zone', () => {
      const days = report.flatMap(({ softSigns }) => softSigns)
      expect(days.length).toBeGreaterThan(15)
      const lengths = days.map(({ start, end }) => (Date.parse(end) - Date.parse(start)) / hour)
      // The period ends an hour after a midnight.
      expect(new Set(lengths)).toEqual(new Set([24, 23, 1]))
      const counted = days.reduce(
        (sum, { signs }) => sum + signs.reduce((all, { count }) => all + count, 0),
        0,
      )
      expect(counted).toBe(
        record.reduce(
          (sum, { softSigns }) => sum + new Set(softSigns.map(({ key }) => key)).size,
          0,
        ),
      )
    })

    test('a part holds about 50 rows, and no interval is cut', () => {
      expect(report.length).toBeGreaterThan(4)
      for (const { aggregates, softSigns, checkups } of report)
        expect(aggregates.length + softSigns.length + checkups.length).toBeLessThanOrEqual(150)
      const starts = report.flatMap(({ aggregates }) => aggregates.map(({ start }) => start))
      expect(new Set(starts).size).toBe(starts.length)
    })
  })

  test('the day on which the clocks go forward has 23 hours, and intervals follow the zone', async () => {
    const told = await parts({ aggregates: true, aggregateIntervalHours: 24 })
    const spring = told
      .flatMap(({ aggregates }) => aggregates)
      .find(({ start }) => start === '2026-03-29T00:00:00.000Z')
    expect(spring?.end).toBe('2026-03-29T23:00:00.000Z')
    const elsewhere = await parts({
      aggregates: true,
      aggregateIntervalHours: 24,
      timeZone: 'America/New_York',
    })
    expect(elsewhere[0]?.aggregates[1]?.start.slice(10)).toBe('T04:00:00.000Z')
  })

  test('C502 only what is asked for is told', async () => {
    const [nothing] = await parts({})
    expect(nothing).toMatchObject({
      aggregates: [],
      softSigns: [],
      checkups: [],
      notes: [],
      alerts: [],
      wardAdmissions: [],
      next: null,
    })
    const notes = await parts({ notes: true })
    const told = notes.flatMap((each) => each.notes)
    expect(told.map(({ id }) => id).toSorted()).toEqual(
      Array.from({ length: 120 }, (_, at) => at)
        .filter((at) => Math.floor(at / 3) * 10 < 480)
        .map((at) => `n-${at}`)
        .toSorted(),
    )
    expect(notes.every(({ checkups }) => checkups.length === 0)).toBe(true)
  })

  test('the stays of the period, and where the patient was when it began', async () => {
    const [told] = await parts({ wardAdmissions: true })
    expect(told?.wardAdmissions.map(({ type, ward }) => [type, ward?.id])).toEqual([
      ['Admission', 'ward-A'],
    ])
  })

  test('each time that an alert was open in the period is a row, with when it closed', async () => {
    await opened.database.asSystem(async (trx) => {
      const alert = {
        organization_id: 'w',
        patient_id: 'r1',
        type: 'AlertRule',
        alert_rule_id: 'rule-w',
        open_triggers: 1,
        triggers: 1,
        created_at: iso(from),
        severity: 2,
        revision: 1,
      } as const
      const raised = async (id: string, at: number) => {
        await trx
          .insertInto('alert')
          .values({
            ...alert,
            id,
            source_key: id,
            status: 'open',
            started_at: iso(at),
            latest_at: iso(at),
          })
          .execute()
      }
      const close = (id: string, at: number) =>
        trx
          .updateTable('alert')
          .set({ status: 'closed', closed_at: iso(at), closed_reason: 'ended', open_triggers: 0 })
          .where('id', '=', id)
          .execute()
      await raised('before', from - 2 * day)
      await close('before', from - day)
      await raised('into', from - day)
      await close('into', from + day)
      await raised('twice', from + 2 * day)
      await close('twice', from + 3 * day)
      await trx
        .updateTable('alert')
        .set({
          status: 'open',
          started_at: iso(from + 4 * day),
          latest_at: iso(from + 4 * day),
          closed_at: null,
          closed_reason: null,
          open_triggers: 1,
        })
        .where('id', '=', 'twice')
        .execute()
    })
    const [told] = await parts({ alerts: true })
    expect(
      told?.alerts.map(({ openedAt, closedAt, alertRule, count }) => [
        openedAt,
        closedAt,
        alertRule?.id,
        count,
      ]),
    ).toEqual([
      [iso(from + 4 * day), null, 'rule-w', 1],
      [iso(from + 2 * day), iso(from + 4 * day), 'rule-w', 1],
      [iso(from - day), iso(from + day), 'rule-w', 1],
    ])
  })

  test.each([
    ['end', { end: iso(from) }],
    ['end', { start: iso(now - 367 * day), end: iso(now) }],
    ['start', { start: iso(now + hour), end: iso(now + 2 * hour) }],
    ['aggregateIntervalHours', { aggregateIntervalHours: 5 }],
    ['aggregateIntervalHours', { aggregateIntervalHours: 1 }],
    ['timeZone', { timeZone: 'Middle/Earth' }],
  ] as const)('a wrong %s is named: %o', async (path, over) => {
    const answer = await part(over)
    expect(answer.errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argErrors: [{ path }],
    })
  })

  test.each(['nonsense', 'notes 2026-03-25T00:00:00.000Z', 'checkups never'])(
    'a part goes on only from where one ended: %s',
    async (after) => {
      const answer = await part({ checkups: true }, after)
      expect(answer.errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argErrors: [{ path: 'after' }],
      })
    },
  )

  test('of another organisation, another ward, and none at all it is not found', async () => {
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id: 'r3', of: 'w', first: 'Ruth', last: 'r3', ward: 'B' }),
    )
    for (const [patientId, as] of [
      ['r3', 'nurse'],
      ['r1', 'carer'],
      ['none', 'nurse'],
    ] as const)
      expect((await part({ patientId }, null, as)).errors[0]?.extensions?.code).toBe('NOT_FOUND')
  })
})
