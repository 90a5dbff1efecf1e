/**
 * A document as it is generated (schema/generated): text, with its name and kind beside it; its
 * types stay with its declaration.
 */
export interface OperationText {
  readonly name: string
  readonly operation: 'query' | 'mutation'
  readonly text: string
}

/** What a GET of bytes came to. `bytes` null: what is known is still so. */
export interface GotBytes {
  readonly bytes: ArrayBuffer | null
  readonly tag: string | null
}

/**
 * One GraphQL operation as the transport takes it: already freed of its types, which its
 * declaration in src/data keeps.
 */
export interface Operation {
  readonly document: OperationText
  readonly variables: Readonly<Record<string, unknown>>
  /** The command's id. Only a mutation that carries one is ever sent again. */
  readonly idempotencyKey?: string
  /** May share a request with up to nine others of the same 20 ms (P303). */
  readonly batch?: boolean
  /** Sent once, whatever happens (C508). */
  readonly noRetry?: boolean
  /**
   * The organisation it is done in, when that is not the acting one: waiting work keeps the
   * organisation it was written in.
   */
  readonly organizationId?: string
  /** Whose work this is: it never leaves the device under anybody else's session. */
  readonly userId?: string
  /**
   * An answer that worked is handed on as the text it came as: who asked reads it somewhere else.
   * Not with `batch`.
   */
  readonly asText?: boolean
  /**
   * A GET of bytes below the API's base path in the document's place; the answer is `GotBytes`.
   * `known`: the tag of what is here already. Not with `batch`.
   */
  readonly get?: { readonly path: string; readonly known: string | null }
  /** For internal staff: goes to /graphql-internal. */
  readonly internal?: boolean
}
