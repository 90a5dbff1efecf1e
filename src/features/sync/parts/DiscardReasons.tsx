import { useId } from 'react'
import type { SyncTexts } from '../../../texts/sync'
import styles from './dialogs.module.css'

const reasonNames = ['paper', 'repeated', 'outdated', 'wrongPatient', 'other'] as const
export type DiscardReason = (typeof reasonNames)[number]

/** The reason of that name; null: there is none. */
export const discardReason = (name: string): DiscardReason | null =>
  reasonNames.find((one) => one === name) ?? null

export interface DiscardReasonsProps {
  readonly t: SyncTexts['discard']
  readonly chosen: DiscardReason | null
  readonly error: string | null
  readonly onChoose: (reason: DiscardReason) => void
}

export function DiscardReasons({ t, chosen, error, onChoose }: DiscardReasonsProps) {
  const id = useId()
  return (
    <fieldset
      className={styles['reasons']}
      aria-describedby={error === null ? undefined : `${id}-error`}
      aria-invalid={error !== null}
    >
      <legend>{t.legend}</legend>
      {error !== null && (
        <p id={`${id}-error`} role="alert" className={styles['failure']}>
          {error}
        </p>
      )}
      {reasonNames.map((name) => (
        <label key={name} className={styles['option']}>
          <input
            type="radio"
            name={`${id}-reason`}
            checked={chosen === name}
            onChange={() => onChoose(name)}
          />
          {t.reasons[name]}
        </label>
      ))}
    </fieldset>
  )
}
