// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failed, openPortal } from '../../app/fake-portal'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

describe('/forgot-password', () => {
  test('P043 P105 P106 P107 P108 P250 anybody can ask for a reset: form, then a confirmation about e-mail and spam', async () => {
    const portal = openPortal('/forgot-password')
    await portal.user.type(await screen.findByLabelText('Email'), ' nurse@riverside.example ')
    expect(document.querySelector('[data-state="form"]')).toBeTruthy()
    await portal.user.click(screen.getByRole('button', { name: 'Send password reset email' }))
    const confirmation = await screen.findByText(/nurse@riverside.example/)
    expect(confirmation.textContent).toContain('spam')
    expect(confirmation.textContent).toContain('inbox')
    expect(screen.getByRole('heading', { name: 'Check your email' })).toBeTruthy()
    expect(document.querySelector('[data-state="reminderSent"]')).toBeTruthy()
    expect(portal.auth.sendPasswordReset).toHaveBeenCalledWith('nurse@riverside.example')
    await portal.user.click(screen.getByRole('link', { name: 'Return to login' }))
    await waitFor(() => expect(portal.at()).toBe('/login'))
  })

  test('P109 Cancel goes to /login', async () => {
    const portal = openPortal('/forgot-password')
    await portal.user.click(await screen.findByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(portal.at()).toBe('/login'))
  })

  test('a malformed address is told under the field; a failure is told and can be tried again', async () => {
    const sendPasswordReset = vi
      .fn()
      .mockResolvedValueOnce(failed('The sign-in service did not answer.', 'network'))
      .mockResolvedValue({ kind: 'success' })
    const portal = openPortal('/forgot-password', { auth: { sendPasswordReset } })
    const field = await screen.findByLabelText('Email')
    await portal.user.type(field, 'nurse@')
    await portal.user.click(screen.getByRole('button', { name: 'Send password reset email' }))
    expect(screen.getByText(/Enter an email address such as/)).toBeTruthy()
    expect(sendPasswordReset).not.toHaveBeenCalled()
    await portal.user.type(field, 'riverside.example')
    await portal.user.click(screen.getByRole('button', { name: 'Send password reset email' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The sign-in service did not answer.',
    )
    await portal.user.click(screen.getByRole('button', { name: 'Send password reset email' }))
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy()
  })
})
