import { may } from '../../domain/access/may'
import { formatStaffName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import { stayReasonWords } from '../../domain/stay/discharge'
import { formatDateTime, formatTime } from '../../domain/time'
import { carePathwayTexts } from '../../texts/care-pathway'
import { usePrincipal } from '../../ui/access'
import { useEdition } from '../../ui/edition'
import styles from './CarePathwayTab.module.css'
import { Summary } from './Summary'

/** An admission, a transfer or a discharge, as the record has it. */
export type StayEvent = Patient['admissionEvents'][number]

/** What happened, where to, by whom, and why. */
export function EventLine({
  event,
  patientId,
}: {
  readonly event: StayEvent
  readonly patientId: string
}) {
  const edition = useEdition()
  const t = carePathwayTexts(edition)
  const principal = usePrincipal()
  const reads = principal !== null && may(principal, 'document.read')
  const { ward, carePathway, createdBy, reason, effectiveAt, createdAt } = event
  const place = [ward?.name, carePathway?.name].filter((name) => name != null).join(' · ')
  const author = formatStaffName(createdBy)
  const why = [
    reason === null ? '' : stayReasonWords(reason.type, edition),
    reason?.additionalInfo ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ')
  const isLate = Date.parse(createdAt) - Date.parse(effectiveAt) > 3_600_000
  return (
    <div className={styles['event']}>
      <p>
        <time dateTime={effectiveAt}>{formatTime(effectiveAt, edition)}</time>{' '}
        <strong>{t.events[event.type]}</strong> {place}
      </p>
      <p className={styles['meta']}>
        {author !== '' && <span>{t.events.by(author)}</span>}
        {isLate && <span>{t.recorded(formatDateTime(createdAt, edition))}</span>}
        {why !== '' && <span>{t.events.reason(why)}</span>}
      </p>
      {event.type === 'Discharge' && reads && (
        <Summary patientId={patientId} admissionId={event.admissionId} />
      )}
    </div>
  )
}
