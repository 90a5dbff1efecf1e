import type { CacheStore } from '../../platform/store'
import { source } from '../kit'
import { once } from './once'
import type { FirstSync } from './pull-ahead'
import type { ScreenPull } from './pull-screen'
import type { ReadingOptions } from './reading'

/** `reading`, fetched when it is first needed: it is no part of what the sign-in page waits for. */
export const createLazyReading = (
  options: Omit<ReadingOptions, 'resources'> & {
    readonly resources: () => Promise<ReadingOptions['resources']>
  },
) => {
  const load = once(async () => {
    const [{ createReading }, resources] = await Promise.all([
      import('./reading'),
      options.resources(),
    ])
    return createReading({ ...options, resources })
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
