import type { CacheStore, DeviceStore } from '.'
import type { Entities } from '../catalogue'
import { makeRoom } from './eviction'

/**
 * Gives up disposable data of the open store for room (`eviction`); never `keep`, and with `onlyUnopened` nobody whom somebody opened. False: there was
 * nothing. Never rejects.
 */
export const createMakeRoom =
  (options: {
    readonly store: () => CacheStore | null
    readonly entities: Pick<Entities, 'isSubjectReceipt' | 'watchedOf'>
    readonly device: Pick<DeviceStore, 'caches' | 'deleteCaches'>
    readonly shown: () => readonly string[]
    readonly now: () => number
    readonly given: () => void
    readonly report: (thrown: unknown, where: string) => void
  }) =>
  async (keep: readonly string[], onlyUnopened: boolean): Promise<boolean> => {
    const { device, report } = options
    try {
      const { isSubjectReceipt, watchedOf } = options.entities
      const given = await makeRoom({
        store: options.store(),
        device,
        isReceipt: isSubjectReceipt,
        report,
        circumstances: async (store) => ({
          shown: new Set([...keep, ...options.shown()]),
          watched: await watchedOf(store),
          now: options.now(),
          onlyUnopened,
        }),
      })
      if (given) options.given()
      return given
    } catch (thrown) {
      report(thrown, 'room')
      return false
    }
  }
