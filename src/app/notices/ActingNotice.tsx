import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import type { Me } from '../../domain/user/me'
import { useSession } from '../../engine/react'
import { useTexts } from '../../ui/edition'
import { Banner } from '../../ui/feedback'

/** Says on every page that internal staff act as somebody, and leads back to their own sign-in. */
export function ActingNotice({ me }: { readonly me: Me }) {
  const t = useTexts().shell.acting
  const { signOut } = useSession()
  const navigate = useNavigate()
  const exit = async (): Promise<void> => {
    await signOut()
    await navigate('/login?next=%2Fadmin', { replace: true })
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
