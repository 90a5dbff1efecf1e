import { ClockNotice } from '../notices/ClockNotice'
import { FirstSyncNotice } from '../notices/FirstSyncNotice'
import { MaintenanceNotice } from '../notices/MaintenanceNotice'
import { NewVersionNotice } from '../notices/NewVersionNotice'
import { StorageNotice } from '../notices/StorageNotice'
import { logVersionFailure } from '../telemetry'

/** The persistent notices of every frame. */
export function Notices() {
  return (
    <>
      <StorageNotice />
      <ClockNotice />
      <FirstSyncNotice />
      <MaintenanceNotice />
      <NewVersionNotice running={__GIT_HASH__} onFailure={logVersionFailure} />
    </>
  )
}
