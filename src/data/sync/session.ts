import { principalOf } from '../../domain/access/principal-of'
import { problem, toProblem, type Problem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import type { DeviceStore } from '../../platform/store'
import { source, type Observable, type SessionActions, type SessionState } from '../kit'
import { forgetRecord, lastActing, readRecord, writeRecord } from './session-record'

/** What the portal's identity adapter gives; a token never rests in this module. */
export interface AuthPort {
  /** Null: no credential in this tab. May reject when a refresh needs a network that is away. */
  idToken(forceRefresh?: boolean): Promise<string | null>
  signOut(): Promise<void>
}

export interface SessionOptions {
  readonly device: DeviceStore
  readonly auth: AuthPort
  readonly now: () => number
  /** The three questions a session asks, from the registry's session room. */
  readonly server: { me(): Promise<Me>; didLogin(): Promise<Me>; actAs(organizationId: string): Promise<Me> }
  /** Opens (and closes before) the store of a user in an organisation; null closes it. */
  readonly useStore: (who: { readonly userId: string; readonly organizationId: string } | null) => Promise<void>
  /** Deletes the readable stores for which the predicate holds. */
  readonly deleteStores: (isGoing: (userId: string) => boolean) => Promise<void>
  /** Sends what waits, at most for a while. */
  readonly flush: () => Promise<void>
  /** True when the server answers at all, without any credential. */
  readonly isServerThere: () => Promise<boolean>
  readonly tellOtherTabs: () => void
  readonly report: (thrown: unknown, where: string) => void
}

export interface SessionControl extends Observable<SessionState>, SessionActions {
  start(): Promise<void>
  /** The server refused the token: the person signs in again; what waits stays, the readable store is closed, not wiped. */
  end(): Promise<void>
  /** Takes over the user as the server now knows them. */
  adopt(me: Me): Promise<void>
  /** Another tab changed the record. */
  reread(): Promise<void>
}

const signedOut = (ended: SessionState['ended']): SessionState =>
  ({ status: 'signed-out', me: null, principal: null, actingOrganizationId: null, ended, locked: null })
const signedIn = (me: Me): SessionState =>
  ({ status: 'signed-in', me, principal: principalOf(me), actingOrganizationId: me.actingOrganization.id, ended: null, locked: null })

/**
 * Who is signed in. Restored from the device's record at a cold start without any network; the server may correct it
 * afterwards. Refreshing the user ends the session on 401 and 403 only: every gap of the Wi-Fi would sign out the ward (P246).
 */
export const createSession = (options: SessionOptions): SessionControl => {
  const { device, server } = options
  const state = source<SessionState>({ ...signedOut(null), status: 'starting' })

  const show = async (me: Me): Promise<void> => {
    const old = state.get().me
    if (old?.id !== me.id || old.actingOrganization.id !== me.actingOrganization.id) {
      await options.useStore({ userId: me.id, organizationId: me.actingOrganization.id })
    }
    state.set(signedIn(me))
  }

  const adopt = async (me: Me): Promise<void> => {
    if (state.get().status === 'signed-in' && JSON.stringify(state.get().me) === JSON.stringify(me)) return
    await writeRecord(device, { me, signedInAt: options.now() })
    await show(me)
  }

  /** Counts sign-ins and ends: an answer that was asked for in another session says nothing about this one. */
  let era = 0

  const leave = async (ended: SessionState['ended']): Promise<void> => {
    era += 1
    await options.useStore(null)
    state.set(signedOut(ended))
  }

  /** The credential goes before the state says so: what comes after belongs to the next sign-in. */
  const forgetCredential = (where: string): Promise<void> =>
    options.auth.signOut().catch((thrown: unknown) => options.report(thrown, where))

  let ending: Promise<void> | null = null
  const end = (): Promise<void> => {
    if (state.get().status === 'signed-out') return Promise.resolve()
    const ended = era
    ending ??= (async () => {
      await forgetRecord(device).catch((thrown: unknown) => options.report(thrown, 'session.end'))
      // Somebody is signing in already: that credential is not the one that was refused.
      if (ended !== era) return
      await forgetCredential('session.end')
      await leave('unauthorized')
      options.tellOtherTabs()
    })().finally(() => { ending = null })
    return ending
  }

  const refused = (value: Problem): { readonly kind: 'refused'; readonly problem: Problem } => ({ kind: 'refused', problem: value })

  const refreshMe = async (): Promise<void> => {
    const asked = era
    if (state.get().me === null) return
    try {
      const me = await server.me()
      if (asked === era && state.get().me?.id === me.id) await adopt(me)
    } catch (thrown) {
      const { kind } = toProblem(thrown)
      options.report(thrown, 'session.refreshMe')
      if (asked !== era || state.get().me === null) return
      if (kind === 'unauthorized' || kind === 'forbidden') await end()
      // This tab holds no credential: with a server there, the person signs in; without one, they go on reading.
      else if (kind === 'no-token' && await options.isServerThere()) await leave('unauthorized')
    }
  }

  return {
    ...state,
    adopt,
    end,
    refreshMe,
    start: async () => {
      const record = await readRecord(device).catch((thrown: unknown) => {
        options.report(thrown, 'session.start')
        return null
      })
      if (record === null) { state.set(signedOut(null)); return }
      await show(record.me)
      void refreshMe()
    },
    reread: async () => {
      const { status, me } = state.get()
      if (status !== 'signed-in' || me === null) return
      const record = await readRecord(device)
      if (record !== null && record.me.id === me.id) { await show(record.me); return }
      // Signed out elsewhere, or another person signed in: this tab's credential is not theirs.
      await forgetCredential('session.reread')
      await leave(null)
    },
    completeSignIn: async () => {
      era += 1
      state.set({ ...signedOut(null), status: 'refreshing' })
      try {
        let me = await server.didLogin()
        const acting = await lastActing(device, me.id)
        if (acting !== null && acting !== me.actingOrganization.id && me.organizations.some((organization) => organization.id === acting)) {
          me = await server.actAs(acting).catch(() => me)
        }
        await options.deleteStores((userId) => userId !== me.id)
        await adopt(me)
        options.tellOtherTabs()
        return { kind: 'done', value: me }
      } catch (thrown) {
        options.report(thrown, 'session.completeSignIn')
        state.set(signedOut(null))
        return refused(toProblem(thrown))
      }
    },
    signOut: async () => {
      const { me } = state.get()
      if (me !== null) await options.flush()
      era += 1
      await options.useStore(null)
      try {
        await forgetRecord(device)
        // Before the stores are deleted, which waits for whoever has them open: other tabs show nothing from now on.
        options.tellOtherTabs()
        if (me !== null) await options.deleteStores((userId) => userId === me.id)
      } finally {
        await forgetCredential('session.signOut')
        state.set(signedOut(null))
        options.tellOtherTabs()
      }
    },
    // Nothing that this version keeps needs a key: it is never locked, and there is nothing to open.
    unlock: () => Promise.resolve({ ...refused(problem('forbidden', 'Nothing is locked on this device')), waitMs: 0 }),
    lock: () => Promise.resolve(),
    setActingOrganization: async (organizationId) => {
      if (state.get().me === null) {
        return refused(problem('no-token', 'Cannot set actingOrganization, Firebase user not logged in'))
      }
      try {
        const me = await server.actAs(organizationId)
        // Who she is was perhaps asked in the organisation that she leaves: that answer must not bring her back.
        era += 1
        await adopt(me)
        options.tellOtherTabs()
        return { kind: 'done', value: me }
      } catch (thrown) {
        options.report(thrown, 'session.setActingOrganization')
        return refused(toProblem(thrown))
      }
    },
  }
}
