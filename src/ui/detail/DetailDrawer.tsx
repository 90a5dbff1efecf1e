import type { ReactNode } from 'react'
import { Dialog } from '../feedback/Dialog'
import type { Detail } from './use-detail'

export interface DetailDrawerProps {
  readonly detail: Detail
  readonly title: string
  /** Buttons; the main one last. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/**
 * One thing of a list beside the list, while the address names it. Escape, Back and the close
 * button close it, and the focus returns to what opened it.
 */
export function DetailDrawer({ detail, title, actions, children }: DetailDrawerProps) {
  if (detail.id === null) return null
  return (
    <Dialog key={detail.id} title={title} size="drawer" onClose={detail.close} actions={actions}>
      {children}
    </Dialog>
  )
}
