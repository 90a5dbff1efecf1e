import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTexts } from '../edition'
import { Dash } from '../clinical/Dash'
import { ScrollArea } from '../layout/ScrollArea'
import styles from './ObservationTable.module.css'

export interface ObservationColumn {
  readonly id: string
  /** Two short lines, e.g. 'Jan 05' and '2:32 pm'. */
  readonly heading: ReactNode
  readonly selected?: boolean
  /**
   * Why the column is empty, read out in its cells. `gap`: hatched; `before`, `unknown`: left open;
   * `none`: dashes.
   */
  readonly empty?: { readonly kind: 'gap' | 'before' | 'none' | 'unknown'; readonly word: string }
}

export interface ObservationCell {
  /** The value as shown; null when it was not measured. */
  readonly value: ReactNode
  readonly score?: number | null
  /** The value is itself a score (a total): no second digit beside it. */
  readonly isScore?: boolean
}

export interface ObservationRow {
  readonly id: string
  readonly label: string
  readonly unit?: string
  /** One for each column, in their order. */
  readonly cells: readonly ObservationCell[]
  /** A row of totals: set apart by weight. */
  readonly strong?: boolean
}

export interface ObservationTableProps {
  readonly caption: string
  readonly columns: readonly ObservationColumn[]
  readonly rows: readonly ObservationRow[]
  /** Heading of the row that holds the column heads, e.g. 'Date'. */
  readonly corner?: string
  /** CSS width of the first column; charts underneath use the same. */
  readonly labelWidth?: string
  /** Columns of the full width; fewer keep their width, at the left. Default: all. */
  readonly slots?: number
  /** Scores are being moved: the digit follows `data-score` (see ScoredCell). */
  readonly live?: boolean
}

/**
 * One cell: the value, and the score's digit beside its colour. `live`: the digit is drawn from
 * `data-score`, so that one attribute changes both.
 */
function ScoredCell({
  value,
  score = null,
  isScore = false,
  live = false,
}: ObservationCell & { readonly live?: boolean }) {
  const t = useTexts().ui.score
  const known = value !== null && value !== undefined && value !== ''
  return (
    <td
      className={styles['cell']}
      data-score={known ? (score ?? 'none') : 'missing'}
      data-live={live && !isScore ? '' : undefined}
    >
      {live && isScore && typeof value === 'string' ? (
        <span className={styles['total']}>{value}</span>
      ) : (
        <Dash>{value}</Dash>
      )}
      {known && isScore && score !== null && (
        <span className="visually-hidden">, {t.bands[score]}</span>
      )}
      {known && !isScore && score !== null && score > 0 && (
        <sup className={styles['digit']}>
          <span className="visually-hidden">, {t.parameterPrefix} </span>
          {live ? <span className="visually-hidden">{score}</span> : score}
        </sup>
      )}
    </td>
  )
}

/** A cell of a column that has no data. */
function EmptyCell({ kind, word }: NonNullable<ObservationColumn['empty']>) {
  const { dash } = useTexts().ui
  return (
    <td className={styles['cell']} data-empty={kind}>
      {kind === 'none' && <span aria-hidden="true">{dash}</span>}
      <span className="visually-hidden">{word}</span>
    </td>
  )
}

/** The observation chart as on paper: parameters down, check-ups across, newest far right. */
export function ObservationTable({
  caption,
  columns,
  rows,
  corner,
  labelWidth = '152px',
  slots,
  live = false,
}: ObservationTableProps) {
  const area = useRef<HTMLElement>(null)
  const shown = columns.map(({ id }) => id).join(' ')
  const newest = columns.at(-1)?.id
  const placed = useRef<{ readonly newest: string | undefined; readonly left: number } | null>(null)
  useLayoutEffect(() => {
    const found = area.current
    if (shown === '' || found === null) return
    // Where not all columns fit, the newest are the ones to see first; also when older ones come in
    // beside them, unless somebody is looking elsewhere.
    if (
      placed.current?.newest === newest &&
      Math.abs(found.scrollLeft - (placed.current?.left ?? 0)) > 2
    )
      return
    found.scrollLeft = found.scrollWidth
    placed.current = { newest, left: found.scrollLeft }
  }, [shown, newest])
  return (
    <ScrollArea ref={area} className={styles['scroll']} label={caption}>
      <table
        className={styles['table']}
        style={
          slots === undefined || slots <= columns.length
            ? undefined
            : { width: `calc(${labelWidth} + (100% - ${labelWidth}) * ${columns.length / slots})` }
        }
      >
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          <col style={{ width: labelWidth }} />
          {columns.map((column) => (
            <col key={column.id} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {corner === undefined ? (
              // An empty corner, not a control.
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label
              <td className={styles['corner']} />
            ) : (
              <th scope="row" className={styles['corner']}>
                {corner}
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={styles['head']}
                data-selected={column.selected === true}
                data-empty={column.empty?.kind}
              >
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-row={row.id} data-strong={row.strong === true}>
              <th scope="row" className={styles['label']}>
                {row.label}{' '}
                {row.unit !== undefined && <span className={styles['unit']}>{row.unit}</span>}
              </th>
              {columns.map((column, at) =>
                column.empty === undefined ? (
                  <ScoredCell key={column.id} live={live} {...(row.cells[at] ?? { value: null })} />
                ) : (
                  <EmptyCell key={column.id} {...column.empty} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
