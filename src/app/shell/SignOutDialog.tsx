import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useConnection, useSession } from '../../engine/react'
import { useTexts } from '../../ui/edition'
import { Dialog } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import styles from './frames.module.css'

export interface SignOutDialogProps {
  /** The sign-out is under way: what waits is being sent, for 10 seconds at most. */
  readonly leaving: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Before a sign-out with unsent work: it is safe and will be sent in the user's name. */
export function SignOutDialog({ leaving, onLeave, onStay }: SignOutDialogProps) {
  const t = useTexts().shell.signOut
  const { waiting, refused, state } = useConnection()
  const { me } = useSession()
  const [atFirst] = useState(waiting)
  const sent = Math.max(0, atFirst - waiting)
  if (leaving) {
    return (
      <Dialog title={t.heading(waiting + refused)} role="alertdialog" size="small">
        <div className={styles['leaving']}>
          <output>
            {state === 'offline' || waiting === 0 ? t.leaving : t.sending(sent, atFirst)}
          </output>
          <progress max={Math.max(1, atFirst)} value={sent} aria-label={t.sending(sent, atFirst)} />
        </div>
      </Dialog>
    )
  }
  const words = (
    <div className={styles['leaving']}>
      {waiting > 0 && (
        <p>
          {t.body(waiting + refused)} {t.later(waiting)}
        </p>
      )}
      {refused > 0 && (
        <p>
          <strong>{waiting === 0 ? t.attentionAll(refused) : t.attention(refused)}</strong>{' '}
          <Link to={paths.sync()} onClick={onStay}>
            {t.look}
          </Link>
        </p>
      )}
      {waiting > 0 && <p>{state === 'offline' ? t.offline : t.online}</p>}
    </div>
  )
  return (
    <Dialog
      title={t.heading(waiting + refused)}
      role="alertdialog"
      size="small"
      onClose={onStay}
      actions={
        <>
          <Button variant="default" onClick={onStay} data-autofocus>
            {t.cancel}
          </Button>
          <Button onClick={onLeave}>{t.confirm}</Button>
        </>
      }
    >
      {me === null || me.loggedInAs === null ? words : <p>{t.acting}</p>}
    </Dialog>
  )
}
