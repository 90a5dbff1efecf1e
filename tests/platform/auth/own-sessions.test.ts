import type { Auth as FirebaseAuth } from 'firebase/auth'
import { afterEach, expect, test, vi } from 'vitest'
import { openFirebaseAuth } from '../../../src/platform/auth/firebase-auth'
import { createTabSession } from '../../../src/platform/auth/tab-session'
import { sealedTokens } from '../../sealed-tokens'

// After a reload the SDK reads the tab's session while the page is drawn already.

const sdk = vi.hoisted(() => ({ auth: {} as unknown }))
vi.mock('firebase/app', () => ({ initializeApp: () => ({}) }))
vi.mock('firebase/auth', async (original) => ({
  ...(await original<typeof import('firebase/auth')>()),
  initializeAuth: () => sdk.auth,
  connectAuthEmulator: () => undefined,
}))

/** The SDK as a page that was just loaded has it: who is signed in is not known yet. */
const reloaded = (arriving: { getIdToken(): Promise<string> } | null) => {
  let ready: () => void = () => undefined
  const isReady = new Promise<void>((resolve) => {
    ready = resolve
  })
  const auth = { currentUser: null as typeof arriving, authStateReady: () => isReady }
  sdk.auth = auth as unknown as FirebaseAuth
  return {
    open: () =>
      openFirebaseAuth(
        { apiKey: 'key', projectId: 'p', emulatorOrigin: 'https://portal.example' },
        {
          onNewer: () => undefined,
          catchUp: async () => undefined,
          tell: () => undefined,
        } as never,
        createTabSession(null),
        sealedTokens(),
      ),
    arrive: () => {
      auth.currentUser = arriving
      ready()
    },
  }
}
const inAnHour = () => ({ expirationTime: Date.now() + 3_600_000 })
const user = { getIdToken: async () => 'token', stsTokenManager: inAnHour() }
const answers = (body: object) => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { body: sent }: { body: string }) => {
    asked.push([address.split('/').at(-1), JSON.parse(sent)])
    return new Response(JSON.stringify(body))
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

test('the list of sessions, and the end of one, wait for the session of a page that was just loaded', async () => {
  const asked = answers({ sessions: [], devices: [] })
  const page = reloaded(user)
  const auth = page.open()
  const [listed, ended] = [auth.sessions(), auth.endSession('s2')]
  page.arrive()
  expect(await listed).toEqual({ kind: 'sessions', sessions: [], devices: [] })
  expect(await ended).toEqual({ kind: 'success' })
  expect(asked).toContainEqual(['sessions:list', { idToken: 'token' }])
  expect(asked).toContainEqual(['sessions:end', { idToken: 'token', sessionId: 's2' }])
})

test('without a session nothing is asked; without a line the problem is the line', async () => {
  const asked = answers({ sessions: [], devices: [] })
  const nobody = reloaded(null)
  const none = nobody.open().sessions()
  nobody.arrive()
  expect(await none).toMatchObject({ kind: 'problem', problem: { code: 'no-token' } })
  const offline = reloaded({
    getIdToken: async () => {
      throw Object.assign(new Error('offline'), { code: 'auth/network-request-failed' })
    },
  })
  const unread = offline.open().sessions()
  offline.arrive()
  expect(await unread).toMatchObject({ kind: 'problem', problem: { kind: 'network' } })
  expect(asked).toEqual([])
})
