import { Hono } from 'hono'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { openAddress } from '../document-address'
import { openDocument } from '../areas/document'
import type { SecretBox } from '../secret-box'
import { answerRefusal } from './rest'

/** The path of documents below the base path. */
export const documentPath = '/documents/file'

/**
 * `GET /documents/file?address=`: a document by its signed address, which the query
 * `documentAddress` gives. Whoever opens it is not signed in again: a browser's tab sends no token.
 * The address stands in the query, since paths are logged. Answers are `no-store`.
 */
export const documentRoutes = ({
  database,
  clock,
  secrets,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
}): Hono => {
  const app = new Hono()
  app.onError((error, c) => answerRefusal(c, error))
  app.get(documentPath, async (c) => {
    const opening = openAddress(secrets, c.req.query('address') ?? '', clock.now())
    if (opening === null)
      return c.json(
        {
          message: 'This address is not valid any more. Open the document from the record.',
          code: 'FORBIDDEN',
        },
        403,
      )
    const { name, bytes } = await openDocument({ database, clock }, opening)
    return c.body(Uint8Array.from(bytes), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${name}"`,
      'X-Robots-Tag': 'noindex',
    })
  })
  return app
}
