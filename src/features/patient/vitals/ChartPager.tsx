import type { ReactNode } from 'react'
import { useTexts } from '../../../ui/edition'
import { IconFirst, IconLast, IconLeft, IconRight } from '../../../ui/layout/icons'
import type { Anchor, ColumnPage } from './paging.view'
import styles from './VitalsTab.module.css'

export interface ChartPagerProps {
  readonly page: ColumnPage<{ readonly id: string }>
  readonly onChange: (next: Anchor) => void
  /** Words of where the page is, while it is not known how many there are. */
  readonly range?: ((from: number, to: number, total: number) => string) | undefined
}

/** 'a – b of total' from the oldest: previous is earlier, next is later (C095, C096). */
export function ChartPager({ page, onChange, range }: ChartPagerProps) {
  const t = useTexts().ui.pager
  const step = (label: string, icon: ReactNode, target: Anchor, enabled: boolean): ReactNode => (
    <button type="button" aria-label={label} disabled={!enabled} onClick={() => onChange(target)}>
      {icon}
    </button>
  )
  return (
    <nav aria-label={t.label} className={styles['pager']}>
      <output>
        {page.total === 0 ? t.empty : (range ?? t.range)(page.from, page.to, page.total)}
      </output>
      {step(t.first, <IconFirst />, { at: 'oldest' }, page.hasOlder)}
      {step(t.previous, <IconLeft />, page.older, page.hasOlder)}
      {step(t.next, <IconRight />, page.newer, page.hasNewer)}
      {step(t.last, <IconLast />, { at: 'newest' }, page.hasNewer)}
    </nav>
  )
}
