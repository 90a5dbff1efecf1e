import { lazy, Suspense } from 'react'
import { useSession } from '../../engine/react'
import { ClockNotice } from '../notices/ClockNotice'
import { FirstSyncNotice } from '../notices/FirstSyncNotice'
import { MaintenanceNotice } from '../notices/MaintenanceNotice'
import { NewVersionNotice } from '../notices/NewVersionNotice'
import { StorageNotice } from '../notices/StorageNotice'
import { logVersionFailure } from '../telemetry'
import styles from './frames.module.css'

const AccessNotice = lazy(() =>
  import('../notices/AccessNotice').then((module) => ({ default: module.AccessNotice })),
)

/** The persistent notices of every frame. */
export function Notices() {
  const { accessChanged } = useSession()
  return (
    <div data-notices className={styles['notices']}>
      <StorageNotice />
      {accessChanged === true && (
        <Suspense>
          <AccessNotice />
        </Suspense>
      )}
      <ClockNotice />
      <FirstSyncNotice />
      <MaintenanceNotice />
      <NewVersionNotice running={__GIT_HASH__} onFailure={logVersionFailure} />
    </div>
  )
}
