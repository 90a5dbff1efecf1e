/**
 * The sign-in page as a pure state machine (P section 2 and 4; P089, P090, P239 to P243). The
 * screen does what `effect` names and reports back. `Challenge` belongs to the identity provider.
 */
export type SignInAlert =
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'token-failed' }
  /** The server knows the person, and the key of what this device keeps did not come. */
  | { readonly kind: 'no-key' }
  | { readonly kind: 'problem'; readonly message: string }

export type SignInState<Challenge> =
  | { readonly name: 'PageLoad' }
  | { readonly name: 'TokenLogin'; readonly token: string }
  | {
      readonly name: 'UsernamePassword'
      readonly busy: boolean
      readonly alert: SignInAlert | null
      /** The last answer was IncorrectPassword: said beside the password. */
      readonly incorrectPassword: boolean
    }
  | {
      readonly name: 'OneTimePassword'
      readonly challenge: Challenge
      readonly busy: boolean
      readonly alert: SignInAlert | null
      readonly wrongCode: boolean
    }
  /** The server knows the person, who belongs to no organisation. */
  | { readonly name: 'Invited' }
  | { readonly name: 'SignedIn' }

export type SignInEvent<Challenge> =
  | { readonly type: 'loaded'; readonly linkedIdentityToken: string | null }
  | { readonly type: 'token-failed' }
  | { readonly type: 'submitted' }
  | { readonly type: 'incorrect-password' }
  | { readonly type: 'one-time-password-required'; readonly challenge: Challenge }
  | { readonly type: 'wrong-code' }
  | { readonly type: 'timed-out' }
  | { readonly type: 'problem'; readonly message: string }
  | { readonly type: 'no-key' }
  | { readonly type: 'other-account' }
  | { readonly type: 'no-organization' }
  | { readonly type: 'signed-in' }

/** The empty password form, with what has to be said above it. */
const usernamePassword = (
  alert: SignInAlert | null,
): Extract<SignInState<never>, { name: 'UsernamePassword' }> => ({
  name: 'UsernamePassword',
  busy: false,
  alert,
  incorrectPassword: false,
})

/** Nothing is asked before it is known whether a link brought a token. */
export const initialSignIn: SignInState<never> = { name: 'PageLoad' }

/** The next state. An event that does not fit the state changes nothing. */
export const nextSignIn = <Challenge>(
  state: SignInState<Challenge>,
  event: SignInEvent<Challenge>,
): SignInState<Challenge> => {
  if (event.type === 'signed-in') return { name: 'SignedIn' }
  if (event.type === 'no-organization') return { name: 'Invited' }
  switch (state.name) {
    case 'PageLoad':
      if (event.type === 'token-failed') return usernamePassword({ kind: 'token-failed' })
      if (event.type !== 'loaded') return state
      return event.linkedIdentityToken
        ? { name: 'TokenLogin', token: event.linkedIdentityToken }
        : usernamePassword(null)
    case 'TokenLogin':
      if (event.type === 'no-key') return usernamePassword({ kind: 'no-key' })
      return event.type === 'token-failed' || event.type === 'problem'
        ? usernamePassword({ kind: 'token-failed' })
        : state
    case 'UsernamePassword':
      switch (event.type) {
        case 'submitted':
          return { ...state, busy: true, alert: null, incorrectPassword: false }
        case 'incorrect-password':
          return { ...state, busy: false, incorrectPassword: true }
        case 'one-time-password-required':
          return {
            name: 'OneTimePassword',
            challenge: event.challenge,
            busy: false,
            alert: null,
            wrongCode: false,
          }
        case 'problem':
          return { ...state, busy: false, alert: { kind: 'problem', message: event.message } }
        case 'no-key':
          return { ...state, busy: false, alert: { kind: 'no-key' } }
        default:
          return state
      }
    case 'OneTimePassword':
      switch (event.type) {
        case 'submitted':
          return { ...state, busy: true, alert: null, wrongCode: false }
        case 'wrong-code':
          return { ...state, busy: false, wrongCode: true }
        case 'timed-out':
          return usernamePassword({ kind: 'timed-out' })
        case 'problem':
          return { ...state, busy: false, alert: { kind: 'problem', message: event.message } }
        case 'no-key':
          return usernamePassword({ kind: 'no-key' })
        case 'other-account':
          return usernamePassword(null)
        default:
          return state
      }
    case 'Invited':
      switch (event.type) {
        case 'problem':
          return usernamePassword({ kind: 'problem', message: event.message })
        case 'no-key':
          return usernamePassword({ kind: 'no-key' })
        case 'other-account':
          return usernamePassword(null)
        default:
          return state
      }
    default:
      return state
  }
}
