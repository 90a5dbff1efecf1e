import { sql } from 'kysely'
import type { IntegrationApiKey, Person } from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import { hasExpired } from '../../db/key-expiry'
import type { Scope } from '../../graphql/scope'

/** Keys that a list holds at most; 10 of them are active at most. */
const listedKeys = 50
/** Any number that no other lock of two numbers begins with. */
const keyLock = 718_204_554

const columns = [
  'id',
  'created_at',
  'deleted_at',
  sql<Person | null>`app_person(ingest_key.created_by)`.as('author'),
] as const

const keyOf = (row: {
  id: string
  created_at: string
  deleted_at: string | null
  author: Person | null
}): IntegrationApiKey => ({
  id: row.id,
  apiKey: row.id,
  secret: null,
  deletedAt: row.deleted_at,
  createdAt: row.created_at,
  createdBy: row.author,
})

/** Until the transaction ends, nobody else changes which keys of the organisation are active. */
export const lockKeys = async ({ trx, acting }: Scope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${keyLock}::int, hashtext(${acting.organizationId}))`.execute(
    trx,
  )
}

/** The keys of the acting organisation, as schema/api-key.graphql orders them. */
export const listKeys = async (scope: Scope): Promise<IntegrationApiKey[]> =>
  (
    await scope.trx
      .selectFrom('ingest_key')
      .select(columns)
      .where('organization_id', '=', scope.acting.organizationId)
      .orderBy(hasExpired)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(listedKeys)
      .execute()
  ).map(keyOf)

/** How many keys are active now. */
export const countActiveKeys = async ({ trx, acting }: Scope): Promise<number> => {
  const { active } = await trx
    .selectFrom('ingest_key')
    .select(sql<number>`count(*)::int`.as('active'))
    .where('organization_id', '=', acting.organizationId)
    .where(hasExpired, '=', false)
    .executeTakeFirstOrThrow()
  return active
}

/** Stores a new key. @param sealed its secret, readable by the ingest API alone */
export const insertKey = async (
  { trx, acting, clock }: Scope,
  key: { readonly id: string; readonly sealed: string },
): Promise<IntegrationApiKey> =>
  keyOf(
    await trx
      .insertInto('ingest_key')
      .values({
        id: key.id,
        organization_id: acting.organizationId,
        secret: key.sealed,
        created_at: isoNow(clock),
        created_by: acting.userId,
      })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )

/** A key of the acting organisation; undefined where it has none of that id. */
export const findKey = async (
  { trx, acting }: Scope,
  id: string,
): Promise<{ readonly key: IntegrationApiKey; readonly isExpired: boolean } | undefined> => {
  const row = await trx
    .selectFrom('ingest_key')
    .select([...columns, hasExpired.as('expired')])
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .executeTakeFirst()
  return row && { key: keyOf(row), isExpired: row.expired }
}

/** The instant, or now by the database's clock where it is null or has passed. */
export const notBeforeNow = (at: string | null) =>
  sql<string>`greatest(${at}::timestamptz, date_trunc('milliseconds', clock_timestamp()))`

/** Sets when a key expires; null: never. */
export const setExpiry = async (
  { trx, acting }: Scope,
  id: string,
  deletedAt: ReturnType<typeof notBeforeNow> | null,
): Promise<IntegrationApiKey> =>
  keyOf(
    await trx
      .updateTable('ingest_key')
      .set({ deleted_at: deletedAt })
      .where('id', '=', id)
      .where('organization_id', '=', acting.organizationId)
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )
