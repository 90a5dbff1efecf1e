import { principalOf } from '../../domain/access/principal-of'
import { meSchema, type Me } from '../../domain/user/me'
import type { KeyOwner } from '../../platform/vault'
import type { SessionLock } from './session-lock'
import type { SessionOptions } from './session-options'
import { overtaken, type SessionPage } from './session-page'
import { writeRecord } from './session-record'
import { isSame, keeperOf, ownerOf, signedIn } from './session-state'

/** How a user comes onto the page: the key, then the store, then the state that shows them. */
export const createSessionShow = (
  options: SessionOptions,
  page: SessionPage,
  { lock }: Pick<SessionLock, 'lock'>,
) => {
  const { device, keys } = options
  const { state, present, becoming } = page

  const remember = async (me: Me): Promise<void> => {
    const isActing = me.loggedInAs !== null
    if (!isActing)
      await options.own
        .keep(ownerOf(me), me)
        .catch((thrown: unknown) => options.report(thrown, 'session.own'))
    await writeRecord(device, { ...ownerOf(me), email: me.email, isActing })
  }

  /** The key of an owner who is coming: from this page, another one, or the server. */
  const openKeys = async (who: KeyOwner): Promise<void> => {
    if (!keys.holds(who) && !(await keys.resume(who))) await keys.meet(who)
  }

  /** Moves the page from one owner to another. Typed text is kept first, under the old key. */
  const change = async (who: KeyOwner, open: (who: KeyOwner) => Promise<void>): Promise<void> => {
    const asked = page.era
    const before = present()
    // Nobody took the page elsewhere meanwhile: what another tab chose is kept.
    const isMine = (): boolean =>
      asked === page.era &&
      (page.expected() === null || isSame(page.expected(), who)) &&
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
          if (asked === page.era) await (isBack ? options.useStore(before) : lock('idle'))
        })
      throw thrown
    }
    if (!isMine()) throw overtaken()
    await options.useStore(who)
  }

  /** Shows `me`, in the user's own store. */
  const show = async (me: Me, open: (who: KeyOwner) => Promise<void>): Promise<void> => {
    const who = ownerOf(me)
    const asked = page.era
    if (!isSame(present(), who)) await becoming(who, () => change(who, open))
    if (asked !== page.era || !keys.holds(who)) throw overtaken()
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
    const asked = page.era
    await options.useStore(who)
    const kept = meSchema.safeParse(await options.own.read(who).catch(() => null)).data ?? null
    const me = kept ?? (await ask())
    const isHers = me !== null && isSame(ownerOf(me), who)
    if (isHers && asked === page.era) await options.ready?.(principalOf(me))
    if (asked !== page.era) throw overtaken()
    if (!isHers || !keys.holds(who)) {
      await options.useStore(null)
      return false
    }
    state.set(signedIn(me, state.get()))
    if (kept === null) await remember(me)
    return true
  }

  return { remember, openKeys, show, adopt, enter }
}

export type SessionShow = ReturnType<typeof createSessionShow>
