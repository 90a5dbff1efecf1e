import { Button } from '@mantine/core'
import { useCommand, useSession, useUnsent } from '../../engine/react'
import { didStayLoggedIn } from '../../data/session'
import { useTexts } from '../../ui/edition'
import { Dialog } from '../../ui/feedback'
import { useLeave } from '../../ui/leaving'
import { countdown } from '../inactivity.view'
import type { LastActivity } from './last-activity'
import { useInactivity } from './use-inactivity'

interface WatchProps {
  readonly activity: LastActivity
  readonly limitMinutes: number
}

function Watch({ activity, limitMinutes }: WatchProps) {
  const t = useTexts().shell.inactivity
  const { lock } = useSession()
  const { leave, asking } = useLeave()
  const { waiting } = useUnsent()
  const { run } = useCommand(didStayLoggedIn)
  const { view, stay } = useInactivity(activity, limitMinutes, () => void lock())
  // The question before a sign-out replaces it; the time runs on, and locks.
  if (view.kind !== 'warning' || asking) return null
  const { minutes, seconds } = countdown(view.leftMs)
  const staySignedIn = () => {
    stay()
    void run({}) // a record for the server; being offline does not end the session
  }
  return (
    <Dialog
      title={t.heading}
      role="alertdialog"
      size="small"
      actions={
        <>
          <Button variant="default" onClick={leave}>
            {t.signOut}
          </Button>
          {/* The answer that loses nothing has the first focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button onClick={staySignedIn} autoFocus>
            {t.stay}
          </Button>
        </>
      }
    >
      <p>
        {t.body}{' '}
        <span role="timer" aria-live="off">
          {t.left(minutes, seconds)}
        </span>
      </p>
      {waiting > 0 && <p>{t.unsent}</p>}
    </Dialog>
  )
}

/**
 * Asks whether the user is there, and signs out without an answer (P149 to P151, P251 to P256).
 * Keys are forgotten, kept data stays encrypted. By the flag automaticLogoutAlert; not for share
 * links.
 */
export function InactivityDialog({ activity }: { readonly activity: LastActivity }) {
  const { status, me, principal } = useSession()
  if (
    status !== 'signed-in' ||
    me === null ||
    principal?.kind !== 'user' ||
    !principal.features.has('automaticLogoutAlert')
  )
    return null
  return <Watch activity={activity} limitMinutes={me.actingOrganization.inactivityMinutes} />
}
