import type { LatestBucket } from '../../domain/monitoring/bucket'
import { knownBatteries, monitoringHealth, type Level } from '../../domain/monitoring/health'
import type { MonitoringSession } from '../../domain/monitoring/session'
import { elapsedWords } from '../../domain/time'
import { monitoringTexts, type MonitoringTexts } from '../../texts/monitoring'
import { useEdition } from '../edition'
import { Tooltip } from '../feedback'
import { readNow, useTicked } from '../time'
import { BatteryIcon } from './BatteryIcon'
import { healthWord, isExpected } from './health-words'
import styles from './monitoring.module.css'

export interface MonitoringHealthProps {
  readonly session: MonitoringSession | null
  readonly bucket: LatestBucket | null
  /** On a card: the icon, and its word where something is wrong; the rest in the tooltip. */
  readonly compact?: boolean
}

/** What a chip looks like: as the level, or as what has not told anything yet. */
type Look = Level | 'waiting'

/** Waves that travel, that thin out, that are cut: each level has a shape of its own. */
function LevelIcon({ level }: { readonly level: Look }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      aria-hidden="true"
      focusable="false"
      className={styles['icon']}
    >
      <path
        d="M2.5 10.5h3l2-5 3.5 9.5 2-6 1 1.5h3.5"
        strokeDasharray={level === 'healthy' ? undefined : '2.5 2.5'}
      />
      {level === 'critical' && <path d="M4 4l12 12" />}
    </svg>
  )
}

const ageWords = (
  props: MonitoringHealthProps,
  now: number,
  edition: Parameters<typeof monitoringTexts>[0],
  t: MonitoringTexts['health'],
): string => {
  const health = monitoringHealth(props.session, props.bucket, now)
  if (health === null) return ''
  const age = elapsedWords(now - health.gapMinutes * 60_000, now, edition)
  return isExpected(health)
    ? t.started(age)
    : health.isWaiting
      ? t.noneYet(age)
      : health.isAtLeast
        ? t.batteriesOnly(age)
        : t.lastData(age)
}

/** The health of monitoring in words and shape; nothing without a session (C367). */
export function MonitoringHealth({ session, bucket, compact = false }: MonitoringHealthProps) {
  const edition = useEdition()
  const t = monitoringTexts(edition).health
  const level = useTicked((now) => monitoringHealth(session, bucket, now)?.overall ?? null)
  const age = useTicked((now) => ageWords({ session, bucket }, now, edition, t))
  const health = level === null ? null : monitoringHealth(session, bucket, readNow())
  if (health === null || level === null) return null
  const batteries = health.battery === null || bucket === null ? [] : knownBatteries(bucket.battery)
  const advice = health.advice.map((key) => t.advice[key])
  const emptiest = batteries.toSorted((a, b) => a.percent - b.percent)[0]
  const word = healthWord(health, t)
  const look: Look = isExpected(health) ? 'waiting' : level
  const detail = (
    <span className={styles['tip']}>
      <strong>{t.label(word)}</strong>
      <span>{age}</span>
      {batteries.length === 0 ? (
        <span>{`${t.batteries}: ${t.batteryUnknown}`}</span>
      ) : (
        batteries.map(({ device, percent }) => (
          <span key={device} className={styles['device']}>
            <BatteryIcon percent={percent} />
            {t.battery(t.devices[device], Math.round(percent))}
          </span>
        ))
      )}
      {advice.map((words) => (
        <strong key={words}>{words}</strong>
      ))}
    </span>
  )
  if (compact) {
    return (
      <Tooltip label={detail}>
        <button
          type="button"
          className={styles['chip']}
          data-level={look}
          data-compact="true"
          aria-label={[`${t.label(word)}.`, `${age}.`, ...advice].join(' ')}
        >
          <LevelIcon level={look} />
          {look !== 'healthy' && word}
        </button>
      </Tooltip>
    )
  }
  return (
    <div className={styles['health']}>
      <Tooltip label={detail}>
        <button type="button" className={styles['chip']} data-level={look}>
          <LevelIcon level={look} />
          <span className="visually-hidden">{t.label('')}</span>
          {word}
        </button>
      </Tooltip>
      <span>{age}</span>
      {emptiest !== undefined && (
        <span className={styles['device']}>
          <BatteryIcon percent={emptiest.percent} />
          {t.battery(t.devices[emptiest.device], Math.round(emptiest.percent))}
        </span>
      )}
      {advice.map((words) => (
        <strong key={words} className={styles['advice']}>
          {words}
        </strong>
      ))}
    </div>
  )
}
