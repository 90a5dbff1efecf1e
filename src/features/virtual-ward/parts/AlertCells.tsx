import { Link } from 'react-router-dom'
import { toEvent } from '../../../domain/ecg/event-asked'
import { lateReading, type Alert } from '../../../domain/alerts/alert'
import type { Edition } from '../../../domain/organization/organization'
import { newerValue } from '../../../domain/virtual-ward/newer-value'
import type { VirtualWardPatient } from '../../../domain/virtual-ward/virtual-ward'
import type { WardAlerts } from '../../../domain/virtual-ward/ward-alerts'
import { elapsedWords, formatMoment } from '../../../domain/time'
import { alertListTexts } from '../../../texts/alert-list'
import { alertTexts } from '../../../texts/alerts'
import {
  alertMarks,
  alertName,
  missedWords,
  alertTotal,
  ecgEventOf,
  namedValue,
  newerWords,
  shortHandling,
  sinceWords,
  valueWords,
} from '../../../ui/alerts'
import { useEdition } from '../../../ui/edition'
import { paths } from '../../../ui/paths'
import { useTicked } from '../../../ui/time'
import { useOpenOnCard } from '../open-on-card'
import styles from './AlertList.module.css'

interface OneAlert {
  readonly alert: Alert
  readonly patient: VirtualWardPatient
}

/** When what raised it last was measured, ISO 8601; undefined: nothing was. */
const measuredAt = ({ checkup, continuousMonitoring: bucket }: Alert): string | undefined =>
  checkup?.endedAt ?? bucket?.bucketEndAt

/** What raised it, with its time; null: nothing was measured, missed or seen. */
const thenWords = ({ alert, patient }: OneAlert, now: number, edition: Edition): string | null => {
  const t = alertTexts(edition)
  const { checkup, continuousMonitoring: bucket, checkupScheduleEvent: missed } = alert
  const rhythm = ecgEventOf(alert)
  const moment = (at: string): string => formatMoment(Date.parse(at), now, edition)
  const values = (alert.measured ?? []).map((one) => namedValue(one, edition)).join(', ')
  const at = measuredAt(alert)
  if (values !== '' && at !== undefined)
    return alertListTexts(edition).then(values, moment(at), alertMarks(alert, patient, edition))
  if (checkup !== null)
    return t.checkup(
      alertTotal(alert, patient),
      moment(checkup.endedAt),
      alertMarks(alert, patient, edition),
    )
  if (rhythm !== null) return t.trace(formatMoment(rhythm.at, now, edition))
  if (bucket !== null) return t.bucket(alertTotal(alert, patient), moment(bucket.bucketEndAt))
  return missed === null ? null : missedWords(missed, edition)
}

/**
 * What was measured since of what the alert is about; where that is not known, the score of a newer
 * check-up. Null: nothing measured raised it.
 */
const nowWords = ({ alert, patient }: OneAlert, now: number, edition: Edition): string | null => {
  const list = alertListTexts(edition)
  const measured = alert.measured ?? []
  if (measured.length === 0) return newerWords(alert, patient, now, edition)
  const thenMs = Date.parse(measuredAt(alert) ?? alert.latestAt)
  const newer = measured.map(({ of }) => newerValue(of, patient, thenMs, now))
  const newest = patient.latestCheckup?.endedAt
  // What check-ups between the two measured is not known here.
  const none =
    newest !== undefined && Date.parse(newest) > thenMs
      ? list.notInNewest(formatMoment(Date.parse(newest), now, edition))
      : list.noNewer
  if (newer.every((one) => one === null)) return none
  const words = measured.length === 1 ? valueWords : namedValue
  return measured
    .map((then, at) => {
      const one = newer[at]
      return one == null
        ? `${namedValue(then, edition)}: ${none}`
        : list.now(words(one.now, edition), elapsedWords(one.atMs, now, edition), one.isPoor)
    })
    .join('; ')
}

/** The value then, which leads to its check-up or trace, and the value now. */
function AlertValues(one: OneAlert) {
  const edition = useEdition()
  const { alert, patient } = one
  const rhythm = ecgEventOf(alert)
  const then = useTicked((now) => thenWords(one, now, edition))
  const since = useTicked((now) => nowWords(one, now, edition))
  return (
    <>
      {then !== null &&
        (rhythm !== null ? (
          <Link to={paths.patient(patient.id, 'vitals')} state={toEvent(rhythm.type, rhythm.at)}>
            {then}
          </Link>
        ) : alert.checkup === null ? (
          <span>{then}</span>
        ) : (
          <Link to={paths.checkup(patient.id, alert.checkup.id)}>{then}</Link>
        ))}
      {since !== null && (
        <span>
          {then !== null && (
            <>
              <span aria-hidden="true">→ </span>
              <span className="visually-hidden">{alertListTexts(edition).since} </span>
            </>
          )}
          {since}
        </span>
      )}
    </>
  )
}

/** How grave it is, in its band's colour and in a word; and its name, which opens it. */
function AlertHead({ alert, patient, shownAs }: OneAlert & { readonly shownAs: string | null }) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const open = useOpenOnCard()
  return (
    <>
      <span className={styles['severity']} data-severity={alert.severity}>
        {alertListTexts(edition).severities[alert.severity] ?? String(alert.severity)}
      </span>
      <button
        type="button"
        className={styles['opens']}
        aria-haspopup="dialog"
        onClick={() => open({ dialog: 'alerts', patient, shownAs })}
      >
        {alertName(alert, t)}
      </button>
    </>
  )
}

/** Since when it is open, where the time of what raised it last does not say so. */
function AlertSince({ alert }: Pick<OneAlert, 'alert'>) {
  const edition = useEdition()
  const words = useTicked((now) => sinceWords(alert, now, edition))
  const isTold =
    (alert.checkup ?? alert.checkupScheduleEvent) !== null &&
    alert.startedAt === alert.latestAt &&
    lateReading(alert) === null
  return isTold ? null : <span className={styles['quiet']}>{words}</span>
}

function OtherAlert({ shownAs, ...one }: OneAlert & { readonly shownAs: string | null }) {
  const edition = useEdition()
  const handling = useTicked((now) => shortHandling(one.alert, now, edition))
  return (
    <li className={styles['other']}>
      <AlertHead {...one} shownAs={shownAs} />
      <AlertSince alert={one.alert} />
      <AlertValues {...one} />
      <span className={styles['quiet']}>{handling}</span>
    </li>
  )
}

/** The alerts of a patient: the gravest with its values, the others shortly beneath it. */
export function AlertsOfPatient({
  patient,
  alerts: [gravest, ...others],
  shownAs,
}: WardAlerts & { readonly shownAs: string | null }) {
  const list = alertListTexts(useEdition())
  return (
    <ul className={styles['alerts']} aria-label={list.what}>
      <li>
        <div className={styles['head']}>
          <AlertHead alert={gravest} patient={patient} shownAs={shownAs} />
          <AlertSince alert={gravest} />
        </div>
        <div className={styles['values']}>
          <AlertValues alert={gravest} patient={patient} />
        </div>
      </li>
      {others.map((alert) => (
        <OtherAlert key={alert.id} alert={alert} patient={patient} shownAs={shownAs} />
      ))}
    </ul>
  )
}
