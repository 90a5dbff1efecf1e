import { sql } from 'kysely'
import type { Trx } from './database'

/**
 * The next revision of an organisation. Locks its counter until the transaction ends, so that
 * revisions are in commit order. A row uses the counter of its own organization_id.
 */
export async function nextRevision(trx: Trx, organizationId: string): Promise<number> {
  const { rows } = await sql<{
    revision: number
  }>`select app_next_revision(${organizationId}) as revision`.execute(trx)
  const revision = rows[0]?.revision
  if (revision === undefined) throw new Error('app_next_revision answered nothing')
  return revision
}

/**
 * The next revisions of several organisations, whose counters are taken in the order of their ids:
 * of two who need the same ones neither waits for the other in a ring.
 */
export async function nextRevisions(
  trx: Trx,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const revisions = new Map<string, number>()
  for (const id of [...new Set(organizationIds)].toSorted())
    revisions.set(id, await nextRevision(trx, id))
  return revisions
}
