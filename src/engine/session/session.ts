import { principalOf } from '../../domain/access/principal-of'
import type { Principal } from '../../domain/access/principal'
import {
  problem,
  ProblemError,
  toProblem,
  type EndedSignIn,
  type Problem,
} from '../../domain/problem'
import { meSchema, type Me } from '../../domain/user/me'
import type { Clock } from '../../platform/clock'
import type { KeyOwner } from '../../platform/vault'
import {
  source,
  type EndedSession,
  type Observable,
  type SessionActions,
  type SessionState,
} from '../define'
import type { DeviceStore } from '../store'
import { refusalOfPassword, type Keys } from './keys'
import { forgetRecord, lastActing, readRecord, writeRecord, type OwnRecord } from './session-record'
import { isSame, keeperOf, ownerOf, signedIn, signedOut } from './session-state'

/** Longest wait for the server's first answer at the start, milliseconds; then the password is asked. */
const answerAtStartMs = 4_000
/**
 * Longest wait for the key once the server has answered, milliseconds: much of it is this device's own
 * work.
 */
const keyAtStartMs = 20_000

/** What the portal's identity adapter gives; a token never rests in this module. */
export interface AuthPort {
  /** Null: no credential in this tab. May reject when a refresh needs a network that is away. */
  idToken(forceRefresh?: boolean): Promise<string | null>
  /** Why the provider refused the last credential, where it said so. */
  ended?(): EndedSignIn | null
  /** `leaves`: the user signs out; else the page is locked. */
  signOut(leaves?: boolean): Promise<void>
  /** What leads back to the own sign-in of somebody who acted, once; null or absent: nothing does. */
  takeExit?(): Promise<string | null>
  signInWithToken?(token: string): Promise<{ readonly kind: string }>
}

export interface SessionOptions {
  readonly device: DeviceStore
  readonly auth: AuthPort
  readonly keys: Keys
  readonly clock: Pick<Clock, 'sleep'>
  /** The three questions a session asks, from the registry's session room. */
  readonly server: {
    me(organizationId?: string): Promise<Me>
    didLogin(): Promise<Me>
    actAs(organizationId: string): Promise<Me>
  }
  /** Opens (and closes before) the store of a user in an organisation; null closes it. */
  readonly useStore: (who: KeyOwner | null) => Promise<void>
  readonly own: OwnRecord
  /** The store is open: read the screen's data now. Never rejects. */
  readonly ready?: (principal: Principal) => Promise<void>
  /** Deletes the readable stores for which the predicate holds. */
  readonly deleteStores: (isGoing: (userId: string) => boolean) => Promise<void>
  /** Deletes the readable stores and the drafts of a user who chose to sign out. */
  readonly forgetUser: (userId: string) => Promise<void>
  /** Sends what waits, at most for a while. */
  readonly flush: (leaving: Me) => Promise<void>
  /** True when the server answers at all, without any credential. */
  readonly isServerThere: () => Promise<boolean>
  /** Why the server holds the session for over, asked without a credential; null: it does not. */
  readonly standing: () => Promise<EndedSession | null>
  readonly notifyOtherTabs: () => void
  readonly report: (thrown: unknown, where: string) => void
}

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

const refused = (value: Problem): { readonly kind: 'refused'; readonly problem: Problem } => ({
  kind: 'refused',
  problem: value,
})
/** Another sign-in or an end came in between. */
const overtaken = (): ProblemError => new ProblemError(problem('no-token:session-changed'))

/**
 * The signed-in user of a page. What it guarantees:
 * - After a reload the session is restored by keys of another tab, the service worker or the server;
 *   else the page is locked until the password.
 * - Only 401 and 403 end it: a network gap would sign everybody out (P246).
 * - The key comes first, then the store, then the state that shows the user; on the way out the
 *   other way round. A store is never on the screen under another's name.
 * - An answer that was asked for in another session, or before a switch, changes nothing (`era`).
 */
export const createSession = (options: SessionOptions): SessionControl => {
  const { device, server, keys, report } = options
  const state = source<SessionState>({ ...signedOut(null), status: 'starting' })
  /** Counts sign-ins and ends: an answer of another session says nothing about this one. */
  let era = 0
  /** Whose keys and store are being opened. */
  let expected: KeyOwner | null = null
  /** Who is locked out here. */
  let lockedUser: string | null = null
  /** A lock or a sign-out is on its way. */
  let leaving = false
  let locking: Promise<void> | null = null

  const present = (): KeyOwner | null => {
    const { me, status } = state.get()
    return status === 'signed-in' && me !== null ? ownerOf(me) : null
  }
  /** Does something for an owner that is not the page's yet. */
  const becoming = async <Value>(who: KeyOwner, work: () => Promise<Value>): Promise<Value> => {
    expected = who
    try {
      return await work()
    } finally {
      if (expected === who) expected = null
    }
  }

  // How a session ends: its keys go, and the page is locked or signed out.

  /** The credential goes before the state says so: what comes after belongs to the next sign-in. */
  const forgetCredential = (where: string, leaves = false): Promise<void> =>
    options.auth.signOut(leaves).catch((thrown: unknown) => report(thrown, where))

  /**
   * What is left of a page on which internal staff acted as a user: its sealed rows go, and so does
   * the credential. Acting ends with its page.
   */
  const endActing = async (userId: string, ended: SessionState['ended']): Promise<void> => {
    await keys.shred(userId)
    await forgetRecord(device)
    await options.own.forget(userId)
    await options.forgetUser(userId)
    await forgetCredential('session.endActing', true)
    state.set(signedOut(ended))
  }

  /** Nobody is signed in; a user with keys on this device can unlock it. */
  const showLocked = async (ended: SessionState['ended']): Promise<void> => {
    const asked = era
    const record = await readRecord(device).catch(() => null)
    if (record?.isActing === true) return endActing(record.userId, ended)
    const about = record === null ? null : await keys.about(record).catch(() => null)
    if (asked !== era) return
    lockedUser = about?.userId ?? null
    if (record !== null && about !== null) {
      const { opensOffline, leaseOver } = about
      state.set({
        ...signedOut(ended),
        status: 'locked',
        locked: { email: record.email, opensOffline, leaseOver },
      })
      return
    }
    await forgetRecord(device).catch((thrown: unknown) => report(thrown, 'session.lock'))
    if (asked === era) state.set(signedOut(ended))
  }

  /**
   * Ended on purpose: nothing of this user opens offline, and what they may not see is deleted.
   * Their sealed work is delivered; refusals return to them when they are permitted again.
   */
  const shutOut = async (userId: string, ended: EndedSession | null): Promise<void> => {
    if (ended !== 'disabled' && ended !== 'revoked' && ended !== 'removed') return
    const say = (thrown: unknown) => report(thrown, 'session.shutOut')
    await keys.forgetPassword(userId).catch(say)
    // It waits for every tab that has them open: nobody here waits for it.
    if (ended !== 'revoked') void options.deleteStores((known) => known === userId).catch(say)
  }

  const lock = (ended: EndedSession): Promise<void> => {
    const { status, me } = state.get()
    if (status !== 'signed-in') return Promise.resolve()
    locking ??= (async () => {
      era += 1
      const asked = era
      leaving = true
      // Words that are being typed are kept while there still is a key to keep them under.
      await options.useStore(null)
      // Somebody is signing in already: that credential is not the one that was refused.
      if (asked !== era) return
      keys.lock()
      if (me !== null) await shutOut(keeperOf(me), ended)
      await forgetCredential('session.lock')
      await showLocked(ended)
      options.notifyOtherTabs()
    })().finally(() => {
      locking = null
      leaving = false
    })
    return locking
  }
  const end = async (ended: EndedSession = 'unauthorized'): Promise<void> => {
    await lock(ended)
    // Another tab locked first, and did not know why.
    if (
      lockedUser === null ||
      ended === 'unauthorized' ||
      state.get().status !== 'locked' ||
      state.get().ended === ended
    )
      return
    await shutOut(lockedUser, ended)
    await showLocked(ended)
  }

  // How a user comes onto the page: the key, then the store, then the state that shows them.

  const remember = async (me: Me): Promise<void> => {
    const isActing = me.loggedInAs !== null
    if (!isActing)
      await options.own
        .keep(ownerOf(me), me)
        .catch((thrown: unknown) => report(thrown, 'session.own'))
    await writeRecord(device, { ...ownerOf(me), email: me.email, isActing })
  }

  /** The key of an owner who is coming: from this page, another one, or the server. */
  const openKeys = async (who: KeyOwner): Promise<void> => {
    if (!keys.holds(who) && !(await keys.resume(who))) await keys.meet(who)
  }

  /** Moves the page from one owner to another. Typed text is kept first, under the old key. */
  const change = async (who: KeyOwner, open: (who: KeyOwner) => Promise<void>): Promise<void> => {
    const asked = era
    const before = present()
    // Nobody took the page elsewhere meanwhile: what another tab chose is kept.
    const isMine = (): boolean =>
      asked === era &&
      (expected === null || isSame(expected, who)) &&
      (before === null || isSame(present(), before))
    if (before !== null) await options.useStore(null)
    try {
      await open(who)
    } catch (thrown) {
      // No key: the user stays in the organisation before, and a late key is dropped. If the
      // earlier key does not come back either, the session locks rather than showing an empty page.
      if (before !== null && isMine())
        await becoming(before, async () => {
          keys.stay()
          const isBack =
            keys.holds(before) ||
            (await openKeys(before).then(
              () => keys.holds(before),
              () => false,
            ))
          if (asked === era) await (isBack ? options.useStore(before) : lock('idle'))
        })
      throw thrown
    }
    if (!isMine()) throw overtaken()
    await options.useStore(who)
  }

  /** Shows `me`, in the user's own store. */
  const show = async (me: Me, open: (who: KeyOwner) => Promise<void>): Promise<void> => {
    const who = ownerOf(me)
    const asked = era
    if (!isSame(present(), who)) await becoming(who, () => change(who, open))
    if (asked !== era || !keys.holds(who)) throw overtaken()
    // At once: a store is never on the screen under another's name.
    state.set(signedIn(me, state.get()))
    await remember(me)
  }

  const adopt = async (me: Me): Promise<void> => {
    // An answer that comes after the session ended opens nothing.
    if (present()?.userId !== keeperOf(me)) return
    if (JSON.stringify(state.get().me) === JSON.stringify(me)) return
    await show(me, openKeys)
  }

  /** Opens the store of an owner whose key is here; false where it does not name the user. */
  const enter = async (who: KeyOwner, ask: () => Promise<Me | null>): Promise<boolean> => {
    const asked = era
    await options.useStore(who)
    const kept = meSchema.safeParse(await options.own.read(who).catch(() => null)).data ?? null
    const me = kept ?? (await ask())
    const isHers = me !== null && isSame(ownerOf(me), who)
    if (isHers && asked === era) await options.ready?.(principalOf(me))
    if (asked !== era) throw overtaken()
    if (!isHers || !keys.holds(who)) {
      await options.useStore(null)
      return false
    }
    state.set(signedIn(me, state.get()))
    if (kept === null) await remember(me)
    return true
  }

  // A page that starts or is connected again, and what the server says of its user then.

  /**
   * Why a refused refresh of the user ends the session; `awaits-sign-in`: it goes on with what is
   * kept; null: it goes on, e.g. on a network gap (P246).
   */
  const endBy = async (thrown: unknown): Promise<EndedSession | 'awaits-sign-in' | null> => {
    const { kind, ended } = toProblem(thrown)
    if (kind === 'unauthorized') return ended ?? 'unauthorized'
    if (kind === 'forbidden') return 'removed'
    // This tab holds no credential, as after a start without the server: the person is asked to sign
    // in, at a moment of their own choice.
    return kind === 'no-token' && (await options.isServerThere())
      ? (options.auth.ended?.() ?? 'awaits-sign-in')
      : null
  }

  const refreshMe = async (): Promise<void> => {
    const asked = era
    if (state.get().me === null) return
    try {
      const me = await server.me()
      if (asked !== era || present()?.userId !== keeperOf(me)) return
      if (state.get().awaitsSignIn === true) state.set(signedIn(me, state.get()))
      await adopt(me)
    } catch (thrown) {
      report(thrown, 'session.refreshMe')
      if (asked !== era || state.get().me === null) return
      const ended = await endBy(thrown)
      // Asked while the server was looked for: the session may be another one by now.
      if (ended === null || asked !== era) return
      if (ended !== 'awaits-sign-in') return await end(ended)
      // Somebody who was removed meanwhile must not read on until the lease is over.
      const over = await options.standing().catch((unasked: unknown) => {
        report(unasked, 'session.standing')
        return null
      })
      if (asked !== era || state.get().me === null) return
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
      report(thrown, 'session.start')
      const { kind, ended } = toProblem(thrown)
      if (kind === 'unauthorized') await forgetCredential('session.start')
      return kind === 'forbidden' ? 'removed' : (ended ?? false)
    })
  }

  /** A page that comes, or is connected again. */
  const arrive = async (mayResume: boolean): Promise<void> => {
    const record = await readRecord(device).catch((thrown: unknown) => {
      report(thrown, 'session.start')
      return null
    })
    if (record === null) {
      state.set(signedOut(null))
      return
    }
    const { userId, organizationId } = record
    if (record.isActing) return leaveActing(userId)
    const who = { userId, organizationId }
    const asked = era
    const isOpen = await becoming(
      who,
      async () =>
        (mayResume &&
          (await keys.resume(who)) &&
          (await enter(who, () => Promise.resolve(null)))) ||
        (await openByServer(who)),
    ).catch((thrown: unknown) => {
      report(thrown, 'session.start')
      return false
    })
    if (asked !== era) return
    if (isOpen === true) {
      void refreshMe()
      return
    }
    const ended = isOpen === false ? state.get().ended : isOpen
    await shutOut(userId, ended)
    if (asked === era) await showLocked(ended)
  }

  /** Acting ends with its page. Whoever acted comes back as themselves, while their hour lasts. */
  const leaveActing = async (userId: string): Promise<void> => {
    const { takeExit, signInWithToken } = options.auth
    const exit = (await takeExit?.()) ?? null
    await endActing(userId, null)
    if (exit === null) return
    const result = await signInWithToken?.(exit)
    if (result?.kind === 'success') await completeSignIn()
  }

  // What a person does to come in: the password at the server, or the same one at this device.

  const completeSignIn: SessionActions['completeSignIn'] = async (password) => {
    era += 1
    const asked = era
    state.set({ ...signedOut(null), status: 'refreshing' })
    let at: { readonly at?: 'key' } = {}
    try {
      let me = await server.didLogin()
      const acting = await lastActing(device, me.id)
      if (
        acting !== null &&
        acting !== me.actingOrganization.id &&
        me.organizations.some((organization) => organization.id === acting)
      ) {
        me = await server.actAs(acting).catch(() => me)
      }
      await options.deleteStores((userId) => userId !== keeperOf(me))
      at = { at: 'key' }
      await show(me, (who) => keys.meet(who, password))
      if (password !== undefined)
        void keys
          .keepPassword(password)
          .catch((thrown: unknown) => report(thrown, 'session.keepPassword'))
      options.notifyOtherTabs()
      return { kind: 'done', value: me }
    } catch (thrown) {
      report(thrown, 'session.completeSignIn')
      if (asked === era) await options.useStore(null).then(() => showLocked(null))
      return { ...refused(toProblem(thrown)), ...at }
    }
  }

  const unlock: SessionActions['unlock'] = async (password) => {
    const record = await readRecord(device).catch(() => null)
    const { status, ended } = state.get()
    if (status !== 'locked' || record === null)
      return { ...refused(problem('not-found:nothing-locked')), waitMs: 0 }
    era += 1
    const who = { userId: record.userId, organizationId: record.organizationId }
    try {
      return await becoming(who, async () => {
        const outcome = await keys.unlock(who, password)
        if (outcome.kind !== 'unlocked') {
          await showLocked(ended)
          return {
            ...refused(refusalOfPassword(outcome)),
            waitMs: 'waitMs' in outcome ? outcome.waitMs : 0,
          }
        }
        if (await enter(who, () => Promise.resolve(null))) {
          void refreshMe()
          return { kind: 'done' as const }
        }
        keys.lock()
        return {
          ...refused(problem('storage:nothing-to-show')),
          waitMs: 0,
        }
      })
    } catch (thrown) {
      report(thrown, 'session.unlock')
      return { ...refused(toProblem(thrown)), waitMs: 0 }
    }
  }

  // Sign-out, another organisation, and what another tab of the device did of both.

  const reread = async (isLeaving = false) => {
    const { status, me } = state.get()
    if (status !== 'signed-in' && status !== 'locked') return
    const record = await readRecord(device)
    if (
      !isLeaving &&
      record !== null &&
      record.userId === (me === null ? lockedUser : keeperOf(me))
    ) {
      if (me === null) return
      const who = { userId: record.userId, organizationId: record.organizationId }
      const isHere = isSame(present(), who)
      const opened =
        isHere ||
        (await becoming(who, async () => {
          await openKeys(who)
          return await enter(who, () => server.me(who.organizationId))
        }).catch((thrown: unknown) => {
          report(thrown, 'session.reread')
          return false
        }))
      if (!opened) {
        await lock('idle')
        return
      }
      const kept = meSchema.safeParse(await options.own.read(who).catch(() => null)).data
      if (kept !== undefined && isSame(present(), ownerOf(kept)))
        state.set({
          ...signedIn(kept, state.get()),
          // What another tab kept is no credential of this one.
          ...(isHere && state.get().awaitsSignIn === true ? { awaitsSignIn: true } : {}),
        })
      return
    }
    // Signed out elsewhere, or another person signed in: this tab's credential is not theirs.
    era += 1
    await forgetCredential('session.reread')
    await options.useStore(null)
    state.set(signedOut(null))
  }

  const signOut: SessionActions['signOut'] = async () => {
    const { me } = state.get()
    if (me !== null) await options.flush(me)
    era += 1
    leaving = true
    try {
      await options.useStore(null)
      if (me !== null) await keys.shred(keeperOf(me))
      await forgetRecord(device)
      // Before the stores are deleted, which waits for whoever has them open: other tabs show
      // nothing from now on.
      options.notifyOtherTabs()
      if (me !== null) {
        await options.own.forget(keeperOf(me))
        await options.forgetUser(keeperOf(me))
      }
    } finally {
      await forgetCredential('session.signOut', true)
      leaving = false
      state.set(signedOut(null))
      options.notifyOtherTabs()
    }
  }

  const setActingOrganization: SessionActions['setActingOrganization'] = async (organizationId) => {
    if (state.get().me === null) {
      return refused(problem('no-token:switch'))
    }
    try {
      const me = await server.actAs(organizationId)
      // The user was perhaps asked for in the organisation before: that answer must not
      // undo the switch.
      era += 1
      await adopt(me)
      options.notifyOtherTabs()
      return { kind: 'done', value: me }
    } catch (thrown) {
      report(thrown, 'session.setActingOrganization')
      return refused(toProblem(thrown))
    }
  }

  keys.onLock(() => {
    if (!leaving) void lock('idle').catch((thrown: unknown) => report(thrown, 'session.lock'))
  })

  return {
    ...state,
    owner: () => expected ?? present(),
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
      if (state.get().status === 'locked' && expected === null) await arrive(false)
    },
    reopen: async () => {
      const { me } = state.get()
      const who = present()
      if (me === null || who === null) return
      await options.useStore(who)
      await remember(me)
    },
    completeSignIn,
    unlock,
    reread,
    signOut,
    setActingOrganization,
  }
}
