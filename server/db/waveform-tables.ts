import type { ColumnType, Generated } from 'kysely'
import type { Instant } from './columns'

interface WaveformTable {
  id: string
  organization_id: string
  patient_id: string
  source_id: string
  kind: string
  started_at: Instant
  ended_at: Instant
  received_at: Instant
  /** Hz. */
  sample_rate: number
  /** The compact binary of src/domain/ecg. */
  samples: Uint8Array
  payload_hash: string
  revision: number
}
interface WaveformEventTable {
  id: string
  patient_id: string
  kind: string
  type: string
  started_at: Instant
  ended_at: Instant
  /** The analysis and its version. */
  method: string
  created_at: Instant
  /** The slot that it is of; null: its analyser knows no slots. */
  slot: ColumnType<number | null, number | null | undefined, number | null>
}
/** Slots of a patient's ECG that are to be analysed. */
interface WaveformSlotTable {
  patient_id: string
  kind: string
  slot: number
  failures: Generated<number>
  /** Rises with every waveform that touches the slot. */
  version: Generated<number>
  /** Who analyses it, until when; null: nobody. */
  claim: ColumnType<string | null, string | null | undefined, string | null>
  claimed_until: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
}

/** Waveforms, what was found in them, and what is still to be analysed. */
export interface WaveformTables {
  waveform: WaveformTable
  waveform_event: WaveformEventTable
  waveform_slot: WaveformSlotTable
}
