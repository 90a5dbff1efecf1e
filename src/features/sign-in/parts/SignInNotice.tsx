import type { EndedSession } from '../../../engine/define'
import { useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import type { SignInAlert } from '../sign-in.machine'

/** What has to be said above a form before sign-in; read out when it appears. */
export function SignInNotice({ alert }: { readonly alert: SignInAlert | null }) {
  const t = useTexts().signIn
  if (!alert) return null
  if (alert.kind === 'problem')
    return (
      <Banner kind="danger" title={t.cannotSignIn}>
        {alert.message}
      </Banner>
    )
  if (alert.kind === 'no-key')
    return (
      <Banner kind="danger" title={t.noKeyTitle}>
        {t.noKey}
      </Banner>
    )
  return <Banner kind="danger">{alert.kind === 'timed-out' ? t.timedOut : t.tokenFailed}</Banner>
}

/** Why another cause than the user ended the session. `isReturning`: the open page comes back. */
export function EndedNotice({
  ended,
  isReturning,
}: {
  readonly ended: EndedSession | null
  readonly isReturning: boolean
}) {
  const t = useTexts().signIn
  if (ended === null) return null
  if (ended === 'unauthorized' || ended === 'idle')
    return isReturning ? <Banner kind="info">{t.sessionEnded}</Banner> : null
  return (
    <Banner kind="danger" title={t.ended[ended].title}>
      {t.ended[ended].text}
    </Banner>
  )
}
