import type { CacheStore, DeviceStore } from '.'
import type { createLazyCatalogue } from '../lazy-catalogue'

/**
 * Gives up disposable data of the open store for room (`eviction`, fetched when it is first
 * needed); never `keep`, and with `onlyUnopened` nobody whom somebody opened. False: there was
 * nothing. Never rejects.
 */
export const createMakeRoom =
  (options: {
    readonly store: () => CacheStore | null
    readonly registry: Pick<ReturnType<typeof createLazyCatalogue>, 'load'>
    readonly device: Pick<DeviceStore, 'caches' | 'deleteCaches'>
    readonly shown: () => readonly string[]
    readonly now: () => number
    readonly given: () => void
    readonly report: (thrown: unknown, where: string) => void
  }) =>
  async (keep: readonly string[], onlyUnopened: boolean): Promise<boolean> => {
    const { device, report } = options
    try {
      const [{ makeRoom }, { isSubjectReceipt, watchedOf }] = await Promise.all([
        import('./eviction'),
        options.registry.load(),
      ])
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
