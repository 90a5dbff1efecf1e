// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { done, meOf, openPortal, refused, signedIn, signedOut } from '../../app/fake-portal'

afterEach(cleanup)

const unaccepted = (permissions: readonly 'accept_terms'[] = ['accept_terms']) =>
  signedIn(meOf({ acceptedTerms: false, permissions }))

describe('who comes to /terms', () => {
  test('P047 P073 O203 a member of an organisation that has not accepted terms is led to them from any page', async () => {
    for (const path of ['/virtual-ward', '/account', '/']) {
      const portal = openPortal(path, { session: unaccepted() })
      await waitFor(() => expect(portal.at()).toBe('/terms'))
      expect(await screen.findByRole('heading', { level: 1, name: 'Welcome' })).toBeTruthy()
      cleanup()
    }
  })

  test('P048 once they are accepted /terms leads home', async () => {
    const portal = openPortal('/terms', { session: signedIn(meOf()) })
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
  })

  test('P049 whoever is signed out is led to the login', async () => {
    const portal = openPortal('/terms', { session: signedOut })
    await waitFor(() => expect(portal.at()).toBe('/login'))
  })
})

describe('accepting', () => {
  test('P125 P126 P127 P128 P129 C476 who may accept sees a checkbox with a link to the terms, and I Accept once it is ticked', async () => {
    const { user } = openPortal('/terms', { session: unaccepted() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome' })).toBeTruthy()
    const box = screen.getByRole<HTMLInputElement>('checkbox', {
      name: /On behalf of the licensee I agree to the platform terms/,
    })
    expect(screen.getByRole('link', { name: 'platform terms' }).getAttribute('href')).toBe(
      '/platform-terms',
    )
    const accept = screen.getByRole<HTMLButtonElement>('button', { name: 'I Accept' })
    expect(accept.disabled).toBe(true)
    await user.click(box)
    expect(accept.disabled).toBe(false)
    await user.click(box)
    expect(accept.disabled).toBe(true)
  })

  test('P130 P131 P132 P307 C550 accepting saves it (createAcceptedTerms), refreshes the user and goes home', async () => {
    const portal = openPortal('/terms', { session: unaccepted() })
    portal.actions.refreshMe.mockImplementation(
      async () => portal.session.set(signedIn(meOf())) as undefined,
    )
    await portal.user.click(await screen.findByRole('checkbox'))
    await portal.user.click(screen.getByRole('button', { name: 'I Accept' }))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(portal.run).toHaveBeenCalledExactlyOnceWith('createAcceptedTerms', {})
    expect(portal.actions.refreshMe).toHaveBeenCalledTimes(1)
  })

  test('a failure to save is told, the page stays and the button works again', async () => {
    const portal = openPortal('/terms', { session: unaccepted() })
    portal.run
      .mockResolvedValueOnce(refused('Request timed out', 'timeout'))
      .mockImplementationOnce(async () => {
        portal.session.set(signedIn(meOf()))
        return done(meOf())
      })
    await portal.user.click(await screen.findByRole('checkbox'))
    await portal.user.click(screen.getByRole('button', { name: 'I Accept' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Your acceptance was not saved. Try again.',
    )
    expect(portal.at()).toBe('/terms')
    expect(portal.actions.refreshMe).not.toHaveBeenCalled()
    await portal.user.click(screen.getByRole('button', { name: 'I Accept' }))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
  })
})

test('P133 P134 who may not accept learns who must, and whom to contact', async () => {
  openPortal('/terms', { session: unaccepted([]) })
  expect(
    await screen.findByText(/An organisation admin or manager must log in and accept/),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'support@lamplight.example' }).getAttribute('href')).toBe(
    'mailto:support@lamplight.example',
  )
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'I Accept' })).toBeNull()
})

test('the platform terms can be read, and one can sign out instead of accepting', async () => {
  openPortal('/platform-terms')
  expect(await screen.findByRole('heading', { level: 1, name: 'Platform terms' })).toBeTruthy()
  cleanup()
  const portal = openPortal('/terms', { session: unaccepted() })
  await portal.user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(portal.at()).toBe('/login'))
})
