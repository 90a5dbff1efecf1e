// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionState, UnlockResult } from '../../../src/engine/define'
import { problem, type ProblemKind } from '../../../src/domain/problem'
import { openPortal, signedOut } from '../../app/fake-portal'

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const email = 'nurse@riverside.example'
const lockedAs = (over: Partial<NonNullable<SessionState['locked']>> = {}): SessionState => ({
  ...signedOut,
  status: 'locked',
  ended: 'idle',
  locked: { email, opensOffline: true, leaseOver: false, ...over },
})
const refusal = (kind: ProblemKind, waitMs = 0): UnlockResult => ({
  kind: 'refused',
  problem: problem(kind, 'No'),
  waitMs,
})
const open = (over?: Parameters<typeof lockedAs>[0], answer?: UnlockResult) =>
  openPortal('/login?next=%2Fwards', {
    session: lockedAs(over),
    prepare: ({ connection, actions }) => {
      connection.set({ ...connection.get(), state: 'offline' })
      if (answer !== undefined) actions.unlock.mockResolvedValue(answer)
    },
  })
const heading = () => screen.findByRole('heading', { level: 1, name: 'This device is locked' })
const type = async (portal: ReturnType<typeof open>, password: string) => {
  await portal.user.type(await screen.findByLabelText('Password'), `${password}{Enter}`)
}

describe('a locked device offline', () => {
  test('names who can unlock it, takes the password by keyboard alone, and goes where they were', async () => {
    const portal = open()
    await heading()
    expect(screen.getByText(email)).toBeTruthy()
    expect(screen.queryByLabelText('Email')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
    await type(portal, 'three-words-long')
    expect(portal.actions.unlock).toHaveBeenCalledWith('three-words-long')
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'This device is locked' })).toBeNull(),
    )
    expect(portal.auth.signInWithPassword).not.toHaveBeenCalled()
  })

  test('says that a password is missing or not right, beside it, and empties the field', async () => {
    const portal = open({}, refusal('forbidden'))
    await heading()
    await portal.user.click(screen.getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText('Enter your password')).toBeTruthy()
    expect(portal.actions.unlock).not.toHaveBeenCalled()
    await type(portal, 'wrong-words')
    expect(await screen.findByText('The password is incorrect')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  })

  test('after too many wrong ones says how long to wait, and tries nothing meanwhile', async () => {
    // The clock stands: however long a busy machine takes over the typing, the wait is not over.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-05T14:32:00Z') })
    const portal = open({}, refusal('too-many', 5_000))
    await heading()
    await type(portal, 'wrong-again')
    expect((await screen.findByRole('timer')).textContent).toBe('Try again in 5 seconds.')
    expect(screen.getByRole('button', { name: 'Unlock' }).hasAttribute('disabled')).toBe(true)
    await type(portal, 'once-more')
    expect(portal.actions.unlock).toHaveBeenCalledTimes(1)
  })

  test('after the lease, and where no password was kept, takes none and says what to do', async () => {
    open({ leaseOver: true })
    await heading()
    expect(
      screen.getByText(/too long without a connection, or its clock was set back/),
    ).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    cleanup()
    open({ opensOffline: false })
    await heading()
    expect(screen.getByText('Only opens with a connection')).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  test('lets somebody else sign in, and comes back', async () => {
    const portal = open()
    await heading()
    await portal.user.click(screen.getByRole('button', { name: 'Sign in as someone else' }))
    expect(document.activeElement).toBe(await screen.findByLabelText('Email'))
    await portal.user.click(screen.getByRole('button', { name: `Unlock as ${email}` }))
    await heading()
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  test('a user who was locked out on purpose reads why, and is asked for no password', async () => {
    openPortal('/login', {
      session: { ...lockedAs({ opensOffline: false }), ended: 'disabled' },
      prepare: ({ connection }) => connection.set({ ...connection.get(), state: 'offline' }),
    })
    await heading()
    expect(screen.getAllByRole('alert')[0]?.textContent).toMatch(/^Your account is switched off /)
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  test('online it is the ordinary sign-in: only the server opens it then', async () => {
    const portal = open()
    await heading()
    act(() => portal.connection.set({ ...portal.connection.get(), state: 'checking' }))
    expect(await screen.findByLabelText('Email')).toBeTruthy()
  })
})
