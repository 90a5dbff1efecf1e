import type { MediaType } from '../../src/domain/checkup/checkup-file'

/** A file that check-ups name. */
interface CheckupFileTable {
  id: string
  organization_id: string
  patient_id: string
  /** The sender's id. */
  source_id: string
  name: string
  media_type: MediaType
  byte_count: number
  /** Of the kept bytes, in hex. */
  sha256: string
  received_at: string
  payload_hash: string
}
interface CheckupFileBytesTable {
  file_id: string
  organization_id: string
  bytes: Uint8Array
}

export interface CheckupFileTables {
  checkup_file: CheckupFileTable
  checkup_file_bytes: CheckupFileBytesTable
}
