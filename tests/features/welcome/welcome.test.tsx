// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { meOf, openPortal, signedIn, signedOut } from '../../app/fake-portal'

afterEach(cleanup)

test('P050 P051 /welcome greets a member with the name of the acting organisation', async () => {
  const portal = openPortal('/welcome', { session: signedIn(meOf()) })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain(
    'Welcome to Riverside Virtual Ward',
  )
  await portal.user.click(screen.getByRole('link', { name: 'Go to the virtual ward' }))
  await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
})

test('it opens before the terms are accepted, without offering what is still closed; signed out it leads to the login', async () => {
  openPortal('/welcome', { session: signedIn(meOf({ acceptedTerms: false })) })
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Go to the virtual ward' })).toBeNull()
  cleanup()
  const portal = openPortal('/welcome', { session: signedOut })
  await waitFor(() => expect(portal.at()).toBe('/login?next=%2Fwelcome'))
})
