import { describe, expect, test } from 'vitest'
import { consentCookie, hasConsent } from '../../../src/features/sign-in/consent'
import { codeSchema, credentialsSchema } from '../../../src/features/sign-in/sign-in.form'
import {
  initialSignIn,
  nextSignIn,
  type SignInEvent,
  type SignInState,
} from '../../../src/features/sign-in/sign-in.machine'

const after = (...events: readonly SignInEvent<string>[]): SignInState<string> =>
  events.reduce((state, event) => nextSignIn(state, event), initialSignIn as SignInState<string>)
const loaded = { type: 'loaded', linkedIdentityToken: null } as const

describe('the sign-in machine', () => {
  test('nothing is asked before the page knows whether a link brought a token', () => {
    expect(after().name).toBe('PageLoad')
    expect(after({ type: 'submitted' }).name).toBe('PageLoad')
    expect(after(loaded).name).toBe('UsernamePassword')
    expect(after({ type: 'loaded', linkedIdentityToken: 't' })).toEqual({
      name: 'TokenLogin',
      token: 't',
    })
  })

  test('an answer that comes too late changes nothing', () => {
    const done = after(loaded, { type: 'signed-in' })
    for (const type of ['incorrect-password', 'timed-out', 'submitted', 'other-account'] as const)
      expect(nextSignIn(done, { type })).toBe(done)
    const form = after(loaded)
    expect(nextSignIn(form, { type: 'wrong-code' })).toBe(form)
    expect(nextSignIn(form, { type: 'timed-out' })).toBe(form)
  })

  test('a new try takes the last alert away; another account starts over', () => {
    const code = after(
      loaded,
      { type: 'submitted' },
      { type: 'one-time-password-required', challenge: 'c' },
      { type: 'wrong-code' },
    )
    expect(code).toMatchObject({ name: 'OneTimePassword', wrongCode: true, busy: false })
    expect(nextSignIn(code, { type: 'submitted' })).toMatchObject({ wrongCode: false, busy: true })
    expect(nextSignIn(code, { type: 'other-account' })).toMatchObject({
      name: 'UsernamePassword',
      alert: null,
    })
    expect(
      nextSignIn(after(loaded, { type: 'submitted' }, { type: 'incorrect-password' }), {
        type: 'submitted',
      }),
    ).toMatchObject({ incorrectPassword: false })
  })
})

test('forms: spaces around an e-mail and inside a code do not count, those of a password do', () => {
  const messages = {
    emailMissing: 'm',
    emailMalformed: 'f',
    passwordMissing: 'p',
    codeMalformed: 'c',
  }
  expect(credentialsSchema(messages).parse({ email: ' a@b.example ', password: ' x ' })).toEqual({
    email: 'a@b.example',
    password: ' x ',
  })
  expect(codeSchema(messages).parse({ code: '123 456' })).toEqual({ code: '123456' })
  expect(codeSchema(messages).safeParse({ code: '１２３４５６' }).success).toBe(false)
})

test('the consent cookie is found among others, and is Secure on https only', () => {
  expect(hasConsent('a=1; analytics-consent=true; b=2')).toBe(true)
  expect(hasConsent('x-analytics-consent=true')).toBe(false)
  expect(consentCookie(true)).toContain('Secure')
  expect(consentCookie(false)).not.toContain('Secure')
})
