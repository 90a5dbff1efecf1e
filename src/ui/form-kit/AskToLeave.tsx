import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import { ConfirmDialog } from '../feedback/ConfirmDialog'

/** Asks before what was typed is given up, or before nobody follows what was sent. */
export function AskToLeave({
  unknown,
  onLeave,
  onStay,
}: {
  /** It was sent, and its outcome is not known yet. */
  readonly unknown: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}) {
  const t = formTexts(useEdition())
  return (
    <ConfirmDialog
      title={unknown ? t.unknown.leaveTitle : t.discard.title}
      confirmLabel={unknown ? t.unknown.leave : t.discard.yes}
      cancelLabel={unknown ? t.unknown.stay : t.discard.no}
      danger
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <p>{unknown ? t.unknown.leaveText : t.discard.text}</p>
    </ConfirmDialog>
  )
}
