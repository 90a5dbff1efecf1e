import type { Edition } from '../organization/organization'
import type { Zone } from '../time'
import { clockOf } from './clock'
import type { Stretch } from './ecg-window'
import { pixelsPerMs } from './geometry'
import { gutterOf, type PaperColours, type PaperView, type Surface } from './paint'

/** A strip above the paper that says times; what is outside of the window has none. */
export interface TimesView extends Stretch {
  /** In the canvas's own pixels; words and distances follow it. */
  readonly height: number
  readonly edition: Edition
  /** Named: a worker that paints does not know who looks. */
  readonly zone: Zone
}

/** What is needed of a canvas beside what the paper needs. */
export interface WordSurface extends Surface {
  font: string
  textBaseline: string
  clearRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
}

/** The strip is so many CSS pixels high, which the distances below are told in. */
export const timesHeightPx = 22
/** Least distance of two labels. */
const apartPx = 90
const [fontPx, besidePx] = [11, 5]
const steps = [1000, 2000, 5000, 10_000] as const
/** Words of some windows; then they are made anew. */
const mostWords = 500

/** Draws the times of a view; words are made once for an instant, an edition and a zone. */
export const createTimesPainter = () => {
  const words = new Map<string, string>()
  const wordsAt = (instant: number, { edition, zone }: TimesView): string => {
    const key = `${edition} ${zone} ${instant}`
    const found = words.get(key)
    if (found !== undefined) return found
    if (words.size >= mostWords) words.clear()
    const made = clockOf(instant, edition, false, zone)
    words.set(key, made)
    return made
  }
  return (surface: WordSurface, view: PaperView, times: TimesView, colours: PaperColours): void => {
    const { from, to, height } = times
    const ratio = height / timesHeightPx
    const [origin, perMs] = [gutterOf(view), pixelsPerMs(view)]
    const every = steps.find((step) => step * perMs >= apartPx * ratio) ?? 30_000
    surface.clearRect(0, 0, view.width, height)
    // Epoch 0 is a paper that nothing was asked for.
    if (from <= 0) return
    surface.font = `${fontPx * ratio}px ${colours.font}`
    surface.textBaseline = 'middle'
    const thin = Math.max(1, Math.round(ratio))
    // One step earlier: its words may reach into view.
    for (let instant = Math.floor(view.left / every) * every; instant <= to; instant += every) {
      const x = origin + (instant - view.left) * perMs
      if (x >= view.width) break
      if (instant < from) continue
      surface.fillStyle = colours.strong
      surface.fillRect(Math.round(x), 0, thin, height)
      surface.fillStyle = colours.words
      surface.fillText(wordsAt(instant, times), Math.round(x) + besidePx * ratio, height / 2)
    }
    surface.clearRect(0, 0, origin, height)
  }
}
