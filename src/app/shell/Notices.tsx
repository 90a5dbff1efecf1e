import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../engine/react'
import { readDemonstration, storeDemonstration } from '../demonstration'
import { ClockNotice } from '../notices/ClockNotice'
import { DemonstrationNotice } from '../notices/DemonstrationNotice'
import { MaintenanceNotice } from '../notices/MaintenanceNotice'
import { NewVersionNotice } from '../notices/NewVersionNotice'
import { StorageNotice } from '../notices/StorageNotice'
import { logVersionFailure } from '../telemetry'
import styles from './frames.module.css'

const AccessNotice = lazy(() =>
  import('../notices/AccessNotice').then((module) => ({ default: module.AccessNotice })),
)
const SignInAgainNotice = lazy(() =>
  import('../notices/AccessNotice').then((module) => ({ default: module.SignInAgainNotice })),
)

/** The persistent notices of every frame. */
export function Notices() {
  const { accessChanged, awaitsSignIn } = useSession()
  const [isDemonstration, setDemonstration] = useState(readDemonstration)
  const hear = (is: boolean): void => {
    storeDemonstration(is)
    setDemonstration(is)
  }
  return (
    <div data-notices className={styles['notices']}>
      {isDemonstration && <DemonstrationNotice />}
      <StorageNotice />
      {accessChanged === true && (
        <Suspense>
          <AccessNotice />
        </Suspense>
      )}
      {awaitsSignIn === true && (
        <Suspense>
          <SignInAgainNotice />
        </Suspense>
      )}
      <ClockNotice />
      <MaintenanceNotice />
      <NewVersionNotice
        running={__GIT_HASH__}
        onFailure={logVersionFailure}
        onDemonstration={hear}
      />
    </div>
  )
}
