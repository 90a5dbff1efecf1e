import { useOutbox } from '../../../engine/react'
import { useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'

/**
 * What waits on this device while nobody is signed in, and what was sent of it: numbers, since
 * nothing of it can be read here.
 */
export function WaitingHere({ says }: { readonly says: (count: number) => string }) {
  const t = useTexts().signIn.idle
  const {
    othersWaiting,
    idle: { sent, undecided, needSignIn },
  } = useOutbox()
  return (
    <>
      {othersWaiting > 0 && (
        <Banner kind="info">
          {says(othersWaiting)}{' '}
          {needSignIn > 0
            ? t.needSignIn(needSignIn, needSignIn >= othersWaiting)
            : t.byItself(othersWaiting)}
        </Banner>
      )}
      {sent > 0 && <Banner kind="info">{t.sent(sent)}</Banner>}
      {undecided > 0 && <Banner>{t.undecided(undecided)}</Banner>}
    </>
  )
}
