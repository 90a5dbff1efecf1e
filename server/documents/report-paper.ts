import { z } from 'zod'
import { storedReadings, type Checkup } from '../../src/domain/checkup/checkup'
import { frozenCriticalSchema, frozenFacts } from '../../src/domain/critical/frozen'
import { levelsOf, timeMarks } from '../../src/domain/document/marks'
import type { Block, Paper, TrendPoint } from '../../src/domain/document/paper'
import { storedScores } from '../../src/domain/ews/stored-scores'
import {
  formatStaffName,
  formatNationalIdentifier,
  formatPatientName,
} from '../../src/domain/identity'
import { alertsTable, staysTable } from '../../src/domain/report/event-tables'
import { knownWithin, noReport, type Report, type ReportList } from '../../src/domain/report/device'
import { checkupsLegend, sumsLegend } from '../../src/domain/report/marks'
import { gapMs, type ReportRange } from '../../src/domain/report/period'
import type { ReportInterval } from '../../src/domain/report/report'
import {
  checkupsTable,
  momentText,
  softSignsTable,
  sumsTable,
  type ReportCell,
  type ReportTable,
  type ReportTold,
} from '../../src/domain/report/tables'
import { formatDate } from '../../src/domain/time'
import { celsiusToFahrenheit } from '../../src/domain/units'
import { reportFrame as t, reportWords } from './report-words'
import { documentWords } from './words'

/** What was frozen when a report was asked for. Its rows are the server's own. */
const sourceSchema = z.object({
  version: z.literal(1),
  edition: z.enum(['en-GB', 'en-US']),
  zone: z.string(),
  organization: z.string(),
  patient: z.object({
    firstName: z.string(),
    lastName: z.string(),
    birthDate: z.string(),
    gender: z.string(),
    identifier: z.object({ type: z.string(), value: z.string() }).nullable(),
    conditions: z.array(z.string()).default([]),
  }),
  /** Older ones do not say. */
  critical: frozenCriticalSchema.optional(),
  author: z.string().nullable(),
  scheme: z.string(),
  start: z.string(),
  end: z.string(),
  hours: z.number(),
  toggles: z.object({
    aggregates: z.boolean(),
    softSigns: z.boolean(),
    checkups: z.boolean(),
    notes: z.boolean(),
    alerts: z.boolean(),
    wardAdmissions: z.boolean(),
  }),
  asOf: z.string(),
  report: z.custom<Report>((value) => typeof value === 'object' && value !== null),
})

const listsSchema = z.record(z.string(), z.array(z.unknown()))

/**
 * A source with the rows of its parts, which hold some of the lists each: one behind the other. What
 * an earlier release froze holds its rows itself.
 */
export const wholeReport = (source: unknown, parts: readonly unknown[]): unknown => {
  if (parts.length === 0) return source
  const report: Record<string, unknown[]> = Object.fromEntries(
    Object.keys(noReport).map((list) => [list, []]),
  )
  for (const part of parts)
    for (const [list, rows] of Object.entries(listsSchema.parse(part))) report[list]?.push(...rows)
  return Object.assign({}, source, { report })
}

/** A cell as one text: points after +, marks and notes below. */
const textOf = ({ text, notes = [], marks = [], mark }: ReportCell): string =>
  [
    mark?.of === 'score' && mark.value > 0 ? `${text} +${mark.value}` : text,
    ...marks,
    ...notes,
  ].join('\n')

const tableBlock = (
  { columns, rows }: ReportTable,
  empty: string,
  shares: Readonly<Record<string, number>>,
): Block => ({
  kind: 'table',
  columns: columns.map(({ id, heading, unit }) => ({
    label: unit === null ? heading : `${heading} ${unit}`,
    share: shares[id] ?? 1,
  })),
  rows: rows.map(({ cells }) => cells.map(textOf)),
  empty,
})

/** A curve of one value an interval, broken where two are further apart than `limitMs`. */
const curveOf = (
  points: readonly { readonly atMs: number; readonly value: number }[],
  limitMs: number,
): readonly TrendPoint[] =>
  points.flatMap((point, at): readonly TrendPoint[] => {
    const before = points[at - 1]
    return before !== undefined && point.atMs - before.atMs > limitMs
      ? [{ atMs: before.atMs + 1, value: null }, point]
      : [point]
  })

const middleOf = ({ start, end }: ReportInterval): number =>
  (Date.parse(start) + Date.parse(end)) / 2

const chartBlocks = (
  intervals: readonly ReportInterval[],
  { range, hours, scheme }: { range: ReportRange; hours: number; scheme: string },
  { words, edition, zone }: ReportTold,
): readonly Block[] => {
  const limit = gapMs(range, hours)
  const axis = {
    fromMs: range.from,
    toMs: range.to,
    marks: timeMarks(range.from, range.to, edition, zone ?? 'UTC'),
    height: 92,
  }
  // A partial sum is no score: the table has it, as 'at least'.
  const totals = intervals.flatMap((one) =>
    one.score === null || one.score.missing > 0 || one.score.isAtLeast
      ? []
      : [{ atMs: middleOf(one), value: one.score.total }],
  )
  const top = Math.max(10, Math.ceil(Math.max(0, ...totals.map(({ value }) => value)) / 5) * 5)
  const vitals = (
    [
      ['respiratoryRate', 8],
      ['spO2', 8],
      ['systolic', 40],
      ['pulse', 20],
      ['temperature', edition === 'en-US' ? 4 : 2],
    ] as const
  ).flatMap(([key, least]): readonly Block[] => {
    const shown = (value: number): number =>
      key === 'temperature' && edition === 'en-US' ? celsiusToFahrenheit(value) : value
    const values = intervals.flatMap((one) => {
      const value = one[key]
      return value == null
        ? []
        : [
            {
              atMs: middleOf(one),
              value: shown(value.mean),
              low: shown(value.min),
              high: shown(value.max),
            },
          ]
    })
    const vital = words.vitals.find((each) => each.key === key)
    const name = key === 'systolic' ? t.pressure : (vital?.heading ?? '')
    if (values.length === 0) return []
    return [
      {
        kind: 'trend',
        title: vital?.unit == null ? name : `${name}, ${vital.unit}`,
        ...axis,
        ...levelsOf(
          values.flatMap(({ low, high }) => [low, high]),
          { least, places: key === 'temperature' ? 1 : 0 },
        ),
        series: [{ name: '', points: curveOf(values, limit) }],
        ranges: values.filter(({ low, high }) => high > low),
      },
    ]
  })
  if (totals.length === 0 && vitals.length === 0) return []
  return [
    { kind: 'heading', level: 2, text: t.charts },
    { kind: 'paragraph', tone: 'quiet', text: t.chartsText },
    ...(totals.length === 0
      ? []
      : [
          {
            kind: 'trend',
            title: t.total(scheme),
            ...axis,
            range: [0, top],
            levels: [0, 5, 7, 10, 15, 20]
              .filter((value) => value <= top)
              .map((value) => ({ value, label: String(value) })),
            bands: [
              { from: 5, to: 7, shade: 1 },
              { from: 7, to: top, shade: 2 },
            ],
            series: [{ name: '', points: curveOf(totals, limit) }],
          } as const,
        ]),
    ...vitals,
  ]
}

/** A check-up of a report that another release may have frozen. */
const frozenCheckup = (row: Checkup): Checkup => ({
  ...row,
  ...storedReadings(row),
  ewsScores: storedScores(row.ewsScores),
})

/**
 * The paper of a report: what the screen's sheet says of the same period and contents, made by the
 * same functions (src/domain/report/tables.ts).
 * @param source what was frozen when it was asked for
 * @throws ZodError where it is none
 */
export function reportPaper(source: unknown): Paper {
  const frozen = sourceSchema.parse(source)
  const { edition, zone, patient, toggles, hours } = frozen
  const report = { ...frozen.report, checkups: frozen.report.checkups.map(frozenCheckup) }
  const told: ReportTold = { words: reportWords(edition), edition, zone }
  const common = documentWords(edition)
  const moment = (iso: string): string => momentText(Date.parse(iso), told)
  const range = { from: Date.parse(frozen.start), to: Date.parse(frozen.end) }
  const known = knownWithin(range, { from: -Infinity, to: Date.parse(frozen.asOf) })
  const late: readonly Block[] =
    known !== null && known.to < range.to
      ? [{ kind: 'paragraph', tone: 'boxed', text: t.notYet(moment(frozen.asOf)) }]
      : []
  const part = (list: ReportList, heading: string, blocks: readonly Block[]): readonly Block[] =>
    toggles[list] ? [{ kind: 'heading', level: 2, text: heading }, ...blocks] : []
  const { none, headings } = t
  const legend = (text: string | null): readonly Block[] =>
    text === null ? [] : [{ kind: 'paragraph', tone: 'quiet', text }]
  const period = t.period(moment(frozen.start), moment(frozen.end))
  return {
    title: t.title,
    edition,
    orientation: 'landscape',
    head: {
      organization: frozen.organization,
      person: formatPatientName({ firstName: patient.firstName, lastName: patient.lastName }),
      facts: [
        common.born(formatDate(patient.birthDate, edition)),
        common.sex[patient.gender] ?? patient.gender,
        patient.identifier === null
          ? common.noIdentifier
          : `${common.identifiers[patient.identifier.type] ?? ''} ${formatNationalIdentifier(patient.identifier.value)}`,
      ],
    },
    foot: [
      `${t.title}, ${period}`,
      t.asOf(moment(frozen.asOf)),
      t.zone(zone),
      ...(frozen.author === null ? [] : [t.made(frozen.author)]),
    ].join('. '),
    pageOf: common.pageOf,
    blocks: [
      { kind: 'heading', level: 1, text: `${t.title}, ${period}` },
      ...late,
      ...(frozen.critical === undefined
        ? []
        : [
            {
              kind: 'facts',
              columns: 2,
              facts: frozenFacts(
                frozen.critical,
                patient.conditions,
                Date.parse(frozen.asOf),
                edition,
                zone,
              ),
            } as const,
          ]),
      ...(toggles.aggregates
        ? chartBlocks(report.aggregates, { range, hours, scheme: frozen.scheme }, told)
        : []),
      ...part('aggregates', headings.aggregates(t.hours(hours)), [
        { kind: 'paragraph', tone: 'quiet', text: t.sumsText },
        ...legend(sumsLegend(report.aggregates, told.words)),
        tableBlock(
          report.aggregates.length === 0
            ? { columns: [], rows: [] }
            : sumsTable(report.aggregates, { range, hours, known }, told),
          none.aggregates,
          { interval: 2.6, temperature: 1.3, score: 1.4, highest: 1.2 },
        ),
      ]),
      ...part('softSigns', headings.softSigns, [
        tableBlock(softSignsTable(report.softSigns, told), none.softSigns, { signs: 3 }),
      ]),
      ...part('checkups', headings.checkups, [
        ...(report.checkups.length === 0
          ? []
          : [{ kind: 'paragraph', tone: 'quiet', text: t.points } as const]),
        ...legend(checkupsLegend(report.checkups, told.words)),
        tableBlock(checkupsTable(report.checkups, told), none.checkups, {
          // No word of a heading is broken.
          date: 1.8,
          consciousness: 1.55,
          temperature: 1.35,
          systolic: 0.9,
          diastolic: 0.9,
          peakFlow: 0.9,
          weight: 0.8,
          onOxygen: 0.9,
          action: 1.5,
        }),
      ]),
      ...part('notes', headings.notes, [
        {
          kind: 'table',
          columns: [{ label: t.note.at }, { label: t.note.by }, { label: t.note.text, share: 4 }],
          rows: report.notes.map(({ capturedAt, createdBy, organization, text }) => [
            moment(capturedAt),
            t.noteBy(formatStaffName(createdBy), organization.name),
            text,
          ]),
          empty: none.notes,
        },
      ]),
      ...part('alerts', headings.alerts, [
        tableBlock(alertsTable(report.alerts, told), none.alerts, { name: 2 }),
      ]),
      ...part('wardAdmissions', headings.wardAdmissions, [
        tableBlock(staysTable(report.wardAdmissions, range, told), none.wardAdmissions, {}),
      ]),
    ],
  }
}
