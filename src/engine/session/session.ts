import type { Me } from '../../domain/user/me'
import type { EndedSignIn } from '../../domain/problem'
import type { KeyOwner } from '../../platform/vault'
import type { Observable, SessionActions, SessionState } from '../define'
import { createSessionArrive } from './session-arrive'
import { createSessionLeave } from './session-leave'
import { createSessionLock } from './session-lock'
import type { SessionOptions } from './session-options'
import { createSessionPage } from './session-page'
import { createSessionShow } from './session-show'
import { createSessionSignIn } from './session-sign-in'

export interface SessionControl extends Observable<SessionState>, SessionActions {
  start(): Promise<void>
  /** The server refused the token: forgets the keys; kept data stays encrypted. */
  end(ended?: EndedSignIn): Promise<void>
  /** Takes over the user as the server now knows them. */
  adopt(me: Me): Promise<void>
  /** Another tab changed the record, or is signing its user out (`isLeaving`). */
  reread(isLeaving?: boolean): Promise<void>
  /** Connected again: a locked tab with a credential asks the server for the key. */
  tryAgain(): Promise<void>
  /** Whose page it is, or is becoming; null: nobody's. */
  owner(): KeyOwner | null
  /** The store of who is signed in was deleted, because its key is lost: a new one is opened. */
  reopen(): Promise<void>
}

/**
 * The signed-in user. After a reload restored by keys of another tab, the service worker or the
 * server; else locked until the password. Only 401 and 403 end the session: a network gap would
 * sign everybody out (P246).
 */
export const createSession = (options: SessionOptions): SessionControl => {
  const page = createSessionPage()
  const { state } = page
  const locking = createSessionLock(options, page)
  const showing = createSessionShow(options, page, locking)
  const arriving = createSessionArrive(options, page, locking, showing)
  const { lock, end } = locking
  const { arrive, refreshMe } = arriving
  const { adopt, remember } = showing

  return {
    ...state,
    owner: page.owner,
    adopt,
    end,
    refreshMe,
    lock: () => lock('idle'),
    signInAgain: async () => {
      if (state.get().awaitsSignIn === true) await lock('unauthorized')
    },
    accessSeen: () => {
      const { accessChanged: _, ...rest } = state.get()
      state.set(rest)
    },
    accountDisabled: async (email) => {
      const { status, locked } = state.get()
      if (status === 'locked' && locked?.email.toLowerCase() === email.trim().toLowerCase())
        await end('disabled')
    },
    start: () => arrive(true),
    tryAgain: async () => {
      if (state.get().status === 'locked' && page.expected() === null) await arrive(false)
    },
    reopen: async () => {
      const { me } = state.get()
      const who = page.present()
      if (me === null || who === null) return
      await options.useStore(who)
      await remember(me)
    },
    ...createSessionSignIn(options, page, locking, showing, arriving),
    ...createSessionLeave(options, page, locking, showing),
  }
}
