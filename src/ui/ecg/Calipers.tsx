import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import {
  measure,
  mvAt,
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
import styles from './EcgPaper.module.css'

type Line = keyof Measured
/** Steps of the arrow keys: about a sample, and with Shift a small square of usual paper. */
const steps = { ms: 4, msLarge: 40, mv: 0.02, mvLarge: 0.1 } as const

export interface CalipersProps {
  readonly value: Measured
  readonly onChange: (value: Measured) => void
  readonly scale: Scale
  readonly window: Stretch
}

/**
 * Two upright lines for an interval, two level ones for an amplitude, and what they read. Each line
 * is moved by fingers, mouse or arrow keys.
 */
export function Calipers({ value, onChange, scale, window }: CalipersProps) {
  const edition = useEdition()
  const t = ecgTexts(edition).calipers
  const perMs = pixelsPerMs(scale)
  const grabbed = useRef<{
    readonly line: Line
    readonly x: number
    readonly y: number
    readonly was: Measured
  } | null>(null)
  const { ms, perMinute, mv } = measure(value)
  const x = (instant: number): number => (instant - window.from) * perMs
  const range = scale.range

  const put = (line: Line, to: number): void => {
    const [least, most] =
      line === 'from' || line === 'to' ? [window.from, window.to] : [-range, range]
    onChange({ ...value, [line]: Math.min(most, Math.max(least, to)) })
  }
  const onKeyDown =
    (line: Line) =>
    (event: KeyboardEvent): void => {
      const isTime = line === 'from' || line === 'to'
      const by = isTime
        ? event.shiftKey
          ? steps.msLarge
          : steps.ms
        : event.shiftKey
          ? steps.mvLarge
          : steps.mv
      const sign =
        event.key === 'ArrowRight' || event.key === 'ArrowUp'
          ? 1
          : event.key === 'ArrowLeft' || event.key === 'ArrowDown'
            ? -1
            : 0
      if (sign === 0) return
      event.preventDefault()
      event.stopPropagation()
      put(line, value[line] + sign * by)
    }
  const grab =
    (line: Line) =>
    (event: PointerEvent<HTMLElement>): void => {
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      grabbed.current = { line, x: event.clientX, y: event.clientY, was: value }
    }
  const drag = (event: PointerEvent): void => {
    const held = grabbed.current
    if (held === null) return
    event.stopPropagation()
    const isTime = held.line === 'from' || held.line === 'to'
    put(
      held.line,
      isTime
        ? held.was[held.line] + (event.clientX - held.x) / perMs
        : mvAt(yOf(held.was[held.line], scale) + event.clientY - held.y, scale),
    )
  }
  const letGo = (event: PointerEvent): void => {
    if (grabbed.current !== null) event.stopPropagation()
    grabbed.current = null
  }
  const line = (which: Line, name: string) => {
    const isTime = which === 'from' || which === 'to'
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
        onKeyDown={onKeyDown(which)}
        onPointerDown={grab(which)}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
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
