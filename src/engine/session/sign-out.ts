import type { Me } from '../../domain/user/me'
import type { Clock } from '../../platform/clock'
import type { SyncServer } from '../protocol'
import type { Handshake } from './handshake'
import { keeperOf } from './session-state'

/** Longest that a sign-out waits for what it has to send and say, milliseconds. */
const signOutAtMostMs = 10_000

/**
 * A chosen sign-out: what waits first, for so long; then every session that this user has on this
 * device ends (what they wrote is taken after that too, whoever delivers it), and the server forgets
 * the key of it. Where it was not reached, that is signed while there is a key, and told later.
 * Never rejects. `quiet`: called before the sessions end, that no other tab writes into one that is
 * over.
 */
export const createSignOut = (options: {
  readonly handshake: Pick<Handshake, 'known' | 'group'>
  readonly server: Pick<SyncServer, 'endSession'>
  /** Who is signed in at this moment; null: nobody. */
  readonly me: () => Me | null
  readonly flush: () => Promise<void>
  readonly quiet: () => void
  /** Signs that her sessions ended, for the server to hear later. */
  readonly keepEnd: (me: Me) => Promise<boolean>
  readonly clock: Pick<Clock, 'sleep'>
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { handshake, clock, report } = options
  /**
   * Ends nothing once somebody else signed in, whose credential these questions would carry. True:
   * the server knows of all of it. Never rejects.
   */
  const endSessions = async (me: Me, sessionIds: readonly string[]): Promise<boolean> => {
    for (const sessionId of sessionIds) {
      const now = options.me()
      if (now !== null && keeperOf(now) !== keeperOf(me)) return false
      try {
        await options.server.endSession({ group: await handshake.group(), sessionId })
      } catch (thrown) {
        report(thrown, 'sign-out')
        return false
      }
    }
    return true
  }

  return async (me: Me): Promise<void> => {
    let isOver = false
    try {
      // Those of now: what she begins later is not among them, however slowly they end.
      const known = await Promise.all(
        me.organizations.map(({ id }) =>
          handshake.known({ userId: keeperOf(me), organizationId: id }),
        ),
      )
      const ending = known.flatMap((one) => (one === null ? [] : [one.sessionId]))
      const isTold = await Promise.race([
        options.flush().then(() => {
          if (!isOver) options.quiet()
          return endSessions(me, ending)
        }),
        clock.sleep(signOutAtMostMs),
      ])
      isOver = true
      if (isTold !== true) await options.keepEnd(me)
    } catch (thrown) {
      report(thrown, 'sign-out')
    }
  }
}
