import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import type { AddressOf } from './address'

/** Where browsers report what the content security policy refused, below the base path. */
export const policyReportsPath = '/policy-reports'

const reportsOfAddress = 60

const text = z.string().catch('')
/** `application/csp-report`: what `report-uri` sends, at once and from every browser. */
const reportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'line-number': z.number().nullable().catch(null),
    'document-uri': text,
  }),
})

/** An address without what may name somebody: its query, its fragment and long parts of its path. */
const place = (address: string): string => {
  if (!URL.canParse(address)) return address.slice(0, 40)
  const { origin, pathname, protocol } = new URL(address)
  if (!/^https?:$/u.test(protocol)) return protocol
  const isFile = /\.\w{1,5}$/u.test(pathname)
  return `${origin}${isFile ? pathname : `/${pathname.split('/')[1] ?? ''}`}`.slice(0, 200)
}

/**
 * Reports of browsers go to the log, for the operator. Anybody may send one, so that they are few,
 * short, and nothing of them is believed. The refused text is not taken: a patient may stand in it.
 */
export const policyReports = ({
  log,
  addressOf,
}: {
  readonly log: Logger
  readonly addressOf: AddressOf
}): Hono => {
  const limiter = new RateLimiterMemory({ points: reportsOfAddress, duration: 60 })
  const app = new Hono()
  const limit = bodyLimit({ maxSize: 16 * 1024, onError: (c) => c.body(null, 413) })
  app.post(policyReportsPath, limit, async (c) => {
    const isOver = await limiter.consume(addressOf(c)).then(
      () => false,
      () => true,
    )
    if (isOver) return c.body(null, 429)
    const body: unknown = await c.req.json().catch(() => null)
    const report = reportSchema.safeParse(body).data?.['csp-report']
    if (report !== undefined)
      log.warn({
        event: 'policy-violation',
        directive: report['effective-directive'].slice(0, 60),
        blocked: place(report['blocked-uri']),
        source: place(report['source-file']),
        line: report['line-number'],
        page: place(report['document-uri']),
      })
    return c.body(null, 204)
  })
  return app
}
