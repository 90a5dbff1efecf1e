// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { meOf, openPortal, signedIn } from './fake-portal'

afterEach(cleanup)

const acted = meOf({ over: { loggedInAs: { id: 's', firstName: 'Ines', lastName: 'Falk' } } })

for (const path of ['/virtual-ward', '/virtual-ward?display=wall', '/beside'])
  test(`P038 ${path} says whom internal staff act as`, async () => {
    openPortal(path, { session: signedIn(acted) })
    expect(await screen.findByText('You act as Ada Nurse')).toBeTruthy()
    expect(screen.getByText(/kept on this device meanwhile is deleted when you exit/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Exit' })).toBeTruthy()
  })

test('P038 the exit ends it, and leads back to the own sign-in', async () => {
  const portal = openPortal('/virtual-ward', { session: signedIn(acted) })
  await portal.user.click(await screen.findByRole('button', { name: 'Exit' }))
  await waitFor(() => expect(portal.at()).toBe('/login?next=%2Fadmin'))
  expect(portal.actions.signOut).toHaveBeenCalledOnce()
})

test('P038 with work that is not sent the exit asks first, and says that it would be lost', async () => {
  const portal = openPortal('/virtual-ward', {
    session: signedIn(acted),
    prepare: (fake) =>
      fake.connection.set({ state: 'offline', lastContactAt: null, waiting: 1, refused: 0 }),
  })
  await portal.user.click(await screen.findByRole('button', { name: 'Exit' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('What is not sent by then is lost')
  expect(dialog.textContent).not.toContain('safe on this device')
  expect(portal.actions.signOut).not.toHaveBeenCalled()
})

test('who acts as themselves is told nothing', async () => {
  openPortal('/virtual-ward', { session: signedIn(meOf()) })
  await screen.findByRole('heading', { name: 'Virtual ward page' })
  expect(screen.queryByText(/You act as/)).toBeNull()
})
