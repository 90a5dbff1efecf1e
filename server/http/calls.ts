import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { z } from 'zod'
import { movedPath, movedSchema, receivedPath, receivedSchema } from '../../src/domain/calling/push'
import type { AddressOf } from './address'

/** What one address says in a minute; behind a proxy that is not ours all share it. */
const perMinute = 120

/**
 * What a browser says of calls while nobody is signed in on it: that it shows one, and that it is called
 * at another address. What is known is answered as what is not.
 */
export const callRoutes = ({
  addressOf,
  received,
  moved,
}: {
  readonly addressOf: AddressOf
  readonly received: (said: z.infer<typeof receivedSchema>) => Promise<void>
  readonly moved: (said: z.infer<typeof movedSchema>) => Promise<void>
}): Hono => {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  const app = new Hono()
  const limit = bodyLimit({ maxSize: 4 * 1024, onError: (c) => c.body(null, 413) })
  const hear = <Said>(
    path: string,
    schema: z.ZodType<Said>,
    note: (said: Said) => Promise<void>,
  ): void => {
    app.post(path, limit, async (c) => {
      const isOver = await limiter.consume(addressOf(c)).then(
        () => false,
        () => true,
      )
      if (isOver) return c.body(null, 429)
      const said = schema.safeParse(await c.req.json().catch(() => null))
      if (!said.success) return c.body(null, 400)
      await note(said.data)
      return c.body(null, 204)
    })
  }
  hear(receivedPath, receivedSchema, received)
  hear(movedPath, movedSchema, moved)
  return app
}
