import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database'
import { createAuth } from '../../../src/platform/auth'
import { projectId, startIdentityServer, type IdentityServer } from './identity-server'
import { openMemory } from '../memory'
import { sealedTokens } from '../../sealed-tokens'

let database: Database
let server: IdentityServer
let front: ReturnType<typeof serve>
/**
 * A provider whose accounts need no e-mail, as Firebase allows (e.g. made by custom tokens): ours
 * with the address taken out of its answers.
 */
beforeAll(async () => {
  database = await openMemory()
  server = await startIdentityServer(database)
  const app = new Hono()
  app.post('/*', async (c) => {
    const answer = await server.identity.routes.request(c.req.path, {
      method: 'POST',
      headers: c.req.header(),
      body: await c.req.text(),
    })
    return c.json(
      JSON.parse(await answer.text(), (key: string, value: unknown) =>
        key === 'email' ? undefined : value,
      ),
    )
  })
  front = await new Promise((resolve) => {
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(listening),
    )
  })
})
afterAll(async () => {
  await new Promise((resolve) => {
    front.close(resolve)
  })
  await server.close()
  await database.close()
})

test('P270 a user without an e-mail address cannot start enrolling', async () => {
  const person = await server.person()
  const auth = createAuth(
    {
      apiKey: 'any-key',
      projectId,
      emulatorOrigin: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      appName: 'no-address',
    },
    sealedTokens(),
  )
  expect(await auth.signInWithToken(await server.identity.customToken(person.uid))).toEqual({
    kind: 'success',
  })
  expect(await auth.startTotpEnrolment('any')).toMatchObject({
    kind: 'problem',
    problem: { code: 'invalid-arguments:no-address' },
  })
})
