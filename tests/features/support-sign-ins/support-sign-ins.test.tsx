// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { SupportSignIn } from '../../../src/data/support-sign-in'
import type { Permission } from '../../../src/domain/access/permissions'
import { supportSignInsRoom } from '../../../src/features/support-sign-ins'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const one: SupportSignIn = {
  id: '7',
  at: '2026-01-05T14:32:00.000Z',
  staffName: 'Ines Support',
  userName: 'Hannah Okafor',
  reason: 'Asked to look at a missing alert',
}
const open = (
  answer: () => unknown = () => done([one, { ...one, id: '6', reason: '' }]),
  permissions: readonly Permission[] = ['create_users'],
) =>
  openPortal('/settings/support-sign-ins', {
    session: signedIn(meOf({ permissions })),
    rooms: [supportSignInsRoom],
    prepare: ({ ask }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) =>
        name === 'supportSignIns' ? answer() : rest?.(name, input),
      )
    },
  })

test('each time is listed with when, who, as whom and why', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: 'Support sign-ins' }))
  expect(
    table.getByRole('row', {
      name: /05-Jan-2026 14:32.*Ines Support.*Hannah Okafor.*Asked to look at a missing alert/,
    }),
  ).toBeTruthy()
  expect(table.getByRole('row', { name: /Hannah Okafor.*None was asked for/ })).toBeTruthy()
})

test('that nobody did is said; that it could not be loaded is said otherwise', async () => {
  open(() => done([]))
  expect(await screen.findByText('Nobody of support signed in')).toBeTruthy()
  cleanup()
  open(() => refused('The network request failed', 'network'))
  expect(await screen.findByText('Support sign-ins could not be loaded')).toBeTruthy()
  expect(screen.queryByText('Nobody of support signed in')).toBeNull()
})

test('it is for those who answer for users; nothing is asked for anybody else', async () => {
  const portal = open(undefined, ['view_patients'])
  await waitFor(() => expect(portal.at()).not.toContain('support-sign-ins'))
  expect(portal.ask.mock.calls.filter(([name]) => name === 'supportSignIns')).toEqual([])
})
