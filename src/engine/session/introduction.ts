import type { Clock } from '../../platform/clock'
import type { KeyOwner } from '../../platform/vault'
import type { Observable } from '../define'
import type { Handshake } from './handshake'

/**
 * How often a page that is never without a connection says hello, milliseconds: each renews the
 * lease.
 */
const helloEveryMs = 3_600_000

/**
 * Says hello for whoever is signed in: when they come, when the server is reachable again, and every
 * hour. `met`: she is another than before. `ready`: there may be something to send. Returns the way
 * to stop.
 */
export const followWithHello = (options: {
  readonly handshake: Pick<Handshake, 'ensure' | 'again' | 'forget'>
  readonly session: Observable<unknown>
  /** Who is signed in; null: nobody. */
  readonly owner: () => KeyOwner | null
  readonly offline: Observable<boolean>
  readonly clock: Pick<Clock, 'after'>
  readonly met: () => void
  readonly ready: () => void
  readonly report: (thrown: unknown, where: string) => void
}): (() => void) => {
  const { handshake, offline, clock, ready } = options
  /** A failure is reported, not thrown: sending says it again. */
  const introduce = async (anew: boolean): Promise<void> => {
    const now = options.owner()
    if (now === null) return
    try {
      await (anew ? handshake.again(now) : handshake.ensure(now))
    } catch (thrown) {
      options.report(thrown, 'hello')
    }
  }

  let last = ''
  const look = (): void => {
    const now = options.owner()
    const name = now === null ? '' : `${now.userId} ${now.organizationId}`
    if (name === last) return
    last = name
    if (now === null) handshake.forget()
    else {
      options.met()
      void introduce(false).then(ready)
    }
  }
  let stopRenewing = (): void => undefined
  const renew = (): void => {
    stopRenewing = clock.after(helloEveryMs, renew)
    if (!offline.get()) void introduce(true)
  }
  stopRenewing = clock.after(helloEveryMs, renew)
  const ends = [
    options.session.subscribe(look),
    offline.subscribe(() => {
      if (!offline.get()) void introduce(true).then(ready)
    }),
  ]
  look()
  return () => {
    stopRenewing()
    for (const end of ends) end()
  }
}
