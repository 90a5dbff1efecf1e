import { panLimits, pixelsPerMs, type Scale } from '../../domain/ecg/geometry'
import type { Stretch } from '../../domain/ecg/ecg-window'
import { gutterOf, type PaperColours, type PaperView } from '../../domain/ecg/paint'
import { timesHeightPx, type TimesView } from '../../domain/ecg/paint-times'
import type { TracePen } from '../../domain/ecg/pen'
import type { Edition } from '../../domain/organization/organization'
import { clinicalZone } from '../../domain/time'

/** What the paper shows and how far it moves; epoch milliseconds, CSS pixels. */
export interface PaperSetting extends Scale, Stretch {}

/** A sheet of ECG paper: a canvas for the pen, and a layer above it that moves along. */
export interface Paper {
  /** Another scale or window; the left edge stays where it was if it can. */
  set(setting: PaperSetting): void
  resize(width: number, height: number, ratio: number): void
  recolour(colours: PaperColours): void
  /** Moves the left edge to an instant; past an end it stops there. */
  panTo(instant: number): void
  /** Moves by pixels; positive shows what is later. */
  panBy(pixels: number): void
  /** The instant at the left edge, right of the calibration pulse. */
  left(): number
  /** How many milliseconds are seen at once. */
  span(): number
  /** Where the trace begins, pixels. */
  gutter(): number
  /** Moves the layer to the trace, after its content changed. */
  settle(): void
  close(): void
}

/** The trace's thickness, CSS pixels. */
const lineWidth = 1.5

/**
 * A move sends one number to the pen and sets one style of the layer, without React: it happens
 * sixty times a second. `onMoved` is told after each move.
 */
export const createPaper = ({
  layer,
  pen,
  edition,
  setting: first,
  colours: firstColours,
  onMoved,
}: {
  readonly layer: HTMLElement
  readonly pen: Pick<TracePen, 'show' | 'move'>
  readonly edition: Edition
  readonly setting: PaperSetting
  readonly colours: PaperColours
  readonly onMoved?: (left: number, setting: PaperSetting) => void
}): Paper => {
  let setting = first
  let colours = firstColours
  let left = first.from
  let [width, height, ratio] = [0, 0, 1]

  const inDevice = (): Scale => ({
    speed: setting.speed,
    range: setting.range,
    pixelsPerMm: setting.pixelsPerMm * ratio,
  })
  const gutter = (): number => gutterOf(inDevice()) / ratio
  const span = (): number => Math.max(0, width - gutter()) / pixelsPerMs(setting)
  const clamp = (instant: number): number => {
    const { least, most } = panLimits(
      setting.from,
      setting.to,
      (width - gutter()) / setting.pixelsPerMm,
      setting.speed,
    )
    return Math.min(Math.max(instant, least), most)
  }
  /** On whole pixels of the device, so that lines keep their distances while the paper moves. */
  const snapped = (): number => {
    const perMs = pixelsPerMs(inDevice())
    return setting.from + Math.round((left - setting.from) * perMs) / perMs
  }
  const viewNow = (): PaperView => ({
    ...inDevice(),
    width: Math.round(width * ratio),
    height: Math.round(height * ratio),
    left: snapped(),
    anchor: setting.from,
    line: lineWidth * ratio,
  })
  const timesNow = (): TimesView => ({
    from: setting.from,
    to: setting.to,
    height: Math.round(timesHeightPx * ratio),
    edition,
    zone: clinicalZone(),
  })
  let [isClosed, isDue, placed] = [false, false, Number.NaN]
  /** Only if the layer has content: the style would be the whole cost of a frame. */
  const settle = (): void => {
    const x = -(snapped() - setting.from) * pixelsPerMs(setting)
    if (layer.firstElementChild === null || x === placed) return
    placed = x
    layer.style.transform = `translate3d(${x}px,0,0)`
  }
  /** What was set in one go is told once. */
  const due = (): void => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      if (isClosed || width <= 0 || height <= 0) return
      settle()
      pen.show(viewNow(), timesNow(), colours)
      onMoved?.(snapped(), setting)
    })
  }
  const panTo = (instant: number): void => {
    left = clamp(instant)
    if (isDue || width <= 0 || height <= 0) return
    settle()
    pen.move(snapped())
    onMoved?.(snapped(), setting)
  }

  return {
    set: (next) => {
      // Another window begins at its own beginning; another scale, or a first reading that is later
      // than asked for, keeps the instant.
      const isOther = next.to !== setting.to
      setting = next
      left = clamp(isOther ? next.from : left)
      due()
    },
    resize: (...size) => {
      ;[width, height, ratio] = size
      left = clamp(left)
      due()
    },
    recolour: (next) => {
      colours = next
      due()
    },
    panTo,
    panBy: (pixels) => panTo(left + pixels / pixelsPerMs(setting)),
    left: () => left,
    span,
    gutter,
    settle,
    close: () => {
      isClosed = true
    },
  }
}
