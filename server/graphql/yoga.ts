import { GraphQLError, parse } from 'graphql'
import type { GraphQLSchema, ParseOptions, Source } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import type { Caller } from './caller'
import { DatabaseBusy } from '../db/database-busy'
import { internalError, unavailable } from './errors'
import { checkLiterals, variableError } from './input'
import { failureOf } from './failure'
import type { RequestContext } from './guard'
import { hideTypes, isProbe, refuseSchema } from './introspection'
import { documentError, documentLimits, lengthError } from './limits'

/** Operations in one batch (P303); one more is refused with 413. */
const batchLimit = 10

export interface EndpointOptions {
  readonly path: string
  readonly schema: GraphQLSchema
  readonly log: Logger
  /** For developers: introspection, suggestions and queries by GET. */
  readonly open: boolean
}

/** What Hono hands in beside the request. */
export interface EndpointContext {
  readonly caller: Caller
}

/**
 * A message without the names that graphql-js suggests at its end. No regular expression: the
 * message quotes what a stranger sent.
 */
const withoutSuggestion = (message: string): string => {
  const at = message.lastIndexOf(' Did you mean ')
  return at === -1 ? message : message.slice(0, at)
}

const useLimits = (open: boolean): Plugin<RequestContext, EndpointContext> => ({
  async onParams({ params: { query, variables }, context: { caller }, setResult }) {
    const tooLong = lengthError(query, variables)
    if (tooLong !== null) return setResult({ errors: [tooLong] })
    // Nothing of a stranger's is validated or coerced, but for what touches no data.
    if (open || (typeof query === 'string' && isProbe(query))) return
    try {
      await caller.requireSignedIn()
    } catch (thrown) {
      if (!(thrown instanceof GraphQLError)) throw thrown
      setResult({ errors: [thrown] })
    }
  },
  onParse({ setParseFn }) {
    setParseFn((source: string | Source, options?: ParseOptions) =>
      parse(source, { ...options, maxTokens: documentLimits.tokens }),
    )
  },
  onValidate({ addValidationRule, params, setResult: setEarly }) {
    // Before every other rule, some of which take longer than linear time, and before anybody is
    // asked who they are.
    const tooMuch = documentError(params.documentAST)
    if (tooMuch !== null) {
      setEarly([tooMuch])
      return
    }
    addValidationRule(checkLiterals)
    if (!open) addValidationRule(refuseSchema)
    // graphql-js suggests the names that a schema without introspection keeps to itself.
    return ({ result, setResult }) => {
      if (!open && Array.isArray(result) && result.length > 0)
        setResult(
          result.map(
            (error: GraphQLError) =>
              new GraphQLError(withoutSuggestion(error.message), {
                nodes: error.nodes ?? null,
                extensions: error.extensions,
              }),
          ),
        )
    }
  },
  onExecute({ args, setResultAndStopExecution }) {
    const wrong = variableError(
      args.schema,
      args.document,
      args.operationName ?? null,
      args.variableValues ?? {},
    )
    if (wrong !== null) return setResultAndStopExecution({ errors: [wrong] })
    if (!open) args.document = hideTypes(args.document)
  },
})

/**
 * A GET that names no field of the contract: it can read and change nothing (docs/decisions/0006).
 * Every other GET is 405.
 */
const isProbing = (request: Request): boolean =>
  request.method === 'GET' && isProbe(new URL(request.url).searchParams.get('query') ?? '')

const useJsonPostOnly = (open: boolean): Plugin => ({
  onRequestParse({ request, endResponse, fetchAPI }) {
    const refuse = (status: number, message: string, headers: Record<string, string> = {}): void =>
      endResponse(
        new fetchAPI.Response(
          JSON.stringify({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }),
          { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } },
        ),
      )
    if ((request.method === 'GET' && open) || isProbing(request)) return
    if (request.method !== 'POST') return refuse(405, 'GraphQL takes POST only', { allow: 'POST' })
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/json') refuse(415, 'GraphQL takes application/json only')
  },
})

/** One GraphQL endpoint: batches of ten, JSON by POST only, bounded documents, masked failures. */
export const createEndpoint = ({ path, schema, log, open }: EndpointOptions) =>
  createYoga<EndpointContext, RequestContext>({
    schema,
    graphqlEndpoint: path,
    batching: { limit: batchLimit },
    multipart: false,
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
    plugins: [useJsonPostOnly(open), useLimits(open)],
    context: ({ caller, params }) => ({ caller, extensions: params.extensions ?? null }),
    maskedErrors: {
      maskError: (error) => {
        // A body that is not JSON: what the parser says quotes it.
        if (error instanceof GraphQLError && 'originalError' in error.extensions)
          return new GraphQLError(error.message, {
            extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
          })
        if (
          error instanceof GraphQLError &&
          (error.originalError === undefined || error.originalError instanceof GraphQLError)
        )
          return error
        if (error instanceof GraphQLError && error.originalError instanceof DatabaseBusy)
          return unavailable()
        log.error({
          event: 'operation-failed',
          path: error instanceof GraphQLError ? error.path : undefined,
          failure: failureOf(error),
        })
        return internalError()
      },
    },
  })
