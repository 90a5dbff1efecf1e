import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { ThresholdParameter } from '../../../../domain/ews/thresholds'
import type { Edition } from '../../../../domain/organization/organization'
import { ewsTexts } from '../../../../texts/ews'
import type { LiveEdit } from './live-edit'
import { cellsOf, createCanvas, letDown, paintAll, paintMove, type Canvas } from './painter'
import { rowOf } from './threshold.view'

interface Move {
  readonly parameter: ThresholdParameter
  readonly tick: number
  readonly value: number
}

export interface VitalsCanvas {
  /** Holds the check-ups table. */
  readonly table: RefObject<HTMLDivElement | null>
  readonly charts: RefObject<HTMLElement | null>
  readonly preview: RefObject<HTMLParagraphElement | null>
  /** Moves a tick; of several in a frame the last is drawn. */
  readonly move: (parameter: ThresholdParameter, tick: number, value: number) => void
  readonly flush: () => void
  /** Draws the whole draft. React never drew what a drag did, so it may find no change. */
  readonly repaint: () => void
  /** Darkens the cell of the check-up that is pointed at in a chart (C075). */
  readonly point: (parameter: ThresholdParameter, column: number | null) => void
}

/**
 * What a drag draws on, outside React: one frame scores and writes what changed.
 * @param live null: nothing can be moved
 * @param from place of the table's first check-up among the loaded ones
 */
export const useCanvas = (live: LiveEdit | null, from: number, edition: Edition): VitalsCanvas => {
  const table = useRef<HTMLDivElement>(null)
  const charts = useRef<HTMLElement>(null)
  const preview = useRef<HTMLParagraphElement>(null)
  const pending = useRef<Move | null>(null)
  const frame = useRef(0)
  const canvas = useRef<Canvas | null>(null)
  // What React draws anew is looked for anew.
  useLayoutEffect(() => {
    canvas.current = null
  })
  const flush = useCallback(() => {
    cancelAnimationFrame(frame.current)
    frame.current = 0
    const wanted = pending.current
    pending.current = null
    if (wanted === null || live === null) return
    canvas.current ??= createCanvas(table.current, charts.current, preview.current)
    if (live.move(wanted.parameter, wanted.tick, wanted.value))
      paintMove(
        canvas.current,
        live,
        wanted.parameter,
        wanted.tick,
        from,
        edition,
        ewsTexts(edition),
      )
  }, [live, from, edition])
  const repaint = useCallback(() => {
    if (live === null) return
    canvas.current ??= createCanvas(table.current, charts.current, preview.current)
    paintAll(canvas.current, live, from, edition, ewsTexts(edition))
  }, [live, from, edition])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  useEffect(() => {
    if (live === null) letDown(charts.current)
  }, [live])
  // A frame that was asked for before draws on the draft of now: never on one that was left.
  const newest = useRef(flush)
  useLayoutEffect(() => {
    newest.current = flush
    if (live !== null) return
    cancelAnimationFrame(frame.current)
    frame.current = 0
    pending.current = null
  }, [flush, live])
  const move = useCallback(
    (parameter: ThresholdParameter, tick: number, value: number) => {
      if (live === null) return
      const held = pending.current
      if (held !== null && (held.parameter !== parameter || held.tick !== tick)) flush()
      pending.current = { parameter, tick, value }
      if (frame.current === 0) frame.current = requestAnimationFrame(() => newest.current())
    },
    [flush, live],
  )
  const point = useCallback((parameter: ThresholdParameter, column: number | null) => {
    for (const cell of table.current?.querySelectorAll('[data-pointed]') ?? [])
      cell.removeAttribute('data-pointed')
    if (column !== null)
      cellsOf(table.current, rowOf[parameter])[column]?.setAttribute('data-pointed', '')
  }, [])
  return { table, charts, preview, move, flush, repaint, point }
}
