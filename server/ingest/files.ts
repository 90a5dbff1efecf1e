import { createHash } from 'node:crypto'
import {
  checkupFileUrl,
  isFit,
  mediaTypes,
  mostFileBytes,
  namedFiles,
  type FileUse,
  type MediaType,
} from '../../src/domain/checkup/checkup-file'
import type { Readings } from '../../src/domain/checkup/checkup'
import type { FileIngest } from '../../src/domain/checkup/file-ingest'
import { boundedNotUsable, notUsable } from '../../src/domain/checkup/sift'
import { filesById, findCheckupFile, storeCheckupFile } from '../areas/checkup-file'
import type { Trx } from '../db/database'
import { mediaTypeOf } from './file/media-type'
import { canBeDrawn } from './file/picture-size'
import { withoutMetadata } from './file/without-metadata'
import { patientContext } from './patient-context'
import { invalid } from './refusal'
import type { Storage } from './store-once'

interface Prepared {
  readonly bytes: Uint8Array
  readonly mediaType: MediaType
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const refused = (path: string, message: string) => invalid([{ path, message }])

/** What is kept of the bytes that were sent. @throws Refusal 400 */
const keptOf = (item: FileIngest): Prepared => {
  const sent = Buffer.from(item.content, 'base64')
  if (item.content.length % 4 !== 0 || sent.byteLength === 0)
    throw refused('content', 'Must be base64')
  if (sent.byteLength > mostFileBytes)
    throw refused('content', `Must have ${mostFileBytes} bytes at most`)
  if (sha256Of(sent) !== item.sha256) throw refused('sha256', 'Is not of the content')
  const mediaType = mediaTypeOf(sent)
  if (mediaType === null)
    throw refused('content', `Must be one of ${mediaTypes.join(', ')}, told from its bytes`)
  const bytes = withoutMetadata(sent, mediaType)
  if (bytes === null)
    throw refused(
      'content',
      'Is damaged, tells where it was made in a way that is not removed, or is a PDF that does something when it is opened',
    )
  if (!canBeDrawn(bytes, mediaType)) throw refused('content', 'Must have 40 million pixels at most')
  return { bytes, mediaType }
}

/** Files that check-ups name: what tells where they were made is removed, and nothing of it kept. */
export const fileStorage: Storage<FileIngest, Prepared> = {
  kind: 'file',
  find: async (trx, organizationId, sourceId) => {
    const row = await findCheckupFile(trx, organizationId, sourceId)
    return row === undefined
      ? null
      : {
          id: row.id,
          patientId: row.patient_id,
          receivedAt: row.received_at,
          payloadHash: row.payload_hash,
          more: {
            url: checkupFileUrl(row.id, row.name),
            mediaType: row.media_type,
            byteCount: row.byte_count,
            sha256: row.sha256,
          },
        }
  },
  prepare: async (trx, item, nowMs) => {
    await patientContext(trx, item.patientId, new Date(nowMs).toISOString())
    return keptOf(item)
  },
  insert: async (trx, base, item, { bytes, mediaType }) => {
    const more = { byteCount: bytes.byteLength, sha256: sha256Of(bytes) }
    const isNew = await storeCheckupFile(
      trx,
      {
        ...base,
        name: item.name,
        media_type: mediaType,
        byte_count: more.byteCount,
        sha256: more.sha256,
      },
      bytes,
    )
    return isNew ? { url: checkupFileUrl(base.id, item.name), mediaType, ...more } : null
  },
}

/**
 * The readings without the files that are not there, not of this organisation and this patient, or
 * cannot be shown where they are named: each is told as not usable.
 */
export async function withoutLostFiles(
  trx: Trx,
  organizationId: string,
  patientId: string,
  readings: Readings,
): Promise<Readings> {
  const named = namedFiles(readings)
  const files = await filesById(
    trx,
    patientId,
    named.map(({ fileId }) => fileId),
  )
  const lost = named.filter(({ use, url, fileId }) => {
    const file = files.get(fileId)
    return (
      file === undefined ||
      file.organization_id !== organizationId ||
      checkupFileUrl(file.id, file.name) !== url ||
      !isFit(use, file.media_type)
    )
  })
  if (lost.length === 0) return readings
  const isThere = (use: FileUse) => (_item: unknown, nth: number) =>
    !lost.some((one) => one.use === use && one.nth === nth)
  return {
    ...readings,
    picture: readings.picture.filter(isThere('picture')),
    lungSounds: readings.lungSounds.filter(isThere('lungSounds')),
    attachments: readings.attachments.filter(isThere('attachments')),
    notUsable: boundedNotUsable([
      ...readings.notUsable,
      ...lost.map(({ use, nth, url }) => notUsable([use, String(nth)], url, 'no-file')),
    ]),
  }
}
