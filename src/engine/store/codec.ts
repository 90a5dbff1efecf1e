/**
 * What a row's body is on disk: text, so that two bodies are the same when they are equal
 * (src/engine/views/live-view.ts opens each once).
 */
export type Sealed = string

/**
 * What a body belongs to; an encrypting codec authenticates it, so that a body cannot be moved to
 * another row.
 */
export interface SealContext {
  readonly table: string
  readonly id: string
  readonly userId: string
  readonly organizationId: string
  /** The row's revision where it has one: a body put back under a later revision does not open. */
  readonly version?: number
}

/**
 * The one place through which every body enters and leaves a database. Asynchronous because ciphers
 * are: call it before a transaction to seal and after it to open, never inside (an IndexedDB
 * transaction does not wait).
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
