import { setImmediate } from 'node:timers/promises'
import type {
  PatientReportPart,
  QueryPatientReportArgs,
  ReportInterval,
  ReportSoftSigns,
} from '../../../schema/generated/resolvers'
import {
  aggregateHours,
  intervalEdges,
  isZone,
  leastIntervals,
  mostIntervals,
  rangeFault,
  softSignsHours,
  type AggregateHours,
  type ReportRange,
} from '../../../src/domain/report/period'
import {
  createSlots,
  createSums,
  reportSoftSigns,
  reportStays,
  scoredOf,
  type ReportedCheckup,
} from '../../../src/domain/report/report'
import { changeHeads } from '../../db/subject-rows'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'
import { alertOpenings } from '../alert'
import { checkupsBetween, measuredBetween, scoresBefore } from '../checkup'
import { notesBetween } from '../note'
import { admissionEvents } from '../patient'

/** Check-ups that are read at once for the sums: others are served between two reads. */
const rowsAtOnce = 100

/** What a report is made of: a change of one of these makes another report. */
const reportedTables = ['checkup', 'patient_note', 'alert', 'admission_event'] as const

/** The lists of a report, in the order in which the parts give them. */
export const lists = [
  'aggregates',
  'softSigns',
  'checkups',
  'notes',
  'alerts',
  'wardAdmissions',
] as const
export type List = (typeof lists)[number]

/** What is asked of a report, read. */
export interface Asked {
  readonly patientId: string
  readonly range: ReportRange
  readonly hours: AggregateHours
  readonly zone: string
}

/** Rows of one list, and from where it goes on; null: it is told. */
interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | null
}

/** An instant as ISO 8601. */
export const iso = (ms: number): string => new Date(ms).toISOString()

/** What is asked for. @throws BAD_USER_INPUT naming the argument */
export const readAsked = async (
  scope: Scope,
  args: QueryPatientReportArgs,
  after: string | null,
): Promise<Asked> => {
  const range = { from: Date.parse(args.start), to: Date.parse(args.end) }
  const fault = rangeFault(range, scope.clock.now())
  if (fault === 'future') throw badInput([{ path: 'start', message: 'Must not be in the future' }])
  if (fault !== null)
    throw badInput([
      {
        path: 'end',
        message:
          fault === 'too-long' ? 'Must be within a year of start' : 'Must be later than start',
      },
    ])
  const hours = aggregateHours.find((each) => each === args.aggregateIntervalHours)
  if (hours === undefined)
    throw badInput([
      { path: 'aggregateIntervalHours', message: `Must be ${aggregateHours.join(', ')}` },
    ])
  if (args.timeZone != null && !isZone(args.timeZone))
    throw badInput([{ path: 'timeZone', message: 'Must be a zone such as Europe/London' }])
  const zone = args.timeZone ?? (await ownZone(scope))
  const tooMany = badInput([
    { path: 'aggregateIntervalHours', message: `Must give ${mostIntervals} intervals or fewer` },
  ])
  // The calendar is slow: what is far too much is refused before it is asked.
  if (leastIntervals(range, hours) > mostIntervals) throw tooMany
  if (after === null && intervalEdges(range, hours, zone).length - 1 > mostIntervals) throw tooMany
  return { patientId: args.patientId, range, hours, zone }
}

const ownZone = async ({ trx, acting }: Scope): Promise<string> =>
  (
    await trx
      .selectFrom('organization')
      .select('time_zone')
      .where('id', '=', acting.organizationId)
      .executeTakeFirstOrThrow()
  ).time_zone

/** Where a page of intervals begins, and how many it holds at most. */
interface IntervalsAsked {
  readonly hours: AggregateHours
  readonly after: string | null
  readonly take: number
}

/**
 * The first `take` intervals from `after` on, of which none is cut. Check-ups are read once, oldest
 * first, and only those of the interval that is not at its end are held.
 */
const intervalPage = async <Row extends { readonly end: string }>(
  scope: Scope,
  { patientId, range, zone }: Asked,
  { hours, after, take }: IntervalsAsked,
  told: (range: ReportRange, rows: readonly ReportedCheckup[]) => Row,
): Promise<Page<Row>> => {
  const end = iso(range.to)
  let start = after ?? iso(range.from)
  const { add, end: endOpen } = createSlots<ReportedCheckup>(
    intervalEdges({ from: Date.parse(start), to: range.to }, hours, zone),
  )
  const page: Row[] = []
  for (;;) {
    const read = await measuredBetween(scope, patientId, { start, end }, rowsAtOnce)
    const last = read.at(-1)
    const isWhole = read.length < rowsAtOnce || last === undefined
    for (const slot of [...add(read), ...(isWhole ? endOpen() : [])]) {
      if (page.length === take) return { rows: page, next: iso(slot.range.from) }
      page.push(told(slot.range, slot.rows))
      if (slot.rows.length > rowsAtOnce) await setImmediate()
    }
    if (isWhole) return { rows: page, next: null }
    if (page.length === take) return { rows: page, next: page.at(-1)?.end ?? null }
    start = iso(Date.parse(last.endedAt) + 1)
    await setImmediate()
  }
}

/** Pages that go back in time end with all of their last instant: the next begins before it. */
const backwards = <Row>(
  rows: readonly Row[],
  take: number,
  at: (row: Row) => string,
): Page<Row> => {
  const last = rows.at(-1)
  return { rows, next: last === undefined || rows.length < take ? null : at(last) }
}

/** Some of the lists of a report. */
export type Told = Partial<Omit<PatientReportPart, 'asOf' | 'version' | 'checkupCount' | 'next'>>

/** A page of one list: of `take` rows, and more only where many are of its last instant. */
export const pageOf = async (
  scope: Scope,
  asked: Asked,
  list: List,
  after: string | null,
  take: number,
): Promise<{ readonly told: Told; readonly count: number; readonly next: string | null }> => {
  const { patientId, range, hours } = asked
  const start = iso(range.from)
  const end = after ?? iso(range.to)
  const told = <Row>(key: List, page: Page<Row>) => ({
    told: { [key]: page.rows },
    count: page.rows.length,
    next: page.next,
  })
  switch (list) {
    case 'aggregates':
      return told(
        list,
        await intervalPage<ReportInterval>(
          scope,
          asked,
          { hours, after, take },
          createSums(scoredOf(await scoresBefore(scope, patientId, after ?? start))),
        ),
      )
    case 'softSigns': {
      const page = await intervalPage<ReportSoftSigns>(
        scope,
        asked,
        { hours: softSignsHours, after, take },
        reportSoftSigns,
      )
      return told(list, { ...page, rows: page.rows.filter(({ signs }) => signs.length > 0) })
    }
    case 'checkups':
      return told(
        list,
        backwards(
          await checkupsBetween(scope, patientId, { start, end }, take),
          take,
          ({ endedAt }) => endedAt,
        ),
      )
    case 'notes':
      return told(
        list,
        backwards(
          await notesBetween(scope, patientId, { start, before: end }, take),
          take,
          ({ capturedAt }) => capturedAt,
        ),
      )
    case 'alerts':
      return told(
        list,
        backwards(
          await alertOpenings(
            scope.trx,
            { patientId, start, end: iso(range.to), before: after },
            take,
          ),
          take,
          ({ openedAt }) => openedAt,
        ),
      )
    case 'wardAdmissions':
      return told(list, {
        rows: reportStays(await admissionEvents(scope, patientId), range),
        next: null,
      })
  }
}

/** A text that is another one once what a report is made of changed. */
export const versionOf = async (scope: Scope, patientId: string): Promise<string> =>
  (await changeHeads(scope.trx, patientId, reportedTables))
    .map(({ organization_id: of, head }) => `${of} ${head}`)
    .join(' ')
