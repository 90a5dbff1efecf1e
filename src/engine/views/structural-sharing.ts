import type { Identified } from '../define/resource'
import type { ViewState } from '../define/runtime'

const isSame = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [mine, theirs] = [Object.entries(a), b as Readonly<Record<string, unknown>>]
  return (
    mine.length === Object.keys(b).length &&
    mine.every(([name, value]) => Object.is(value, theirs[name]))
  )
}

/** The same object where nothing differs, so that its screen is not drawn again. */
const structurallySharedRow = <Row extends Identified>(next: Row, before: Row | undefined): Row => {
  if (before === undefined || before === next) return next
  const entries = Object.entries(next)
  const old = before as unknown as Readonly<Record<string, unknown>>
  const same =
    entries.length === Object.keys(before).length &&
    entries.every(
      ([name, value]) =>
        Object.is(value, old[name]) || (name === 'waiting' && isSame(value, old[name])),
    )
  return same ? before : next
}

/** The next rows, sharing equal rows, list and whole with the last ones. Pure. */
export const structurallyShared = <Row extends Identified>(
  next: ViewState<Row>,
  before: ViewState<Row>,
): ViewState<Row> => {
  const known = new Map(before.rows.map((row) => [row.id, row]))
  const rows = next.rows.map((row) => structurallySharedRow(row, known.get(row.id)))
  const isSameList =
    rows.length === before.rows.length && rows.every((row, at) => row === before.rows[at])
  const made = { ...next, rows: isSameList ? before.rows : rows }
  return isSame(made, before) ? before : made
}
