import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { SeenIdentity } from '../../domain/sync/seen-identity'
import { isOffline, type Connection, type Observable, type Runtime } from '../define'

export const RuntimeContext = createContext<Runtime | null>(null)

/** The runtime of the tree. Throws where no DataProvider is above. */
export const useRuntime = (): Runtime => {
  const runtime = useContext(RuntimeContext)
  if (runtime === null) throw new Error('No DataProvider above this component')
  return runtime
}

/** The value of an observable; the component is drawn again when it changes. */
export const useObservable = <Value>(observable: Observable<Value>): Value =>
  useSyncExternalStore(observable.subscribe, observable.get)

/** One part of the connection: a screen is not drawn again for what it does not show. */
export const useConnectionPart = <Part extends string | number | boolean>(
  part: (connection: Connection) => Part,
): Part => {
  const { connection } = useRuntime()
  return useSyncExternalStore(connection.subscribe, () => part(connection.get()))
}

/** True while the server cannot be reached. */
export const useOffline = (): boolean => useConnectionPart(isOffline)

/**
 * The subject as this device showed them when the form was opened: bound then, whatever comes in
 * while it is open.
 */
export const useSeen = (about: string | null): Promise<SeenIdentity | null> => {
  const runtime = useRuntime()
  return useMemo(
    () => (about === null ? Promise.resolve(null) : runtime.seen(about)),
    [runtime, about],
  )
}
