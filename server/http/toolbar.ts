import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import {
  longestIdentity,
  toolbarAccountPath,
  toolbarSignInPath,
} from '../../src/domain/toolbar-identity/toolbar-identity'
import type { LinkedAccount, LinkedSignIn } from '../toolbar/sign-in'

const bodySchema = z.object({ identity: z.string().min(1).max(longestIdentity) })

/**
 * What a page asks that a toolbar opened, before it asks for a password. An identity that is not believed is
 * answered as one that is nobody's.
 */
export const toolbarRoutes = ({
  account,
  signIn,
  strangers,
}: {
  readonly account: (identity: string) => Promise<LinkedAccount | null>
  readonly signIn: (identity: string) => Promise<LinkedSignIn | null>
  readonly strangers: MiddlewareHandler
}): Hono => {
  const app = new Hono()
  const limit = bodyLimit({ maxSize: 8 * 1024, onError: (c) => c.body(null, 413) })
  app.post(toolbarAccountPath, strangers, limit, async (c) => {
    const body = bodySchema.safeParse(await c.req.json().catch(() => null))
    if (!body.success) return c.body(null, 400)
    return c.json({ account: await account(body.data.identity) })
  })
  app.post(toolbarSignInPath, strangers, limit, async (c) => {
    const body = bodySchema.safeParse(await c.req.json().catch(() => null))
    if (!body.success) return c.body(null, 400)
    return c.json({ signIn: await signIn(body.data.identity) })
  })
  return app
}
