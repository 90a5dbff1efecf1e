import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import type { Me } from '../../domain/user/me'
import { useIdentity, useSession, useUnsent } from '../../engine/react'
import { leavingTexts } from '../../texts/leaving'
import { useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { useLeave } from '../../ui/leaving'

/** Says on every page that internal staff act as somebody, and leads back to their own sign-in. */
export function ActingNotice({ me }: { readonly me: Me }) {
  const t = leavingTexts(useEdition()).acting
  const { signOut, completeSignIn } = useSession()
  const identity = useIdentity()
  const { leave } = useLeave()
  const { waiting, refused } = useUnsent()
  const navigate = useNavigate()
  const exit = async (): Promise<void> => {
    // What was not sent is lost with the acting: that is asked first.
    if (waiting + refused > 0) return leave()
    // A sign-out forgets it.
    const back = await identity.takeExit()
    await signOut()
    const isBack =
      back !== null &&
      (await identity.signInWithToken(back)).kind === 'success' &&
      (await completeSignIn()).kind === 'done'
    await navigate(isBack ? '/admin' : '/login?next=%2Fadmin', { replace: true })
  }
  return (
    <Banner
      title={t.title([me.firstName, me.lastName].filter(Boolean).join(' ') || me.email)}
      action={
        <Button variant="default" onClick={() => void exit()}>
          {t.exit}
        </Button>
      }
    >
      {t.body}
    </Banner>
  )
}
