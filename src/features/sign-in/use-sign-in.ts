import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useIdentity, useSession, type Challenge } from '../../engine/react'
import { initialSignIn, nextSignIn, type SignInEvent, type SignInState } from './sign-in.machine'
import { forgetTypedEmail } from './typed-email'
import { useProblemText } from './use-problem-text'

export interface SignIn {
  readonly state: SignInState<Challenge>
  readonly signIn: (credentials: { email: string; password: string }) => Promise<void>
  readonly verify: (code: string) => Promise<void>
  /** Signs in who accepted an invitation. Resolves with true when they are. */
  readonly enter: () => Promise<boolean>
  readonly otherAccount: () => void
}

/** Runs the sign-in machine. The guard leaves the page once there is a session. */
export const useSignIn = (
  linkedIdentityToken: string | null,
  actingOrganizationId: string | null,
): SignIn => {
  const identity = useIdentity()
  const say = useProblemText()
  const { completeSignIn, setActingOrganization, accountDisabled } = useSession()
  const [state, dispatch] = useReducer(
    (before: SignInState<Challenge>, event: SignInEvent<Challenge>): SignInState<Challenge> =>
      nextSignIn(before, event),
    initialSignIn,
  )

  /** The typed password, which unlocks this device offline. Forgotten once the session has it. */
  const password = useRef<string | undefined>(undefined)

  const finish = useCallback(async (): Promise<boolean> => {
    const result = await completeSignIn(password.current)
    const isNowhere =
      result.kind === 'refused' && result.problem.code === 'forbidden:no-organization'
    // Who accepts an invitation signs in with it.
    if (!isNowhere) password.current = undefined
    if (result.kind === 'refused') {
      dispatch(
        isNowhere
          ? { type: 'no-organization' }
          : result.at === 'key'
            ? { type: 'no-key' }
            : { type: 'problem', message: say(result.problem) },
      )
      return false
    }
    forgetTypedEmail()
    dispatch({ type: 'signed-in' })
    // Asked for by a link: a refusal leaves the user in the organisation they were in, which the
    // header names.
    if (actingOrganizationId && actingOrganizationId !== result.value.actingOrganization.id)
      await setActingOrganization(actingOrganizationId)
    return true
  }, [actingOrganizationId, completeSignIn, say, setActingOrganization])

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true // a token works once; effects may run twice
    dispatch({ type: 'loaded', linkedIdentityToken })
    if (!linkedIdentityToken) return
    void identity.signInWithToken(linkedIdentityToken).then(async (result) => {
      if (result.kind === 'success') await finish()
      else dispatch({ type: 'token-failed' })
    })
  }, [finish, identity, linkedIdentityToken])

  const signIn = useCallback(
    async (credentials: { email: string; password: string }) => {
      dispatch({ type: 'submitted' })
      const result = await identity.signInWithPassword(credentials.email, credentials.password)
      password.current =
        result.kind === 'success' || result.kind === 'one-time-password'
          ? credentials.password
          : undefined
      switch (result.kind) {
        case 'success':
          await finish()
          return
        case 'one-time-password':
          return dispatch({ type: 'one-time-password-required', challenge: result.challenge })
        case 'IncorrectPassword':
          return dispatch({ type: 'incorrect-password' })
        default:
          if (result.problem.ended === 'disabled') await accountDisabled(credentials.email)
          return dispatch({ type: 'problem', message: say(result.problem) })
      }
    },
    [accountDisabled, finish, identity, say],
  )

  const challenge = state.name === 'OneTimePassword' ? state.challenge : null
  const verify = useCallback(
    async (code: string) => {
      if (challenge === null) return
      dispatch({ type: 'submitted' })
      const result = await identity.answerChallenge(challenge, code)
      switch (result.kind) {
        case 'success':
          await finish()
          return
        case 'Timeout':
          return dispatch({ type: 'timed-out' })
        case 'InvalidVerificationCode':
          return dispatch({ type: 'wrong-code' })
        default:
          return dispatch({ type: 'problem', message: say(result.problem) })
      }
    },
    [challenge, finish, identity, say],
  )

  const otherAccount = useCallback(() => {
    password.current = undefined
    dispatch({ type: 'other-account' })
  }, [])
  return { state, signIn, verify, enter: finish, otherAccount }
}
