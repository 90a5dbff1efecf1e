import type { ReactNode } from 'react'
import { softSignWords, summariseSoftSigns } from '../../domain/checkup/soft-signs'
import type { Checkup } from '../../domain/checkup/checkup'
import { formatFullName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import type { PatientNote } from '../../domain/note/note'
import type { Patient } from '../../domain/patient/patient'
import type { ReportList } from '../../domain/report/device'
import type { ReportRange } from '../../domain/report/period'
import type { ReportAlert, ReportSoftSigns } from '../../domain/report/report'
import { camelWords } from '../../domain/text/words'
import { alertTexts } from '../../texts/alerts'
import { carePathwayTexts } from '../../texts/care-pathway'
import { checkupTexts } from '../../texts/checkup'
import { patientTexts } from '../../texts/patient'
import { reportsTexts, type ReportsTexts } from '../../texts/reports'
import { alertName } from '../../ui/alerts'
import { useEdition } from '../../ui/edition'
import {
  chartRows,
  chartValue,
  selectedActionText,
  totalCell,
  type ValueRowKey,
} from '../../ui/readings'
import { Lack, type Listed } from './Lack'
import { intervalText, knownOf, lackOf, momentText } from './report.view'
import styles from './reports.module.css'

interface Column<Row> {
  readonly id: string
  readonly heading: ReactNode
  readonly cell: (row: Row) => ReactNode
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
  return (
    <p>
      {lackOf(list, source, range, edition) === null || source.kind === 'server'
        ? none
        : reportsTexts(edition).lacking.none}
    </p>
  )
}

/** A part of the report: its rows as a table, or that there are none. */
function Part<Row>({
  list,
  source,
  range,
  heading,
  caption,
  none,
  rows,
  rowKey,
  columns,
}: Listed & {
  readonly list: ReportList
  readonly heading: string
  readonly caption: string
  readonly none: string
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly columns: readonly Column<Row>[]
}) {
  const [first, ...rest] = columns
  return (
    <section className={styles['part']}>
      <h3>{heading}</h3>
      <Lack list={list} source={source} range={range} />
      {rows.length === 0 ? (
        <None list={list} source={source} range={range} none={none} />
      ) : (
        <div className={styles['scroll']}>
          <table className={styles['table']}>
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.id} scope="col">
                    {column.heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={rowKey(row)}>
                  <th scope="row">{first?.cell(row)}</th>
                  {rest.map((column) => (
                    <td key={column.id}>{column.cell(row)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const momentOf = (iso: string, edition: Edition): string => momentText(Date.parse(iso), edition)

const signLines = ({ signs, checkups }: ReportSoftSigns, t: ReportsTexts['softSigns']): ReactNode =>
  signs.map(({ key, isEmergency, count }) => (
    <span key={key} className={styles['line']}>
      {t.sign(softSignWords(key), count, checkups)}
      {isEmergency && <strong> {t.emergency}</strong>}
    </span>
  ))

export function SoftSigns({
  rows,
  ...listed
}: Listed & { readonly rows: readonly ReportSoftSigns[] }) {
  const edition = useEdition()
  const t = reportsTexts(edition).softSigns
  return (
    <Part
      {...t}
      {...listed}
      list="softSigns"
      rows={rows}
      rowKey={({ start }) => start}
      columns={[
        { id: 'day', heading: t.day, cell: (row) => intervalText(row, 24, edition) },
        {
          id: 'signs',
          heading: t.signs,
          cell: (row) => signLines(row, t),
        },
      ]}
    />
  )
}

/** A value as the record shows it, in the colour of its score. */
const reading = (key: ValueRowKey, checkup: Checkup, edition: Edition): ReactNode => {
  const { text, score } = chartValue(key, checkup, edition)
  if (key === 'spO2' && text === null && checkup.pulseOxiData !== null)
    return checkupTexts(edition).signal.failed
  if (text === null) return reportsTexts(edition).unknown
  return (
    <span className={styles['score']} data-score={score ?? undefined}>
      {text}
    </span>
  )
}

const total = ({ ewsScores }: Checkup, edition: Edition): ReactNode => {
  const { text, band, missing } = totalCell(ewsScores, edition)
  return (
    <>
      <span className={styles['score']} data-band={band ?? undefined}>
        {text}
      </span>
      {missing > 0 && <small>{patientTexts(edition).vitals.missing(missing)}</small>}
    </>
  )
}

export function Checkups({ rows, ...listed }: Listed & { readonly rows: readonly Checkup[] }) {
  const edition = useEdition()
  const t = reportsTexts(edition)
  const { vitals } = patientTexts(edition)
  return (
    <Part
      {...t.checkups}
      {...listed}
      list="checkups"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'date',
          heading: vitals.rows.date,
          cell: ({ endedAt }) => momentOf(endedAt, edition),
        },
        ...chartRows(edition).map(({ key, heading, unit }) => ({
          id: key,
          heading: (
            <>
              {heading} {unit !== null && <small>{unit}</small>}
            </>
          ),
          cell: (checkup: Checkup) => reading(key, checkup, edition),
        })),
        {
          id: 'softSigns',
          heading: vitals.rows.softSigns,
          cell: (checkup) => {
            const { count, isEmergency } = summariseSoftSigns(checkup)
            return isEmergency ? `${count}, ${vitals.emergency}` : count
          },
        },
        {
          id: 'total',
          heading: vitals.rows.totalScore,
          cell: (checkup) => total(checkup, edition),
        },
        {
          id: 'action',
          heading: vitals.rows.selectedAction,
          cell: ({ selectedAction }) => selectedActionText(selectedAction, edition),
        },
      ]}
    />
  )
}

/** A note; one that this device has not sent yet says so. */
export type ReportedNote = PatientNote & { readonly waiting?: unknown }

export function Notes({ rows, ...listed }: Listed & { readonly rows: readonly ReportedNote[] }) {
  const edition = useEdition()
  const t = reportsTexts(edition).notes
  return (
    <section className={styles['part']}>
      <h3>{t.heading}</h3>
      <Lack list="notes" {...listed} />
      {rows.length === 0 ? (
        <None list="notes" {...listed} none={t.none} />
      ) : (
        <ul className={styles['notes']}>
          {rows.map((note) => (
            <li key={note.id}>
              <p className={styles['quiet']}>
                {momentOf(note.capturedAt, edition)}{' '}
                {t.by(formatFullName(note.createdBy), note.organization.name)}
                {note.waiting !== undefined && <strong> {t.unsent}</strong>}
              </p>
              <p className={styles['words']}>{note.text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function Alerts({ rows, ...listed }: Listed & { readonly rows: readonly ReportAlert[] }) {
  const edition = useEdition()
  const t = reportsTexts(edition)
  const words = t.alerts
  return (
    <Part
      {...words}
      {...listed}
      list="alerts"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'opened',
          heading: words.opened,
          cell: ({ openedAt }) => momentOf(openedAt, edition),
        },
        {
          id: 'name',
          heading: words.name,
          cell: (alert) => {
            const name = alertName(alert, alertTexts(edition))
            return alert.scheduleName === null ? name : `${name}: ${alert.scheduleName}`
          },
        },
        {
          id: 'severity',
          heading: words.severity,
          cell: ({ severity }) => words.severities[severity] ?? t.unknown,
        },
        { id: 'count', heading: words.count, cell: ({ count }) => count ?? t.unknown },
        {
          id: 'acknowledged',
          heading: words.acknowledged,
          cell: ({ acknowledgedAt }) =>
            acknowledgedAt === null ? t.unknown : momentOf(acknowledgedAt, edition),
        },
        {
          id: 'closed',
          heading: words.closed,
          cell: ({ closedAt, isOpen }) =>
            closedAt !== null
              ? momentOf(closedAt, edition)
              : isOpen
                ? words.open
                : words.closedUnknown,
        },
      ]}
    />
  )
}

type StayEvent = Patient['admissionEvents'][number]

const whenOf = ({ effectiveAt }: StayEvent, range: ReportRange, edition: Edition): ReactNode => (
  <>
    {momentOf(effectiveAt, edition)}
    {Date.parse(effectiveAt) < range.from && <small>{reportsTexts(edition).stays.before}</small>}
  </>
)

export function Stays({ rows, ...listed }: Listed & { readonly rows: readonly StayEvent[] }) {
  const edition = useEdition()
  const t = reportsTexts(edition)
  const events = carePathwayTexts(edition).events
  const words = t.stays
  return (
    <Part
      {...words}
      {...listed}
      list="wardAdmissions"
      rows={rows}
      rowKey={({ admissionId, type, effectiveAt, createdAt }) =>
        `${admissionId} ${type} ${effectiveAt} ${createdAt}`
      }
      columns={[
        {
          id: 'when',
          heading: words.when,
          cell: (event) => whenOf(event, listed.range, edition),
        },
        { id: 'what', heading: words.what, cell: ({ type }) => events[type] },
        {
          id: 'where',
          heading: words.where,
          cell: ({ ward, carePathway }) =>
            [ward?.name, carePathway?.name].filter((name) => name != null).join(' · '),
        },
        {
          id: 'who',
          heading: words.who,
          cell: ({ createdBy }) => (createdBy === null ? t.unknown : formatFullName(createdBy)),
        },
        {
          id: 'why',
          heading: words.why,
          cell: ({ reason }) =>
            reason === null
              ? t.unknown
              : [camelWords(reason.type), reason.additionalInfo ?? '']
                  .filter((part) => part !== '')
                  .join(', '),
        },
      ]}
    />
  )
}
