import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../edition'
import styles from './states.module.css'

export interface ErrorStateProps {
  readonly title: string
  /** What is still true: for example that the values below are those of 14:10. */
  readonly stillTrue?: ReactNode
  readonly onRetry?: () => void
  readonly retrying?: boolean
  /** `line` is above content that stays; `page` replaces it. */
  readonly look?: 'page' | 'line'
  readonly children?: ReactNode
}

/** What failed, what is still true, and a way to try again. */
export function ErrorState({
  title,
  stillTrue,
  onRetry,
  retrying = false,
  look = 'page',
  children,
}: ErrorStateProps) {
  const t = useTexts().ui
  const retry = onRetry !== undefined && (
    <Button
      variant="default"
      size={look === 'line' ? 'sm' : 'md'}
      onClick={onRetry}
      loading={retrying}
    >
      {t.retry}
    </Button>
  )
  if (look === 'line') {
    return (
      <div role="alert" className={styles['inline']}>
        <strong>{title}</strong>
        {stillTrue !== undefined && <span>{stillTrue}</span>}
        {retry}
        {children}
      </div>
    )
  }
  return (
    <section role="alert" className={`${styles['state'] ?? ''} ${styles['error'] ?? ''}`}>
      <h2>{title}</h2>
      {stillTrue !== undefined && <p>{stillTrue}</p>}
      <div className={styles['actions']}>
        {retry}
        {children}
      </div>
    </section>
  )
}
