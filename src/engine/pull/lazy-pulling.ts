import type { CacheStore } from '../store'
import { source } from '../define'
import { loadOnce } from '../load-once'
import type { FirstSync } from './prefetch'
import type { ScreenPull } from './on-screen'
import type { ReadingOptions } from './pulling'

/** `reading`, fetched when it is first needed: it is no part of what the sign-in page waits for. */
export const createLazyPulling = (
  options: Omit<ReadingOptions, 'resources'> & {
    readonly resources: () => Promise<ReadingOptions['resources']>
  },
) => {
  const load = loadOnce(async () => {
    const [{ createPulling }, resources] = await Promise.all([
      import('./pulling'),
      options.resources(),
    ])
    return createPulling({ ...options, resources })
  })
  const firstSync = source<FirstSync | null>(null)
  const screen: ScreenPull = async (store, scope, isOnce) =>
    await (await load()).screen(store, scope, isOnce)
  let stop: (() => void) | null = null
  let wanted = false

  const begin = async (): Promise<void> => {
    try {
      const { follow, firstSync: told } = await load()
      if (!wanted) return
      if (stop !== null) {
        follow.restart()
        return
      }
      const ends = [follow.start(), told.subscribe(() => firstSync.set(told.get()))]
      stop = () => {
        for (const end of ends) end()
      }
    } catch (thrown) {
      options.report(thrown, 'reading')
    }
  }

  return {
    screen,
    anew: async (store: CacheStore, scope: string): Promise<void> =>
      await (await load()).anew(store, scope),
    firstSync,
    follow: {
      start: (): (() => void) => {
        wanted = true
        void begin()
        return () => {
          wanted = false
          stop?.()
          stop = null
        }
      },
      /** Another store is open. */
      restart: (): void => {
        if (wanted) void begin()
      },
    },
  }
}
