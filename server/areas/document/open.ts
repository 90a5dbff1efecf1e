import { documentFileName } from '../../../src/domain/document/document'
import { notFound } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import { readFor, type Opening, type OpeningParts } from '../../graphql/opening'
import { mayReadNow } from '../../graphql/visibility'
import { fileOf, findDocument } from './repository'

/**
 * The file of a document for whom its address was made, with the rights that they have now. Each
 * opening is in the action log.
 * @throws NOT_FOUND where they may not open it any more, or it is not ready
 */
export const openDocument = (
  parts: OpeningParts,
  opening: Opening,
): Promise<{ readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }> =>
  readFor(parts, opening, 'document.read', async (reader) => {
    const { kind, patientId, createdAt } = await findDocument(reader.trx, opening.id)
    if (!(await mayReadNow(reader, patientId))) throw notFound()
    const bytes = await fileOf(reader.trx, opening.id)
    if (bytes === undefined) throw notFound()
    await logged(reader, {
      action: 'openDocument',
      entityType: 'document',
      entityId: opening.id,
      patientId,
      details: { kind },
    })
    return { name: documentFileName(kind, createdAt), mediaType: 'application/pdf', bytes }
  })
