import { Link } from 'react-router-dom'
import { toEvent } from '../../../domain/ecg/event-asked'
import type { WardAlert } from '../../../domain/virtual-ward/ward-alerts'
import { formatDateTime, formatMoment } from '../../../domain/time'
import { alertTexts } from '../../../texts/alerts'
import {
  alertMarks,
  alertName,
  alertTotal,
  ecgEventOf,
  handlingWords,
  newerWords,
  ruleWords,
  sinceWords,
} from '../../../ui/alerts'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { useTicked } from '../../../ui/time'
import { useOpenOnCard } from '../open-on-card'
import styles from '../VirtualWardScreen.module.css'

/** What the alert is, and a button that opens it. */
export function AlertWhat({
  alert,
  patient,
  shownAs,
}: WardAlert & { readonly shownAs: string | null }) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const open = useOpenOnCard()
  const rule = ruleWords(alert, edition)
  return (
    <>
      <button
        type="button"
        className={styles['opens']}
        aria-haspopup="dialog"
        onClick={() => open({ dialog: 'alerts', patient, shownAs })}
      >
        {alertName(alert, t)}
      </button>
      {rule !== null && <div className={styles['quiet']}>{rule}</div>}
    </>
  )
}

/** What raised it, with its time. */
export function AlertCause({ alert, patient }: WardAlert) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const rhythm = ecgEventOf(alert)
  const words = useTicked((now) => {
    const { checkup, continuousMonitoring: bucket, checkupScheduleEvent: missed } = alert
    if (checkup !== null)
      return t.checkup(
        alertTotal(alert, patient),
        formatMoment(Date.parse(checkup.endedAt), now, edition),
        alertMarks(alert, patient, edition),
      )
    if (rhythm !== null) return t.trace(formatMoment(rhythm.at, now, edition))
    if (bucket !== null)
      return t.bucket(
        alertTotal(alert, patient),
        formatMoment(Date.parse(bucket.bucketEndAt), now, edition),
      )
    return missed === null
      ? null
      : t.expected(missed.checkupSchedule.name, formatDateTime(missed.checkupExpectedAt, edition))
  })
  const since = useTicked((now) =>
    [sinceWords(alert, now, edition), newerWords(alert, patient, now, edition)]
      .filter((part) => part !== null)
      .join(' · '),
  )
  return (
    <>
      {words !== null &&
        (rhythm !== null ? (
          <Link to={paths.patient(patient.id, 'vitals')} state={toEvent(rhythm.type, rhythm.at)}>
            {words}
          </Link>
        ) : alert.checkup === null ? (
          words
        ) : (
          <Link to={paths.checkup(patient.id, alert.checkup.id)}>{words}</Link>
        ))}
      <div className={styles['quiet']}>{since}</div>
    </>
  )
}

/** Who does what about it, in words. */
export function AlertHandling({ alert }: Pick<WardAlert, 'alert'>) {
  const edition = useEdition()
  const words = useTicked((now) => handlingWords(alert, now, edition).join(' · '))
  return words
}
