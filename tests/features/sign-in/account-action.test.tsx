// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failed, openPortal } from '../../app/fake-portal'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const reset = '/account-action?mode=resetPassword&oobCode=code-1'
const words = () => screen.getByLabelText<HTMLInputElement>('Your new password').value
const withWords = () => waitFor(() => expect(words()).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/))

describe('choosing a new password', () => {
  test('P068 P110 P111 P112 P247 the code of the link is checked first, then three random words are offered', async () => {
    let answer: (value: { kind: 'valid'; email: string }) => void = () => undefined
    const checkResetCode = vi.fn(
      () =>
        new Promise<{ kind: 'valid'; email: string }>((resolve) => {
          answer = resolve
        }),
    )
    openPortal(reset, { auth: { checkResetCode } })
    expect(await screen.findByText('Checking your link…')).toBeTruthy()
    expect(checkResetCode).toHaveBeenCalledWith('code-1')
    expect(screen.queryByLabelText('Your new password')).toBeNull()
    answer({ kind: 'valid', email: 'nurse@riverside.example' })
    await screen.findByLabelText('Your new password')
    await withWords()
    expect(screen.getByText(/For nurse@riverside.example/)).toBeTruthy()
  })

  test('P113 P114 other words can be asked for, and a dialog explains the style', async () => {
    const { user } = openPortal(reset)
    await screen.findByLabelText('Your new password')
    await withWords()
    const before = words()
    await user.click(screen.getByRole('button', { name: 'Suggest other words' }))
    await waitFor(() => expect(words()).not.toBe(before))
    await user.click(screen.getByRole('button', { name: 'Why three words?' }))
    const dialog = await screen.findByRole('dialog', { name: 'Why three random words' })
    expect(dialog.textContent).toContain('chosen at random')
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('P115 P116 P248 Save Password saves exactly the words that are shown, then offers the way to the login', async () => {
    const portal = openPortal(reset)
    await screen.findByLabelText('Your new password')
    await withWords()
    const chosen = words()
    await portal.user.click(screen.getByRole('button', { name: 'Save Password' }))
    expect(
      await screen.findByRole('heading', { name: 'Your password has been saved' }),
    ).toBeTruthy()
    expect(document.querySelector('[data-state="done"]')).toBeTruthy()
    expect(portal.auth.confirmReset).toHaveBeenCalledWith('code-1', chosen)
    await portal.user.click(screen.getByRole('link', { name: 'Return to login' }))
    await waitFor(() => expect(portal.at()).toBe('/login'))
  })

  test('P249 after 5 minutes in the done state it goes to /login by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const portal = openPortal(reset)
    await screen.findByLabelText('Your new password')
    await withWords()
    await act(async () => screen.getByRole('button', { name: 'Save Password' }).click())
    await screen.findByRole('heading', { name: 'Your password has been saved' })
    await act(async () => vi.advanceTimersByTimeAsync(5 * 60_000 - 5_000))
    expect(portal.at()).toBe(reset)
    await act(async () => vi.advanceTimersByTimeAsync(5_000))
    expect(portal.at()).toBe('/login')
  })

  test('P117 Cancel goes to /login', async () => {
    const portal = openPortal(reset)
    await portal.user.click(await screen.findByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(portal.at()).toBe('/login'))
  })

  test('P118 P119 an invalid or expired code says so and leads to /forgot-password', async () => {
    const portal = openPortal(reset, {
      auth: { checkResetCode: async () => ({ kind: 'invalid' }) },
    })
    expect(
      await screen.findByText(
        'Password reset code has expired. Try resetting your password again.',
      ),
    ).toBeTruthy()
    await portal.user.click(screen.getByRole('link', { name: 'Reset Password' }))
    await waitFor(() => expect(portal.at()).toBe('/forgot-password'))
  })

  test('P332 a refused password shows the message of the server, and the words stay', async () => {
    const portal = openPortal(reset, {
      auth: {
        confirmReset: async () =>
          failed('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'invalid-arguments'),
      },
    })
    await screen.findByLabelText('Your new password')
    await withWords()
    const chosen = words()
    await portal.user.click(screen.getByRole('button', { name: 'Save Password' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
    )
    expect(words()).toBe(chosen)
  })

  test('P333 a failure without a message has its own words', async () => {
    const portal = openPortal(reset, { auth: { confirmReset: async () => failed('', 'unknown') } })
    await screen.findByLabelText('Your new password')
    await withWords()
    await portal.user.click(screen.getByRole('button', { name: 'Save Password' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'An unknown error occurred while attempting to reset the password.',
    )
  })

  test('a code that could not be checked without a connection can be checked again', async () => {
    const checkResetCode = vi
      .fn()
      .mockResolvedValueOnce(failed('The sign-in service did not answer.', 'network'))
      .mockResolvedValue({ kind: 'valid', email: 'a@b.example' })
    const portal = openPortal(reset, { auth: { checkResetCode } })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The sign-in service did not answer.',
    )
    await portal.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Your new password')).toBeTruthy()
  })
})

describe('taking a just-added second factor off', () => {
  const revert = '/account-action?mode=revertSecondFactorAddition&oobCode=code-2'

  test('P120 P121 P122 P123 the code is applied once, the page says what became of it and where it can be turned on again', async () => {
    const portal = openPortal(revert)
    expect(
      await screen.findByRole('heading', { name: 'Two-factor authentication removed' }),
    ).toBeTruthy()
    expect(portal.auth.applyRevertCode).toHaveBeenCalledExactlyOnceWith('code-2')
    expect(
      screen.getByText('You can re-enable two-factor authentication on the Account page.'),
    ).toBeTruthy()
    await portal.user.click(screen.getByRole('link', { name: 'Return to login' }))
    await waitFor(() => expect(portal.at()).toBe('/login'))
  })

  test('a code that does not work never says removed', async () => {
    openPortal(revert, { auth: { applyRevertCode: async () => ({ kind: 'invalid' }) } })
    expect((await screen.findByRole('alert')).textContent).toContain('was not removed')
    expect(screen.queryByText('Two-factor authentication removed')).toBeNull()
  })
})

test('P124 any other mode goes to /', async () => {
  for (const query of ['', '?mode=verifyEmail&oobCode=x']) {
    const portal = openPortal(`/account-action${query}`)
    await waitFor(() => expect(portal.at()).toMatch(/^\/login\?next=%2Fvirtual-ward$/))
    cleanup()
  }
})
