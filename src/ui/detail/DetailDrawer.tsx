import type { ReactNode } from 'react'
import { Dialog } from '../feedback/Dialog'
import type { Detail } from './use-detail'

export interface DetailDrawerProps {
  readonly detail: Detail
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** One item of a list, while the address names it. On closing, the focus returns to its opener. */
export function DetailDrawer({ detail, title, actions, children }: DetailDrawerProps) {
  if (detail.id === null) return null
  return (
    <Dialog key={detail.id} title={title} size="drawer" onClose={detail.close} actions={actions}>
      {children}
    </Dialog>
  )
}
