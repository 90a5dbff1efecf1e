import { toProblem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import type { KeyOwner } from '../../platform/vault'
import type { EndedSession } from '../define'
import { endBy } from './session-end'
import type { SessionLock } from './session-lock'
import type { SessionOptions } from './session-options'
import type { SessionPage } from './session-page'
import { readRecord } from './session-record'
import type { SessionShow } from './session-show'
import { keeperOf, signedIn, signedOut } from './session-state'

/** Longest wait for the server's first answer at the start, milliseconds; then the password is asked. */
const answerAtStartMs = 4_000
/**
 * Longest wait for the key once the server has answered, milliseconds: much of it is this device's own
 * work.
 */
const keyAtStartMs = 20_000

/** A page that starts or is connected again, and what the server says of its user then. */
export const createSessionArrive = (
  options: SessionOptions,
  page: SessionPage,
  { forgetCredential, endActing, shutOut, showLocked, end }: SessionLock,
  { adopt, enter }: Pick<SessionShow, 'adopt' | 'enter'>,
) => {
  const { device, server, keys } = options
  const { state, present, becoming } = page

  const refreshMe = async (): Promise<void> => {
    const asked = page.era
    if (state.get().me === null) return
    try {
      const me = await server.me()
      if (asked !== page.era || present()?.userId !== keeperOf(me)) return
      if (state.get().awaitsSignIn === true) state.set(signedIn(me, state.get()))
      await adopt(me)
    } catch (thrown) {
      options.report(thrown, 'session.refreshMe')
      if (asked !== page.era || state.get().me === null) return
      const ended = await endBy(thrown, options)
      // Asked while the server was looked for: the session may be another one by now.
      if (ended === null || asked !== page.era) return
      if (ended !== 'awaits-sign-in') return await end(ended)
      // Somebody who was removed meanwhile must not read on until the lease is over.
      const over = await options.standing().catch((unasked: unknown) => {
        options.report(unasked, 'session.standing')
        return null
      })
      if (asked !== page.era || state.get().me === null) return
      if (over !== null) await end(over)
      else if (state.get().awaitsSignIn !== true) state.set({ ...state.get(), awaitsSignIn: true })
    }
  }

  /** Opens with the server's key; false without credential or connection; else why it was ended. */
  const openByServer = async (who: KeyOwner): Promise<boolean | EndedSession> => {
    const within = async <Value>(ms: number, work: Promise<Value>): Promise<Value | false> =>
      await Promise.race([work, options.clock.sleep(ms).then((): false => false)])
    const ask = async (): Promise<Me | false | EndedSession> =>
      (await options.auth.idToken()) === null
        ? (options.auth.ended?.() ?? false)
        : await server.me(who.organizationId)
    const open = async (): Promise<boolean | EndedSession> => {
      const me = await within(answerAtStartMs, ask())
      if (me === false || typeof me === 'string') return me
      // Somebody else's credential may lie in this tab: their hello would bring the wrong key, and
      // lose what the user's key sealed.
      if (keeperOf(me) !== who.userId) return false
      const enterWithKey = async (): Promise<boolean> => {
        await keys.meet(who)
        return await enter(who, () => Promise.resolve(me))
      }
      return await within(keyAtStartMs, enterWithKey())
    }
    return await open().catch(async (thrown: unknown) => {
      options.report(thrown, 'session.start')
      const { kind, ended } = toProblem(thrown)
      if (kind === 'unauthorized') await forgetCredential('session.start')
      return kind === 'forbidden' ? 'removed' : (ended ?? false)
    })
  }

  /** A page that comes, or is connected again. */
  const arrive = async (mayResume: boolean): Promise<void> => {
    const record = await readRecord(device).catch((thrown: unknown) => {
      options.report(thrown, 'session.start')
      return null
    })
    if (record === null) {
      state.set(signedOut(null))
      return
    }
    const { userId, organizationId } = record
    if (record.isActing) return endActing(userId, null)
    const who = { userId, organizationId }
    const asked = page.era
    const isOpen = await becoming(
      who,
      async () =>
        (mayResume &&
          (await keys.resume(who)) &&
          (await enter(who, () => Promise.resolve(null)))) ||
        (await openByServer(who)),
    ).catch((thrown: unknown) => {
      options.report(thrown, 'session.start')
      return false
    })
    if (asked !== page.era) return
    if (isOpen === true) {
      void refreshMe()
      return
    }
    const ended = isOpen === false ? state.get().ended : isOpen
    await shutOut(userId, ended)
    if (asked === page.era) await showLocked(ended)
  }

  return { refreshMe, arrive }
}

export type SessionArrive = ReturnType<typeof createSessionArrive>
