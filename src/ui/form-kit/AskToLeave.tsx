import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import { ConfirmDialog } from '../feedback/ConfirmDialog'
import type { Unsaved } from '../work'

/**
 * Asks before what was typed is given up, before nobody follows what was sent, or before a secret
 * that is shown once is gone.
 */
export function AskToLeave({
  kind,
  onLeave,
  onStay,
}: {
  readonly kind: Unsaved
  readonly onLeave: () => void
  readonly onStay: () => void
}) {
  const t = formTexts(useEdition()).leave[kind]
  return (
    <ConfirmDialog
      title={t.title}
      confirmLabel={t.yes}
      cancelLabel={t.no}
      danger
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  )
}
