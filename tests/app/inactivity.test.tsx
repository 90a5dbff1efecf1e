// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../src/app/shell/SignOutDialog'
import { sharedActivity } from '../../src/app/notices/last-activity'
import {
  done,
  fakeActivity,
  meOf,
  openPortal,
  settled,
  signedIn,
  type MeOptions,
} from './fake-portal'

const start = Date.parse('2026-01-05T12:00:00Z')
beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: start })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const minute = 60_000
/** Second by second, as a screen that is drawn in between lives through it. */
const pass = async (ms: number) => {
  for (let left = ms; left > 0; left -= 1_000)
    await act(async () => vi.advanceTimersByTimeAsync(Math.min(1_000, left)))
}
const open = async (
  me: MeOptions = { features: ['automaticLogoutAlert'] },
  activity = fakeActivity(start),
) => {
  const portal = openPortal('/virtual-ward', { session: signedIn(meOf(me)), activity })
  await settled(() => vi.advanceTimersByTimeAsync(0))
  return { ...portal, activity }
}
const dialog = () => screen.queryByRole('alertdialog', { name: 'Your session is about to end' })
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await vi.advanceTimersByTimeAsync(0)
  })

describe('the inactivity dialog', () => {
  test('P149 P150 P151 P251 after 15 quiet minutes it warns and offers Sign out and Stay signed in', async () => {
    await open()
    await pass(15 * minute - 1_000)
    expect(dialog()).toBeNull()
    await pass(1_000)
    expect(dialog()).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Stay signed in' })).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toContain('5:00')
  })

  test('using the portal puts it off; the organisation chooses how long', async () => {
    const me = meOf({ features: ['automaticLogoutAlert'] })
    await open({
      features: ['automaticLogoutAlert'],
      over: { actingOrganization: { ...me.actingOrganization, inactivityMinutes: 5 } },
    })
    await pass(4 * minute)
    fireEvent.keyDown(document.body, { key: 'a' })
    await pass(4 * minute)
    expect(dialog()).toBeNull()
    await pass(minute)
    expect(dialog()).toBeTruthy()
  })

  test('P253 with no answer within 5 minutes the user is signed out; moving the mouse is no answer', async () => {
    const portal = await open()
    await pass(15 * minute)
    fireEvent.pointerMove(document.body)
    await pass(5 * minute - 1_000)
    expect(portal.actions.lock).not.toHaveBeenCalled()
    expect(screen.getByRole('timer').textContent).toContain('0:01')
    await pass(1_000)
    expect(portal.actions.lock).toHaveBeenCalledTimes(1)
    await settled(() => vi.advanceTimersByTimeAsync(0))
    expect(portal.at()).toBe('/login?next=%2Fvirtual-ward')
  })

  test('a sign-in or unlock after the lock counts as use: it locks again only after another quiet time', async () => {
    const portal = await open()
    await pass(20 * minute)
    await settled(() => vi.advanceTimersByTimeAsync(0))
    expect(portal.at()).toBe('/login?next=%2Fvirtual-ward')
    await pass(5 * minute)
    act(() => portal.session.set(signedIn(meOf({ features: ['automaticLogoutAlert'] }))))
    await pass(15 * minute - 1_000)
    expect(portal.actions.lock).toHaveBeenCalledTimes(1)
    expect(dialog()).toBeNull()
    await pass(1_000)
    expect(dialog()).toBeTruthy()
  })

  test('P254 Stay signed in tells the server (didStayLoggedIn) and starts anew', async () => {
    const portal = await open()
    portal.run.mockResolvedValue(done(true))
    await pass(17 * minute)
    await press('Stay signed in')
    expect(dialog()).toBeNull()
    expect(portal.run).toHaveBeenCalledExactlyOnceWith('didStayLoggedIn', {})
    await pass(15 * minute - 1_000)
    expect(dialog()).toBeNull()
    await pass(1_000)
    expect(dialog()).toBeTruthy()
  })

  test('Sign out signs out at once', async () => {
    const portal = await open()
    await pass(15 * minute)
    await press('Sign out')
    expect(portal.actions.signOut).toHaveBeenCalledTimes(1)
  })

  test('Sign out asks first where the user’s work needs a decision, since its text cannot be read afterwards; unanswered it still locks', async () => {
    const portal = await open()
    act(() =>
      portal.connection.set({ state: 'live', lastContactAt: start, waiting: 0, refused: 2 }),
    )
    await pass(15 * minute)
    await press('Sign out')
    await settled(() => vi.advanceTimersByTimeAsync(0))
    expect(portal.actions.signOut).not.toHaveBeenCalled()
    expect(screen.getByRole('alertdialog').textContent).toContain(
      'After you sign out their text cannot be read on this device',
    )
    await pass(5 * minute)
    expect(portal.actions.lock).toHaveBeenCalledTimes(1)
    await settled(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('what happens in another tab counts: it puts the warning off and takes it away', async () => {
    const portal = await open()
    await pass(14 * minute)
    act(() => portal.activity.set(Date.now()))
    await pass(14 * minute)
    expect(dialog()).toBeNull()
    await pass(minute)
    expect(dialog()).toBeTruthy()
    act(() => portal.activity.set(Date.now()))
    expect(dialog()).toBeNull()
  })

  test('a device that slept past the answer is signed out when it wakes', async () => {
    const portal = await open()
    vi.setSystemTime(start + 60 * minute)
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(portal.actions.lock).toHaveBeenCalledTimes(1)
  })

  test('P255 P256 without the flag automaticLogoutAlert, and for share-link users, there is none', async () => {
    const warned = vi.fn()
    const passWatching = async () => {
      for (let at = 0; at < 60; at += 1) {
        // A minute at once: seven thousand frames, one a second, take a busy machine longer than a
        // test may take.
        await act(async () => vi.advanceTimersByTimeAsync(minute))
        if (dialog() !== null) warned()
      }
    }
    const without = await open({})
    await passWatching()
    expect(warned).not.toHaveBeenCalled()
    expect(without.actions.lock).not.toHaveBeenCalled()
    expect(without.at()).toBe('/virtual-ward')
    cleanup()
    const me = meOf({ features: ['automaticLogoutAlert'] })
    const state = signedIn(me)
    const share = openPortal('/account', {
      session: {
        ...state,
        principal: state.principal && { ...state.principal, kind: 'share', sharedPatientId: 'p-1' },
      },
    })
    await settled(() => vi.advanceTimersByTimeAsync(0))
    await passWatching()
    expect(warned).not.toHaveBeenCalled()
    expect(share.actions.lock).not.toHaveBeenCalled()
    expect(share.actions.signOut).not.toHaveBeenCalled()
  })
})

describe('the shared record of the last use', () => {
  test('opening the portal counts; marks are written at most once a second and read by the other tabs', () => {
    const one = sharedActivity(start)
    const other = sharedActivity(start - 10 * minute)
    expect(other.read(start)).toBeGreaterThanOrEqual(start - 10 * minute)
    one.mark(start + 500)
    expect(one.read(start + 500)).toBe(start)
    one.mark(start + 2_000)
    expect(other.read(start + 2_000)).toBe(start + 2_000)
    const heard = vi.fn()
    other.subscribe(heard)
    window.dispatchEvent(new StorageEvent('storage', { key: 'lamplight.lastActivity' }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'something.else' }))
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('a clock that ran ahead and is put right ends no lock: from then on the quiet counts, in every tab', () => {
    const ahead = start + 10 * 60 * minute
    const one = sharedActivity(ahead)
    const other = sharedActivity(ahead)
    expect(one.read(start)).toBe(start)
    expect([one.read(start + 20 * minute), other.read(start + 20 * minute)]).toEqual([
      start,
      start + 20 * minute,
    ])
    expect([one.read(start + 40 * minute), other.read(start + 40 * minute)]).toEqual([
      start + 20 * minute,
      start + 20 * minute,
    ])
    one.mark(start + 41 * minute)
    expect(other.read(start + 42 * minute)).toBe(start + 41 * minute)
  })
})
