import { problem, ProblemError, type EndedSignIn, type Problem } from '../../domain/problem'
import type { Clock } from '../../domain/time/clock'
import { dataOf, problemOf, type Answer } from './answer'
import { createBatcher } from './batch'
import type { Fetch } from './exchange'
import type { Operation } from './operation'
import { retriedStatuses, retryDelayMs, tries } from './retry'

export const portalAgent = 'portal/3.15.0'

/** One finished operation, for the performance log. */
export interface Timing {
  readonly name: string
  readonly ms: number
  readonly outcome: 'ok' | Problem['kind']
  readonly variables: Readonly<Record<string, unknown>>
}

export interface SenderOptions {
  /** The address, e.g. https://host/Prod/graphql; internal operations add `-internal`. */
  readonly url: string
  readonly fetch: Fetch
  readonly clock: Clock
  /** 0 to below 1. */
  readonly random: () => number
  /** P281: `Share` for the token of a share link. */
  readonly scheme?: 'Bearer' | 'Share'
  /** The id token; null: nobody is signed in. May reject without a network. */
  readonly token: (forceRefresh?: boolean) => Promise<string | null>
  /** Null before a sign-in is complete. */
  readonly organizationId: () => string | null
  /** The signed-in user; null before a sign-in is complete. */
  readonly userId?: () => string | null
  /** The server refused the current token for good. Called once a token, with the reason. */
  readonly onUnauthorized: (ended?: EndedSignIn) => void
  /** After every exchange: whether our server answered an authenticated request. */
  readonly onContact?: (reached: boolean) => void
  readonly onTiming?: (timing: Timing) => void
}

export interface Sender {
  /** The operation's `data`. Rejects with ProblemError. */
  send(operation: Operation): Promise<unknown>
}

/** A query may be asked again; a mutation only because the server knows it by its key. */
const mayRepeat = (operation: Operation): boolean =>
  operation.noRetry !== true &&
  (operation.document.operation === 'query' || operation.idempotencyKey !== undefined)

const noToken = problem('no-token')
const sayTimeout = problem('timeout')
const networkProblem = (thrown: unknown): Problem =>
  thrown instanceof ProblemError ? thrown.problem : problem('network')

const isRefused = (answers: readonly Answer[]): boolean =>
  answers.some((answer) => problemOf(answer)?.kind === 'unauthorized')

/** The answer of each operation of a batch. */
const split = (answer: Answer, count: number): readonly Answer[] => {
  if (count === 1)
    return [Array.isArray(answer.json) ? { ...answer, json: answer.json[0] as unknown } : answer]
  const parts: readonly unknown[] | null =
    Array.isArray(answer.json) && answer.json.length === count ? answer.json : null
  return Array.from({ length: count }, (_none, at) => ({
    status: answer.status,
    json: parts === null ? answer.json : parts[at],
  }))
}

/** The GraphQL client: headers, batches, timeout, retries, every failure as a Problem. */
export const createSender = (options: SenderOptions): Sender => {
  const { clock, random, scheme = 'Bearer' } = options
  let refusedToken: string | null = null
  let client: typeof import('./client') | null = null

  const postAs = async (token: string, operations: readonly Operation[]): Promise<Answer> => {
    const owner = operations[0]?.userId
    // Fetched with the first request. A failed import counts as no network.
    client ??= await import('./client')
    // Asked at the last moment: a token may be another person's by now.
    if (owner !== undefined && options.userId?.() !== owner) throw new ProblemError(noToken)
    const organizationId = operations[0]?.organizationId ?? options.organizationId()
    return await client.post(options, {
      url:
        operations[0]?.get !== undefined
          ? `${options.url.replace(/\/graphql$/, '')}${operations[0].get.path}`
          : operations[0]?.internal === true
            ? `${options.url}-internal`
            : options.url,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Authorization: `${scheme} ${token}`,
        'X-Portal-Agent': portalAgent,
        ...(organizationId === null ? {} : { 'X-Acting-Organization-Id': organizationId }),
      },
      operations,
      timeout: sayTimeout,
    })
  }

  /** One exchange, tried again where that is allowed; an answer of any status resolves. */
  const exchange = async (token: string, operations: readonly Operation[]): Promise<Answer> => {
    const attempts = operations.every(mayRepeat) ? tries : 1
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await postAs(token, operations)
        if (tried >= attempts || !retriedStatuses.has(answer.status)) return answer
      } catch (thrown) {
        if (tried >= attempts || networkProblem(thrown).kind === 'no-token') throw thrown
      }
      await clock.sleep(retryDelayMs(tried, random))
    }
  }

  /** Refused once: a fresh token, one more exchange. Refused again: the session is over. */
  const authenticated = async (operations: readonly Operation[]): Promise<readonly Answer[]> => {
    const token = await options.token()
    if (token === null) throw new ProblemError(noToken)
    let used = token
    let answers = split(await exchange(token, operations), operations.length)
    if (isRefused(answers) && refusedToken !== token) {
      const fresh = await options.token(true)
      if (fresh !== null && fresh !== token) {
        used = fresh
        answers = split(await exchange(fresh, operations), operations.length)
      }
    }
    const refused = isRefused(answers)
    const kinds = answers.map((answer) => problemOf(answer)?.kind)
    const reached = answers.some(
      ({ status }, at) => kinds[at] !== 'network' && kinds[at] !== 'unauthorized' && status < 500,
    )
    // Too many is said before it is known who asks: it tells nothing of the session.
    if (!kinds.every((kind) => kind === 'too-many')) options.onContact?.(reached && !refused)
    if (refused && refusedToken !== used) {
      refusedToken = used
      // Somebody else may have signed in meanwhile: only the token in use ends a session.
      const current = await options.token().catch(() => used)
      if (current === null || current === used)
        options.onUnauthorized(
          answers.map((answer) => problemOf(answer)?.ended).find((ended) => ended !== undefined),
        )
    }
    return answers
  }

  const deliver = (operations: readonly Operation[]): readonly Promise<unknown>[] => {
    const started = clock.monotonic()
    const answers = authenticated(operations).catch((thrown: unknown) => {
      const value = networkProblem(thrown)
      if (value.kind !== 'no-token') options.onContact?.(false)
      throw new ProblemError(value)
    })
    const tell = (operation: Operation, outcome: Timing['outcome']): void =>
      options.onTiming?.({
        name: operation.document.name,
        ms: clock.monotonic() - started,
        outcome,
        variables: operation.variables,
      })
    return operations.map(async (operation, at) => {
      try {
        const answer = (await answers)[at] ?? { status: 0, json: undefined }
        const found = problemOf(answer)
        if (found !== null) throw new ProblemError(found)
        tell(operation, 'ok')
        return dataOf(answer)
      } catch (thrown) {
        tell(operation, networkProblem(thrown).kind)
        throw thrown
      }
    })
  }

  // Repeatable and other requests are never mixed, nor those of two organisations.
  const batched = createBatcher<Operation, unknown>(
    clock,
    (item) =>
      `${mayRepeat(item)} ${item.internal ?? false} ${item.organizationId ?? ''} ${item.userId ?? ''}`,
    deliver,
  )
  return {
    send: (operation) =>
      operation.batch === true
        ? batched(operation)
        : (deliver([operation])[0] ?? Promise.reject(new Error('Nothing was sent'))),
  }
}
