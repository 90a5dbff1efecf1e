import { problem, toProblem } from '../../domain/problem'
import type { SessionActions } from '../define'
import { refusalOfPassword } from './keys'
import type { SessionArrive } from './session-arrive'
import type { SessionLock } from './session-lock'
import type { SessionOptions } from './session-options'
import { refused, type SessionPage } from './session-page'
import { lastActing, readRecord } from './session-record'
import type { SessionShow } from './session-show'
import { keeperOf, signedOut } from './session-state'

/** What a person does to come in: the password at the server, or the same one at this device. */
export const createSessionSignIn = (
  options: SessionOptions,
  page: SessionPage,
  { showLocked }: Pick<SessionLock, 'showLocked'>,
  { show, enter }: Pick<SessionShow, 'show' | 'enter'>,
  { refreshMe }: Pick<SessionArrive, 'refreshMe'>,
): Pick<SessionActions, 'completeSignIn' | 'unlock'> => {
  const { device, server, keys } = options
  const { state, becoming } = page

  const completeSignIn: SessionActions['completeSignIn'] = async (password) => {
    page.era += 1
    const asked = page.era
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
          .catch((thrown: unknown) => options.report(thrown, 'session.keepPassword'))
      options.tellOtherTabs()
      return { kind: 'done', value: me }
    } catch (thrown) {
      options.report(thrown, 'session.completeSignIn')
      if (asked === page.era) await options.useStore(null).then(() => showLocked(null))
      return { ...refused(toProblem(thrown)), ...at }
    }
  }

  const unlock: SessionActions['unlock'] = async (password) => {
    const record = await readRecord(device).catch(() => null)
    const { status, ended } = state.get()
    if (status !== 'locked' || record === null)
      return { ...refused(problem('not-found:nothing-locked')), waitMs: 0 }
    page.era += 1
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
      options.report(thrown, 'session.unlock')
      return { ...refused(toProblem(thrown)), waitMs: 0 }
    }
  }

  return { completeSignIn, unlock }
}
