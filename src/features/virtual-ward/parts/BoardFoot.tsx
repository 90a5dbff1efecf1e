import { Pager } from '../../../ui/table/Pager'
import styles from '../VirtualWardScreen.module.css'
import type { PageSize } from '../virtual-ward.view'
import { PageSizeSelect } from './PageSizeSelect'

export interface BoardFootProps {
  readonly page: number
  readonly onPage: (page: number) => void
  readonly pageSize: PageSize
  readonly onPageSize: (size: PageSize) => void
  /** Patients on all pages; null: not known. */
  readonly total: number | null
}

/** How many patients a page has, and the way to the other pages. */
export function BoardFoot({ page, onPage, pageSize, onPageSize, total }: BoardFootProps) {
  return (
    <footer className={styles['footer']}>
      <PageSizeSelect value={pageSize} onChange={onPageSize} />
      <Pager
        skip={(page - 1) * pageSize}
        take={pageSize}
        total={total}
        onChange={(skip) => onPage(Math.floor(skip / pageSize) + 1)}
      />
    </footer>
  )
}
