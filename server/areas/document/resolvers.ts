import type {
  DocumentAddress,
  MutationRetryDocumentArgs,
  PatientDocument,
  QueryDocumentAddressArgs,
  QueryPatientDocumentsArgs,
} from '../../../schema/generated/resolvers'
import { conflict } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import { addressFor, type SignAddress } from '../../graphql/opening'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { askAgain, documentsOf, findDocument } from './repository'

const visible = async (scope: Scope, id: string) => {
  const document = await findDocument(scope.trx, id)
  await requirePatient(scope, document.patientId)
  return document
}

/** Query fields of schema/document.graphql. */
export const createDocumentQueries = (sign: SignAddress) => ({
  async patientDocuments(
    scope: Scope,
    { patientId }: QueryPatientDocumentsArgs,
  ): Promise<PatientDocument[]> {
    await requirePatient(scope, patientId)
    return documentsOf(scope, patientId)
  },

  async documentAddress(
    scope: Scope,
    { documentId }: QueryDocumentAddressArgs,
  ): Promise<DocumentAddress> {
    const { state } = await visible(scope, documentId)
    if (state !== 'ready') throw conflict('NOT_READY', 'The document is not ready')
    return addressFor(scope, sign, documentId)
  },
})

const documentNow = (scope: Scope, { documentId }: MutationRetryDocumentArgs) =>
  visible(scope, documentId)

/** Mutation fields of schema/document.graphql. */
export const documentMutations = {
  async retryDocument(scope: Scope, args: MutationRetryDocumentArgs): Promise<PatientDocument> {
    const { id, patientId, kind } = await visible(scope, args.documentId)
    await askAgain(scope.trx, id)
    await logged(scope, {
      action: 'retryDocument',
      entityType: 'document',
      entityId: id,
      patientId,
      details: { command: scope.idempotencyKey, kind },
    })
    return documentNow(scope, args)
  },
}

/** What a repeat of a mutation is answered with. */
export const documentRereads = { retryDocument: documentNow }
