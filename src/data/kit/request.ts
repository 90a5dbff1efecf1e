import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Operation } from '../../platform/graphql'

/** What a declaration says of its document; its types stay here, the transport sees an Operation. */
export interface Transport {
  /** May share a request with others of the same 20 ms. */
  readonly batch?: boolean
  /** Never sent twice by the transport. */
  readonly noRetry?: boolean
  /** An operation of /graphql-internal. */
  readonly internal?: boolean
}

/** Builds the transport's Operation of a typed document. */
export const operation = <Answer, Variables>(
  document: TypedDocumentNode<Answer, Variables>,
  variables: Variables,
  transport: Transport & { readonly idempotencyKey?: string } = {},
): Operation => ({
  document: document as unknown as Operation['document'],
  variables: (variables ?? {}) as Readonly<Record<string, unknown>>,
  ...transport,
})
