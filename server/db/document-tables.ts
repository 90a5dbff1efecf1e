import type { ColumnType, Generated } from 'kysely'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A document of a patient (src/domain/document). */
interface DocumentTable {
  id: string
  organization_id: string
  patient_id: string
  /** Of a discharge summary: the stay that it is about. */
  admission_id: OrNull<string>
  kind: 'discharge-summary' | 'report'
  /** `due`: asked for, and not drawn yet. */
  state: Generated<'due' | 'ready' | 'failed'>
  /** What it says, frozen. */
  source: ColumnType<unknown, string, never>
  created_at: string
  created_by: OrNull<string>
  made_at: OrNull<string>
  /** Of the file, in hex. */
  sha256: OrNull<string>
  byte_count: OrNull<number>
  attempts: Generated<number>
  due_at: string
  claimed_until: OrNull<string>
}
/** The bytes of a document that is ready. */
interface DocumentFileTable {
  document_id: string
  organization_id: string
  bytes: Uint8Array
}

export interface DocumentTables {
  document: DocumentTable
  document_file: DocumentFileTable
}
