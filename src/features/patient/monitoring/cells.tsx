import type { ReactNode } from 'react'
import { longestSegmentSeconds, type MonitoringBucket } from '../../../domain/monitoring/bucket'
import { rhythmOutcome } from '../../../domain/monitoring/outcomes'
import { formatLongDate, formatTime } from '../../../domain/time'
import { monitoringTexts, type MonitoringTexts } from '../../../texts/monitoring'
import { useEdition } from '../../../ui/edition'
import { Tooltip } from '../../../ui/feedback'
import { ActivityBar } from '../../../ui/monitoring'
import type { VitalCell } from './monitoring.view'
import styles from './MonitoringTable.module.css'

/** The name of a cell in the table, and its place in the order of keys. */
export interface CellFrame {
  readonly row: string
  readonly bucket: MonitoringBucket
  /** 0 for the one cell that Tab comes to, -1 for the others (arrow keys). */
  readonly tabIndex: 0 | -1
  readonly place: string
}

const spanOf = (
  { bucketStartAt, bucketEndAt }: MonitoringBucket,
  edition: Parameters<typeof monitoringTexts>[0],
): string => `${formatLongDate(bucketStartAt, edition)}–${formatTime(bucketEndAt, edition)}`

/** A value that says more under a pointer, with the focus and under a finger. */
function TellingCell({
  frame,
  children,
  more,
}: {
  readonly frame: CellFrame
  readonly children: ReactNode
  readonly more: ReactNode
}) {
  const edition = useEdition()
  const t = monitoringTexts(edition).tip
  const label = (
    <span className={styles['tip']}>
      <strong>{t.title(frame.row, spanOf(frame.bucket, edition))}</strong>
      {more}
    </span>
  )
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className={styles['value']}
        tabIndex={frame.tabIndex}
        data-place={frame.place}
      >
        {children}
      </button>
    </Tooltip>
  )
}

const scoreWords = ({ score }: VitalCell, t: MonitoringTexts['tip']): string =>
  score === null ? t.notScored : score === 'byHeartRate' ? t.scoredByHeartRate : String(score)

/** The latest value of a vital; Score, Min, Max and Median with it (C101). */
export function VitalValue({
  frame,
  cell,
  unit,
}: {
  readonly frame: CellFrame
  readonly cell: VitalCell
  readonly unit: string
}) {
  const t = monitoringTexts(useEdition()).tip
  const lines = [
    [t.score, scoreWords(cell, t)],
    [t.min, `${cell.min} ${unit}`],
    [t.max, `${cell.max} ${unit}`],
    [t.median, `${cell.median} ${unit}`],
  ] as const
  return (
    <TellingCell
      frame={frame}
      more={
        <>
          <span className={styles['lines']}>
            {lines.map(([name, value]) => (
              <span key={name}>
                <span>{name}</span> <span>{value}</span>
              </span>
            ))}
          </span>
          {cell.doubt !== null && <span>{t.doubts[cell.doubt]}</span>}
        </>
      }
    >
      {cell.value}
      {cell.doubt !== null && (
        <span className={styles['doubt']}>
          <span aria-hidden>?</span> <span className="visually-hidden">{t.doubtful}</span>
        </span>
      )}
    </TellingCell>
  )
}

const minutesText = (seconds: number): string => String(Math.round(seconds / 6) / 10)

/** The most severe rhythm of a quarter of an hour, and how long each was seen (C332). */
export function RhythmValue({ frame }: { readonly frame: CellFrame }) {
  const t = monitoringTexts(useEdition())
  const outcome = rhythmOutcome(frame.bucket)
  const { heartRhythm } = frame.bucket
  const counts =
    heartRhythm === null
      ? []
      : (['irregular', 'regular', 'abstain', 'lowQuality', 'signalTooShort'] as const).map(
          (key) => [key, heartRhythm[key]] as const,
        )
  return (
    <TellingCell
      frame={frame}
      more={
        heartRhythm === null ? (
          t.rhythm.notRun
        ) : (
          <>
            <span className={styles['lines']}>
              {counts.map(([key, seconds]) => (
                <span key={key}>
                  <span>{t.rhythm[key]}</span> <span>{t.tip.minutes(minutesText(seconds))}</span>
                </span>
              ))}
            </span>
            <span>{t.tip.segments(longestSegmentSeconds)}</span>
          </>
        )
      }
    >
      <span className={styles['word']} data-outcome={outcome}>
        {t.rhythm[outcome]}
      </span>
    </TellingCell>
  )
}

/** What the patient mostly did, with the bar of the quarter of an hour. */
export function ActivityValue({
  frame,
  level,
}: {
  readonly frame: CellFrame
  readonly level: NonNullable<MonitoringBucket['activityLevel']>
}) {
  const t = monitoringTexts(useEdition())
  return (
    <TellingCell frame={frame} more={<ActivityBar level={level} size="full" />}>
      <span className={styles['activity']}>
        <span className={styles['word']}>{t.activity[level.dominantPrediction]}</span>
        <ActivityBar level={level} size="cell" />
      </span>
    </TellingCell>
  )
}
