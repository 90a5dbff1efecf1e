// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { telemetry } from '../../src/app/telemetry'
import { maintenanceNotice } from '../../src/data/maintenance'
import { setClockOffset } from '../../src/ui/time'
import {
  done,
  meOf,
  openPortal,
  refused,
  settled,
  signedIn,
  signedOut,
  type PortalOptions,
} from './fake-portal'

const start = Date.parse('2026-01-05T12:00:00Z')
let visible = true
beforeEach(() => {
  vi.useFakeTimers({ now: start, shouldAdvanceTime: false })
  visible = true
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() =>
    visible ? 'visible' : 'hidden',
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const show = (is: boolean) =>
  act(async () => {
    visible = is
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
  })
const notice = (inMs: number) => ({
  title: 'Planned work',
  message: 'The server is being renewed.',
  startAt: new Date(start + inMs).toISOString(),
})
const asked = (portal: ReturnType<typeof openPortal>, name: string) =>
  portal.ask.mock.calls.filter(([call]) => call === name).length

const openAt = async (
  path: string,
  answers: Record<string, () => unknown>,
  options: Partial<PortalOptions> = {},
) => {
  const portal = openPortal(path, {
    session: signedIn(meOf()),
    prepare: ({ ask }) =>
      ask.mockImplementation(
        async (name) =>
          answers[name]?.() ?? (name === 'portalVersion' ? done({ gitHash: 'test' }) : done(null)),
      ),
    ...options,
  })
  await settled(() => vi.advanceTimersByTimeAsync(0))
  return portal
}

describe('the demonstration', () => {
  const strip = () => screen.queryByRole('note')
  test('is told on every page while the server says so, offline too, and no longer than that', async () => {
    const portal = await openAt('/login', {}, { session: signedOut })
    expect(strip()).toBeNull()
    portal.view.unmount()
    const is = (demonstration: boolean) => ({
      portalVersion: () => done({ gitHash: 'test', demonstration }),
    })
    const shown = await openAt('/login', is(true), { session: signedOut })
    expect(strip()?.textContent).toBe(
      'Demonstration. All patients are invented. Do not enter real ones.',
    )
    shown.view.unmount()
    const offline = await openAt('/virtual-ward', { portalVersion: () => refused('not told') })
    expect(strip()).not.toBeNull()
    offline.view.unmount()
    await openAt('/virtual-ward', is(false))
    expect(strip()).toBeNull()
  })
})

describe('the storage of the device', () => {
  test('what the browser took away is an alarm over every page, the sign-in page too, with what to do about it', async () => {
    const portal = await openAt('/login', {}, { session: signedOut })
    expect(screen.queryByRole('alert')).toBeNull()
    act(() =>
      portal.storage.set({
        persisted: true,
        evicted: { waiting: 2 },
        full: false,
        crowded: false,
        unreadable: false,
        nothingKept: null,
      }),
    )
    expect(screen.getByRole('alert').textContent).toBe(
      '2 records were deleted by the browser before we knew that they were saved. Check the records of the patients you wrote about, and enter again what is missing.',
    )
    act(() =>
      portal.storage.set({
        persisted: true,
        evicted: { waiting: 0 },
        full: false,
        crowded: false,
        unreadable: false,
        nothingKept: null,
      }),
    )
    expect(screen.queryByRole('alert')).toBeNull()
    expect(
      screen.getByText(
        'The browser deleted the data saved on this device. We know of no unsent work in it.',
      ),
    ).toBeTruthy()
  })

  test('a full device says that nothing more can be kept, for as long as it is full', async () => {
    const portal = await openAt('/account', {})
    act(() =>
      portal.storage.set({
        persisted: true,
        evicted: null,
        full: true,
        crowded: false,
        unreadable: false,
        nothingKept: null,
      }),
    )
    expect(screen.getByRole('alert').textContent).toContain('NOT SAVED: this device is full.')
    act(() =>
      portal.storage.set({
        persisted: true,
        evicted: null,
        full: false,
        crowded: false,
        unreadable: false,
        nothingKept: null,
      }),
    )
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('a role that was changed is said over the page, with what it is now, until it is read', async () => {
  const me = meOf({ over: { roles: ['Read Only'] } })
  await openAt('/account', {}, { session: { ...signedIn(me), accessChanged: true } })
  const said = screen.getByText('Your access has changed.')
  expect(said.parentElement?.textContent).toContain('Your role is now: Read Only.')
  fireEvent.click(screen.getByRole('button', { name: 'Understood' }))
  expect(screen.queryByText('Your access has changed.')).toBeNull()
})

test('a device that is short of space says that it keeps less, and that what was written is safe', async () => {
  const portal = await openAt('/account', {})
  act(() =>
    portal.storage.set({
      persisted: true,
      evicted: null,
      full: false,
      crowded: true,
      unreadable: false,
      nothingKept: null,
    }),
  )
  expect(screen.getByText('This device is short of space.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  act(() =>
    portal.storage.set({
      persisted: true,
      evicted: null,
      full: true,
      crowded: true,
      unreadable: false,
      nothingKept: null,
    }),
  )
  expect(screen.queryByText('This device is short of space.')).toBeNull()
})

test('a browser that keeps nothing is said over every page, and what waits in it unreachable is counted', async () => {
  const portal = await openAt('/login', {}, { session: signedOut })
  act(() =>
    portal.storage.set({
      persisted: null,
      evicted: null,
      full: false,
      crowded: false,
      unreadable: false,
      nothingKept: { waiting: 0, why: 'refused' },
    }),
  )
  expect(screen.getByText('This browser refuses to save data for Lamplight.')).toBeTruthy()
  expect(screen.queryByText(/cannot be reached now/)).toBeNull()
  act(() =>
    portal.storage.set({
      persisted: null,
      evicted: null,
      full: false,
      crowded: false,
      unreadable: false,
      nothingKept: { waiting: 2, why: 'silent' },
    }),
  )
  expect(
    screen.getByText(
      /^2 records that wait in this browser cannot be reached now; reload this page, or restart the browser, to send them\. Lamplight asks it again for some minutes\./,
    ),
  ).toBeTruthy()
  // Slow is not forbidden: no cause is named that nobody saw.
  expect(screen.getByText('The storage of this device does not answer.')).toBeTruthy()
  expect(screen.queryByText(/refuses|private window|damaged/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reload the page' })).toBeNull()
  act(() =>
    portal.storage.set({
      ...portal.storage.get(),
      nothingKept: { waiting: 2, why: 'answers' },
    }),
  )
  expect(screen.getByText('The storage of this device answers now.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
})

test('an outbox that cannot be read is an alarm, not an empty list', async () => {
  const portal = await openAt('/account', {})
  act(() =>
    portal.storage.set({
      persisted: true,
      evicted: null,
      full: false,
      crowded: false,
      unreadable: true,
      nothingKept: null,
    }),
  )
  expect(screen.getByRole('alert').textContent).toContain(
    'The unsent work on this device cannot be read.',
  )
})

describe('the first sync', () => {
  test('says on every page how many patients of the ward are here, and goes when all are', async () => {
    const portal = await openAt('/virtual-ward', {})
    expect(screen.queryByRole('progressbar')).toBeNull()
    await act(async () => portal.firstSync.set({ done: 34, total: 200, scope: 'PATIENT:p34' }))
    const bar = screen.getByRole('progressbar', {
      name: 'Saving for offline use: 34 of 200 patients.',
    })
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['34', '200'])
    // In the bar: what comes and goes there moves nothing that a person is about to press.
    expect(screen.getByRole('banner').contains(bar)).toBe(true)
    await act(async () => portal.firstSync.set(null))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

test('a page that was opened without the server asks to sign in once it is there, and stays', async () => {
  const portal = await openAt('/virtual-ward', {})
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  await act(async () => portal.session.set({ ...signedIn(meOf()), awaitsSignIn: true }))
  await pass(0)
  expect(
    screen.getByText('The server can be reached again. Sign in to see what is new.'),
  ).toBeTruthy()
  expect(portal.router.state.location.pathname).toBe('/virtual-ward')
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(portal.actions.signInAgain).toHaveBeenCalledTimes(1)
})

test('from two hours before it locks a device without a connection says when, and no longer once it is connected', async () => {
  let left = 3 * 3_600_000
  const portal = await openAt('/virtual-ward', {})
  Object.assign(portal.runtime, { leaseLeftMs: async () => left })
  await act(async () => portal.connection.set({ ...portal.connection.get(), state: 'offline' }))
  await act(async () => vi.dynamicImportSettled())
  await pass(0)
  expect(screen.queryByText(/^This device locks at/)).toBeNull()
  left = 100 * 60_000
  await pass(60_000)
  expect(screen.getByText(/^This device locks at .* unless it is connected\.$/)).toBeTruthy()
  expect(screen.getByText(/What you saved stays, and is sent when it is connected/)).toBeTruthy()
  await act(async () => portal.connection.set({ ...portal.connection.get(), state: 'live' }))
  await pass(0)
  expect(screen.queryByText(/^This device locks at/)).toBeNull()
})

describe('the clock', () => {
  test('a device whose clock is wrong is told so on every page, by how much and what ages count by', async () => {
    await openAt('/login', {}, { session: signedOut })
    expect(screen.queryByText('The clock of this device is wrong.')).toBeNull()
    await act(async () => setClockOffset(-364 * 86_400_000 - 22 * 3_600_000))
    expect(
      screen.getByText(/It is 364 d 22 h ahead\. Ages are shown by the server's clock\./),
    ).toBeTruthy()
    await act(async () => setClockOffset(3 * 3_600_000))
    expect(screen.getByText(/It is 3 h behind\./)).toBeTruthy()
    await act(async () => setClockOffset(0))
    expect(screen.queryByText('The clock of this device is wrong.')).toBeNull()
  })
})

describe('maintenance', () => {
  test('P257 the notice is asked for on the sign-in page too, where nobody is signed in', async () => {
    await openAt(
      '/login',
      { maintenanceNotice: () => done(notice(3_600_000)) },
      { session: signedOut },
    )
    expect(screen.getByText('Planned work')).toBeTruthy()
  })

  test('P260 a notice without title, message or start is none', async () => {
    const whole = notice(3_600_000)
    for (const part of ['title', 'message', 'startAt'] as const) {
      await openAt('/virtual-ward', {
        maintenanceNotice: () => done(maintenanceNotice.wire({ ...whole, [part]: undefined })),
      })
      expect(screen.queryByText('Planned work')).toBeNull()
      expect(screen.queryByText(/The server is being renewed/)).toBeNull()
      cleanup()
    }
    await openAt('/virtual-ward', { maintenanceNotice: () => done(maintenanceNotice.wire(whole)) })
    expect(screen.getByText('Planned work')).toBeTruthy()
  })

  test('P258 P259 it is asked for at once and every 3 minutes while the tab is visible, and not while it is hidden', async () => {
    const portal = await openAt('/virtual-ward', {})
    expect(asked(portal, 'maintenanceNotice')).toBe(1)
    await pass(180_000)
    expect(asked(portal, 'maintenanceNotice')).toBe(2)
    await show(false)
    await pass(1_800_000)
    expect(asked(portal, 'maintenanceNotice')).toBe(2)
    await show(true)
    expect(asked(portal, 'maintenanceNotice')).toBe(3)
  })

  test('P261 P262 within 24 hours it is a banner, decided anew every 30 seconds; earlier it is nothing', async () => {
    await openAt('/virtual-ward', {
      maintenanceNotice: () => done(notice(24 * 3_600_000 + 20_000)),
    })
    expect(screen.queryByText('Planned work')).toBeNull()
    await pass(29_000)
    expect(screen.queryByText('Planned work')).toBeNull()
    await pass(1_000)
    const banner = screen.getByText('Planned work').closest('[role="status"]')
    expect(banner?.textContent).toContain('The server is being renewed.')
    expect(banner?.textContent).toContain('06-Jan-2026')
    expect(screen.getByRole('heading', { name: 'Virtual ward page' })).toBeTruthy()
  })

  test('P263 P264 a minute before the start, and after it, it is a dialog that cannot be closed', async () => {
    await openAt('/virtual-ward', { maintenanceNotice: () => done(notice(90_000)) })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await pass(30_000) // exactly 60 s are left: the dialog (decisions)
    const dialog = screen.getByRole('alertdialog', { name: 'Planned work' })
    expect(dialog.textContent).toContain('The server is being renewed.')
    expect(dialog.querySelector('button')).toBeNull()
    await pass(120_000)
    expect(screen.getByRole('alertdialog', { name: 'Planned work' })).toBeTruthy()
  })

  test('it goes when the server stops announcing it, and stays when the server cannot be asked', async () => {
    const maintenanceNotice = vi
      .fn()
      .mockReturnValueOnce(done(notice(3_600_000)))
      .mockReturnValueOnce(refused('x', 'network'))
      .mockReturnValue(done(null))
    await openAt('/virtual-ward', { maintenanceNotice })
    expect(screen.getByText('Planned work')).toBeTruthy()
    await pass(180_000)
    expect(screen.getByText('Planned work')).toBeTruthy()
    await pass(180_000)
    expect(screen.queryByText('Planned work')).toBeNull()
  })
})

describe('a new version', () => {
  test('P152 P265 P266 C227 C404 C487 another release shows a persistent warning; it is looked for every 60 s while the tab is active', async () => {
    let hash = 'test'
    const portal = await openAt('/virtual-ward', { portalVersion: () => done({ gitHash: hash }) })
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    expect(asked(portal, 'portalVersion')).toBe(1)
    await pass(60_000)
    expect(asked(portal, 'portalVersion')).toBe(2)
    await show(false)
    hash = 'newer'
    await pass(600_000)
    expect(asked(portal, 'portalVersion')).toBe(2)
    await show(true)
    expect(screen.getByText('A new version of Lamplight is ready.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Update' })).toBeTruthy()
    await pass(3_600_000)
    expect(screen.getByRole('button', { name: 'Update' })).toBeTruthy()
  })

  test('P153 C228 its Update button begins the update that reloads the page', async () => {
    const portal = await openAt('/virtual-ward', {
      portalVersion: () => done({ gitHash: 'newer' }),
    })
    expect(portal.update.apply).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(portal.update.apply).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Updating…' })).toBeTruthy()
  })

  test('the notice says which tab is busy and why, and asks anew every 5 seconds', async () => {
    const portal = await openAt('/virtual-ward', {
      portalVersion: () => done({ gitHash: 'newer' }),
    })
    expect(portal.update.fetch).toHaveBeenCalledTimes(1)
    const looks = portal.update.look.mock.calls.length
    await pass(10_000)
    expect(portal.update.look.mock.calls.length).toBe(looks + 2)
    expect(screen.queryByText(/tab/)).toBeNull()
    await act(async () =>
      portal.updateState.set({
        own: 'dialog',
        applying: false,
        held: false,
        busy: [{ tab: 'x', title: 'Notes · Lamplight', work: 'typing' }],
      }),
    )
    const banner = screen.getByRole('button', { name: 'Update' }).closest('[role="status"]')
    expect(banner?.textContent).toContain('Close the open dialog first.')
    expect(banner?.textContent).toContain(
      'Text is being entered in another tab (Notes · Lamplight). It is kept. Passwords are not.',
    )
  })

  test('a server that asks for a newer app has the notice shown, and says that the work is kept', async () => {
    const portal = await openAt('/virtual-ward', {})
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    await act(async () => portal.outdated.set(true))
    expect(
      screen.getByText(/This version of Lamplight is too old\. Your work is saved on this device/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Update' })).toBeTruthy()
  })

  test('P335 C600 a check that fails is handed to the log and ignored, and the next one counts', async () => {
    const report = vi.spyOn(telemetry, 'report')
    const portalVersion = vi
      .fn()
      .mockReturnValueOnce(refused('x', 'network'))
      .mockReturnValue(done({ gitHash: 'newer' }))
    await openAt('/virtual-ward', { portalVersion })
    expect(report).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: 'x' }),
      'version check',
    )
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    await pass(60_000)
    expect(screen.getByRole('button', { name: 'Update' })).toBeTruthy()
  })
})
