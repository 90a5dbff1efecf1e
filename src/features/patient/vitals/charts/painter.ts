import { ticksOf, totalBand, unscored } from '../../../../domain/ews'
import { thresholdParameters, type ThresholdParameter } from '../../../../domain/ews/thresholds'
import type { Edition } from '../../../../domain/organization/organization'
import type { EwsTexts } from '../../../../texts/ews'
import type { LiveEdit } from './live-edit'
import {
  bandsOf,
  edgeHeight,
  gradientOf,
  middlesOf,
  placeOf,
  rowOf,
  showNumber,
  unitOf,
} from './threshold.view'

/** What a frame of a drag writes to. React draws the same values when the drag ends. */
export interface Canvas {
  readonly cells: (row: string) => readonly HTMLElement[]
  /** Of the totals: their cells with the text that is the number. */
  readonly totals: () => readonly { readonly cell: HTMLElement; readonly text: Text | null }[]
  readonly chart: (parameter: ThresholdParameter) => ChartParts | null
  /** The sentence that says what would change. */
  readonly preview: () => HTMLElement | null
}

/** What moves in a chart. */
export interface ChartParts {
  readonly root: HTMLElement
  readonly bands: HTMLElement | null
  readonly ticks: readonly HTMLElement[]
  /** The scores beside the bands. */
  readonly scores: readonly HTMLElement[]
}

export const cellsOf = (table: HTMLElement | null, row: string): readonly HTMLElement[] => {
  const found = table?.querySelector<HTMLTableRowElement>(`tr[data-row="${row}"]`)
  return found == null ? [] : [...found.cells].slice(1)
}

const write = (element: HTMLElement, name: string, value: string): void => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** A total's number: the first text of its cell. */
const textOf = (cell: HTMLElement): Text | null => {
  const found = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
  return found instanceof Text ? found : null
}

/** Finds what is written to, once for each time that React has drawn. */
export const createCanvas = (
  table: HTMLElement | null,
  charts: HTMLElement | null,
  preview: HTMLElement | null,
): Canvas => {
  const rows = new Map<string, readonly HTMLElement[]>()
  const parts = new Map<ThresholdParameter, ChartParts | null>()
  const cells = (row: string): readonly HTMLElement[] => {
    const known = rows.get(row) ?? cellsOf(table, row)
    rows.set(row, known)
    return known
  }
  let totals: ReturnType<Canvas['totals']> | null = null
  return {
    cells,
    totals: () => (totals ??= cells('totalScore').map((cell) => ({ cell, text: textOf(cell) }))),
    chart: (parameter) => {
      const known = parts.get(parameter)
      if (known !== undefined) return known
      const chart = charts?.querySelector<HTMLElement>(`[data-parameter="${parameter}"]`)
      const all = (selector: string): readonly HTMLElement[] => [
        ...(chart?.querySelectorAll<HTMLElement>(selector) ?? []),
      ]
      const found =
        chart == null
          ? null
          : {
              root: chart,
              bands: all('[data-bands]')[0] ?? null,
              ticks: all('[data-tick]'),
              scores: all('[data-band]'),
            }
      parts.set(parameter, found)
      return found
    },
    preview: () => preview,
  }
}

/** What the preview says. */
export const previewWords = (live: LiveEdit, t: EwsTexts['preview']): string => {
  const { all, loaded, last, ofLast } = live.changed()
  if (loaded === 0) return t.empty
  if (all === 0) return t.none
  return t.few(last, ofLast) + (loaded > ofLast ? t.all(all, loaded) : '')
}

const place = (element: HTMLElement | undefined, height: number): void => {
  if (element !== undefined) element.style.transform = placeOf(height)
}

/**
 * Gives the moving parts of a chart layers of their own: one chart at a time, layers are costly.
 */
const lift = (chart: HTMLElement): void => {
  if (chart.dataset['moving'] !== undefined) return
  letDown(chart.parentElement)
  chart.dataset['moving'] = ''
}
export const letDown = (charts: HTMLElement | null): void => {
  for (const chart of charts?.querySelectorAll<HTMLElement>('[data-moving]') ?? [])
    delete chart.dataset['moving']
}

/** The gradient, the handle and what it says, to the eye and to a screen reader. */
const paintTick = (
  chart: ChartParts,
  parameter: ThresholdParameter,
  live: LiveEdit,
  tick: number,
  edition: Edition,
  t: EwsTexts,
): void => {
  const bands = bandsOf(parameter, live.scheme())
  const [below, above] = [bands[tick], bands[tick + 1]]
  if (below === undefined || above?.low === undefined) return
  if (chart.bands !== null) chart.bands.style.background = gradientOf(parameter, bands)
  const middles = middlesOf(parameter, bands)
  for (const at of [tick, tick + 1]) place(chart.scores[at], middles[at] ?? 0)
  const handle = chart.ticks[tick]
  if (handle === undefined) return
  place(handle, edgeHeight(parameter, above.low))
  const shown = showNumber(parameter, above.low, edition)
  write(handle, 'aria-valuenow', String(above.low))
  write(
    handle,
    'aria-valuetext',
    t.tickValue(shown, unitOf(parameter, edition, t), above.score, below.score),
  )
  const label = handle.firstElementChild?.firstChild
  if (label instanceof Text && label.data !== shown) label.data = shown
}

const paintCells = (
  canvas: Canvas,
  live: LiveEdit,
  parameter: ThresholdParameter,
  from: number,
): void => {
  const scores = live.shown(from).parameters[parameter]
  canvas.cells(rowOf[parameter]).forEach((cell, column) => {
    const score = scores[column] ?? unscored
    if (cell.dataset['score'] !== 'missing')
      write(cell, 'data-score', score === unscored ? 'none' : String(score))
  })
}

/** The totals, and the sentence that says what would change. */
const paintTotals = (canvas: Canvas, live: LiveEdit, from: number, t: EwsTexts): void => {
  const { totals } = live.shown(from)
  canvas.totals().forEach(({ cell, text }, column) => {
    const total = totals[column] ?? unscored
    if (total === unscored) return
    write(cell, 'data-score', String(totalBand(total)))
    if (text !== null && text.data !== String(total)) text.data = String(total)
  })
  const preview = canvas.preview()?.firstChild
  const words = previewWords(live, t.preview)
  if (preview instanceof Text && preview.data !== words) preview.data = words
}

/**
 * Draws what a move of one tick changed: gradient, handle, cells with another score.
 * @param from place of the table's first check-up among the loaded ones
 */
export const paintMove = (
  canvas: Canvas,
  live: LiveEdit,
  parameter: ThresholdParameter,
  tick: number,
  from: number,
  edition: Edition,
  t: EwsTexts,
): void => {
  const chart = canvas.chart(parameter)
  if (chart !== null && tick < ticksOf(bandsOf(parameter, live.scheme())).length) {
    lift(chart.root)
    paintTick(chart, parameter, live, tick, edition, t)
  }
  paintCells(canvas, live, parameter, from)
  paintTotals(canvas, live, from, t)
}

export const paintAll = (
  canvas: Canvas,
  live: LiveEdit,
  from: number,
  edition: Edition,
  t: EwsTexts,
): void => {
  for (const parameter of thresholdParameters) {
    const chart = canvas.chart(parameter)
    if (chart !== null)
      ticksOf(bandsOf(parameter, live.scheme())).forEach((_tick, at) =>
        paintTick(chart, parameter, live, at, edition, t),
      )
    paintCells(canvas, live, parameter, from)
  }
  paintTotals(canvas, live, from, t)
}
