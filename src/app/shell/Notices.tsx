import { ClockNotice } from '../notices/ClockNotice'
import { FirstSyncNotice } from '../notices/FirstSyncNotice'
import { MaintenanceNotice } from '../notices/MaintenanceNotice'
import { NewVersionNotice } from '../notices/NewVersionNotice'
import { StorageNotice } from '../notices/StorageNotice'
import { logVersionFailure } from '../telemetry'
import styles from './frames.module.css'

/** The persistent notices of every frame. */
export function Notices() {
  return (
    <div data-notices className={styles['notices']}>
      <StorageNotice />
      <ClockNotice />
      <FirstSyncNotice />
      <MaintenanceNotice />
      <NewVersionNotice running={__GIT_HASH__} onFailure={logVersionFailure} />
    </div>
  )
}
