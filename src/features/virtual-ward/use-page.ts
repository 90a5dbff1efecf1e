import type { Reading } from '../../engine/define'
import { isOverdue } from '../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { useNow } from '../../ui/time'

/**
 * The rows of a page and how many there are in all. Who is overdue changes with the clock and not
 * with what comes in: with that filter every row that the device has was read, and the page is cut
 * here, anew with each tick. Until it has the board whole the server's page stands.
 */
export const usePage = <Row extends VirtualWardPatient>(
  { rows, total }: Pick<Reading<Row>, 'rows' | 'total'>,
  page: number,
  pageSize: number,
  onlyOverdue: boolean,
): { readonly rows: readonly Row[]; readonly total: number | null } => {
  const now = useNow()
  if (!onlyOverdue || (total !== null && rows.length < total)) return { rows, total }
  const late = rows.filter((row) => isOverdue(row, now))
  const from = (Math.max(1, Math.min(page, Math.ceil(late.length / pageSize))) - 1) * pageSize
  return { rows: late.slice(from, from + pageSize), total: total === null ? null : late.length }
}
