import { problem, ProblemError, type Problem } from '../../domain/problem'
import type { Operation, OperationText } from '../../platform/graphql'

/** A generated document (schema/generated): text, and the types of its answer and variables. */
export interface TypedDocument<Answer, Variables> extends OperationText {
  readonly __types?: (variables: Variables) => Answer
}

/** A declaration's document for the transport, without its types. */
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
  document: TypedDocument<Answer, Variables>,
  variables: Variables,
  transport: Transport & { readonly idempotencyKey?: string } = {},
): Operation => ({
  document,
  variables: (variables ?? {}) as Readonly<Record<string, unknown>>,
  ...transport,
})

/** Our own server answered, so it counts against the command. */
const unreadable: Problem = {
  ...problem('server:answer-of-newer'),
  byServer: true,
}

/** Reads an answer by its declaration; an unreadable one is a server Problem, reported. */
export const readAnswer = <Value>(
  wire: (answer: unknown) => Value,
  answer: unknown,
  report: (thrown: unknown, where: string) => void,
  where: string,
): Value => {
  try {
    return wire(answer)
  } catch (thrown) {
    report(thrown, where)
    throw new ProblemError(unreadable)
  }
}
