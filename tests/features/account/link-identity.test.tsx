// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { problem } from '../../../src/domain/problem'
import { carriedIdentity, carrying } from '../../../src/ui/carried-identity'
import { done, meOf, openPortal, refused, signedIn, signedOut } from '../../app/fake-portal'
import { badIdentities, goodClaims, makeToolbarKey, signed } from '../../server/forged-identities'

afterEach(cleanup)

type Key = Awaited<ReturnType<typeof makeToolbarKey>>
let key: Key
let identity: string
let bad: Awaited<ReturnType<typeof badIdentities>>
beforeAll(async () => {
  key = await makeToolbarKey()
  identity = await signed(key, goodClaims(Date.now()))
  bad = await badIdentities(key, Date.now())
})

const offered = { type: 'Quicksilva', externalOrgId: 'G82027', externalUserId: 'dr-jones' }
const linker = (more: Parameters<typeof meOf>[0] = {}) =>
  meOf({
    permissions: ['view_patients', 'link_ehr_integration_identity'],
    features: ['ehrIntegrations'],
    ...more,
  })

interface Opening {
  readonly path?: string
  readonly session?: Parameters<typeof openPortal>[1]
  readonly me?: ReturnType<typeof meOf>
  /** What the server says of it; absent: that it is good. */
  readonly answer?: unknown
  readonly signIn?: unknown
  readonly auth?: NonNullable<Parameters<typeof openPortal>[1]>['auth']
}
const open = ({ path, session, me = linker(), answer, signIn, auth }: Opening = {}) =>
  openPortal(path ?? `/login?externalAuthIdentity=${identity}`, {
    session: session?.session ?? signedIn(me),
    arriving: me,
    ...(auth === undefined ? {} : { auth }),
    prepare: ({ ask }) => {
      ask.mockImplementation(async (name: string) => {
        if (name === 'externalAuthIdentity')
          return (
            answer ?? done({ offered: { ...offered, isLinked: false, isLinkedToOther: false } })
          )
        if (name === 'toolbarAccount')
          return done(
            signIn === undefined ? null : { name: 'Sam Reed', email: 'sam@riverside.example' },
          )
        if (name === 'toolbarSignIn') return done(signIn ?? null)
        if (name === 'invitations') return done([])
        return name === 'maintenanceNotice' ? done(null) : refused('not told')
      })
    },
  })
const heading = () => screen.findByRole('heading', { name: 'Link your account' })
const link = async ({ user }: ReturnType<typeof open>, password = 'lantern') => {
  await user.click(await screen.findByRole('button', { name: 'Link Account' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Password'), password)
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
}

describe('the way to the page', () => {
  test('P065 P085 C268 a public page with an identity leads who is signed in to /link-identity; it leaves the address', async () => {
    for (const path of ['/login', '/platform-terms', '/forgot-password?next=x']) {
      const at = `${path}${path.includes('?') ? '&' : '?'}externalAuthIdentity=${identity}`
      const portal = open({ path: at })
      expect(await heading()).toBeTruthy()
      expect(portal.at()).toBe('/link-identity')
      expect(portal.router.state.location.search).toBe('')
      portal.view.unmount()
    }
  })

  test('P085 who is signed out signs in first, and is led to the page then', async () => {
    const portal = open({
      path: `/platform-terms?externalAuthIdentity=${identity}`,
      session: { session: signedOut },
    })
    await portal.user.type(await screen.findByLabelText('Email'), 'nurse@riverside.example')
    expect(portal.at()).toBe('/login')
    await portal.user.type(screen.getByLabelText('Password'), 'lantern')
    await portal.user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await heading()).toBeTruthy()
    expect(portal.at()).toBe('/link-identity')
  })

  const linked = { token: 'custom', actingOrganizationId: 'org-2' }
  const continueAs = () => screen.findByRole('button', { name: 'Continue as Sam Reed' })

  test('P084 a linked identity signs in without a form, by a press that names the account, where it was linked, and nothing is linked again', async () => {
    const portal = open({ session: { session: signedOut }, signIn: linked })
    const button = await continueAs()
    expect(screen.getByText('sam@riverside.example')).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await portal.user.click(button)
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(portal.auth.signInWithToken).toHaveBeenCalledExactlyOnceWith('custom')
    expect(portal.actions.setActingOrganization).toHaveBeenCalledWith('org-2')
    expect(portal.ask).toHaveBeenCalledWith('toolbarSignIn', identity)
    expect(portal.ask).not.toHaveBeenCalledWith('externalAuthIdentity', expect.anything())
  })

  test('who is signed out, or locked on a device with the work of another, is signed in by no link before the press', async () => {
    const locked = {
      ...signedOut,
      status: 'locked' as const,
      locked: { email: 'a@x.example', opensOffline: true, leaseOver: false },
    }
    for (const session of [signedOut, locked]) {
      const portal = open({ session: { session }, signIn: linked })
      await continueAs()
      expect(portal.at()).toBe('/login')
      expect(portal.ask).toHaveBeenCalledWith('toolbarAccount', identity)
      expect(portal.ask).not.toHaveBeenCalledWith('toolbarSignIn', expect.anything())
      expect(portal.auth.signInWithToken).not.toHaveBeenCalled()
      expect(portal.actions.completeSignIn).not.toHaveBeenCalled()
      portal.view.unmount()
    }
  })

  test('This is not me leads to the ordinary sign-in, and the identity is used for nothing', async () => {
    const portal = open({ session: { session: signedOut }, signIn: linked })
    await portal.user.click(await screen.findByRole('button', { name: 'This is not me' }))
    await portal.user.type(await screen.findByLabelText('Email'), 'nurse@riverside.example')
    await portal.user.type(screen.getByLabelText('Password'), 'lantern')
    await portal.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(portal.ask).not.toHaveBeenCalledWith('toolbarSignIn', expect.anything())
    expect(portal.ask).not.toHaveBeenCalledWith('externalAuthIdentity', expect.anything())
    expect(portal.auth.signInWithToken).not.toHaveBeenCalled()
  })

  test('a press that signs nobody in says so, above the ordinary sign-in', async () => {
    const portal = open({ session: { session: signedOut }, signIn: linked })
    const button = await continueAs()
    portal.ask.mockResolvedValue(done(null))
    await portal.user.click(button)
    expect(
      await screen.findByText(
        'The sign-in link did not work. Sign in with your email and password.',
      ),
    ).toBeTruthy()
    expect(portal.auth.signInWithToken).not.toHaveBeenCalled()
  })

  test('a linkedIdentityToken in the address comes first', async () => {
    const portal = open({
      path: `/login?linkedIdentityToken=abc&externalAuthIdentity=${identity}`,
      session: { session: signedOut },
    })
    await waitFor(() => expect(portal.auth.signInWithToken).toHaveBeenCalledWith('abc'))
    expect(portal.ask).not.toHaveBeenCalledWith('toolbarSignIn', expect.anything())
  })
})

describe('what is not offered', () => {
  test('P135 P136 P137 P138 C458 C459 an identity that cannot be read, lacks something or is of another source leads home unasked', async () => {
    const unread = bad.filter(([why]) =>
      /^(?:no JWT|two parts|four parts|a payload|of |a user|an organisation|very long)/.test(why),
    )
    expect(unread.length).toBeGreaterThan(8)
    for (const [why, encoded] of unread) {
      const portal = open({ path: `/login?externalAuthIdentity=${encodeURIComponent(encoded)}` })
      await waitFor(() => expect(portal.at(), why).toBe('/virtual-ward'))
      expect(portal.ask, why).not.toHaveBeenCalledWith('externalAuthIdentity', expect.anything())
      portal.view.unmount()
    }
  })

  test('K26 each identity that the server does not believe leads home, and links nothing', async () => {
    for (const [why, encoded] of bad) {
      const portal = open({
        path: `/login?externalAuthIdentity=${encodeURIComponent(encoded)}`,
        answer: done({ offered: null }),
      })
      await waitFor(() => expect(portal.at(), why).toBe('/virtual-ward'))
      expect(screen.queryByRole('button', { name: 'Link Account' }), why).toBeNull()
      expect(portal.run, why).not.toHaveBeenCalled()
      portal.view.unmount()
    }
  })

  test('/link-identity without an identity leads home, and so it does who may not link one', async () => {
    const portal = open({ path: '/link-identity' })
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    portal.view.unmount()
    for (const me of [linker({ permissions: ['view_patients'] }), linker({ features: [] })]) {
      const other = open({ me })
      await waitFor(() => expect(other.at()).toBe('/virtual-ward'))
      other.view.unmount()
    }
  })

  test('one that is linked to the user leads home', async () => {
    const portal = open({
      answer: done({ offered: { ...offered, isLinked: true, isLinkedToOther: false } }),
    })
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
  })
})

describe('the page', () => {
  test('P139 P140 P141 C269 K26 it names source and account, says that linking can be undone, and offers Skip and Link Account', async () => {
    open()
    await heading()
    expect(await screen.findByText('Your user of the clinical toolbar Quicksilva')).toBeTruthy()
    expect(screen.getByText('dr-jones, of the organisation G82027')).toBeTruthy()
    expect(screen.getByText('nurse@riverside.example, Riverside Virtual Ward')).toBeTruthy()
    expect(screen.getByText('You can undo this at any time in your account settings.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Skip' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Link Account' })).toBeTruthy()
  })

  test('who is signed in while the toolbar’s user is linked to another account is told so, and can sign out or skip', async () => {
    const answer = done({ offered: { ...offered, isLinked: false, isLinkedToOther: true } })
    const portal = open({ answer })
    expect(
      await screen.findByText('This is not the account of your user of Quicksilva'),
    ).toBeTruthy()
    expect(screen.getByText('nurse@riverside.example, Riverside Virtual Ward')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Link Account' })).toBeNull()
    const page = within(screen.getByRole('main'))
    expect(page.getByRole('button', { name: 'Skip' })).toBeTruthy()
    expect(portal.actions.signOut).not.toHaveBeenCalled()
    await portal.user.click(page.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(portal.actions.signOut).toHaveBeenCalledOnce())
    expect(portal.run).not.toHaveBeenCalled()
  })

  test('P139 Skip leads home and links nothing', async () => {
    const portal = open()
    await portal.user.click(await screen.findByRole('button', { name: 'Skip' }))
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(portal.run).not.toHaveBeenCalled()
  })

  test('P142 P313 C270 the right password links it, says so, and leads home', async () => {
    const portal = open()
    await link(portal)
    expect(await screen.findByText('Identity linked successfully')).toBeTruthy()
    await waitFor(() => expect(portal.at()).toBe('/virtual-ward'))
    expect(portal.auth.reauthenticate).toHaveBeenCalledWith('lantern')
    expect(portal.run).toHaveBeenCalledExactlyOnceWith('linkExternalAuthIdentity', {
      ...offered,
      identity,
    })
    expect(portal.actions.refreshMe).toHaveBeenCalled()
  })

  test('K26 a wrong password links nothing', async () => {
    const portal = open({ auth: { reauthenticate: async () => ({ kind: 'IncorrectPassword' }) } })
    await link(portal)
    expect(await screen.findByText('The password is incorrect')).toBeTruthy()
    expect(portal.run).not.toHaveBeenCalled()
  })

  test('K26 an account with a second factor is asked for its code as well', async () => {
    const portal = open({
      auth: {
        reauthenticate: async () => ({
          kind: 'one-time-password',
          challenge: { factorName: null },
        }),
      },
    })
    await link(portal)
    await portal.user.type(await screen.findByLabelText('6-digit code'), '123456')
    expect(portal.run).not.toHaveBeenCalled()
    await portal.user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(portal.run).toHaveBeenCalledOnce())
  })

  test('P143 C271 a failure is told, with why, and the page stays', async () => {
    const portal = open()
    portal.run.mockResolvedValue({
      kind: 'refused',
      problem: problem('conflict:linked-elsewhere'),
    })
    await link(portal)
    expect(await screen.findByText('There was a problem linking your identity')).toBeTruthy()
    expect(
      screen.getByText('It is linked already, to another account or in another organisation.'),
    ).toBeTruthy()
    expect(portal.at()).toBe('/link-identity')
    expect(screen.getByRole('button', { name: 'Skip' })).toBeTruthy()
  })

  test('P143 one that is over meanwhile is told to be so', async () => {
    const portal = open()
    portal.run.mockResolvedValue(refused('no', 'invalid-arguments'))
    await link(portal)
    expect(
      await screen.findByText(
        'The link you followed is over. Open Lamplight from the toolbar again.',
      ),
    ).toBeTruthy()
  })

  test('while it cannot be checked nothing is offered but Skip and another try', async () => {
    const portal = open({ answer: refused('down') })
    expect(await screen.findByText('The link could not be checked')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Link Account' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Skip' })).toBeTruthy()
    portal.ask.mockResolvedValue(
      done({ offered: { ...offered, isLinked: false, isLinkedToOther: false } }),
    )
    await portal.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Link Account' })).toBeTruthy()
  })

  test('it opens before the terms are accepted', async () => {
    const portal = open({ me: linker({ acceptedTerms: false }) })
    await heading()
    expect(portal.at()).toBe('/link-identity')
  })

  test('the other edition says organization', async () => {
    localStorage.setItem('lamplight.edition', 'en-US')
    onTestFinished(() => localStorage.removeItem('lamplight.edition'))
    open()
    expect(await screen.findByText('dr-jones, of the organization G82027')).toBeTruthy()
  })
})

test('what a route’s state carries is a text, or nothing', () => {
  expect(carriedIdentity(carrying('x'))).toBe('x')
  for (const state of [null, undefined, 'x', {}, carrying(''), { externalAuthIdentity: 7 }])
    expect(carriedIdentity(state)).toBeNull()
})
