import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isFree, type Alert } from '../../domain/alerts/alert'
import { isSnoozed, snoozeChoices } from '../../domain/alerts/state'
import { alertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { useNow } from '../time'
import { alertName } from './alert-words'
import styles from './alerts.module.css'

/** What can be done about one alert. */
export interface AlertItemActs {
  readonly offline: boolean
  readonly busy: boolean
  /** Null: not for this user. */
  readonly resolve: (() => void) | null
  readonly acknowledge: (isAcknowledged: boolean) => void
  /** 0 minutes: wakes it. Null: not for this user. */
  readonly snooze: ((minutes: number) => void) | null
}

/** Returns the focus to the pressed button (`data-act`), which was disabled meanwhile. */
const useFocusAfterAnswer = (busy: boolean) => {
  const within = useRef<HTMLDivElement>(null)
  const pressed = useRef<string | null>(null)
  useEffect(() => {
    if (busy || pressed.current === null) return
    if (document.activeElement === document.body)
      within.current?.querySelector<HTMLElement>(`[data-act="${pressed.current}"]`)?.focus()
    pressed.current = null
  }, [busy])
  const press = (act: 'acknowledge' | 'snooze', run: () => void): void => {
    pressed.current = act
    run()
  }
  return { within, press }
}

/** The buttons of one alert: acknowledge or release, resolve, and snooze or wake. */
export function AlertButtons({
  alert,
  acts,
}: {
  readonly alert: Alert
  readonly acts: AlertItemActs
}) {
  const t = alertTexts(useEdition())
  const now = useNow()
  const [choosing, setChoosing] = useState(false)
  const { within, press } = useFocusAfterAnswer(acts.busy)
  const name = alertName(alert, t)
  const isNew = alert.acknowledgedAt === null
  const asleep = alert.snoozedUntil !== null && isSnoozed(Date.parse(alert.snoozedUntil), now)
  const disabled = acts.busy || acts.offline
  const { snooze } = acts
  return (
    <div ref={within} className={styles['acts']}>
      <Button
        variant={isNew ? 'filled' : 'default'}
        disabled={isNew ? acts.busy || !isFree(alert) : disabled}
        aria-label={isNew ? t.acknowledgeName(name) : undefined}
        data-act="acknowledge"
        onClick={() => press('acknowledge', () => acts.acknowledge(isNew))}
      >
        {isNew ? t.acknowledge : t.release}
      </Button>
      {acts.resolve !== null && (
        <Button
          variant="default"
          onClick={acts.resolve}
          aria-label={t.resolveName(name)}
          disabled={acts.busy}
        >
          {t.resolve}
        </Button>
      )}
      {snooze === null ? null : asleep ? (
        <Button
          variant="default"
          disabled={disabled}
          data-act="snooze"
          onClick={() => press('snooze', () => snooze(0))}
        >
          {t.wake}
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={disabled}
          aria-label={t.snoozeName(name)}
          aria-expanded={choosing}
          data-act="snooze"
          onClick={() => setChoosing((was) => !was)}
        >
          {t.snooze}
        </Button>
      )}
      {choosing && snooze !== null && !asleep && (
        <fieldset aria-label={t.snoozeName(name)} className={styles['choices']}>
          {snoozeChoices(alert.severity).map((minutes) => (
            <Button
              key={minutes}
              variant="default"
              disabled={disabled}
              onClick={() => {
                setChoosing(false)
                press('snooze', () => snooze(minutes))
              }}
            >
              {t.snoozeChoices[minutes]}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
