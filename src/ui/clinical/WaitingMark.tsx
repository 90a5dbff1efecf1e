import { useTexts } from '../edition'
import { IconClock, IconWarning } from '../layout/icons'
import styles from './marks.module.css'

/** Stands beside what this device has not sent yet. */
export function WaitingMark({ state = 'waiting' }: { readonly state?: 'waiting' | 'sending' }) {
  const t = useTexts().ui.waiting
  return (
    <span className={styles['waiting']}>
      <IconClock size={16} />
      {state === 'sending' ? t.sending : t.notSent}
    </span>
  )
}

/** Stands beside what the server refused, with its reason. */
export function RefusedMark({ reason }: { readonly reason: string }) {
  const t = useTexts().ui.waiting
  return (
    <span className={styles['refused']}>
      <IconWarning size={16} />
      <span>
        <strong>{t.refused}</strong> {reason}
      </span>
    </span>
  )
}
