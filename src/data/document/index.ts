import { z } from 'zod'
import {
  DocumentAddressDocument,
  PatientDocumentsDocument,
  RetryDocumentDocument,
} from '../../../schema/generated/documents/document'
import { personSchema } from '../../domain/organization/organization'
import { defineCall, defineCommand } from '../../engine/define'

const state = z.enum(['due', 'ready', 'failed'])
const documentSchema = z.object({
  id: z.string(),
  kind: z.string(),
  state,
  admissionId: z.string().nullable(),
  createdAt: z.string(),
  createdBy: personSchema.nullable(),
  /** Of a report: what was asked for. */
  report: z
    .object({
      start: z.string(),
      end: z.string(),
      aggregateIntervalHours: z.number(),
      timeZone: z.string(),
      aggregates: z.boolean(),
      softSigns: z.boolean(),
      checkups: z.boolean(),
      notes: z.boolean(),
      alerts: z.boolean(),
      wardAdmissions: z.boolean(),
    })
    .nullable(),
})
/** A document of a patient; `due`: it is being made. */
export type PatientDocument = z.infer<typeof documentSchema>

/** The documents of a patient, newest first. */
export const patientDocuments = defineCall({
  name: 'patientDocuments',
  document: PatientDocumentsDocument,
  variables: (input: { readonly patientId: string }) => input,
  wire: (answer): readonly PatientDocument[] =>
    z.object({ patientDocuments: z.array(documentSchema) }).parse(answer).patientDocuments,
})

/** Where a document can be read for five minutes: a path at this server. */
export const documentAddress = defineCall({
  name: 'documentAddress',
  document: DocumentAddressDocument,
  variables: (input: { readonly documentId: string }) => input,
  wire: (answer): string =>
    z.object({ documentAddress: z.object({ address: z.string().startsWith('/') }) }).parse(answer)
      .documentAddress.address,
})

/** Has a document that could not be made made again. */
export const retryDocument = defineCommand({
  name: 'retryDocument',
  document: RetryDocumentDocument,
  input: z.object({ documentId: z.string().min(1) }),
  action: 'document.make',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ retryDocument: z.object({ id: z.string(), state }) }).parse(answer)
      .retryDocument,
  }),
  refreshes: ['patientDocuments'],
})
