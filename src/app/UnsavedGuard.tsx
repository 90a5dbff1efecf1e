import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useBlocker, type Location } from 'react-router-dom'
import { subscribeUnsaved, unsavedWork } from '../ui/work'

/** Not before somebody leaves unsaved work: no part of the first load. */
const AskToLeave = lazy(async () => ({
  default: (await import('../ui/form-kit/AskToLeave')).AskToLeave,
}))

/** A table's search is another address of the same page; a drawer or dialog is not. */
const placeOf = ({ pathname, search }: Location): string => {
  const query = new URLSearchParams(search)
  return [pathname, query.get('detail'), query.get('dialog')].join(' ')
}

/** Asks before another page, a drawer's closing or Back takes unsaved work. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsavedWork() !== null && placeOf(currentLocation) !== placeOf(nextLocation),
  )
  const kind = useSyncExternalStore(subscribeUnsaved, unsavedWork)
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    // The answer came while it was asked: there is nothing to lose, and something to read.
    if (isBlocked && kind === null) blocker.reset()
  }, [isBlocked, kind, blocker])
  if (!isBlocked || kind === null) return null
  return (
    <Suspense>
      <AskToLeave kind={kind} onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} />
    </Suspense>
  )
}
