import type { Database, Trx } from '../db/database'
import type { SecretBox } from './secret-box'

/** A key that may send readings of one organisation. */
export interface IngestKey {
  /** What the sender puts in X-Api-Key. */
  readonly id: string
  readonly organizationId: string
  readonly secret: string
}

/** Stores a key, or renews the secret of one that exists; an expired key stays expired. */
export const saveIngestKey = async (
  trx: Trx,
  box: SecretBox,
  key: IngestKey & {
    readonly name: string
    readonly createdAt: string
    readonly createdBy?: string | null
    readonly deletedAt?: string | null
  },
): Promise<void> => {
  const secret = box.seal(key.id, key.secret)
  await trx
    .insertInto('ingest_key')
    .values({
      id: key.id,
      organization_id: key.organizationId,
      name: key.name,
      secret,
      created_at: key.createdAt,
      created_by: key.createdBy ?? null,
      deleted_at: key.deletedAt ?? null,
    })
    .onConflict((on) =>
      on
        .column('id')
        .doUpdateSet({ secret })
        .where('ingest_key.organization_id', '=', key.organizationId),
    )
    .execute()
}

/**
 * The key of that id, unless there is none, it has expired at `nowMs`, or its secret cannot be
 * opened.
 */
export const findIngestKey = async (
  database: Database,
  box: SecretBox,
  id: string,
  nowMs: number,
): Promise<IngestKey | null> => {
  const row = await database.kysely
    .selectFrom('ingest_key')
    .select(['id', 'organization_id', 'secret', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || (row.deleted_at !== null && Date.parse(row.deleted_at) <= nowMs))
    return null
  const secret = box.open(row.id, row.secret)
  return secret === null ? null : { id: row.id, organizationId: row.organization_id, secret }
}
