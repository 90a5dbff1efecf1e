import type { Problem } from '../../domain/problem'
import type { Operation } from '../../platform/graphql'
import { operation, type Transport, type TypedDocument } from './request'

export type CallRequest =
  | { readonly via: 'graphql'; readonly operation: Operation }
  /**
   * Without credentials: GET, or POST of JSON with a body; `base`: the API's path or the origin.
   */
  | {
      readonly via: 'rest'
      readonly path: string
      readonly base: 'api' | 'origin'
      readonly body?: unknown
    }

/** Something asked now. */
export interface Call<Input, Value> {
  readonly kind: 'call'
  readonly name: string
  /** The last answer to each input is kept on the device, sealed. Absent: nothing is. */
  readonly keeps?: true
  /** Null for a REST call. */
  readonly document: Operation['document'] | null
  request(input: Input): CallRequest
  wire(answer: unknown): Value
}

/** Given to `Runtime.onInvalidated` instead of a name: every shown answer is asked again. */
export const lists = 'lists'

export type CallResult<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** The user may no longer see it, or it is gone: nothing of a former answer may be shown or kept. */
export const withdraws = ({ kind }: Problem): boolean =>
  kind === 'forbidden' || kind === 'not-found' || kind === 'unauthorized'

/**
 * Declares a GraphQL query. `keeps`: its answers are needed where there is no connection. Its input
 * is in clear on the device then: nothing that a person typed belongs in it.
 */
export const defineCall = <Input, Value, Answer, Variables>(definition: {
  readonly name: string
  readonly document: TypedDocument<Answer, Variables>
  readonly variables: (input: Input) => Variables
  readonly transport?: Transport
  readonly keeps?: true
  readonly wire: (answer: unknown) => Value
}): Call<Input, Value> => ({
  kind: 'call',
  name: definition.name,
  ...(definition.keeps === undefined ? {} : { keeps: definition.keeps }),
  document: definition.document,
  request: (input) => ({
    via: 'graphql',
    operation: operation(definition.document, definition.variables(input), definition.transport),
  }),
  wire: definition.wire,
})

/** Declares a public REST GET whose answer is not kept. */
export const defineRestCall = <Value>(definition: {
  readonly name: string
  readonly path: string
  readonly base: 'api' | 'origin'
  readonly wire: (answer: unknown) => Value
}): Call<void, Value> => ({
  kind: 'call',
  name: definition.name,
  document: null,
  request: () => ({ via: 'rest', path: definition.path, base: definition.base }),
  wire: definition.wire,
})

/** Declares a public REST POST: what is sent in it proves itself. */
export const definePublicPost = <Input, Value>(definition: {
  readonly name: string
  readonly path: string
  readonly body: (input: Input) => unknown
  readonly wire: (answer: unknown) => Value
}): Call<Input, Value> => ({
  kind: 'call',
  name: definition.name,
  document: null,
  request: (input) => ({
    via: 'rest',
    path: definition.path,
    base: 'api',
    body: definition.body(input),
  }),
  wire: definition.wire,
})
