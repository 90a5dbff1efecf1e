import { expect, test, vi } from 'vitest'
import { renewCalls } from '../../src/app/renew-calls'
import { source } from '../../src/engine/define'
import type { SessionState } from '../../src/engine/define'
import { done, meOf, signedIn, signedOut } from './fake-portal'

const endpoint = 'https://push.example/1'
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }

/** A page of a browser that has an address at its push service, or none. */
const page = (start: SessionState, hasAddress = true) => {
  const session = source<SessionState>(start)
  const run = vi.fn(async () => done(true))
  const unsubscribe = vi.fn(async () => true)
  const reported: unknown[] = []
  const getSubscription = async () =>
    hasAddress
      ? ({ toJSON: () => ({ endpoint, keys }), unsubscribe } as unknown as PushSubscription)
      : null
  const stop = renewCalls(
    { session, run: run as never },
    Promise.resolve({ pushManager: { getSubscription } as unknown as PushManager }),
    (thrown) => reported.push(thrown),
  )
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { session, run, unsubscribe, reported, stop, settle }
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
