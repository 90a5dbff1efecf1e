import { lazy, useState } from 'react'
import { useOffline, useSession } from '../../engine/react'
import { readDemonstration, storeDemonstration } from '../demonstration'
import { ClockNotice } from '../notices/ClockNotice'
import { DemonstrationNotice } from '../notices/DemonstrationNotice'
import { MaintenanceNotice } from '../notices/MaintenanceNotice'
import { NewVersionNotice } from '../notices/NewVersionNotice'
import { StorageNotice } from '../notices/StorageNotice'
import { logVersionFailure } from '../telemetry'
import styles from './frames.module.css'
import { Optional } from './Optional'

const AccessNotice = lazy(() =>
  import('../notices/AccessNotice').then((module) => ({ default: module.AccessNotice })),
)
const ActingNotice = lazy(() =>
  import('../notices/ActingNotice').then((module) => ({ default: module.ActingNotice })),
)
const SignInAgainNotice = lazy(() =>
  import('../notices/AccessNotice').then((module) => ({ default: module.SignInAgainNotice })),
)

const LeaseNotice = lazy(() =>
  import('../notices/LeaseNotice').then((module) => ({ default: module.LeaseNotice })),
)

const LinkNotice = lazy(() =>
  import('../notices/LinkNotice').then((module) => ({ default: module.LinkNotice })),
)

/** Also on the wall, which shows no other notice: whose eyes these are. */
export function ActingBanner() {
  const { me } = useSession()
  return me === null || me.loggedInAs === null ? null : (
    <Optional>
      <ActingNotice me={me} />
    </Optional>
  )
}

/** The persistent notices of every frame. */
export function Notices() {
  const { accessChanged, awaitsSignIn, me } = useSession()
  const offline = useOffline()
  const [isDemonstration, setDemonstration] = useState(readDemonstration)
  const hear = (is: boolean): void => {
    storeDemonstration(is)
    setDemonstration(is)
  }
  return (
    <div data-notices className={styles['notices']}>
      {isDemonstration && <DemonstrationNotice />}
      <ActingBanner />
      {me?.sharedRecord == null ? (
        <StorageNotice />
      ) : (
        <Optional>
          <LinkNotice organization={me.actingOrganization.name} until={me.sharedRecord.expiresAt} />
        </Optional>
      )}
      {accessChanged === true && (
        <Optional>
          <AccessNotice />
        </Optional>
      )}
      {awaitsSignIn === true && (
        <Optional>
          <SignInAgainNotice />
        </Optional>
      )}
      <ClockNotice />
      {offline && me?.sharedRecord == null && (
        <Optional>
          <LeaseNotice />
        </Optional>
      )}
      <MaintenanceNotice />
      {/* A new version would be loaded without the link, which this page alone has. */}
      {me?.sharedRecord == null && (
        <NewVersionNotice
          running={__GIT_HASH__}
          onFailure={logVersionFailure}
          onDemonstration={hear}
        />
      )}
    </div>
  )
}
