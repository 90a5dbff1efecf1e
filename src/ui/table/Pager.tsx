import type { ReactNode } from 'react'
import { useTexts } from '../edition'
import { IconFirst, IconLast, IconLeft, IconRight } from '../layout/icons'
import styles from './Pager.module.css'

export interface PagerProps {
  /** Rows before this page. */
  readonly skip: number
  readonly take: number
  /** Rows in all; null: unknown. */
  readonly total: number | null
  readonly onChange: (skip: number) => void
  readonly disabled?: boolean
  /** What is paged, where a page has several pagers. */
  readonly of?: string
}

/** 'a – b of total' with first, previous, next and last page. */
export function Pager({ skip, take, total, onChange, disabled = false, of }: PagerProps) {
  const t = useTexts().ui.pager
  const last = total === null ? null : Math.max(0, Math.floor((total - 1) / take) * take)
  const to = total === null ? skip + take : Math.min(skip + take, total)
  const range =
    total === 0
      ? t.empty
      : total === null
        ? t.rangeUnknown(skip + 1, to)
        : t.range(skip + 1, to, total)
  const atStart = disabled || skip === 0
  const atEnd = disabled || (last !== null && skip >= last)
  const step = (label: string, icon: ReactNode, target: number, off: boolean) => (
    <button
      type="button"
      className={styles['step']}
      data-print="off"
      aria-label={label}
      disabled={off}
      onClick={() => onChange(target)}
    >
      {icon}
    </button>
  )
  return (
    <nav className={styles['pager']} aria-label={of === undefined ? t.label : `${t.label}: ${of}`}>
      <output className={styles['range']}>{range}</output>
      {step(t.first, <IconFirst />, 0, atStart)}
      {step(t.previous, <IconLeft />, Math.max(0, skip - take), atStart)}
      {step(t.next, <IconRight />, skip + take, atEnd)}
      {step(t.last, <IconLast />, last ?? skip, disabled || last === null || skip >= last)}
    </nav>
  )
}
