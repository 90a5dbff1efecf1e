import { endOfWaveform, type WaveformReading } from '../../src/domain/ecg/waveform'
import { encodeWaveform } from '../../src/domain/ecg/waveform-binary'
import { encodeWindow } from '../../src/domain/ecg/waveform-window'
import type { Stretch } from '../../src/domain/ecg/ecg-window'
import {
  paperHeightMm,
  standardPixelsPerMm,
  usualRange,
  usualSpeed,
  type EcgRange,
  type EcgSpeed,
} from '../../src/domain/ecg/geometry'
import type { LoadOutcome, WindowForm } from '../../src/domain/ecg/pen'
import { openTracePen } from '../../src/platform/compute/trace-pen'
import { createPaper } from '../../src/ui/ecg/paper'
import { printColours } from '../../src/ui/ecg/paper-colours'

/**
 * A window as the server sends it and the store keeps it: make it before measuring. Starts and ends
 * are whole milliseconds.
 */
export interface BenchWindow {
  readonly bytes: ArrayBuffer
  readonly from: number
  readonly to: number
}

export const windowOf = (readings: readonly WaveformReading[]): BenchWindow => {
  const from = Math.floor(Math.min(...readings.map(({ startedAt }) => startedAt)))
  const to = Math.ceil(Math.max(...readings.map(endOfWaveform)))
  return { bytes: encodeWindow(from, to, readings.map(encodeWaveform)).buffer, from, to }
}

/**
 * The trace of the ECG panel without the portal: the same pen (a worker, or the page with
 * `inPage`), the same paper, the same styles moved in a frame. `host` has its width; its height is
 * the paper's.
 *
 *     const trace = await mountTrace(host)
 *     await trace.show(windowOf([{ startedAt, frequency: 500, samples }])) // decoded and on the
 *     canvas
 *     trace.panBy(4) // with the next frame
 *     await trace.painted()
 */
export const mountTrace = async (
  host: HTMLElement,
  {
    inPage = false,
    speed: first = usualSpeed,
    range = usualRange,
    pixelsPerMm = standardPixelsPerMm,
  }: {
    readonly inPage?: boolean
    readonly speed?: EcgSpeed
    readonly range?: EcgRange
    readonly pixelsPerMm?: number
  } = {},
) => {
  let speed = first
  let held: Stretch = { from: 0, to: 1 }
  const height = paperHeightMm * pixelsPerMm
  Object.assign(host.style, { position: 'relative', height: `${height}px`, overflow: 'hidden' })
  const [canvas, times] = [document.createElement('canvas'), document.createElement('canvas')]
  const layer = document.createElement('div')
  Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
  Object.assign(layer.style, {
    position: 'absolute',
    top: '0',
    left: '0',
    width: '1px',
    willChange: 'transform',
  })
  host.replaceChildren(canvas, layer)
  const pen = await openTracePen(
    { paper: canvas, times },
    () => {
      throw new Error('The worker died')
    },
    inPage,
  )
  const paper = createPaper({
    layer,
    pen,
    edition: 'en-GB',
    setting: { speed, range, pixelsPerMm, from: 0, to: 1 },
    colours: printColours,
  })
  paper.resize(host.clientWidth, height, devicePixelRatio)
  return {
    at: pen.at,
    /** Another window, drawn from its beginning: another object is read anew. */
    show: async ({ bytes, from, to }: BenchWindow): Promise<LoadOutcome> => {
      const form: WindowForm = { kind: 'binary', bytes }
      held = { from, to }
      paper.set({ speed, range, pixelsPerMm, ...held })
      paper.panTo(from)
      return await pen.load(form, { from, to })
    },
    setSpeed: (next: EcgSpeed): void => {
      speed = next
      paper.set({ speed, range, pixelsPerMm, ...held })
    },
    panBy: paper.panBy,
    panTo: paper.panTo,
    painted: pen.painted,
    close: () => {
      paper.close()
      pen.close()
    },
  }
}
