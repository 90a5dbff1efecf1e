// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { mailPieces } from '../../../src/features/internal/mail.view'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const staff = signedIn(meOf({ internal: true }))
const mail = {
  id: 'm1',
  to: 'nurse@riverside.example',
  subject: 'Reset your password',
  body: 'Open http://localhost:8080/account-action?mode=resetPassword&oobCode=x.',
  createdAt: '2026-01-05T14:32:00.000Z',
}
const user = {
  id: 'u1',
  email: 'a@b.example',
  firstName: 'Ada',
  lastName: null,
  roles: ['Clinician'],
  jobRole: null,
  lastLoginAt: null,
  deletedAt: '2026-01-05T14:32:00.000Z',
}

describe('/admin', () => {
  test('P076 O205 anybody else than internal staff is led to /', async () => {
    const portal = openPortal('/admin', { session: signedIn(meOf()) })
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(screen.queryByRole('link', { name: 'Internal staff' })).toBeNull()
  })

  test('staff read the mails that were not sent, and can follow their links', async () => {
    openPortal('/admin', {
      session: staff,
      prepare: ({ ask }) =>
        ask.mockImplementation(async (name) =>
          name === 'mailOutbox' ? done([mail]) : refused('no'),
        ),
    })
    expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeTruthy()
    expect(screen.getByRole('link', { name: /account-action/ }).getAttribute('href')).toBe(
      'http://localhost:8080/account-action?mode=resetPassword&oobCode=x',
    )
    expect(screen.getByRole('heading', { name: '05-Jan-2026' })).toBeTruthy()
    expect(screen.getByText(/To nurse@riverside.example · 14:32/)).toBeTruthy()
  })

  test('staff list the users of an organisation, the deleted ones too', async () => {
    const portal = openPortal('/admin', {
      session: staff,
      prepare: ({ ask }) =>
        ask.mockImplementation(async (name) =>
          name === 'organizationUsers'
            ? done([user])
            : name === 'mailOutbox'
              ? done([])
              : refused('no'),
        ),
    })
    expect(await screen.findByText('No emails yet. A password reset creates one.')).toBeTruthy()
    await portal.user.click(screen.getByRole('checkbox', { name: 'Include deleted users' }))
    await screen.findByRole('columnheader', { name: 'Deleted' })
    const row = await screen.findByRole('row', { name: /a@b.example/ })
    expect(row.textContent).toContain('Ada')
    expect(row.textContent).toContain('Never')
    expect(portal.ask).toHaveBeenCalledWith('organizationUsers', {
      organizationId: 'org-1',
      includeDeleted: true,
    })
  })

  test('what could not be loaded is told, with a way to try again', async () => {
    openPortal('/admin', {
      session: staff,
      prepare: ({ ask }) => ask.mockResolvedValue(refused('The network request failed', 'network')),
    })
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
    expect(screen.getByText('The emails could not be loaded')).toBeTruthy()
    expect(screen.getByText('The users could not be loaded')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
  })
})

test('only http and https addresses become links, without the full stop behind them', () => {
  expect(mailPieces('See https://a.example/x?y=1. Or javascript:alert(1)')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', href: 'https://a.example/x?y=1' },
    { kind: 'text', text: '. Or javascript:alert(1)' },
  ])
})
