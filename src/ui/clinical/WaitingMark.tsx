import { useTexts } from '../edition'
import { IconClock, IconWarning } from '../layout/icons'
import styles from './marks.module.css'

/** Marks what this device has not delivered; it is sent without help. */
export function WaitingMark({
  state = 'waiting',
}: {
  readonly state?: 'waiting' | 'sending' | 'checking' | 'held-sign-in' | 'held-update'
}) {
  const t = useTexts().ui.waiting
  const words = {
    waiting: t.notSent,
    sending: t.sending,
    checking: t.checking,
    'held-sign-in': t.heldSignIn,
    'held-update': t.heldUpdate,
  }[state]
  return (
    <span className={styles['waiting']}>
      <IconClock size={16} />
      {words}
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
