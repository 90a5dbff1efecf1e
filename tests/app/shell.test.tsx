// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { actions, may } from '../../src/domain/access/may'
import { principalOf } from '../../src/domain/access/principal-of'
import { patientRoom } from '../../src/features/patient'
import { showToast } from '../../src/ui/feedback'
import { done, meOf, openPortal, refused, signedIn } from './fake-portal'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const nurse = signedIn(meOf())
const both = [
  { id: 'org-1', name: 'Riverside Virtual Ward', type: 'virtual_ward' },
  { id: 'org-2', name: 'Willowbank Care Home', type: 'care_home' },
]

describe('the frames', () => {
  test('P086 a standard page has the navigation bar: organisation, connection, user menu, and entries by permission', async () => {
    const portal = openPortal('/virtual-ward', { session: nurse })
    const bar = await screen.findByRole('banner')
    expect(within(bar).getByText('Riverside Virtual Ward')).toBeTruthy()
    expect(within(bar).getByRole('button', { name: 'User menu of Ada Nurse' })).toBeTruthy()
    expect(
      within(bar)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toContain('Virtual ward')
    expect(within(bar).queryByRole('link', { name: 'Rounds' })).toBeNull()
    act(() =>
      portal.session.set(
        signedIn(meOf({ permissions: ['view_wards'], features: ['wards'], internal: true })),
      ),
    )
    // A screen that came by itself listens a moment after it is seen.
    await waitFor(() =>
      expect(
        within(screen.getByRole('navigation', { name: 'Main' }))
          .getAllByRole('link')
          .map((link) => link.textContent),
      ).toEqual(['Virtual ward', 'Rounds', 'Internal staff']),
    )
  })

  test('P087 an off-piste page has only a way back', async () => {
    const portal = openPortal('/beside', { session: nurse })
    expect(await screen.findByRole('heading', { name: 'Page beside' })).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    await portal.user.click(screen.getByRole('link', { name: 'Back' }))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
  })

  test('P082 hideAppBar=true hides the bar, and it stays hidden until it is told otherwise', async () => {
    window.history.replaceState(null, '', '/virtual-ward?hideAppBar=true')
    openPortal('/virtual-ward', { session: nurse })
    expect(await screen.findByRole('heading', { name: 'Virtual ward page' })).toBeTruthy()
    expect(screen.queryByRole('banner')).toBeNull()
    cleanup()
    window.history.replaceState(null, '', '/virtual-ward')
    openPortal('/virtual-ward', { session: nurse })
    await screen.findByRole('heading', { name: 'Virtual ward page' })
    expect(screen.queryByRole('banner')).toBeNull()
    cleanup()
    window.history.replaceState(null, '', '/virtual-ward?hideAppBar=false')
    openPortal('/virtual-ward', { session: nurse })
    expect(await screen.findByRole('banner')).toBeTruthy()
    window.history.replaceState(null, '', '/')
  })

  test('the connection is in the bar as text', async () => {
    const portal = openPortal('/virtual-ward', { session: nurse })
    await screen.findByRole('banner')
    const words = () => screen.getByRole('banner').textContent
    const at = Date.parse('2026-01-05T14:32:00Z')
    act(() => portal.connection.set({ state: 'live', lastContactAt: at, waiting: 0, refused: 0 }))
    await waitFor(() => expect(words()).toContain('Up to date, checked 05-Jan-2026 14:32'))
    act(() =>
      portal.connection.set({ state: 'offline', lastContactAt: at, waiting: 3, refused: 0 }),
    )
    expect(words()).toContain('Offline: 3 changes kept on this device, data from 05-Jan-2026 14:32')
    act(() =>
      portal.connection.set({
        state: 'offline',
        answersOpenly: true,
        lastContactAt: at,
        waiting: 0,
        refused: 1,
      }),
    )
    expect(words()).toContain(
      'Connected, not signed in: data from 05-Jan-2026 14:32 · 1 needs your attention',
    )
    act(() =>
      portal.connection.set({ state: 'refused', lastContactAt: at, waiting: 1, refused: 1 }),
    )
    expect(words()).toContain('1 needs your attention')
  })

  test('a new screen takes the focus and names itself in the tab', async () => {
    const portal = openPortal('/account', { session: nurse })
    await screen.findByRole('heading', { level: 1, name: 'Account' })
    expect(document.title).toBe('Account · Lamplight')
    await portal.user.click(screen.getByRole('link', { name: 'Virtual ward' }))
    await screen.findByRole('heading', { name: 'Virtual ward page' })
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById('main')))
    expect(document.title).toBe('Virtual ward page · Lamplight')
  })
})

describe('the user menu', () => {
  const openMenu = async (portal: ReturnType<typeof openPortal>) => {
    await portal.user.click(await screen.findByRole('button', { name: /^User menu of/ }))
  }

  test('P013 O003 O198 a member of several organisations can act as another; one of a single one is not asked', async () => {
    const me = meOf({ organizations: both })
    const portal = openPortal('/account', { session: signedIn(me) })
    await openMenu(portal)
    portal.actions.setActingOrganization.mockResolvedValue(done(me))
    await portal.user.selectOptions(
      screen.getByLabelText('Acting organisation'),
      'Willowbank Care Home',
    )
    expect(portal.actions.setActingOrganization).toHaveBeenCalledExactlyOnceWith('org-2')
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    cleanup()
    const single = openPortal('/account', { session: nurse })
    await openMenu(single)
    expect(screen.queryByLabelText('Acting organisation')).toBeNull()
  })

  test('O376 the switch asks which organisations there are now: a new one is offered', async () => {
    const portal = openPortal('/account', {
      session: nurse,
      prepare: ({ ask }) => {
        const rest = ask.getMockImplementation()
        ask.mockImplementation(async (name, input) =>
          name === 'userOrganizations' ? done(both) : rest?.(name, input),
        )
      },
    })
    await openMenu(portal)
    const options = [...(await screen.findByLabelText('Acting organisation')).children]
    expect(options.map(({ textContent }) => textContent)).toEqual(both.map(({ name }) => name))
  })

  test('an organisation that asks the user to be one of its users is named there, and leads to the account', async () => {
    const portal = openPortal('/virtual-ward', {
      session: nurse,
      prepare: ({ ask }) => {
        const rest = ask.getMockImplementation()
        ask.mockImplementation(async (name, input) =>
          name === 'invitations'
            ? done([
                {
                  id: 'asks-1',
                  organization: { id: 'org-9', name: 'Hill Home' },
                  invitedBy: null,
                  roles: ['Clinician'],
                  jobRole: null,
                  expiresAt: '2026-03-16T12:00:00.000Z',
                },
              ])
            : rest?.(name, input),
        )
      },
    })
    await openMenu(portal)
    await portal.user.click(
      await screen.findByRole('link', { name: 'Hill Home asks you to be one of its users' }),
    )
    await waitFor(() => expect(portal.at()).toBe('/account'))
    // The menu closes, as at any of its entries.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull())
  })

  test('a switch that fails is told and changes nothing', async () => {
    const portal = openPortal('/account', { session: signedIn(meOf({ organizations: both })) })
    await openMenu(portal)
    portal.actions.setActingOrganization.mockResolvedValue(refused('no') as never)
    await portal.user.selectOptions(
      screen.getByLabelText('Acting organisation'),
      'Willowbank Care Home',
    )
    expect(await screen.findByText('An error occurred when switching organisation')).toBeTruthy()
    expect(screen.getByLabelText<HTMLSelectElement>('Acting organisation').value).toBe('org-1')
    expect(portal.at()).toBe('/account')
  })

  test('language and appearance are chosen there and kept on the device', async () => {
    const portal = openPortal('/account', { session: nurse })
    await openMenu(portal)
    await portal.user.click(screen.getByRole('radio', { name: 'English (US)' }))
    expect(document.documentElement.lang).toBe('en-US')
    expect(localStorage.getItem('lamplight.edition')).toBe('en-US')
    await portal.user.click(screen.getByRole('radio', { name: 'Night' }))
    expect(localStorage.getItem('lamplight.theme')).toBe('night')
  })

  test('P018 P019 P020 P026 there are two languages, English (UK) the default; the choice is kept and holds after a reload', async () => {
    const first = openPortal('/account', { session: nurse })
    await openMenu(first)
    const languages = within(
      screen.getByRole('group', { name: 'Language' }),
    ).getAllByRole<HTMLInputElement>('radio')
    expect(languages).toHaveLength(2)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'English (UK)' }).checked).toBe(true)
    expect(document.documentElement.lang).toBe('en-GB')
    await first.user.click(screen.getByRole('radio', { name: 'English (US)' }))
    first.view.unmount()
    openPortal('/account', { session: nurse })
    await screen.findByRole('banner')
    expect(document.documentElement.lang).toBe('en-US')
  })

  test('C629 the menu names the release 3.15.0, the one of the package', async () => {
    const portal = openPortal('/account', { session: nurse })
    await openMenu(portal)
    expect(screen.getByText('Lamplight 3.15.0')).toBeTruthy()
    expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version: '3.15.0' })
  })

  test('a toast is read aloud wherever it was called for', async () => {
    openPortal('/account', { session: nurse })
    await screen.findByRole('banner')
    act(() => showToast('one', 'Something did not work'))
    expect(within(screen.getByRole('alert')).getByText('Something did not work')).toBeTruthy()
  })
})

test('C008 O361 a self-care user is told to use the app of their own and that this portal is for staff, sees none of its screens, and can sign out', async () => {
  const portal = openPortal('/virtual-ward', {
    session: signedIn(meOf({ over: { isSelfCare: true } })),
  })
  expect(await screen.findByRole('heading', { name: 'This portal is for staff' })).toBeTruthy()
  expect(screen.getByText(/please use the app that you were given/)).toBeTruthy()
  expect(screen.queryByRole('banner')?.textContent ?? '').not.toContain('Riverside')
  expect(screen.queryByRole('navigation')).toBeNull()
  await act(() => portal.router.navigate('/account'))
  expect(screen.getByRole('heading', { name: 'This portal is for staff' })).toBeTruthy()
  await portal.user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(portal.actions.signOut).toHaveBeenCalled()
})

test('P283 a self-care user sees no patient action buttons, whatever their role holds: the address of a record shows the page for staff alone', async () => {
  const me = meOf({
    permissions: ['view_patients', 'edit_patients', 'admit_ward_patients', 'delete_patients'],
    features: ['wards', 'videoCall', 'patientChat'],
    over: { isSelfCare: true },
  })
  openPortal('/patient/p1/vitals', { session: signedIn(me), rooms: [patientRoom] })
  expect(await screen.findByRole('heading', { name: 'This portal is for staff' })).toBeTruthy()
  // A toast of an earlier test may still be there.
  const page = within(screen.getByRole('main'))
  expect(page.getAllByRole('button').map((button) => button.textContent)).toEqual(['Sign out'])
  expect(screen.queryByRole('tab')).toBeNull()
  const principal = principalOf(me)
  expect(
    actions.filter(
      (action) =>
        /^(patient|chat|note|monitoring|video-call)\./.test(action) && may(principal, action),
    ),
  ).toEqual([])
})
