import { z } from 'zod'
import { personSchema } from '../organization/organization'
import { reportAskedSchema } from '../report/report'

/** The kinds of documents that are kept. */
const documentKinds = ['discharge-summary', 'report'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentStates = ['due', 'ready', 'failed'] as const
export const documentSchema = z.object({
  id: z.string(),
  patientId: z.string(),
  /** discharge-summary or report. */
  kind: z.string(),
  state: z.enum(documentStates),
  /** Of a discharge summary: the stay that it is about. */
  admissionId: z.string().nullable(),
  /** When it was asked for; it says what was true then. */
  createdAt: z.string(),
  createdBy: personSchema.nullable(),
  /** Null: it is not ready. */
  madeAt: z.string().nullable(),
  byteCount: z.number().int().nullable(),
  /** Of the file, in hex. */
  sha256: z.string().nullable(),
  /** Of a report: of what it is. */
  report: reportAskedSchema.nullable(),
})

/** A document that is not drawn after so many tries has failed. */
export const mostTries = 3

/** The wait after the first try that failed, milliseconds; doubled after the second. */
export const triesAfterMs = 5_000

/** The name that a document's file is saved under: its kind and day, and nothing of the patient. */
export const documentFileName = (kind: DocumentKind, createdAt: string): string =>
  `${kind}-${createdAt.slice(0, 10)}.pdf`
