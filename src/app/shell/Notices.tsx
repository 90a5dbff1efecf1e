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
  const { accessChanged, awaitsSignIn } = useSession()
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
      <StorageNotice />
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
      {offline && (
        <Optional>
          <LeaseNotice />
        </Optional>
      )}
      <MaintenanceNotice />
      <NewVersionNotice
        running={__GIT_HASH__}
        onFailure={logVersionFailure}
        onDemonstration={hear}
      />
    </div>
  )
}
