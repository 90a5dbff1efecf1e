// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failed, meOf, openPortal, signedIn } from './fake-portal'

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

test('T9 within the hour the exit comes back to the own sign-in, by a token that is given out once and before the sign-out forgets it', async () => {
  const order: string[] = []
  const portal = openPortal('/virtual-ward', {
    session: signedIn(acted),
    arriving: meOf({ internal: true }),
    auth: {
      takeExit: async () => {
        order.push('taken')
        return 'way-back'
      },
      signInWithToken: async (token) => {
        order.push(token)
        return { kind: 'success' }
      },
    },
  })
  portal.actions.signOut.mockImplementation(async () => void order.push('signed out'))
  await portal.user.click(await screen.findByRole('button', { name: 'Exit' }))
  await waitFor(() => expect(portal.at()).toBe('/admin'))
  expect(order).toEqual(['taken', 'signed out', 'way-back'])
  expect(portal.actions.completeSignIn).toHaveBeenCalledOnce()
})

test('T9 a token that is over leads to the sign-in page', async () => {
  const portal = openPortal('/virtual-ward', {
    session: signedIn(acted),
    auth: { takeExit: async () => 'too-old', signInWithToken: async () => failed('gone') },
  })
  await portal.user.click(await screen.findByRole('button', { name: 'Exit' }))
  await waitFor(() => expect(portal.at()).toBe('/login?next=%2Fadmin'))
  expect(portal.actions.completeSignIn).not.toHaveBeenCalled()
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
