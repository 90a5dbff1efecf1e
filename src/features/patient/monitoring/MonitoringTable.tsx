import { useMemo, useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { Edition } from '../../../domain/organization/organization'
import { formatCheckupStamp } from '../../../domain/time'
import { monitoringTexts, type MonitoringTexts } from '../../../texts/monitoring'
import { usePrincipal } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import {
  ObservationTable,
  type ObservationCell,
  type ObservationColumn,
  type ObservationRow,
} from '../../../ui/table'
import { ActivityValue, RhythmValue, VitalValue, type CellFrame } from './cells'
import { rowUnit, vitalCell, vitalRows, type Column } from './monitoring.view'
import { moved, samePlace, type CellPlace } from './roving'
import styles from './MonitoringTable.module.css'

interface MonitoringRow {
  readonly id: string
  readonly label: string
  readonly unit?: string
  /** Null: not measured. */
  readonly cell: (frame: CellFrame) => ObservationCell | null
}

/** The rows in the order of C098; the rhythm only with its analysis (C099). */
const rowsOf = (
  edition: Edition,
  t: MonitoringTexts,
  withRhythm: boolean,
): readonly MonitoringRow[] => [
  ...vitalRows.map((row): MonitoringRow => {
    const unit = rowUnit(row, edition, t)
    return {
      id: row,
      label: t.rows[row],
      unit,
      cell: (frame) => {
        const cell = vitalCell(row, frame.bucket, edition)
        return cell === null
          ? null
          : {
              value: <VitalValue frame={frame} cell={cell} unit={unit} />,
              score: typeof cell.score === 'number' ? cell.score : null,
            }
      },
    }
  }),
  ...(withRhythm
    ? [
        {
          id: 'heartRhythm',
          label: t.rows.heartRhythm,
          cell: (frame: CellFrame) => ({ value: <RhythmValue frame={frame} /> }),
        },
      ]
    : []),
  {
    id: 'activityLevel',
    label: t.rows.activityLevel,
    cell: (frame) =>
      frame.bucket.activityLevel === null
        ? null
        : { value: <ActivityValue frame={frame} level={frame.bucket.activityLevel} /> },
  },
]

const headOf = ({ start, kind }: Column, t: MonitoringTexts, edition: Edition) => {
  const stamp = formatCheckupStamp(new Date(start).toISOString(), edition)
  return (
    <span className={styles['head']}>
      <span>{stamp.date}</span> <span>{stamp.time}</span>
      {kind === 'gap' && <small>{t.gap}</small>}
      {kind === 'unknown' && <small>{t.notHere}</small>}
    </span>
  )
}

const emptyWord = (kind: Column['kind'], t: MonitoringTexts): string =>
  kind === 'before' ? t.before : kind === 'unknown' ? t.notHere : t.gap

const nowhere: CellPlace = { row: -1, column: -1 }
const textOf = ({ row, column }: CellPlace): string => `${row}.${column}`

/** The Continuous Monitoring table. It is one tab stop; arrow keys move between cells. */
export function MonitoringTable({
  columns,
  narrow,
}: {
  readonly columns: readonly Column[]
  readonly narrow: boolean
}) {
  const edition = useEdition()
  const t = monitoringTexts(edition)
  const principal = usePrincipal()
  const withRhythm =
    principal !== null && principal.features.has('plethAiHeartRhythmContinuousMonitoring')
  const [wanted, setWanted] = useState(nowhere)
  const rows = useMemo(() => rowsOf(edition, t, withRhythm), [edition, t, withRhythm])
  const places = useMemo(() => {
    const frame = (bucket: CellFrame['bucket']): CellFrame => ({
      row: '',
      bucket,
      tabIndex: -1,
      place: '',
    })
    return rows.flatMap((row, nth) =>
      columns.flatMap((column, at): CellPlace[] =>
        column.kind === 'bucket' && row.cell(frame(column.bucket)) !== null
          ? [{ row: nth, column: at }]
          : [],
      ),
    )
  }, [rows, columns])
  // The newest value is the first that Tab comes to.
  const active =
    places.find((place) => samePlace(place, wanted)) ??
    places.toSorted((a, b) => a.row - b.row || b.column - a.column)[0] ??
    nowhere
  const shown = rows.map(({ id, label, unit, cell }, nth): ObservationRow => ({
    id,
    label,
    ...(unit === undefined ? {} : { unit }),
    cells: columns.map((column, at) => {
      const place = { row: nth, column: at }
      if (column.kind !== 'bucket') return { value: null }
      return (
        cell({
          row: label,
          bucket: column.bucket,
          tabIndex: samePlace(place, active) ? 0 : -1,
          place: textOf(place),
        }) ?? { value: null }
      )
    }),
  }))
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const from = event.target instanceof HTMLElement ? event.target.dataset['place'] : undefined
    const place = from === undefined ? undefined : places.find((one) => textOf(one) === from)
    const next = place === undefined ? null : moved(places, place, event.key)
    if (next === null) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-place="${textOf(next)}"]`)?.focus()
  }
  const onFocus = (event: FocusEvent<HTMLDivElement>): void => {
    const place = places.find((one) => textOf(one) === event.target.dataset['place'])
    if (place !== undefined && !samePlace(place, wanted)) setWanted(place)
  }
  return (
    // Listens for the keys of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown} onFocus={onFocus}>
      <ObservationTable
        caption={t.heading}
        corner={t.rows.date}
        columns={columns.map((column): ObservationColumn => ({
          id: String(column.start),
          heading: headOf(column, t, edition),
          ...(column.kind === 'bucket'
            ? {}
            : { empty: { kind: column.kind, word: emptyWord(column.kind, t) } }),
        }))}
        rows={shown}
        labelWidth={narrow ? '104px' : '168px'}
      />
    </div>
  )
}
