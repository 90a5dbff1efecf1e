import type { CacheStore, DeviceStore } from '../platform/store'
import type { createLazyRegistry } from './lazy-registry'

/**
 * Gives up disposable data of the open store for room (sync/room.ts, fetched when it is first
 * needed); never `keep`, and with `onlyUnopened` nobody whom somebody opened. False: there was
 * nothing. Never rejects.
 */
export const createGivingUp =
  (options: {
    readonly store: () => CacheStore | null
    readonly registry: Pick<ReturnType<typeof createLazyRegistry>, 'load'>
    readonly device: Pick<DeviceStore, 'caches' | 'deleteCaches'>
    readonly shown: () => readonly string[]
    readonly now: () => number
    readonly given: () => void
    readonly report: (thrown: unknown, where: string) => void
  }) =>
  async (keep: readonly string[], onlyUnopened: boolean): Promise<boolean> => {
    const { device, report } = options
    try {
      const [{ makeRoom }, { resources, watchedOf }] = await Promise.all([
        import('./sync/room'),
        options.registry.load(),
      ])
      const ofPatients = resources
        .filter(({ table }) => table !== 'virtualWardPatient' && table !== 'virtualWardFilter')
        .map(({ name }) => `${name} `)
      const given = await makeRoom({
        store: options.store(),
        device,
        isReceipt: (id) => ofPatients.some((name) => id.startsWith(name)),
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
