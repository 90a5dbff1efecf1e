import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { countBadge, openTriggers, type Alert } from '../../domain/alerts/alert'
import { isSnoozed, snoozeMinutes } from '../../domain/alerts/state'
import { durationWords, elapsedWords, formatDateTime, formatMoment } from '../../domain/time'
import { alertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { IconCheck, IconClock, IconWarning } from '../layout/icons'
import { useNow } from '../time'
import { alertName, personName, ruleWords } from './alert-words'
import styles from './alerts.module.css'

export interface AlertItemProps {
  readonly alert: Alert
  /** Where something may be done about it. */
  readonly acts?:
    | {
        readonly offline: boolean
        readonly busy: boolean
        readonly resolve: () => void
        readonly acknowledge: (isAcknowledged: boolean) => void
        readonly snooze: (minutes: number) => void
      }
    | undefined
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
          : t.closedBy(personName(alert.closedBy, edition), ago(alert.closedAt))}
      </p>
    )
  }
  return (
    <>
      {alert.escalatedAt !== null && (
        <p className={styles['standing']} data-kind="escalated">
          <IconWarning size={16} /> {t.escalated(ago(alert.escalatedAt))}
        </p>
      )}
      {alert.acknowledgedAt !== null && (
        <p className={styles['standing']}>
          <IconCheck size={16} />{' '}
          {t.onIt(personName(alert.acknowledgedBy, edition), ago(alert.acknowledgedAt))}
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

/**
 * One alert in words: what it is, why and since when it was raised, who is on it, and what can be
 * done.
 */
export function AlertItem({ alert, acts }: AlertItemProps) {
  const edition = useEdition()
  const t = alertTexts(edition)
  const now = useNow()
  const [choosing, setChoosing] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const pressed = useRef<string | null>(null)
  const busy = acts?.busy === true
  useEffect(() => {
    if (busy || pressed.current === null) return
    // What was pressed is gone, or was off while the answer was awaited: the focus would be
    // nowhere.
    if (document.activeElement === document.body)
      item.current?.querySelector<HTMLElement>(`[data-act="${pressed.current}"]`)?.focus()
    pressed.current = null
  }, [busy])
  const press = (act: 'acknowledge' | 'snooze', run: () => void): void => {
    pressed.current = act
    run()
  }
  const name = alertName(alert, t)
  const missed = alert.checkupScheduleEvent
  const rule = ruleWords(alert, edition)
  const asleep = alert.snoozedUntil !== null && isSnoozed(Date.parse(alert.snoozedUntil), now)
  const badge = countBadge(alert.status === 'open' ? openTriggers(alert) : alert.count)
  const ago = (iso: string): string => elapsedWords(Date.parse(iso), now, edition)
  return (
    <li ref={item} className={styles['item']} data-status={alert.status}>
      <h3 className={styles['title']}>
        {name} <span className={styles['state']}>{t.status[alert.status]}</span>
      </h3>
      {missed !== null && (
        <p>
          {t.expected(
            missed.checkupSchedule.name,
            formatDateTime(missed.checkupExpectedAt, edition),
          )}
          .{' '}
          {t.tolerance(
            durationWords(missed.checkupSchedule.tolerance.early * 1000, edition),
            durationWords(missed.checkupSchedule.tolerance.late * 1000, edition),
          )}
        </p>
      )}
      {alert.alertRule !== null && (
        <p>
          {rule === null ? alert.alertRule.description : `${rule}. ${alert.alertRule.description}`}
        </p>
      )}
      <p className={styles['quiet']}>
        {[
          ...(alert.alertRule === null ? [] : [t.source[alert.alertRule.type]]),
          t.raised(badge),
          t.started(ago(alert.startedAt)),
          ...(badge === '1' ? [] : [t.latest(ago(alert.latestAt))]),
          ...(alert.continuousMonitoring === null
            ? []
            : [
                t.bucket(
                  formatMoment(Date.parse(alert.continuousMonitoring.bucketEndAt), now, edition),
                ),
              ]),
        ].join(' · ')}
      </p>
      <Standing alert={alert} />
      {acts !== undefined && (
        <div className={styles['acts']}>
          <Button
            size="sm"
            onClick={acts.resolve}
            aria-label={t.resolveName(name)}
            disabled={acts.busy}
          >
            {t.resolve}
          </Button>
          <Button
            size="sm"
            variant="default"
            disabled={acts.busy || acts.offline}
            aria-label={alert.acknowledgedAt === null ? t.acknowledgeName(name) : undefined}
            data-act="acknowledge"
            onClick={() =>
              press('acknowledge', () => acts.acknowledge(alert.acknowledgedAt === null))
            }
          >
            {alert.acknowledgedAt === null ? t.acknowledge : t.release}
          </Button>
          {asleep ? (
            <Button
              size="sm"
              variant="default"
              disabled={acts.busy || acts.offline}
              data-act="snooze"
              onClick={() => press('snooze', () => acts.snooze(0))}
            >
              {t.wake}
            </Button>
          ) : (
            <Button
              size="sm"
              variant="default"
              disabled={acts.busy || acts.offline}
              aria-label={t.snoozeName(name)}
              aria-expanded={choosing}
              data-act="snooze"
              onClick={() => setChoosing((was) => !was)}
            >
              {t.snooze}
            </Button>
          )}
          {choosing && !asleep && (
            <fieldset aria-label={t.snoozeName(name)} className={styles['choices']}>
              {snoozeMinutes.map((minutes) => (
                <Button
                  key={minutes}
                  size="sm"
                  variant="default"
                  disabled={acts.busy || acts.offline}
                  onClick={() => {
                    setChoosing(false)
                    press('snooze', () => acts.snooze(minutes))
                  }}
                >
                  {t.snoozeChoices[minutes]}
                </Button>
              ))}
            </fieldset>
          )}
        </div>
      )}
    </li>
  )
}
