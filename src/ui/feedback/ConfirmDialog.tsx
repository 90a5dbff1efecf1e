import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../edition'
import { Dialog } from './Dialog'

export interface ConfirmDialogProps {
  readonly title: string
  readonly children?: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel?: string
  /** The act cannot be undone: red button. */
  readonly danger?: boolean
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before an act; the careful answer has the first focus. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const t = useTexts().ui
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size="small"
      onClose={onCancel}
      actions={
        <>
          <Button variant="default" onClick={onCancel} data-autofocus>
            {cancelLabel ?? t.cancel}
          </Button>
          <Button color={danger ? 'danger' : undefined} loading={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
