// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../../src/engine/define'
import { meOf, openPortal, signedIn, signedOut } from './fake-portal'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const nurse = signedIn(meOf())
const offline: Connection = { state: 'offline', lastContactAt: null, waiting: 2, refused: 0 }

const leave = async (connection: Connection) => {
  const portal = openPortal('/virtual-ward', {
    session: nurse,
    prepare: (fake) => fake.connection.set(connection),
  })
  await portal.user.click(await screen.findByRole('button', { name: /^User menu of/ }))
  await portal.user.click(screen.getByRole('button', { name: 'Sign out' }))
  if (connection.waiting + connection.refused > 0) await screen.findByRole('alertdialog')
  return portal
}
const dialog = () => screen.getByRole('alertdialog')
const confirm = async (portal: Awaited<ReturnType<typeof leave>>) =>
  portal.user.click(within(dialog()).getByRole('button', { name: 'Sign out' }))

describe('signing out with unsent work', () => {
  test('says how many records are safe and under whose name they go, offers no way to discard them, and can be thought over', async () => {
    const portal = await leave(offline)
    expect(within(dialog()).getByRole('heading').textContent).toBe(
      '2 records have not been sent yet',
    )
    expect(dialog().textContent).toContain(
      'They are safe on this device and will be sent under your name when the device is connected. If that is in more than 3 days, a supervisor has to enter them.',
    )
    expect(dialog().textContent).toContain('You are offline.')
    expect(within(dialog()).queryByRole('button', { name: /discard/i })).toBeNull()
    await portal.user.click(screen.getByRole('button', { name: 'Stay signed in' }))
    expect(portal.actions.signOut).not.toHaveBeenCalled()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('what needs a decision is said, with the way to it', async () => {
    const portal = await leave({ ...offline, waiting: 0, refused: 1 })
    expect(dialog().textContent).toContain('It needs your decision before it can be sent.')
    // Nothing that waits for her goes by itself.
    expect(dialog().textContent).not.toContain('will be sent later')
    act(() => portal.connection.set({ ...offline, waiting: 2, refused: 1 }))
    expect(dialog().textContent).toContain(
      'They are safe on this device and will be sent under your name when the device is connected. If that is in more than 3 days, a supervisor has to enter them.',
    )
    expect(dialog().textContent).toContain('1 of them needs your decision before it can be sent.')
    await portal.user.click(within(dialog()).getByRole('link', { name: 'Open the sync centre' }))
    await waitFor(() => expect(portal.at()).toBe('/sync'))
    expect(portal.actions.signOut).not.toHaveBeenCalled()
  })

  test('sends first and says how far it is, then signs out', async () => {
    const portal = await leave({ state: 'waiting', lastContactAt: 0, waiting: 3, refused: 0 })
    let end: () => void = () => undefined
    portal.actions.signOut.mockImplementation(
      () =>
        new Promise((resolve) => {
          end = () => {
            portal.session.set(signedOut)
            resolve()
          }
        }),
    )
    await confirm(portal)
    expect(within(dialog()).getByRole('status').textContent).toBe(
      'Sending before you are signed out: 0 of 3 sent',
    )
    act(() => portal.connection.set({ state: 'sending', lastContactAt: 0, waiting: 1, refused: 0 }))
    expect(within(dialog()).getByRole<HTMLProgressElement>('progressbar').value).toBe(2)
    expect(within(dialog()).queryByRole('button')).toBeNull()
    act(() => end())
    await waitFor(() => expect(portal.at()).toMatch(/^\/login/))
  })

  test('at every other door too: to accept terms, and where the portal is not for them', async () => {
    const doors = [
      { path: '/terms', me: meOf({ acceptedTerms: false }) },
      { path: '/virtual-ward', me: meOf({ over: { isSelfCare: true } }) },
    ]
    for (const { path, me } of doors) {
      const portal = openPortal(path, {
        session: signedIn(me),
        prepare: (fake) => fake.connection.set({ ...offline, waiting: 0, refused: 1 }),
      })
      await portal.user.click(await screen.findByRole('button', { name: 'Sign out' }))
      await screen.findByRole('alertdialog')
      expect(dialog().textContent).toContain('It needs your decision before it can be sent.')
      expect(portal.actions.signOut).not.toHaveBeenCalled()
      await confirm(portal)
      expect(portal.actions.signOut).toHaveBeenCalledTimes(1)
      cleanup()
    }
  })

  test('says that what the server refuses later comes back without its words', async () => {
    await leave(offline)
    expect(dialog().textContent).toContain(
      'If one is not accepted, the sync centre will show which record it was, but not its text',
    )
  })

  test('names what was typed and not sent, which signing out deletes', async () => {
    const portal = openPortal('/virtual-ward', {
      session: nurse,
      prepare: (fake) => {
        fake.connection.set({ state: 'live', lastContactAt: 0, waiting: 0, refused: 0 })
        for (const key of ['handover p1', 'handover p2', 'note p1', 'note about p1', 'later p1'])
          fake.draft(key).set('typed')
        fake.draft('chat p1').set('')
      },
    })
    await portal.user.click(await screen.findByRole('button', { name: /^User menu of/ }))
    await portal.user.click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByRole('alertdialog')
    expect(within(dialog()).getByRole('heading').textContent).toBe(
      'What you typed has not been sent',
    )
    expect(
      within(dialog())
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['your handover of 2 patients', '1 note', '1 other form'])
    expect(dialog().textContent).not.toContain('safe on this device')
    await portal.user.click(screen.getByRole('button', { name: 'Stay signed in' }))
    expect(portal.actions.signOut).not.toHaveBeenCalled()
    await portal.user.click(await screen.findByRole('button', { name: /^User menu of/ }))
    await portal.user.click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByRole('alertdialog')
    await confirm(portal)
    await waitFor(() => expect(portal.actions.signOut).toHaveBeenCalledTimes(1))
  })

  test('says both where records wait and something was typed', async () => {
    const portal = openPortal('/virtual-ward', {
      session: nurse,
      prepare: (fake) => {
        fake.connection.set(offline)
        fake.draft('handover p1').set('typed')
      },
    })
    await portal.user.click(await screen.findByRole('button', { name: /^User menu of/ }))
    await portal.user.click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByRole('alertdialog')
    expect(within(dialog()).getByRole('heading').textContent).toBe(
      '2 records have not been sent yet',
    )
    expect(dialog().textContent).toContain('Signing out deletes what you typed on this device')
    expect(dialog().textContent).toContain('your handover of 1 patient')
  })

  test('waits two seconds at most for storage that does not answer', async () => {
    const portal = openPortal('/virtual-ward', {
      session: nurse,
      prepare: (fake) => {
        fake.connection.set({ state: 'live', lastContactAt: 0, waiting: 0, refused: 0 })
        Object.assign(fake.runtime, { typed: () => new Promise(() => undefined) })
      },
    })
    await portal.user.click(await screen.findByRole('button', { name: /^User menu of/ }))
    await portal.user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(portal.actions.signOut).toHaveBeenCalledTimes(1), {
      timeout: 10_000,
    })
  })

  test('asks nothing where nothing is unsent', async () => {
    const portal = await leave({ state: 'live', lastContactAt: 0, waiting: 0, refused: 0 })
    await waitFor(() => expect(portal.at()).toMatch(/^\/login/))
    expect(portal.actions.signOut).toHaveBeenCalledTimes(1)
  })
})
