import letters from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { expose } from 'comlink'
import { createDesk } from '../src/domain/ecg/desk'
import type { Stretch } from '../src/domain/ecg/ecg-window'
import type { PaperColours, PaperView } from '../src/domain/ecg/paint'
import type { TimesView } from '../src/domain/ecg/paint-times'
import type { LoadOutcome, WindowForm } from '../src/domain/ecg/pen'

/**
 * One view to draw; the latest counts. No answer is sent. A number: the same view from that
 * instant.
 */
export interface Shown {
  readonly view: PaperView
  readonly times: TimesView
  readonly colours: PaperColours
}
export type ShowMessage = Shown | number

/** What is done with a window, answered under its number; `letGo` is not. */
export type WindowMessage = { readonly number: number; readonly key: number } & (
  | { readonly what: 'load' | 'prepare'; readonly form: WindowForm; readonly read: Stretch }
  | { readonly what: 'put' }
  | { readonly what: 'letGo' }
)
/** Null: nothing is held under the key. Undefined: it could not be done. */
export interface WindowAnswer {
  readonly to: number
  readonly outcome?: LoadOutcome | null
}

const desk = createDesk()
let paper: OffscreenCanvasRenderingContext2D | null = null
let strip: OffscreenCanvasRenderingContext2D | null = null
let shown: Shown | null = null
let isDue = false
let turn = 0
const waiting: (() => void)[] = []

const fit = (
  context: OffscreenCanvasRenderingContext2D,
  width: number,
  height: number,
): OffscreenCanvasRenderingContext2D => {
  const { canvas } = context
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  return context
}
const draw = (): void => {
  if (paper === null || strip === null || shown === null) return
  const { view, times, colours } = shown
  desk.paint(fit(paper, view.width, view.height), view, colours)
  desk.paintTimes(fit(strip, view.width, times.height), view, times, colours)
}
const paint = (): void => {
  isDue = false
  draw()
  for (const tell of waiting.splice(0)) tell()
}
const due = (): void => {
  if (isDue) return
  isDue = true
  requestAnimationFrame(paint)
}
/**
 * A worker has no style sheets: the portal's font is fetched again, from the cache. Until then the
 * system's is used.
 */
const bringLetters = async (): Promise<void> => {
  const { fonts } = globalThis as { readonly fonts?: FontFaceSet }
  if (typeof FontFace === 'undefined' || fonts === undefined) return
  fonts.add(await new FontFace('Inter Variable', `url(${letters})`, { weight: '100 900' }).load())
}
/** Lets messages that came meanwhile be read: of several windows only the last is decoded. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/** Reads a window, holds it under a key and draws it. */
const load = async (key: number, form: WindowForm, read: Stretch): Promise<LoadOutcome> => {
  const mine = (turn += 1)
  await breathe()
  if (mine !== turn) return { kind: 'superseded' }
  const outcome = desk.hold(key, form, read)
  desk.put(key)
  due()
  return outcome
}
/** Draws one that is held; after it none that was asked for before is drawn. */
const put = (key: number): LoadOutcome | null => {
  turn += 1
  const outcome = desk.put(key)
  due()
  return outcome
}
const handle = async (message: WindowMessage): Promise<void> => {
  const { number: to, key } = message
  const tell = (answer: WindowAnswer): void => self.postMessage(answer)
  try {
    if (message.what === 'letGo') desk.letGo(key)
    else if (message.what === 'put') tell({ to, outcome: put(key) })
    else
      tell({
        to,
        outcome:
          message.what === 'load'
            ? await load(key, message.form, message.read)
            : desk.hold(key, message.form, message.read),
      })
  } catch {
    tell({ to })
  }
}
const hear = (data: ShowMessage | WindowMessage | object): void => {
  if (typeof data === 'number') {
    if (shown === null) return
    shown = { ...shown, view: { ...shown.view, left: data } }
    due()
  } else if ('what' in data) void handle(data)
  else if ('view' in data) {
    shown = data
    due()
  }
}

const api = {
  /** Answers that the worker runs, before a canvas is given away for good. */
  isHere: (): true => true,
  attach: (sheet: OffscreenCanvas, times: OffscreenCanvas): void => {
    paper = sheet.getContext('2d', { alpha: false })
    strip = times.getContext('2d')
    bringLetters().then(due, () => undefined)
  },
  painted: (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve)
      due()
    }),
  valueAt: (instant: number): number | null => desk.valueAt(instant),
  image: (view: PaperView, inked: PaperColours): Promise<Blob> => {
    const sheet = new OffscreenCanvas(view.width, view.height)
    const surface = sheet.getContext('2d', { alpha: false })
    if (surface === null) throw new Error('No canvas')
    desk.paint(surface, view, inked)
    return sheet.convertToBlob({ type: 'image/png' })
  },
}
export type TraceWorker = typeof api

self.addEventListener('message', ({ data }: MessageEvent<ShowMessage | WindowMessage | object>) =>
  hear(data),
)
expose(api)
