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
  actingOrganization: { id: 'o1', name: 'Riverside Virtual Ward' },
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
    open(
      oneOf(
        entryOf('1', {
          user: null,
          actingOrganization: null,
          loggedInAs: { id: 's', name: null },
        }),
      ),
    )
    const row = await item()
    expect(row.getByText('Lamplight, Riverside Virtual Ward')).toBeTruthy()
    expect(row.getByText('Signed in as this user: Lamplight support')).toBeTruthy()
  })

  test('C166 names both the user and who was signed in as them', async () => {
    open(oneOf(entryOf('1', { loggedInAs: { id: 's', name: 'Sam Support' } })))
    const row = await item()
    expect(row.getByText('Nia Okafor, Riverside Virtual Ward')).toBeTruthy()
    expect(row.getByText('Signed in as this user: Sam Support')).toBeTruthy()
  })

  test('K29 who did it for another organisation is named with that one', async () => {
    const practice = { id: 'o2', name: 'Eastgate Practice' }
    open(oneOf(entryOf('1', { user: { id: 'g', name: 'Gwen Ash' }, actingOrganization: practice })))
    expect((await item()).getByText('Gwen Ash, Eastgate Practice')).toBeTruthy()
  })

  test('who has no name is said to be of another organisation', async () => {
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

describe('who looked at this record', () => {
  const read = {
    id: '1',
    user: { id: 'u1', name: '=Nia Okafor' },
    roles: ['Clinician', 'Ward Manager'],
    loggedInAs: null,
    screen: 'ecg',
    readAt: '2026-01-05T10:00:00.000Z',
    receivedAt: '2026-01-05T10:00:01.000Z',
    device: '0198-aaaa-1234abcd',
    isByShareLink: false,
  }
  const supervisor = { permissions: ['view_patients', 'create_users'] } as const
  const look = (
    answer: (input: {
      readonly fromReadId: string | null
      readonly from: string | null
    }) => unknown,
    options: Parameters<typeof openClinical>[1] = { permissions: supervisor },
    connection: 'live' | 'offline' = 'live',
  ) => {
    const fake = clinicalRuntime()
    fake.view('patientRecord').set(answered([patientOf()]))
    fake.ask.mockImplementation(async (name, input) =>
      name === 'recordReads'
        ? answer(input as never)
        : name === 'actionLogs'
          ? done({ entries: [entryOf('1')], next: null })
          : refused('not told'),
    )
    if (connection === 'offline')
      fake.connection.set({ ...fake.connection.get(), state: 'offline' })
    return openClinical('/patient/p1/action-log', { ...options, fake, rooms: [actionLogRoom] })
  }
  const table = async () =>
    within(await screen.findByRole('table', { name: 'Who looked at this record' }))

  test('names person, role, screen in words, time and device', async () => {
    look(() => done({ entries: [read], next: null }))
    expect(
      (await table()).getByRole('row', {
        name: /=Nia Okafor.*Clinician, Ward Manager.*ECG.*05-Jan-2026.*10:00.*1234abcd/,
      }),
    ).toBeTruthy()
  })

  test('says of a look without a connection when it was told, and who was signed in as whom', async () => {
    look(() =>
      done({
        entries: [
          { ...read, receivedAt: '2026-01-05T13:00:00.000Z', loggedInAs: { id: 's', name: null } },
        ],
        next: null,
      }),
    )
    const row = await (await table()).findByRole('row', { name: /offline, told/ })
    expect(row.textContent).toContain('13:00')
    expect(row.textContent).toContain('(Lamplight support signed in as this user)')
  })

  test('a look by a share link is nobody’s of the staff: it says who made the link', async () => {
    look(() => done({ entries: [{ ...read, roles: [], isByShareLink: true }], next: null }))
    expect(
      (await table()).getByRole('row', {
        name: /^A share link made by =Nia Okafor.*ECG/,
      }),
    ).toBeTruthy()
  })

  test('is nobody’s who may not supervise: nothing is asked', async () => {
    const { ask } = look(() => done({ entries: [read], next: null }), {})
    await screen.findByText('Added a note')
    expect(screen.queryByText('Who looked at this record')).toBeNull()
    expect(ask.mock.calls.some(([name]) => name === 'recordReads')).toBe(false)
  })

  test('the person who opens the tab looks at it, once it is drawn; a record that is not shown is no look', async () => {
    const { looked } = look(() => done({ entries: [], next: null }))
    await screen.findByRole('heading', { level: 2, name: 'Action Log' })
    expect(looked.mock.calls).toEqual([['p1', 'action-log', undefined]])
    cleanup()
    const fake = clinicalRuntime()
    openClinical('/patient/p1/action-log', { fake, rooms: [actionLogRoom] })
    await waitFor(() => expect(fake.refresh).toHaveBeenCalled())
    expect(fake.looked).not.toHaveBeenCalled()
  })

  test('is asked for a period, and for all of it', async () => {
    const { user, ask } = look(() => done({ entries: [read], next: null }))
    await table()
    await user.click(screen.getByRole('radio', { name: 'All' }))
    await waitFor(() =>
      expect(ask.mock.calls.filter(([name]) => name === 'recordReads').at(-1)?.[1]).toMatchObject({
        patientId: 'p1',
        from: null,
      }),
    )
  })

  test('more of it is loaded below', async () => {
    const { user } = look(({ fromReadId }) =>
      fromReadId === null
        ? done({ entries: [read], next: '5' })
        : done({ entries: [{ ...read, id: '0', screen: 'notes' }], next: null }),
    )
    await user.click(await screen.findByRole('button', { name: 'Load more looks' }))
    expect((await table()).getByRole('row', { name: /Notes/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load more looks' })).toBeNull()
  })

  test('is saved whole, page after page, and no cell runs as a formula', async () => {
    const saved: Blob[] = []
    URL.createObjectURL = (blob: Blob) => {
      saved.push(blob)
      return 'blob:x'
    }
    URL.revokeObjectURL = () => undefined
    const { user } = look(({ fromReadId }) =>
      done({
        entries: [{ ...read, id: fromReadId ?? 'first' }],
        next: fromReadId === null ? '5' : null,
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = await saved[0]?.text()
    expect(text?.split('\r\n').filter((line) => line.startsWith(`"'=Nia Okafor"`))).toHaveLength(2)
    expect(text).toContain('"Who","Role","What","When","Device"')
  })

  test('a failure says so and is tried again; an empty period says so', async () => {
    let works = false
    const { user } = look(() => (works ? done({ entries: [], next: null }) : refused('no')))
    await screen.findByText('Who looked at this record could not be loaded')
    works = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nobody looked at this record')).toBeTruthy()
  })

  test('offline nothing of it can be saved', async () => {
    look(() => refused('no', 'network'), { permissions: supervisor }, 'offline')
    await screen.findByRole('heading', { name: 'Who looked at this record' })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save as CSV' }).disabled).toBe(
      true,
    )
  })

  test('is spelt the American way', async () => {
    look(() => done({ entries: [], next: null }), { permissions: supervisor, edition: 'en-US' })
    expect(await screen.findByText(/^The people of this organization/)).toBeTruthy()
  })
})
