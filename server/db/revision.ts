import { sql } from 'kysely'
import type { Trx } from './database'

/**
 * The next revision for rows of an organisation. Locks the organisation's counter until the
 * transaction ends, so that revisions are in commit order. A row takes the counter of its own
 * organization_id, whoever changes it: one row, one counter.
 */
export async function nextRevision(trx: Trx, organizationId: string): Promise<number> {
  const { rows } = await sql<{
    revision: number
  }>`select app_next_revision(${organizationId}) as revision`.execute(trx)
  const revision = rows[0]?.revision
  if (revision === undefined) throw new Error('app_next_revision answered nothing')
  return revision
}
