import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import {
  usualRange,
  usualSpeed,
  standardPixelsPerMm,
  type EcgSpeed,
} from '../../src/domain/ecg/geometry'
import type { PenCanvases, TracePen } from '../../src/domain/ecg/pen'
import { openTracePen } from '../../src/platform/compute/trace-pen'
import { EcgPaper, type EcgPaperHandle, type ShownWindow } from '../../src/ui/ecg'
import '../../src/ui/theme/tokens.css'
import type { Mount } from './contender'
import { mountTrace, windowOf } from './mount-trace'

const noop = (): void => undefined

/**
 * The paper of the portal's ECG panel as it is, with React, times, millivolts, crosshair and keys:
 * drawn in the worker, or with `inPage` by the page.
 */
const mountPaper =
  (inPage: boolean): Mount =>
  async (host, signals) => {
    // As the data engine hands them over: bytes of the window's own form.
    const windows = signals.map((signal): ShownWindow => {
      const { bytes, from, to } = windowOf([{ ...signal, frequency: signal.hertz }])
      return { form: { kind: 'binary', bytes }, start: from, read: { from, to } }
    })
    let paper: EcgPaperHandle | null = null
    let drawn: () => void = noop
    let opened: (pen: TracePen) => void = noop
    const opens = new Promise<TracePen>((resolve) => {
      opened = resolve
    })
    const openPen = async (canvases: PenCanvases, lost: () => void): Promise<TracePen> => {
      const pen = await openTracePen(canvases, lost, inPage)
      opened(pen)
      return pen
    }
    const onOutcome = (_: ShownWindow, outcome: { readonly kind: string }): void => {
      if (outcome.kind !== 'loaded') throw new Error(outcome.kind)
      drawn()
    }
    const hold = (handle: EcgPaperHandle | null): void => {
      paper = handle
    }
    const root = createRoot(host)
    let [shown, speed]: [ShownWindow | null, EcgSpeed] = [null, usualSpeed]
    const render = (): void =>
      flushSync(() =>
        root.render(
          <EcgPaper
            handle={hold}
            openPen={openPen}
            start={shown?.start ?? 0}
            shown={shown}
            speed={speed}
            range={usualRange}
            pixelsPerMm={standardPixelsPerMm}
            highlight={null}
            calipers={null}
            onCalipers={noop}
            onSpeed={noop}
            onOutcome={onOutcome}
          />,
        ),
      )
    render()
    const pen = await opens
    const held = (window: number): ShownWindow => {
      const found = windows[window]
      if (found === undefined) throw new Error('No such window')
      return found
    }
    return {
      show: async (window) => {
        // Another object: a window that was shown before is read again.
        const { form, ...rest } = held(window)
        shown = { ...rest, form: { ...form } }
        const done = new Promise<void>((resolve) => {
          drawn = resolve
        })
        render()
        await done
      },
      move: ({ left, span }) => paper?.centre((shown?.start ?? 0) + left + span / 2),
      setSpeed: async (next) => {
        speed = next
        render()
        await pen.painted()
      },
      load: async (window) => {
        const { form, read } = held(window)
        const outcome = await pen.load({ ...form }, read)
        if (outcome.kind !== 'loaded') throw new Error(outcome.kind)
      },
    }
  }

export const ownWorker = mountPaper(false)
export const ownPage = mountPaper(true)

/**
 * The trace and its grid without words and without React: what the chart libraries draw here too.
 */
export const ownTrace: Mount = async (host, signals) => {
  const windows = signals.map((signal) => windowOf([{ ...signal, frequency: signal.hertz }]))
  const trace = await mountTrace(host)
  let from = 0
  return {
    show: async (window) => {
      const next = windows[window]
      if (next === undefined) throw new Error('No such window')
      from = next.from
      const outcome = await trace.show(next)
      if (outcome.kind !== 'loaded') throw new Error(outcome.kind)
    },
    move: ({ left }) => trace.panTo(from + left),
    setSpeed: async (speed) => {
      trace.setSpeed(speed)
      await trace.painted()
    },
  }
}
