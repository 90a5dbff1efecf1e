import { problem, toProblem } from '../../domain/problem'
import { meSchema } from '../../domain/user/me'
import type { SessionActions } from '../define'
import type { SessionLock } from './session-lock'
import type { SessionOptions } from './session-options'
import { refused, type SessionPage } from './session-page'
import { forgetRecord, readRecord } from './session-record'
import type { SessionShow } from './session-show'
import { isSame, keeperOf, ownerOf, signedIn, signedOut } from './session-state'

/** Sign-out, another organisation, and what another tab of the device did of both. */
export const createSessionLeave = (
  options: SessionOptions,
  page: SessionPage,
  { forgetCredential, lock }: Pick<SessionLock, 'forgetCredential' | 'lock'>,
  { openKeys, enter, adopt }: Pick<SessionShow, 'openKeys' | 'enter' | 'adopt'>,
) => {
  const { device, server, keys } = options
  const { state, present, becoming } = page

  const reread = async (isLeaving = false) => {
    const { status, me } = state.get()
    if (status !== 'signed-in' && status !== 'locked') return
    const record = await readRecord(device)
    if (
      !isLeaving &&
      record !== null &&
      record.userId === (me === null ? page.lockedUser : keeperOf(me))
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
          options.report(thrown, 'session.reread')
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
    page.era += 1
    await forgetCredential('session.reread')
    await options.useStore(null)
    state.set(signedOut(null))
  }

  const signOut: SessionActions['signOut'] = async () => {
    const { me } = state.get()
    if (me !== null) await options.flush(me)
    page.era += 1
    page.leaving = true
    try {
      await options.useStore(null)
      if (me !== null) await keys.shred(keeperOf(me))
      await forgetRecord(device)
      // Before the stores are deleted, which waits for whoever has them open: other tabs show
      // nothing from now on.
      options.tellOtherTabs()
      if (me !== null) {
        await options.own.forget(keeperOf(me))
        await options.forgetUser(keeperOf(me))
      }
    } finally {
      await forgetCredential('session.signOut', true)
      page.leaving = false
      state.set(signedOut(null))
      options.tellOtherTabs()
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
      page.era += 1
      await adopt(me)
      options.tellOtherTabs()
      return { kind: 'done', value: me }
    } catch (thrown) {
      options.report(thrown, 'session.setActingOrganization')
      return refused(toProblem(thrown))
    }
  }

  return { reread, signOut, setActingOrganization }
}
