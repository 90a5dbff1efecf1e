import { GraphQLClient } from 'graphql-request'
import type { Problem } from '../../domain/problem'
import type { Clock } from '../../domain/time/clock'
import type { Answer } from './answer'
import { request, type Fetch } from './exchange'
import type { Operation } from './operation'

/** One operation as it travels. */
interface Travelling {
  readonly operationName: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly extensions?: { readonly idempotencyKey: string }
}

const bodyOf = (operation: Operation): Travelling => ({
  operationName: operation.document.name,
  query: operation.document.text,
  variables: operation.variables,
  ...(operation.idempotencyKey === undefined
    ? {}
    : { extensions: { idempotencyKey: operation.idempotencyKey } }),
})

/** graphql-request's serializer, with the names and extensions of a batch. */
const complete =
  (operations: readonly Travelling[]) =>
  (body: unknown): string =>
    JSON.stringify(
      Array.isArray(body)
        ? body.map((one: object, at) => ({ ...one, ...operations[at] }))
        : { ...(body as object), ...operations[0] },
    )

/**
 * Posts one operation or a batch through graphql-request. The answer is taken at our fetch: the
 * library drops the status of a batch and misreads a captive portal's page.
 */
export const post = async (
  transport: { readonly fetch: Fetch; readonly clock: Pick<Clock, 'after'> },
  {
    url,
    headers,
    operations,
    timeout,
  }: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly operations: readonly Operation[]
    readonly timeout: Problem
  },
): Promise<Answer> => {
  const [asked] = operations
  if (asked?.get !== undefined) {
    const { 'Content-Type': _none, ...sent } = headers
    const known: Readonly<Record<string, string>> =
      asked.get.known === null ? {} : { 'If-None-Match': `W/"${asked.get.known}"` }
    return await request(transport, {
      url,
      init: {
        method: 'GET',
        headers: { ...sent, Accept: 'application/octet-stream, application/json', ...known },
      },
      timeout,
      asBytes: true,
    })
  }
  let answer: Answer | null = null
  const travelling = operations.map(bodyOf)
  const client = new GraphQLClient(url, {
    headers: { ...headers },
    errorPolicy: 'all',
    // Names come from the declarations: parsing documents would delay the first screen.
    excludeOperationName: true,
    jsonSerializer: {
      stringify: complete(travelling),
      parse: (text) => JSON.parse(text) as unknown,
    },
    fetch: async (to, init) => {
      answer = await request(transport, {
        url: String(to),
        init: { ...init, headers },
        timeout,
        asText: operations[0]?.asText === true,
      })
      return Response.json({ data: {} })
    },
  })
  const documents = travelling.map(({ query, variables }) => ({ document: query, variables }))
  const [first] = documents
  if (first === undefined) throw new Error('Nothing to send')
  if (documents.length === 1) await client.rawRequest(first.document, first.variables)
  else await client.batchRequests(documents)
  if (answer === null) throw new Error('graphql-request sent nothing')
  return answer
}
