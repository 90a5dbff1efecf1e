import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { useSession, useTyped, useUnsent } from '../../engine/react'
import { LeaveContext } from '../../ui/leaving'

/** Not before somebody signs out with work that waits: no part of the first load. */
const SignOutDialog = lazy(async () => ({
  default: (await import('./SignOutDialog')).SignOutDialog,
}))

/** A sign-out waits no longer for what is typed, milliseconds: storage may be slow, or never answer. */
const typedAtMostMs = 2_000

/** Asks before every sign-out with unsent or undecided work, and with words that were typed and not sent. */
export function LeaveProvider({ children }: { readonly children: ReactNode }) {
  const { signOut, status } = useSession()
  const { waiting, refused } = useUnsent()
  const readTyped = useTyped()
  const [typed, setTyped] = useState<readonly string[]>([])
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
    const leave = () => {
      const late = new Promise<readonly string[]>((resolve) => {
        setTimeout(() => resolve([]), typedAtMostMs)
      })
      // What cannot be read is lost either way, and keeps nobody here.
      void Promise.race([readTyped().catch((): readonly string[] => []), late]).then((found) => {
        setTyped(found)
        if (unsent > 0 || found.length > 0) setAsked(true)
        else go()
      })
    }
    return { go, leave }
  }, [signOut, unsent, readTyped])
  const value = useMemo(() => ({ leave: door.leave, asking, leaving }), [door, asking, leaving])
  return (
    <LeaveContext value={value}>
      {children}
      {asking && (
        <Suspense>
          <SignOutDialog
            typed={typed}
            leaving={leaving}
            onLeave={door.go}
            onStay={() => setAsked(false)}
          />
        </Suspense>
      )}
    </LeaveContext>
  )
}
