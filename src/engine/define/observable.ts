/** A watchable value: the shape of React's useSyncExternalStore, without React. */
export interface Observable<Value> {
  get(): Value
  /** Returns the way to stop. */
  subscribe(listener: () => void): () => void
}

export interface Source<Value> extends Observable<Value> {
  set(value: Value): void
}

/** An Observable whose owner sets it. Setting an equal value (Object.is) tells nobody. */
export const source = <Value>(initial: Value): Source<Value> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

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
