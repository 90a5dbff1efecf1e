import type { EndedSession, SessionState } from '../define'
import { createShutOut } from './session-end'
import type { SessionOptions } from './session-options'
import type { SessionPage } from './session-page'
import { forgetRecord, readRecord } from './session-record'
import { keeperOf, signedOut } from './session-state'

/** How a session ends: its keys go, and the page is locked or signed out. */
export const createSessionLock = (options: SessionOptions, page: SessionPage) => {
  const { device, keys } = options
  const { state } = page

  /** The credential goes before the state says so: what comes after belongs to the next sign-in. */
  const forgetCredential = (where: string, leaves = false): Promise<void> =>
    options.auth.signOut(leaves).catch((thrown: unknown) => options.report(thrown, where))

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
    const asked = page.era
    const record = await readRecord(device).catch(() => null)
    if (record?.isActing === true) return endActing(record.userId, ended)
    const about = record === null ? null : await keys.about(record).catch(() => null)
    if (asked !== page.era) return
    page.lockedUser = about?.userId ?? null
    if (record !== null && about !== null) {
      const { opensOffline, leaseOver } = about
      state.set({
        ...signedOut(ended),
        status: 'locked',
        locked: { email: record.email, opensOffline, leaseOver },
      })
      return
    }
    await forgetRecord(device).catch((thrown: unknown) => options.report(thrown, 'session.lock'))
    if (asked === page.era) state.set(signedOut(ended))
  }

  const shutOut = createShutOut(options, keys)

  let locking: Promise<void> | null = null
  const lock = (ended: EndedSession): Promise<void> => {
    const { status, me } = state.get()
    if (status !== 'signed-in') return Promise.resolve()
    locking ??= (async () => {
      page.era += 1
      const asked = page.era
      page.leaving = true
      // Words that are being typed are kept while there still is a key to keep them under.
      await options.useStore(null)
      // Somebody is signing in already: that credential is not the one that was refused.
      if (asked !== page.era) return
      keys.lock()
      if (me !== null) await shutOut(keeperOf(me), ended)
      await forgetCredential('session.lock')
      await showLocked(ended)
      options.tellOtherTabs()
    })().finally(() => {
      locking = null
      page.leaving = false
    })
    return locking
  }
  const end = async (ended: EndedSession = 'unauthorized'): Promise<void> => {
    await lock(ended)
    // Another tab locked first, and did not know why.
    if (
      page.lockedUser === null ||
      ended === 'unauthorized' ||
      state.get().status !== 'locked' ||
      state.get().ended === ended
    )
      return
    await shutOut(page.lockedUser, ended)
    await showLocked(ended)
  }
  keys.onLock(() => {
    if (!page.leaving)
      void lock('idle').catch((thrown: unknown) => options.report(thrown, 'session.lock'))
  })

  return { forgetCredential, endActing, shutOut, showLocked, lock, end }
}

export type SessionLock = ReturnType<typeof createSessionLock>
