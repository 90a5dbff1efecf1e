import { Suspense, use } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useSession } from '../../engine/react'
import { may } from '../../domain/access/may'
import { formatStaffName } from '../../domain/identity'
import { useTexts } from '../../ui/edition'
import { ZoneNote } from '../../ui/clinical'
import { AppFrame } from '../../ui/layout'
import { isWallDisplay, readHideAppBar } from '../app-bar'
import { Paper } from '../../ui/print'
import { RoomsContext } from '../../ui/slots'
import { ConnectionStatus } from './ConnectionStatus'
import styles from './frames.module.css'
import { navigationOf } from './navigation'
import { NotificationsButton } from './NotificationsButton'
import { ActingBanner, Notices } from './Notices'
import { ShellUserMenu } from './ShellUserMenu'

/** The standard page with the navigation bar (P086). */
export function StandardFrame() {
  const texts = useTexts()
  const { me, principal } = useSession()
  const { search } = useLocation()
  const isWall = isWallDisplay(search)
  return (
    <AppFrame
      organizationName={me?.actingOrganization.name ?? ''}
      nav={navigationOf(use(RoomsContext), principal, texts)}
      connection={<ConnectionStatus />}
      userMenu={
        me && (
          <div className={styles['user']} key={me.actingOrganization.id}>
            {principal !== null && may(principal, 'chat.use') && <NotificationsButton />}
            <ShellUserMenu me={me} />
          </div>
        )
      }
      banners={
        isWall ? (
          <ActingBanner />
        ) : (
          <>
            <ZoneNote className={styles['zone']} />
            <Notices />
          </>
        )
      }
      hideAppBar={isWall || readHideAppBar(window.location.search)}
    >
      {me !== null && (
        <Suspense fallback={null}>
          <Paper
            organization={me.actingOrganization.name}
            user={formatStaffName(me)}
            actingUser={me.loggedInAs === null ? null : formatStaffName(me.loggedInAs)}
          />
        </Suspense>
      )}
      <Outlet />
    </AppFrame>
  )
}
