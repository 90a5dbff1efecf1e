// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { problem } from '../../../src/domain/problem'
import { pressedClaim } from '../../../src/domain/toolbar-identity/toolbar-identity'
import {
  failed,
  meOf,
  openPortal,
  refused,
  signedIn,
  signedOut,
  type PortalOptions,
} from '../../app/fake-portal'

const clearCookies = () => {
  document.cookie = 'analytics-consent=; Max-Age=0; Path=/'
}
beforeEach(() => {
  clearCookies()
  sessionStorage.clear()
})
afterEach(cleanup)

const challenge = { factorName: null }
const fill = async (
  portal: ReturnType<typeof openPortal>,
  email = 'nurse@riverside.example',
  password = 'lantern',
) => {
  await portal.user.type(await screen.findByLabelText('Email'), email)
  await portal.user.type(screen.getByLabelText('Password'), password)
  await portal.user.click(screen.getByRole('button', { name: 'Sign in' }))
}
const toCode = async (auth: PortalOptions['auth'] = {}) => {
  const portal = openPortal('/login', {
    auth: { signInWithPassword: async () => ({ kind: 'one-time-password', challenge }), ...auth },
  })
  await fill(portal)
  await screen.findByLabelText('6-digit code')
  return portal
}

describe('the sign-in page', () => {
  test('P041 P088 P091 P092 P094 /login is open to everybody: a card with a logo, e-mail, password and a way to a forgotten one', async () => {
    const portal = openPortal('/login')
    await screen.findByLabelText('Email')
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy()
    expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email')
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
    expect(within(screen.getByRole('banner')).getByText('Lamplight')).toBeTruthy()
    expect(screen.getByRole('banner').querySelector('svg')).toBeTruthy()
    expect(within(screen.getByRole('main')).getByLabelText('Email')).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
    await portal.user.click(screen.getByRole('link', { name: 'Forgot your password' }))
    await waitFor(() => expect(portal.at()).toBe('/forgot-password'))
  })

  test('the e-mail typed is there again after a reload, in this tab alone and until somebody is signed in; the password is nowhere', async () => {
    const portal = openPortal('/login')
    await portal.user.type(await screen.findByLabelText('Email'), 'nurse@riverside.example')
    await portal.user.type(screen.getByLabelText('Password'), 'lantern')
    expect(JSON.stringify({ ...localStorage })).not.toContain('nurse@')
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('lantern')
    cleanup()
    const again = openPortal('/login')
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(
      'nurse@riverside.example',
    )
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
    await again.user.type(screen.getByLabelText('Password'), 'lantern')
    await again.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(again.at()).toBe('/virtual-ward'))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('nurse@')
  })

  test('what waits on this device, whoever wrote it, is said as a number and nothing else', async () => {
    const portal = openPortal('/login')
    await screen.findByLabelText('Email')
    expect(screen.queryByText(/on this device to be sent/)).toBeNull()
    act(() => portal.othersWaiting.set(3))
    expect(
      await screen.findByText(
        '3 records wait on this device to be sent. They are safe, and nobody can read them here. They will be sent when this device is connected. No sign-in is needed. If that is in more than 3 days, a supervisor may have to enter them.',
      ),
    ).toBeTruthy()
    act(() => portal.idle.set({ sent: 2, undecided: 1, needSignIn: 3 }))
    expect(
      screen.getByText(
        '3 records wait on this device to be sent. They are safe, and nobody can read them here. The server takes them after the next sign-in on this device.',
      ),
    ).toBeTruthy()
    expect(
      screen.getByText('2 records that were waiting on this device have been sent.'),
    ).toBeTruthy()
    expect(
      screen.getByText(
        '1 record on this device needs a decision from its author, after signing in.',
      ),
    ).toBeTruthy()
    act(() => portal.idle.set({ sent: 0, undecided: 0, needSignIn: 0 }))
    act(() => portal.othersWaiting.set(1))
    expect(
      screen.getByText(
        '1 record waits on this device to be sent. It is safe, and nobody can read it here. It will be sent when this device is connected. No sign-in is needed. If that is in more than 3 days, a supervisor may have to enter it.',
      ),
    ).toBeTruthy()
  })

  test('P093 the password can be shown and hidden', async () => {
    const { user } = openPortal('/login')
    const field = await screen.findByLabelText('Password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(field.getAttribute('type')).toBe('password')
  })

  test('P042 P079 whoever is signed in goes home, or where next says', async () => {
    const home = openPortal('/login', { session: signedIn(meOf()) })
    await waitFor(() => expect(home.at()).toBe('/virtual-ward'))
    cleanup()
    const back = openPortal('/login?next=%2Faccount%3Ftab%3D1', { session: signedIn(meOf()) })
    await waitFor(() => expect(back.at()).toBe('/account?tab=1'))
  })

  test('P080 a next that does not start with / is not followed, nor one that leaves the portal', async () => {
    for (const next of ['https://evil.example', 'evil', '//evil.example', '/\\evil.example']) {
      const portal = openPortal(`/login?next=${encodeURIComponent(next)}`, {
        session: signedIn(meOf()),
      })
      await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
      cleanup()
    }
  })

  test('P241 a right password finishes the sign-in and leads to next', async () => {
    const portal = openPortal('/login?next=%2Faccount')
    await fill(portal)
    await waitFor(() => expect(portal.at()).toBe('/account'))
    expect(portal.auth.signInWithPassword).toHaveBeenCalledWith(
      'nurse@riverside.example',
      'lantern',
    )
    expect(portal.actions.completeSignIn).toHaveBeenCalledTimes(1)
  })

  test('wrong credentials are told beside the password and in a summary; what was typed stays', async () => {
    const portal = openPortal('/login', {
      auth: { signInWithPassword: async () => ({ kind: 'IncorrectPassword' }) },
    })
    await fill(portal)
    const summary = await screen.findByRole('alert')
    expect(within(summary).getByText('Email or password is incorrect')).toBeTruthy()
    const field = screen.getByLabelText<HTMLInputElement>('Password')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.value).toBe('lantern')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('nurse@riverside.example')
  })

  test('an empty or malformed form is told under its fields and sends nothing', async () => {
    const portal = openPortal('/login')
    await portal.user.type(await screen.findByLabelText('Email'), 'nurse')
    await portal.user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(
      screen.getAllByText('Enter an email address such as name@organisation.example'),
    ).toHaveLength(2)
    expect(screen.getAllByText('Enter your password')).toHaveLength(2)
    expect(portal.auth.signInWithPassword).not.toHaveBeenCalled()
  })

  test('a failure of the provider or the server is told in words and the form works again', async () => {
    const portal = openPortal('/login', {
      auth: {
        signInWithPassword: vi
          .fn()
          .mockResolvedValueOnce(failed('Too many attempts.', 'too-many'))
          .mockResolvedValue({ kind: 'success' }),
      },
      prepare: ({ actions }) =>
        actions.completeSignIn.mockResolvedValueOnce(
          refused('Request timed out', 'timeout') as never,
        ),
    })
    await fill(portal)
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.')
    await portal.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('Request timed out'),
    )
    await portal.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
  })

  test('a device that is offline says so before anybody types', async () => {
    openPortal('/login', {
      prepare: ({ connection }) =>
        connection.set({ state: 'offline', lastContactAt: null, waiting: 0, refused: 0 }),
    })
    expect(await screen.findByText(/You are offline/)).toBeTruthy()
  })

  test('a user who was signed out on purpose reads why: switched off, a new password, no longer a member', async () => {
    for (const [ended, words] of [
      [
        'disabled',
        /^Your account is switched off .*Work that was not sent is kept for a supervisor, who enters it\./,
      ],
      [
        'revoked',
        /^You have to sign in again .*Your password or two-factor authentication was changed.*If you did not do this, tell your administrator now\.$/,
      ],
      [
        'removed',
        /^You are no longer a member of this organisation .*Its patients were removed from this device\./,
      ],
    ] as const) {
      openPortal('/login', { session: { ...signedOut, ended } })
      await screen.findByLabelText('Email')
      expect(screen.getByRole('alert').textContent).toMatch(words)
      cleanup()
    }
    openPortal('/login', { session: { ...signedOut, ended: 'idle' } })
    await screen.findByLabelText('Email')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('an account that is switched off is told so where it signs in, and its password opens nothing here any more', async () => {
    const portal = openPortal('/login', {
      auth: {
        signInWithPassword: async () => ({
          kind: 'problem',
          problem: {
            ...problem('unauthorized', 'This account is switched off.'),
            ended: 'disabled',
          },
        }),
      },
    })
    await fill(portal)
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This account is switched off.',
    )
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
    expect(portal.actions.accountDisabled).toHaveBeenCalledExactlyOnceWith(
      'nurse@riverside.example',
    )
    cleanup()
    const other = openPortal('/login', {
      auth: { signInWithPassword: async () => failed('Too many attempts', 'too-many') },
    })
    await fill(other)
    await screen.findByRole('alert')
    expect(other.actions.accountDisabled).not.toHaveBeenCalled()
  })

  test('P083 a link can name the organisation to act as', async () => {
    const portal = openPortal('/login?actingOrganizationId=org-2')
    await fill(portal)
    await waitFor(() => expect(portal.actions.setActingOrganization).toHaveBeenCalledWith('org-2'))
  })
})

test('P089 the page goes from PageLoad to UsernamePassword and OneTimePassword, with a token by TokenLogin', async () => {
  const left: (string | null)[] = []
  const observer = new MutationObserver((changes) =>
    left.push(...changes.map(({ oldValue }) => oldValue)),
  )
  observer.observe(document.body, {
    subtree: true,
    attributeFilter: ['data-state'],
    attributeOldValue: true,
  })
  const walked = () => [...left, document.querySelector('[data-state]')?.getAttribute('data-state')]
  await toCode()
  await waitFor(() => expect(walked()).toEqual(['PageLoad', 'UsernamePassword', 'OneTimePassword']))
  cleanup()
  left.length = 0
  openPortal('/login?linkedIdentityToken=abc', {
    auth: { signInWithToken: async () => failed('gone') },
  })
  await waitFor(() => expect(walked()).toEqual(['PageLoad', 'TokenLogin', 'UsernamePassword']))
  observer.disconnect()
})

describe('signing in by token', () => {
  test('P084 P090 linkedIdentityToken signs in without a form', async () => {
    let answer: (value: { kind: 'success' }) => void = () => undefined
    const portal = openPortal('/login?linkedIdentityToken=abc', {
      auth: {
        signInWithToken: vi.fn(
          () =>
            new Promise<{ kind: 'success' }>((resolve) => {
              answer = resolve
            }),
        ),
      },
    })
    expect(await screen.findByText('Signing you in…')).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(document.querySelector('[data-state="TokenLogin"]')).toBeTruthy()
    expect(portal.auth.signInWithToken).toHaveBeenCalledWith('abc')
    answer({ kind: 'success' })
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
  })

  test('a token that a linked identity was given signs nobody in from an address: its owner may have sent it', async () => {
    const claims = btoa(JSON.stringify({ uid: 'sender', claims: { [pressedClaim]: 'yes' } }))
    const portal = openPortal(`/login?linkedIdentityToken=a.${claims}.b`, {
      auth: { signInWithToken: vi.fn(async () => ({ kind: 'success' as const })) },
    })
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(
      screen.getByText('The sign-in link did not work. Sign in with your email and password.'),
    ).toBeTruthy()
    expect(portal.auth.signInWithToken).not.toHaveBeenCalled()
  })

  test('P239 a token that fails falls back to e-mail and password, and says why', async () => {
    openPortal('/login?linkedIdentityToken=abc', {
      auth: { signInWithToken: async () => failed('gone') },
    })
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(document.querySelector('[data-state="UsernamePassword"]')).toBeTruthy()
    expect(
      screen.getByText('The sign-in link did not work. Sign in with your email and password.'),
    ).toBeTruthy()
  })
})

describe('the one-time step', () => {
  test('P095 P097 P240 a second factor asks for the code, and Verify signs in', async () => {
    const answerChallenge = vi.fn(async () => ({ kind: 'success' as const }))
    const portal = await toCode({ answerChallenge })
    expect(portal.actions.completeSignIn).not.toHaveBeenCalled()
    await portal.user.type(screen.getByLabelText('6-digit code'), '123 456')
    await portal.user.click(screen.getByRole('button', { name: 'Verify' }))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(answerChallenge).toHaveBeenCalledWith(challenge, '123456')
  })

  test('P096 anything but 6 digits is told beside the field and not sent', async () => {
    const answerChallenge = vi.fn()
    const portal = await toCode({ answerChallenge })
    for (const code of ['12345', '1234567', '12a456']) {
      await portal.user.clear(screen.getByLabelText('6-digit code'))
      await portal.user.type(screen.getByLabelText('6-digit code'), code)
      await portal.user.click(screen.getByRole('button', { name: 'Verify' }))
      expect(screen.getByText('The code is 6 digits')).toBeTruthy()
    }
    expect(answerChallenge).not.toHaveBeenCalled()
  })

  test('P098 P099 whoever has lost the app learns whom to ask', async () => {
    const { user } = await toCode()
    const words =
      "If you can't access your authenticator app, please contact an admin user within your organisation"
    expect(screen.queryByText(words)).toBeNull()
    const toggle = screen.getByRole('button', { name: "Can't access your authenticator app?" })
    await user.click(toggle)
    expect(screen.getByText(words)).toBeTruthy()
    await user.click(toggle)
    expect(screen.queryByText(words)).toBeNull()
  })

  test('a wrong code is told beside the field, and another can be tried', async () => {
    const portal = await toCode({
      answerChallenge: vi
        .fn()
        .mockResolvedValueOnce({ kind: 'InvalidVerificationCode' })
        .mockResolvedValue({ kind: 'success' }),
    })
    await portal.user.type(screen.getByLabelText('6-digit code'), '000000')
    await portal.user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(
      await screen.findByText('That code is incorrect. Wait for the next one and try again.'),
    ).toBeTruthy()
    await portal.user.click(screen.getByRole('button', { name: 'Verify' }))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
  })

  test('P237 P242 P243 a timed-out challenge goes back to e-mail and password with an alert', async () => {
    const portal = await toCode({ answerChallenge: async () => ({ kind: 'Timeout' }) })
    await portal.user.type(screen.getByLabelText('6-digit code'), '123456')
    await portal.user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByLabelText('Password')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('Verification timed out')
  })
})

describe('the analytics message', () => {
  test('P100 P101 P104 it is at the bottom, names its subject and can be hidden', async () => {
    const { user } = openPortal('/login')
    const message = await screen.findByRole('region', { name: 'Analytics' })
    const below =
      screen.getByRole('button', { name: 'Sign in' }).compareDocumentPosition(message) &
      Node.DOCUMENT_POSITION_FOLLOWING
    expect(below).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    for (const words of ['in-product support', 'error tracking', 'usage analytics'])
      expect(message.textContent).toContain(words)
    await user.click(within(message).getByRole('button', { name: 'Hide this message' }))
    expect(screen.queryByRole('region', { name: 'Analytics' })).toBeNull()
  })

  test('P102 P103 hiding it is kept in the cookie analytics-consent for 365 days', async () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    const { user } = openPortal('/login')
    await user.click(await screen.findByRole('button', { name: 'Hide this message' }))
    expect(written.mock.calls.flat().join()).toMatch(
      new RegExp(`^analytics-consent=true; Max-Age=${365 * 86_400};`),
    )
    cleanup()
    openPortal('/login')
    await screen.findByLabelText('Password')
    expect(screen.queryByRole('button', { name: 'Hide this message' })).toBeNull()
  })
})

describe('somebody who signs in and belongs to no organisation', () => {
  const asks = (id: string, name: string, hasExpired = false) => ({
    id,
    organization: { id: `org-${id}`, name },
    invitedBy: 'Robin Hill',
    roles: ['Clinician'],
    jobRole: null,
    expiresAt: '2026-03-16T12:00:00.000Z',
    hasExpired,
  })
  /** @param asked what is asked of them, answer by answer */
  const arrive = async (
    asked: readonly (readonly ReturnType<typeof asks>[])[],
    answers: Readonly<Record<string, unknown>> = {},
  ) => {
    let nth = 0
    const portal = openPortal('/login', {
      prepare: ({ ask, run, actions }) => {
        const rest = ask.getMockImplementation()
        ask.mockImplementation(async (name, input) => {
          if (name !== 'invitations') return rest?.(name, input)
          nth += 1
          return { kind: 'done', value: asked[Math.min(nth, asked.length) - 1] }
        })
        run.mockImplementation(async (name) => answers[name] ?? { kind: 'done', value: true })
        actions.completeSignIn.mockImplementationOnce(async () => ({
          kind: 'refused',
          problem: problem('forbidden:no-organization', 'This account has no access now'),
        }))
      },
    })
    await fill(portal)
    await screen.findByRole('heading', { name: 'Invitations' })
    return portal
  }

  test('sees everybody who asks, accepts one by a press, and is in, with the password for this device', async () => {
    const portal = await arrive([[asks('1', 'Hill Home', true), asks('2', 'Dale Ward')]])
    expect(await screen.findByText('Hill Home')).toBeTruthy()
    expect(screen.getByText(/^Expired on 16/)).toBeTruthy()
    expect(screen.getByText(/^Open until 16/)).toBeTruthy()
    expect(portal.run).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: /Hill Home/ })).toBeNull()
    await portal.user.click(
      screen.getByRole('button', { name: 'Accept the invitation of Dale Ward' }),
    )
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(portal.run.mock.calls[0]).toEqual(['acceptInvitation', { id: '2' }])
    expect(portal.actions.completeSignIn.mock.calls).toEqual([['lantern'], ['lantern']])
  })

  test('declines one, and reads that nobody asks any more', async () => {
    const portal = await arrive([[asks('1', 'Hill Home')], []])
    await portal.user.click(
      await screen.findByRole('button', { name: 'Decline the invitation of Hill Home' }),
    )
    const told = await screen.findByText(/^You declined the invitation of Hill Home/)
    expect(document.activeElement?.contains(told)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(await screen.findByText(/^This account has no access now\./)).toBeTruthy()
    expect(portal.run.mock.calls).toEqual([['declineInvitation', { id: '1' }]])
    await portal.user.click(screen.getByRole('button', { name: 'Use another account' }))
    expect(await screen.findByLabelText('Password')).toBeTruthy()
  })

  test('is in where the answer to the acceptance was lost; one that is gone says so', async () => {
    const gone = { kind: 'refused', problem: problem('not-found', 'x') }
    const portal = await arrive([[asks('1', 'Hill Home')]], { acceptInvitation: gone })
    portal.actions.completeSignIn.mockImplementationOnce(async () => ({
      kind: 'refused',
      problem: problem('forbidden:no-organization', 'x'),
    }))
    const accept = () =>
      portal.user.click(screen.getByRole('button', { name: 'Accept the invitation of Hill Home' }))
    await screen.findByText('Hill Home')
    await accept()
    expect(await screen.findByText(/^This invitation is no longer open\./)).toBeTruthy()
    await accept()
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
  })
})
