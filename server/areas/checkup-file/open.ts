import { savedFileName } from '../../../src/domain/checkup/checkup-file'
import { notFound } from '../../graphql/errors'
import { hearGiven } from '../../graphql/given'
import { readFor, type Opening, type OpeningParts } from '../../graphql/opening'
import { mayOpenNow, mayReadNow } from '../../graphql/visibility'
import { readCheckupFile } from './repository'

/**
 * A file of a check-up for whom its address was made, with the rights that they have now. As a
 * check-up's, its reading is no entry of the action log (docs/decisions/0044).
 * @throws NOT_FOUND where they may not open it any more
 */
export const openCheckupFile = (
  parts: OpeningParts,
  opening: Opening,
): Promise<{ readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }> =>
  readFor(parts, opening, 'checkup.view', async (reader) => {
    const file = await readCheckupFile(reader.trx, opening.id)
    if (file === undefined || !(await mayReadNow(reader, file.patient_id))) throw notFound()
    const given = hearGiven(reader, 'checkupFiles')
    given.hear(file.patient_id, !(await mayOpenNow(reader, file.patient_id)))
    await given.keep(reader.trx, parts.clock.now())
    return {
      name: savedFileName(file.media_type, file.received_at),
      mediaType: file.media_type,
      bytes: file.bytes,
    }
  })
