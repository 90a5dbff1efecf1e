import { toEvent } from '../../domain/ecg/event-asked'
import { countBadge, openTriggers, type Alert } from '../../domain/alerts/alert'
import { outcomeSaid } from '../../domain/alerts/outcome'
import { isSnoozed } from '../../domain/alerts/state'
import { durationWords, elapsedWords, formatMoment } from '../../domain/time'
import { Link } from 'react-router-dom'
import { alertTexts } from '../../texts/alerts'
import { UnsentMark } from '../clinical'
import { useEdition } from '../edition'
import { IconCheck, IconClock, IconWarning } from '../layout/icons'
import { paths } from '../paths'
import { useNow } from '../time'
import { AlertButtons, type AlertItemActs } from './AlertButtons'
import {
  alertName,
  missedWords,
  alertMarks,
  alertTotal,
  ecgEventOf,
  holdEndedWords,
  newerWords,
  onItWords,
  personName,
  unsentActOf,
  ruleWords,
  sinceWords,
  sourceWords,
  type AlertScores,
} from './alert-words'
import styles from './alerts.module.css'

export interface AlertItemProps {
  readonly alert: Alert
  readonly patient: AlertScores & { readonly id: string }
  /** Where something may be done about it. */
  readonly acts?: AlertItemActs | undefined
}

/** What is said of an alert beside open and closed. */
function Standing({ alert }: { readonly alert: Alert }) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const now = useNow()
  const ago = (iso: string): string => elapsedWords(Date.parse(iso), now, edition)
  if (alert.status === 'closed') {
    return alert.closedAt === null ? null : (
      <p className={styles['standing']}>
        <IconCheck size={16} />{' '}
        {alert.closedBy === null
          ? t.closedItself(ago(alert.closedAt))
          : t.closedBy(
              personName(alert.closedBy, edition),
              ago(alert.closedAt),
              alert.outcome == null ? null : outcomeSaid(alert.outcome, alert.outcomeText, edition),
            )}
      </p>
    )
  }
  const unsent = unsentActOf(alert, t)
  const onIt = onItWords(alert, now, edition)
  const holdEnded = holdEndedWords(alert, now, edition)
  return (
    <>
      {unsent !== null && (
        <p className={styles['standing']} data-kind="resolving">
          <UnsentMark unsent={unsent} what={unsent.what} /> {t.othersSeeOpen}
        </p>
      )}
      {alert.escalatedAt !== null && (
        <p className={styles['standing']} data-kind="escalated">
          <IconWarning size={16} /> {t.escalated(ago(alert.escalatedAt))}
        </p>
      )}
      {holdEnded !== null && (
        <p className={styles['standing']} data-kind="escalated">
          <IconWarning size={16} /> {holdEnded}
        </p>
      )}
      {onIt !== null && (
        <p className={styles['standing']}>
          <IconCheck size={16} /> {onIt}
        </p>
      )}
      {alert.snoozedUntil !== null && isSnoozed(Date.parse(alert.snoozedUntil), now) && (
        <p className={styles['standing']}>
          <IconClock size={16} />{' '}
          {t.snoozed(
            formatMoment(Date.parse(alert.snoozedUntil), now, edition),
            personName(alert.snoozedBy, edition),
          )}
        </p>
      )}
    </>
  )
}

/** One alert: what, why, since when, who is on it, and what can be done. */
export function AlertItem({ alert, patient, acts }: AlertItemProps) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const now = useNow()
  const name = alertName(alert, t)
  const missed = alert.checkupScheduleEvent
  const rule = ruleWords(alert, edition)
  const source = sourceWords(alert, edition)
  const rhythm = ecgEventOf(alert)
  const badge = countBadge(alert.status === 'open' ? openTriggers(alert) : alert.count)
  const ago = (iso: string): string => elapsedWords(Date.parse(iso), now, edition)
  const newer = alert.status === 'open' ? newerWords(alert, patient, now, edition) : null
  return (
    <li className={styles['item']} data-status={alert.status}>
      <h3 className={styles['title']}>
        {name} <span className={styles['state']}>{t.status[alert.status]}</span>
      </h3>
      {missed !== null && (
        <p>
          {missedWords(missed, edition)}.
          {missed.checkupSchedule !== null &&
            ` ${t.tolerance(
              durationWords(missed.checkupSchedule.tolerance.early * 1000, edition),
              durationWords(missed.checkupSchedule.tolerance.late * 1000, edition),
            )}`}
        </p>
      )}
      {alert.alertRule !== null && (
        <p>
          {rule === null ? alert.alertRule.description : `${rule}. ${alert.alertRule.description}`}
        </p>
      )}
      {alert.checkup !== null && (
        <p>
          <Link to={paths.checkup(patient.id, alert.checkup.id)} className="finger">
            {t.checkup(
              alertTotal(alert, patient),
              formatMoment(Date.parse(alert.checkup.endedAt), now, edition),
              alertMarks(alert, patient, edition),
            )}
          </Link>
        </p>
      )}
      {rhythm !== null && (
        <p>
          <Link
            to={paths.patient(patient.id, 'vitals')}
            state={toEvent(rhythm.type, rhythm.at)}
            className="finger"
          >
            {t.trace(formatMoment(rhythm.at, now, edition))}
          </Link>
        </p>
      )}
      {newer !== null && <p>{newer}</p>}
      <p className={styles['quiet']}>
        {[
          ...(source === null ? [] : [source]),
          t.raised(badge),
          sinceWords(alert, now, edition),
          ...(badge === '1' ? [] : [t.latest(ago(alert.latestAt))]),
          ...(alert.continuousMonitoring === null
            ? []
            : [
                t.bucket(
                  alertTotal(alert, patient),
                  formatMoment(Date.parse(alert.continuousMonitoring.bucketEndAt), now, edition),
                ),
              ]),
        ].join(' · ')}
      </p>
      <Standing alert={alert} />
      {acts !== undefined && <AlertButtons alert={alert} acts={acts} />}
    </li>
  )
}
