import type { Clock } from '../../platform/clock'
import { openCompute, type Compute } from '../../platform/compute'
import type { CacheStore } from '../store'
import type { Vault } from '../../platform/vault'
import type { Keeping } from './apply-in-worker'

/**
 * The worker of a page and what ends it: locking, by whatever tab, and `end` at every change of
 * store. With it goes all that it knew; the next use starts a new one.
 */
export const createPageWorker = ({
  vault,
  clock,
}: {
  readonly vault: Vault
  readonly clock: Pick<Clock, 'after'>
}): {
  readonly compute: Compute<Keeping>
  /** The key of the store's owner; null: locked, or somebody else's. */
  key(store: CacheStore): CryptoKey | null
  end(): void
  close(): void
} => {
  const compute = openCompute<Keeping>({ clock })
  const stop = vault.subscribe(() => {
    if (vault.state() === 'locked') compute.end()
  })
  return {
    compute,
    key: (store) => {
      const owner = vault.owner()
      return owner?.userId === store.userId && owner.organizationId === store.organizationId
        ? vault.key()
        : null
    },
    end: compute.end,
    close: () => {
      stop()
      compute.end()
    },
  }
}
