// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Action } from '../../src/domain/access/may'
import type { Room } from '../../src/ui/room'
import { meOf, openPortal, signedIn, signedOut, refused } from './fake-portal'

afterEach(cleanup)

const nurse = signedIn(meOf())

describe('the guard', () => {
  test('P040 / leads to the virtual ward', async () => {
    const portal = openPortal('/', { session: nurse })
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(await screen.findByRole('heading', { name: 'Virtual ward page' })).toBeTruthy()
    cleanup()
    const out = openPortal('/', { session: signedOut })
    await waitFor(() => expect(out.at()).toBe('/login?next=%2Fvirtual-ward'))
  })

  test('P072 O202 who is not signed in is led to the login, which keeps where they were going', async () => {
    const portal = openPortal('/rounds?page=2', { session: signedOut })
    await waitFor(() => expect(portal.at()).toBe('/login?next=%2Frounds%3Fpage%3D2'))
    expect(screen.queryByText('Rounds page')).toBeNull()
  })

  test('P064 P074 P075 O204 a gated page without the permission or the flag leads to /', async () => {
    for (const me of [meOf({ features: ['wards'] }), meOf({ permissions: ['view_wards'] })]) {
      const portal = openPortal('/rounds', { session: signedIn(me) })
      await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
      expect(screen.queryByText('Rounds page')).toBeNull()
      cleanup()
    }
    openPortal('/rounds', {
      session: signedIn(meOf({ permissions: ['view_wards'], features: ['wards'] })),
    })
    expect(await screen.findByRole('heading', { name: 'Rounds page' })).toBeTruthy()
  })

  test('P077 O206 while the user is being refreshed a guarded page is empty, and stays where it is', async () => {
    const portal = openPortal('/virtual-ward', { session: { ...signedOut, status: 'refreshing' } })
    await act(async () => undefined)
    expect(document.body.textContent).toBe('')
    expect(portal.at()).toBe('/virtual-ward')
    act(() => portal.session.set(nurse))
    expect(await screen.findByRole('heading', { name: 'Virtual ward page' })).toBeTruthy()
  })

  test('while the device reads its session record nobody is sent to the login', async () => {
    const portal = openPortal('/virtual-ward', { session: { ...signedOut, status: 'starting' } })
    await act(async () => undefined)
    expect(portal.at()).toBe('/virtual-ward')
    expect(document.body.textContent).toBe('')
    act(() => portal.session.set(signedOut))
    await waitFor(() => expect(portal.at()).toMatch(/^\/login/))
  })

  test('P071 P147 P148 any other path is the not-found page for everybody; its Home button replaces the route with /', async () => {
    const portal = openPortal('/nowhere/at/all', { session: nurse })
    expect(
      await screen.findByText("Sorry, we're not able to find what you're looking for."),
    ).toBeTruthy()
    const replaced: string[] = []
    portal.router.subscribe((state) => replaced.push(state.historyAction))
    await portal.user.click(screen.getByRole('button', { name: 'Home' }))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(replaced).toContain('REPLACE')
    expect(replaced).not.toContain('PUSH')
    cleanup()
    openPortal('/nowhere', { session: signedOut })
    expect(
      await screen.findByText("Sorry, we're not able to find what you're looking for."),
    ).toBeTruthy()
  })

  test('P066 C272 C273 /quicksilva-error says that the patient is not registered, to everybody', async () => {
    const portal = openPortal('/quicksilva-error', { session: signedOut })
    expect(
      await screen.findByText('The patient you are trying to access is not registered'),
    ).toBeTruthy()
    await portal.user.click(screen.getByRole('button', { name: 'Home' }))
    await waitFor(() => expect(portal.at()).toMatch(/^\/login/))
  })

  test('P144 P145 P146 a page that fails unexpectedly shows the error page with Home and a contact', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const portal = openPortal('/broken', { session: nurse })
    expect(
      await screen.findByText(
        'Something went wrong. Please refresh the page or click below to go to the Home page.',
      ),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toMatch(
      /^mailto:/,
    )
    await portal.user.click(screen.getByRole('button', { name: 'Home' }))
    expect(await screen.findByRole('heading', { name: 'Virtual ward page' })).toBeTruthy()
  })
})

describe('a page whose code did not arrive', () => {
  test('says so, by its cause, and leads home', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const portal = openPortal('/not-loaded', {
      session: nurse,
      prepare: (fake) => fake.ask.mockResolvedValue(refused('network')),
    })
    expect(
      await screen.findByRole('heading', { name: 'This page could not be loaded' }),
    ).toBeTruthy()
    expect((await screen.findByText(/server cannot be reached/)).textContent).toBe(
      'It is not on this device yet, and the server cannot be reached. The page loads automatically when the connection is back.',
    )
    expect(screen.queryByText(/Something went wrong/)).toBeNull()
    await portal.user.click(screen.getByRole('button', { name: 'Home' }))
    expect(await screen.findByRole('heading', { name: 'Virtual ward page' })).toBeTruthy()
  })
})

describe('the pages of a patient', () => {
  for (const [path, route] of [
    ['/patient/p1', '/patient/:patientId/:tabName?'],
    ['/patient/p1/vitals', '/patient/:patientId/:tabName?'],
    ['/patient/p1/checkup/c1', '/patient/:patientId/checkup/:checkupId'],
  ] as const)
    test(`P062 P063 ${path} is there for who is signed in and has accepted the terms`, async () => {
      const out = openPortal(path, { session: signedOut })
      await waitFor(() => expect(out.at()).toBe(`/login?next=${encodeURIComponent(path)}`))
      cleanup()
      const early = openPortal(path, { session: signedIn(meOf({ acceptedTerms: false })) })
      await waitFor(() => expect(early.at()).toBe('/terms'))
      cleanup()
      const { at, router } = openPortal(path, { session: nurse })
      await act(async () => undefined)
      expect(at()).toBe(path)
      expect(router.state.matches.at(-1)?.route.path).toBe(route)
    })

  test('P064 the record, its tabs and a check-up lead to / without view_patients', async () => {
    for (const path of ['/patient/p1', '/patient/p1/vitals', '/patient/p1/checkup/c1']) {
      const portal = openPortal(path, { session: signedIn(meOf({ permissions: ['view_wards'] })) })
      await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
      cleanup()
      const allowed = openPortal(path, { session: nurse })
      await act(async () => undefined)
      expect(allowed.at()).toBe(path)
      cleanup()
    }
  })
})

describe('leaving', () => {
  test('P244 after signing out the address is kept as next', async () => {
    const portal = openPortal('/account?tab=1', { session: nurse })
    await portal.user.click(await screen.findByRole('button', { name: /^User menu of/ }))
    await portal.user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(portal.at()).toBe('/login?next=%2Faccount%3Ftab%3D1'))
    expect(portal.actions.signOut).toHaveBeenCalledTimes(1)
  })

  test('P245 no next is kept from /terms', async () => {
    const portal = openPortal('/terms', { session: signedIn(meOf({ acceptedTerms: false })) })
    await portal.user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(portal.at()).toBe('/login'))
  })

  test('P320 a session that the server ended leads to the login, says so, keeps next, and leads back', async () => {
    const portal = openPortal('/account', { session: nurse })
    await screen.findByRole('heading', { level: 1, name: 'Account' })
    act(() => portal.session.set({ ...signedOut, ended: 'unauthorized' }))
    await waitFor(() => expect(portal.at()).toBe('/login?next=%2Faccount'))
    expect(await screen.findByText('You were signed out.')).toBeTruthy()
    act(() => portal.session.set(nurse))
    await waitFor(() => expect(portal.at()).toBe('/account'))
  })
})

describe('the settings', () => {
  const tab = (id: string, label: string, order: number, action: Action) => ({
    id: `${id}-room`,
    routes: [],
    settingsTabs: [
      {
        id,
        order,
        label: () => label,
        action,
        offline: 'answer' as const,
        load: async () => () => <h2>{label} page</h2>,
      },
    ],
  })
  /** Beside the API keys, which are a room of the portal. */
  const rooms: readonly Room[] = [tab('users', 'Users', 10, 'user.view')]
  const keeper = signedIn(
    meOf({
      permissions: ['view_patients', 'view_integration_api_keys'],
      features: ['integrationApi'],
    }),
  )

  test('C229 C230 each tab that a room adds has its address; an unknown one leads to the first', async () => {
    const portal = openPortal('/settings/api-keys', { session: keeper, rooms })
    expect(await screen.findByRole('heading', { name: 'Manage Api Keys' })).toBeTruthy()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Users',
      'API Keys',
    ])
    await portal.user.click(screen.getByRole('tab', { name: 'Users' }))
    expect(await screen.findByRole('heading', { name: 'Users page' })).toBeTruthy()
    cleanup()
    for (const path of ['/settings', '/settings/nothing']) {
      const other = openPortal(path, { session: keeper, rooms })
      await waitFor(() => expect(other.at()).toBe('/settings/users'))
      cleanup()
    }
  })

  test('a tab that this user may not see is not there, and its address leads to the first', async () => {
    const portal = openPortal('/settings/api-keys', { session: nurse, rooms })
    await waitFor(() => expect(portal.at()).toBe('/settings/users'))
    expect(await screen.findByRole('heading', { name: 'Users page' })).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'API Keys' })).toBeNull()
  })

  test('the bar names the settings where this user has a tab of it; without one their address leads to /', async () => {
    openPortal('/virtual-ward', { session: nurse, rooms })
    expect(await screen.findByRole('link', { name: 'Settings' })).toBeTruthy()
    cleanup()
    const portal = openPortal('/settings', { session: nurse, rooms: [] })
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    await screen.findByRole('heading', { name: 'Virtual ward page' })
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
  })
})
