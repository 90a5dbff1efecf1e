import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import type { IdleDelivery } from '../engine'
import type { AddressOf } from './address'
import { answerRefusal } from './rest'

export interface IdleOptions {
  readonly idle: IdleDelivery
  /** Behind a proxy that is not ours all devices share one address, and its limit. */
  readonly addressOf: AddressOf
  /** Requests of one device group, and of one address, in a minute; 120 and 600 unless told. */
  readonly perMinute?: { readonly group: number; readonly address: number }
}

const text = (most: number) => z.string().min(1).max(most)
const mutationSchema = z.object({
  id: text(100),
  lane: text(100),
  n: z.number(),
  prev: z.string().max(100).nullable(),
  op: text(60),
  opVersion: z.number(),
  sealed: z.string(),
  signature: text(100),
  sessionId: text(600),
})
const deliverSchema = z.object({
  group: text(64),
  epoch: text(100),
  clientVersion: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  mutations: z.array(mutationSchema).min(1).max(10),
})
const endSchema = z.object({
  sessionId: text(600),
  sessionIds: z.array(text(600)).min(1).max(50),
  signature: text(100),
})
const hearSchema = z.object({
  group: text(64),
  ends: z.array(endSchema).max(20),
  discards: z.array(mutationSchema).max(50),
  lost: z.number().int().min(1).max(100_000).optional(),
  standing: z.object({ sessionId: text(600), signature: text(100) }).optional(),
})

/**
 * The two paths without credentials: `POST /sync/deliver` and `POST /sync/told`
 * (docs/sync-protocol.md).
 */
export function idleRoutes({
  idle,
  addressOf,
  perMinute = { group: 120, address: 600 },
}: IdleOptions): Hono {
  const ofGroup = new RateLimiterMemory({ points: perMinute.group, duration: 60 })
  const ofAddress = new RateLimiterMemory({ points: perMinute.address, duration: 60 })
  const routes = new Hono()
  routes.onError((error, c) => answerRefusal(c, error))
  const limit = bodyLimit({
    maxSize: 512 * 1024,
    onError: (c) => c.json({ message: 'The body is too large', code: 'BAD_USER_INPUT' }, 413),
  })
  const answering = <Body extends { readonly group: string }>(
    path: string,
    schema: z.ZodType<Body>,
    work: (body: Body) => Promise<object>,
  ): void => {
    routes.post(path, limit, async (c) => {
      const tooMany = (): Response =>
        c.json({ message: 'Too many requests', code: 'TOO_MANY' }, 429, { 'Retry-After': '30' })
      if (
        await ofAddress.consume(addressOf(c)).then(
          () => false,
          () => true,
        )
      )
        return tooMany()
      const body = schema.safeParse(await c.req.json().catch(() => null))
      if (!body.success)
        return c.json({ message: 'Not what a device sends', code: 'BAD_USER_INPUT' }, 400)
      if (
        await ofGroup.consume(body.data.group).then(
          () => false,
          () => true,
        )
      )
        return tooMany()
      return c.json(await work(body.data))
    })
  }
  answering('/sync/deliver', deliverSchema, async (body) => {
    const { epoch, results } = await idle.deliver(body)
    return {
      epoch,
      results: results.map(({ id, class: opClass, code, replay, retryAfterMs }) => ({
        id,
        class: opClass,
        code,
        replay,
        retryAfterMs,
      })),
    }
  })
  answering('/sync/told', hearSchema, (body) => idle.hear(body))
  return routes
}
