import { memo, useMemo } from 'react'
import type { ReportCell, ReportRow, ReportTable } from '../../domain/report/tables'
import { blocksOf, rowsAtOnce, useGrown } from './use-grown'
import styles from './reports.module.css'

function Cell({ cell: { text, notes, marks, mark } }: { readonly cell: ReportCell }) {
  const [first = '', ...more] = text.split('\n')
  return (
    <>
      {mark === undefined ? (
        first
      ) : (
        <span
          className={styles['score']}
          data-score={mark.of === 'score' ? mark.value : undefined}
          data-band={mark.of === 'band' ? mark.value : undefined}
        >
          {first}
        </span>
      )}
      {more.map((line) => (
        <span key={line} className={styles['line']}>
          {line}
        </span>
      ))}
      {marks?.map((said) => (
        <small key={said} data-mark>
          {said}
        </small>
      ))}
      {notes?.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </>
  )
}

function Row({ row: { kind, cells }, width }: { readonly row: ReportRow; readonly width: number }) {
  const [first, ...rest] = cells
  if (first === undefined) return null
  if (kind !== 'row')
    return (
      <tr className={styles['gap']} data-kind={kind}>
        <td colSpan={width}>
          <Cell cell={first} />
        </td>
      </tr>
    )
  return (
    <tr>
      <th scope="row">
        <Cell cell={first} />
      </th>
      {rest.map((cell, at) => (
        // The columns of a table stay in their order.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={at}>
          <Cell cell={cell} />
        </td>
      ))}
    </tr>
  )
}

/** Rows that do not change are not drawn again. */
const Block = memo(function Block({
  rows,
  width,
}: {
  readonly rows: readonly ReportRow[]
  readonly width: number
}) {
  return (
    <tbody>
      {rows.map((row) => (
        <Row key={row.key} row={row} width={width} />
      ))}
    </tbody>
  )
})

/** A table of the report. Its rows are drawn a block after the other (useGrown). */
export function Table({
  table: { columns, rows },
  caption,
}: {
  readonly table: ReportTable
  readonly caption: string
}) {
  const drawn = useGrown(rows.length)
  const blocks = useMemo(() => blocksOf(rows), [rows])
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, heading, unit }) => (
              <th key={id} scope="col">
                {heading} {unit !== null && <small>{unit}</small>}
              </th>
            ))}
          </tr>
        </thead>
        {blocks.slice(0, Math.ceil(drawn / rowsAtOnce)).map((block) => (
          <Block key={block[0]?.key} rows={block} width={columns.length} />
        ))}
      </table>
    </div>
  )
}
