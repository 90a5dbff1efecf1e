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
 * Waveforms of the open store, as bytes for a pen. Windows are kept sealed, up to 200 MB; the
 * oldest go first, and before anything else on a full disk.
 */
export interface Waveforms {
  /** What this device keeps of it; null: nothing. Never rejects. */
  kept(request: WaveformRequest): Promise<WaveformAnswer | null>
  /** Asks the server and keeps the answer. `known`: the tag of what is shown. Never rejects. */
  ask(request: WaveformRequest, known: string | null): Promise<CallResult<WaveformNews>>
  /** A pen for its canvases (platform/compute). Rejects without its code. `lost`: it died. */
  pen(canvases: PenCanvases, lost: () => void, inPage: boolean): Promise<TracePen>
}
