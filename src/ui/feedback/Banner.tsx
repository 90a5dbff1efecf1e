import type { ReactNode } from 'react'
import { IconCheck, IconInfo, IconWarning } from '../layout/icons'
import styles from './Banner.module.css'

const icons = { warning: IconWarning, danger: IconWarning, info: IconInfo, success: IconCheck }

export interface BannerProps {
  readonly kind?: keyof typeof icons
  readonly title?: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** A persistent notice over the page: stays until its cause is gone. */
export function Banner({ kind = 'warning', title, children, action }: BannerProps) {
  const Icon = icons[kind]
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'status'}
      className={styles['banner']}
      data-kind={kind}
    >
      <Icon />
      <div className={styles['text']}>
        {title !== undefined && <strong>{title}</strong>} {children}
      </div>
      {action}
    </div>
  )
}
