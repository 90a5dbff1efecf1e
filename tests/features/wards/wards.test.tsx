// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Permission } from '../../../src/domain/access/permissions'
import { wardsRoom } from '../../../src/features/wards'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const all: readonly Permission[] = [
  'view_wards',
  'create_wards',
  'edit_wards',
  'delete_wards',
  'assign_ward_staff',
]
const wardOf = (
  id: string,
  name: string,
  numberOfPatients: number,
  numberOfStaff: number,
  capacity: number | null = null,
) => ({
  id,
  name,
  capacity,
  noAnswerProcedure: null as string | null,
  numberOfPatients,
  numberOfStaff,
  createdAt: '2026-01-05T14:32:00.000Z',
  updatedAt: '2026-02-07T09:05:00.000Z',
})
const [heart, frailty, empty] = [
  wardOf('heart', 'Heart Failure Ward', 14, 3),
  wardOf('frailty', 'Frailty Ward', 0, 1),
  wardOf('empty', 'Empty Ward', 0, 0),
]
const patient = (id: string, firstName: string) => ({
  patient: { id, firstName, lastName: 'Ash', birthDate: '1948-03-02', numSimilarNames: 0 },
  carePathway: { id: 'copd', name: 'COPD' },
  admittedAt: '2026-02-07T09:05:00.000Z',
})
const member = (id: string, firstName: string) => ({
  user: { id, firstName, lastName: 'Whitfield', email: `${id}@x.example`, jobRole: null },
  assignedAt: '2026-02-07T09:05:00.000Z',
})
const userOf = (at: number, wards: readonly { id: string; name: string }[] = []) => ({
  id: `user-${at}`,
  email: `user${at}@x.example`,
  firstName: `First${at}`,
  lastName: 'Okafor',
  roles: ['Clinician'],
  jobRole: null,
  enrolledInTotpMfa: false,
  wards,
  lastLoginAt: null,
  invitation: null,
})

interface Given {
  readonly permissions?: readonly Permission[]
  readonly features?: readonly 'wards'[]
  readonly answers?: Readonly<Record<string, (input: never) => unknown>>
}
const open = (
  path: string,
  { permissions = all, features = ['wards'], answers = {} }: Given = {},
) => {
  const me = meOf({ permissions, features })
  const portal = openPortal(path, {
    session: signedIn(me),
    rooms: [wardsRoom],
    prepare: ({ ask, run }) => {
      const told: Given['answers'] = {
        wards: () => done([empty, frailty, heart]),
        ward: () => done(heart),
        wardPatients: () => done({ rows: [patient('p1', 'Ada')], total: 14, seesPatients: true }),
        wardStaff: () => done({ numberOfPatients: 14, wardStaff: [member('hannah', 'Hannah')] }),
        users: () => done({ rows: [1, 2, 3, 4, 5].map((at) => userOf(at)), total: 12 }),
        ...answers,
      }
      const rest = ask.getMockImplementation()
      ask.mockImplementation(
        async (name, input) => told[name]?.(input as never) ?? rest?.(name, input),
      )
      run.mockImplementation(async (name, input) => told[name]?.(input as never) ?? done(null))
    },
  })
  return {
    ...portal,
    sent: (name: string) =>
      portal.run.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
    asked: (name: string) =>
      portal.ask.mock.calls.flatMap(([one, input]) => (one === name ? [input] : [])),
  }
}
type Portal = ReturnType<typeof open>
const table = (name: string) => screen.findByRole('table', { name })
const press = async (
  { user }: Portal,
  name: string | RegExp,
  place = screen as ReturnType<typeof within>,
) => user.click(await place.findByRole('button', { name }))
const choose = async (portal: Portal, row: string, label: string) => {
  await press(portal, `Actions for ${row}`)
  await press(portal, label)
}
const dialog = async (role: 'dialog' | 'alertdialog' = 'dialog') =>
  within(await screen.findByRole(role))
const cellsOf = async (caption: string, row: string) =>
  [
    ...within(await table(caption))
      .getByRole('row', { name: new RegExp(`^${row}`) })
      .querySelectorAll('th, td'),
  ].map(({ textContent }) => textContent)

describe('/wards', () => {
  test('P057 O114 O115 lists name, patients, staff, created and updated, each with a Manage Ward link', async () => {
    open('/wards')
    expect(await screen.findByRole('heading', { level: 1, name: 'Wards' })).toBeTruthy()
    const cells = await cellsOf('Wards', 'Heart Failure Ward')
    expect(cells.slice(0, 3)).toEqual(['Heart Failure Ward', '14', '3'])
    expect(cells[3]).toMatch(/^5 January 2026/)
    expect(cells[4]).toMatch(/^7 February 2026/)
    const link = screen.getByRole('link', { name: 'Manage Ward: Heart Failure Ward' })
    expect(link.textContent).toBe('Manage Ward')
    expect(link.getAttribute('href')).toBe('/wards/heart/patients')
  })

  for (const [what, given] of [
    ['the wards flag', { features: [] }],
    ['view_wards', { permissions: ['view_patients'] }],
  ] as const)
    test(`O113 without ${what} nothing of the wards is shown or asked for`, async () => {
      const { at, asked } = open('/wards', given)
      await waitFor(() => expect(at()).not.toContain('wards'))
      expect(asked('wards')).toEqual([])
      expect(screen.queryByRole('link', { name: 'Wards' })).toBeNull()
    })

  for (const [permission, adds, offered] of [
    ['view_wards', false, []],
    ['create_wards', true, []],
    ['edit_wards', false, ['Edit']],
    ['delete_wards', false, ['Delete']],
  ] as const)
    test(`O116 O347 O348 O349 with ${permission} one is offered that and nothing else`, async () => {
      const { user } = open('/wards', { permissions: ['view_wards', permission] })
      await table('Wards')
      expect(screen.queryByRole('button', { name: 'Add ward' }) !== null).toBe(adds)
      const menu = screen.queryByRole('button', { name: 'Actions for Empty Ward' })
      expect(menu === null).toBe(offered.length === 0)
      if (menu === null) return
      await user.click(menu)
      expect(
        within(await table('Wards'))
          .getAllByRole('listitem')
          .map((item) => within(item).getByRole('button').textContent),
      ).toEqual(offered)
    })

  test('O324 a ward is added by its name, without the spaces around it', async () => {
    const portal = open('/wards')
    await press(portal, 'Add ward')
    const form = await dialog()
    await portal.user.type(form.getByRole('textbox', { name: /Ward name/ }), '  Night Ward ')
    await press(portal, 'Add', form)
    await waitFor(() =>
      expect(portal.sent('createWard')).toEqual([{ name: 'Night Ward', capacity: null }]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('O323 an empty name is refused at the field, and nothing is sent', async () => {
    const portal = open('/wards')
    await press(portal, 'Add ward')
    const form = await dialog()
    await portal.user.type(form.getByRole('textbox', { name: /Ward name/ }), '   ')
    await press(portal, 'Add', form)
    expect((await form.findAllByText('Ward name is required')).length).toBeGreaterThan(0)
    expect(portal.sent('createWard')).toEqual([])
  })

  test('O324 O325 a name is updated only once it has changed', async () => {
    const portal = open('/wards')
    await table('Wards')
    await choose(portal, 'Frailty Ward', 'Edit')
    const form = await dialog()
    const update = form.getByRole('button', { name: 'Update' })
    const field = form.getByRole('textbox', { name: /Ward name/ })
    expect(update).toHaveProperty('disabled', true)
    await portal.user.type(field, ' ')
    expect(update).toHaveProperty('disabled', true)
    await portal.user.type(field, 'North ')
    expect(update).toHaveProperty('disabled', false)
    await portal.user.click(update)
    await waitFor(() =>
      expect(portal.sent('updateWard')).toEqual([{ id: 'frailty', name: 'Frailty Ward North' }]),
    )
  })

  test('a capacity alone can be changed or taken away, and is shown as n of m with its share', async () => {
    const portal = open('/wards', {
      answers: { wards: () => done([wardOf('heart', 'Heart Failure Ward', 14, 3, 20)]) },
    })
    expect((await cellsOf('Wards', 'Heart Failure Ward'))[1]).toBe('14 of 20 (70%)')
    for (const [typed, capacity] of [
      ['16', 16],
      [' ', null],
    ] as const) {
      await choose(portal, 'Heart Failure Ward', 'Edit')
      const form = await dialog()
      const update = form.getByRole('button', { name: 'Update' })
      const field = form.getByRole('textbox', { name: /Capacity/ })
      expect(field).toHaveProperty('value', '20')
      expect(update).toHaveProperty('disabled', true)
      await portal.user.clear(field)
      await portal.user.type(field, typed)
      await portal.user.click(update)
      await waitFor(() =>
        expect(portal.sent('updateWard').at(-1)).toEqual({
          id: 'heart',
          capacity,
        }),
      )
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  test('what a ward does when a patient does not answer is written alone, changed and taken away', async () => {
    const written = { ...wardOf('heart', 'Heart Failure Ward', 14, 3), noAnswerProcedure: 'Ring' }
    const portal = open('/wards', { answers: { wards: () => done([written, frailty]) } })
    for (const [row, id, before, typed, noAnswerProcedure] of [
      ['Frailty Ward', 'frailty', '', 'Ring the daughter', 'Ring the daughter'],
      ['Heart Failure Ward', 'heart', 'Ring', 'Visit', 'Visit'],
      ['Heart Failure Ward', 'heart', 'Ring', ' ', null],
    ] as const) {
      await choose(portal, row, 'Edit')
      const form = await dialog()
      const update = form.getByRole('button', { name: 'Update' })
      const field = form.getByRole('textbox', { name: /When a patient does not answer/ })
      expect(field).toHaveProperty('value', before)
      expect(update).toHaveProperty('disabled', true)
      await portal.user.clear(field)
      await portal.user.type(field, typed)
      await portal.user.click(update)
      await waitFor(() =>
        expect(portal.sent('updateWard').at(-1)).toEqual({ id, noAnswerProcedure }),
      )
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  for (const typed of ['0', '1.5', 'ten'])
    test(`a capacity that reads ${typed} is refused at the field, and nothing is sent`, async () => {
      const portal = open('/wards')
      await press(portal, 'Add ward')
      const form = await dialog()
      await portal.user.type(form.getByRole('textbox', { name: /Ward name/ }), 'Night Ward')
      await portal.user.type(form.getByRole('textbox', { name: /Capacity/ }), typed)
      await press(portal, 'Add', form)
      expect(
        (await form.findAllByText('A capacity is a whole number from 1 to 999')).length,
      ).toBeGreaterThan(0)
      expect(portal.sent('createWard')).toEqual([])
    })

  test('a name that another ward has is said while it is typed, and the server’s refusal at the field', async () => {
    const message = 'There is a ward with this name'
    const portal = open('/wards', {
      answers: {
        createWard: () => refused(message, 'invalid-arguments', [{ path: 'name', message }]),
      },
    })
    await table('Wards')
    await press(portal, 'Add ward')
    const form = await dialog()
    const field = form.getByRole('textbox', { name: /Ward name/ })
    await portal.user.type(field, 'frailty-ward')
    expect(form.getByText('Another ward has this name.')).toBeTruthy()
    await press(portal, 'Add', form)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect((await form.findAllByText(message)).length).toBeGreaterThan(0)
  })

  test('O259 O260 a ward with patients or staff cannot be deleted, and says why; an empty one can', async () => {
    const portal = open('/wards')
    await table('Wards')
    for (const [name, reason] of [
      ['Heart Failure Ward', /14 patients cannot be deleted/],
      ['Frailty Ward', /1 staff member cannot be deleted/],
    ] as const) {
      await press(portal, `Actions for ${name}`)
      expect(await screen.findByText(reason)).toBeTruthy()
      await portal.user.keyboard('{Escape}')
    }
    await choose(portal, 'Empty Ward', 'Delete')
    const sure = await dialog('alertdialog')
    expect(sure.getByText('Are you sure you want to delete Empty Ward?')).toBeTruthy()
    await press(portal, 'Delete', sure)
    await waitFor(() => expect(portal.sent('deleteWard')).toEqual([{ id: 'empty' }]))
  })

  const failures = {
    createWard: async (portal: Portal) => {
      await press(portal, 'Add ward')
      const form = await dialog()
      await portal.user.type(form.getByRole('textbox', { name: /Ward name/ }), 'x')
      await press(portal, 'Add', form)
    },
    updateWard: async (portal: Portal) => {
      await choose(portal, 'Frailty Ward', 'Edit')
      const form = await dialog()
      await portal.user.type(form.getByRole('textbox', { name: /Ward name/ }), 'x')
      await press(portal, 'Update', form)
    },
    deleteWard: async (portal: Portal) => {
      await choose(portal, 'Empty Ward', 'Delete')
      await press(portal, 'Delete', await dialog('alertdialog'))
    },
  }
  for (const [name, doIt] of Object.entries(failures))
    test(`O435 a failure of ${name} is told in its dialog`, async () => {
      const portal = open('/wards', { answers: { [name]: () => refused('The server failed') } })
      await table('Wards')
      await doIt(portal)
      expect(
        await screen.findByText(/An error occurred when creating, updating or deleting the ward/),
      ).toBeTruthy()
    })

  test('O438 wards that could not be loaded say so and are asked for again', async () => {
    let works = false
    const portal = open('/wards', {
      answers: { wards: () => (works ? done([heart]) : refused('The server failed')) },
    })
    expect(await screen.findByText('Failed to load wards')).toBeTruthy()
    works = true
    await press(portal, 'Try again')
    expect(await table('Wards')).toBeTruthy()
  })

  test('without a ward the page says what a ward is for', async () => {
    open('/wards', { answers: { wards: () => done([]) } })
    expect(await screen.findByText('There are no wards')).toBeTruthy()
  })
})

describe('a ward', () => {
  test('O117 O118 O119 /wards/heart leads to its patients, beside a tab of its staff, under its name and counts', async () => {
    const { at } = open('/wards/heart')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Heart Failure Ward' }),
    ).toBeTruthy()
    expect(at()).toBe('/wards/heart/patients')
    expect(screen.getByText('14 patients, 3 staff members')).toBeTruthy()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Patients',
      'Staff',
      'On call',
    ])
    expect(screen.getByRole('tab', { name: 'Staff' }).getAttribute('href')).toBe(
      '/wards/heart/staff',
    )
  })

  test('O371 the patients come 20 a page with pathway and admission, and lead to the record', async () => {
    const { asked } = open('/wards/heart/patients')
    const link = await screen.findByRole('link', { name: 'ASH, Ada' })
    expect(link.getAttribute('href')).toBe('/patient/p1')
    expect(within(await table('Patients of this ward')).getByText('COPD')).toBeTruthy()
    expect(asked('wardPatients')[0]).toEqual({ id: 'heart', take: 20, skip: 0 })
  })

  test('who may not see the patients reads how many there are, and no name', async () => {
    open('/wards/heart/patients', {
      answers: { wardPatients: () => done({ rows: [], total: 14, seesPatients: false }) },
    })
    expect(await screen.findByText('14 patients, whose names you cannot see')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  const failsOnce = async (
    tab: 'patients' | 'staff',
    call: 'wardPatients' | 'wardStaff',
    text: string,
  ) => {
    let works = false
    const portal = open(`/wards/heart/${tab}`, {
      answers: {
        [call]: () =>
          works
            ? done(
                tab === 'staff'
                  ? { numberOfPatients: 14, wardStaff: [member('hannah', 'Hannah')] }
                  : { rows: [patient('p1', 'Ada')], total: 1, seesPatients: true },
              )
            : refused('The server failed'),
      },
    })
    expect(await screen.findByText(text)).toBeTruthy()
    works = true
    await press(portal, 'Try again')
    expect(await screen.findByRole('table')).toBeTruthy()
  }
  test('O436 patients that could not be loaded say so and are asked for again', () =>
    failsOnce('patients', 'wardPatients', 'Failed to fetch patients for this ward'))
  test('O437 staff that could not be loaded say so and are asked for again', () =>
    failsOnce('staff', 'wardStaff', 'Failed to fetch staff member for this ward'))

  test('a ward that is not there says so, and leads to all wards', async () => {
    open('/wards/gone/patients', { answers: { ward: () => refused('', 'not-found') } })
    expect(await screen.findByText('There is no such ward')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All wards' }).getAttribute('href')).toBe('/wards')
  })

  test('a ward that is not there is of no other organization in the US edition', async () => {
    localStorage.setItem('lamplight.edition', 'en-US')
    onTestFinished(() => localStorage.removeItem('lamplight.edition'))
    open('/wards/gone/patients', {
      answers: { ward: () => refused('', 'not-found') },
    })
    expect(
      await screen.findByText('It was deleted, or it belongs to another organization.'),
    ).toBeTruthy()
  })
})

describe('the staff of a ward', () => {
  test('O350 without assign_ward_staff they are shown, and nothing can be done', async () => {
    open('/wards/heart/staff', { permissions: ['view_wards'] })
    expect(within(await table('Staff of this ward')).getByText('Hannah Whitfield')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Assign staff' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  })

  test('O120 O121 O395 users are listed five a page, searched, and assigned one at a time', async () => {
    const portal = open('/wards/heart/staff', {
      answers: {
        users: () =>
          done({
            rows: [userOf(1, [{ id: 'heart', name: 'Heart Failure Ward' }]), userOf(2)],
            total: 12,
          }),
      },
    })
    await table('Staff of this ward')
    await press(portal, 'Assign staff')
    const found = await dialog()
    await found.findByRole('table', { name: 'Users' })
    expect(portal.asked('users')[0]).toEqual({ search: '', take: 5, skip: 0 })
    const first = found.getByRole('row', { name: /^First1 Okafor/ })
    expect(within(first).getByText('Assigned')).toBeTruthy()
    expect(within(first).queryByRole('button')).toBeNull()
    await portal.user.type(found.getByRole('searchbox', { name: 'Search users' }), 'second')
    await waitFor(() =>
      expect(portal.asked('users').at(-1)).toEqual({ search: 'second', take: 5, skip: 0 }),
    )
    const second = await found.findByRole('row', { name: /^First2 Okafor/ })
    await portal.user.click(within(second).getByRole('button', { name: /Assign/ }))
    await waitFor(() =>
      expect(portal.sent('assignStaffToWard')).toEqual([{ wardId: 'heart', userId: 'user-2' }]),
    )
  })

  test('who has not accepted their invitation is assigned once they do', async () => {
    const asked = {
      ...userOf(3, [{ id: 'heart', name: 'Heart Failure Ward' }]),
      invitation: { sentAt: 'x', expiresAt: 'x', hasExpired: false },
    }
    const portal = open('/wards/heart/staff', {
      answers: { users: () => done({ rows: [asked], total: 1 }) },
    })
    await table('Staff of this ward')
    await press(portal, 'Assign staff')
    const row = await (await dialog()).findByRole('row', { name: /^First3 Okafor/ })
    expect(within(row).getByText('Once they accept the invitation')).toBeTruthy()
  })

  test('O432 users that could not be loaded are told in the dialog', async () => {
    const portal = open('/wards/heart/staff', {
      answers: { users: () => refused('The server failed') },
    })
    await table('Staff of this ward')
    await press(portal, 'Assign staff')
    expect(
      await screen.findByText('An error occurred when fetching users for assignment'),
    ).toBeTruthy()
  })

  test('O433 an assignment that failed is told', async () => {
    const portal = open('/wards/heart/staff', {
      answers: { assignStaffToWard: () => refused('The server failed') },
    })
    await table('Staff of this ward')
    await press(portal, 'Assign staff')
    const row = await (await dialog()).findByRole('row', { name: /^First1 Okafor/ })
    await portal.user.click(within(row).getByRole('button', { name: /Assign/ }))
    expect(
      await screen.findByText('An error occurred when assigning staff to the ward'),
    ).toBeTruthy()
  })

  test('O396 who is removed last leaves patients whom only overseers see: it is said before', async () => {
    const portal = open('/wards/heart/staff')
    await table('Staff of this ward')
    await choose(portal, 'Hannah Whitfield', 'Remove from ward')
    const sure = await dialog('alertdialog')
    expect(sure.getByText(/Its 14 patients will then be seen only by those/)).toBeTruthy()
    await press(portal, 'Remove from ward', sure)
    await waitFor(() =>
      expect(portal.sent('removeStaffFromWard')).toEqual([{ wardId: 'heart', userId: 'hannah' }]),
    )
  })

  test('who is not the last is removed without that', async () => {
    const portal = open('/wards/heart/staff', {
      answers: {
        wardStaff: () =>
          done({
            numberOfPatients: 14,
            wardStaff: [member('hannah', 'Hannah'), member('tom', 'Tom')],
          }),
      },
    })
    await table('Staff of this ward')
    await choose(portal, 'Tom Whitfield', 'Remove from ward')
    expect((await dialog('alertdialog')).queryByText(/will then be seen only/)).toBeNull()
  })

  test('O434 a removal that failed is told in its dialog', async () => {
    const portal = open('/wards/heart/staff', {
      answers: { removeStaffFromWard: () => refused('The server failed') },
    })
    await table('Staff of this ward')
    await choose(portal, 'Hannah Whitfield', 'Remove from ward')
    await press(portal, 'Remove from ward', await dialog('alertdialog'))
    expect(await screen.findByText(/An error occurred when removing the staff member/)).toBeTruthy()
  })
})
