import { memo, useMemo, useState, type ReactNode } from 'react'
import { totalBands, totalLine } from '../../domain/ews/total-trend'
import type { Patient } from '../../domain/patient/patient'
import { gapMs, type ReportRange } from '../../domain/report/period'
import type { ReportInterval } from '../../domain/report/report'
import { reportsTexts } from '../../texts/reports'
import { mostOf, ticksOf, TimeChart, timeText, type TimeChartProps } from '../../ui/chart'
import { useEdition } from '../../ui/edition'
import { chartRows } from '../../ui/readings'
import { chartedVitals, lackOf, scorePoints, vitalChart, type Source } from './report.view'
import styles from './reports.module.css'

const height = 170
const nowhere = (): void => undefined

function Chart({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}) {
  return (
    <figure className={styles['chart']}>
      <figcaption>
        <strong>{title}</strong> {text}
      </figcaption>
      {children}
    </figure>
  )
}

export interface ChartsProps {
  readonly patient: Patient
  readonly intervals: readonly ReportInterval[]
  readonly range: ReportRange
  readonly hours: number
  readonly source: Source
}

/** The score and the vitals of each interval on a true time axis; the table says the same. */
export const Charts = memo(function Charts({
  patient,
  intervals,
  range,
  hours,
  source,
}: ChartsProps) {
  const edition = useEdition()
  const isWhole = lackOf('aggregates', source, range, edition) === null
  const t = reportsTexts(edition).charts
  const none = isWhole || source.kind === 'server' ? t.none : t.noneHeld
  const [failed, setFailed] = useState(false)
  const limit = gapMs(range, hours)
  const points = useMemo(() => scorePoints(intervals), [intervals])
  const line = useMemo(() => totalLine(points, limit), [points, limit])
  const vitals = useMemo(
    () =>
      chartedVitals.map((vital) => ({
        key: vital[0],
        chart: vitalChart(vital, intervals, patient, limit, edition),
      })),
    [intervals, patient, limit, edition],
  )
  const rows = chartRows(edition)
  const headingOf = (key: string): string => {
    const row = rows.find((each) => each.key === key)
    const name = key === 'systolic' ? t.pressure : (row?.heading ?? '')
    return row?.unit == null ? name : `${name}, ${row.unit}`
  }
  const frame: Pick<
    TimeChartProps,
    'fromMs' | 'toMs' | 'timeText' | 'selected' | 'onPoint' | 'onFailed' | 'height'
  > = {
    fromMs: range.from,
    toMs: range.to,
    timeText: timeText(edition),
    selected: null,
    onPoint: nowhere,
    onFailed: () => setFailed(true),
    height,
  }
  const scheme = patient.ewsThresholds?.riskScheme ?? patient.ewsDefault.schemeName
  return (
    <section className={styles['part']}>
      <h3>{t.heading}</h3>
      <p className={styles['quiet']}>{failed ? t.notDrawn : t.text}</p>
      {!failed && (
        <div className={styles['charts']}>
          <Chart title={t.total(scheme)} text={t.totalText}>
            {points.length === 0 ? (
              <p className={styles['quiet']}>{none}</p>
            ) : (
              <TimeChart
                {...frame}
                atMs={line.atMs}
                joined={line.complete}
                apart={line.partial}
                most={mostOf(points)}
                bands={totalBands}
                ticks={ticksOf(mostOf(points))}
              />
            )}
          </Chart>
          {vitals.map(({ key, chart }) => (
            <Chart key={key} title={headingOf(key)}>
              {chart === null ? (
                <p className={styles['quiet']}>{none}</p>
              ) : (
                <TimeChart {...frame} {...chart} />
              )}
            </Chart>
          ))}
        </div>
      )}
    </section>
  )
})
