import { Button } from '@mantine/core'
import { useSession } from '../../engine/react'
import { syncTexts } from '../../texts/sync'
import { useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'

/** Says that somebody changed what the signed-in person may do here, until they have read it. */
export function AccessNotice() {
  const t = syncTexts(useEdition()).access
  const { me, accessSeen } = useSession()
  if (me === null) return null
  return (
    <Banner
      title={t.title}
      action={
        <Button variant="default" onClick={accessSeen}>
          {t.seen}
        </Button>
      }
    >
      {t.body(me.roles.join(', '))}
    </Banner>
  )
}

/**
 * The page was opened without the server, which is there again: says what is missing until they
 * sign in. Nobody is taken out of their work.
 */
export function SignInAgainNotice() {
  const t = syncTexts(useEdition()).signInAgain
  const { signInAgain } = useSession()
  return (
    <Banner
      title={t.title}
      action={
        <Button variant="default" onClick={() => void signInAgain()}>
          {t.button}
        </Button>
      }
    >
      {t.body}
    </Banner>
  )
}
