import { liveQuery } from 'dexie'
import { isLostConnection, notSaved } from './guard'

/**
 * Runs `read` now and after every change, in any tab. Ciphers belong into `next`. A failure goes to
 * `failed`; a lost connection is tried again, `later`. Returns the way to stop.
 */
export const live = <Value>(
  read: () => Promise<Value>,
  next: (value: Value) => void,
  failed: (problem: Error) => void,
  later: (call: () => void) => () => void,
): (() => void) => {
  let stopped = false
  let cancel: () => void = () => undefined
  let stop: () => void = () => undefined
  const start = (): void => {
    // Dexie keeps a closed database and an aborted transaction to itself: neither an answer nor a
    // failure would ever come.
    const subscription = liveQuery(() =>
      read().catch((thrown: unknown) => {
        throw notSaved(thrown)
      }),
    ).subscribe({
      next,
      error: (thrown: unknown) => {
        if (stopped) return
        failed(thrown instanceof Error ? thrown : notSaved(thrown))
        if (!stopped && isLostConnection(thrown))
          cancel = later(() => {
            subscription.unsubscribe()
            start()
          })
      },
    })
    stop = () => subscription.unsubscribe()
  }
  start()
  return () => {
    stopped = true
    cancel()
    stop()
  }
}
