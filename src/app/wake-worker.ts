import type { Runtime } from '../engine/define'
import { isOffline } from '../engine/define'
import { deliverTag } from '../engine/outbox/deliver-tag'

/** What a registration has where the browser knows Background Sync. */
interface Syncing {
  readonly sync?: { register(tag: string): Promise<void> }
}

/**
 * Has the browser wake the service worker when there is a connection, while something waits here and
 * there is none: it is delivered then though every page is closed. Where the browser knows no
 * Background Sync the next page that opens delivers it. Returns the way to stop.
 */
export const wakeWorkerToDeliver = (
  { connection, outbox }: Pick<Runtime, 'connection' | 'outbox'>,
  registration: Promise<object | null>,
  report: (thrown: unknown, where: string) => void,
): (() => void) => {
  let isAsked = false
  const look = (): void => {
    const waits = connection.get().waiting > 0 || outbox.othersWaiting.get() > 0
    const isCut = isOffline(connection.get())
    // Connected, this page sends.
    if (!waits || !isCut) isAsked = false
    if (!waits || !isCut || isAsked) return
    isAsked = true
    registration
      .then((found) => (found as Syncing | null)?.sync?.register(deliverTag))
      // A browser that was told not to: the next page delivers.
      .catch((thrown: unknown) => report(thrown, 'wake-worker'))
  }
  const ends = [connection.subscribe(look), outbox.othersWaiting.subscribe(look)]
  look()
  return () => {
    for (const end of ends) end()
  }
}
