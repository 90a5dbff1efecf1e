import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from './database'

/**
 * What happened, without anything a reader of the log should not see: ids, never names or texts.
 */
export interface ActionEntry {
  readonly organizationId: string
  /** ISO instant with milliseconds. */
  readonly at: string
  readonly actorId: string | null
  readonly loggedInAs?: string | null
  readonly action: string
  readonly entityType?: string | null
  readonly entityId?: string | null
  readonly patientId?: string | null
  readonly details?: Readonly<Record<string, unknown>>
}

/** An entry about a subject, as the sync engine calls a patient; null: about none. */
export const aboutSubject = (subjectId: string | null): Pick<ActionEntry, 'patientId'> => ({
  patientId: subjectId,
})

interface ChainedRow {
  readonly organization_id: string
  readonly seq: number
  readonly at: string
  readonly actor_id: string | null
  readonly logged_in_as: string | null
  readonly action: string
  readonly entity_type: string | null
  readonly entity_id: string | null
  readonly patient_id: string | null
  readonly details: Readonly<Record<string, unknown>>
  readonly prev_hash: string
}

/** What the first entry of an organisation is chained to. */
const chainStart = '0'.repeat(64)

/** JSON with sorted keys: jsonb does not keep the order in which an object was written. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}

const hashOf = (row: ChainedRow): string =>
  createHash('sha256')
    .update(
      canonical([
        row.prev_hash,
        row.organization_id,
        row.seq,
        row.at,
        row.actor_id,
        row.logged_in_as,
        row.action,
        row.entity_type,
        row.entity_id,
        row.patient_id,
        row.details,
      ]),
    )
    .digest('hex')

/**
 * Appends to the organisation's chain, in the transaction of what happened. Writers of one
 * organisation take turns.
 */
export const appendAction = (trx: Trx, { organizationId, ...entry }: ActionEntry): Promise<void> =>
  appendActions(trx, organizationId, [entry])

/** The same for several entries of one organisation, in their order. */
export async function appendActions(
  trx: Trx,
  organizationId: string,
  entries: ReadonlyArray<Omit<ActionEntry, 'organizationId'>>,
): Promise<void> {
  if (entries.length === 0) return
  const { rows: last } =
    await sql<ActionHead>`select seq, hash from app_last_action(${organizationId})`.execute(trx)
  let head: ActionHead = last[0] ?? { seq: 0, hash: chainStart }
  const rows = entries.map((entry) => {
    const row: ChainedRow = {
      organization_id: organizationId,
      seq: head.seq + 1,
      at: new Date(entry.at).toISOString(),
      actor_id: entry.actorId,
      logged_in_as: entry.loggedInAs ?? null,
      action: entry.action,
      entity_type: entry.entityType ?? null,
      entity_id: entry.entityId ?? null,
      patient_id: entry.patientId ?? null,
      details: entry.details ?? {},
      prev_hash: head.hash,
    }
    head = { seq: row.seq, hash: hashOf(row) }
    return { ...row, details: JSON.stringify(row.details), hash: head.hash }
  })
  await trx.insertInto('action_log').values(rows).execute()
}

/** The last entry of a chain. Kept outside the database, it shows that a later one lost its tail. */
export interface ActionHead {
  readonly seq: number
  readonly hash: string
}

/**
 * `brokenAt`: the seq of the first entry that was changed, moved or is missing; where a chain was
 * written anew, of the first one that is known to be another. null when the chain is whole.
 * `wholeUpTo`: up to this entry it is known to be as it was. `head`: its last entry; null when there is
 * none, or the chain is broken.
 */
export interface ReadChain {
  readonly brokenAt: number | null
  readonly wholeUpTo: number
  readonly head: ActionHead | null
}

/**
 * Reads on in the chain of an organisation from an entry that was found whole before: what was changed
 * before it is not seen, unless that entry was written anew with it.
 */
export async function continueActionChain(
  trx: Trx,
  organizationId: string,
  from: ActionHead,
): Promise<ReadChain> {
  const row = await trx
    .selectFrom('action_log')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('seq', '=', from.seq)
    .executeTakeFirst()
  return row === undefined || row.hash !== from.hash || row.hash !== hashOf(row)
    ? { brokenAt: from.seq, wholeUpTo: 0, head: null }
    : readActionChain(trx, organizationId, [], 1_000, from)
}

/**
 * Reads the whole chain of an organisation.
 * @param marks entries that were kept elsewhere, by their place: without them neither a cut tail nor a
 *   chain that was written anew can be seen
 * @param page entries that are read at once
 * @param from the entry behind which it begins
 */
export async function readActionChain(
  trx: Trx,
  organizationId: string,
  marks: readonly ActionHead[] = [],
  page = 1_000,
  from: ActionHead = { seq: 0, hash: chainStart },
): Promise<ReadChain> {
  let head = from
  let [passed, wholeUpTo] = [0, from.seq]
  const broken = (seq: number, after = seq - 1) => ({ brokenAt: seq, wholeUpTo: after, head: null })
  for (;;) {
    const rows = await trx
      .selectFrom('action_log')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('seq', '>', head.seq)
      .orderBy('seq')
      .limit(page)
      .execute()
    for (const row of rows) {
      const seq = head.seq + 1
      if (row.seq !== seq || row.prev_hash !== head.hash || row.hash !== hashOf(row))
        return broken(seq)
      const mark = marks[passed]
      if (mark?.seq === seq) {
        if (row.hash !== mark.hash) return broken(seq, wholeUpTo)
        passed += 1
        wholeUpTo = seq
      }
      head = { seq, hash: row.hash }
    }
    if (rows.length < page) break
  }
  if (passed < marks.length) return broken(head.seq + 1)
  return { brokenAt: null, wholeUpTo: head.seq, head: head.seq === 0 ? null : head }
}

/** The first entry of an organisation's chain that is not as it was written; null: it is whole. */
export const firstBrokenAction = async (
  trx: Trx,
  organizationId: string,
  expected?: ActionHead,
): Promise<number | null> =>
  (await readActionChain(trx, organizationId, expected === undefined ? [] : [expected])).brokenAt
