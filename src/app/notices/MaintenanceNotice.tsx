import { useState } from 'react'
import { useCall } from '../../engine/react'
import { maintenanceNotice, type MaintenanceNotice as Notice } from '../../data/maintenance'
import { formatDateTime } from '../../domain/time'
import { useEdition, useTexts } from '../../ui/edition'
import { Banner, MaintenanceDialog } from '../../ui/feedback'
import { useNow } from '../../ui/time'
import { maintenancePollMs, maintenanceRefreshMs, maintenanceView } from '../maintenance.view'
import { usePoll } from './use-poll'

/**
 * Announces maintenance, without sign-in (P257 to P264). It stays when it cannot be fetched again.
 */
export function MaintenanceNotice() {
  const t = useTexts().shell.maintenance
  const edition = useEdition()
  const { run } = useCall(maintenanceNotice)
  const [notice, setNotice] = useState<Notice | null>(null)
  const now = useNow(maintenanceRefreshMs)
  usePoll(maintenancePollMs, () => {
    void run().then((result) => {
      if (result.kind === 'done') setNotice(result.value)
    })
  })
  const view = maintenanceView(notice, now)
  if (view.kind === 'none') return null
  if (view.kind === 'dialog')
    return (
      <MaintenanceDialog
        title={view.notice.title}
        message={`${view.notice.message} ${t.blocking}`}
      />
    )
  const { title, message, startAt } = view.notice
  return (
    <Banner title={title}>{`${message} ${t.startsAt(formatDateTime(startAt, edition))}`}</Banner>
  )
}
