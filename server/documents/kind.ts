import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { mostTries, triesAfterMs } from '../../src/domain/document/document'
import type { Database, Trx } from '../db/database'
import type { Kind } from '../queue'
import type { DocumentRenderer } from './renderer'

/** What a document says that is still to be drawn. */
const dueDocument = (trx: Trx, id: string) =>
  trx
    .selectFrom('document')
    .select(['organization_id', 'kind'])
    // As text: the thread that draws it reads it.
    .select(sql<string>`source::text`.as('source'))
    .where('id', '=', id)
    .where('state', '=', 'due')
    .executeTakeFirst()

/** The pages of what a document says, one after the other: others are served between. */
const partsOf = async (database: Database, id: string): Promise<readonly string[]> => {
  const parts: string[] = []
  for (;;) {
    const part = await database.asSystem((trx) =>
      trx
        .selectFrom('document_part')
        .select('body')
        .where('document_id', '=', id)
        .where('nth', '=', parts.length)
        .executeTakeFirst(),
    )
    if (part === undefined) return parts
    parts.push(part.body)
    await setImmediate()
  }
}

/** Keeps the file of a document. */
const keep = async (
  trx: Trx,
  document: { readonly id: string; readonly organizationId: string; readonly bytes: Uint8Array },
  nowMs: number,
): Promise<void> => {
  const { id, organizationId, bytes } = document
  await trx
    .updateTable('document')
    .set({
      state: 'ready',
      made_at: new Date(nowMs).toISOString(),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      byte_count: bytes.length,
    })
    .where('id', '=', id)
    .execute()
  await trx
    .insertInto('document_file')
    .values({ document_id: id, organization_id: organizationId, bytes })
    .execute()
}

/** Draws documents. A server that stops leaves the one under way to the next. */
export const documentKind = (
  database: Database,
  renderer: Pick<DocumentRenderer, 'render'>,
): Kind => ({
  name: 'document',
  leaseMs: 120_000,
  atOnce: 1,
  isFinishedAtStop: false,
  waitMs: (attempts) => triesAfterMs * 2 ** (attempts - 1),
  limit: {
    tries: mostTries,
    giveUp: async (trx, { key }) => {
      await trx
        .updateTable('document')
        .set({ state: 'failed' })
        .where('id', '=', key)
        .where('state', '=', 'due')
        .execute()
    },
  },
  work: async ({ key: id }, held) => {
    const due = await held((trx) => dueDocument(trx, id))
    if (due === undefined) return { end: 'over' }
    const { kind, source, organization_id: organizationId } = due
    const bytes = await renderer.render({ kind, source, parts: await partsOf(database, id) })
    return { end: 'over', note: (trx, nowMs) => keep(trx, { id, organizationId, bytes }, nowMs) }
  },
})
