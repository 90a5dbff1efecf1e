import { may } from '../../../src/domain/access/may'
import { documentFileName } from '../../../src/domain/document/document'
import type { Clock } from '../../clock'
import type { Database } from '../../db/database'
import { findActing } from '../../graphql/acting'
import { mayStillAct } from '../../graphql/acting-as'
import { notFound } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import { mayReadNow } from '../../graphql/visibility'
import { fileOf, findDocument } from './repository'

/** What an address of a document stands for. */
export interface DocumentOpening {
  readonly documentId: string
  readonly userId: string
  readonly organizationId: string
  /** The internal user behind this one, and when they signed in; null: nobody. */
  readonly actedBy: { readonly userId: string; readonly signedInMs: number } | null
}

/**
 * The file of a document for whom its address was made, with the rights that they have now. Each
 * opening is in the action log.
 * @throws NOT_FOUND where they may not open it any more, or it is not ready
 */
export async function openDocument(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { documentId, userId, organizationId, actedBy }: DocumentOpening,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const acting = await findActing(database, userId, organizationId)
  if ('kind' in acting || !may(acting.principal, 'document.read')) throw notFound()
  if (
    actedBy !== null &&
    !(await mayStillAct(database.kysely, actedBy.userId, actedBy.signedInMs, clock.now()))
  )
    throw notFound()
  return database.asOrganization(organizationId, async (trx) => {
    const { kind, patientId, createdAt } = await findDocument(trx, documentId)
    const reader = { trx, acting, clock, loggedInAs: actedBy?.userId ?? null }
    if (!(await mayReadNow(reader, patientId))) throw notFound()
    const bytes = await fileOf(trx, documentId)
    if (bytes === undefined) throw notFound()
    await logged(reader, {
      action: 'openDocument',
      entityType: 'document',
      entityId: documentId,
      patientId,
      details: { kind },
    })
    return { name: documentFileName(kind, createdAt), bytes }
  })
}
