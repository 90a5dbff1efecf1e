import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isOfLinkedIdentity } from '../../domain/toolbar-identity/toolbar-identity'
import { useIdentity, useSession, type Challenge } from '../../engine/react'
import { carriedIdentity } from '../../ui/carried-identity'
import { initialSignIn, nextSignIn, type SignInEvent, type SignInState } from './sign-in.machine'
import { forgetTypedEmail } from './typed-email'
import { useProblemText } from './use-problem-text'

/** What became of a toolbar's user: what signs them in; nobody's; not who is here; or it did not work. */
export type FromToolbarAnswer =
  { readonly token: string; readonly actingOrganizationId: string } | 'nobody' | 'not-me' | 'failed'

export interface SignIn {
  readonly state: SignInState<Challenge>
  readonly signIn: (credentials: { email: string; password: string }) => Promise<void>
  readonly verify: (code: string) => Promise<void>
  /** Signs in who accepted an invitation. Resolves with true when they are. */
  readonly enter: () => Promise<boolean>
  readonly otherAccount: () => void
  /** The identity of a toolbar that whoever is here is asked about first; null: none. */
  readonly asksAbout: string | null
  readonly fromToolbar: (answer: FromToolbarAnswer) => void
}

/** Runs the sign-in machine. The guard leaves the page once there is a session. */
export const useSignIn = (
  linkedIdentityToken: string | null,
  actingOrganizationId: string | null,
): SignIn => {
  const identity = useIdentity()
  const { pathname, search, state: carriedState } = useLocation()
  const navigate = useNavigate()
  const say = useProblemText()
  const { completeSignIn, setActingOrganization, accountDisabled } = useSession()
  const [state, dispatch] = useReducer(
    (before: SignInState<Challenge>, event: SignInEvent<Challenge>): SignInState<Challenge> =>
      nextSignIn(before, event),
    initialSignIn,
  )

  /** The typed password, which unlocks this device offline. Forgotten once the session has it. */
  const password = useRef<string | undefined>(undefined)

  /** Where a link asks to act, or where a linked identity was linked. */
  const asked = useRef(actingOrganizationId)

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
    if (asked.current && asked.current !== result.value.actingOrganization.id)
      await setActingOrganization(asked.current)
    return true
  }, [completeSignIn, say, setActingOrganization])

  /** What a toolbar's user signs in with, once their identity is out of the route's state: it is used up. */
  const linkedToken = useRef<string | null>(null)
  const carried = carriedIdentity(carriedState)
  const begin = useCallback(
    (token: string | null): void => {
      dispatch({ type: 'loaded', linkedIdentityToken: token })
      if (!token) return
      void identity.signInWithToken(token).then(async (result) => {
        if (result.kind === 'success') await finish()
        else dispatch({ type: 'token-failed' })
      })
    },
    [finish, identity],
  )
  const asksAbout = state.name === 'PageLoad' && !linkedIdentityToken ? carried : null
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true // a token works once; effects may run twice
    if (linkedIdentityToken && isOfLinkedIdentity(linkedIdentityToken))
      dispatch({ type: 'token-failed' })
    else if (linkedIdentityToken || carried === null) begin(linkedIdentityToken)
  }, [begin, carried, linkedIdentityToken])
  const fromToolbar = useCallback(
    (answer: FromToolbarAnswer): void => {
      if (answer === 'nobody') return begin(null)
      if (answer === 'failed') return dispatch({ type: 'token-failed' })
      if (answer === 'not-me') begin(null)
      else {
        asked.current = answer.actingOrganizationId
        linkedToken.current = answer.token
      }
      // It is done with: nobody is led to link it.
      void navigate(pathname + search, { replace: true, state: null })
    },
    [begin, navigate, pathname, search],
  )
  useEffect(() => {
    const token = linkedToken.current
    if (token === null || carried !== null) return
    linkedToken.current = null
    begin(token)
  }, [begin, carried])

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
  return { state, signIn, verify, enter: finish, otherAccount, asksAbout, fromToolbar }
}
