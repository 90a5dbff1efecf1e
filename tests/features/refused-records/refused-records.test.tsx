// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Permission } from '../../../src/domain/access/permissions'
import { refusedRecordsRoom } from '../../../src/features/refused-records'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const row = {
  id: 'group.one',
  operation: 'addPatientNote',
  code: 'IDENTITY_CHANGED',
  patientId: 'p1',
  author: { firstName: 'Ada', lastName: 'Ash' },
  writtenAt: '2026-01-05T14:32:00.000Z',
  refusedAt: '2026-01-05T15:00:00.000Z',
  purgedAt: '2026-04-06T15:00:00.000Z',
  openedAt: null,
  outcome: null,
}
const written = {
  id: row.id,
  operation: row.operation,
  input: { patientId: 'p1', text: 'Fell at six, no injury seen' },
  patientName: 'John Smith',
  patientBirthDate: '1944-03-02',
}
const open = (
  answer: () => unknown = () => done([row]),
  permissions: readonly Permission[] = ['edit_patients', 'create_users'],
  edition: 'en-GB' | 'en-US' = 'en-GB',
) => {
  const me = meOf({ permissions })
  return openPortal('/settings/refused-records', {
    session: signedIn(
      edition === 'en-GB'
        ? me
        : { ...me, actingOrganization: { ...me.actingOrganization, edition } },
    ),
    rooms: [refusedRecordsRoom],
    prepare: ({ ask, run }) => {
      const rest = ask.getMockImplementation()
      ask.mockImplementation(async (name, input) =>
        name === 'refusedRecords' ? answer() : rest?.(name, input),
      )
      run.mockImplementation(async (name) => done(name === 'openRefusedRecord' ? written : row))
    },
  })
}
const menu = async (user: ReturnType<typeof open>['user'], item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Note, Ada Ash' }))
  await user.click(await screen.findByRole('button', { name: item }))
}

test('C6 the tray names kind, author, times and until when it is kept, and no words', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: 'Refused records' }))
  expect(table.getByRole('row', { name: /Note.*Ada Ash.*6 April 2026.*Not opened/ })).toBeTruthy()
  expect(screen.queryByText(/Fell at six/)).toBeNull()
})

test('C6 one is read for a reason, and shows what was written and of whom', async () => {
  const { user, run } = open()
  await menu(user, 'Read')
  const dialog = within(await screen.findByRole('dialog', { name: 'Read this record?' }))
  await user.type(dialog.getByRole('textbox', { name: /Why do you read it/ }), 'She has left')
  await user.click(dialog.getByRole('button', { name: 'Read it' }))
  const shown = within(await screen.findByRole('dialog', { name: 'What was written: Note' }))
  expect(shown.getByText('Fell at six, no injury seen')).toBeTruthy()
  expect(shown.getByText(/^About John Smith, born/)).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Open patient record' }).getAttribute('href')).toBe(
    '/patient/p1',
  )
  expect(run).toHaveBeenCalledWith('openRefusedRecord', { id: row.id, reason: 'She has left' })
})

test('C6 without a reason nothing is opened', async () => {
  const { user, run } = open()
  await menu(user, 'Read')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Read it' }))
  expect(run).not.toHaveBeenCalledWith('openRefusedRecord', expect.anything())
})

test('C6 what was done about it is said', async () => {
  const { user, run } = open()
  await menu(user, 'Say what was done')
  const dialog = within(await screen.findByRole('dialog', { name: 'What was done about it?' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: /Done about it/ }), 'ENTERED')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(run).toHaveBeenCalledWith('settleRefusedRecord', { id: row.id, outcome: 'ENTERED' }),
  )
})

test('what could not be loaded says so and is asked for again', async () => {
  let works = false
  const { user } = open(() => (works ? done([row]) : refused('The server failed')))
  expect(await screen.findByText('The refused records could not be loaded')).toBeTruthy()
  works = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Refused records' })).toBeTruthy()
})

test('an empty tray says so', async () => {
  open(() => done([]))
  expect(await screen.findByText('There are no refused records')).toBeTruthy()
})

test('who may not change patients and users has no such tab', async () => {
  open(undefined, ['create_users'])
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  expect(screen.queryByRole('tab', { name: 'Refused records' })).toBeNull()
})
