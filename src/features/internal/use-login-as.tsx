import type { ReactNode } from 'react'
import { loginAs, type InternalUser } from '../../data/internal'
import { useCommand, useIdentity, useSession } from '../../engine/react'
import { internalTexts } from '../../texts/internal'
import { useEdition } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { useConfirmCommand } from '../../ui/form-kit'
import { useProblemText } from '../../ui/problem'

/** Asks, and signs in as another user in place of oneself (P037). */
export const useLoginAs = (): {
  readonly ask: (user: InternalUser) => void
  readonly dialog: ReactNode
} => {
  const t = internalTexts(useEdition()).users.loginAs
  const say = useProblemText()
  const identity = useIdentity()
  const { signOut, completeSignIn } = useSession()
  const fail = (message: string): void => void showToast('login-as', t.failed(message))
  /** One's own session ends first: nothing of it may be open beside the other's. */
  const begin = async (token: string): Promise<void> => {
    await signOut()
    const result = await identity.signInWithToken(token)
    if (result.kind !== 'success') return fail(say(result.problem))
    const done = await completeSignIn()
    if (done.kind === 'refused') fail(say(done.problem))
  }
  const { ask, dialog } = useConfirmCommand(
    useCommand(loginAs),
    ({ email }: InternalUser) => ({
      title: t.title,
      text: t.text(email),
      confirmLabel: t.action,
      failed: (problem) => t.failed(say(problem)),
      failure: 'toast',
    }),
    {
      toInput: ({ id }) => ({ userId: id }),
      onDone: async (token) => {
        if (token !== null) await begin(token)
      },
    },
  )
  return { ask, dialog }
}
