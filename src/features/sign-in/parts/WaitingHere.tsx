import { useOutbox } from '../../../engine/react'
import { useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'

/** How much waits on this device, and was sent, while nobody is signed in: numbers alone. */
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
