import type { Database } from '../db/database'

/** Who listens to a room of a video call. */
export interface CallListener {
  /** Something was said or changed in it, or may have been. */
  readonly heard: () => void
  /** The server is about to stop: pages reconnect to the next one. */
  readonly ended: () => void
}

/** Tells this server's pages what any server's did in their room. */
export interface CallHub {
  /** Answers the way to stop. */
  subscribe(roomId: string, listener: CallListener): () => void
  close(): Promise<void>
}

/** Listens to the database once for all rooms of this process. @param channel on which a room's id is said */
export const createCallHub = (database: Pick<Database, 'listen'>, channel: string): CallHub => {
  const byRoom = new Map<string, Set<CallListener>>()
  const stop = database.listen(channel, {
    heard: (roomId) => {
      for (const { heard } of byRoom.get(roomId) ?? []) heard()
    },
    // What was said while nobody listened is in the database.
    listening: (is) => {
      if (!is) return
      for (const listeners of byRoom.values()) for (const { heard } of listeners) heard()
    },
  })
  return {
    subscribe: (roomId, listener) => {
      const ofRoom = byRoom.get(roomId) ?? new Set()
      byRoom.set(roomId, ofRoom.add(listener))
      return () => {
        ofRoom.delete(listener)
        if (ofRoom.size === 0 && byRoom.get(roomId) === ofRoom) byRoom.delete(roomId)
      }
    },
    close: async () => {
      for (const listeners of byRoom.values()) for (const { ended } of [...listeners]) ended()
      byRoom.clear()
      await stop()
    },
  }
}
