import { useEffect } from 'react'
import { formatNationalIdentifier, formatPatientName, formatStaffName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import type { Report, ReportToggles } from '../../domain/report/device'
import type { ReportRange } from '../../domain/report/period'
import { momentText } from '../../domain/report/tables'
import { formatDate } from '../../domain/time'
import { useSession } from '../../engine/react'
import { reportsTexts } from '../../texts/reports'
import { useIdentityLine } from '../../ui/clinical'
import { useEdition, useTexts } from '../../ui/edition'
import { usePaper } from '../../ui/print'
import { Charts } from './Charts'
import { Alerts, Checkups, Notes, SoftSigns, Stays, Sums } from './Parts'
import { lackOf, type Source } from './report.view'
import styles from './reports.module.css'

export interface SheetProps {
  readonly patient: Patient
  readonly report: Report
  readonly toggles: ReportToggles
  readonly range: ReportRange
  readonly hours: number
  readonly zone: string
  /** Epoch milliseconds. */
  readonly madeAt: number
  readonly source: Source
}

/** Who it is about and of when: on each page of the paper. */
function Head({ patient, range, zone, madeAt, source }: SheetProps) {
  const edition = useEdition()
  const t = reportsTexts(edition).sheet
  const who = useTexts().ui.patient
  const { me } = useSession()
  const identifier = patient.nationalIdentifier
  const moment = (ms: number): string => momentText(ms, { edition, zone: null })
  return (
    <header className={styles['head']}>
      <p className={styles['title']}>
        <strong>{t.title}</strong> {me?.actingOrganization.name}
      </p>
      <p className={styles['who']}>
        <strong>{formatPatientName(patient)}</strong>
        <span>
          {who.born} {formatDate(patient.birthDate, edition)}
        </span>
        <span>{who.genders[patient.gender]}</span>
        {identifier !== null && (
          <span>
            {who.identifiers[identifier.type]} {formatNationalIdentifier(identifier.value)}
          </span>
        )}
      </p>
      <p className={styles['when']}>
        <span>{t.period(moment(range.from), moment(range.to))}</span>
        <span>{t.zone(zone)}</span>
        <span>
          {source.asOf === null
            ? t.heldUnknown
            : (source.kind === 'server' ? t.asOf : t.held)(moment(source.asOf))}
        </span>
        <span>{t.printed(moment(madeAt), formatStaffName(me))}</span>
      </p>
    </header>
  )
}

/** While the sheet is there, the browser prints it alone (reports.module.css). */
const usePrintedAlone = (): void =>
  useEffect(() => {
    document.documentElement.dataset['printing'] = 'report'
    return () => {
      delete document.documentElement.dataset['printing']
    }
  }, [])

/** Each list that a device may not hold all of, told once: sums and soft signs are of check-ups. */
const heldLists = ['checkups', 'notes', 'alerts', 'wardAdmissions'] as const

/** The report as it is on paper. */
export function Sheet(props: SheetProps) {
  const { patient, report, toggles, range, hours, source } = props
  const edition = useEdition()
  const texts = reportsTexts(edition)
  const t = texts.sheet
  const listed = { source, range }
  const lists = texts.lists
  const lacks =
    source.kind === 'server'
      ? []
      : heldLists.flatMap((list) => {
          const lack = toggles[list] ? lackOf(list, source, range, edition) : null
          return lack === null ? [] : [`${lists[list]}: ${lack}`]
        })
  usePrintedAlone()
  usePaper(useIdentityLine(patient), source.asOf, { landscape: true })
  return (
    <article className={styles['sheet']} data-report aria-label={t.title}>
      <Head {...props} />
      <div className={styles['body']}>
        {lacks.length > 0 && (
          <p className={styles['lacks']}>
            <strong>{t.lacks}:</strong> {lacks.join('. ')}.
          </p>
        )}
        {toggles.aggregates && (
          <>
            <Charts patient={patient} intervals={report.aggregates} hours={hours} {...listed} />
            <Sums intervals={report.aggregates} hours={hours} {...listed} />
          </>
        )}
        {toggles.softSigns && <SoftSigns rows={report.softSigns} {...listed} />}
        {toggles.checkups && <Checkups rows={report.checkups} {...listed} />}
        {toggles.notes && <Notes rows={report.notes} {...listed} />}
        {toggles.alerts && <Alerts rows={report.alerts} {...listed} />}
        {toggles.wardAdmissions && <Stays rows={report.wardAdmissions} {...listed} />}
      </div>
    </article>
  )
}
