import type { Clock } from '../../domain/time/clock'
import { noAttempts } from './attempts'
import type { Opened, ServerKey } from './contract'
import type { Entries } from './entries'
import { defaultLeaseMs, leaseWithin } from './lease'
import type { MadeKeys } from './made-keys'
import type { OpenKeys } from './open-keys'
import type { VaultCiphers } from './vault-ciphers'
import { locked, type createWrapping } from './wrapping'

export interface OpeningParts {
  readonly clock: Pick<Clock, 'now'>
  readonly entries: Entries
  readonly keys: OpenKeys
  readonly wrapping: ReturnType<typeof createWrapping>
}

/** Opening with the key that the server released at hello. */
export const createServerOpening = (
  { clock, entries, keys, wrapping }: OpeningParts,
  ciphers: Pick<VaultCiphers, 'importWrappingKey'>,
  made: MadeKeys,
): ((key: ServerKey) => Promise<Opened>) => {
  /** Wraps under the server's new key what was under its former one, while a key opens it. */
  const rescue = async (userId: string, kek: CryptoKey): Promise<void> => {
    const open = keys.get()
    if (open === null || open.owner.userId !== userId) return
    const from = { kek: open.kek, byPassword: open.byPassword }
    for (const entry of (await entries.all()).filter((one) => one.userId === userId)) {
      const wrappedByServer = await wrapping.rewrap(entry, from, kek)
      if (wrappedByServer !== null) await entries.replace(entry, { ...entry, wrappedByServer })
    }
  }

  return async ({ userId, organizationId, kek: raw, leaseMs = defaultLeaseMs, password }) => {
    const owner = { userId, organizationId }
    const isCurrent = keys.begin(owner)
    const kek = await ciphers.importWrappingKey(raw)
    const open = keys.get()
    const byPassword = open?.owner.userId === userId ? open.byPassword : null
    for (;;) {
      let there = await entries.get(owner)
      let known = there === null ? null : await wrapping.recover(there, kek, password)
      if (there !== null && known === null) {
        await rescue(userId, kek)
        there = await entries.get(owner)
        known = there === null ? null : await wrapping.recover(there, kek, password)
      }
      const { dataKey, wrappedByServer } = known ?? (await wrapping.newDataKey(owner, kek))
      const device = await wrapping.deviceKey(
        owner,
        dataKey,
        made.get(owner),
        known === null ? null : (there?.signing ?? null),
      )
      const wrappedByPassword =
        byPassword !== null
          ? await wrapping.wrapByPassword({ ...owner, wrappedByServer }, kek, byPassword)
          : known === null
            ? null
            : (there?.wrappedByPassword ?? null)
      const now = clock.now()
      const until = now + leaseWithin(leaseMs)
      const createdAt = known === null ? now : (there?.createdAt ?? now)
      if (!isCurrent()) throw locked()
      const isKept = await entries.replace(there, {
        ...owner,
        wrappedByServer,
        wrappedByPassword,
        signing: device.kept,
        leaseUntil: until,
        seenAt: now,
        createdAt,
        attempts: noAttempts,
      })
      // Another tab was first: what it kept is what rows are sealed under.
      if (!isKept) continue
      if (!isCurrent()) throw locked()
      made.drop(owner)
      keys.show({ owner, until, dataKey, signing: device.key, kek, byPassword })
      return { fresh: known === null, helloAgain: device.isNew }
    }
  }
}
