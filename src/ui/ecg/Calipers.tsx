import {
  measure,
  paperHeightMm,
  pixelsPerMs,
  yOf,
  type Calipers as Measured,
  type Scale,
} from '../../domain/ecg/geometry'
import type { Stretch } from '../../domain/ecg/ecg-window'
import { ecgTexts } from '../../texts/ecg'
import { useEdition } from '../edition'
import { clockOf, mvOf } from '../../domain/ecg/clock'
import { isTimeLine, useCaliperMoves, type CaliperLine } from './use-caliper-moves'
import styles from './EcgPaper.module.css'

export interface CalipersProps {
  readonly value: Measured
  readonly onChange: (value: Measured) => void
  readonly scale: Scale
  readonly window: Stretch
}

/** Lines for an interval and an amplitude, moved by touch, mouse or arrow keys. */
export function Calipers({ value, onChange, scale, window }: CalipersProps) {
  const edition = useEdition()
  const t = ecgTexts(edition).calipers
  const perMs = pixelsPerMs(scale)
  const { ms, perMinute, mv } = measure(value)
  const x = (instant: number): number => (instant - window.from) * perMs
  const range = scale.range

  const movesOf = useCaliperMoves(value, onChange, scale, window)
  const line = (which: CaliperLine, name: string) => {
    const isTime = isTimeLine(which)
    return (
      <div
        // A range input has a track and a thumb; this is paper.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-orientation={isTime ? 'horizontal' : 'vertical'}
        aria-valuemin={isTime ? window.from : -range}
        aria-valuemax={isTime ? window.to : range}
        aria-valuenow={value[which]}
        aria-valuetext={isTime ? clockOf(value[which], edition, true) : `${mvOf(value[which])} mV`}
        className={isTime ? styles['upright'] : styles['level']}
        style={
          isTime
            ? { transform: `translateX(${x(value[which])}px)` }
            : {
                transform: `translate(${Math.min(x(value.from), x(value.to))}px, ${yOf(value[which], scale)}px)`,
                width: Math.max(44, Math.abs(x(value.to) - x(value.from))),
              }
        }
        {...movesOf(which)}
      />
    )
  }
  const leftmost = Math.min(x(value.from), x(value.to))
  const isLow =
    yOf(Math.max(value.low, value.high), scale) < (paperHeightMm / 3) * scale.pixelsPerMm
  return (
    <>
      <div
        className={styles['measured']}
        style={{
          transform: `translate(${leftmost}px, ${yOf(Math.max(value.low, value.high), scale)}px)`,
          width: Math.abs(x(value.to) - x(value.from)),
          height: Math.abs(yOf(value.high, scale) - yOf(value.low, scale)),
        }}
      />
      {line('from', t.from)}
      {line('to', t.to)}
      {line('low', t.low)}
      {line('high', t.high)}
      <output
        className={styles['reading']}
        data-low={isLow}
        aria-label={t.label}
        style={{ transform: `translateX(${leftmost + 6}px)` }}
      >
        <span>{t.ms(String(Math.round(ms)))}</span>
        {perMinute !== null && (
          <span>{t.bpm(perMinute > 999 ? '> 999' : String(Math.round(perMinute)))}</span>
        )}
        <span>{mv.toFixed(2)} mV</span>
      </output>
    </>
  )
}
