import { deviceName } from './tables'

/** Pauses after a refusal, milliseconds: browsers lose their databases for a moment. */
const pausesMs = [200, 800] as const
/**
 * Pauses until a silent database is asked anew, milliseconds: the first question of a cold start may
 * never be answered (WebKit). All of them are listened to for as long as the page lives.
 */
const againMs = [2_000, 5_000, 10_000, 30_000, 60_000, 300_000] as const
/** How long a page waits for storage before it starts without it, milliseconds. */
const waitedMs = 30_000

type After = (ms: number, call: () => void) => () => void

/** `silent`: it did not answer in time, and may yet. */
type StorageAnswer = 'keeps' | 'refused' | 'silent'

interface StorageProbe {
  /** Whether this browser keeps data: not in some private windows, blocked or damaged profiles. */
  readonly answer: Promise<StorageAnswer>
  /** Waits no longer: the answer is `silent`. */
  readonly goOn: () => void
  /** Resolves when storage works, also after the answer; never where it does not. */
  readonly works: Promise<void>
}

const attempt = (factory: () => IDBFactory | undefined): Promise<'works' | 'refused'> =>
  new Promise((resolve) => {
    try {
      const databases = factory()
      if (databases == null) {
        resolve('refused')
        return
      }
      const request = databases.open(deviceName)
      // It is not there yet and could be made: nothing is made, the store that knows its shape does
      // that.
      request.addEventListener('upgradeneeded', () => {
        resolve('works')
        request.transaction?.abort()
      })
      request.addEventListener('success', () => {
        request.result.close()
        resolve('works')
      })
      request.addEventListener('blocked', () => resolve('works'))
      // No room is not no database: what waits in it is still there.
      request.addEventListener('error', () =>
        resolve(
          request.error?.name === 'QuotaExceededError' || request.error?.name === 'AbortError'
            ? 'works'
            : 'refused',
        ),
      )
    } catch {
      resolve('refused')
    }
  })

/** Asks the browser's storage whether it keeps data. Writes nothing. `databases` may throw. */
export const askStorage = (
  databases: () => IDBFactory | undefined = () => globalThis.indexedDB,
  after: After = (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
): StorageProbe => {
  // A page that starts without them hides the browser's own.
  let held: IDBFactory | undefined
  const factory = (): IDBFactory | undefined => (held ??= databases())
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      after(ms, resolve)
    })
  const asked = async (): Promise<'works' | 'refused'> => {
    for (const ms of pausesMs) {
      if ((await attempt(factory)) === 'works') return 'works'
      await pause(ms)
    }
    return attempt(factory)
  }
  const first = asked()
  let isSilent = true
  void first.then(() => {
    isSilent = false
  })
  const works = new Promise<void>((resolve) => {
    const heard = (found: 'works' | 'refused'): void => {
      if (found === 'works') resolve()
    }
    const again = async (): Promise<void> => {
      for (const ms of againMs) {
        await pause(ms)
        if (!isSilent) return
        void asked().then((found) => {
          if (found === 'works') isSilent = false
          heard(found)
        })
      }
    }
    void first.then(heard)
    void again()
  })
  let goOn = (): void => undefined
  const over = new Promise<StorageAnswer>((resolve) => {
    goOn = () => resolve('silent')
  })
  const cancel = after(waitedMs, goOn)
  const answer = Promise.race([
    works.then((): StorageAnswer => 'keeps'),
    first.then((found): StorageAnswer => (found === 'works' ? 'keeps' : 'refused')),
    over,
  ])
  void answer.then(cancel)
  return { answer, goOn, works }
}
