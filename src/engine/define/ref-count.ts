import type { Observable } from './observable'

/**
 * `shown`, kept true while somebody looks: `start` begins with the first listener and answers how
 * it ends with the last.
 */
export const refCounted = <Value>(
  shown: Observable<Value>,
  start: () => () => void,
): Observable<Value> => {
  let listeners = 0
  let stop: () => void = () => undefined
  return {
    get: shown.get,
    subscribe: (listener) => {
      const end = shown.subscribe(listener)
      listeners += 1
      if (listeners === 1) stop = start()
      let ended = false
      return () => {
        if (ended) return
        ended = true
        end()
        listeners -= 1
        if (listeners === 0) stop()
      }
    },
  }
}
