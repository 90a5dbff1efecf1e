import { useState, type ReactNode } from 'react'
import { exitLoginAsToken, loginAs, type InternalUser } from '../../data/internal'
import { useCommand, useIdentity, useSession } from '../../engine/react'
import { internalTexts } from '../../texts/internal'
import { useEdition } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import { useProblemText } from '../../ui/problem'

function LoginAsDialog({
  user,
  onToken,
  onClose,
}: {
  readonly user: InternalUser
  readonly onToken: (token: string) => Promise<void>
  readonly onClose: () => void
}) {
  const t = internalTexts(useEdition()).users.loginAs
  const say = useProblemText()
  const form = useCommandForm({
    command: useCommand(loginAs),
    fields: [
      {
        kind: 'textarea',
        name: 'reason',
        label: t.reason,
        hint: t.reasonHint,
        required: true,
        rows: 3,
        maxLength: 1000,
        autoFocus: true,
      } as const,
    ],
    before: { reason: '' },
    toInput: ({ reason }) => ({ userId: user.id, reason }),
    onDone: async (token) => {
      if (token !== null) await onToken(token)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.action}
      failed={t.notDone}
      lead={<p>{t.text(user.email)}</p>}
      explain={(problem) => t.failed(say(problem))}
      onClose={onClose}
    />
  )
}

/** Asks for a reason, and signs in as another user in place of oneself (P037). */
export const useLoginAs = (): {
  readonly ask: (user: InternalUser) => void
  readonly dialog: ReactNode
} => {
  const t = internalTexts(useEdition()).users.loginAs
  const say = useProblemText()
  const identity = useIdentity()
  const { signOut, completeSignIn } = useSession()
  const { run: askForExit } = useCommand(exitLoginAsToken)
  const [user, setUser] = useState<InternalUser | null>(null)
  const fail = (message: string): void => void showToast('login-as', t.failed(message))
  /** One's own session ends first: nothing of it may be open beside the other's. */
  const begin = async (token: string): Promise<void> => {
    // Without it the exit leads to the sign-in page.
    const exit = await askForExit({})
    await signOut()
    const result = await identity.signInWithToken(token)
    if (result.kind !== 'success') return fail(say(result.problem))
    if (exit.kind === 'done' && exit.value !== null) await identity.keepExit(exit.value)
    const done = await completeSignIn()
    if (done.kind === 'refused') fail(say(done.problem))
  }
  return {
    ask: setUser,
    dialog:
      user === null ? null : (
        <LoginAsDialog user={user} onToken={begin} onClose={() => setUser(null)} />
      ),
  }
}
