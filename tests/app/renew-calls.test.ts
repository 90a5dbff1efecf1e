import { afterEach, expect, test, vi } from 'vitest'
import { renewCalls } from '../../src/app/renew-calls'
import { source, type Connection, type SessionState } from '../../src/engine/define'
import { done, meOf, refused, signedIn, signedOut } from './fake-portal'

const endpoint = 'https://push.example/1'
const live: Connection = { state: 'live', lastContactAt: 0, waiting: 0, refused: 0 }
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }

afterEach(() => vi.useRealTimers())

/** A page of a browser that has an address at its push service, or none. */
const page = (start: SessionState, hasAddress = true) => {
  const session = source<SessionState>(start)
  const connection = source<Connection>(live)
  const run = vi.fn(async (): Promise<ReturnType<typeof done> | ReturnType<typeof refused>> =>
    done(true),
  )
  const unsubscribe = vi.fn(async () => true)
  const reported: unknown[] = []
  const getSubscription = async () =>
    hasAddress
      ? ({ toJSON: () => ({ endpoint, keys }), unsubscribe } as unknown as PushSubscription)
      : null
  const stop = renewCalls(
    { session, connection, run: run as never },
    Promise.resolve({ pushManager: { getSubscription } as unknown as PushManager }),
    (thrown) => reported.push(thrown),
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { session, connection, run, unsubscribe, reported, stop, settle }
}

test('who signs in goes on being called where they were called before: the server knows', async () => {
  const { session, run, settle } = page(signedOut)
  session.set(signedIn(meOf()))
  session.set(signedIn(meOf()))
  await settle()
  expect(run.mock.calls).toEqual([
    [expect.objectContaining({ name: 'registerPush' }), { endpoint, ...keys, renews: true }],
  ])
})

test.each<[string, SessionState]>([
  ['a sign-in that was over', { ...signedOut, ended: 'unauthorized' }],
  ['a lock', { ...signedOut, status: 'locked', ended: 'idle' }],
  ['a page that waited for a sign-in', { ...signedIn(meOf()), awaitsSignIn: true }],
])('who signs in again on the same page after %s is called again', async (_what, between) => {
  const { session, run, settle } = page(signedIn(meOf()))
  await settle()
  session.set(between)
  await settle()
  session.set(signedIn(meOf()))
  await settle()
  expect(run).toHaveBeenCalledTimes(2)
})

test('what a server that is busy refuses is asked again after a wait, and once the connection is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { session, connection, run, reported, settle } = page(signedOut)
  run.mockResolvedValueOnce(refused('busy', 'maintenance'))
  run.mockResolvedValueOnce(refused('no answer', 'network'))
  session.set(signedIn(meOf()))
  await settle()
  expect([run.mock.calls.length, reported.length]).toEqual([1, 1])
  vi.advanceTimersByTime(5_000)
  await settle()
  expect(run).toHaveBeenCalledTimes(2)
  connection.set({ ...live, state: 'offline' })
  connection.set(live)
  await settle()
  expect(run).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(60 * 60_000)
  await settle()
  expect([run.mock.calls.length, reported.length]).toEqual([3, 1])
})

test('who signed out is not called by a try that waited', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { session, run, settle } = page(signedOut)
  run.mockResolvedValue(refused('busy', 'maintenance'))
  session.set(signedIn(meOf()))
  await settle()
  session.set(signedOut)
  vi.advanceTimersByTime(60_000)
  await settle()
  expect(run).toHaveBeenCalledOnce()
})

test('what is not worth another try is reported', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { session, run, reported, settle } = page(signedOut)
  run.mockResolvedValue(refused('no', 'conflict'))
  session.set(signedIn(meOf()))
  await settle()
  vi.advanceTimersByTime(60 * 60_000)
  await settle()
  expect([run.mock.calls.length, reported.length]).toEqual([1, 1])
})

test('a browser that was never called says nothing, nor one where nobody signed in at the server', async () => {
  const never = page(signedIn(meOf()), false)
  const unlocked = page({ ...signedIn(meOf()), awaitsSignIn: true })
  await never.settle()
  expect([never.run.mock.calls, unlocked.run.mock.calls]).toEqual([[], []])
})

test('who signs out leaves a browser that is not called, whether or not the server hears of it', async () => {
  const { session, unsubscribe, settle } = page(signedIn(meOf()))
  session.set(signedOut)
  await settle()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('a sign-in that is over by itself, a lock and a page that was just opened leave it', async () => {
  const { session, unsubscribe, settle } = page(signedOut)
  session.set(signedIn(meOf()))
  session.set({ ...signedOut, status: 'locked' })
  session.set({ ...signedOut, ended: 'unauthorized' })
  await settle()
  expect(unsubscribe).not.toHaveBeenCalled()
})

test('a sign-in that fails after one that was over leaves it', async () => {
  const { session, unsubscribe, settle } = page(signedIn(meOf()))
  session.set({ ...signedOut, ended: 'unauthorized' })
  session.set({ ...signedOut, status: 'refreshing' })
  session.set(signedOut)
  await settle()
  expect(unsubscribe).not.toHaveBeenCalled()
})
