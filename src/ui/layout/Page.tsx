import type { ReactNode } from 'react'
import styles from './Page.module.css'

export interface PageProps {
  /** The page's heading; leave it out where the patient banner is the heading. */
  readonly title?: ReactNode
  /** Beside the heading: counts, freshness. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly narrow?: boolean
  /** As wide as the window. */
  readonly wide?: boolean
}

/** The content of a page, at most 1440 px wide unless told otherwise (P371, O467). */
export function Page({ title, aside, children, narrow = false, wide = false }: PageProps) {
  return (
    <div className={styles['page']} data-narrow={narrow} data-wide={wide}>
      {(title !== undefined || aside !== undefined) && (
        <div className={styles['head']}>
          {title !== undefined && <h1>{title}</h1>}
          {aside !== undefined && <div className={styles['aside']}>{aside}</div>}
        </div>
      )}
      {children}
    </div>
  )
}
