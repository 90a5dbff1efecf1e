import { attempted, noAttempts, waitMs } from './attempts'
import type { Vault } from './contract'
import { isLeaseOver } from './lease'
import { isSame } from './open-keys'
import type { OpeningParts } from './server-opening'
import { locked } from './wrapping'

/** Opening with the user's password, without the server; setting and forgetting that password. */
export const createPasswordOpening = ({
  clock,
  entries,
  keys,
  wrapping,
}: OpeningParts): Pick<Vault, 'openWithPassword' | 'setPassword' | 'forgetPassword'> => ({
  openWithPassword: async ({ userId, organizationId, password }) => {
    const owner = { userId, organizationId }
    const isCurrent = keys.begin(owner)
    const there = await entries.get(owner)
    const wrap = there?.wrappedByPassword ?? null
    if (there === null || wrap === null) return { kind: 'not-possible' }
    if (isLeaseOver(there, clock.now())) return { kind: 'lease-over' }
    const wait = waitMs(there.attempts, clock.now())
    if (wait > 0) return { kind: 'too-soon', waitMs: wait }
    // Counted before it is tried: closing the page in the middle gives no attempt back.
    const counted = await entries.change(owner, ({ attempts }) => ({
      attempts: attempted(attempts, clock.now()),
    }))
    const byPassword = await wrapping.passwordKeyOf(wrap, password)
    const dataKey = await wrapping.openByPassword(owner, wrap, byPassword)
    if (dataKey === null)
      return {
        kind: 'wrong-password',
        waitMs: counted === null ? 0 : waitMs(counted.attempts, clock.now()),
      }
    const privateKey = await wrapping.unwrapSigning(there, dataKey)
    await entries.change(owner, () => ({ attempts: noAttempts, seenAt: clock.now() }))
    if (!isCurrent() || privateKey === null) return { kind: 'interrupted' }
    keys.show({
      owner,
      until: there.leaseUntil,
      dataKey,
      signing: { privateKey, publicKey: there.signing.publicKey },
      kek: null,
      byPassword,
    })
    return { kind: 'unlocked' }
  },
  setPassword: async (password) => {
    const before = keys.get()
    if (before === null || (password !== null && before.kek === null)) throw locked()
    const { owner } = before
    const byPassword = password === null ? null : await wrapping.newPasswordKey(password)
    for (;;) {
      const entry = await entries.get(owner)
      // A hello may have opened it meanwhile: use the present key.
      const open = keys.get()
      if (
        entry === null ||
        open === null ||
        !isSame(open.owner, owner) ||
        (byPassword !== null && open.kek === null)
      )
        throw locked()
      const asked = keys.era()
      const wrappedByPassword =
        byPassword === null || open.kek === null
          ? null
          : await wrapping.wrapByPassword(entry, open.kek, byPassword)
      if (asked === keys.era() && (await entries.replace(entry, { ...entry, wrappedByPassword })))
        break
    }
    if (isSame(keys.get()?.owner, owner)) keys.amend({ byPassword })
  },
  forgetPassword: async (userId) => {
    if (keys.get()?.owner.userId === userId) keys.amend({ byPassword: null })
    for (const entry of await entries.all())
      if (entry.userId === userId) await entries.change(entry, () => ({ wrappedByPassword: null }))
  },
})
