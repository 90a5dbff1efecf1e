import { useEffect, useRef } from 'react'
import { PrincipalContext } from '../ui/access'
import { Toasts } from '../ui/feedback'
import type { Room } from '../ui/room'
import { useSession } from '../engine/react'
import { Gate, useRouteHandle } from './Gate'
import { InactivityDialog } from './notices/InactivityDialog'
import type { LastActivity } from './notices/last-activity'
import { LeaveProvider } from './shell/LeaveProvider'
import { RoomsContext } from '../ui/slots'

interface RootProps {
  readonly rooms: readonly Room[]
  readonly activity: LastActivity
}

/**
 * What stands around every route: who looks, the gate, the watch over an idle session, and where
 * the focus goes.
 */
export function Root({ rooms, activity }: RootProps) {
  const { principal } = useSession()
  const path = useRouteHandle()?.access.path
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    // Another screen, not another tab of the same: keyboard and screen reader start where it
    // starts.
    document.getElementById('main')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [path])
  return (
    <PrincipalContext value={principal}>
      <LeaveProvider>
        <RoomsContext value={rooms}>
          <Gate />
        </RoomsContext>
        <InactivityDialog activity={activity} />
      </LeaveProvider>
      <Toasts />
    </PrincipalContext>
  )
}
