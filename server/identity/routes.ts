import { Hono } from 'hono'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { findUnstorable } from '../../src/domain/text/storable'
import { comeBackSeconds, DatabaseBusy } from '../db/database-busy'
import type { AddressOf } from '../http/address'
import type { IdentityContext } from './context'
import { deviceName } from './device-name'
import { deviceLifetimeMs } from './devices'
import type { Endpoint } from './endpoints/endpoint'
import { accountEndpoints } from './endpoints/account'
import { passwordResetEndpoints } from './endpoints/password-reset'
import { secondFactorEndpoints } from './endpoints/second-factor'
import { sessionEndpoints } from './endpoints/sessions'
import { signInEndpoints } from './endpoints/sign-in'
import { errorAnswer, failureAnswer, IdentityError } from './errors'
import { refreshSession } from './sessions'
import type { Visitor } from './visitor'

/** A Map, not an object: a caller's `toString` must find nothing. */
const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [
    signInEndpoints,
    accountEndpoints,
    passwordResetEndpoints,
    secondFactorEndpoints,
    sessionEndpoints,
  ].flatMap((some) => Object.entries(some)),
)

/**
 * Names the device to the accounts that signed in on it, and to its sessions, which are renewed with
 * it alone; no script reads it.
 */
const deviceCookie = 'lamplight-device-key'

const toolkit = '/identitytoolkit.googleapis.com/'
const secureToken = '/securetoken.googleapis.com/'

/** Names the refresh token of one session, by the session's id; no script reads it. */
const sessionCookie = 'lamplight-session-'
/** What takes a refresh token. */
const tokenPaths = [`${secureToken}v1/token`, `${toolkit}lamplight/sessions:signOut`]

/**
 * The Identity Toolkit paths that the firebase SDK calls. Never cached; same origin only, no CORS.
 * @param report is told our own faults; the caller only learns that there was one
 */
export const identityRoutes = (
  context: IdentityContext,
  report: (thrown: unknown) => void,
  addressOf: AddressOf,
): Hono => {
  const app = new Hono()
  const visitorOf = (c: Context): Visitor => {
    const deviceKey = getCookie(c, deviceCookie)
    let kept: string | null = null
    const cookie = {
      httpOnly: true,
      sameSite: 'Strict',
      secure: context.portalUrl.startsWith('https:'),
    } as const
    const tokens = new Map(
      Object.entries(getCookie(c)).flatMap(([name, token]) =>
        /^[\w-]{43}$/u.test(token) && name.startsWith(sessionCookie)
          ? [[name.slice(sessionCookie.length), token] as const]
          : [],
      ),
    )
    // A browser sends it with every request, and no script can leave it out.
    const isBrowser = c.req.header('Sec-Fetch-Site') !== undefined
    return {
      address: addressOf(c),
      deviceKey: deviceKey !== undefined && /^[\w-]{43}$/u.test(deviceKey) ? deviceKey : null,
      keepKey: (key) => {
        if (key === kept) return
        kept = key
        for (const path of [toolkit, secureToken])
          setCookie(c, deviceCookie, key, {
            ...cookie,
            path: path.slice(0, -1),
            maxAge: deviceLifetimeMs / 1000,
          })
      },
      sessionIds: [...tokens.keys()],
      tokenOf: (shown) => tokens.get(shown) ?? shown,
      giveToken: (sessionId, refreshToken) => {
        if (!isBrowser) return refreshToken
        // Without an age: it goes with the browser.
        for (const path of tokenPaths)
          setCookie(c, `${sessionCookie}${sessionId}`, refreshToken, { ...cookie, path })
        return sessionId
      },
      dropToken: (sessionId) => {
        if (tokens.has(sessionId))
          for (const path of tokenPaths)
            deleteCookie(c, `${sessionCookie}${sessionId}`, { ...cookie, path })
      },
    }
  }
  const limit = bodyLimit({
    maxSize: 16 * 1024,
    onError: (c) => c.json(errorAnswer(413, 'INVALID_REQUEST'), 413),
  })

  app.use(
    `${toolkit}*`,
    async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
    },
    limit,
  )
  app.use(
    `${secureToken}*`,
    async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
    },
    limit,
  )

  app.post(`${toolkit}*`, async (c) => {
    const answer = endpoints.get(c.req.path.slice(toolkit.length))
    if (answer === undefined) return c.json(errorAnswer(404, 'NOT_FOUND'), 404)
    if (!/^application\/json\b/iu.test(c.req.header('Content-Type') ?? ''))
      return c.json(errorAnswer(415, 'INVALID_REQUEST'), 415)
    const body: unknown = await c.req.json().catch(() => null)
    if (findUnstorable(body) !== null) throw new IdentityError('INVALID_REQUEST')
    const device = deviceName(c.req.header('User-Agent') ?? '')
    return c.json(await answer({ ...context, device, visitor: visitorOf(c) }, body))
  })

  app.post(`${secureToken}v1/token`, async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const refreshToken = form.get('refresh_token')
    if (
      form.get('grant_type') !== 'refresh_token' ||
      refreshToken === null ||
      findUnstorable(refreshToken) !== null
    )
      throw new IdentityError('INVALID_REQUEST')
    const session = await refreshSession({ ...context, visitor: visitorOf(c) }, refreshToken)
    return c.json({
      access_token: session.idToken,
      id_token: session.idToken,
      expires_in: session.expiresIn,
      token_type: 'Bearer',
      refresh_token: session.refreshToken,
      user_id: session.uid,
      project_id: context.projectId,
    })
  })

  const known = (path: string): boolean => path.startsWith(toolkit) || path.startsWith(secureToken)
  app.notFound((c) =>
    known(c.req.path) ? c.json(errorAnswer(404, 'NOT_FOUND'), 404) : c.text('Not found', 404),
  )
  app.onError((thrown, c) => {
    c.header('Cache-Control', 'no-store')
    if (thrown instanceof IdentityError) return c.json(errorAnswer(400, thrown.message), 400)
    if (thrown instanceof DatabaseBusy) {
      c.header('Retry-After', String(comeBackSeconds))
      return c.json(failureAnswer(c.req.path, 503, 'UNAVAILABLE'), 503)
    }
    report(thrown)
    return c.json(failureAnswer(c.req.path, 500, 'INTERNAL_ERROR'), 500)
  })
  return app
}
