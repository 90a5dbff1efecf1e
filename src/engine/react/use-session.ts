import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react'
import { generatePassphrase, passphraseWords, type Auth } from '../../platform/auth'
import type { SessionActions, SessionState } from '../define'
import { useObservable, useRuntime } from './runtime-context'

/**
 * Sign-in, codes and second factors, and a fresh passphrase: what the screens before sign-in and
 * the account page need.
 */
export type Identity = Auth & { suggestPassphrase(): Promise<string> }
const IdentityContext = createContext<Identity | null>(null)

/**
 * Gives the tree the identity provider; outside DataProvider's runtime, because nothing of it is
 * kept.
 */
export const IdentityProvider = ({
  auth,
  children,
}: {
  readonly auth: Auth
  readonly children?: ReactNode
}): ReactNode => {
  const identity = useMemo<Identity>(
    () => ({ ...auth, suggestPassphrase: async () => generatePassphrase(await passphraseWords()) }),
    [auth],
  )
  return createElement(IdentityContext.Provider, { value: identity }, children)
}

/** The identity provider. */
export const useIdentity = (): Identity => {
  const identity = useContext(IdentityContext)
  if (identity === null) throw new Error('No IdentityProvider above this component')
  return identity
}

/** The session and what can be done with it. */
export type Session = SessionState & SessionActions

/** Who is signed in. */
export const useSession = (): Session => {
  const { session } = useRuntime()
  const state = useObservable(session)
  return useMemo(
    () => ({
      ...state,
      completeSignIn: (password?: string) => session.completeSignIn(password),
      signOut: () => session.signOut(),
      setActingOrganization: (organizationId: string) =>
        session.setActingOrganization(organizationId),
      refreshMe: () => session.refreshMe(),
      unlock: (password: string) => session.unlock(password),
      lock: () => session.lock(),
      signInAgain: () => session.signInAgain(),
      accessSeen: () => session.accessSeen(),
      accountDisabled: (email: string) => session.accountDisabled(email),
    }),
    [session, state],
  )
}
