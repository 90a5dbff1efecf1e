import { z } from 'zod'
import {
  DocumentAddressDocument,
  PatientDocumentsDocument,
  RetryDocumentDocument,
} from '../../../schema/generated/documents/document'
import { documentSchema } from '../../domain/document/document'
import { defineCall, defineCommand } from '../../engine/define'

const listedSchema = documentSchema.omit({
  patientId: true,
  madeAt: true,
  byteCount: true,
  sha256: true,
})
/** A document of a patient; `due`: it is being made. */
export type PatientDocument = z.infer<typeof listedSchema>

/** The documents of a patient, newest first. */
export const patientDocuments = defineCall({
  name: 'patientDocuments',
  document: PatientDocumentsDocument,
  variables: (input: { readonly patientId: string }) => input,
  wire: (answer): readonly PatientDocument[] =>
    z.object({ patientDocuments: z.array(listedSchema) }).parse(answer).patientDocuments,
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
    value: z.object({ retryDocument: documentSchema.pick({ id: true, state: true }) }).parse(answer)
      .retryDocument,
  }),
  refreshes: ['patientDocuments'],
})
