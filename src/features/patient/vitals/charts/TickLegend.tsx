import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { legends, stepOf, tickRange, ticksOf } from '../../../../domain/ews'
import type { Band, ThresholdParameter } from '../../../../domain/ews/thresholds'
import { ewsTexts } from '../../../../texts/ews'
import { useEdition } from '../../../../ui/edition'
import { edgeHeight, placeOf, showNumber, unitOf } from './threshold.view'
import styles from './charts.module.css'

export interface TickLegendProps {
  readonly parameter: ThresholdParameter
  readonly bands: readonly Band[]
  /** Moves a tick to a value; it is drawn with the scores of that place. */
  readonly move: (parameter: ThresholdParameter, tick: number, value: number) => void
  /** Where the ticks of a parameter are now: React, and the last frame, may not have drawn it. */
  readonly ticks: (parameter: ThresholdParameter) => readonly number[]
  /** The finger was lifted; `soon`: a key was pressed, and others may follow. */
  readonly commit: (soon?: boolean) => void
}

/** Keys of a slider (WAI-ARIA): how many steps each moves. */
const steps: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
}

interface Grip {
  readonly pointer: number
  readonly tick: number
  readonly offset: number
  readonly before: number
}

/**
 * The draggable legend of a chart (C114, C337). The strip gives a touch to the nearest tick, so
 * that ticks two millimetres apart can be moved; each handle is a slider for the keyboard.
 */
export function TickLegend({ parameter, bands, move, ticks: ticksNow, commit }: TickLegendProps) {
  const edition = useEdition()
  const t = ewsTexts(edition)
  const grip = useRef<Grip | null>(null)
  const ticks = ticksOf(bands)
  const [least, most] = legends[parameter].domain
  const box = useRef({ bottom: 0, height: 1 })
  // Measured when it is gripped: to measure in a move would lay out the page in the middle of a
  // frame.
  const height = (event: PointerEvent<HTMLElement>): number =>
    (box.current.bottom - event.clientY) / Math.max(1, box.current.height)
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || grip.current !== null) return
    box.current = event.currentTarget.getBoundingClientRect()
    const at = height(event)
    const nearest = ticksNow(parameter)
      .map((value, tick) => ({ value, tick }))
      .toSorted(
        (a, b) =>
          Math.abs(edgeHeight(parameter, a.value) - at) -
          Math.abs(edgeHeight(parameter, b.value) - at),
      )[0]
    if (nearest === undefined) return
    event.preventDefault()
    event.currentTarget
      .querySelector<HTMLElement>(`[data-tick="${nearest.tick}"]`)
      ?.focus({ preventScroll: true })
    event.currentTarget.setPointerCapture?.(event.pointerId)
    grip.current = {
      pointer: event.pointerId,
      tick: nearest.tick,
      offset: edgeHeight(parameter, nearest.value) - at,
      before: nearest.value,
    }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const held = grip.current
    if (held === null || held.pointer !== event.pointerId) return
    move(
      parameter,
      held.tick,
      least + (height(event) + held.offset) * (most - least) + stepOf[parameter] / 2,
    )
  }
  const letGo = (event: PointerEvent<HTMLElement>): void => {
    if (grip.current?.pointer !== event.pointerId) return
    grip.current = null
    commit()
  }
  const onKeyDown =
    (tick: number) =>
    (event: KeyboardEvent<HTMLElement>): void => {
      const now = ticksNow(parameter)[tick] ?? 0
      const held = grip.current
      if (event.key === 'Escape' && held !== null) {
        event.stopPropagation()
        grip.current = null
        move(parameter, held.tick, held.before)
        commit()
        return
      }
      const by = steps[event.key]
      const to =
        event.key === 'Home'
          ? -Infinity
          : event.key === 'End'
            ? Infinity
            : by === undefined
              ? null
              : now + by * stepOf[parameter]
      if (to === null) return
      event.preventDefault()
      move(parameter, tick, to)
      commit(true)
    }
  return (
    <div
      className={styles['legend']}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      {ticks.map((tick, at) => {
        const [below, above] = [bands[at]?.score ?? 0, bands[at + 1]?.score ?? 0]
        const range = tickRange(parameter, bands, at) ?? [tick, tick]
        const shown = showNumber(parameter, tick, edition)
        return (
          <div
            // A threshold is known by its place alone.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="slider"
            tabIndex={0}
            data-tick={at}
            aria-orientation="vertical"
            aria-label={t.tick(t.charts.headings[parameter], below, above)}
            aria-valuemin={range[0]}
            aria-valuemax={range[1]}
            aria-valuenow={tick}
            aria-valuetext={t.tickValue(shown, unitOf(parameter, edition, t), above, below)}
            className={styles['tick']}
            style={{ transform: placeOf(edgeHeight(parameter, tick)) }}
            onKeyDown={onKeyDown(at)}
          >
            <span data-value="">{shown}</span>
          </div>
        )
      })}
    </div>
  )
}
