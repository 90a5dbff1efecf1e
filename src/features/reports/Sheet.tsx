import { formatFullName, formatNationalIdentifier, formatPatientName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import type { Report, ReportToggles } from '../../domain/report/device'
import type { ReportRange } from '../../domain/report/period'
import { formatDate } from '../../domain/time'
import { useSession } from '../../engine/react'
import { reportsTexts } from '../../texts/reports'
import { useIdentityLine } from '../../ui/clinical'
import { useEdition, useTexts } from '../../ui/edition'
import { usePaper } from '../../ui/print'
import { Charts } from './Charts'
import { Alerts, Checkups, Notes, SoftSigns, Stays } from './Lists'
import { momentText } from './report.view'
import { Sums } from './Sums'
import styles from './reports.module.css'

/** Where the data comes from. Epoch milliseconds. */
export type Source =
  | { readonly kind: 'server'; readonly asOf: number }
  | {
      readonly kind: 'device'
      readonly asOf: number | null
      /** What the device does not hold of it. */
      readonly lacks: readonly string[]
    }

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
  const moment = (ms: number): string => momentText(ms, edition)
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
          {source.kind === 'server'
            ? t.asOf(moment(source.asOf))
            : source.asOf === null
              ? t.heldUnknown
              : t.held(moment(source.asOf))}
        </span>
        <span>{t.printed(moment(madeAt), me === null ? '' : formatFullName(me))}</span>
      </p>
    </header>
  )
}

/** The report as it is on paper. */
export function Sheet(props: SheetProps) {
  const { patient, report, toggles, range, hours, source } = props
  const t = reportsTexts(useEdition()).sheet
  usePaper(useIdentityLine(patient), source.asOf, { landscape: true })
  return (
    <article className={styles['sheet']} data-report aria-label={t.title}>
      <Head {...props} />
      <div className={styles['body']}>
        {source.kind === 'device' && source.lacks.length > 0 && (
          <p className={styles['lacks']}>
            <strong>{t.lacks}:</strong> {source.lacks.join('. ')}.
          </p>
        )}
        {toggles.aggregates && (
          <>
            <Charts patient={patient} intervals={report.aggregates} range={range} hours={hours} />
            <Sums intervals={report.aggregates} range={range} hours={hours} />
          </>
        )}
        {toggles.softSigns && <SoftSigns rows={report.softSigns} />}
        {toggles.checkups && <Checkups rows={report.checkups} />}
        {toggles.notes && <Notes rows={report.notes} />}
        {toggles.alerts && <Alerts rows={report.alerts} />}
        {toggles.wardAdmissions && <Stays rows={report.wardAdmissions} range={range} />}
      </div>
    </article>
  )
}
