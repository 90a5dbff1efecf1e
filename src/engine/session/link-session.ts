import { principalOf } from '../../domain/access/principal-of'
import type { Principal } from '../../domain/access/principal'
import { problem, toProblem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import type { Clock } from '../../platform/clock'
import type { KeyOwner } from '../../platform/vault'
import { source, type SessionState } from '../define'
import type { SessionControl } from './session'
import { isSame, ownerOf, signedOut } from './session-state'

/** A page that could not ask who reads asks again after so long, milliseconds. */
const askAgainMs = 2_000
/** A page looks so often whether its link is over, milliseconds: a timer stands still while a device sleeps. */
const lookMs = 30_000

/**
 * The session of a page that a share link opened. It begins by asking whose record it is, and is over
 * when the server says so, or at its end without being told: nothing of it is kept, locked, or told to other tabs, and who is signed in
 * on this device stays so.
 */
export const createLinkSession = (options: {
  readonly clock: Pick<Clock, 'sleep' | 'now' | 'after'>
  readonly me: () => Promise<Me>
  /** Opens the store of the page's memory; null closes it. */
  readonly useStore: (who: KeyOwner | null) => Promise<void>
  readonly ready: (principal: Principal) => Promise<void>
  readonly report: (thrown: unknown, where: string) => void
}): SessionControl => {
  const state = source<SessionState>({ ...signedOut(null), status: 'starting', byLink: true })
  let isOver = false
  let opening: KeyOwner | null = null
  let stopLooking = (): void => undefined

  const end = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    stopLooking()
    await options.useStore(null)
    state.set({ ...signedOut('unauthorized'), byLink: true })
  }
  /** Ends the page at `endMs`, by the server's clock as well as known. */
  const endAt = (endMs: number): void => {
    stopLooking()
    const left = endMs - options.clock.now()
    if (left <= 0) end().catch((thrown: unknown) => options.report(thrown, 'session.link'))
    else stopLooking = options.clock.after(Math.min(left, lookMs), () => endAt(endMs))
  }
  const show = (me: Me): void => {
    if (isOver || JSON.stringify(state.get().me) === JSON.stringify(me)) return
    const { id: actingOrganizationId } = me.actingOrganization
    state.set({
      status: 'signed-in',
      me,
      principal: principalOf(me),
      actingOrganizationId,
      ended: null,
      locked: null,
      byLink: true,
    })
    if (me.sharedRecord != null) endAt(Date.parse(me.sharedRecord.expiresAt))
  }
  /** Whether the server answered, yes or no. */
  const ask = async (): Promise<boolean> => {
    try {
      const me = await options.me()
      const who = ownerOf(me)
      if (!isSame(opening, who)) {
        opening = who
        await options.useStore(who)
        await options.ready(principalOf(me))
      }
      show(me)
      return true
    } catch (thrown) {
      options.report(thrown, 'session.link')
      const { kind } = toProblem(thrown)
      if (kind !== 'unauthorized' && kind !== 'forbidden') return false
      await end()
      return true
    }
  }
  const start = async (): Promise<void> => {
    if (isOver || (await ask())) return
    await options.clock.sleep(askAgainMs)
    await start()
  }
  const refused = { kind: 'refused' as const, problem: problem('forbidden') }

  return {
    ...state,
    start,
    refreshMe: async () => {
      if (!isOver) await ask()
    },
    end,
    lock: end,
    signOut: end,
    owner: () => (isOver ? null : opening),
    adopt: async (me) => show(me),
    reread: async () => undefined,
    tryAgain: async () => undefined,
    reopen: async () => {
      if (!isOver && opening !== null) await options.useStore(opening)
    },
    signInAgain: async () => undefined,
    accessSeen: () => undefined,
    accountDisabled: async () => undefined,
    completeSignIn: async () => refused,
    unlock: async () => ({ ...refused, waitMs: 0 }),
    setActingOrganization: async () => refused,
  }
}
