import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useMemo } from 'react'
import type { Connection, IdleWork, Outbox, OutboxItem, RecordsKept, StorageState } from '../define'
import { useConnectionPart, useObservable, useRuntime } from './runtime-context'

/** True while the server asks for a newer version of this app. */
export const useOutdated = (): boolean => useObservable(useRuntime().outdated)

/** How the device stands with the server. */
export const useConnection = (): Connection => useObservable(useRuntime().connection)

/** How many commands wait to be sent, and how many for a person's decision. */
export const useUnsent = (): Pick<Connection, 'waiting' | 'refused'> => {
  const waiting = useConnectionPart((connection) => connection.waiting)
  const refused = useConnectionPart((connection) => connection.refused)
  return useMemo(() => ({ waiting, refused }), [waiting, refused])
}

/** Asks which forms hold what the user typed and did not send (define/runtime.ts, typed). */
export const useTyped = (): (() => Promise<readonly string[]>) => {
  const runtime = useRuntime()
  return useCallback(() => runtime.typed(), [runtime])
}

/**
 * What waits on this device to be sent, and what waits for a person's decision (define/runtime.ts,
 * Outbox).
 */
export const useOutbox = (): Pick<Outbox, 'retry' | 'replace' | 'discard'> & {
  readonly items: readonly OutboxItem[]
  readonly othersWaiting: number
  readonly idle: IdleWork
} => {
  const { outbox } = useRuntime()
  const items = useObservable(outbox)
  const othersWaiting = useObservable(outbox.othersWaiting)
  const idle = useObservable(outbox.idle)
  return useMemo(
    () => ({
      items,
      othersWaiting,
      idle,
      retry: (id: string) => outbox.retry(id),
      replace: (id: string, input: unknown) => outbox.replace(id, input),
      discard: (id: string, reason: string) => outbox.discard(id, reason),
    }),
    [outbox, items, othersWaiting, idle],
  )
}

/** How safe this device's storage is. */
export const useStorage = (): StorageState => useObservable(useRuntime().storage)

/**
 * What this device keeps of subjects' records, live; null while it is not known. A live query
 * answers of the former store until it has read the next one: the generation says of which it is.
 */
export const useRecordsKept = (): RecordsKept | null => {
  const runtime = useRuntime()
  const generation = useObservable(runtime.generation)
  const read = useLiveQuery(
    async () => ({ generation, kept: await runtime.recordsKept().catch(() => null) }),
    [runtime, generation],
  )
  return read?.generation === generation ? read.kept : null
}

/** How far the first reading of a scope has come; null: none is under way. */
export const useFirstSync = (): {
  readonly done: number
  readonly total: number
  readonly scope: string
} | null => useObservable(useRuntime().firstSync)

/**
 * Says that the person in front of the screen looks at a subject: when it is first drawn, and when
 * they come back to the page. `subjectId` null: nothing of them is shown. `endsAt`: of the reading.
 * Drawn first, told then.
 */
export const useLooked = (subjectId: string | null, place: string, endsAt?: number): void => {
  const runtime = useRuntime()
  useEffect(() => {
    if (subjectId === null) return undefined
    const look = (): void => {
      if (document.visibilityState === 'visible') runtime.looked(subjectId, place, endsAt)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [runtime, subjectId, place, endsAt])
}
