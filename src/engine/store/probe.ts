import { deviceName } from './tables'

/** Pauses between attempts, milliseconds: browsers lose their databases for a moment. */
const pausesMs = [200, 800] as const
/** One that says nothing for so long never will (WebKit at a cold start), milliseconds. */
const silentMs = 2_000

type Found = 'works' | 'refused' | 'silent'

const attempt = (
  factory: () => IDBFactory | undefined,
  after: (ms: number, call: () => void) => () => void,
): Promise<Found> =>
  new Promise((resolve) => {
    const cancel = after(silentMs, () => resolve('silent'))
    const say = (found: Found): void => {
      cancel()
      resolve(found)
    }
    try {
      const databases = factory()
      if (databases == null) {
        say('refused')
        return
      }
      const request = databases.open(deviceName)
      // It is not there yet and could be made: nothing is made, the store that knows its shape does
      // that.
      request.addEventListener('upgradeneeded', () => {
        say('works')
        request.transaction?.abort()
      })
      request.addEventListener('success', () => {
        request.result.close()
        say('works')
      })
      request.addEventListener('blocked', () => say('works'))
      // No room is not no database: what waits in it is still there.
      request.addEventListener('error', () =>
        say(
          request.error?.name === 'QuotaExceededError' || request.error?.name === 'AbortError'
            ? 'works'
            : 'refused',
        ),
      )
    } catch {
      say('refused')
    }
  })

/**
 * Whether this browser keeps data: not in some private windows, blocked or damaged profiles. Writes
 * nothing. `databases` may throw.
 */
export const canKeep = async (
  databases: () => IDBFactory | undefined = () => globalThis.indexedDB,
  after: (ms: number, call: () => void) => () => void = (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
): Promise<boolean> => {
  for (const pauseMs of [...pausesMs, null]) {
    const found = await attempt(databases, after)
    if (found === 'works') return true
    if (found === 'silent' || pauseMs === null) return false
    await new Promise<void>((resolve) => {
      after(pauseMs, resolve)
    })
  }
  return false
}
