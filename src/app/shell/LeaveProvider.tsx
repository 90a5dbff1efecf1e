import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { useSession, useUnsent } from '../../engine/react'
import { LeaveContext } from '../../ui/leaving'

/** Not before somebody signs out with work that waits: no part of the first load. */
const SignOutDialog = lazy(async () => ({
  default: (await import('./SignOutDialog')).SignOutDialog,
}))

/** Asks before every sign-out with unsent or undecided work. */
export function LeaveProvider({ children }: { readonly children: ReactNode }) {
  const { signOut, status } = useSession()
  const { waiting, refused } = useUnsent()
  const [isAsked, setAsked] = useState(false)
  const [leaving, setLeaving] = useState(false)
  // Who was locked out or signed out elsewhere meanwhile has nothing to answer.
  const asking = isAsked && status === 'signed-in'
  const unsent = waiting + refused
  const door = useMemo(() => {
    const go = () => {
      setLeaving(true)
      void signOut().finally(() => {
        setLeaving(false)
        setAsked(false)
      })
    }
    return { go, leave: unsent > 0 ? () => setAsked(true) : go }
  }, [signOut, unsent])
  const value = useMemo(() => ({ leave: door.leave, asking, leaving }), [door, asking, leaving])
  return (
    <LeaveContext value={value}>
      {children}
      {asking && (
        <Suspense>
          <SignOutDialog leaving={leaving} onLeave={door.go} onStay={() => setAsked(false)} />
        </Suspense>
      )}
    </LeaveContext>
  )
}
