import type { ReactNode } from 'react'
import styles from './states.module.css'

export interface EmptyStateProps {
  readonly title: string
  /** Why, and what to do next. */
  readonly text?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <section className={styles['state']}>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {action !== undefined && <div className={styles['actions']}>{action}</div>}
    </section>
  )
}
