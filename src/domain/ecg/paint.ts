import {
  gutterMm,
  paperHeightMm,
  pixelsPerMs,
  pixelsPerMv,
  pulse,
  smallPerLarge,
  smallSquareMm,
  yOf,
  type Scale,
} from './geometry'
import { rangeOver, type Pyramid, type Range } from './pyramid'
import { endOfRun, type Run } from './trace'

/** What is needed of a canvas; a 2D context of either thread is one. */
export interface Surface {
  fillStyle: unknown
  fillRect(x: number, y: number, width: number, height: number): void
}

export interface PaperColours {
  readonly paper: string
  readonly fine: string
  readonly strong: string
  readonly trace: string
  /** What leaves the range is marked with it at the edge. */
  readonly beyond: string
  readonly words: string
  readonly font: string
}

export interface PaperView extends Scale {
  readonly width: number
  readonly height: number
  /** The instant at the left edge of the trace, right of the calibration pulse; epoch ms. */
  readonly left: number
  /** An instant that a large line of the grid goes through. */
  readonly anchor: number
  /** Thickness of the trace. */
  readonly line: number
}

/** A run with its pyramid, and the two samples of a bridge to the run before. */
export interface DrawnRun {
  readonly run: Run
  readonly pyramid: Pyramid
}

/** Where the trace begins, right of the pulse, in whole pixels. */
export const gutterOf = ({ speed, pixelsPerMm }: Scale): number =>
  Math.round(gutterMm(speed) * pixelsPerMm)

const paintGrid = (
  surface: Surface,
  view: PaperView,
  colours: PaperColours,
  from: number,
  to: number,
  anchorX: number,
): void => {
  const { pixelsPerMm, height } = view
  const small = smallSquareMm * pixelsPerMm
  const thickness = Math.max(1, Math.round(view.line * 0.6))
  const line = (level: 'fine' | 'strong'): void => {
    surface.fillStyle = colours[level]
    const step = level === 'strong' ? smallPerLarge : 1
    const first = Math.ceil((from - anchorX) / small / step) * step
    for (let square = first; anchorX + square * small < to; square += step) {
      if (level === 'strong' || square % smallPerLarge !== 0)
        surface.fillRect(Math.round(anchorX + square * small), 0, thickness, height)
    }
    const half = paperHeightMm / 2
    for (let mm = -half; mm <= half; mm += step) {
      if (level === 'strong' || mm % smallPerLarge !== 0)
        surface.fillRect(
          from,
          Math.min(height - thickness, Math.round((half + mm) * pixelsPerMm)),
          to - from,
          thickness,
        )
    }
  }
  // Below three pixels the fine grid is a grey: only large squares are drawn.
  if (small >= 3) line('fine')
  line('strong')
}

/** One column of pixels between two voltages; true when it leaves the paper. */
const paintColumn = (
  surface: Surface,
  view: PaperView,
  colours: PaperColours,
  x: number,
  low: number,
  high: number,
): void => {
  const half = view.line / 2
  const [top, bottom] = [yOf(high, view) - half, yOf(low, view) + half]
  const [from, to] = [Math.max(0, top), Math.min(view.height, bottom)]
  if (to > from) surface.fillRect(x, from, 1, to - from)
  if (top >= -view.line && bottom <= view.height + view.line) return
  // Beyond the range nothing is drawn in its place: the edge says that there is more.
  surface.fillStyle = colours.beyond
  const mark = view.line * 2
  if (top < -view.line) surface.fillRect(x, 0, 1, mark)
  if (bottom > view.height + view.line) surface.fillRect(x, view.height - mark, 1, mark)
  surface.fillStyle = colours.trace
}

const clampIndex = (value: number, last: number): number =>
  value < 0 ? 0 : value > last ? last : value

/** The line through the samples at a place between two of them. */
const between = (samples: Float32Array, at: number): number => {
  const index = Math.floor(at)
  const here = samples[index] ?? 0
  const next = samples[index + 1]
  return next === undefined ? here : here + (next - here) * (at - index)
}

const found: Range = { least: 0, largest: 0 }

/**
 * Draws a run: in each column of pixels from its lowest to its highest voltage. Costs the number of
 * columns, not of samples.
 */
const paintRun = (
  surface: Surface,
  view: PaperView,
  colours: PaperColours,
  origin: number,
  { run, pyramid }: DrawnRun,
): void => {
  const { samples, frequency, startedAt } = run
  const last = samples.length - 1
  const perMs = pixelsPerMs(view)
  const start = origin + (startedAt - view.left) * perMs
  const perPixel = frequency / (perMs * 1000)
  const from = Math.max(origin, Math.floor(start))
  const to = Math.min(view.width, Math.floor(start + last / perPixel) + 1)
  surface.fillStyle = colours.trace
  for (let x = from; x < to; x++) {
    const [a, b] = [
      clampIndex((x - start) * perPixel, last),
      clampIndex((x + 1 - start) * perPixel, last),
    ]
    const { least, largest } = rangeOver(pyramid, Math.ceil(a), Math.floor(b) + 1, found)
    const [enters, leaves] = [between(samples, a), between(samples, b)]
    paintColumn(
      surface,
      view,
      colours,
      x,
      Math.min(least, enters, leaves),
      Math.max(largest, enters, leaves),
    )
  }
}

/** 1 mV for 200 ms at the left edge, on paper that does not move: what the scale is read off. */
const paintPulse = (surface: Surface, view: PaperView, colours: PaperColours): void => {
  const { pixelsPerMm, speed } = view
  const [rest, wide] = [pulse.restMm * pixelsPerMm, (pulse.ms * speed * pixelsPerMm) / 1000]
  const half = view.line / 2
  const [zero, top] = [yOf(0, view), yOf(pulse.mv, view)]
  const [rise, fall] = [Math.round(rest), Math.round(rest + wide)]
  surface.fillStyle = colours.trace
  surface.fillRect(0, zero - half, rise, view.line)
  surface.fillRect(rise, top - half, fall - rise, view.line)
  surface.fillRect(rise - half, top - half, view.line, pixelsPerMv(view) * pulse.mv + view.line)
  surface.fillRect(fall - half, top - half, view.line, pixelsPerMv(view) * pulse.mv + view.line)
  surface.fillRect(fall, zero - half, gutterOf(view) - fall, view.line)
}

/** Paper, grid, pulse and trace; every pixel of the surface is painted. */
export const paintPaper = (
  surface: Surface,
  view: PaperView,
  runs: readonly DrawnRun[],
  colours: PaperColours,
): void => {
  const origin = gutterOf(view)
  surface.fillStyle = colours.paper
  surface.fillRect(0, 0, view.width, view.height)
  paintGrid(surface, view, colours, 0, origin, 0)
  paintGrid(
    surface,
    view,
    colours,
    origin,
    view.width,
    origin + (view.anchor - view.left) * pixelsPerMs(view),
  )
  paintPulse(surface, view, colours)
  const right = view.left + (view.width - origin) / pixelsPerMs(view)
  for (const drawn of runs)
    if (drawn.run.startedAt < right && endOfRun(drawn.run) > view.left)
      paintRun(surface, view, colours, origin, drawn)
  // On the pulse's side: it hides no column of the trace.
  const edge = Math.max(1, Math.round(view.line))
  surface.fillStyle = colours.strong
  surface.fillRect(origin - edge, 0, edge, view.height)
}
