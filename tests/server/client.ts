import type { Hono } from 'hono'
import { createApp } from '../../server/app'
import type { AppOptions } from '../../server/app'
import type { Database } from '../../server/db/database'
import { createLog } from '../../server/http/log'
import { IdentityError } from '../../server/identity/errors'
import { now } from './world'

export interface GraphqlError {
  readonly message: string
  readonly path?: readonly string[]
  readonly extensions?: {
    readonly code?: string
    readonly reason?: string
    readonly argErrors?: readonly { path: string; message: string }[]
  }
}
export interface Answer {
  readonly status: number
  readonly data: Record<string, unknown> | null
  readonly errors: readonly GraphqlError[]
}
export interface Ask {
  readonly variables?: Record<string, unknown>
  readonly as?: string
  readonly in?: string
  readonly key?: string
  readonly path?: string
}

/**
 * The server in process, with tokens that read `token-<user id>` (`token-<id>-totp` after a second
 * step), and its log kept.
 */
export interface TestServer {
  readonly app: Hono
  readonly logged: string[]
  ask(query: string, options?: Ask): Promise<Answer>
  fetch(path: string, init?: RequestInit & { as?: string; in?: string }): Promise<Response>
}

const headersOf = (options: {
  as?: string | undefined
  in?: string | undefined
}): Record<string, string> => ({
  ...(options.as === undefined ? {} : { authorization: `Bearer token-${options.as}` }),
  ...(options.in === undefined ? {} : { 'x-acting-organization-id': options.in }),
})

/** Starts the server of a test over its database. */
export async function startServer(
  database: Database,
  more: Partial<AppOptions> & {
    readonly openGraphql?: boolean
    readonly publicDir?: string
    readonly signInsPerMinute?: number
    readonly trustedProxies?: number
    readonly perMinute?: {
      readonly operations: number
      readonly rows: number
      readonly lookups?: number
    }
    readonly asksDatabase?: boolean
    readonly demonstration?: boolean
    readonly staffNeedSecondFactor?: boolean
    readonly strangersPerMinute?: number
    readonly ice?: NonNullable<AppOptions['settings']['ice']>
    readonly idlePerMinute?: { readonly group: number; readonly address: number }
  } = {},
): Promise<TestServer> {
  const logged: string[] = []
  const app = await createApp({
    database,
    clock: { now: () => now },
    log: createLog('debug', {
      write: (line: string) => {
        logged.push(line)
      },
    }),
    verify: async (idToken) => {
      const [, uid, factor] = /^token-([a-z]+)(-totp)?$/.exec(idToken) ?? []
      if (uid === undefined) throw new IdentityError('INVALID_ID_TOKEN')
      return {
        uid,
        email: `${uid}@example.test`,
        authTime: now / 1000,
        provider: 'password',
        claims: {},
        ...(factor === undefined ? {} : { secondFactor: 'totp' }),
      }
    },
    ...more,
    settings: {
      basePath: '/Prod',
      publicDir: more.publicDir ?? '/nonexistent',
      gitHash: 'abc123',
      firebase: false,
      openGraphql: more.openGraphql === true,
      demonstration: more.demonstration === true,
      chatWidgetSecret: 'chat',
      asksDatabase: more.asksDatabase ?? false,
      staffNeedSecondFactor: more.staffNeedSecondFactor ?? false,
      trustedProxies: more.trustedProxies ?? 0,
      signInsPerMinute: more.signInsPerMinute ?? 10_000,
      perMinute: more.perMinute ?? { operations: 1_000_000, rows: 1_000_000, lookups: 1_000_000 },
      strangersPerMinute: more.strangersPerMinute ?? 1_000_000,
      ...(more.ice === undefined ? {} : { ice: more.ice }),
      idlePerMinute: more.idlePerMinute ?? { group: 10_000, address: 10_000 },
    },
  })
  return {
    app,
    logged,
    fetch: async (path, init = {}) =>
      app.request(path, {
        ...init,
        headers: { ...headersOf(init), ...(init.headers as Record<string, string> | undefined) },
      }),
    async ask(query, options = {}) {
      const response = await app.request(options.path ?? '/Prod/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf(options) },
        body: JSON.stringify({
          query,
          variables: options.variables,
          ...(options.key === undefined ? {} : { extensions: { idempotencyKey: options.key } }),
        }),
      })
      const body = (await response.json()) as {
        data?: Record<string, unknown> | null
        errors?: GraphqlError[]
      }
      return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] }
    },
  }
}

/** The code of the first error, or 'ok'. */
export const codeOf = (answer: Answer): string =>
  answer.errors[0]?.extensions?.code ?? (answer.errors.length > 0 ? 'uncoded' : 'ok')
