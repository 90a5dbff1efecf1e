import { formatFullName } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import { formatDateTime, formatTime } from '../../domain/time'
import { carePathwayTexts } from '../../texts/care-pathway'
import { useEdition } from '../../ui/edition'
import styles from './CarePathwayTab.module.css'

/** An admission, a transfer or a discharge, as the record has it. */
export type StayEvent = Patient['admissionEvents'][number]

/** 'StepUp' as 'Step up'. */
const reasonWords = (type: string): string => {
  const words = type.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What happened, where to, by whom, and why. */
export function EventLine({ event }: { readonly event: StayEvent }) {
  const edition = useEdition()
  const t = carePathwayTexts(edition)
  const { ward, carePathway, createdBy, reason, effectiveAt, createdAt } = event
  const place = [ward?.name, carePathway?.name].filter((name) => name != null).join(' · ')
  const author = createdBy === null ? '' : formatFullName(createdBy)
  const why = [reason === null ? '' : reasonWords(reason.type), reason?.additionalInfo ?? '']
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
    </div>
  )
}
