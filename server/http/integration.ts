import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import {
  integrationCallsPerMinute,
  integrationRoutes,
  type IntegrationRoute,
} from '../../src/domain/integration-token/reading'
import { readForToken, StartAgain, tokenShown, type ShownToken } from '../areas/integration-token'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { bearerOf } from '../graphql/caller'
import { badInput, conflict, forbidden, tooMany, unauthorized } from '../graphql/errors'
import { answerRefusal } from './rest'

/** Where it is, below the base path. */
const integrationPath = '/integration/v1'

interface IntegrationParts {
  readonly database: Database
  readonly clock: Clock
  /** Counts what one address asks. */
  readonly strangers: MiddlewareHandler
  /** Calls of one token in a minute; as documented unless told. */
  readonly perMinute?: number
}

/** Lets active tokens in. */
const createAdmit = ({ database, perMinute = integrationCallsPerMinute }: IntegrationParts) => {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (c: Context): Promise<ShownToken> => {
    const text = bearerOf(c.req.header('authorization') ?? null)
    const token = text === null ? null : await tokenShown(database, text)
    if (token === null) {
      c.header('WWW-Authenticate', 'Bearer')
      throw unauthorized()
    }
    await limiter.consume(token.id).catch((reason: unknown) => {
      if (!(reason instanceof RateLimiterRes)) throw reason
      c.header('Retry-After', String(Math.max(1, Math.ceil(reason.msBeforeNext / 1000))))
      throw tooMany()
    })
    if (!token.isInUse) throw forbidden('This organisation no longer uses care record integration')
    return token
  }
}

/** The `since` of a request. @throws BAD_USER_INPUT for another parameter, or one more */
const sinceOf = (c: Context): string | null => {
  const asked = [...new URL(c.req.url).searchParams]
  if (asked.length > 1 || asked.some(([name]) => name !== 'since'))
    throw badInput([{ path: 'since', message: 'The one parameter is since, given once' }])
  return asked[0]?.[1] ?? null
}

/** The staff are who they say they are, not their addresses. */
const withoutAddresses = (key: string, value: unknown): unknown =>
  key === 'email' ? undefined : value

/**
 * `GET /integration/v1/{patients,checkups,alerts}?since=`: what a care record system reads with an
 * integration token (decision T11; docs/api/integration.md). Nothing else takes the token.
 */
export const integrationRoutesOf = (parts: IntegrationParts): Hono => {
  const admit = createAdmit(parts)
  const app = new Hono()
  app.onError((error, c) =>
    answerRefusal(
      c,
      error instanceof StartAgain
        ? conflict('START_AGAIN', 'This since is not known any more. Read again without it')
        : error,
    ),
  )
  app.use(`${integrationPath}/*`, parts.strangers)
  const answer = async (c: Context, route: IntegrationRoute): Promise<Response> => {
    const token = await admit(c)
    const { items, next, more } = await readForToken(
      parts.database,
      parts.clock,
      token,
      route,
      sinceOf(c),
    )
    return c.body(JSON.stringify({ [route]: items, next, more }, withoutAddresses), 200, {
      'Content-Type': 'application/json',
    })
  }
  for (const route of integrationRoutes) {
    app.get(`${integrationPath}/${route}`, (c) => answer(c, route))
    app.all(`${integrationPath}/${route}`, (c) =>
      c.json({ message: 'Only GET', code: 'BAD_USER_INPUT' }, 405, { Allow: 'GET, HEAD' }),
    )
  }
  return app
}
