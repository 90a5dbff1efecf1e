import { useTexts } from '../edition'
import { Dialog } from './Dialog'

/** Blocks the portal while maintenance runs; nothing closes it but the end of the notice. */
export function MaintenanceDialog({
  title,
  message,
}: {
  readonly title?: string
  readonly message: string
}) {
  const t = useTexts().ui
  return (
    <Dialog title={title ?? t.maintenance.title} role="alertdialog" size="small">
      <p>{message}</p>
    </Dialog>
  )
}
