import { useMemo } from 'react'
import type { SessionActions, SessionState } from '../define'
import { useObservable, useRuntime } from './runtime-context'

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
