import { Checkbox } from '@mantine/core'
import { listsTexts } from '../../texts/lists'
import { useEdition } from '../edition'
import type { RowsProps } from './table-parts'

/** Select all of the page; half-ticked while some are. */
export function SelectPage<Row>({
  rows,
  rowKey,
  selection,
  isNamed = false,
}: RowsProps<Row> & {
  /** It says what it does: it stands in no heading of a column. */
  readonly isNamed?: boolean
}) {
  const t = listsTexts(useEdition()).table
  if (selection === undefined) return null
  const keys = (rows ?? []).map((row) => rowKey(row))
  const chosen = keys.filter((key) => selection.selected.has(key)).length
  const all = keys.length > 0 && chosen === keys.length
  return (
    <Checkbox
      {...(isNamed ? { label: t.selectPage } : { 'aria-label': t.selectPage })}
      checked={all}
      indeterminate={chosen > 0 && !all}
      disabled={keys.length === 0}
      onChange={() => selection.onChange(new Set(all ? [] : keys))}
    />
  )
}
