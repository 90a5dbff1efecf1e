import styles from './RefreshControl.module.css'

const radius = 17
const round = 2 * Math.PI * radius

/** The share of the refresh interval that has passed, around a pause or start icon; 0 to 1. */
export function ProgressRing({
  part,
  label,
  paused,
}: {
  readonly part: number
  readonly label: string
  readonly paused: boolean
}) {
  return (
    <span className={styles['ring']}>
      <progress
        className="visually-hidden"
        aria-label={label}
        max={100}
        value={Math.round(part * 100)}
      />
      <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" focusable="false">
        <circle cx="20" cy="20" r={radius} className={styles['track']} />
        <circle
          cx="20"
          cy="20"
          r={radius}
          className={styles['passed']}
          strokeDasharray={round}
          strokeDashoffset={round * (1 - part)}
          transform="rotate(-90 20 20)"
        />
        {paused ? (
          <path d="M16.500 13v14l10-7z" className={styles['sign']} />
        ) : (
          <path d="M15.500 13.500h3v13h-3zM21.500 13.500h3v13h-3z" className={styles['sign']} />
        )}
      </svg>
    </span>
  )
}
