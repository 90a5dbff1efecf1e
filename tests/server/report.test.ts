import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  CreateReportDocument,
  PatientReportDocument,
} from '../../schema/generated/documents/report'
import { createDocumentRenderer } from '../../server/documents'
import { reportPaper, wholeReport } from '../../server/documents/report-paper'
import { checkupsByName } from './by-name'
import { reportFrame, reportWords as paperWords } from '../../server/documents/report-words'
import type { ReportAsked, ReportPart } from '../../src/data/report'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import type { Checkup } from '../../src/domain/checkup/checkup'
import { measuredKeys, measuredValue, showMeasured } from '../../src/domain/checkup/shown'
import { scoreCheckup, scoreKeys } from '../../src/domain/ews/score'
import { deviceReport } from '../../src/domain/report/device'
import {
  checkupsTable,
  softSignsTable,
  sumsTable,
  type ReportTold,
} from '../../src/domain/report/tables'
import type { ReportWords } from '../../src/domain/report/words'
import { reportWords as screenWords } from '../../src/features/reports/report-words'
import { reportsTexts } from '../../src/texts/reports'
import { chartValue } from '../../src/ui/readings'
import { codeOf, startServer, type Answer, type TestServer } from './client'
import { textOfPdf } from './documents/pdf-text'
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

const pick = <Of extends object>(of: Of, ...keys: readonly (keyof Of)[]): Partial<Of> =>
  Object.fromEntries(keys.map((key) => [key, of[key]])) as Partial<Of>

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
            const whole = { ...measured, symptoms: [], doubts: [], notes: null }
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
              type: 'new_checkup',
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
      const answer = await server.ask(checkupsByName, {
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

    test.each([6, 8, 24] as const)(
      'over %i hours sums and soft signs are what the device makes of the same record',
      async (hours) => {
        const told =
          hours === 8
            ? report
            : await parts({ aggregates: true, softSigns: true, aggregateIntervalHours: hours })
        const whole = { from: -Infinity, to: now }
        const made = deviceReport(
          {
            checkups: record,
            notes: [],
            alerts: [],
            admissionEvents: [],
            known: { checkups: whole, notes: null, alerts: null, wardAdmissions: null },
          },
          { from, to: from + 20 * day },
          hours,
          'Europe/London',
          { ...usual, aggregates: true, softSigns: true },
        )
        expect(told.flatMap(({ aggregates }) => aggregates)).toEqual(made.aggregates)
        expect(told.flatMap(({ softSigns }) => softSigns)).toEqual(made.softSigns)
      },
    )

    test('the score in force is the highest that no later check-up of its age has answered', () => {
      // Written down again, by hand: every interval by every check-up before its last one.
      const intervals = report.flatMap(({ aggregates }) => aggregates)
      const gravity = ({ ewsScores }: Checkup): number =>
        (ewsScores?.totalScore ?? 0) * 10 + (ewsScores?.riskLevel ?? 0)
      const scores = record
        .filter(({ ewsScores }) => ewsScores?.totalScore != null)
        .toSorted((a, b) =>
          a.endedAt === b.endedAt ? gravity(a) - gravity(b) : a.endedAt < b.endedAt ? -1 : 1,
        )
      const lacking = (of: Checkup): readonly string[] =>
        scoreKeys.filter((key) => of.ewsScores?.[key] == null)
      const restMs = [12, 6, 1, 1, 0.25].map((hours) => hours * hour)
      const kinds = { partial: 0, earlier: 0, atLeast: 0 }
      for (const { start, end, score } of intervals) {
        const last = record
          .filter(({ endedAt }) => endedAt >= start && endedAt < end)
          .reduce((newest, { endedAt }) => (endedAt > newest ? endedAt : newest), '')
        const before = scores.filter(({ endedAt }) => endedAt <= last)
        const complete = before.findLast((one) => lacking(one).length === 0)
        const open = before
          .filter((one) => one !== complete && one.endedAt >= (complete?.endedAt ?? ''))
          .filter(
            (one, _at, all) =>
              !all.some(
                (later) =>
                  later.endedAt > one.endedAt &&
                  lacking(later).every((key) => lacking(one).includes(key)),
              ),
          )
        const partial = Math.max(
          -1,
          ...open
            .filter((one) => lacking(one).length > 0)
            .map(({ ewsScores }) => ewsScores?.totalScore ?? -1),
        )
        const risk = Math.max(
          ...[...(complete === undefined ? [] : [complete]), ...open].map(
            ({ ewsScores }) => ewsScores?.riskLevel ?? 0,
          ),
        )
        const total = complete?.ewsScores?.totalScore ?? null
        const isFresh = (one: Checkup | undefined): boolean =>
          one !== undefined && Date.parse(last) - Date.parse(one.endedAt) <= (restMs[risk] ?? 0)
        const highest = open.findLast(({ ewsScores }) => ewsScores?.totalScore === partial)
        const counts =
          isFresh(complete) ||
          (complete !== undefined &&
            (total ?? 0) >= 5 &&
            Date.parse(last) - Date.parse(complete.endedAt) <= day)
        const isAtLeast = total === null || (!counts && isFresh(highest))
        expect(score?.isAtLeast, start).toBe(isAtLeast)
        expect(score?.total, start).toBe(isAtLeast ? partial : Math.max(total ?? -1, partial))
        if (score === null) continue
        if (isAtLeast) kinds.atLeast++
        else if (score.missing > 0) kinds.partial++
        if (score.at < start) kinds.earlier++
      }
      expect(Object.values(kinds).every((count) => count > 0)).toBe(true)
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

    test('a part holds 50 rows and those of its last instant, and no interval is cut', () => {
      expect(report.length).toBeGreaterThan(4)
      for (const { aggregates, softSigns, checkups } of report) {
        const { endedAt: last } = checkups.at(-1) ?? { endedAt: '' }
        const tied = checkups.filter(({ endedAt }) => endedAt === last).length
        expect(
          aggregates.length + softSigns.length + checkups.length - Math.max(0, tied - 1),
        ).toBeLessThanOrEqual(50)
      }
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

  test('parts between which the record changed say so', async () => {
    const [first, second] = await parts({ notes: true })
    expect(first?.version).toBe(second?.version)
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('patient_note')
        .values({
          id: 'n-late',
          organization_id: 'w',
          patient_id: 'r1',
          text: 'Late',
          captured_at: iso(from - day),
          created_at: iso(now),
          created_by: 'nurse',
          checkup_id: null,
          generated_note_id: null,
          clock_skew_ms: null,
          revision: 900_001,
        })
        .execute(),
    )
    const [after] = await parts({ notes: true })
    expect(after?.version).not.toBe(first?.version)
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
      const trigger = (id: string, at: number, closedAt: number | null) =>
        trx
          .insertInto('alert_trigger')
          .values({
            id: `${id}-${at}`,
            alert_id: id,
            organization_id: 'w',
            patient_id: 'r1',
            source: String(at),
            occurred_at: iso(at),
            raised_at: iso(at),
            severity: 3,
            status: closedAt === null ? 'open' : 'closed',
            closed_at: closedAt === null ? null : iso(closedAt),
            closed_reason: closedAt === null ? null : 'resolved',
            outcome: closedAt === null ? null : 'rang',
          })
          .execute()
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
          .set({
            status: 'closed',
            closed_at: iso(at),
            closed_reason: 'resolved',
            outcome: 'other',
            outcome_text: 'Moved the sensor',
            open_triggers: 0,
          })
          .where('id', '=', id)
          .execute()
      await raised('before', from - 2 * day)
      await close('before', from - day)
      await raised('into', from - day)
      await close('into', from + day)
      const again = (id: string, at: number) =>
        trx
          .updateTable('alert')
          .set({
            status: 'open',
            started_at: iso(at),
            latest_at: iso(at),
            closed_at: null,
            closed_reason: null,
            outcome: null,
            outcome_text: null,
            open_triggers: 1,
          })
          .where('id', '=', id)
          .execute()
      await raised('twice', from + 2 * day)
      await trigger('twice', from + 2 * day, from + 3 * day)
      await trigger('twice', from + 2 * day + hour, from + 3 * day + hour)
      await close('twice', from + 3 * day + hour)
      await again('twice', from + 4 * day)
      await trigger('twice', from + 4 * day, null)
      // Opened again by an older reading that came late: measured before what it follows.
      await raised('late', from + 9 * day)
      await trigger('late', from + 9 * day, from + 10 * day)
      await close('late', from + 10 * day)
      await again('late', from + 8 * day)
      await trigger('late', from + 8 * day, null)
      // Of its first opening no trigger is there to say when it was closed.
      await raised('lost', from + 5 * day)
      await close('lost', from + 6 * day)
      await again('lost', from + 7 * day)
      // Opened again before the period began.
      await raised('earlier', from - 5 * day)
      await close('earlier', from - 4 * day)
      await again('earlier', from - 3 * day)
      await close('earlier', from - 2 * day)
    })
    const [told] = await parts({ alerts: true })
    expect(
      told?.alerts.map(({ openedAt, closedAt, isOpen, count, severity }) => [
        openedAt,
        closedAt,
        isOpen,
        count,
        severity,
      ]),
    ).toEqual([
      [iso(from + 9 * day), iso(from + 10 * day), false, 1, 3],
      [iso(from + 8 * day), null, true, 1, 3],
      [iso(from + 7 * day), null, true, 1, 2],
      [iso(from + 5 * day), null, false, 1, 2],
      [iso(from + 4 * day), null, true, 1, 3],
      [iso(from + 2 * day), iso(from + 3 * day + hour), false, 2, 3],
      [iso(from - day), iso(from + day), false, 1, 2],
    ])
    expect(told?.alerts.every(({ alertRule }) => alertRule?.id === 'rule-w')).toBe(true)
    // What was done: of an earlier opening by its triggers, of the last by the alert.
    expect(told?.alerts.map(({ outcome, outcomeText }) => [outcome, outcomeText])).toEqual([
      ['rang', null],
      [null, null],
      [null, null],
      [null, null],
      [null, null],
      ['rang', null],
      ['other', 'Moved the sensor'],
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

  describe('as PDF', () => {
    const chosen = {
      ...usual,
      start: iso(from + 8 * day),
      end: iso(from + 11 * day),
      aggregates: true,
      softSigns: true,
      checkups: true,
      notes: true,
      alerts: true,
      wardAdmissions: true,
    }
    const nothingOf = {
      aggregates: false,
      softSigns: false,
      checkups: false,
      notes: false,
      alerts: false,
      wardAdmissions: false,
    }
    const headings = Object.entries({
      ...reportFrame.headings,
      aggregates: reportFrame.headings.aggregates(reportFrame.hours(usual.aggregateIntervalHours)),
    })
    const create = (over: Partial<ReportAsked> = {}, as = 'nurse', key?: string) =>
      server.ask(CreateReportDocument.text, {
        as,
        variables: { ...chosen, ...over },
        ...(key === undefined ? {} : { key }),
      })
    const idOf = ({ data }: Answer): string =>
      (data?.['createReport'] as { id: string } | undefined)?.id ?? ''
    const frozen = async () => {
      const asked = await opened.database.asSystem((trx) =>
        trx
          .selectFrom('document')
          .select(['id', 'source'])
          .where('patient_id', '=', 'r1')
          .where('kind', '=', 'report')
          .orderBy('created_at')
          .execute(),
      )
      const parts = await opened.database.asSystem((trx) =>
        trx.selectFrom('document_part').selectAll().orderBy('nth').execute(),
      )
      return asked.map(({ id, source }) => ({
        id,
        source: wholeReport(
          source,
          parts
            .filter(({ document_id: of }) => of === id)
            .map(({ body }): unknown => JSON.parse(body)),
        ),
      }))
    }

    test('says what the sheet says of the same period and contents, on the patient’s own pages', async () => {
      const made = await create()
      expect(made.errors).toEqual([])
      const [{ source } = { source: null }] = await frozen()
      const paper = reportPaper(source)
      const told: ReportTold = {
        words: screenWords('en-GB', 'server'),
        edition: 'en-GB',
        zone: 'Europe/London',
      }
      const shown = await parts(chosen)
      const range = { from: Date.parse(chosen.start), to: Date.parse(chosen.end) }
      const tables = [
        sumsTable(
          shown.flatMap(({ aggregates }) => aggregates),
          { range, hours: 8, known: range },
          told,
        ),
        softSignsTable(
          shown.flatMap(({ softSigns }) => softSigns),
          told,
        ),
        checkupsTable(
          shown.flatMap(({ checkups }) => checkups),
          told,
        ),
      ]
      expect(paper.blocks.find(({ kind }) => kind === 'facts')).toMatchObject({
        facts: [
          { label: 'Allergies', value: 'not recorded' },
          { label: 'Resuscitation', value: 'not recorded' },
          { label: 'Conditions' },
        ],
      })
      const drawn = paper.blocks.filter((block) => block.kind === 'table')
      for (const [at, { columns, rows }] of tables.entries()) {
        expect(rows.length).toBeGreaterThan(1)
        expect(drawn[at]?.columns.map(({ label }) => label)).toEqual(
          columns.map(({ heading, unit }) => [heading, ...(unit === null ? [] : [unit])].join(' ')),
        )
        expect(
          drawn[at]?.rows.map((row) => row.map((text) => text.replace(/ \+[123]/, ''))),
        ).toEqual(
          rows.map(({ cells }) =>
            cells.map(({ text, marks = [], notes = [] }) => [text, ...marks, ...notes].join('\n')),
          ),
        )
      }
      expect(drawn[3]?.rows.length).toBe(shown.flatMap(({ notes }) => notes).length)
      expect(paper.head.person).toContain('Ruth')
      expect(paper.pageOf).toBe('Page {page} of {pages}')
      expect(paper.foot).toContain('Times: Europe/London')
    })

    test('holds only what is chosen, is found among the documents, and is in the action log', async () => {
      const before = (await frozen()).length
      const key = randomUUID()
      const notes = {
        aggregates: false,
        softSigns: false,
        checkups: false,
        alerts: false,
        wardAdmissions: false,
      }
      const first = await create(notes, 'nurse', key)
      expect((await create(notes, 'nurse', key)).data).toEqual(first.data)
      const all = await frozen()
      expect(all.length).toBe(before + 1)
      const id = idOf(first)
      const { source } = all.find((one) => one.id === id) ?? { source: null }
      const paper = reportPaper(source)
      expect(
        paper.blocks.flatMap((block) =>
          block.kind === 'heading' && block.level === 2 ? block.text : [],
        ),
      ).toEqual(['Notes'])
      const listed = await server.ask(
        '{ patientDocuments(patientId: "r1") { id kind state report { start end aggregateIntervalHours timeZone alerts notes } } }',
        { as: 'nurse' },
      )
      expect(listed.data?.['patientDocuments']).toContainEqual({
        id,
        kind: 'report',
        state: 'due',
        report: {
          start: chosen.start,
          end: chosen.end,
          aggregateIntervalHours: 8,
          timeZone: 'Europe/London',
          alerts: false,
          notes: true,
        },
      })
      const log = await opened.database.asSystem((trx) =>
        trx
          .selectFrom('action_log')
          .select(['action', 'patient_id'])
          .where('entity_id', '=', id)
          .execute(),
      )
      expect(log).toEqual([{ action: 'createReport', patient_id: 'r1' }])
    })

    for (const list of Object.keys(nothingOf))
      test(`of ${list} alone says that it holds these and nothing else`, async () => {
        const only = { ...nothingOf, [list]: true }
        const id = idOf(await create(only))
        const listed = await server.ask(
          '{ patientDocuments(patientId: "r1") { id report { aggregates softSigns checkups notes alerts wardAdmissions } } }',
          { as: 'nurse' },
        )
        expect(listed.data?.['patientDocuments']).toContainEqual({ id, report: only })
        const { source } = (await frozen()).find((one) => one.id === id) ?? { source: null }
        const texts = reportPaper(source).blocks.flatMap((block) =>
          block.kind === 'heading' ? [block.text] : [],
        )
        expect(headings.filter(([, text]) => texts.includes(text)).map(([of]) => of)).toEqual([
          list,
        ])
      })

    test('is drawn by the thread with the patient and the page on each page, in US units too', async () => {
      await opened.database.asSystem((trx) =>
        trx.updateTable('organization').set({ edition: 'en-US' }).where('id', '=', 'w').execute(),
      )
      const made = await create({ notes: false, alerts: false, wardAdmissions: false })
      await opened.database.asSystem((trx) =>
        trx.updateTable('organization').set({ edition: 'en-GB' }).where('id', '=', 'w').execute(),
      )
      const id = idOf(made)
      const { source } = (await frozen()).find((one) => one.id === id) ?? { source: null }
      const renderer = createDocumentRenderer()
      const pages = await textOfPdf(
        await renderer.render({ kind: 'report', source: JSON.stringify(source), parts: [] }),
      )
      await renderer.close()
      expect(pages.length).toBeGreaterThan(1)
      for (const [at, page] of pages.entries()) {
        expect(page).toContain('Ruth')
        expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
      }
      const text = pages.join(' ')
      expect(text).toContain('°F')
      expect(text).not.toContain('°C')
      expect(text).toContain('Made by ')
      // Whole words in the narrow columns of the check-ups.
      expect(text).toContain('Consciousness')
      expect(text).not.toContain('Temperatur e')
    })

    test('of a long record is gathered page by page, each row once and in its order', async () => {
      const id = idOf(
        await create({ start: usual.start, end: usual.end, softSigns: false, alerts: false }),
      )
      const pages = await opened.database.asSystem((trx) =>
        trx
          .selectFrom('document_part')
          .select(['nth', 'body'])
          .where('document_id', '=', id)
          .orderBy('nth')
          .execute(),
      )
      const lists = pages.map(({ body }) => JSON.parse(body) as Record<string, unknown[]>)
      expect(pages.map(({ nth }) => nth)).toEqual(pages.map((_, at) => at))
      // 230 check-ups, 60 of one instant; 120 notes, three at each time.
      expect(lists.filter(({ checkups }) => checkups !== undefined).length).toBeGreaterThan(3)
      for (const { checkups = [] } of lists) expect(checkups.length).toBeLessThanOrEqual(110)
      const { source } = (await frozen()).find((one) => one.id === id) ?? { source: null }
      const { report, asOf } = source as { report: Record<string, unknown[]>; asOf: string }
      const shown = await parts({
        aggregates: true,
        checkups: true,
        notes: true,
        wardAdmissions: true,
      })
      for (const list of ['aggregates', 'checkups', 'notes', 'wardAdmissions'] as const)
        expect(JSON.parse(JSON.stringify(report[list])), list).toEqual(
          shown.flatMap((one) => one[list] as readonly unknown[]),
        )
      expect(asOf).toBe(iso(now))
    })

    test('a record that changes while it is gathered is gathered anew, and given up after three times', async () => {
      const count = async (): Promise<number> => (await frozen()).length
      const before = await count()
      const doAll = (statements: readonly string[]) =>
        opened.asOwner(async (trx) => {
          for (const statement of statements) await sql.raw(statement).execute(trx)
        })
      /** The record changes in the first so many gatherings. */
      const changing = (times: number) =>
        doAll([
          'create sequence gatherings',
          `create function changes() returns trigger language plpgsql security definer as $$ begin
            if nextval('gatherings') <= ${times} then
              insert into patient_note (id, organization_id, patient_id, text, captured_at, created_at, created_by, revision)
                values ('n-changing', 'w', 'r1', 'Changing', now(), now(), 'nurse', 900002);
            end if;
            return null;
          end $$`,
          'create trigger changes after insert on document_part for each row when (new.nth = 0) execute function changes()',
        ])
      const settled = () =>
        doAll([
          'drop trigger changes on document_part',
          'drop function changes',
          'drop sequence gatherings',
        ])
      await changing(3)
      const given = await create()
      await settled()
      expect([codeOf(given), given.errors[0]?.extensions?.['reason']]).toEqual([
        'CONFLICT',
        'CHANGING',
      ])
      expect(await count()).toBe(before)
      await changing(2)
      expect(codeOf(await create())).toBe('ok')
      await settled()
      expect(await count()).toBe(before + 1)
    })

    test('is not for a ward or an organisation that is not one’s own, nor of a wrong period', async () => {
      expect((await create({}, 'carer')).errors[0]?.extensions?.code).toBe('NOT_FOUND')
      expect((await create({ end: chosen.start })).errors[0]?.extensions?.code).toBe(
        'BAD_USER_INPUT',
      )
    })

    test.each(['en-GB', 'en-US'] as const)('has the words of the screen (%s)', (edition) => {
      const told = (words: ReportWords): string =>
        JSON.stringify(
          {
            ...words,
            sums: pick(words.sums, 'interval', 'checkups', 'inForce', 'highest'),
            called: [
              words.sums.gap('a', 'b'),
              words.sums.range('1', '2'),
              words.sums.measured(1, 2),
              words.sums.missing(3),
              words.sums.atLeast(4),
              words.sums.of('a'),
              words.sums.doubtful(2),
              words.sums.poorSignals(1),
              words.sums.poorSignals(2),
              words.sums.failedSignals(3),
              words.checkups.oxygenFlow('2'),
              words.checkups.oxygenFlow('above_5'),
              words.checkups.doubts.mark(1),
              words.checkups.doubts.mark(2),
              words.checkups.doubts.of('a', 'b'),
              words.checkups.doubts.pulses('a', 'b', 'a'),
              words.checkups.doubts.texts,
              words.checkups.doubts.other,
              words.gapUnknown('a', 'b'),
              words.softSigns.sign('a', 1, 2),
              ['pain_7', 'fewer_wet_nappies', 'green_fingers'].map(words.softSigns.nameOf),
              words.checkups.missing(2),
              words.alerts.nameOf({ type: 'CheckupScheduleEvent', alertRule: null }),
              words.alerts.nameOf({ type: 'PatientCallbackRequest', alertRule: null }),
              words.alerts.nameOf({ type: 'AlertRule', alertRule: null }),
            ],
            softSigns: pick(words.softSigns, 'day', 'signs', 'emergency'),
            alerts: pick(
              words.alerts,
              'opened',
              'name',
              'severity',
              'severities',
              'count',
              'acknowledged',
              'closed',
              'open',
              'closedUnknown',
            ),
            stays: {
              ...pick(words.stays, 'when', 'what', 'where', 'who', 'why', 'before'),
              events: pick(
                words.stays.events,
                'Admission',
                'CarePathwayTransfer',
                'Discharge',
                'ExpectedDischargeDateUpdate',
                'WardTransfer',
              ),
            },
            checkups: pick(
              words.checkups,
              'date',
              'softSigns',
              'totalScore',
              'selectedAction',
              'failed',
              'poor',
              'entered',
              'fromFlag',
              'notScored',
              'emergency',
              'notAvailable',
              'actions',
            ),
          },
          null,
          1,
        )
      expect(JSON.parse(told(paperWords(edition)))).toEqual(
        JSON.parse(told(screenWords(edition, 'server'))),
      )
      const t = reportsTexts(edition)
      expect(reportFrame.none).toEqual({
        aggregates: t.sums.none,
        softSigns: t.softSigns.none,
        checkups: t.checkups.none,
        notes: t.notes.none,
        alerts: t.alerts.none,
        wardAdmissions: t.stays.none,
      })
      expect(reportFrame.sumsText).toBe(t.sums.text)
      expect(reportFrame.headings.aggregates(reportFrame.hours(8))).toBe(t.sums.heading(t.hours(8)))
    })
  })

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
