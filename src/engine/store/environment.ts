/**
 * A row's body on disk, as text so that equal bodies are recognised
 * (src/engine/views/live-view.ts).
 */
export type Sealed = string

/** What a body belongs to; authenticated, so that it cannot be moved to another row. */
export interface SealContext {
  readonly table: string
  readonly id: string
  readonly userId: string
  readonly organizationId: string
  /** The row's revision where it has one: a body put back under a later revision does not open. */
  readonly version?: number
}

/**
 * Every body enters and leaves a database through this. Asynchronous: seal before and open after a
 * transaction, never inside.
 */
export interface Codec {
  seal(context: SealContext, value: unknown): Promise<Sealed>
  open(context: SealContext, sealed: Sealed): Promise<unknown>
}

/** Plain JSON. */
export const jsonCodec: Codec = {
  seal: (_context, value) => Promise.resolve(JSON.stringify(value)),
  open: (_context, sealed) => Promise.resolve(JSON.parse(sealed) as unknown),
}

/** What the databases stand on; handed in by tests, the browser's own otherwise. */
export interface StoreEnvironment {
  readonly codec: Codec
  readonly indexedDB?: IDBFactory
  readonly IDBKeyRange?: typeof IDBKeyRange
  /** Evicts disposable data for what a user wrote. Never rejects. Absent: nothing to evict. */
  readonly makeRoom?: () => Promise<unknown>
}

/** Dexie's options for an environment. */
export const dexieOptions = (
  environment: StoreEnvironment,
): { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange } => ({
  ...(environment.indexedDB === undefined ? {} : { indexedDB: environment.indexedDB }),
  ...(environment.IDBKeyRange === undefined ? {} : { IDBKeyRange: environment.IDBKeyRange }),
})

/** 53 bits of a text, for unreadable names. Not a secret. */
export const shortHash = (text: string): string => {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
