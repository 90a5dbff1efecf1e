import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Alert } from '../../domain/alerts/alert'
import { isSnoozed, snoozeMinutes } from '../../domain/alerts/state'
import { alertTexts } from '../../texts/alerts'
import { useEdition } from '../edition'
import { useNow } from '../time'
import { alertName } from './alert-words'
import styles from './alerts.module.css'

/** What can be done about one alert. */
export interface AlertItemActs {
  readonly offline: boolean
  /** The answer to something that was done is awaited. */
  readonly busy: boolean
  readonly resolve: () => void
  readonly acknowledge: (isAcknowledged: boolean) => void
  /** 0 minutes: wakes it. */
  readonly snooze: (minutes: number) => void
}

/**
 * Brings the focus back to the button that was pressed, which was disabled or replaced while the
 * answer was awaited. The button carries its name as `data-act`.
 */
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

/** The buttons of one alert: resolve, acknowledge or release, and snooze or wake. */
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
  return (
    <div ref={within} className={styles['acts']}>
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
        disabled={disabled}
        aria-label={isNew ? t.acknowledgeName(name) : undefined}
        data-act="acknowledge"
        onClick={() => press('acknowledge', () => acts.acknowledge(isNew))}
      >
        {isNew ? t.acknowledge : t.release}
      </Button>
      {asleep ? (
        <Button
          size="sm"
          variant="default"
          disabled={disabled}
          data-act="snooze"
          onClick={() => press('snooze', () => acts.snooze(0))}
        >
          {t.wake}
        </Button>
      ) : (
        <Button
          size="sm"
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
      {choosing && !asleep && (
        <fieldset aria-label={t.snoozeName(name)} className={styles['choices']}>
          {snoozeMinutes.map((minutes) => (
            <Button
              key={minutes}
              size="sm"
              variant="default"
              disabled={disabled}
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
  )
}
