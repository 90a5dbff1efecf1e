import { releaseProxy, transfer, wrap } from 'comlink'
import { z } from 'zod'
import { createDesk } from '../../domain/ecg/desk'
import type { PenCanvases, TracePen } from '../../domain/ecg/pen'
import type { ShowMessage, Shown, TraceWorker } from '../../../workers/trace.worker'
import { holdWindows } from './held-windows'
import { windowsOf } from './worker-windows'

/** A worker that does not answer its first question in so long is none, milliseconds. */
const startsWithinMs = 10_000

const startWorker = async (): Promise<{
  readonly worker: Worker
  readonly api: ReturnType<typeof wrap<TraceWorker>>
} | null> => {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null
  const worker = new Worker(new URL('../../../workers/trace.worker.ts', import.meta.url), {
    type: 'module',
    name: 'lamplight-trace',
  })
  const api = wrap<TraceWorker>(worker)
  const failed = new Promise<false>((resolve) => {
    worker.addEventListener('error', () => resolve(false))
    setTimeout(() => resolve(false), startsWithinMs)
  })
  if (await Promise.race([api.isHere(), failed])) return { worker, api }
  worker.terminate()
  return null
}

/** Draws in the page, where OffscreenCanvas or the worker is missing. */
export const openPagePen = ({ paper, times }: PenCanvases): TracePen => {
  const desk = createDesk()
  const [sheet, strip] = [paper.getContext('2d', { alpha: false }), times.getContext('2d')]
  let shown: Shown | null = null
  let frame = 0
  const paint = (): void => {
    frame = 0
    if (shown === null || sheet === null || strip === null) return
    const { width, height } = shown.view
    if (paper.width !== width || paper.height !== height) Object.assign(paper, { width, height })
    if (times.width !== width || times.height !== shown.times.height)
      Object.assign(times, { width, height: shown.times.height })
    desk.paint(sheet, shown.view, shown.colours)
    desk.paintTimes(strip, shown.view, shown.times, shown.colours)
  }
  const due = (): void => {
    if (frame === 0) frame = requestAnimationFrame(paint)
  }
  const windows = holdWindows({
    load: (key, form, read) => {
      const outcome = desk.hold(key, form, read)
      desk.put(key)
      due()
      return Promise.resolve(outcome)
    },
    prepare: (key, form, read) => Promise.resolve(desk.hold(key, form, read)),
    put: (key) => {
      due()
      return Promise.resolve(desk.put(key))
    },
    letGo: desk.letGo,
  })
  return {
    at: 'page',
    ...windows,
    show: (view, over, colours) => {
      shown = { view, times: over, colours }
      due()
    },
    move: (left) => {
      if (shown === null) return
      shown = { ...shown, view: { ...shown.view, left } }
      due()
    },
    painted: () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => resolve())
      }),
    valueAt: (instant) => Promise.resolve(desk.valueAt(instant)),
    image: (view, colours) =>
      new Promise((resolve, reject) => {
        const sheet = Object.assign(document.createElement('canvas'), {
          width: view.width,
          height: view.height,
        })
        const surface = sheet.getContext('2d', { alpha: false })
        if (surface !== null) desk.paint(surface, view, colours)
        sheet.toBlob((blob) => {
          if (blob === null) reject(new Error('No image'))
          else resolve(blob)
        }, 'image/png')
      }),
    close: () => cancelAnimationFrame(frame),
  }
}

/**
 * Draws in a worker, which owns the canvases; in the page where there is none. `lost`: the worker
 * died, new canvases and a new pen are needed. `inPage`: draw in the page.
 */
export const openTracePen = async (
  canvases: PenCanvases,
  lost: () => void,
  inPage = false,
): Promise<TracePen> => {
  const started =
    inPage || !('transferControlToOffscreen' in canvases.paper)
      ? null
      : await startWorker().catch(() => null)
  if (started === null) return openPagePen(canvases)
  const { worker, api } = started
  const [paper, times] = [
    canvases.paper.transferControlToOffscreen(),
    canvases.times.transferControlToOffscreen(),
  ]
  let isClosed = false
  const died = (): void => {
    if (!isClosed) lost()
  }
  worker.addEventListener('error', died)
  worker.addEventListener('messageerror', died)
  await api.attach(transfer(paper, [paper]), transfer(times, [times]))
  const windows = holdWindows(windowsOf(worker))
  return {
    at: 'worker',
    ...windows,
    show: (view, strip, colours) =>
      worker.postMessage({ view, times: strip, colours } satisfies ShowMessage),
    move: (left) => worker.postMessage(left satisfies ShowMessage),
    painted: async () => {
      await api.painted()
    },
    valueAt: async (instant) =>
      z
        .number()
        .nullable()
        .parse(await api.valueAt(instant)),
    image: async (view, colours) => z.instanceof(Blob).parse(await api.image(view, colours)),
    close: () => {
      isClosed = true
      api[releaseProxy]()
      worker.terminate()
    },
  }
}
