import type { ReactNode } from 'react'
import { IconInfo, IconWarning } from '../layout/icons'
import styles from './Banner.module.css'

export interface BannerProps {
  readonly kind?: 'warning' | 'danger' | 'info'
  readonly title?: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** A persistent notice over the page: stays until its cause is gone. */
export function Banner({ kind = 'warning', title, children, action }: BannerProps) {
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'status'}
      className={styles['banner']}
      data-kind={kind}
    >
      {kind === 'info' ? <IconInfo /> : <IconWarning />}
      <div className={styles['text']}>
        {title !== undefined && <strong>{title}</strong>} {children}
      </div>
      {action}
    </div>
  )
}
