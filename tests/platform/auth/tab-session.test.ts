import { initializeApp } from 'firebase/app'
import { connectAuthEmulator, initializeAuth, signInWithCustomToken } from 'firebase/auth'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { persistenceOf } from '../../../src/platform/auth/persistence'
import { createTabSession } from '../../../src/platform/auth/tab-session'
import { sealedTokens } from '../../sealed-tokens'

const storage = () => {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}
const whole = {
  uid: 'ada',
  stsTokenManager: { refreshToken: 'session-1', accessToken: 'secret', expirationTime: 2 },
}

test('the page has the session whole; the storage, and so the next page, has no ID token', () => {
  const disk = storage()
  const page = createTabSession(disk)
  page.set('user', JSON.stringify(whole))
  expect(JSON.parse(page.get('user') ?? '')).toEqual(whole)
  const kept = { uid: 'ada', stsTokenManager: { refreshToken: 'session-1' } }
  expect(JSON.parse(disk.entries.get('user') ?? '')).toEqual(kept)
  expect(JSON.parse(createTabSession(disk).get('user') ?? '')).toEqual(kept)
  page.remove('user')
  expect([page.get('user'), disk.entries.size]).toEqual([null, 0])
})

test('a storage that is refused or full leaves the page its session', () => {
  const full = { ...storage(), setItem: () => expect.fail('full') }
  for (const page of [createTabSession(null), createTabSession(full)]) {
    page.set('user', JSON.stringify(whole))
    expect(JSON.parse(page.get('user') ?? '')).toEqual(whole)
  }
})

/** A provider on a port of its own: what it was asked, by the last part of the address. */
const startProvider = async () => {
  const jwt = (seconds: number) =>
    ['{}', JSON.stringify({ sub: 'ada', exp: seconds, iat: 0 }), 's'].map(btoa).join('.')
  const asked: string[] = []
  let number = 0
  let isUp = true
  let failure: object | null = null
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://p').pathname.split('/').at(-1) ?? ''
    if (!isUp) {
      response.destroy()
      return
    }
    asked.push(path)
    number += 1
    const idToken = jwt(number)
    const answers: Readonly<Record<string, object>> = {
      'accounts:signInWithCustomToken': { idToken, refreshToken: 'session-1', expiresIn: '3600' },
      'accounts:lookup': { users: [{ localId: 'ada' }] },
      token: { access_token: idToken, refresh_token: 'session-1', expires_in: '3600' },
    }
    response.setHeader('Content-Type', 'application/json')
    if (failure !== null) response.statusCode = 503
    response.end(JSON.stringify(failure ?? answers[path]))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  running.push(server)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    asked,
    line: (up: boolean) => void (isUp = up),
    fails: (answer: object | null) => void (failure = answer),
  }
}
const running: Server[] = []
afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

let pages = 0
/** A page of the tab: the SDK as it opens. The name of the app is in the key of what it keeps. */
const open = (
  disk: ReturnType<typeof storage>,
  { origin }: { readonly origin: string },
  sealed = sealedTokens(),
) => {
  const name = `page-${(pages += 1)}`
  for (const [key, entry] of [...disk.entries])
    disk.entries.set(key.replace(`page-${pages - 1}`, name), entry)
  const auth = initializeAuth(initializeApp({ apiKey: 'key', projectId: 'p' }, name), {
    persistence: persistenceOf(createTabSession(disk), sealed),
  })
  connectAuthEmulator(auth, origin, { disableWarnings: true })
  return auth
}

test('the SDK keeps its session there: its storage holds no ID token after sign-in or renewal, and a new page renews it', async () => {
  const provider = await startProvider()
  const disk = storage()
  const first = open(disk, provider)
  await signInWithCustomToken(first, 'custom')
  const token = (await first.currentUser?.getIdToken()) ?? ''
  expect(token).toMatch(/^[^.]+\.[^.]+\.[^.]+$/)
  const renewed = (await first.currentUser?.getIdToken(true)) ?? ''
  expect(renewed).not.toBe(token)
  const written = () => [...disk.entries.values()].join()
  expect(written()).toContain('session-1')
  for (const one of [token, renewed]) expect(written()).not.toContain(one)

  provider.asked.splice(0)
  const second = open(disk, provider)
  await second.authStateReady()
  const third = (await second.currentUser?.getIdToken()) ?? ''
  expect(provider.asked).toEqual(['token', 'accounts:lookup'])
  expect(written()).not.toContain(third)
})

test('a new page has the sealed ID token of the page before, without asking for another; not another user’s, and none after a sign-out', async () => {
  const provider = await startProvider()
  const [disk, sealed] = [storage(), sealedTokens()]
  const first = open(disk, provider, sealed)
  await signInWithCustomToken(first, 'custom')
  const soon = Math.floor(Date.now() / 1000) + 3600
  // A token of a session that lasts: the provider's own are long over.
  const token = ['{}', JSON.stringify({ sub: 'ada', exp: soon, iat: 0 }), 's'].map(btoa).join('.')
  const keep = (uid: string) =>
    sealed.keep('idToken', JSON.stringify({ uid, accessToken: token, expirationTime: soon * 1000 }))
  await keep('ada')
  provider.asked.splice(0)
  const second = open(disk, provider, sealed)
  await second.authStateReady()
  expect(await second.currentUser?.getIdToken()).toBe(token)
  expect(provider.asked).toEqual(['accounts:lookup'])
  await keep('bob')
  const third = open(disk, provider, sealed)
  await third.authStateReady()
  expect(await third.currentUser?.getIdToken()).not.toBe(token)
  await third.signOut()
  expect(sealed.kept.has('idToken')).toBe(false)
})

test('without a line a new page is still the session’s', async () => {
  const provider = await startProvider()
  const disk = storage()
  await signInWithCustomToken(open(disk, provider), 'custom')
  provider.line(false)
  const page = open(disk, provider)
  await page.authStateReady()
  expect(page.currentUser?.uid).toBe('ada')
  await expect(page.currentUser?.getIdToken()).rejects.toMatchObject({
    code: 'auth/network-request-failed',
  })
  provider.line(true)
  expect(await page.currentUser?.getIdToken()).toBeTypeOf('string')
})

// What the server answers then: failureAnswer, held by tests/server/identity/busy-renewal.test.ts.
test('a server that is busy when a page is loaded does not end its session', async () => {
  const provider = await startProvider()
  const disk = storage()
  await signInWithCustomToken(open(disk, provider), 'custom')
  provider.fails({ message: 'UNAVAILABLE' })
  const page = open(disk, provider)
  await page.authStateReady()
  expect(page.currentUser?.uid).toBe('ada')
  provider.fails(null)
  expect(await page.currentUser?.getIdToken()).toBeTypeOf('string')
})
