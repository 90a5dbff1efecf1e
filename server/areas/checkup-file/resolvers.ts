import type { CheckupFile, QueryCheckupFilesArgs } from '../../../schema/generated/resolvers'
import { namedFiles } from '../../../src/domain/checkup/checkup-file'
import { notFound } from '../../graphql/errors'
import { addressFor, type SignAddress } from '../../graphql/opening'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { checkupsById } from '../checkup'
import { filesById } from './repository'

/** Query fields of schema/checkup-file.graphql. */
export const createCheckupFileQueries = (sign: SignAddress) => ({
  async checkupFiles(scope: Scope, { checkupId }: QueryCheckupFilesArgs): Promise<CheckupFile[]> {
    const checkup = (await checkupsById(scope.trx, [checkupId])).get(checkupId)
    if (checkup === undefined) throw notFound()
    await requirePatient(scope, checkup.patientId)
    const named = namedFiles(checkup)
    const files = await filesById(
      scope.trx,
      checkup.patientId,
      named.map(({ fileId }) => fileId),
    )
    scope.log.info({
      event: 'checkup-files-opened',
      userId: scope.acting.userId,
      patientId: checkup.patientId,
      checkupId,
    })
    return named.flatMap(({ fileId, url }) => {
      const file = files.get(fileId)
      if (file === undefined) return []
      const { media_type: mediaType, byte_count: byteCount } = file
      return [{ url, mediaType, byteCount, ...addressFor(scope, sign, fileId) }]
    })
  },
})
