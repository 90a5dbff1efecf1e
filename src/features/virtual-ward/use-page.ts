import type { Reading } from '../../engine/define'
import { isOverdue } from '../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { useNow } from '../../ui/time'

/**
 * The rows of a page, and the total. With the overdue filter, which depends on the clock, all kept
 * rows are read and cut here.
 */
export const usePage = <Row extends VirtualWardPatient>(
  { rows, total }: Pick<Reading<Row>, 'rows' | 'total'>,
  page: number,
  pageSize: number,
  onlyOverdue: boolean,
): { readonly rows: readonly Row[]; readonly total: number | null } => {
  const now = useNow()
  if (!onlyOverdue) return { rows, total }
  const late = rows.filter((row) => isOverdue(row, now))
  const from = (Math.max(1, Math.min(page, Math.ceil(late.length / pageSize))) - 1) * pageSize
  return { rows: late.slice(from, from + pageSize), total: total === null ? null : late.length }
}
