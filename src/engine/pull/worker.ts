import { toProblem } from '../../domain/problem'
import { open, seal } from '../../platform/ciphers/aes'
import { encryptingCodec } from '../../platform/ciphers/encrypting-codec'
import type { Entities } from '../catalogue'
import type { Identified, Resource } from '../define'
import type { SyncProtocol } from '../protocol'
import { cacheName, isFull, openCache, type CacheStore } from '../store'
import { createApply } from './apply'
import type { PullWorker, WorkerReport } from './worker-client'

/**
 * Applies pulled answers in a worker, without session or network, with the key that comes with the
 * work. One store at a time; the page ends it at lock and change of store.
 */
export const createApplier = (
  { resources, tables, pull }: Pick<Entities, 'resources' | 'tables'> & Pick<SyncProtocol, 'pull'>,
  environment: { readonly indexedDB?: IDBFactory; readonly IDBKeyRange?: typeof IDBKeyRange } = {},
): PullWorker => {
  let key: CryptoKey | null = null
  let held: { readonly name: string; readonly store: Promise<CacheStore> } | null = null
  /** Stores that another tab deleted or replaced: this worker never opens them again. */
  const taken = new Set<string>()
  const codec = encryptingCodec(
    (row) => (held?.name === cacheName(row.userId, row.organizationId) ? key : null),
    { seal, open },
  )

  const storeOf = async (userId: string, organizationId: string): Promise<CacheStore | null> => {
    const name = cacheName(userId, organizationId)
    if (taken.has(name)) return null
    if (held?.name !== name) {
      void held?.store.then(
        (store) => store.close(),
        () => undefined,
      )
      held = {
        name,
        store: openCache(
          { codec, tables, ...environment },
          userId,
          organizationId,
          () => taken.add(name),
          'guest',
        ),
      }
    }
    const { store } = held
    try {
      const found = await store
      return found.isClosed() ? null : found
    } catch {
      // Not there: the page's own connection will say so.
      if (held?.store === store) held = null
      return null
    }
  }

  return {
    keep: async ({ userId, organizationId, key: given, ...answer }, adoptMe) => {
      const reports: WorkerReport[] = []
      const report = (thrown: unknown, where: string): void => {
        const { name, message } =
          thrown instanceof Error ? thrown : { name: 'Error', message: String(thrown) }
        reports.push({ name, message, where })
      }
      try {
        key = given
        const store = await storeOf(userId, organizationId)
        if (store === null) return { kind: 'closed', reports }
        const keep = createApply({
          resources: resources as readonly Resource<never, Identified>[],
          wire: (data) => pull.wire(data),
          me: { entity: 'Me', adopt: adoptMe },
          report,
          breathe: () => Promise.resolve(),
        })
        const kept = await keep(store, answer)
        return kept === null ? { kind: 'closed', reports } : { kind: 'kept', taken: kept, reports }
      } catch (thrown) {
        return { kind: 'refused', problem: toProblem(thrown), isFull: isFull(thrown), reports }
      }
    },
  }
}
