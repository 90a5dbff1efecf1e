import { generateKeyPairSync } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import type { Trx } from '../../../server/db/database'
import type { Mail } from '../../../server/identity'
import {
  createFirebaseAdministration,
  createFirebaseWelcome,
  serviceAccountSchema,
} from '../../../server/identity/firebase-administration'

const now = Date.parse('2026-03-02T12:00:00.000Z')
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const account = serviceAccountSchema.parse({
  client_email: 'admin@project.iam.gserviceaccount.com',
  private_key: privateKey,
})
// Nothing of it is used: Google keeps the accounts.
const trx = {} as Trx

interface Account {
  readonly localId: string
  readonly email: string
  password?: string
  lastLoginAt?: string
  mfa: boolean
  validSince?: string
  disabled?: boolean
}

/** Google's endpoints, as far as documented: paths, words of refusal, the bearer's scope. */
const fakeGoogle = () => {
  const accounts = new Map<string, Account>()
  const paths: string[] = []
  const answer = (status: number, body: unknown): Response =>
    new Response(JSON.stringify(body), { status })
  const refuse = (message: string): Response =>
    answer(400, { error: { code: 400, message, errors: [{ message, domain: 'global' }] } })
  let down = false
  const toolkit = (method: string, body: Record<string, never>): Response => {
    const { localId, email } = body as { localId?: string; email?: string }
    const one = accounts.get(localId ?? '')
    switch (method) {
      case 'accounts:lookup': {
        const [ids, emails] = [body['localId'], body['email']] as unknown as [string[]?, string[]?]
        const users = [...accounts.values()].filter(
          (known) =>
            ids?.includes(known.localId) === true || emails?.includes(known.email) === true,
        )
        return answer(200, {
          kind: 'identitytoolkit#GetAccountInfoResponse',
          ...(users.length === 0
            ? {}
            : {
                users: users.map(({ password, ...known }) => ({
                  ...known,
                  ...(password === undefined ? {} : { passwordHash: 'UkVEQUNURUQ=' }),
                })),
              }),
        })
      }
      case 'accounts':
        if ([...accounts.values()].some((known) => known.email === email))
          return refuse('EMAIL_EXISTS')
        if (one !== undefined) return refuse('DUPLICATE_LOCAL_ID')
        accounts.set(localId ?? '', { localId: localId ?? '', email: email ?? '', mfa: false })
        return answer(200, { kind: 'identitytoolkit#SignupNewUserResponse', localId })
      case 'accounts:update':
        if (one === undefined) return refuse('USER_NOT_FOUND')
        if (String(body['password'] ?? 'long enough').length < 6)
          return refuse('WEAK_PASSWORD : Password should be at least 6 characters')
        Object.assign(one, body, { mfa: 'mfa' in body ? false : one.mfa })
        return answer(200, { localId })
      case 'accounts:delete':
        if (!accounts.delete(localId ?? '')) return refuse('USER_NOT_FOUND')
        return answer(200, { kind: 'identitytoolkit#DeleteAccountResponse' })
      case 'accounts:sendOobCode':
        return [...accounts.values()].some((known) => known.email === email)
          ? answer(200, {
              email,
              oobLink: `https://project.firebaseapp.com/__/auth/action?mode=resetPassword&oobCode=code-${email}&apiKey=k`,
            })
          : refuse('EMAIL_NOT_FOUND')
      default:
        return answer(404, {})
    }
  }
  const fetch = (async (input: string, init: RequestInit) => {
    paths.push(new URL(input).pathname)
    if (down) return new Response('busy', { status: 503 })
    if (input === account.token_uri) {
      const form = init.body as URLSearchParams
      const { payload } = await jwtVerify(
        form.get('assertion') ?? '',
        await importSPKI(publicKey, 'RS256'),
        { audience: account.token_uri, issuer: account.client_email, currentDate: new Date(now) },
      )
      if (payload['scope'] !== 'https://www.googleapis.com/auth/identitytoolkit')
        return answer(400, { error: 'invalid_scope' })
      return answer(200, { access_token: 'google-token', expires_in: 3599, token_type: 'Bearer' })
    }
    if (new Headers(init.headers).get('authorization') !== 'Bearer google-token')
      return answer(401, { error: { code: 401, message: 'UNAUTHENTICATED' } })
    const method = /^\/v1\/projects\/project\/(.*)$/u.exec(new URL(input).pathname)?.[1] ?? ''
    return toolkit(method, JSON.parse(String(init.body)) as Record<string, never>)
  }) as typeof globalThis.fetch
  return {
    accounts,
    paths,
    fetch,
    fail: () => {
      down = true
    },
    heal: () => {
      down = false
    },
  }
}

let google: ReturnType<typeof fakeGoogle>
let mails: Mail[]
let time: number
let users: ReturnType<typeof createFirebaseAdministration>
beforeEach(() => {
  google = fakeGoogle()
  mails = []
  time = now
  users = createFirebaseAdministration({
    projectId: 'project',
    account,
    clock: { now: () => time },
    mailer: {
      send: async (mail) => {
        mails.push(mail)
      },
    },
    portalOf: () => 'https://portal.example',
    fetch: google.fetch,
  })
})
const ada = { uid: 'ada', email: 'Ada@Fen.example', edition: 'en-US' as const }
const welcomed = { ...ada, organizationName: 'Fen Ward', edition: 'en-GB' as const }

test('K25 an account is made once, and is known then', async () => {
  expect(await users.accountsOf(trx, ['ada'])).toEqual(new Set())
  expect(await users.createAccount(trx, ada)).toBe(true)
  expect(await users.createAccount(trx, ada)).toBe(true)
  expect([...google.accounts.values()]).toMatchObject([
    { localId: 'ada', email: 'ada@fen.example' },
  ])
  expect(await users.accountsOf(trx, ['ada', 'bea'])).toEqual(new Set(['ada']))
})

test('K25 the address of somebody who uses it is not taken', async () => {
  google.accounts.set('x', { localId: 'x', email: 'ada@fen.example', password: 'p', mfa: false })
  expect(await users.createAccount(trx, ada)).toBe(false)
  expect([...google.accounts.keys()]).toEqual(['x'])
})

test('K25 an account that an undone attempt left is taken over', async () => {
  google.accounts.set('left', { localId: 'left', email: 'ada@fen.example', mfa: false })
  expect(await users.createAccount(trx, ada)).toBe(true)
  expect([...google.accounts.keys()]).toEqual(['ada'])
})

test('K25 more than a hundred users are asked for a hundred at a time', async () => {
  await users.createAccount(trx, ada)
  google.paths.length = 0
  const ids = Array.from({ length: 250 }, (_none, index) => `u${index}`)
  expect(await users.accountsOf(trx, [...ids, 'ada'])).toEqual(new Set(['ada']))
  expect(google.paths).toHaveLength(3)
})

test('K25 a reset link is the portal’s own, with Google’s code', async () => {
  await users.createAccount(trx, ada)
  expect(await users.passwordResetUrl(trx, 'ada')).toBe(
    'https://portal.example/account-action?mode=resetPassword&oobCode=code-ada%40fen.example',
  )
  expect(await users.passwordResetUrl(trx, 'nobody')).toBeNull()
  mails.length = 0
  expect(await users.sendPasswordReset(trx, 'ada')).toBe(true)
  expect(await users.sendPasswordReset(trx, 'nobody')).toBe(false)
  expect(mails.map(({ to, text }) => [to, /oobCode=code-ada/.test(text)])).toEqual([
    ['ada@fen.example', true],
  ])
})

test('K25 a welcome mail, and an invitation, have a link for who has no password yet', async () => {
  await users.createAccount(trx, ada)
  const send = async () => {
    mails.length = 0
    await users.sendWelcome(trx, welcomed)
    await users.sendInvitation(trx, welcomed)
    return mails.map(({ text }) => text.includes('oobCode=code-ada'))
  }
  expect(await send()).toEqual([true, true])
  await users.setPassword(trx, ada, 'lantern-harbour-violet', [])
  expect(await send()).toEqual([false, false])
})

test('K25 a password is set and ends every session; a mail tells of one that replaces another', async () => {
  await users.createAccount(trx, ada)
  expect(await users.setPassword(trx, ada, 'lantern-harbour-violet', [])).toBeNull()
  expect(google.accounts.get('ada')).toMatchObject({
    password: 'lantern-harbour-violet',
    validSince: String(now / 1000),
  })
  expect(mails).toEqual([])
  expect(await users.setPassword(trx, ada, 'violet-harbour-lantern', [])).toBeNull()
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Lamplight password was changed'])
  expect(mails[0]?.text).toContain('your organization.')
})

test('K25 a weak password is refused before Google hears of it', async () => {
  await users.createAccount(trx, ada)
  google.paths.length = 0
  expect(await users.setPassword(trx, ada, 'short', [])).toMatch(/\w/)
  expect(google.paths).toEqual([])
  expect(mails).toEqual([])
})

test('K25 the second factor is taken off and every session ends', async () => {
  await users.createAccount(trx, ada)
  Object.assign(google.accounts.get('ada') ?? {}, { mfa: true })
  await users.unenrolTotp(trx, 'ada')
  expect(google.accounts.get('ada')).toMatchObject({ mfa: false, validSince: String(now / 1000) })
})

test('K25 a removed account is gone, and removed again is no error', async () => {
  await users.createAccount(trx, ada)
  await users.deleteAccount(trx, 'ada')
  await users.deleteAccount(trx, 'ada')
  await users.unenrolTotp(trx, 'ada')
  expect(google.accounts.size).toBe(0)
})

test('K25 a token signs in as a user, with who acts, for five minutes', async () => {
  const token = await users.signInToken('ada', { loggedInAs: 'staff' })
  const { payload } = await jwtVerify(token, await importSPKI(publicKey, 'RS256'), {
    issuer: account.client_email,
    subject: account.client_email,
    audience:
      'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
    currentDate: new Date(now),
  })
  expect(payload).toMatchObject({ uid: 'ada', claims: { loggedInAs: 'staff' } })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
})

test('K25 the access token is asked for once an hour', async () => {
  const asked = () => google.paths.filter((path) => path === '/token').length
  await users.accountsOf(trx, ['a'])
  await users.accountsOf(trx, ['a'])
  expect(asked()).toBe(1)
  time = now + 3_600_000
  await users.accountsOf(trx, ['a']).catch(() => {}) // the fake checks by its own clock
  expect(asked()).toBe(2)
})

test('K25 what Google does not answer is an error that names no secret', async () => {
  google.fail()
  await expect(users.accountsOf(trx, ['a'])).rejects.toThrow('The service account was refused: 503')
  expect(serviceAccountSchema.safeParse({ client_email: 'x' }).success).toBe(false)
})

test('a sign-in that Google revoked, disabled or deleted is refused within a minute, and who is not known is asked about once', async () => {
  google.accounts.set('u', { localId: 'u', email: 'u@example.org', mfa: false })
  const requireWelcome = createFirebaseWelcome({
    projectId: 'project',
    account,
    clock: { now: () => time },
    fetch: google.fetch,
  })
  const signedIn = { uid: 'u', authTime: now / 1000 - 600 }
  const asked = () => google.paths.filter((path) => path.endsWith('accounts:lookup')).length
  const change = (more: Partial<Account>): void => {
    const one = google.accounts.get('u')
    if (one !== undefined) Object.assign(one, more)
  }
  await Promise.all([requireWelcome(signedIn), requireWelcome(signedIn)])
  expect(asked()).toBe(1)
  change({ validSince: String(now / 1000 - 300) })
  time += 61_000
  await expect(requireWelcome(signedIn)).rejects.toMatchObject({ name: 'EndedSignInError' })
  await requireWelcome({ uid: 'u', authTime: now / 1000 - 200 })
  change({ disabled: true })
  time += 61_000
  await expect(requireWelcome(signedIn)).rejects.toMatchObject({ code: 'USER_DISABLED' })
  // What it said last stands where it does not answer.
  google.fail()
  time += 61_000
  await expect(requireWelcome(signedIn)).rejects.toMatchObject({ code: 'USER_DISABLED' })
  await requireWelcome({ uid: 'unknown', authTime: now / 1000 })
  google.heal()
  google.accounts.clear()
  time += 61_000
  await expect(requireWelcome(signedIn)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
})
