import type { ColumnType, Generated } from 'kysely'
import type { OrNull } from './columns'

/** What a report was asked for. */
export interface ReportAsked {
  readonly start: string
  readonly end: string
  readonly aggregateIntervalHours: number
  readonly timeZone: string
  readonly aggregates: boolean
  readonly softSigns: boolean
  readonly checkups: boolean
  readonly notes: boolean
  readonly alerts: boolean
  readonly wardAdmissions: boolean
}

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
  /** Of a report: what was asked for. */
  report: ColumnType<ReportAsked | null, string | null | undefined, never>
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

/** A page of what a long document says, as JSON. */
interface DocumentPartTable {
  document_id: string
  /** 0, 1, …, in the order in which it is told. */
  nth: number
  organization_id: string
  body: string
}

export interface DocumentTables {
  document: DocumentTable
  document_part: DocumentPartTable
  document_file: DocumentFileTable
}
