// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { ActionLogEntry } from '../../../src/domain/action-log/entry'
import { actionLogRoom } from '../../../src/features/action-log'
import { done, refused } from '../../app/fake-portal'
import {
  answered,
  clinicalRuntime,
  openClinical,
  patientOf,
  screen,
  waitFor,
  within,
} from '../clinical-portal'

afterEach(cleanup)

const alert = { text: 'the alert High score', type: 'alert', instance: 'alert-1' }
const entryOf = (id: string, over: Partial<ActionLogEntry> = {}): ActionLogEntry => ({
  id,
  message: 'Added a note',
  createdAt: '2026-01-05T10:00:00.000Z',
  user: { id: 'u1', name: 'Nia Okafor' },
  affectedOrganization: { id: 'o1', name: 'Riverside Virtual Ward' },
  loggedInAs: null,
  messageEntities: [{ text: 'a note', type: 'patientNote', instance: 'n1' }],
  ...over,
})
type Pages = (input: { readonly fromActionLogId: string | null }) => unknown
const open = (
  pages: Pages,
  options: Parameters<typeof openClinical>[1] = {},
  connection: 'live' | 'offline' = 'live',
) => {
  const fake = clinicalRuntime()
  fake.view('patientRecord').set(answered([patientOf()]))
  fake.ask.mockImplementation(async (name, input) =>
    name === 'actionLogs' ? pages(input as never) : refused('not told'),
  )
  if (connection === 'offline') fake.connection.set({ ...fake.connection.get(), state: 'offline' })
  return openClinical('/patient/p1/action-log', { ...options, fake, rooms: [actionLogRoom] })
}
const oneOf = (entry: ActionLogEntry) => () => done({ entries: [entry], next: null })
const item = () => screen.findByRole('listitem').then((found) => within(found))

describe('the action log of a record', () => {
  test('C015 C166 is the last tab, under days, with message, user, organisation and time', async () => {
    open(() =>
      done({
        entries: [entryOf('2'), entryOf('1', { createdAt: '2026-01-04T09:30:00.000Z' })],
        next: null,
      }),
    )
    await screen.findByRole('heading', { level: 2, name: 'Action Log' })
    expect(screen.getAllByRole('tab').at(-1)?.textContent).toBe('Action Log')
    expect(
      (await screen.findAllByRole('heading', { level: 3 })).map((day) => day.textContent),
    ).toEqual(['05-Jan-2026', '04-Jan-2026'])
    const [first] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain('Added a note')
    expect(first?.textContent).toContain('Nia Okafor, Riverside Virtual Ward')
    expect(first?.textContent).toContain('10:00')
  })

  test('C166 says who was signed in as the user, and what the server did by itself', async () => {
    open(oneOf(entryOf('1', { user: null, loggedInAs: { id: 's', name: null } })))
    const row = await item()
    expect(row.getByText('Lamplight, Riverside Virtual Ward')).toBeTruthy()
    expect(row.getByText('Signed in as this user: Lamplight support')).toBeTruthy()
  })

  test('a user of another organisation has no name', async () => {
    open(oneOf(entryOf('1', { user: { id: 'x', name: null } })))
    expect((await item()).getByText(/^Someone in another organisation,/)).toBeTruthy()
  })

  for (const [what, message, name] of [
    ['raised', 'Raised the alert High score', 'Alert'],
    ['closed', 'Set the status of the alert High score to closed', 'Alert closed'],
  ] as const)
    test(`C167 an alert that was ${what} has the sign "${name}"`, async () => {
      open(oneOf(entryOf('1', { message, messageEntities: [alert] })))
      const row = await item()
      expect(row.getByText(name)).toBeTruthy()
      expect(row.getByText(/the alert High score/).textContent).toBe(message)
    })

  test('what is not about an alert has no sign', async () => {
    open(oneOf(entryOf('1')))
    expect((await item()).queryByText(/^Alert/)).toBeNull()
  })

  const toWard = entryOf('1', {
    message: 'Transferred John Smith to Willow',
    messageEntities: [{ text: 'Willow', type: 'ward', instance: 'w1' }],
  })
  test('a ward is a link for those who see wards', async () => {
    open(oneOf(toWard), {
      permissions: { permissions: ['view_patients', 'view_wards'], features: ['wards'] },
    })
    expect((await item()).getByRole('link', { name: 'Willow' }).getAttribute('href')).toBe(
      '/wards/w1/patients',
    )
  })

  test('and a word for the others', async () => {
    open(oneOf(toWard))
    const row = await item()
    expect(row.getByText('Transferred John Smith to Willow')).toBeTruthy()
    expect(row.queryByRole('link')).toBeNull()
  })

  test('C168 Load more asks from the next id and adds below, until there is no more', async () => {
    const { user, ask } = open(({ fromActionLogId }) =>
      fromActionLogId === null
        ? done({ entries: [entryOf('9'), entryOf('8')], next: '7' })
        : done({ entries: [entryOf('7', { message: 'The oldest' })], next: null }),
    )
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('The oldest')).toBeTruthy()
    expect(screen.getAllByRole('listitem').length).toBe(3)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(ask).toHaveBeenCalledWith('actionLogs', { patientId: 'p1', fromActionLogId: '7' })
  })

  test('a page that fails is said, and what is shown stays', async () => {
    const { user } = open(({ fromActionLogId }) =>
      fromActionLogId === null ? done({ entries: [entryOf('9')], next: '8' }) : refused('no'),
    )
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Older entries could not be loaded')).toBeTruthy()
    expect(screen.getAllByRole('listitem').length).toBe(1)
  })

  test('an empty log says so', async () => {
    open(() => done({ entries: [], next: null }))
    expect(await screen.findByText('Nothing was done yet')).toBeTruthy()
  })

  test('a log that fails can be asked again', async () => {
    let isBroken = true
    const { user } = open(() =>
      isBroken ? refused('no') : done({ entries: [entryOf('1')], next: null }),
    )
    expect(await screen.findByText('The action log could not be loaded')).toBeTruthy()
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Added/)).toBeTruthy()
  })

  test('offline it says that it is shown online', async () => {
    open(() => refused('no', 'network'), {}, 'offline')
    expect(
      await screen.findByText('The action log is shown only while you are online.'),
    ).toBeTruthy()
  })

  test('the US edition says organization', async () => {
    open(oneOf(entryOf('1', { user: { id: 'x', name: null } })), { edition: 'en-US' })
    expect((await item()).getByText(/^Someone in another organization,/)).toBeTruthy()
    await waitFor(() => expect(screen.getByText(/in this organization, newest first/)).toBeTruthy())
  })
})
