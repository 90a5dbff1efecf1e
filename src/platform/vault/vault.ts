import type { Clock } from '../../domain/time/clock'
import { waitMs } from './attempts'
import type { Vault } from './contract'
import { openEntries, type VaultEnvironment } from './entries'
import { noKeyShare, type KeyShare } from './key-share'
import { isLeaseOver, leaseWithin } from './lease'
import { createMadeKeys } from './made-keys'
import { createOpenKeys } from './open-keys'
import { createPasswordOpening } from './password-opening'
import { createServerOpening, type OpeningParts } from './server-opening'
import type { VaultCiphers } from './vault-ciphers'
import { createWrapping, locked } from './wrapping'

export interface VaultOptions extends VaultEnvironment {
  /** `webCiphers` of src/platform/ciphers. */
  readonly ciphers: VaultCiphers
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** `browserKeyShare` in a page; nobody by default. */
  readonly keyShare?: KeyShare
}

/** What other tabs did to what is kept: their keys taken over, and what they renewed. */
const createFollowing = (
  { clock, entries, keys, wrapping }: OpeningParts,
  keyShare: KeyShare,
): Pick<Vault, 'resume' | 'isOutdated' | 'rereadSigning'> => ({
  rereadSigning: async () => {
    const open = keys.get()
    if (open === null) return
    const { owner, dataKey } = open
    const entry = await entries.get(owner)
    if (entry === null || entry.signing.publicKey === keys.get()?.signing.publicKey) return
    const privateKey = await wrapping.unwrapSigning(entry, dataKey)
    if (privateKey !== null && keys.get()?.dataKey === dataKey)
      keys.amend({ signing: { privateKey, publicKey: entry.signing.publicKey } })
  },
  resume: async (owner) => {
    const isCurrent = keys.begin(owner)
    const entry = await entries.get(owner)
    if (entry === null || isLeaseOver(entry, clock.now())) return false
    const shared = await keyShare.ask(owner)
    // The signing key opens under the right data key alone: what was handed over is proved by it.
    const privateKey =
      shared === null || !isCurrent() ? null : await wrapping.unwrapSigning(entry, shared.dataKey)
    if (shared === null || privateKey === null || !isCurrent()) return false
    const { userId, organizationId, leaseUntil, signing } = entry
    keys.show({
      owner: { userId, organizationId },
      until: leaseUntil,
      dataKey: shared.dataKey,
      signing: { privateKey, publicKey: signing.publicKey },
      kek: null,
      byPassword: null,
    })
    return true
  },
  isOutdated: async () => {
    const open = keys.get()
    const entry = open === null ? null : await entries.get(open.owner)
    return (
      open !== null &&
      entry !== null &&
      (await wrapping.unwrapSigning(entry, open.dataKey)) === null
    )
  },
})

/** Makes the vault of a page; reads nothing before it is asked. */
export const createVault = ({
  ciphers,
  clock,
  keyShare = noKeyShare,
  indexedDB,
  IDBKeyRange,
}: VaultOptions): Vault => {
  const entries = openEntries({ indexedDB, IDBKeyRange })
  const keys = createOpenKeys(clock, entries, keyShare)
  const made = createMadeKeys(ciphers)
  const parts = { clock, entries, keys, wrapping: createWrapping(ciphers) }

  return {
    state: () => (keys.get() === null ? 'locked' : 'unlocked'),
    owner: () => keys.get()?.owner ?? null,
    key: () => {
      const open = keys.get()
      if (open === null) return null
      if (clock.now() < open.until) return open.dataKey
      // A device that slept wakes before its timer: nothing is read meanwhile.
      void keys.checkLease()
      return null
    },
    signing: () => keys.get()?.signing ?? null,
    subscribe: keys.subscribe,
    devicePublicKey: async (owner) =>
      (made.get(owner) ?? (await entries.get(owner))?.signing ?? (await made.make(owner)))
        .publicKey,
    renewDeviceKey: async (owner) => {
      await made.make(owner)
    },
    openWithServerKey: createServerOpening(parts, ciphers, made),
    ...createPasswordOpening(parts),
    ...createFollowing(parts, keyShare),
    stay: keys.stay,
    lock: keys.lock,
    renewLease: async (until) => {
      const open = keys.get()
      if (open === null) throw locked()
      const now = clock.now()
      const asked = keys.era()
      const leaseUntil = now + leaseWithin(until - now)
      await entries.change(open.owner, () => ({ leaseUntil, seenAt: now }))
      const still = keys.get()
      if (asked === keys.era() && still !== null) keys.show({ ...still, until: leaseUntil })
    },
    shred: async (userId) => {
      keys.lockUser(userId)
      made.dropUser(userId)
      for (const owner of await entries.drop(userId)) keyShare.forget(owner)
    },
    known: async () =>
      (await entries.all()).map((entry) => ({
        userId: entry.userId,
        organizationId: entry.organizationId,
        leaseUntil: entry.leaseUntil,
        createdAt: entry.createdAt,
        leaseOver: isLeaseOver(entry, clock.now()),
        waitMs: waitMs(entry.attempts, clock.now()),
        opensOffline: entry.wrappedByPassword !== null && !isLeaseOver(entry, clock.now()),
      })),
    close: () => {
      keys.close()
      entries.close()
    },
  }
}
