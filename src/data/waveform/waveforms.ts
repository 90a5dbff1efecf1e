import type { PenCanvases, TracePen, WindowForm } from '../../domain/ecg/pen'
import type { WaveformKind } from '../../domain/ecg/waveform'
import type { CallResult } from '../../engine/define/call'

/** Readings of a kind from one instant to before another, epoch milliseconds. */
export interface WaveformRequest {
  readonly patientId: string
  readonly type: WaveformKind
  readonly from: number
  readonly to: number
}

/** A window of readings. */
export interface WaveformAnswer {
  readonly form: WindowForm
  /** When the server said so, epoch milliseconds. */
  readonly asOf: number
  /** The server's name for exactly these readings; null: it has none. */
  readonly tag: string | null
}

/** `unchanged`: the server holds what `known` names, as of now. */
export type WaveformNews =
  | { readonly kind: 'window'; readonly answer: WaveformAnswer }
  | { readonly kind: 'unchanged'; readonly asOf: number }

/**
 * Waveforms of the open store. A window is bytes and no rows: nothing of it is opened in the page,
 * which hands it on to a pen. Windows that were fetched are kept sealed, at most 200 MB of them,
 * the oldest answers going first, and before anything else where a disk is full.
 */
export interface Waveforms {
  /** What this device keeps of it; null: nothing. Never rejects. */
  kept(request: WaveformRequest): Promise<WaveformAnswer | null>
  /** Asks the server and keeps the answer. `known`: the tag of what is shown. Never rejects. */
  ask(request: WaveformRequest, known: string | null): Promise<CallResult<WaveformNews>>
  /**
   * A pen for its canvases (platform/compute). Rejects where its code does not arrive. `lost`: it
   * died, other canvases need another pen.
   */
  pen(canvases: PenCanvases, lost: () => void, inPage: boolean): Promise<TracePen>
}
