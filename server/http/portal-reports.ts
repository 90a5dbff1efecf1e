import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Logger } from 'pino'
import { portalReportSchema, type PortalReport } from '../../src/domain/telemetry/portal-report'
import type { AddressOf } from './address'

/** Where a portal tells of its faults and its use, below the base path. */
const portalReportsPath = '/portal-reports'

const reportsOfAddress = 60

/**
 * Reports of portals go to the log, and to the operator's collector where there is one. Anybody may
 * send one: they are few, short, and have no place for a person's data. Who sent it is not noted.
 */
export const portalReports = ({
  log,
  addressOf,
  collect,
}: {
  readonly log: Logger
  readonly addressOf: AddressOf
  readonly collect: (report: PortalReport) => void
}): Hono => {
  const limiter = new RateLimiterMemory({ points: reportsOfAddress, duration: 60 })
  const app = new Hono()
  const limit = bodyLimit({ maxSize: 8 * 1024, onError: (c) => c.body(null, 413) })
  app.post(portalReportsPath, limit, async (c) => {
    const isOver = await limiter.consume(addressOf(c)).then(
      () => false,
      () => true,
    )
    if (isOver) return c.body(null, 429)
    const report = portalReportSchema.safeParse(await c.req.json().catch(() => null)).data
    if (report === undefined) return c.body(null, 400)
    for (const entry of report.entries)
      if (entry.what === 'fault')
        log.warn({ event: 'portal-fault', ...entry, release: report.release })
    collect(report)
    return c.body(null, 204)
  })
  return app
}
