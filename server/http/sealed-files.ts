import { Hono, type MiddlewareHandler } from 'hono'
import { openCheckupFile } from '../areas/checkup-file'
import { openDocument } from '../areas/document'
import type { Opening, OpeningParts } from '../graphql/opening'
import { openAddress, type SealedKind } from '../sealed-address'
import type { SecretBox } from '../secret-box'
import { readRange } from './byte-range'
import { answerRefusal } from './rest'

interface OpenedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}
type Open = (parts: OpeningParts, opening: Opening) => Promise<OpenedFile>

/** Where each kind is, below the base path. */
export const sealedPaths: Readonly<Record<SealedKind, string>> = {
  document: '/documents/file',
  'checkup-file': '/checkups/file',
}
const opens: Readonly<Record<SealedKind, Open>> = {
  document: openDocument,
  'checkup-file': openCheckupFile,
}

const over = {
  message: 'This address is not valid any more. Open the file from the record.',
  code: 'FORBIDDEN',
}

/**
 * `GET /documents/file?address=` and `GET /checkups/file?address=`: a file by its sealed address,
 * which a query gives. Whoever opens it is not signed in again: neither a browser's tab nor an image
 * sends a token. The address stands in the query, since paths are logged. Answers are `no-store`.
 */
export const sealedFileRoutes = ({
  secrets,
  strangers,
  ...parts
}: OpeningParts & {
  readonly secrets: SecretBox
  /** Counts what one address asks. */
  readonly strangers: MiddlewareHandler
}): Hono => {
  const app = new Hono()
  app.onError((error, c) => answerRefusal(c, error))
  for (const kind of ['document', 'checkup-file'] as const)
    app.get(sealedPaths[kind], strangers, async (c) => {
      const opening = openAddress(secrets, kind, c.req.query('address') ?? '', parts.clock.now())
      if (opening === null) return c.json(over, 403)
      const { name, mediaType, bytes } = await opens[kind](parts, opening)
      const size = bytes.byteLength
      const range = readRange(c.req.header('range'), size)
      const headers = {
        'Content-Type': mediaType,
        'Content-Disposition': `inline; filename="${name}"`,
        'X-Robots-Tag': 'noindex',
        'Accept-Ranges': 'bytes',
      }
      if (range === 'out')
        return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` })
      if (range === null) return c.body(Uint8Array.from(bytes), 200, headers)
      return c.body(Uint8Array.from(bytes.subarray(range.start, range.end + 1)), 206, {
        ...headers,
        'Content-Range': `bytes ${range.start}-${range.end}/${size}`,
      })
    })
  return app
}
