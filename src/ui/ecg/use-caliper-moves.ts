import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { Stretch } from '../../domain/ecg/ecg-window'
import {
  mvAt,
  pixelsPerMs,
  yOf,
  type Calipers as Measured,
  type Scale,
} from '../../domain/ecg/geometry'

export type CaliperLine = keyof Measured

/** Steps of the arrow keys: about a sample, and with Shift a small square of usual paper. */
const steps = { ms: 4, msLarge: 40, mv: 0.02, mvLarge: 0.1 } as const

/** True: the line is upright and marks an instant; false: it is level and marks a voltage. */
export const isTimeLine = (line: CaliperLine): line is 'from' | 'to' =>
  line === 'from' || line === 'to'

/** By how much a key moves a line, ms or mV; 0: it moves none. */
const keyStep = (line: CaliperLine, key: string, isLarge: boolean): number => {
  const [small, large] = isTimeLine(line) ? [steps.ms, steps.msLarge] : [steps.mv, steps.mvLarge]
  const by = isLarge ? large : small
  if (key === 'ArrowRight' || key === 'ArrowUp') return by
  return key === 'ArrowLeft' || key === 'ArrowDown' ? -by : 0
}

/** Moves the calipers by pointer and arrow keys, within the window and the range. */
export const useCaliperMoves = (
  value: Measured,
  onChange: (value: Measured) => void,
  scale: Scale,
  window: Stretch,
) => {
  const grabbed = useRef<{
    readonly line: CaliperLine
    readonly x: number
    readonly y: number
    readonly was: Measured
  } | null>(null)
  const put = (line: CaliperLine, to: number): void => {
    const [least, most] = isTimeLine(line) ? [window.from, window.to] : [-scale.range, scale.range]
    onChange({ ...value, [line]: Math.min(most, Math.max(least, to)) })
  }
  const drag = (event: PointerEvent): void => {
    const held = grabbed.current
    if (held === null) return
    event.stopPropagation()
    put(
      held.line,
      isTimeLine(held.line)
        ? held.was[held.line] + (event.clientX - held.x) / pixelsPerMs(scale)
        : mvAt(yOf(held.was[held.line], scale) + event.clientY - held.y, scale),
    )
  }
  const letGo = (event: PointerEvent): void => {
    if (grabbed.current !== null) event.stopPropagation()
    grabbed.current = null
  }
  /** The handlers of one line. */
  return (line: CaliperLine) => ({
    onKeyDown: (event: KeyboardEvent): void => {
      const by = keyStep(line, event.key, event.shiftKey)
      if (by === 0) return
      event.preventDefault()
      event.stopPropagation()
      put(line, value[line] + by)
    },
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      grabbed.current = { line, x: event.clientX, y: event.clientY, was: value }
    },
    onPointerMove: drag,
    onPointerUp: letGo,
    onPointerCancel: letGo,
  })
}
