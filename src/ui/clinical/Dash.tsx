import type { ReactNode } from 'react'
import { useTexts } from '../edition'
import styles from './Dash.module.css'

export interface DashProps {
  readonly children?: ReactNode
  /** `dash` in tables and cards, `n/a` in read-only detail lists (decisions, Missing values). */
  readonly as?: 'dash' | 'n/a'
  /** What a screen reader says of a dash; left out: that it is not recorded. */
  readonly says?: string
}

export function Dash({ children, as = 'dash', says }: DashProps) {
  const t = useTexts().ui
  const missing =
    children === null ||
    children === undefined ||
    children === '' ||
    children === false ||
    (typeof children === 'number' && Number.isNaN(children))
  if (!missing) return children
  if (as === 'n/a') return <span className={styles['missing']}>{t.notAvailable}</span>
  return (
    <span className={styles['missing']}>
      <span aria-hidden="true">{t.dash}</span>
      <span className="visually-hidden">{says ?? t.notRecorded}</span>
    </span>
  )
}
