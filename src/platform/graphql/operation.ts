/** A generated document (schema/generated): text, name and kind. */
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

/** One GraphQL operation for the transport, without the types of its declaration. */
export interface Operation {
  readonly document: OperationText
  readonly variables: Readonly<Record<string, unknown>>
  /** The command's id. Only a mutation that carries one is ever sent again. */
  readonly idempotencyKey?: string
  /** May share a request with up to nine others of the same 20 ms (P303). */
  readonly batch?: boolean
  /** Sent once, whatever happens (C508). */
  readonly noRetry?: boolean
  /** The organisation, when it is not the acting one: waiting work keeps its own. */
  readonly organizationId?: string
  /** Whose work this is: it never leaves the device under anybody else's session. */
  readonly userId?: string
  /** A successful answer stays text, to be parsed elsewhere. Not with `batch`. */
  readonly asText?: boolean
  /**
   * A GET of bytes below the base path; the answer is `GotBytes`. `known`: the kept tag. Not with
   * `batch`.
   */
  readonly get?: { readonly path: string; readonly known: string | null }
  /** For internal staff: goes to /graphql-internal. */
  readonly internal?: boolean
}
