import { GraphQLError, NoSchemaIntrospectionCustomRule, parse } from 'graphql'
import type { GraphQLSchema, ParseOptions, Source } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import type { Caller } from './caller'
import { internalError } from './errors'
import type { RequestContext } from './guard'
import { documentLimits, limitDocument } from './limits'

/** Operations in one batch (P303); one more is refused with 413. */
export const batchLimit = 10

export interface EndpointOptions {
  readonly path: string
  readonly schema: GraphQLSchema
  readonly log: Logger
  /** For developers and the graphql-http audits: introspection, suggestions and queries by GET. */
  readonly open: boolean
}

/** What Hono hands in beside the request. */
export interface EndpointContext { readonly caller: Caller }

const useLimits = (open: boolean): Plugin => ({
  onParse({ setParseFn }) {
    setParseFn((source: string | Source, options?: ParseOptions) => parse(source, { ...options, maxTokens: documentLimits.tokens }))
  },
  onValidate({ addValidationRule }) {
    addValidationRule(limitDocument)
    if (!open) addValidationRule(NoSchemaIntrospectionCustomRule)
    // graphql-js suggests the names that a schema without introspection keeps to itself.
    return ({ result, setResult }) => {
      if (!open && Array.isArray(result) && result.length > 0)
        setResult(result.map((error: GraphQLError) => new GraphQLError(error.message.replace(/ Did you mean .*\?$/s, ''), { nodes: error.nodes ?? null, extensions: error.extensions })))
    }
  },
})

const useJsonPostOnly = (open: boolean): Plugin => ({
  onRequestParse({ request, endResponse, fetchAPI }) {
    const refuse = (status: number, message: string, headers: Record<string, string> = {}): void =>
      endResponse(new fetchAPI.Response(JSON.stringify({ errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] }),
        { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } }))
    if (request.method === 'GET' && open) return
    if (request.method !== 'POST') return refuse(405, 'GraphQL takes POST only', { allow: 'POST' })
    const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/json') refuse(415, 'GraphQL takes application/json only')
  },
})

/** Where a failure came from, without anything it may have read: messages of the database quote values. */
const failureOf = (error: unknown): Record<string, unknown> => {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error
  if (!(original instanceof Error)) return { name: typeof original }
  const code = 'code' in original && typeof original.code === 'string' ? original.code : undefined
  return { name: original.name, code, ...(code === undefined ? { message: original.message } : {}), stack: original.stack?.split('\n').filter((line) => line.startsWith('    at ')).slice(0, 8) }
}

/** One GraphQL endpoint: batches of ten, JSON by POST only, bounded documents, masked failures. */
export const createEndpoint = ({ path, schema, log, open }: EndpointOptions) => createYoga<EndpointContext, RequestContext>({
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
      if (error instanceof GraphQLError && (error.originalError === undefined || error.originalError instanceof GraphQLError)) return error
      log.error({ event: 'operation-failed', path: error instanceof GraphQLError ? error.path : undefined, failure: failureOf(error) })
      return internalError()
    },
  },
})
