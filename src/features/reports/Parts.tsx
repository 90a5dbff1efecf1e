import { memo, useMemo } from 'react'
import type { Checkup } from '../../domain/checkup/checkup'
import { formatStaffName } from '../../domain/identity'
import type { PatientNote } from '../../domain/note/note'
import type { Report, ReportList } from '../../domain/report/device'
import { alertsTable, staysTable } from '../../domain/report/event-tables'
import { checkupsLegend, sumsLegend } from '../../domain/report/marks'
import type { ReportAlert, ReportInterval, ReportSoftSigns } from '../../domain/report/report'
import {
  checkupsTable,
  momentText,
  softSignsTable,
  sumsTable,
  type ReportTable,
  type ReportTold,
} from '../../domain/report/tables'
import { reportsTexts } from '../../texts/reports'
import { useEdition } from '../../ui/edition'
import { Lack, type Listed } from './Lack'
import { knownOf, lackOf } from './report.view'
import { reportWords } from './report-words'
import { Table } from './Table'
import { useGrown } from './use-grown'
import styles from './reports.module.css'

/** How a report is told: in the words of the edition, in the times of the device. */
const useTold = (from: 'server' | 'device'): ReportTold => {
  const edition = useEdition()
  return useMemo(
    () => ({ words: reportWords(edition, from), edition, zone: null }),
    [edition, from],
  )
}

/** That a list has no row, as far as is known; of one that is not known at all, nothing. */
function None({
  list,
  source,
  range,
  none,
}: Listed & { readonly list: ReportList; readonly none: string }) {
  const edition = useEdition()
  if (knownOf(list, source, range) === null) return null
  const isSure = source.kind === 'server' || lackOf(list, source, range, edition) === null
  return <p>{isSure ? none : reportsTexts(edition).lacking.none}</p>
}

/** A part of the report: its rows as a table, or that there are none. */
function Part({
  heading,
  text,
  legend = null,
  caption,
  none,
  table,
  isEmpty = table.rows.length === 0,
  ...listed
}: Listed & {
  readonly list: ReportList
  readonly heading: string
  readonly text?: string
  /** What the marks in the table mean; null: none is there. */
  readonly legend?: string | null
  readonly caption: string
  readonly none: string
  readonly table: ReportTable
  readonly isEmpty?: boolean
}) {
  return (
    <section className={styles['part']}>
      <h3>{heading}</h3>
      <Lack {...listed} />
      {isEmpty ? (
        <None {...listed} none={none} />
      ) : (
        <>
          {text !== undefined && <p className={styles['quiet']}>{text}</p>}
          {legend !== null && <p className={styles['quiet']}>{legend}</p>}
          <Table table={table} caption={caption} />
        </>
      )}
    </section>
  )
}

/** The sums of each interval, and the times between them that have no check-up. */
export const Sums = memo(function Sums({
  intervals,
  hours,
  ...listed
}: Listed & { readonly intervals: readonly ReportInterval[]; readonly hours: number }) {
  const { source, range } = listed
  const told = useTold(source.kind)
  const texts = reportsTexts(told.edition)
  const table = useMemo(
    () => sumsTable(intervals, { range, hours, known: knownOf('aggregates', source, range) }, told),
    [intervals, range, hours, source, told],
  )
  const legend = useMemo(() => sumsLegend(intervals, told.words), [intervals, told])
  return (
    <Part
      {...texts.sums}
      {...listed}
      legend={legend}
      heading={texts.sums.heading(texts.hours(hours))}
      list="aggregates"
      table={table}
      isEmpty={intervals.length === 0}
    />
  )
})

export const SoftSigns = memo(function SoftSigns({
  rows,
  ...listed
}: Listed & { readonly rows: readonly ReportSoftSigns[] }) {
  const told = useTold(listed.source.kind)
  const table = useMemo(() => softSignsTable(rows, told), [rows, told])
  return (
    <Part {...reportsTexts(told.edition).softSigns} {...listed} list="softSigns" table={table} />
  )
})

export const Checkups = memo(function Checkups({
  rows,
  ...listed
}: Listed & { readonly rows: readonly Checkup[] }) {
  const told = useTold(listed.source.kind)
  const table = useMemo(() => checkupsTable(rows, told), [rows, told])
  const legend = useMemo(() => checkupsLegend(rows, told.words), [rows, told])
  return (
    <Part
      {...reportsTexts(told.edition).checkups}
      {...listed}
      legend={legend}
      list="checkups"
      table={table}
    />
  )
})

/** A note; one that this device has not sent yet says so. */
export type ReportedNote = PatientNote & { readonly waiting?: unknown }

export const Notes = memo(function Notes({
  rows,
  ...listed
}: Listed & { readonly rows: readonly ReportedNote[] }) {
  const told = useTold(listed.source.kind)
  const t = reportsTexts(told.edition).notes
  const drawn = useGrown(rows.length)
  return (
    <section className={styles['part']}>
      <h3>{t.heading}</h3>
      <Lack list="notes" {...listed} />
      {rows.length === 0 ? (
        <None list="notes" {...listed} none={t.none} />
      ) : (
        <ul className={styles['notes']}>
          {rows.slice(0, drawn).map((note) => (
            <li key={note.id}>
              <p className={styles['quiet']}>
                {momentText(Date.parse(note.capturedAt), told)}{' '}
                {t.by(formatStaffName(note.createdBy), note.organization.name)}
                {note.waiting !== undefined && <strong> {t.unsent}</strong>}
              </p>
              <p className={styles['words']}>{note.text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})

export const Alerts = memo(function Alerts({
  rows,
  ...listed
}: Listed & { readonly rows: readonly ReportAlert[] }) {
  const told = useTold(listed.source.kind)
  const table = useMemo(() => alertsTable(rows, told), [rows, told])
  return <Part {...reportsTexts(told.edition).alerts} {...listed} list="alerts" table={table} />
})

export const Stays = memo(function Stays({
  rows,
  ...listed
}: Listed & { readonly rows: Report['wardAdmissions'] }) {
  const told = useTold(listed.source.kind)
  const { range } = listed
  const table = useMemo(() => staysTable(rows, range, told), [rows, range, told])
  return (
    <Part {...reportsTexts(told.edition).stays} {...listed} list="wardAdmissions" table={table} />
  )
})
