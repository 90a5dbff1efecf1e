import type {
  DocumentAddress,
  MutationRetryDocumentArgs,
  PatientDocument,
  QueryDocumentAddressArgs,
  QueryPatientDocumentsArgs,
} from '../../../schema/generated/resolvers'
import { documentAddressMs } from '../../../src/domain/document/document'
import { isoNow } from '../../clock'
import { conflict } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import type { DocumentOpening } from './open'
import { askAgain, documentsOf, findDocument } from './repository'

/** Signs what an address stands for, until an instant (epoch ms). */
export type SignAddress = (opening: DocumentOpening, untilMs: number) => string

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
    const { acting, token, loggedInAs, clock } = scope
    const untilMs = clock.now() + documentAddressMs
    const opening = {
      documentId,
      userId: acting.userId,
      organizationId: acting.organizationId,
      actedBy:
        loggedInAs === null ? null : { userId: loggedInAs, signedInMs: token.authTime * 1000 },
    }
    return { address: sign(opening, untilMs), expiresAt: new Date(untilMs).toISOString() }
  },
})

const documentNow = (scope: Scope, { documentId }: MutationRetryDocumentArgs) =>
  visible(scope, documentId)

/** Mutation fields of schema/document.graphql. */
export const documentMutations = {
  async retryDocument(scope: Scope, args: MutationRetryDocumentArgs): Promise<PatientDocument> {
    const { id, patientId, kind } = await visible(scope, args.documentId)
    await askAgain(scope.trx, id, isoNow(scope.clock))
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
