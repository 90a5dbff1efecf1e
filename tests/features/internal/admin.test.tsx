// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { internalRoom } from '../../../src/features/internal'
import { mailPieces } from '../../../src/features/internal/mail.view'
import type { Me } from '../../../src/domain/user/me'
import { done, failed, meOf, openPortal, refused, signedIn } from '../../app/fake-portal'

afterEach(cleanup)

const staff = signedIn(meOf({ internal: true }))
const mail = {
  id: 'm1',
  to: 'nurse@riverside.example',
  subject: 'Reset your password',
  body: 'Open http://localhost:8080/account-action?mode=resetPassword&oobCode=x.',
  createdAt: '2026-01-05T14:32:00.000Z',
}
const organization = {
  id: 'o1',
  name: 'Fen Ward',
  type: 'virtual_ward',
  edition: 'en-US',
  roles: ['Organisation Admin', 'Clinician', 'Night Lead'],
  numberOfUsers: 2,
  numberOfPatientLogins: 0,
  acceptedTerms: false,
  requiresSecondFactor: false,
  createdAt: '2026-01-05T14:32:00.000Z',
}
const ada = {
  id: 'u1',
  email: 'a@b.example',
  firstName: 'Bea',
  lastName: null,
  roles: ['Clinician'],
  jobRole: null,
  isSelfCare: false,
  hasProviderUser: true,
  invitedAt: null,
  lastLoginAt: null,
  deletedAt: null,
  hasAccepted: true,
}
const gone = {
  ...ada,
  id: 'u2',
  email: 'gone@b.example',
  firstName: 'Gone',
  deletedAt: '2026-01-05T14:32:00.000Z',
}
const trouble = {
  id: 't1',
  to: 'gone@b.example',
  subject: 'Welcome to Lamplight',
  createdAt: '2026-01-05T14:32:00.000Z',
  attempts: 1,
  problem: '550 No such user',
  dueAt: null,
}

const answers: Readonly<Record<string, unknown>> = {
  mailOutbox: [mail],
  mailTroubles: [],
  unreachedAnywhere: [],
  organizations: { rows: [organization], total: 1 },
  practicesNotInvited: 3,
  partnersOf: [],
  organizationUsers: [ada, gone],
  organizationEhrIntegrations: { carePathways: [], integrations: [] },
}
const open = (
  over: Readonly<Record<string, unknown>> = {},
  session = staff,
  arriving: Me = meOf(),
) =>
  openPortal('/admin', {
    session,
    arriving,
    prepare: ({ ask }) =>
      ask.mockImplementation(async (name) => {
        const all = { ...answers, ...over }
        return name in all ? done(all[name]) : refused('no')
      }),
  })
type Portal = ReturnType<typeof open>
const showUsers = async (portal: Portal) => {
  await portal.user.click(await screen.findByRole('button', { name: 'Show users: Fen Ward' }))
  await screen.findByRole('heading', { name: 'Users of Fen Ward' })
  await screen.findByRole('row', { name: /a@b.example/ })
}
const choose = async (portal: Portal, action: string, name = /Bea/) => {
  await showUsers(portal)
  await portal.user.click(screen.getByRole('button', { name }))
  await portal.user.click(screen.getByRole('button', { name: action }))
}

describe('/admin', () => {
  test('where nobody can be reached about a patient, it is said of which ward, since when and why', async () => {
    open({
      unreachedAnywhere: [
        {
          id: 'heart',
          organization: 'Fen Ward',
          ward: 'Heart Failure Ward',
          since: '2026-01-05T14:32:00.000Z',
          reason: 'noPlan',
          patients: 1,
        },
      ],
    })
    const told = await screen.findByRole('alert')
    expect(told.textContent).toContain('Fen Ward, Heart Failure Ward: nobody can be reached')
    expect(told.textContent).toMatch(
      /about 1 patient since .*14:32\. The ward has no on-call plan\./,
    )
  })

  test('P069 P076 O205 anybody else than internal staff is led to /', async () => {
    const portal = open({}, signedIn(meOf()))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(screen.queryByRole('link', { name: 'Internal staff' })).toBeNull()
  })

  test('C2 staff say whether the users of an organisation must have a second factor', async () => {
    const portal = open()
    const row = await screen.findByRole('row', { name: /Fen Ward/ })
    expect(within(row).getByText('Not required')).toBeTruthy()
    await portal.user.click(within(row).getByRole('button', { name: /Actions for Fen Ward/ }))
    await portal.user.click(screen.getByRole('button', { name: 'Require a second factor' }))
    const sure = within(await screen.findByRole('alertdialog'))
    expect(sure.getByText(/Every user of Fen Ward must then sign in with a code/)).toBeTruthy()
    await portal.user.click(sure.getByRole('button', { name: 'Require a second factor' }))
    await waitFor(() =>
      expect(portal.run).toHaveBeenCalledWith('setSecondFactorDuty', {
        organizationId: 'o1',
        required: true,
      }),
    )
  })

  test('no colleague is invited among the users of another organisation', async () => {
    await showUsers(open())
    expect(screen.queryByRole('button', { name: 'Invite a colleague' })).toBeNull()
  })

  test('while nobody has accepted to be a user, staff invite an administrator, and nobody else', async () => {
    const asked = {
      ...ada,
      id: 'asks-1',
      email: 'first@fen.example',
      hasAccepted: false,
      deletedAt: null,
    }
    const show = async (listed: readonly unknown[]) => {
      const portal = open({ organizationUsers: listed })
      await portal.user.click(await screen.findByRole('button', { name: 'Show users: Fen Ward' }))
      await screen.findByRole('heading', { name: 'Users of Fen Ward' })
      return portal
    }
    await show([asked, { ...asked, id: 'u9', email: 'in@fen.example', hasAccepted: true }])
    await screen.findByRole('row', { name: /in@fen.example/ })
    expect(screen.queryByRole('button', { name: 'Invite administrator' })).toBeNull()
    cleanup()
    await show([])
    expect(await screen.findByRole('button', { name: 'Invite administrator' })).toBeTruthy()
    cleanup()
    const portal = await show([asked])
    await portal.user.click(await screen.findByRole('button', { name: 'Invite administrator' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Earlier invitations to it are withdrawn\.$/)).toBeTruthy()
    await portal.user.type(dialog.getByLabelText(/^Email/), 'next@fen.example')
    await portal.user.click(dialog.getByRole('button', { name: 'Invite' }))
    await waitFor(() =>
      expect(portal.run).toHaveBeenCalledWith('inviteAdministrator', {
        organizationId: 'o1',
        email: 'next@fen.example',
        firstName: '',
        lastName: '',
      }),
    )
  })

  test('staff read the mails that were not sent, and can follow their links', async () => {
    open()
    expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeTruthy()
    expect(screen.getByRole('link', { name: /account-action/ }).getAttribute('href')).toBe(
      'http://localhost:8080/account-action?mode=resetPassword&oobCode=x',
    )
    expect(screen.getByRole('heading', { name: '05-Jan-2026' })).toBeTruthy()
    expect(screen.getByText(/To nurse@riverside.example · 14:32/)).toBeTruthy()
  })

  test('what the mail server refused is listed with its answer', async () => {
    open({ mailTroubles: [trouble] })
    const row = await screen.findByRole('row', { name: /gone@b.example/ })
    expect(row.textContent).toContain('550 No such user')
    expect(row.textContent).toContain('Given up')
  })

  test('P036 how many practices are not yet invited', async () => {
    open()
    expect(await screen.findByText('3 practices are not yet invited.')).toBeTruthy()
  })

  test('K27 the organisations are searched on the server', async () => {
    const portal = open()
    expect((await screen.findByRole('row', { name: /Fen Ward/ })).textContent).toContain(
      'United States',
    )
    await portal.user.type(screen.getByRole('searchbox', { name: 'Search organisations' }), 'fe')
    await waitFor(() =>
      expect(portal.ask).toHaveBeenCalledWith('organizations', {
        search: 'fe',
        take: 20,
        skip: 0,
      }),
    )
  })

  test('P028 P029 staff list the users of any organisation, the deleted ones too', async () => {
    const portal = open()
    await showUsers(portal)
    await portal.user.click(screen.getByRole('checkbox', { name: 'Include deleted users' }))
    await screen.findByRole('columnheader', { name: 'Deleted' })
    const row = await screen.findByRole('row', { name: /gone@b.example/ })
    expect(row.textContent).toContain('Never')
    expect(within(row).queryByRole('button')).toBeNull()
    expect(portal.ask).toHaveBeenCalledWith('organizationUsers', {
      organizationId: 'o1',
      includeDeleted: true,
    })
  })

  test('P035 an organisation is created with its first user', async () => {
    const portal = open()
    portal.run.mockResolvedValue(done(organization))
    await portal.user.click(await screen.findByRole('button', { name: 'Create organisation' }))
    const box = await screen.findByRole('dialog')
    await portal.user.type(
      within(box).getByRole('textbox', { name: /Name of the organisation/ }),
      'Fen Ward',
    )
    await portal.user.selectOptions(within(box).getByRole('combobox', { name: /Edition/ }), 'en-US')
    await portal.user.type(
      within(box).getByRole('textbox', { name: /Email of the first user/ }),
      'a@b.example',
    )
    await portal.user.click(within(box).getByRole('checkbox', { name: 'Video calls' }))
    await portal.user.click(within(box).getByRole('button', { name: 'Create' }))
    await screen.findByRole('heading', { name: 'Users of Fen Ward' })
    expect(portal.run).toHaveBeenCalledWith('createOrganization', {
      organization: {
        name: 'Fen Ward',
        type: 'virtual_ward',
        edition: 'en-US',
        telephone: '',
        address: '',
        postcode: '',
        nationalIdentifierScheme: null,
        features: ['wards', 'automaticLogoutAlert', 'videoCall'],
      },
      user: { email: 'a@b.example', firstName: '', lastName: '' },
    })
  })

  test('a refused field is said at the field', async () => {
    const portal = open()
    portal.run.mockResolvedValue(
      refused('x', 'invalid-arguments', [{ path: 'user.email', message: 'Not this one' }]),
    )
    await portal.user.click(await screen.findByRole('button', { name: 'Create organisation' }))
    const box = await screen.findByRole('dialog')
    const name = within(box).getByRole('textbox', { name: /Name of the organisation/ })
    await portal.user.type(name, 'Fen')
    const email = within(box).getByRole('textbox', { name: /Email of the first user/ })
    await portal.user.type(email, 'a@b.example')
    await portal.user.click(within(box).getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'))
    expect(within(box).getAllByText('Not this one').length).toBeGreaterThan(0)
  })

  test('P030 a name is changed', async () => {
    const portal = open()
    portal.run.mockResolvedValue(done(true))
    await choose(portal, 'Change name')
    const last = await screen.findByRole('textbox', { name: 'Last name' })
    await portal.user.type(last, 'Byron')
    await portal.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(portal.run).toHaveBeenCalledWith('updateUserName', {
        userId: 'u1',
        firstName: 'Bea',
        lastName: 'Byron',
      }),
    )
  })

  test('P033 roles are changed, of those that the organisation has', async () => {
    const portal = open()
    portal.run.mockResolvedValue(done(true))
    await choose(portal, 'Change roles')
    await portal.user.click(await screen.findByRole('checkbox', { name: 'Night Lead' }))
    await portal.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(portal.run).toHaveBeenCalledWith('updateUserRoles', {
        userId: 'u1',
        organizationId: 'o1',
        roles: ['Clinician', 'Night Lead'],
      }),
    )
  })

  test('the roles of a patient’s login are not changed, and it is counted apart', async () => {
    const portal = open({
      organizations: { rows: [{ ...organization, numberOfPatientLogins: 1 }], total: 1 },
      organizationUsers: [{ ...ada, roles: ['Self Care'], isSelfCare: true }],
    })
    expect((await screen.findByRole('row', { name: /Fen Ward/ })).textContent).toContain(
      '2 and 1 patient’s login',
    )
    await choose(portal, 'Change name')
    expect(screen.queryByRole('button', { name: 'Change roles' })).toBeNull()
  })

  test('P031 a welcome email is sent after a question', async () => {
    const portal = open()
    portal.run.mockResolvedValue(done(true))
    await choose(portal, 'Send welcome email')
    const box = await screen.findByRole('alertdialog')
    expect(box.textContent).toContain('a@b.example is sent a welcome email.')
    await portal.user.click(within(box).getByRole('button', { name: 'Send welcome email' }))
    await waitFor(() =>
      expect(portal.run).toHaveBeenCalledWith('sendWelcomeEmail', {
        userId: 'u1',
        organizationId: 'o1',
      }),
    )
  })

  test('who was asked and did not accept yet is marked, and can be sent the mail again alone', async () => {
    const portal = open({
      organizationUsers: [{ ...ada, hasAccepted: false, firstName: null }],
    })
    await showUsers(portal)
    expect(screen.getByText('Has not accepted yet')).toBeTruthy()
    await portal.user.click(screen.getByRole('button', { name: 'Actions for a@b.example' }))
    const users = within(screen.getByRole('table', { name: 'List of users' }))
    const actions = users.getAllByRole('listitem')
    expect(actions.map(({ textContent }) => textContent)).toEqual(['Send welcome email'])
  })

  test('P032 an identity-provider user is offered only to who has none', async () => {
    const portal = open({ organizationUsers: [{ ...ada, hasProviderUser: false }] })
    portal.run.mockResolvedValue(done(true))
    await choose(portal, 'Create identity-provider user')
    const box = await screen.findByRole('alertdialog')
    expect(screen.queryByRole('button', { name: 'Send password reset link' })).toBeNull()
    await portal.user.click(
      within(box).getByRole('button', { name: 'Create identity-provider user' }),
    )
    await waitFor(() =>
      expect(portal.run).toHaveBeenCalledWith('createIdentityProviderUser', {
        userId: 'u1',
        organizationId: 'o1',
      }),
    )
  })

  test('P034 a password-reset link is sent to the user, and shown to nobody', async () => {
    const portal = open()
    portal.run.mockResolvedValue(done(true))
    await choose(portal, 'Send password reset link')
    await portal.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', {
        name: 'Send password reset link',
      }),
    )
    expect(
      await screen.findByText(
        /^A link to choose a new password was made for .* if this server sends email/,
      ),
    ).toBeTruthy()
    expect(portal.run).toHaveBeenCalledWith('passwordResetLink', {
      userId: 'u1',
      organizationId: 'o1',
    })
  })

  const reason = 'Asked to look at a missing alert'
  const asBea = async (portal: Portal) => {
    await choose(portal, 'Log in as')
    const box = within(await screen.findByRole('dialog'))
    await portal.user.type(box.getByRole('textbox', { name: /Reason/ }), reason)
    await portal.user.click(box.getByRole('button', { name: 'Log in as' }))
  }

  test('P037 staff log in as a user: their own session ends, and the token signs in', async () => {
    const bea = meOf({ over: { loggedInAs: { id: 's', firstName: 'Ines', lastName: null } } })
    const portal = open({}, staff, bea)
    portal.run.mockResolvedValue(done('a-token'))
    await asBea(portal)
    expect(await screen.findByText('You act as Ada Nurse')).toBeTruthy()
    expect(portal.run).toHaveBeenCalledWith('loginAs', { userId: 'u1', reason })
    // Asked for while the own session lasts, and kept once its sign-out is over (T9).
    expect(portal.run).toHaveBeenCalledWith('exitLoginAsToken', {})
    expect(portal.auth.keepExit).toHaveBeenCalledExactlyOnceWith('a-token')
    expect(portal.actions.signOut).toHaveBeenCalledOnce()
    expect(portal.auth.signInWithToken).toHaveBeenCalledWith('a-token')
    expect(portal.actions.completeSignIn).toHaveBeenCalledOnce()
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
  })

  test('P329 a failure of it is told with its message', async () => {
    const portal = open()
    portal.run.mockResolvedValue(refused('The network request failed', 'network'))
    await asBea(portal)
    expect(
      await screen.findByText('Error during login-as: The network request failed'),
    ).toBeTruthy()
    expect(portal.actions.signOut).not.toHaveBeenCalled()
  })

  test('P329 so is one of the identity provider', async () => {
    const portal = open()
    portal.run.mockResolvedValue(done('a-token'))
    vi.mocked(portal.auth.signInWithToken).mockResolvedValue(failed('Too late', 'server'))
    await asBea(portal)
    expect(await screen.findByText('Error during login-as: Too late')).toBeTruthy()
    expect(portal.actions.completeSignIn).not.toHaveBeenCalled()
  })

  test('K25 where accounts are not managed here, nothing of them is offered', async () => {
    const portal = open({ organizationUsers: [{ ...ada, hasProviderUser: null }] })
    await showUsers(portal)
    await portal.user.click(screen.getByRole('button', { name: /Bea/ }))
    expect(screen.getByRole('button', { name: 'Change name' })).toBeTruthy()
    for (const name of [/welcome/i, /identity-provider/, /reset link/])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('what could not be loaded is told, with a way to try again', async () => {
    openPortal('/admin', {
      session: staff,
      prepare: ({ ask }) => ask.mockResolvedValue(refused('The network request failed', 'network')),
    })
    expect(await screen.findByText('The emails could not be loaded')).toBeTruthy()
    expect(screen.getAllByText('The organisations could not be loaded').length).toBeGreaterThan(0)
    expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThanOrEqual(3)
  })
})

test('P070 its pages are loaded separately: the room names them, and imports none before they are opened', async () => {
  const room = readFileSync('src/features/internal/index.ts', 'utf8')
  expect(room.match(/^import (?!type )/gmu)).toBeNull()
  const [route] = internalRoom.routes
  expect(route?.access).toMatchObject({ path: '/admin', internal: true })
  expect(await route?.load()).toBeTypeOf('function')
})

test('only http and https addresses become links, without the full stop behind them', () => {
  expect(mailPieces('See https://a.example/x?y=1. Or javascript:alert(1)')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', href: 'https://a.example/x?y=1' },
    { kind: 'text', text: '. Or javascript:alert(1)' },
  ])
})
