import type { Stretch } from './ecg-window'
import type { PaperColours, PaperView } from './paint'
import type { TimesView } from './paint-times'
import type { Gap } from './trace'
import type { WaveformFault } from './waveform-binary'

/** A window of readings: the binary form, or the text of a GraphQL answer. */
export type WindowForm =
  | { readonly kind: 'binary'; readonly bytes: ArrayBuffer }
  | { readonly kind: 'text'; readonly text: string }

/**
 * Why a window is not drawn. `elsewhere`: of another time; `too-much`: more samples than any window
 * has; `unreadable`: not in the contract.
 */
export type TraceFault = WaveformFault | 'elsewhere' | 'too-much' | 'unreadable'

export interface TraceSummary {
  readonly gaps: readonly Gap[]
  /** Where two readings of the same time disagree: both are drawn. */
  readonly conflicts: readonly Gap[]
  /** The first sample, and the instant after the last; null: there are none. */
  readonly extent: Gap | null
  readonly samples: number
  /** Hz, every one that occurs. */
  readonly frequencies: readonly number[]
}

/** `superseded`: another window was loaded meanwhile. */
export type LoadOutcome =
  | { readonly kind: 'loaded'; readonly summary: TraceSummary }
  | { readonly kind: 'refused'; readonly fault: TraceFault }
  | { readonly kind: 'superseded' }

/** How many windows a pen holds: the visible one, its neighbours and recent ones. */
export const mostHeld = 6

/** What a pen draws on: the paper, and the strip of times above it. */
export interface PenCanvases {
  readonly paper: HTMLCanvasElement
  readonly times: HTMLCanvasElement
}

/** Draws on a paper, in a worker or in the page. */
export interface TracePen {
  readonly at: 'worker' | 'page'
  /**
   * Reads a window of `read` and draws it in place of the one before, also when it is refused. The
   * last few forms are held by object, so their bytes must not change. Rejects when the worker
   * died.
   */
  load(form: WindowForm, read: Stretch): Promise<LoadOutcome>
  /** Reads a window that may be wanted next, without drawing it. Rejects as `load` does. */
  prepare(form: WindowForm, read: Stretch): Promise<LoadOutcome>
  /** What `load` would say of a form that is held; null: it is not, or not yet. */
  known(form: WindowForm): LoadOutcome | null
  /** Draws a view with the next frame; of several before it the last. */
  show(view: PaperView, times: TimesView, colours: PaperColours): void
  /** The same view from another instant at the left edge: all that a frame of moving sends. */
  move(left: number): void
  /** Resolves once what was told before is on the canvas. */
  painted(): Promise<void>
  /** The sample nearest to an instant, mV; null where there is none. */
  valueAt(instant: number): Promise<number | null>
  /** A view of the same window as an image (PNG), for paper. */
  image(view: PaperView, colours: PaperColours): Promise<Blob>
  close(): void
}
