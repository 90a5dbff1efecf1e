import { sql } from 'kysely'
import type { Trx } from './database'
import type { Tables } from './tables'

// Of the sync engine, which calls a patient a subject and knows tables only by their names.

/** A table whose rows belong to a subject and whose changes are in the change log. */
export type LoggedTable = keyof Tables

export interface Change {
  readonly organization_id: string
  readonly v: number
  readonly entity: string
  readonly entity_id: string
}

/** How far the changes of one writing organisation go, and those of some tables. */
export interface Heads {
  /** Changes with the names that a record shows: of users, wards, organisations. */
  readonly names: string
  readonly organization_id: string | null
  /** Of the tables asked for. */
  readonly head: number | null
  /** Of all tables. */
  readonly newest: number | null
}

/** Where the change log of a subject is; one row at least. */
export async function changeHeads(
  trx: Trx,
  subjectId: string,
  tables: readonly LoggedTable[],
): Promise<readonly Heads[]> {
  const { rows } = await sql<Heads>`
    select stand.names, c.organization_id, c.head, c.newest from (select app_roster_versions(true) as names) stand left join (
      select organization_id, max(v) filter (where entity in (${sql.join([...tables])})) as head, max(v) as newest
      from change where patient_id = ${subjectId} group by organization_id) c on true order by c.organization_id`.execute(
    trx,
  )
  return rows
}

/** Changes of a subject's rows by one organisation. */
export const changesOf = (
  trx: Trx,
  subjectId: string,
  tables: readonly LoggedTable[],
  organizationId: string,
) =>
  trx
    .selectFrom('change')
    .select(['organization_id', 'v', 'entity', 'entity_id'])
    .where('patient_id', '=', subjectId)
    .where('entity', 'in', tables)
    .where('organization_id', '=', organizationId)

/**
 * The next older ids behind `last` ('' from the newest). By the row itself: an instant of ours has
 * lost its microseconds.
 */
export async function olderIds(
  trx: Trx,
  { table, writtenAt }: { readonly table: LoggedTable; readonly writtenAt: string },
  subjectId: string,
  last: string,
  take: number,
): Promise<readonly string[]> {
  const time = sql.ref(writtenAt)
  const older =
    last === ''
      ? sql``
      : sql`and (${time}, id) < (select ${time}, id from ${sql.table(table)} where id = ${last})`
  const { rows } = await sql<{
    id: string
  }>`select id from ${sql.table(table)} where patient_id = ${subjectId} ${older} order by ${time} desc, id desc limit ${take}`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Which of the named rows are a subject's, or the ids of those of a time (ISO 8601), newest first, with
 * all of the last one's instant.
 */
export async function idsOf(
  trx: Trx,
  { table, writtenAt }: { readonly table: LoggedTable; readonly writtenAt: string },
  subjectId: string,
  wanted:
    | { readonly ids: readonly string[] }
    | { readonly from: string | null; readonly before: string | null; readonly take: number },
): Promise<readonly string[]> {
  const time = sql.ref(writtenAt)
  const which =
    'ids' in wanted
      ? sql`and id = any(${[...wanted.ids]}::text[])`
      : sql`${wanted.from === null ? sql`` : sql`and ${time} >= ${wanted.from}::timestamptz`}
        ${wanted.before === null ? sql`` : sql`and ${time} < ${wanted.before}::timestamptz`}
        order by ${time} desc fetch first ${sql.lit(wanted.take)} rows with ties`
  const { rows } = await sql<{
    id: string
  }>`select id from ${sql.table(table)} where patient_id = ${subjectId} ${which}`.execute(trx)
  return rows.map(({ id }) => id)
}
