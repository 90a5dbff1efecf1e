import { useId, useMemo, useState } from 'react'
import { totalBands, totalLine, type TotalPoint } from '../../../../domain/ews/total-trend'
import { scoreTrendTexts } from '../../../../texts/score-trend'
import { mostOf, nearest, pointTexts, ticksOf, TimeChart, timeText } from '../../../../ui/chart'
import { useEdition } from '../../../../ui/edition'
import styles from './ScoreTrend.module.css'

export interface ScoreChartProps {
  /** Of the span, oldest first; at least one. */
  readonly points: readonly TotalPoint[]
  readonly fromMs: number
  readonly toMs: number
  /** Longest time without a complete total that the line crosses, milliseconds. */
  readonly limitMs: number
  /** What the table holds. */
  readonly caption: string
  /** The drawing cannot be made: the table is shown to everybody. */
  readonly isTable: boolean
  readonly onFailed: () => void
}

/**
 * The drawing, its control by score (arrow keys, touch), and the same as a table for screen
 * readers.
 */
export function ScoreChart({
  points,
  fromMs,
  toMs,
  limitMs,
  caption,
  isTable,
  onFailed,
}: ScoreChartProps) {
  const edition = useEdition()
  const t = scoreTrendTexts(edition)
  const id = useId()
  const line = useMemo(() => totalLine(points, limitMs), [points, limitMs])
  // By its id: a new check-up does not move the reader to another score.
  const [reads, setReads] = useState<string | null>(null)
  const found = points.findIndex((point) => point.id === reads)
  const at = found < 0 ? points.length - 1 : found
  const selected = points[at]
  const most = mostOf(points)
  const spoken = (point: TotalPoint): string => {
    const { total, risk, time } = pointTexts(point, edition)
    return t.point(total, risk, time)
  }
  return (
    <>
      {!isTable && (
        <div className={styles['picture']}>
          <TimeChart
            atMs={line.atMs}
            joined={line.complete}
            apart={line.partial}
            fromMs={fromMs}
            toMs={toMs}
            most={most}
            bands={totalBands}
            ticks={ticksOf(most)}
            timeText={timeText(edition)}
            selected={
              selected === undefined ? null : { atMs: selected.atMs, value: selected.total }
            }
            onPoint={(ms) => setReads(nearest(points, ms)?.id ?? null)}
            onFailed={onFailed}
          />
          <div className={styles['reader']}>
            <label htmlFor={id}>{t.read}</label>
            <input
              id={id}
              type="range"
              min={0}
              max={points.length - 1}
              step={1}
              value={at}
              aria-valuetext={selected === undefined ? '' : spoken(selected)}
              onChange={(event) => setReads(points[Number(event.currentTarget.value)]?.id ?? null)}
            />
            <p aria-hidden="true">{selected !== undefined && spoken(selected)}</p>
          </div>
          <ul className={styles['legend']}>
            {totalBands.map(({ band }) => (
              <li key={band} data-band={band}>
                {t.bands[band]}
              </li>
            ))}
            <li data-band="hollow">{t.hollow}</li>
          </ul>
          <p>{t.gaps(limitMs / 3_600_000)}</p>
        </div>
      )}
      {isTable && <p>{t.notDrawn}</p>}
      <table className={styles['table']} data-shown={isTable}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t.table.time}</th>
            <th scope="col">{t.table.total}</th>
            <th scope="col">{t.table.risk}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => {
            const { total, risk, time } = pointTexts(point, edition)
            return (
              <tr key={point.id}>
                <th scope="row">{time}</th>
                <td>{total}</td>
                <td>{risk}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
