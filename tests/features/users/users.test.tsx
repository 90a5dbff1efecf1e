// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { OrganizationRole, OrganizationUser } from '../../../src/data/user'
import {
  permissions as allPermissions,
  type Feature,
  type Permission,
} from '../../../src/domain/access/permissions'
import { principalOf } from '../../../src/domain/access/principal-of'
import { rooms } from '../../../src/app/rooms'
import { usersRoom } from '../../../src/features/users'
import { slotsFor } from '../../../src/ui/slots'
import { done, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const all: readonly Permission[] = ['create_users', 'view_wards', 'assign_ward_staff']
const userOf = (id: string, over: Partial<OrganizationUser> = {}): OrganizationUser => ({
  id,
  email: `${id}@x.example`,
  firstName: 'Hannah',
  lastName: 'Okafor',
  roles: ['Clinician'],
  jobRole: 'Staff Nurse',
  enrolledInTotpMfa: false,
  wards: [],
  lastLoginAt: null,
  invitation: null,
  ...over,
})
const roleOf = (name: string, over: Partial<OrganizationRole> = {}): OrganizationRole => ({
  id: null,
  name,
  description: `${name} work`,
  isSystemRole: false,
  permissions: ['view_patients'],
  numberOfUsers: 1,
  mayGive: true,
  ...over,
})
const known = [
  roleOf('Organisation Admin', { mayGive: false }),
  roleOf('Clinician'),
  roleOf('Self Care', { isSystemRole: true, mayGive: false }),
  roleOf('Night Lead', { id: 'night', numberOfUsers: 0 }),
  roleOf('Day Lead', { id: 'day', numberOfUsers: 2 }),
]
const wardOf = (id: string, name: string, numberOfPatients: number) => ({
  id,
  name,
  numberOfPatients,
  numberOfStaff: 0,
  createdAt: '2026-01-05T14:32:00.000Z',
  updatedAt: '2026-01-05T14:32:00.000Z',
})
const heart = wardOf('heart', 'Heart Failure Ward', 14)
const frailty = wardOf('frailty', 'Frailty Ward', 1)
const first = userOf('hannah', {
  wards: [
    { id: 'heart', name: 'Heart Failure Ward' },
    { id: 'frailty', name: 'Frailty Ward' },
  ],
  lastLoginAt: '2026-01-05T14:32:00.000Z',
  enrolledInTotpMfa: true,
})
const bare = userOf('bare', { firstName: 'Bo', lastName: null, jobRole: null })

interface Given {
  readonly permissions?: readonly Permission[]
  readonly features?: readonly Feature[]
  readonly edition?: 'en-GB' | 'en-US'
  readonly answers?: Readonly<Record<string, (input: never) => unknown>>
}
const open = (
  path: string,
  { permissions = all, features = ['wards'], edition = 'en-GB', answers = {} }: Given = {},
) => {
  if (edition === 'en-US') {
    localStorage.setItem('lamplight.edition', edition)
    onTestFinished(() => localStorage.removeItem('lamplight.edition'))
  }
  const me = meOf({ permissions, features })
  const portal = openPortal(path, {
    session: signedIn(me),
    rooms: [usersRoom],
    prepare: ({ ask, run }) => {
      const told: Given['answers'] = {
        users: () => done({ rows: [bare, first], total: 45, signInsAreOurs: true }),
        roles: () => done(known),
        wards: () => done([frailty, heart]),
        createUser: () => done({ id: 'made', email: 'new@x.example' }),
        assignStaffToWard: () => done({ assignedAt: '2026-01-05T14:32:00.000Z' }),
        passwordResetUrl: () => done(true),
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
const table = (name = 'Users') => screen.findByRole('table', { name })
const press = async (
  { user }: Portal,
  name: string | RegExp,
  place = screen as ReturnType<typeof within>,
) => user.click(await place.findByRole('button', { name }))
const menuOf = async (portal: Portal, row: string): Promise<readonly (string | null)[]> => {
  await press(portal, `Actions for ${row}`)
  return within(await table())
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('button').textContent)
}
const choose = async (portal: Portal, row: string, label: string) => {
  await press(portal, `Actions for ${row}`)
  await press(portal, label)
}
const dialog = async (role: 'dialog' | 'alertdialog' = 'dialog') =>
  within(await screen.findByRole(role))
const rowOf = async (email: string) => {
  const header = within(await table()).getByRole('rowheader', { name: email })
  const row = header.closest('tr')
  if (row === null) throw new Error('The row header stands in a row')
  return row
}
const cellsOf = async (email: string) =>
  [...(await rowOf(email)).querySelectorAll('th, td')].map(({ textContent }) => textContent)

describe('/settings/users', () => {
  test('O143 O147 O153 the table Users has these columns, and the last sign-in with its time', async () => {
    open('/settings/users')
    expect(await screen.findByRole('heading', { name: 'Users' })).toBeTruthy()
    const headings = within(await table()).getAllByRole('columnheader')
    expect(headings.map(({ textContent }) => textContent).slice(0, 7)).toEqual([
      'First Name',
      'Last Name',
      'Email',
      'Assigned Wards',
      'Role',
      'Job Role',
      'Last logged in',
    ])
    const cells = await cellsOf('hannah@x.example')
    expect(cells.slice(0, 3)).toEqual(['Hannah', 'Okafor', 'hannah@x.example'])
    expect(cells.slice(4, 6)).toEqual(['Clinician', 'Staff Nurse'])
    expect(cells[6]).toMatch(/5.*2026.*14:32/)
  })

  test('O148 O152 O153 an empty last name and job role are dashes; nobody signed in says so', async () => {
    open('/settings/users')
    const cells = await cellsOf('bare@x.example')
    expect([cells[1], cells[5]].every((cell) => cell?.includes('–') || cell?.includes('—'))).toBe(
      true,
    )
    expect(cells[6]).toBe('Has never logged in')
  })

  test('O144 O145 O146 the server is asked for 20 a page by email, and searches', async () => {
    const portal = open('/settings/users')
    await table()
    expect(portal.asked('users')[0]).toEqual({
      search: '',
      take: 20,
      skip: 0,
      sort: 'EMAIL',
      descending: false,
    })
    await portal.user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'ade')
    await waitFor(() =>
      expect(portal.asked('users').at(-1)).toMatchObject({ search: 'ade', skip: 0 }),
    )
    await press(portal, 'Email', within(await table()))
    await waitFor(() =>
      expect(portal.asked('users').at(-1)).toMatchObject({ sort: 'EMAIL', descending: true }),
    )
  })

  test('O150 O151 ward chips lead to the staff of the ward; nobody’s is Unassigned, with why', async () => {
    const { user } = open('/settings/users')
    await table()
    const links = within(await rowOf('hannah@x.example')).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Heart Failure Ward', '/wards/heart/staff'],
      ['Frailty Ward', '/wards/frailty/staff'],
    ])
    const chip = within(await rowOf('bare@x.example')).getByText('Unassigned')
    await user.hover(chip)
    expect((await screen.findByRole('tooltip')).textContent).toBe('No Ward assigned')
  })

  test('O149 without the wards feature there is no column of wards', async () => {
    open('/settings/users', { features: [] })
    await table()
    expect(screen.queryByRole('columnheader', { name: 'Assigned Wards' })).toBeNull()
  })

  test('who may not open wards sees their names without links', async () => {
    open('/settings/users', { permissions: ['create_users'] })
    const row = within(await rowOf('hannah@x.example'))
    expect(row.getByText('Frailty Ward')).toBeTruthy()
    expect(row.queryByRole('link')).toBeNull()
  })

  for (const edition of ['en-GB', 'en-US'] as const)
    test(`O154 without users the table says so, in ${edition} as well`, async () => {
      open('/settings/users', {
        edition,
        answers: { users: () => done({ rows: [], total: 0, signInsAreOurs: true }) },
      })
      expect(await screen.findByText('Organization has no users')).toBeTruthy()
    })

  test('O155 users that could not be fetched say so, and are asked for again', async () => {
    let works = false
    const portal = open('/settings/users', {
      answers: {
        users: () =>
          works
            ? done({ rows: [first], total: 1, signInsAreOurs: true })
            : refused('The server failed'),
      },
    })
    expect(await screen.findByText('Failed to fetch users. Press retry to try again.')).toBeTruthy()
    works = true
    await press(portal, /Retry|Try again/)
    expect(await cellsOf('hannah@x.example')).toContain('hannah@x.example')
  })

  test('O156 O157 O158 Add User and the actions of a row; the second factor’s only where there is one', async () => {
    const portal = open('/settings/users')
    await table()
    expect(screen.getByRole('button', { name: 'Add User' })).toBeTruthy()
    expect(await menuOf(portal, 'Hannah Okafor')).toEqual([
      'Edit User',
      'Remove User',
      'Reset user password',
      'Disable Two-Factor Authentication',
    ])
    await portal.user.keyboard('{Escape}')
    expect(await menuOf(portal, 'Bo')).toEqual(['Edit User', 'Remove User', 'Reset user password'])
  })

  const asked = userOf('asked', {
    firstName: null,
    lastName: null,
    invitation: {
      sentAt: '2026-03-02T12:00:00.000Z',
      expiresAt: '2026-03-16T12:00:00.000Z',
      hasExpired: false,
    },
  })
  const lapsed = userOf('lapsed', {
    firstName: null,
    lastName: null,
    invitation: {
      sentAt: '2026-01-02T12:00:00.000Z',
      expiresAt: '2026-01-16T12:00:00.000Z',
      hasExpired: true,
    },
  })
  const withInvited = (isOurs = true) =>
    open('/settings/users', {
      answers: {
        users: () => done({ rows: [asked, lapsed], total: 2, signInsAreOurs: isOurs }),
        sendInvitationAgain: () => done(asked),
        deleteUser: () => done(true),
      },
    })

  test('who was invited and did not accept is marked, until when, and is offered what is theirs', async () => {
    const portal = withInvited()
    const open16 = await cellsOf('asked@x.example')
    expect(open16[6]).toMatch(/^Invited, not yet accepted\. Open until 16.*2026/)
    expect((await cellsOf('lapsed@x.example'))[6]).toMatch(/^Invitation expired on 16.*2026/)
    expect(await menuOf(portal, 'asked@x.example')).toEqual([
      'Edit User',
      'Send invitation again',
      'Withdraw invitation',
    ])
    cleanup()
    expect(await menuOf(withInvited(false), 'asked@x.example')).toEqual([
      'Edit User',
      'Withdraw invitation',
    ])
  })

  test('an invitation is sent again, and withdrawn, once that is confirmed', async () => {
    const portal = withInvited()
    await choose(portal, 'lapsed@x.example', 'Send invitation again')
    const question = await dialog('alertdialog')
    expect(question.getByText(/accepted for 14 days from now/)).toBeTruthy()
    await press(portal, 'Send again', question)
    await waitFor(() =>
      expect(portal.sent('sendInvitationAgain')).toEqual([
        { userId: 'lapsed', portalUrl: window.location.origin },
      ]),
    )
    await choose(portal, 'asked@x.example', 'Withdraw invitation')
    expect(portal.sent('deleteUser')).toEqual([])
    await press(portal, 'Withdraw invitation', await dialog('alertdialog'))
    await waitFor(() => expect(portal.sent('deleteUser')).toEqual([{ userId: 'asked' }]))
  })

  test('O353 without create_users the table is there without a single action', async () => {
    open('/settings/users', { permissions: ['view_patients', 'view_wards'] })
    await table()
    expect(screen.queryByRole('button', { name: 'Add User' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Roles' })).toBeNull()
  })

  test('where sign-ins are kept elsewhere, nobody is added or reset from here', async () => {
    const portal = open('/settings/users', {
      answers: { users: () => done({ rows: [first], total: 1, signInsAreOurs: false }) },
    })
    await table()
    expect(screen.queryByRole('button', { name: 'Add User' })).toBeNull()
    expect(await menuOf(portal, 'Hannah Okafor')).toEqual(['Edit User', 'Remove User'])
  })

  test('C229 C230 C231 O159 P060 an unknown tab of the settings leads to the users', async () => {
    const { at } = open('/settings/anything', { permissions: [], features: [] })
    await waitFor(() => expect(at()).toBe('/settings/users'))
    expect(await screen.findByRole('tab', { name: 'Users' })).toBeTruthy()
    expect(await table()).toBeTruthy()
  })

  test('C231 of sixteen combinations of flags each has the users’ tab, and the keys’ with its own flag alone', () => {
    const flags = [
      'integrationApi',
      'cleoIntegrationApi',
      'ehrIntegrations',
      'ehrIntegrationsNourish',
    ] as const
    const built = ['users', 'roles', 'api-keys']
    for (let at = 0; at < 2 ** flags.length; at += 1) {
      const features = flags.filter((_, bit) => (at & (1 << bit)) !== 0)
      const tabs = (permissions: readonly Permission[]) =>
        slotsFor(rooms, 'settingsTabs', principalOf(meOf({ permissions, features })))
          .map(({ id }) => id)
          .filter((id) => built.includes(id))
      const hasKeys = features.includes('integrationApi')
      expect(tabs(allPermissions), features.join()).toEqual(hasKeys ? built : ['users', 'roles'])
      expect(tabs(['view_patients']), features.join()).toEqual(['users'])
    }
  })

  test('roles and job role are changed; a role that one may not give cannot be chosen', async () => {
    const portal = open('/settings/users')
    await table()
    await choose(portal, 'Hannah Okafor', 'Edit User')
    const form = await dialog()
    const admin = await form.findByRole('checkbox', { name: 'Organisation Admin' })
    expect(admin).toHaveProperty('disabled', true)
    expect(form.queryByRole('checkbox', { name: 'Self Care' })).toBeNull()
    await portal.user.click(form.getByRole('checkbox', { name: 'Night Lead' }))
    await portal.user.clear(form.getByRole('textbox', { name: /Job Role/ }))
    await press(portal, 'Save', form)
    await waitFor(() =>
      expect(portal.sent('updateUserOrganization')).toEqual([
        { userId: 'hannah', roles: ['Clinician', 'Night Lead'], jobRole: null },
      ]),
    )
  })

  test('a user is removed after a question; nobody removes themself', async () => {
    const portal = open('/settings/users', {
      answers: {
        users: () =>
          done({
            rows: [userOf('user-1', { firstName: 'Me' }), first],
            total: 2,
            signInsAreOurs: true,
          }),
      },
    })
    await table()
    await press(portal, 'Actions for Me Okafor')
    expect(await screen.findByText('You cannot remove yourself')).toBeTruthy()
    await portal.user.keyboard('{Escape}')
    await choose(portal, 'Hannah Okafor', 'Remove User')
    const sure = await dialog('alertdialog')
    expect(sure.getByText('Are you sure you want to remove Hannah Okafor?')).toBeTruthy()
    await press(portal, 'Remove User', sure)
    await waitFor(() => expect(portal.sent('deleteUser')).toEqual([{ userId: 'hannah' }]))
  })

  test('C2 an administrator requires a second factor of everybody, and is told to have one first', async () => {
    const portal = open('/settings/users', {
      answers: { requireSecondFactor: () => refused('no', 'conflict') },
    })
    await table()
    await press(portal, 'Require two-factor authentication')
    const sure = await dialog('alertdialog')
    expect(sure.getByText(/Every user of this organisation, you included/)).toBeTruthy()
    await press(portal, 'Require two-factor authentication', sure)
    expect(
      await screen.findByText(/Set up two-factor authentication of your own first/),
    ).toBeTruthy()
    expect(portal.sent('requireSecondFactor')).toEqual([{ required: true }])
  })

  test('C2 who may not change users cannot require it', async () => {
    open('/settings/users', { permissions: ['view_wards'] })
    await table()
    expect(screen.queryByRole('button', { name: 'Require two-factor authentication' })).toBeNull()
  })

  test('O360 a reset mails a link to the user alone', async () => {
    const portal = open('/settings/users')
    await table()
    await choose(portal, 'Hannah Okafor', 'Reset user password')
    const asked = await dialog('alertdialog')
    expect(asked.getByText(/It goes to hannah@.* alone and works once/)).toBeTruthy()
    await press(portal, 'Send link', asked)
    expect(
      await screen.findByText(
        /^A link to choose a new password was made for hannah@.* if this server sends email/,
      ),
    ).toBeTruthy()
    expect(portal.sent('passwordResetUrl')).toEqual([
      { userId: 'hannah', portalUrl: window.location.origin },
    ])
  })

  for (const [what, answer, told] of [
    ['says why', () => refused('This user is somewhere else, too'), /somewhere else, too/],
    [
      'says nothing',
      () => refused(''),
      'An unknown error occurred while attempting to reset the password.',
    ],
  ] as const)
    test(`O448 a reset that failed and ${what} is told`, async () => {
      const portal = open('/settings/users', { answers: { passwordResetUrl: answer } })
      await table()
      await choose(portal, 'Hannah Okafor', 'Reset user password')
      await press(portal, 'Send link', await dialog('alertdialog'))
      expect(await screen.findByText(told)).toBeTruthy()
    })

  test('O357 the second factor is disabled after a question', async () => {
    const portal = open('/settings/users')
    await table()
    await choose(portal, 'Hannah Okafor', 'Disable Two-Factor Authentication')
    await press(portal, 'Disable', await dialog('alertdialog'))
    await waitFor(() =>
      expect(portal.sent('unenrollUserFromTotpMfa')).toEqual([{ userId: 'hannah' }]),
    )
  })

  test('without a connection an action says why it cannot be done', async () => {
    const portal = open('/settings/users')
    await table()
    portal.connection.set({ ...portal.connection.get(), state: 'offline' } as never)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Add User' }).getAttribute('aria-disabled')).toBe(
        'true',
      ),
    )
  })
})

describe('adding a user', () => {
  const begin = async (given: Given = {}) => {
    const portal = open('/settings/users/add', given)
    await screen.findByRole('heading', { name: /Add user to/ })
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(1))
    return portal
  }
  const fill = async (portal: Portal, email = 'new@x.example') => {
    await portal.user.type(screen.getByRole('textbox', { name: /Email login/ }), email)
    await portal.user.selectOptions(screen.getByRole('combobox', { name: /Role/ }), 'Clinician')
  }
  const toWards = async (given: Given = {}) => {
    const portal = await begin(given)
    await fill(portal)
    await press(portal, 'Next')
    await screen.findByRole('heading', { name: 'Assign wards' })
    return portal
  }
  const steps = () =>
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  test('its first field has the focus', async () => {
    await begin()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Email login/ }))
  })

  test('O160 O161 O162 O163 O164 O168 its title, steps, intro and fields are these', async () => {
    await begin()
    expect(screen.getByRole('heading', { name: 'Add user to Riverside Virtual Ward' })).toBeTruthy()
    expect(steps().map((step) => step?.replace(/^\d+/, '').trim())).toEqual([
      expect.stringContaining('Add user'),
      expect.stringContaining('Assign wards'),
    ])
    expect(
      screen.getByText(
        'To invite a user to your organisation, you must provide an email and select a role.',
      ),
    ).toBeTruthy()
    expect(screen.getByPlaceholderText('Enter email')).toBe(
      screen.getByRole('textbox', { name: /Email login/ }),
    )
    expect(screen.getByPlaceholderText('e.g. Staff Nurse, Dietitian, etc')).toBe(
      screen.getByRole('textbox', { name: /Job Role/ }),
    )
    expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy()
  })

  test('O165 O166 O167 O169 the role is one of those that may be given, with what it is', async () => {
    await begin()
    const options = screen.getAllByRole('option').map((option) => option.textContent)
    expect(options.slice(1)).toEqual([
      expect.stringContaining('Organisation Admin – Organisation Admin work'),
      'Clinician – Clinician work',
      'Night Lead – Night Lead work',
      'Day Lead – Day Lead work',
    ])
    expect(screen.getByRole('option', { name: /Organisation Admin/ })).toHaveProperty(
      'disabled',
      true,
    )
    for (const hint of [
      "The role chosen will determine the user's permissions within your organisation. This can be changed later.",
      'The role this user takes in their ordinary work as part of your organisation.',
    ])
      expect(screen.getByText(hint)).toBeTruthy()
  })

  test('in the US edition it is an organization', async () => {
    await begin({ edition: 'en-US' })
    expect(screen.getByText(/within your organization\./)).toBeTruthy()
    expect(screen.getByText(/To invite a user to your organization,/)).toBeTruthy()
  })

  test('O326 O327 O328 O329 email and role are asked for, the job role is not', async () => {
    const portal = await begin()
    await press(portal, 'Next')
    for (const told of ['Email is required', 'Role is required'])
      expect((await screen.findAllByText(told)).length).toBeGreaterThan(0)
    await fill(portal, 'no address')
    await press(portal, 'Next')
    expect((await screen.findAllByText('Invalid email')).length).toBeGreaterThan(0)
    expect(portal.sent('createUser')).toEqual([])
    await portal.user.clear(screen.getByRole('textbox', { name: /Email login/ }))
    await portal.user.type(screen.getByRole('textbox', { name: /Email login/ }), 'New@x.example')
    await press(portal, 'Next')
    await waitFor(() =>
      expect(portal.sent('createUser')).toEqual([
        {
          email: 'new@x.example',
          role: 'Clinician',
          jobRole: null,
          portalUrl: window.location.origin,
        },
      ]),
    )
  })

  test('O288 O170 O172 O173 O174 made at step 1, a user is then assigned to the wards that are ticked', async () => {
    const portal = await toWards()
    expect(portal.sent('createUser')).toHaveLength(1)
    expect(portal.sent('assignStaffToWard')).toEqual([])
    expect(
      screen.getByText(
        'Users can only access patients in wards they are assigned to. Admins can amend this later via ward management.',
      ),
    ).toBeTruthy()
    expect(screen.getByText('(0 selected)')).toBeTruthy()
    await portal.user.click(
      screen.getByRole('checkbox', { name: 'Heart Failure Ward (14 patients)' }),
    )
    await portal.user.click(screen.getByRole('checkbox', { name: 'Frailty Ward (1 patient)' }))
    expect(screen.getByText('(2 selected)')).toBeTruthy()
    await press(portal, 'Assign selected wards')
    await waitFor(() =>
      expect(portal.sent('assignStaffToWard')).toEqual([
        { wardId: 'heart', userId: 'made' },
        { wardId: 'frailty', userId: 'made' },
      ]),
    )
  })

  test('O176 O177 Assign to no wards takes out every other choice, and assigns nothing', async () => {
    const portal = await toWards()
    const [none, ward] = [
      screen.getByRole('checkbox', { name: 'Assign to no wards' }),
      screen.getByRole('checkbox', { name: /Frailty/ }),
    ]
    const next = screen.getByRole('button', { name: 'Assign selected wards' })
    expect(next).toHaveProperty('disabled', true)
    await portal.user.click(ward)
    await portal.user.click(none)
    expect([none, ward].map((box) => (box as HTMLInputElement).checked)).toEqual([true, false])
    await portal.user.click(ward)
    expect([none, ward].map((box) => (box as HTMLInputElement).checked)).toEqual([false, true])
    await portal.user.click(none)
    await portal.user.click(next)
    expect(await screen.findByText('They are assigned to no wards.')).toBeTruthy()
    expect(portal.sent('assignStaffToWard')).toEqual([])
  })

  test('O175 a ward that could not be assigned is named, and the others are marked Assigned', async () => {
    let works = false
    const portal = await toWards({
      answers: {
        assignStaffToWard: (({ wardId }: { wardId: string }) =>
          works || wardId === 'heart' ? done({ assignedAt: 'x' }) : refused('No')) as never,
      },
    })
    await portal.user.click(screen.getByRole('checkbox', { name: /Heart/ }))
    await portal.user.click(screen.getByRole('checkbox', { name: /Frailty/ }))
    await press(portal, 'Assign selected wards')
    expect(await screen.findByText('Not assigned: Frailty Ward. Try again.')).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: /Heart/ })).toHaveProperty('disabled', true)
    expect(screen.getByText('Assigned')).toBeTruthy()
    works = true
    await press(portal, 'Assign selected wards')
    expect(await screen.findByText('Assigned wards: Frailty Ward, Heart Failure Ward')).toBeTruthy()
    expect(portal.sent('assignStaffToWard')).toHaveLength(3)
  })

  test('O178 O179 wards on their way and no wards at all are said', async () => {
    await toWards({ answers: { wards: () => new Promise(() => undefined) } })
    expect(screen.getByText('Fetching wards')).toBeTruthy()
    cleanup()
    const other = await toWards({ answers: { wards: () => done([]) } })
    expect(
      screen.getByText(
        'There are no wards to assign staff to. Admins can add wards via ward management.',
      ),
    ).toBeTruthy()
    await press(other, 'Assign selected wards')
    expect(await screen.findByRole('button', { name: 'Close' })).toBeTruthy()
  })

  test('O171 O180 without wards the journey ends with Close, and there is no such step', async () => {
    const portal = await begin({ features: [] })
    expect(screen.queryByText('Assign wards')).toBeNull()
    await fill(portal)
    await press(portal, 'Next')
    expect(
      await screen.findByText(/new@x\.example has been invited\. .* within 14 days\.$/),
    ).toBeTruthy()
    expect(portal.asked('wards')).toEqual([])
    await press(portal, 'Close')
    await waitFor(() => expect(portal.at()).toBe('/settings/users'))
  })

  test('O181 O182 O289 cancelling asks, in other words once the user was made, and leaves them', async () => {
    const portal = await begin()
    await press(portal, 'Cancel')
    const before = await dialog('alertdialog')
    expect(before.getByText('Cancel adding user?')).toBeTruthy()
    expect(before.queryByText(/already been added/)).toBeNull()
    await press(portal, /keep|No|Continue/i, before)
    await fill(portal)
    await press(portal, 'Next')
    await screen.findByRole('heading', { name: 'Assign wards' })
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    await press(portal, 'Cancel')
    const after = await dialog('alertdialog')
    expect(after.getByText('Cancel adding user?')).toBeTruthy()
    expect(
      after.getByText(
        'The user has already been invited, to no ward. You can withdraw the invitation in the list of users.',
      ),
    ).toBeTruthy()
    await press(portal, /^Yes|Cancel/i, after)
    await waitFor(() => expect(portal.at()).toBe('/settings/users'))
    expect(portal.sent('deleteUser')).toEqual([])
  })

  test('what the server refuses is told at the step, and nobody is made', async () => {
    const portal = await begin({
      answers: { createUser: () => refused('There is a user with this email already') },
    })
    await fill(portal)
    await press(portal, 'Next')
    expect(await screen.findByText(/There is a user with this email already/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Assign wards' })).toBeNull()
  })

  test('O353 without create_users the page is not there', async () => {
    const { at } = open('/settings/users/add', { permissions: ['view_patients'] })
    await waitFor(() => expect(at()).not.toContain('add'))
  })
})

describe('/settings/roles', () => {
  test('P276 each role is listed with what it is, and what it permits in words', async () => {
    open('/settings/roles')
    const rows = within(await table('Roles')).getAllByRole('rowheader')
    expect(rows.map(({ textContent }) => textContent)).toEqual(known.map(({ name }) => name))
    const matrix = within(await table('Permissions of each role'))
    const [, ...roles] = matrix.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(roles).toEqual(known.map(({ name }) => name))
    const row = matrix.getByRole('row', { name: /^See patients and their records/ })
    expect(within(row).getAllByText('Yes')).toHaveLength(known.length)
    expect(matrix.getAllByText('Not granted').length).toBeGreaterThan(0)
    expect(matrix.queryByText('Not recorded')).toBeNull()
  })

  test('a role is added with permissions that one holds oneself', async () => {
    const portal = open('/settings/roles')
    await table('Roles')
    await press(portal, 'Add role')
    const form = await dialog()
    await portal.user.type(form.getByRole('textbox', { name: /Name/ }), ' Nights ')
    expect(form.getByRole('checkbox', { name: 'Delete patients' })).toHaveProperty('disabled', true)
    await portal.user.click(form.getByRole('checkbox', { name: 'See wards and their staff' }))
    await press(portal, 'Add', form)
    await waitFor(() =>
      expect(portal.sent('createRole')).toEqual([
        { name: 'Nights', description: '', permissions: ['view_wards'] },
      ]),
    )
  })

  test('built-in roles have no action; a role that is held cannot be deleted, another can', async () => {
    const portal = open('/settings/roles')
    await table('Roles')
    expect(screen.queryByRole('button', { name: 'Actions for Clinician' })).toBeNull()
    await press(portal, 'Actions for Day Lead')
    expect(await screen.findByText('2 users hold it. Give them another role first.')).toBeTruthy()
    await portal.user.keyboard('{Escape}')
    await choose(portal, 'Night Lead', 'Delete role')
    await press(portal, 'Delete role', await dialog('alertdialog'))
    await waitFor(() => expect(portal.sent('deleteRole')).toEqual([{ id: 'night' }]))
  })

  test('a role is renamed', async () => {
    const portal = open('/settings/roles', { permissions: ['create_users', 'view_patients'] })
    await table('Roles')
    await choose(portal, 'Night Lead', 'Change role')
    const form = await dialog()
    await portal.user.type(form.getByRole('textbox', { name: /Name/ }), 's')
    await press(portal, 'Save', form)
    await waitFor(() =>
      expect(portal.sent('updateRole')).toEqual([
        {
          id: 'night',
          name: 'Night Leads',
          description: 'Night Lead work',
          permissions: ['view_patients'],
        },
      ]),
    )
  })
})
