import { useState, type KeyboardEvent } from 'react'
import type { Checkup } from '../../../../domain/checkup/checkup'
import type { ThresholdParameter } from '../../../../domain/ews/thresholds'
import { formatCheckupStamp, formatDateTime } from '../../../../domain/time'
import { ewsTexts } from '../../../../texts/ews'
import { useEdition } from '../../../../ui/edition'
import { Tooltip } from '../../../../ui/feedback'
import { showNumber, unitOf, type ChartPoint } from './threshold.view'
import styles from './charts.module.css'

export interface PointsProps {
  readonly parameter: ThresholdParameter
  readonly checkups: readonly Checkup[]
  readonly points: readonly (ChartPoint | null)[]
  /** Bands of a column that differ: SpO2 on Scale 2 with oxygen; `unknown`: oxygen not recorded. */
  readonly groundOf: (checkup: Checkup) => string | null
  /** The column that is pointed at; null: none. */
  readonly onPoint: (parameter: ThresholdParameter, column: number | null) => void
}

/**
 * The readings of a chart, one tab stop: arrows, Home and End move along them. The tooltip has
 * date, value and band (C113).
 */
export function Points({ parameter, checkups, points, groundOf, onPoint }: PointsProps) {
  const edition = useEdition()
  const t = ewsTexts(edition)
  const places = points.flatMap((point, at) => (point === null ? [] : [at]))
  const [stop, setStop] = useState<string | null>(null)
  const found = checkups.findIndex(({ id }) => id === stop)
  const focusable = places.includes(found) ? found : places.at(-1)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, column: number): void => {
    const at = places.indexOf(column)
    const to = {
      ArrowLeft: places[at - 1],
      ArrowRight: places[at + 1],
      Home: places[0],
      End: places.at(-1),
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setStop(checkups[to]?.id ?? null)
    const plot = event.currentTarget.closest('[data-plot]')
    const columns = plot?.querySelectorAll<HTMLElement>('[data-column]')
    columns?.[to]?.querySelector('button')?.focus()
  }
  return checkups.map((checkup, column) => {
    const point = points[column] ?? null
    const ground = groundOf(checkup)
    const stamp = formatCheckupStamp(checkup.endedAt, edition)
    const band =
      point === null || point.score === null
        ? t.charts.point.notScored
        : t.charts.point.score(point.score)
    const value =
      point === null
        ? ''
        : `${showNumber(parameter, point.value, edition)} ${unitOf(parameter, edition, t)}${point.beyond === null ? '' : `, ${t.charts[point.beyond]}`}`
    return (
      <div
        key={checkup.id}
        data-column={column}
        className={styles['column']}
        data-ground={ground === 'unknown' ? ground : undefined}
        style={ground === null || ground === 'unknown' ? undefined : { background: ground }}
        onPointerEnter={() => onPoint(parameter, column)}
        onPointerLeave={() => onPoint(parameter, null)}
      >
        {point !== null && (
          <span className={styles['place']} style={{ bottom: `${point.height * 100}%` }}>
            <Tooltip
              label={
                <dl className={styles['tip']}>
                  <dt>{t.charts.point.date}</dt>
                  <dd>{formatDateTime(checkup.endedAt, edition)}</dd>
                  <dt>{t.charts.point.value}</dt>
                  <dd>{value}</dd>
                  <dt>{t.charts.point.band}</dt>
                  <dd>{band}</dd>
                </dl>
              }
            >
              <button
                type="button"
                className={styles['point']}
                data-beyond={point.beyond ?? undefined}
                tabIndex={column === focusable ? 0 : -1}
                aria-label={t.charts.pointLabel(`${stamp.date} ${stamp.time}`, value, band)}
                onFocus={() => {
                  setStop(checkup.id)
                  onPoint(parameter, column)
                }}
                onBlur={() => onPoint(parameter, null)}
                onKeyDown={(event) => onKeyDown(event, column)}
              />
            </Tooltip>
          </span>
        )}
      </div>
    )
  })
}
