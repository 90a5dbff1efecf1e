import type { Database, Trx } from '../db/database'
import { hasExpired } from '../db/key-expiry'
import type { SecretBox } from '../secret-box'

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

/** The key of that id, unless there is none, it has expired, or its secret cannot be opened. */
export const findIngestKey = async (
  database: Database,
  box: SecretBox,
  id: string,
): Promise<IngestKey | null> => {
  const row = await database.kysely
    .selectFrom('ingest_key')
    .select(['id', 'organization_id', 'secret'])
    .where('id', '=', id)
    .where(hasExpired, '=', false)
    .executeTakeFirst()
  if (row === undefined) return null
  const secret = box.open(row.id, row.secret)
  return secret === null ? null : { id: row.id, organizationId: row.organization_id, secret }
}
