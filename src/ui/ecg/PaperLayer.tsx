import { memo } from 'react'
import type { Stretch } from '../../domain/ecg/ecg-window'
import { pixelsPerMs, type Scale } from '../../domain/ecg/geometry'
import { gapMs, type Gap } from '../../domain/ecg/trace'
import { ecgTexts } from '../../texts/ecg'
import { useEdition } from '../edition'
import styles from './EcgPaper.module.css'

/** A stretch of the trace that is pointed out, and what it is called. */
export interface Highlight extends Stretch {
  readonly label: string
}

export interface PaperLayerProps {
  readonly scale: Scale
  readonly window: Stretch
  readonly gaps: readonly Gap[]
  /** The first sample, and the instant after the last. */
  readonly extent: Gap | null
  /** The window was read: what is not there is missing. */
  readonly isRead: boolean
  readonly highlight: Highlight | null
}

/** Too narrow for a text, pixels: the gap is named for assistive technology only. */
const wordsPx = 110
const leastMarkPx = 12
/** Labels repeat this often in a long gap or event, pixels, so that one is always seen. */
const againPx = 320
const labelsOf = (width: number): number => (width < wordsPx ? 0 : Math.ceil(width / againPx))

/** The gaps, also those before the first and after the last sample of the window. */
const openPlaces = (
  gaps: readonly Gap[],
  extent: Gap | null,
  { from, to }: Stretch,
): readonly Gap[] => {
  if (extent === null) return [{ from, to }]
  const around = [
    ...(extent.from - from > gapMs ? [{ from, to: extent.from }] : []),
    ...gaps,
    ...(to - extent.to > gapMs ? [{ from: extent.to, to }] : []),
  ]
  return around
    .map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) }))
    .filter((gap) => gap.to > gap.from)
}

/** The part of an event that lies in the window; one that was outside of it has no place here. */
function Marked({
  highlight,
  window,
  perMs,
}: {
  readonly highlight: Highlight
  readonly window: Stretch
  readonly perMs: number
}) {
  const [from, to] = [Math.max(highlight.from, window.from), Math.min(highlight.to, window.to)]
  if (to < from) return null
  const width = Math.max(leastMarkPx, (to - from) * perMs)
  return (
    <mark
      className={styles['highlight']}
      data-came-before={highlight.from < from}
      data-goes-on={highlight.to > to}
      style={{ left: (from - window.from) * perMs, width }}
    >
      {Array.from({ length: Math.max(1, Math.ceil((width - wordsPx) / againPx)) }, (_, at) => (
        <span key={at} aria-hidden={at > 0} style={at === 0 ? undefined : { left: at * againPx }}>
          {highlight.label}
        </span>
      ))}
    </mark>
  )
}

/**
 * What moves with the trace: gap texts and the event. Drawn once a window and scale, then moved.
 */
export const PaperLayer = memo(function PaperLayer({
  scale,
  window,
  gaps,
  extent,
  isRead,
  highlight,
}: PaperLayerProps) {
  const edition = useEdition()
  const t = ecgTexts(edition)
  const perMs = pixelsPerMs(scale)
  const x = (instant: number): number => (instant - window.from) * perMs
  return (
    <>
      {isRead &&
        openPlaces(gaps, extent, window).map((gap) => (
          <span
            key={gap.from}
            className={styles['gap']}
            style={{ left: x(gap.from), width: (gap.to - gap.from) * perMs }}
            title={t.gapOf(((gap.to - gap.from) / 1000).toFixed(1))}
          >
            {Array.from({ length: labelsOf((gap.to - gap.from) * perMs) }, (_, at) => (
              <span key={at} aria-hidden={at > 0}>
                {t.gapOf(((gap.to - gap.from) / 1000).toFixed(1))}
              </span>
            ))}
          </span>
        ))}
      {highlight !== null && <Marked highlight={highlight} window={window} perMs={perMs} />}
    </>
  )
})
