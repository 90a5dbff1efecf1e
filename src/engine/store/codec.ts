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
