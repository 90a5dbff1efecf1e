import { useTexts } from '../edition'
import { IconClock, IconWarning } from '../layout/icons'
import { unsentWords } from './unsent-words'
import styles from './marks.module.css'

/** Marks what this device has not delivered; it is sent without help. `what`: where not a row. */
export function WaitingMark({
  state = 'waiting',
  what = null,
}: {
  readonly state?: 'waiting' | 'sending' | 'checking' | 'held-sign-in' | 'held-update'
  readonly what?: string | null
}) {
  return (
    <span className={styles['waiting']}>
      <IconClock size={16} />
      {unsentWords(state, what, useTexts().ui.waiting)}
    </span>
  )
}

/** Marks what waits for a person's decision, with the reason. */
export function RefusedMark({
  state = 'refused',
  reason,
}: {
  readonly state?: 'refused' | 'conflict' | 'expired' | 'stuck'
  readonly reason: string
}) {
  const t = useTexts().ui.waiting
  return (
    <span className={styles['refused']}>
      <IconWarning size={16} />
      <span>
        <strong>{t[state]}</strong> {reason}
      </span>
    </span>
  )
}
