import type { Observable } from './observable'

/** `shown`, kept while it has listeners: `start` runs with the first and returns how to end. */
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
