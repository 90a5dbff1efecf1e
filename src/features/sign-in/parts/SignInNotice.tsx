import { useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import type { SignInAlert } from '../sign-in.machine'

/** What has to be said above a form before sign-in; read out when it appears. */
export function SignInNotice({ alert }: { readonly alert: SignInAlert | null }) {
  const t = useTexts().signIn
  if (!alert) return null
  if (alert.kind === 'problem') return <Banner kind="danger" title={t.cannotSignIn}>{alert.message}</Banner>
  if (alert.kind === 'no-key') return <Banner kind="danger" title={t.noKeyTitle}>{t.noKey}</Banner>
  return <Banner kind="danger">{alert.kind === 'timed-out' ? t.timedOut : t.tokenFailed}</Banner>
}
