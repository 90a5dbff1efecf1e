import { GraphQLError } from 'graphql'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { findUnstorable, storableText, unstorableMessage } from '../../src/domain/text/storable'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { DatabaseBusy } from '../db/database-busy'
import type { Caller } from '../graphql/caller'
import { unavailable } from '../graphql/errors'
import type { Guarded } from '../graphql/guard'
import type { Realtime } from './realtime'

export interface RestOptions {
  readonly database: Database
  readonly clock: Clock
  readonly callerOf: (c: Context) => Caller
  /** The guarded field `checkup` of the contract. */
  readonly checkup: Guarded
  readonly realtime: Realtime | null
  readonly gitHash: string
}

const statusOf: Readonly<Record<string, ContentfulStatusCode>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  CONFLICT: 409,
  TOO_MANY: 429,
}

/** The answer to a refusal: the same codes as GraphQL's, and `message` where P317 looks for it. */
export const answerRefusal = (c: Context, error: unknown): Response => {
  if (error instanceof DatabaseBusy) return answerRefusal(c, unavailable())
  if (!(error instanceof GraphQLError)) throw error
  const { http } = error.extensions
  for (const [name, value] of Object.entries(http?.headers ?? {})) c.header(name, value)
  const code = String(error.extensions.code)
  return c.json(
    { message: error.message, code },
    statusOf[code] ?? (http?.status === 503 ? 503 : 500),
  )
}

const checkupBody = z.object({ checkupId: storableText.min(1).max(100) })

/** The present notice (P257), without sign-in; all fields null when there is none. */
const readNotice = async (
  database: Database,
  clock: Clock,
): Promise<{ title: string | null; message: string | null; startAt: string | null }> => {
  const row = await database.kysely
    .selectFrom('maintenance_notice')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .where('created_at', '<=', new Date(clock.now()).toISOString())
    .orderBy('start_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return {
    title: row?.title ?? null,
    message: row?.message ?? null,
    startAt: row?.start_at ?? null,
  }
}

/** The paths of section 7 that are not GraphQL, below the base path. */
export function restRoutes({
  database,
  clock,
  callerOf,
  checkup,
  realtime,
  gitHash,
}: RestOptions): Hono {
  const app = new Hono()
  app.onError((error, c) => answerRefusal(c, error))
  app.use(async (c, next) => {
    if (findUnstorable([...new URL(c.req.url).searchParams]) !== null)
      return c.json({ message: unstorableMessage, code: 'BAD_USER_INPUT' }, 400)
    await next()
  })
  app.get('/organizations', async (c) => c.json(await callerOf(c).memberships()))
  app.get('/maintenance', async (c) => c.json(await readNotice(database, clock)))
  app.get('/version.json', (c) => c.json({ gitHash }))
  app.get('/ably/auth', async (c) => {
    const { acting } = await callerOf(c).admit('ably/auth', { action: 'realtime.use' }, {})
    if (realtime === null)
      return c.json(
        { message: 'Live updates are not configured on this server', code: 'NOT_FOUND' },
        404,
      )
    return c.json(await realtime.tokenRequest(acting.userId, acting.organizationId))
  })
  app.post(
    '/getCheckup',
    bodyLimit({
      maxSize: 16 * 1024,
      onError: (c) => c.json({ message: 'The body is too large', code: 'BAD_USER_INPUT' }, 413),
    }),
    async (c) => {
      const body = checkupBody.safeParse(await c.req.json().catch(() => null))
      if (!body.success)
        return c.json({ message: 'Send {"checkupId": "…"} as JSON', code: 'BAD_USER_INPUT' }, 400)
      const { rescored, struckOut, ...told } = (await checkup(
        { id: body.data.checkupId },
        { caller: callerOf(c), extensions: null },
      )) as Record<string, unknown>
      // Of a check-up that was never scored again or struck out, nothing is said of either.
      return c.json({
        ...told,
        ...(rescored == null ? {} : { rescored }),
        ...(struckOut == null ? {} : { struckOut }),
      })
    },
  )
  return app
}
