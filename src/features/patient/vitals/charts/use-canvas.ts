import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Scorer } from '../../../../domain/ews'
import type { ThresholdParameter } from '../../../../domain/ews/thresholds'
import type { Edition } from '../../../../domain/organization/organization'
import { ewsTexts } from '../../../../texts/ews'
import type { LiveEdit } from './live-edit'
import { cellsOf, createCanvas, letDown, paintAll, paintMove, type Canvas } from './painter'
import { rowOf } from './threshold.view'

interface Moved {
  readonly parameter: ThresholdParameter
  readonly tick: number
}

export interface VitalsCanvas {
  /** Holds the check-ups table. */
  readonly table: RefObject<HTMLDivElement | null>
  readonly charts: RefObject<HTMLElement | null>
  readonly preview: RefObject<HTMLParagraphElement | null>
  /** Moves a tick. It is drawn with its scores; of several places the last. */
  readonly move: (parameter: ThresholdParameter, tick: number, value: number) => void
  /** Draws at once what was moved. */
  readonly flush: () => void
  /** Draws the whole draft. React never drew what a drag did, so it may find no change. */
  readonly repaint: () => void
  /** Darkens the cell of the check-up that is pointed at in a chart (C075). */
  readonly point: (parameter: ThresholdParameter, column: number | null) => void
}

/** So long a place waits for its scores; then the page works them out, milliseconds. */
const answersWithinMs = 40

/**
 * What a drag draws on, outside React: only what changed is written. A place is drawn with its
 * scores, when the worker answers.
 * @param live null: nothing can be moved @param scorer null: the page scores
 * @param from place of the table's first check-up among the loaded ones
 */
export const useCanvas = (
  live: LiveEdit | null,
  scorer: Scorer | null,
  from: number,
  edition: Edition,
): VitalsCanvas => {
  const table = useRef<HTMLDivElement>(null)
  const charts = useRef<HTMLElement>(null)
  const preview = useRef<HTMLParagraphElement>(null)
  const pending = useRef<Moved | null>(null)
  const frame = useRef(0)
  const overdue = useRef<ReturnType<typeof setTimeout> | null>(null)
  const canvas = useRef<Canvas | null>(null)
  const stop = useCallback(() => {
    cancelAnimationFrame(frame.current)
    frame.current = 0
    if (overdue.current !== null) clearTimeout(overdue.current)
    overdue.current = null
  }, [])
  const draw = useCallback(() => {
    stop()
    const moved = pending.current
    pending.current = null
    if (moved === null || live === null) return
    canvas.current ??= createCanvas(table.current, charts.current, preview.current)
    paintMove(canvas.current, live, moved.parameter, moved.tick, from, edition, ewsTexts(edition))
  }, [stop, live, from, edition])
  const flush = useCallback(() => {
    draw()
    live?.settle()
  }, [draw, live])
  const repaint = useCallback(() => {
    if (live === null) return
    canvas.current ??= createCanvas(table.current, charts.current, preview.current)
    paintAll(canvas.current, live, from, edition, ewsTexts(edition))
  }, [live, from, edition])
  useEffect(() => stop, [stop])
  useEffect(() => {
    if (live === null) letDown(charts.current)
  }, [live])
  // A frame that was asked for before draws on the draft of now: never on one that was left.
  const newest = useRef(draw)
  useLayoutEffect(() => {
    newest.current = draw
    if (live !== null) return
    stop()
    pending.current = null
  }, [stop, draw, live])
  // What React draws anew is looked for anew, and no place waits longer than what React says of it.
  useLayoutEffect(() => {
    canvas.current = null
    newest.current()
  })
  useEffect(
    () =>
      live === null || scorer === null ? undefined : live.scoreWith(scorer, () => newest.current()),
    [live, scorer],
  )
  const move = useCallback(
    (parameter: ThresholdParameter, tick: number, value: number) => {
      if (live === null) return
      const held = pending.current
      if (held !== null && (held.parameter !== parameter || held.tick !== tick)) draw()
      if (!live.move(parameter, tick, value, from)) return
      pending.current = { parameter, tick }
      if (!live.isAwaited()) {
        if (frame.current === 0) frame.current = requestAnimationFrame(() => newest.current())
      } else overdue.current ??= setTimeout(() => newest.current(), answersWithinMs)
    },
    [draw, live, from],
  )
  const point = useCallback((parameter: ThresholdParameter, column: number | null) => {
    for (const cell of table.current?.querySelectorAll('[data-pointed]') ?? [])
      cell.removeAttribute('data-pointed')
    if (column !== null)
      cellsOf(table.current, rowOf[parameter])[column]?.setAttribute('data-pointed', '')
  }, [])
  return { table, charts, preview, move, flush, repaint, point }
}
