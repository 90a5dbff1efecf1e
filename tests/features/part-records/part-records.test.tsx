// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PartRecord } from '../../../src/data/part-record'
import type { Permission } from '../../../src/domain/access/permissions'
import { partRecordsRoom } from '../../../src/features/part-records'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const away: PartRecord = {
  id: 'p1 o2',
  patient: { id: 'p1', firstName: 'John', lastName: 'Smith', birthDate: '1940-02-29' },
  home: { id: 'o1', name: 'Eastgate Practice' },
  organization: { id: 'o2', name: 'Riverside' },
  isOwn: false,
  admittedAt: '2026-01-05T14:32:00.000Z',
  heldSince: null,
}
const held: PartRecord = {
  ...away,
  id: 'p2 o1',
  patient: { id: 'p2', firstName: 'Ada', lastName: 'Ash', birthDate: '1950-03-01' },
  home: { id: 'o3', name: 'Harbour' },
  organization: { id: 'o1', name: 'Eastgate Practice' },
  isOwn: true,
  heldSince: '2026-01-05T15:00:00.000Z',
}
const open = (
  answer: () => unknown = () => done([away, held]),
  permissions: readonly Permission[] = ['view_patients', 'edit_patients', 'create_users'],
) =>
  openPortal('/settings/part-records', {
    session: signedIn(meOf({ permissions })),
    rooms: [partRecordsRoom],
    prepare: ({ ask }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) =>
        name === 'partRecords' ? answer() : rest?.(name, input),
      )
    },
  })
const table = async (name: string) => within(await screen.findByRole('table', { name }))
const registered = 'Registered here, admitted elsewhere'

test('where patients are registered: who was admitted elsewhere, and all of it opened once it was asked', async () => {
  const { user, run } = open()
  const rows = await table(registered)
  expect(rows.getByRole('row', { name: /SMITH, John.*Riverside.*05-Jan-2026 14:32/ })).toBeTruthy()
  expect(rows.queryByText(/ASH/)).toBeNull()
  await user.click(rows.getByRole('button', { name: /Open the whole record/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Users at Riverside/)).toBeTruthy()
  expect(run).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('button', { name: 'Open the whole record' }))
  await waitFor(() =>
    expect(run).toHaveBeenCalledWith('openWholeRecord', { patientId: 'p1', organizationId: 'o2' }),
  )
})

test('what is held here is released by an administrator', async () => {
  const { user, run } = open()
  const rows = await table('Held here')
  expect(rows.getByRole('row', { name: /ASH, Ada.*Harbour.*05-Jan-2026 15:00/ })).toBeTruthy()
  expect(rows.queryByText(/SMITH/)).toBeNull()
  await user.click(rows.getByRole('button', { name: /Release/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(run).toHaveBeenCalledWith('releasePartRecord', { patientId: 'p2' }))
})

test('users who may not answer read alone', async () => {
  open(undefined, ['view_patients', 'edit_patients'])
  await table('Held here')
  expect(screen.getByRole('button', { name: /Open the whole record/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Release/ })).toBeNull()
  cleanup()
  open(undefined, ['view_patients', 'create_users'])
  await table('Held here')
  expect(screen.queryByRole('button', { name: /Open the whole record/ })).toBeNull()
  expect(screen.getByRole('button', { name: /Release/ })).toBeTruthy()
  cleanup()
  const portal = open(undefined, ['view_patients'])
  await waitFor(() => expect(portal.at()).not.toContain('part-records'))
})

test('that there is nothing is said; that it could not be loaded is said otherwise', async () => {
  open(() => done([]))
  expect(
    await screen.findByText('No patient of yours is admitted elsewhere by identifier'),
  ).toBeTruthy()
  expect(screen.getByText('Nothing is held')).toBeTruthy()
  cleanup()
  open(() => refused('The server failed'))
  expect(
    (await screen.findAllByText('Patients who were admitted by identifier could not be loaded'))
      .length,
  ).toBeGreaterThan(0)
  expect(screen.queryByText('Nothing is held')).toBeNull()
})

test('offline the last answer stays, and nothing is opened', async () => {
  const portal = open()
  await table(registered)
  act(() => portal.connection.set({ ...portal.connection.get(), state: 'offline' }))
  expect((await screen.findAllByText(/what was last received/)).length).toBeGreaterThan(0)
})
