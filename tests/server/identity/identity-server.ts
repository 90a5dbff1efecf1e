import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createGuardrails, generateSync } from 'otplib'
import type { Database } from '../../../server/db/database'
import { createIdentity, type Identity, type Mail } from '../../../server/identity'
import { secretBox } from '../../../server/secret-box'
import { createAuth, type Auth } from '../../../src/platform/auth'
import { sealedTokens } from '../../sealed-tokens'

/**
 * The real identity server on a real port, a clock that can be moved, and mails that can be read.
 */
export interface IdentityServer {
  readonly origin: string
  readonly identity: Identity
  readonly database: Database
  readonly mails: Mail[]
  readonly faults: unknown[]
  /** Users of organisations that log nobody out by themselves. */
  readonly stays: Set<string>
  /** Moves the server's clock on. */
  pass(milliseconds: number): void
  now(): number
  /**
   * Moves the clock on to early in a step of one-time codes, so that none ends in the middle of a
   * test.
   */
  toNewStep(): void
  /** A new portal with nobody signed in. */
  portal(): Auth
  /** An account of its own, so that tries counted in one test do not reach another. */
  person(options?: { totp?: boolean; password?: string }): Promise<Person>
  post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }>
  /** A password sign-in from an address, with a device's cookie; the answer's word and cookie. */
  try(attempt: {
    readonly email: string
    readonly password: string
    readonly from: string
    readonly cookie?: string | undefined
  }): Promise<{ readonly word: string; readonly cookie: string | undefined }>
  /** The code in the newest mail to the address. */
  mailedCode(to: string): Promise<{ mode: string; code: string; url: string }>
  /** Stops listening; the database is its opener's to close. */
  close(): Promise<void>
}

export interface Person {
  readonly uid: string
  readonly email: string
  readonly password: string
  readonly secret: string
}

const minute = 60_000
export const time = { minute, hour: 60 * minute, step: 30_000 } as const
export const projectId = 'lamplight-test'

/** The authenticator app: the code of `secret` at an instant. */
export const codeAt = (secret: string, nowMs: number): string =>
  generateSync({
    secret,
    epoch: Math.floor(nowMs / 1000),
    guardrails: createGuardrails({ MIN_SECRET_BYTES: 10 }),
  })

/** A six-digit code that is none of those accepted now. */
export const wrongCodeAt = (secret: string, nowMs: number): string => {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeAt(secret, nowMs + steps * time.step)))
  const wrong = Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6)).find(
    (code) => !right.has(code),
  )
  if (wrong === undefined) throw new Error('No wrong code found')
  return wrong
}

export const startIdentityServer = async (database: Database): Promise<IdentityServer> => {
  let offset = 0
  const clock = { now: () => Date.now() + offset }
  const mails: Mail[] = []
  const faults: unknown[] = []
  const stays = new Set<string>()
  const identity = createIdentity({
    secrets: secretBox(new Uint8Array(32)),
    database,
    clock,
    config: {
      projectId,
      portalUrl: 'https://portal.example',
      trustedProxies: 1,
      staysSignedIn: (uid) => Promise.resolve(stays.has(uid)),
      passwordCost: { logN: 10, r: 8, p: 1 },
    },
    mailer: {
      async send(mail) {
        if (mail.to !== null) mails.push(mail)
      },
    },
    report: (thrown) => faults.push(thrown),
  })
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve({ fetch: identity.routes.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(listening),
    )
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const secret = 'JBSWY3DPEHPK3PXP'

  return {
    origin,
    identity,
    database,
    mails,
    faults,
    stays,
    pass: (milliseconds) => {
      offset += milliseconds
    },
    now: clock.now,
    toNewStep: () => {
      offset += time.step - (clock.now() % time.step) + 1000
    },
    portal: () =>
      createAuth(
        { apiKey: 'any-key', projectId, emulatorOrigin: origin, appName: randomUUID() },
        sealedTokens(),
      ),
    async person({ totp = false, password = 'lantern-harbour-violet' } = {}) {
      const email = `${randomUUID()}@riverside.example`
      const uid = await identity.createAccount({ email, password })
      await database.kysely
        .insertInto('user_account')
        .values({ id: uid, email, created_at: new Date(clock.now()).toISOString() })
        .execute()
      if (totp) await identity.enrolTotp({ uid, secret })
      return { uid, email, password, secret }
    },
    async post(path, body) {
      const answer = await fetch(`${origin}${path}?key=any-key`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
    async try({ email, password, from, cookie }) {
      const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
      const answer = await fetch(`${origin}${path}?key=any-key`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': from,
          ...(cookie === undefined ? {} : { Cookie: cookie }),
        },
        body: JSON.stringify({ email, password }),
      })
      const body = (await answer.json()) as { readonly error?: { readonly message: string } }
      return {
        word: body.error?.message ?? 'signed in',
        cookie: answer.headers.getSetCookie()[0]?.split(';')[0],
      }
    },
    async mailedCode(to) {
      const mail = mails.findLast((sent) => sent.to === to)
      const url = /https?:\/\/\S+/u.exec(mail?.text ?? '')?.[0]
      if (url === undefined) throw new Error(`No mail with a link to ${to}`)
      const { searchParams } = new URL(url)
      return { url, mode: searchParams.get('mode') ?? '', code: searchParams.get('oobCode') ?? '' }
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** The challenge of a password sign-in that must have led to one. */
export const challengeOf = async (auth: Auth, person: Person) => {
  const result = await auth.signInWithPassword(person.email, person.password)
  if (result.kind !== 'one-time-password')
    throw new Error(`Expected a challenge, got ${JSON.stringify(result)}`)
  return result.challenge
}

/** The ID token of someone who must be signed in. */
export const tokenOf = async (auth: Auth): Promise<string> => {
  const token = await auth.idToken()
  if (token === null) throw new Error('Expected somebody to be signed in')
  return token
}
