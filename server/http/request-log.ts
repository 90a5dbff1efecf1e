import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Clock } from '../clock'

const idPattern = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Gives every request an id and logs method, path, status and milliseconds, never query or body.
 */
export const requestLog =
  (log: Logger, clock: Clock): MiddlewareHandler =>
  async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = idPattern.test(given) ? given : randomUUID()
    const started = clock.now()
    await next()
    c.header('X-Request-Id', requestId)
    const quiet = ['/health', '/health/alerts', '/ready'].includes(c.req.path)
    log[quiet ? 'debug' : 'info']({
      event: 'request',
      requestId,
      method: c.req.method,
      path: c.req.path.slice(0, 200),
      status: c.res.status,
      ms: clock.now() - started,
    })
  }
