import { useEffect, useRef } from 'react'
import { PrincipalProvider } from '../ui/access'
import { CountUseContext } from '../ui/count-use'
import { Toasts } from '../ui/feedback'
import type { Room } from '../ui/room'
import { useSession } from '../engine/react'
import { Gate, useRouteHandle } from './Gate'
import { InactivityDialog } from './notices/InactivityDialog'
import type { LastActivity } from './notices/last-activity'
import { LeaveProvider } from './shell/LeaveProvider'
import { countUse } from './telemetry'
import { UnsavedGuard } from './UnsavedGuard'
import { RoomsContext } from '../ui/slots'

interface RootProps {
  readonly rooms: readonly Room[]
  readonly activity: LastActivity
}

/** Around every route: principal, gate, inactivity watch and focus. */
export function Root({ rooms, activity }: RootProps) {
  const { principal } = useSession()
  const path = useRouteHandle()?.access.path
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    // A new screen gets the focus, a new tab of the same does not. One that begins in a field took it.
    const main = document.getElementById('main')
    if (!main?.querySelector('[data-autofocus]:focus')) main?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [path])
  useEffect(() => {
    if (path !== undefined) countUse('page-opened', path)
  }, [path])
  return (
    <PrincipalProvider principal={principal}>
      <LeaveProvider>
        <RoomsContext value={rooms}>
          <CountUseContext value={countUse}>
            <Gate />
          </CountUseContext>
        </RoomsContext>
        <InactivityDialog activity={activity} />
        <UnsavedGuard />
      </LeaveProvider>
      <Toasts />
    </PrincipalProvider>
  )
}
