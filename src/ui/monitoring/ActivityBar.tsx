import type { MonitoringBucket } from '../../domain/monitoring/bucket'
import { activityBarMinutes, activityParts, activityTicks } from '../../domain/monitoring/outcomes'
import { monitoringTexts } from '../../texts/monitoring'
import { useEdition } from '../edition'
import styles from './monitoring.module.css'

const minutesText = (minutes: number): string => String(Math.round(minutes * 10) / 10)

export interface ActivityBarProps {
  readonly level: NonNullable<MonitoringBucket['activityLevel']>
  /** `cell`: the bar alone; `full`: with its ticks, their numbers and a legend. */
  readonly size: 'cell' | 'full'
}

/** The activity of a quarter of an hour, a tick every 3 minutes (C605). Blank: not analysed. */
export function ActivityBar({ level, size }: ActivityBarProps) {
  const t = monitoringTexts(useEdition())
  const parts = activityParts(level)
  const bar = (
    <span className={styles['bar']} data-size={size} aria-hidden="true">
      {parts.map(({ kind, share }) => (
        <span key={kind} data-kind={kind} style={{ width: `${share * 100}%` }} />
      ))}
      {activityTicks.slice(1, -1).map((tick) => (
        <i key={tick} style={{ left: `${(tick / activityBarMinutes) * 100}%` }} />
      ))}
    </span>
  )
  if (size === 'cell') return bar
  return (
    <span className={styles['activity']}>
      {bar}
      <span className={styles['ticks']} aria-hidden="true">
        {activityTicks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </span>
      <span className={styles['legend']}>
        {parts.map(({ kind, minutes }) => (
          <span key={kind}>
            <i data-kind={kind} aria-hidden="true" />
            {`${t.activityParts[kind]} ${t.tip.minutes(minutesText(minutes))}`}
          </span>
        ))}
      </span>
    </span>
  )
}
