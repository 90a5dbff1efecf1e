import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { mostTries, triesAfterMs } from '../../src/domain/document/document'
import type { Database, Trx } from '../db/database'
import { decidedNow, type JobParts } from '../jobs/database-clock'
import { startQueue } from '../jobs/queue'
import type { DocumentRenderer } from './renderer'

/** A server is given so long for one document, milliseconds; after that another tries. */
const claimMs = 120_000

export interface DocumentParts extends JobParts {
  readonly database: Database
  readonly renderer: Pick<DocumentRenderer, 'render'>
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** Once it aborts, a document that was not drawn is left to the next server, and not as a failure. */
  readonly stopping?: AbortSignal
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** A document that was never heard of again at its last try: it may be what ends the server. */
const failUnheard = (trx: Trx, nowMs: number) =>
  trx
    .updateTable('document')
    .set({ state: 'failed', claimed_until: null })
    .where('state', '=', 'due')
    .where('attempts', '>=', mostTries)
    .where('claimed_until', '<=', iso(nowMs))
    .returning('id')
    .execute()

/**
 * Takes the next document that is due, a summary before a report; what others are busy with is left
 * to them.
 */
const claim = (trx: Trx, nowMs: number) =>
  trx
    .updateTable('document')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), claimed_until: iso(nowMs + claimMs) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('document as due')
        .select('due.id')
        .where('due.state', '=', 'due')
        .where('due.due_at', '<=', iso(nowMs))
        .where((on) =>
          on.or([on('due.claimed_until', 'is', null), on('due.claimed_until', '<=', iso(nowMs))]),
        )
        .orderBy((on) => on('due.kind', '=', 'report'))
        .orderBy('due.due_at')
        .orderBy('due.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'organization_id', 'kind', 'attempts'])
    // As text: the thread that draws it reads it.
    .returning(sql<string>`source::text`.as('source'))
    .executeTakeFirst()
type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

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

/** Keeps the file of a document. One that another server finished meanwhile stays as it is. */
const keep = async (trx: Trx, claimed: Claimed, bytes: Uint8Array, nowMs: number) => {
  const kept = await trx
    .updateTable('document')
    .set({
      state: 'ready',
      made_at: iso(nowMs),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      byte_count: bytes.length,
      claimed_until: null,
    })
    .where('id', '=', claimed.id)
    .where('state', '=', 'due')
    .returning('id')
    .executeTakeFirst()
  if (kept === undefined) return
  await trx
    .insertInto('document_file')
    .values({ document_id: claimed.id, organization_id: claimed.organization_id, bytes })
    .execute()
}

// Of a try that lasted too long nothing is undone: another server may be at the next one.
const release = async (trx: Trx, { id, attempts }: Claimed): Promise<void> => {
  await trx
    .updateTable('document')
    .set({ attempts: attempts - 1, claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .where('attempts', '=', attempts)
    .execute()
}

const giveUp = async (trx: Trx, { id, attempts }: Claimed, nowMs: number): Promise<void> => {
  await trx
    .updateTable('document')
    .set(
      attempts >= mostTries
        ? { state: 'failed', claimed_until: null }
        : { claimed_until: null, due_at: iso(nowMs + triesAfterMs * 2 ** (attempts - 1)) },
    )
    .where('id', '=', id)
    .where('state', '=', 'due')
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * Draws every document that is due, one after the other, outside of any transaction. Safe on several
 * servers and when killed.
 * @returns how many were tried
 */
export async function makeDue(job: DocumentParts): Promise<number> {
  const { database, renderer, log, stopping } = job
  // It may change while a document is drawn.
  const isStopping = (): boolean => stopping?.aborted === true
  const now = (): Promise<number> => database.asSystem((trx) => decidedNow(trx, job))
  for (let count = 0; ; count += 1) {
    if (isStopping()) return count
    const nowMs = await now()
    for (const { id } of await database.asSystem((trx) => failUnheard(trx, nowMs)))
      log.warn({ event: 'document-not-made', id, attempts: mostTries, failure: 'unheard' })
    const claimed = await database.asSystem((trx) => claim(trx, nowMs))
    if (claimed === undefined) return count
    try {
      const parts = await partsOf(database, claimed.id)
      const { kind, source } = claimed
      const bytes = await renderer.render({ kind, source, parts })
      const madeMs = await now()
      await database.asSystem((trx) => keep(trx, claimed, bytes, madeMs))
    } catch (error) {
      if (isStopping()) {
        await database.asSystem((trx) => release(trx, claimed))
        return count
      }
      log.warn({
        event: 'document-not-made',
        id: claimed.id,
        organizationId: claimed.organization_id,
        attempts: claimed.attempts,
        failure: error instanceof Error ? error.name : 'unknown',
      })
      const failedMs = await now()
      await database.asSystem((trx) => giveUp(trx, claimed, failedMs))
    }
  }
}

/**
 * Draws what is asked for at once, and what waits when it is due. The renderer is warmed first.
 * @returns how to stop, which ends the renderer: the document that is under way is left to the next
 *   server
 */
export function startDocuments(
  {
    renderer,
    ...others
  }: Omit<DocumentParts, 'renderer' | 'stopping'> & {
    readonly renderer: DocumentRenderer
  },
  intervalMs?: number,
): () => Promise<void> {
  const stopping = new AbortController()
  // Where it fails, the first document that fails says so.
  renderer.warm().catch(() => undefined)
  const parts: DocumentParts = { ...others, renderer, stopping: stopping.signal }
  const stop = startQueue(
    {
      ...parts,
      channel: 'documents',
      work: async () => {
        await makeDue(parts)
      },
      abort: () => renderer.close(),
    },
    intervalMs,
  )
  return async () => {
    stopping.abort()
    await stop()
  }
}
