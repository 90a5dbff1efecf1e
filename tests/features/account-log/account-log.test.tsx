// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { AccountLogEntry } from '../../../src/data/action-log'
import type { Permission } from '../../../src/domain/access/permissions'
import { accountLogRoom } from '../../../src/features/account-log'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const one: AccountLogEntry = {
  id: '9',
  createdAt: '2026-01-05T14:32:00.000Z',
  account: { id: 'u2', name: 'Hannah Okafor' },
  message: 'Proved who they are to sign in',
  loggedInAs: null,
  device: 'Chrome, Android',
  address: '203.0.113.7',
}
const older: AccountLogEntry = {
  ...one,
  id: '3',
  message: 'Somebody was refused at the sign-in of Hannah Okafor',
  loggedInAs: { id: 'i1', name: 'Ines Support' },
  device: '',
}
const open = (
  answer: (from: string | null) => unknown = (from) =>
    done(from === null ? { entries: [one], next: '3' } : { entries: [older], next: null }),
  permissions: readonly Permission[] = ['create_users'],
) =>
  openPortal('/settings/sign-in-log', {
    session: signedIn(meOf({ permissions })),
    rooms: [accountLogRoom],
    prepare: ({ ask }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) =>
        name === 'accountLogs'
          ? answer((input as { fromActionLogId: string | null }).fromActionLogId)
          : rest?.(name, input),
      )
    },
  })

test('an entry says when, whose account, what, on which device and from where; older ones follow', async () => {
  const { user } = open()
  const table = within(await screen.findByRole('table', { name: 'Sign-in log' }))
  expect(
    table.getByRole('row', {
      name: /05-Jan-2026 14:32.*Hannah Okafor.*Proved who they are.*Chrome, Android.*203\.0\.113\.7/,
    }),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(
    await table.findByRole('row', { name: /Somebody was refused.*Support: Ines Support.*Unknown/ }),
  ).toBeTruthy()
  expect(table.getAllByRole('row')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('that there is none is said; that it could not be loaded is said otherwise', async () => {
  open(() => done({ entries: [], next: null }))
  expect(await screen.findByText('Nothing yet')).toBeTruthy()
  cleanup()
  open(() => refused('The network request failed', 'network'))
  expect(await screen.findByText('The sign-in log could not be loaded')).toBeTruthy()
  expect(screen.queryByText('Nothing yet')).toBeNull()
})

test('it is for those who answer for users; nothing is asked for anybody else', async () => {
  const portal = open(undefined, ['view_patients'])
  await waitFor(() => expect(portal.at()).not.toContain('sign-in-log'))
  expect(portal.ask.mock.calls.filter(([name]) => name === 'accountLogs')).toEqual([])
})
