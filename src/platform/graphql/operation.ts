/** A document as it is generated (schema/generated): text, with its name and kind beside it; its types stay with its declaration. */
export interface OperationText {
  readonly name: string
  readonly operation: 'query' | 'mutation'
  readonly text: string
}

/** One GraphQL operation as the transport takes it: already freed of its types, which its declaration in src/data keeps. */
export interface Operation {
  readonly document: OperationText
  readonly variables: Readonly<Record<string, unknown>>
  /** The command's id. Only a mutation that carries one is ever sent again. */
  readonly idempotencyKey?: string
  /** May share a request with up to nine others of the same 20 ms (P303). */
  readonly batch?: boolean
  /** Sent once, whatever happens (C508). */
  readonly noRetry?: boolean
  /** The organisation it is done in, when that is not the acting one: waiting work keeps the organisation it was written in. */
  readonly organizationId?: string
  /** Whose work this is: it never leaves the device under anybody else's session. */
  readonly userId?: string
  /** An answer that worked is handed on as the text it came as: who asked reads it somewhere else. Not with `batch`. */
  readonly asText?: boolean
  /** For internal staff: goes to /graphql-internal. */
  readonly internal?: boolean
}
