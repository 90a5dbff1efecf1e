// @vitest-environment jsdom
import type { LeftDevice } from '../../../src/platform/auth'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { problem } from '../../../src/domain/problem'
import {
  done,
  failed,
  meOf,
  openPortal,
  refused,
  signedIn,
  signedOut,
  type PortalOptions,
} from '../../app/fake-portal'

afterEach(cleanup)

const open = (options: Partial<PortalOptions> = {}) =>
  openPortal('/account', { session: signedIn(meOf()), ...options })

test('P061 P168 P169 /account is for members who accepted the terms: a subtitle and the profile', async () => {
  open()
  expect(await screen.findByText('Configure your profile and settings')).toBeTruthy()
  const card = screen.getByRole('form', { name: 'Your Profile' })
  expect(within(card).getByLabelText<HTMLInputElement>('First name').value).toBe('Ada')
  expect(within(card).getByLabelText<HTMLInputElement>('Last name').value).toBe('Nurse')
  expect(within(card).getByLabelText<HTMLInputElement>('Job role').value).toBe('Nurse')
  cleanup()
  const out = open({ session: signedOut })
  await waitFor(() => expect(out.at()).toBe('/login?next=%2Faccount'))
  cleanup()
  const terms = open({ session: signedIn(meOf({ acceptedTerms: false })) })
  await waitFor(() => expect(terms.at()).toBe('/terms'))
})

describe('a second factor as a duty', () => {
  const lacking = (over: object = {}) =>
    signedIn(meOf({ over: { lacksSecondFactor: true, enrolledInTotpMfa: false, ...over } }))

  test('C2 who lacks it is led here from everywhere, and told what to do', async () => {
    const portal = openPortal('/virtual-ward', { session: lacking() })
    await waitFor(() => expect(portal.at()).toBe('/account'))
    expect(await screen.findByText('Set up two-factor authentication to go on')).toBeTruthy()
    expect(screen.getByText(/you need a phone with an authenticator app/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Turn on two-factor authentication' })).toBeTruthy()
    // What would be refused is not offered.
    expect(screen.queryByRole('form', { name: 'Your Profile' })).toBeNull()
  })

  test('C2 who has one and signed in without its code is told to sign in again', async () => {
    const portal = open({ session: lacking({ enrolledInTotpMfa: true }) })
    expect(await screen.findByText('Sign in with your code to go on')).toBeTruthy()
    // With another provider it may have been taken off: they are locked out no longer than it takes.
    expect(screen.getByRole('button', { name: 'Turn on two-factor authentication' })).toBeTruthy()
    await portal.user.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(portal.actions.signOut).toHaveBeenCalledOnce())
  })

  test('C2 once it is set up everything opens again', async () => {
    const portal = open({ session: lacking() })
    await screen.findByText('Set up two-factor authentication to go on')
    act(() => portal.session.set(signedIn(meOf({ over: { enrolledInTotpMfa: true } }))))
    expect(await screen.findByRole('form', { name: 'Your Profile' })).toBeTruthy()
    expect(screen.queryByText('Set up two-factor authentication to go on')).toBeNull()
  })
})

describe('the profile', () => {
  test('P170 Save and Cancel appear only after an edit; Cancel brings back what was there', async () => {
    const { user } = open()
    const field = await screen.findByLabelText<HTMLInputElement>('First name')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.type(field, 'x')
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(field.value).toBe('Ada')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })

  test('an edit that was not saved is in the fields again after the page was left, and only what was typed', async () => {
    const portal = open({
      prepare: ({ draft }) =>
        draft('profile').set(JSON.stringify({ firstName: 'Adaline', unknown: 'x', lastName: 7 })),
    })
    expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Adaline')
    expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Nurse')
    await portal.user.type(screen.getByLabelText('Last name'), '-Ward')
    expect(JSON.parse(portal.draft('profile').get().text)).toEqual({
      firstName: 'Adaline',
      lastName: 'Nurse-Ward',
    })
    await portal.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(portal.draft('profile').get().text).toBe('')
  })

  test('P271 P312 P331 C567 C553 saving sends the three fields, a blank one as null, says so and refreshes the user', async () => {
    const portal = open()
    await portal.user.clear(await screen.findByLabelText('Job role'))
    await portal.user.type(screen.getByLabelText('Job role'), '   ')
    await portal.user.type(screen.getByLabelText('First name'), 'line')
    const after = meOf({ over: { firstName: 'Adaline', jobRole: null } })
    portal.run.mockResolvedValue(done(after))
    portal.actions.refreshMe.mockImplementation(
      async () => portal.session.set(signedIn(after)) as undefined,
    )
    await portal.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Your profile has been updated.')).toBeTruthy()
    expect(portal.run).toHaveBeenCalledExactlyOnceWith('updateMe', {
      firstName: 'Adaline',
      lastName: 'Nurse',
      jobRole: null,
    })
    expect(portal.actions.refreshMe).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('P330 C566 a failure says so and keeps what was typed', async () => {
    const portal = open()
    await portal.user.type(await screen.findByLabelText('First name'), 'line')
    portal.run.mockResolvedValue(refused('The network request failed', 'network'))
    await portal.user.click(screen.getByRole('button', { name: 'Save' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('An error occurred when trying to update your profile')
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Adaline')
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
  })

  test('P322 a name over 100 characters is reported beside its field and not sent; so is what the server refuses', async () => {
    const portal = open()
    const field = await screen.findByLabelText('First name')
    await portal.user.click(field)
    await portal.user.paste('a'.repeat(101))
    await portal.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getAllByText('At most 100 characters').length).toBeGreaterThan(0)
    expect(portal.run).not.toHaveBeenCalled()
    portal.run.mockResolvedValue(
      refused('Invalid', 'invalid-arguments', [{ path: 'user.lastName', message: 'Not a name' }]),
    )
    await portal.user.clear(field)
    await portal.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true'),
    )
    expect(screen.getAllByText('Not a name')).toHaveLength(2)
  })
})

describe('two-factor enrolment', () => {
  test('needs a connection, and says so where there is none', async () => {
    const portal = open({
      prepare: ({ connection }) => connection.set({ ...connection.get(), state: 'offline' }),
    })
    expect(
      (
        await screen.findByRole('button', { name: 'Turn on two-factor authentication' })
      ).hasAttribute('disabled'),
    ).toBe(true)
    expect(screen.getByText('This needs a connection. Try again when you are online.')).toBeTruthy()
    act(() => portal.connection.set({ ...portal.connection.get(), state: 'live' }))
    expect(
      screen
        .getByRole('button', { name: 'Turn on two-factor authentication' })
        .hasAttribute('disabled'),
    ).toBe(false)
    expect(screen.queryByText(/^This needs a connection/)).toBeNull()
  })

  const toPassword = async (options: Partial<PortalOptions> = {}) => {
    const portal = open(options)
    await portal.user.click(
      await screen.findByRole('button', { name: 'Turn on two-factor authentication' }),
    )
    return portal
  }
  /** Past the password, which is asked for first. */
  const toDialog = async (options: Partial<PortalOptions> = {}) => {
    const portal = await toPassword(options)
    await portal.user.type(await screen.findByLabelText('Password'), 'lantern{Enter}')
    return portal
  }

  test('P172 it asks for the password, shows a QR code and the key, checks a code, and is on afterwards', async () => {
    const portal = await toDialog()
    const dialog = await screen.findByRole('dialog', { name: 'Turn on two-factor authentication' })
    expect(
      within(dialog).getByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeTruthy()
    expect(within(dialog).getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    await portal.user.type(within(dialog).getByLabelText('6-digit code'), '12 34 56')
    await portal.user.click(within(dialog).getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText(/Two-factor authentication is on. From now on/)).toBeTruthy()
    expect(portal.auth.finishTotpEnrolment).toHaveBeenCalledWith('123456')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Turn on two-factor authentication' })).toBeNull()
  })

  test('it is on once the device keeps that, so that the next page does not ask for it', async () => {
    const portal = await toDialog()
    let kept = (): void => {}
    portal.actions.refreshMe.mockImplementation(
      () =>
        new Promise<undefined>((resolve) => {
          kept = () => resolve(undefined)
        }),
    )
    await portal.user.type(await screen.findByLabelText('6-digit code'), '123456')
    await portal.user.click(screen.getByRole('button', { name: 'Turn on' }))
    await waitFor(() => expect(portal.actions.refreshMe).toHaveBeenCalledTimes(1))
    expect(screen.queryByText(/Two-factor authentication is on/)).toBeNull()
    act(() => kept())
    expect(await screen.findByText(/Two-factor authentication is on. From now on/)).toBeTruthy()
  })

  test('P238 it ends in success, an invalid code, or asks to sign in again', async () => {
    const finishTotpEnrolment = vi
      .fn()
      .mockResolvedValueOnce({ kind: 'InvalidVerificationCode' })
      .mockResolvedValueOnce({ kind: 'RequiresReauthentication' })
    const portal = await toDialog({ auth: { finishTotpEnrolment } })
    await portal.user.type(await screen.findByLabelText('6-digit code'), '000000')
    await portal.user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(
      await screen.findByText('That code is incorrect. Wait for the next one and try again.'),
    ).toBeTruthy()
    await portal.user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByRole('dialog', { name: 'Enter your password again' })).toBeTruthy()
  })

  test('P268 the password is asked for first, whenever the user signed in, and enrolment begins with it', async () => {
    const reauthenticate = vi
      .fn()
      .mockResolvedValueOnce({ kind: 'IncorrectPassword' })
      .mockResolvedValue({ kind: 'success' })
    const portal = await toPassword({ auth: { reauthenticate } })
    const dialog = await screen.findByRole('dialog', { name: 'Enter your password again' })
    await portal.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    expect(within(dialog).getByText('Enter your password')).toBeTruthy()
    expect(reauthenticate).not.toHaveBeenCalled()
    await portal.user.type(within(dialog).getByLabelText('Password'), 'lantern')
    await portal.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    expect(await within(dialog).findByText('The password is incorrect')).toBeTruthy()
    expect(portal.auth.startTotpEnrolment).not.toHaveBeenCalled()
    await portal.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    expect(reauthenticate).toHaveBeenLastCalledWith('lantern')
    expect(portal.auth.startTotpEnrolment).toHaveBeenCalledExactlyOnceWith('lantern')
  })

  test('P327 where the provider wants it shown again it is asked for again', async () => {
    const startTotpEnrolment = vi
      .fn()
      .mockResolvedValueOnce({ kind: 'RequiresReauthentication' })
      .mockResolvedValueOnce({ kind: 'IncorrectPassword' })
      .mockResolvedValue({ kind: 'started', secret: 'ABCDEFGH', uri: 'otpauth://totp/x' })
    const portal = await toDialog({ auth: { startTotpEnrolment } })
    for (const turn of [1, 2]) {
      await waitFor(() => expect(startTotpEnrolment).toHaveBeenCalledTimes(turn))
      await portal.user.type(await screen.findByLabelText('Password'), 'lantern{Enter}')
    }
    expect(await screen.findByText('ABCD EFGH')).toBeTruthy()
  })

  test('where one is on already its code is asked for after the password', async () => {
    const challenge = { factorName: null }
    const portal = await toPassword({
      session: signedIn(meOf({ over: { lacksSecondFactor: true, enrolledInTotpMfa: true } })),
      auth: {
        reauthenticate: vi.fn(async () => ({ kind: 'one-time-password' as const, challenge })),
        answerChallenge: vi
          .fn()
          .mockResolvedValueOnce({ kind: 'InvalidVerificationCode' })
          .mockResolvedValue({ kind: 'success' }),
      },
    })
    await portal.user.type(await screen.findByLabelText('Password'), 'lantern{Enter}')
    await portal.user.type(await screen.findByLabelText('6-digit code'), '123456{Enter}')
    expect(
      await screen.findByText('That code is incorrect. Wait for the next one and try again.'),
    ).toBeTruthy()
    await portal.user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() =>
      expect(portal.auth.startTotpEnrolment).toHaveBeenCalledExactlyOnceWith('lantern'),
    )
    expect(portal.auth.answerChallenge).toHaveBeenLastCalledWith(challenge, '123456')
  })

  test('too many tries are said as that, and nothing begins', async () => {
    const portal = await toDialog({
      auth: { reauthenticate: async () => failed('Too many tries', 'too-many') },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Too many tries')
    expect(portal.auth.startTotpEnrolment).not.toHaveBeenCalled()
  })

  test('P269 P270 what the provider says of a failed start is shown', async () => {
    for (const message of ['Must be signed in to setup MFA', 'User must have an email address']) {
      await toDialog({ auth: { startTotpEnrolment: async () => failed(message, 'unauthorized') } })
      expect((await screen.findByRole('alert')).textContent).toContain(message)
      cleanup()
    }
  })

  test('P323 what the provider says of a failed re-authentication is shown', async () => {
    const portal = await toPassword({
      auth: {
        reauthenticate: async () => failed('Must be signed in to reauthenticate', 'unauthorized'),
      },
    })
    await portal.user.type(await screen.findByLabelText('Password'), 'lantern')
    await portal.user.click(screen.getByRole('button', { name: 'Continue' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Must be signed in to reauthenticate',
    )
  })

  test('an account that has it says so and offers nothing to turn on', async () => {
    open({ session: signedIn(meOf({ over: { enrolledInTotpMfa: true } })) })
    expect(
      await screen.findByText(/To remove it, contact an admin user within your organisation/),
    ).toBeTruthy()
    expect(
      screen.getByText(/lost your phone or its authenticator app\? An administrator/),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Turn on two-factor authentication' })).toBeNull()
  })
})

test('P171 a share-link user sees no security section', async () => {
  const me = meOf()
  const state = signedIn(me)
  open({
    session: {
      ...state,
      principal: state.principal && { ...state.principal, kind: 'share', sharedPatientId: 'p-1' },
    },
  })
  expect(await screen.findByRole('form', { name: 'Your Profile' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Security' })).toBeNull()
  cleanup()
  open()
  expect(await screen.findByRole('heading', { name: 'Security' })).toBeTruthy()
})

describe('where the user is signed in', () => {
  const session = (id: string, device: string, isThisOne = false) => ({
    id,
    device,
    isThisOne,
    startedAt: '2026-01-05T08:00:00.000Z',
    lastUsedAt: '2026-01-05T09:30:00.000Z',
  })
  const mine = session('s1', 'Chrome, Windows', true)
  const lost = session('s2', 'Safari, iPad')
  const sessionsOf = (...sessions: ReturnType<typeof session>[]) =>
    vi.fn(async () => ({
      kind: 'sessions' as const,
      sessions,
      devices: [] as readonly LeftDevice[],
    }))
  const section = () => screen.findByRole('region', { name: 'Where you are signed in' })

  test('lists the devices; one is signed out after a question, with the keyboard alone', async () => {
    const sessions = sessionsOf(mine, lost)
    const endSession = vi.fn(async () => ({ kind: 'success' as const }))
    const { user } = open({ auth: { sessions, endSession } })
    const list = within(await section())
    expect((await list.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
      expect.stringContaining('Chrome, Windows (this device)'),
      expect.stringContaining('Last active'),
    ])
    list.getByRole('button', { name: /^Sign out Safari, iPad/ }).focus()
    await user.keyboard('{Enter}')
    const question = await screen.findByRole('alertdialog', { name: 'Sign out Safari, iPad?' })
    expect(endSession).not.toHaveBeenCalled()
    sessions.mockResolvedValue({ kind: 'sessions', sessions: [mine], devices: [] })
    within(question).getByRole('button', { name: 'Sign out' }).focus()
    await user.keyboard('{Enter}')
    expect(await list.findByText('The device has been signed out.')).toBeTruthy()
    expect(endSession).toHaveBeenCalledWith('s2')
    expect(await list.findByText('You are signed in on this device only.')).toBeTruthy()
  })

  test('lists the devices that still send, until when; one is ended after a question', async () => {
    const sessions = sessionsOf(mine)
    const left: LeftDevice = {
      id: 'd1',
      device: 'Chrome, Android',
      organization: 'Riverside',
      startedAt: '2026-01-04T08:00:00.000Z',
      lastUsedAt: '2026-01-04T09:30:00.000Z',
      until: '2026-01-07T21:30:00.000Z',
    }
    sessions.mockResolvedValue({ kind: 'sessions', sessions: [mine], devices: [left] })
    const endSession = vi.fn(async () => ({ kind: 'success' as const }))
    const { user } = open({ auth: { sessions, endSession } })
    const list = within(await section())
    expect(
      await list.findByText(/Used since 04-Jan-2026 08:00.*until 07-Jan-2026 21:30/),
    ).toBeTruthy()
    expect(list.getByText(/, Riverside/)).toBeTruthy()
    await user.click(list.getByRole('button', { name: /^Sign out Chrome, Android/ }))
    const question = await screen.findByRole('alertdialog', { name: 'Sign out Chrome, Android?' })
    expect(within(question).getByText(/A supervisor can enter it/)).toBeTruthy()
    sessions.mockResolvedValue({ kind: 'sessions', sessions: [mine], devices: [] })
    await user.click(within(question).getByRole('button', { name: 'Sign out' }))
    expect(endSession).toHaveBeenCalledWith('d1')
    await waitFor(() => expect(list.queryByText(/, Riverside/)).toBeNull())
  })

  test('everywhere else is one button, and a failure is said', async () => {
    const endSession = vi.fn(async () => failed('server'))
    const { user } = open({
      auth: { sessions: sessionsOf(mine, lost, session('s3', '')), endSession },
    })
    const list = within(await section())
    expect(await list.findByText('Unknown device')).toBeTruthy()
    await user.click(list.getByRole('button', { name: 'Sign out everywhere else' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'Sign out' }))
    expect(endSession).toHaveBeenCalledWith(null)
    expect(await list.findByText(/^The device could not be signed out\./)).toBeTruthy()
  })

  test('a list that cannot be read says so and is asked for again; Firebase has none', async () => {
    const sessions = vi.fn<() => Promise<unknown>>(async () => failed('network'))
    const { user } = open({ auth: { sessions: sessions as never } })
    const list = within(await section())
    expect(await list.findByText('The list could not be read.')).toBeTruthy()
    sessions.mockResolvedValue({ kind: 'sessions', sessions: [mine], devices: [] })
    await user.click(list.getByRole('button', { name: /try again/i }))
    expect(await list.findByText('You are signed in on this device only.')).toBeTruthy()
    cleanup()
    open({
      prepare: ({ connection }) => connection.set({ ...connection.get(), state: 'offline' }),
      auth: { sessions: sessionsOf(mine) },
    })
    expect(await within(await section()).findByText(/when the connection is back/)).toBeTruthy()
    cleanup()
    open()
    await screen.findByRole('form', { name: 'Your Profile' })
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Where you are signed in' })).toBeNull(),
    )
  })
})

describe('invitations', () => {
  const hill = {
    id: 'asks-1',
    organization: { id: 'org-9', name: 'Hill Home' },
    invitedBy: 'Robin Hill',
    roles: ['Clinician', 'Night Lead'],
    jobRole: 'Staff Nurse',
    expiresAt: '2026-03-16T12:00:00.000Z',
    hasExpired: false,
  }
  const asked = (
    answers: readonly unknown[],
    given: {
      readonly over?: object
      readonly results?: Readonly<Record<string, unknown>>
      readonly offline?: boolean
    } = {},
  ) => {
    let nth = 0
    return open({
      session: signedIn(meOf({ over: given.over ?? {} })),
      prepare: ({ ask, run, connection }) => {
        const rest = ask.getMockImplementation()
        ask.mockImplementation(async (name, input) => {
          if (name !== 'invitations') return rest?.(name, input)
          nth += 1
          return answers[Math.min(nth, answers.length) - 1]
        })
        run.mockImplementation(async (name) => given.results?.[name] ?? done(true))
        if (given.offline === true) connection.set({ ...connection.get(), state: 'offline' })
      },
    })
  }
  const part = async () => within(await screen.findByRole('region', { name: 'Invitations' }))

  test('who asks, for what and until when is read, and accepted in one press', async () => {
    const portal = asked([done([hill]), done([])])
    const shown = await part()
    expect(shown.getByText('Hill Home')).toBeTruthy()
    expect(
      shown.getByText('Asked by Robin Hill. Roles: Clinician, Night Lead. Job role: Staff Nurse.'),
    ).toBeTruthy()
    expect(shown.getByText(/^Open until 16.*2026.*\.$/)).toBeTruthy()
    await portal.user.click(
      shown.getByRole('button', { name: 'Accept the invitation of Hill Home' }),
    )
    expect(portal.run.mock.calls).toEqual([['acceptInvitation', { id: 'asks-1' }]])
    const told = await shown.findByText(/^You are now a user of Hill Home\./)
    // The button that was pressed is gone: the keyboard goes on where the answer is told.
    expect(document.activeElement?.contains(told)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(portal.actions.refreshMe).toHaveBeenCalledOnce()
  })

  test('it is declined in one press', async () => {
    const portal = asked([
      done([{ ...hill, invitedBy: null, roles: ['Clinician'], jobRole: null }]),
    ])
    const shown = await part()
    expect(shown.getByText('Role: Clinician.')).toBeTruthy()
    await portal.user.click(
      shown.getByRole('button', { name: 'Decline the invitation of Hill Home' }),
    )
    expect(portal.run.mock.calls).toEqual([['declineInvitation', { id: 'asks-1' }]])
    expect(await shown.findByText(/Nothing has changed\.$/)).toBeTruthy()
  })

  test('one that is no longer open says so, and the list is asked again', async () => {
    const gone = { kind: 'refused', problem: problem('not-found', 'x') }
    const portal = asked([done([hill]), done([])], { results: { acceptInvitation: gone } })
    const shown = await part()
    await portal.user.click(
      shown.getByRole('button', { name: 'Accept the invitation of Hill Home' }),
    )
    expect(await shown.findByText(/^This invitation is no longer open\./)).toBeTruthy()
    await waitFor(() => expect(shown.queryByText('Hill Home')).toBeNull())
    expect(portal.actions.refreshMe).not.toHaveBeenCalled()
  })

  test('one that has expired says so, and cannot be answered', async () => {
    asked([done([{ ...hill, hasExpired: true }])])
    const shown = await part()
    expect(
      shown.getByText(/^Expired on 16.*2026.*Ask the organisation to send it again/),
    ).toBeTruthy()
    expect(shown.queryByRole('button')).toBeNull()
  })

  test('without any there is no such part; that they could not be read is said, and asked again', async () => {
    asked([done([])])
    await screen.findByRole('form', { name: 'Your Profile' })
    expect(screen.queryByText('Invitations')).toBeNull()
    cleanup()
    const portal = asked([refused('no'), done([hill])])
    const shown = await part()
    expect(await shown.findByText('Your invitations could not be read.')).toBeTruthy()
    await portal.user.click(shown.getByRole('button', { name: /Retry|Try again/ }))
    expect(await shown.findByText('Hill Home')).toBeTruthy()
  })

  test('offline nothing is known of them, and nothing answered', async () => {
    asked([failed('offline')], { offline: true })
    expect((await part()).getByText('This is shown when the connection is back.')).toBeTruthy()
    cleanup()
    const portal = asked([done([hill])])
    const shown = await part()
    act(() => portal.connection.set({ ...portal.connection.get(), state: 'offline' }))
    for (const verb of ['Accept', 'Decline'])
      await waitFor(() =>
        expect(
          shown.getByRole('button', { name: `${verb} the invitation of Hill Home` }),
        ).toHaveProperty('disabled', true),
      )
  })

  test('internal staff who act as the user neither see nor answer them', async () => {
    const portal = asked([done([hill])], {
      over: { loggedInAs: { id: 'staff', firstName: 'Sam', lastName: 'Staff', email: null } },
    })
    await screen.findByRole('form', { name: 'Your Profile' })
    expect(screen.queryByText('Hill Home')).toBeNull()
    expect(portal.ask.mock.calls.map(([name]) => name)).not.toContain('invitations')
  })
})
