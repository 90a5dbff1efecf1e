import styles from './Sparkline.module.css'

export interface SparklineProps {
  /** Oldest first, epoch milliseconds. `apart` is drawn hollow and without a line to it. */
  readonly points: readonly {
    readonly atMs: number
    readonly value: number
    readonly isApart: boolean
  }[]
  readonly fromMs: number
  readonly toMs: number
  /** The scale's end; a value above it is drawn at it. */
  readonly most: number
  /** Lines across, with the band that begins at each. */
  readonly bands: readonly { readonly from: number; readonly band: number }[]
  readonly bandOf: (value: number) => number
  readonly label: string
}

const [width, height, edge] = [96, 32, 4]

/**
 * A small line of values up to now: an empty end means no recent data. Plain SVG: forty cards would
 * be forty canvases with uPlot.
 */
export function Sparkline({ points, fromMs, toMs, most, bands, bandOf, label }: SparklineProps) {
  const x = (atMs: number): number =>
    edge + ((atMs - fromMs) / (toMs - fromMs)) * (width - 2 * edge)
  const y = (value: number): number =>
    height - edge - (Math.min(value, most) / most) * (height - 2 * edge)
  const joined = points.filter(({ isApart }) => !isApart)
  const last = points.at(-1)
  return (
    <svg
      className={styles['spark']}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      // A drawing of this page, in its theme's colours.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      focusable="false"
    >
      <title>{label}</title>
      {bands.map(({ from, band }) => (
        <line
          key={from}
          x1="0"
          x2={width}
          y1={y(from)}
          y2={y(from)}
          className={styles['band']}
          data-band={band}
        />
      ))}
      {joined.length > 1 && (
        <polyline
          points={joined
            .map(({ atMs, value }) => `${x(atMs).toFixed(1)},${y(value).toFixed(1)}`)
            .join(' ')}
          className={styles['line']}
        />
      )}
      {points.map(({ atMs, value, isApart }) => (
        <circle
          key={atMs}
          cx={x(atMs)}
          cy={y(value)}
          r={isApart ? 2.2 : 1.6}
          className={styles['dot']}
          data-apart={isApart}
        />
      ))}
      {last !== undefined && (
        <circle
          cx={x(last.atMs)}
          cy={y(last.value)}
          r="3.2"
          className={styles['last']}
          data-apart={last.isApart}
          data-band={last.isApart ? 'none' : bandOf(last.value)}
        />
      )}
    </svg>
  )
}
