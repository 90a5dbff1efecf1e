import type { Clock } from '../../platform/clock'
import { openCompute, type Compute } from '../../platform/compute'
import type { CacheStore } from '../store'
import type { Vault } from '../../platform/vault'
import type { Keeping } from './apply-in-worker'

/** A page's worker. Locking in any tab, and `end` at a change of store, end it with its keys. */
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
