import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import { appendAction, canonical } from './action-log'
import type { Database, Trx } from './database'

/** The entry of the action log that says what the looks of a stretch of time come to. */
const sealAction = 'sealRecordReads'

/**
 * A look is sealed this long after it was told: whoever writes one has committed by then, on a server
 * whose clock is right within minutes. Milliseconds.
 */
const settledMs = 10 * 60_000
/** Of several servers, and of one that is started again and again, one seals so often. Milliseconds. */
const leastMs = 30 * 60_000
const pageSize = 1_000

/** What a look consists of. A column that comes later is not in what was sealed before. */
const readColumns = [
  'seq',
  'organization_id',
  'patient_id',
  'user_id',
  'roles',
  'logged_in_as',
  'screen',
  'device',
  'window_at',
  'read_at',
  'received_at',
] as const

/** The looks that were told from `from` (null: ever) until before `to`, ISO instants. */
interface Stretch {
  readonly from: string | null
  readonly to: string
}

interface Seal extends Stretch {
  readonly rows: number
  readonly sha256: string
}

/** What the looks of a stretch come to, in the order in which they were told. */
const digestOf = async (
  trx: Trx,
  organizationId: string,
  { from, to }: Stretch,
): Promise<Pick<Seal, 'rows' | 'sha256'>> => {
  const hash: Hash = createHash('sha256')
  let [rows, last]: [number, { readonly at: string; readonly seq: number } | null] = [0, null]
  for (;;) {
    const page = await trx
      .selectFrom('record_read')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('received_at', '<', to)
      .$if(from !== null, (asked) => asked.where('received_at', '>=', from ?? ''))
      .$if(last !== null, (asked) =>
        asked.where(
          sql<boolean>`(received_at, seq) > (${last?.at}::timestamptz, ${last?.seq}::bigint)`,
        ),
      )
      .orderBy('received_at')
      .orderBy('seq')
      .limit(pageSize)
      .execute()
    for (const row of page) hash.update(`${canonical(readColumns.map((column) => row[column]))}\n`)
    rows += page.length
    const end = page.at(-1)
    if (end === undefined || page.length < pageSize) return { rows, sha256: hash.digest('hex') }
    last = { at: end.received_at, seq: end.seq }
  }
}

interface SealEntry {
  readonly seq: number
  readonly details: Seal
}

const sealsOf = async (trx: Trx, organizationId: string): Promise<readonly SealEntry[]> =>
  (
    await trx
      .selectFrom('action_log')
      .select(['seq', 'details'])
      .where('organization_id', '=', organizationId)
      .where('action', '=', sealAction)
      .orderBy('seq')
      .execute()
  ).map(({ seq, details }) => ({ seq, details: details as unknown as Seal }))

const lastSealOf = async (trx: Trx, organizationId: string): Promise<Seal | null> => {
  const row = await trx
    .selectFrom('action_log')
    .select('details')
    .where('organization_id', '=', organizationId)
    .where('action', '=', sealAction)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : (row.details as unknown as Seal)
}

/**
 * Writes into the action log of each organisation what the looks at its records come to that were told
 * since the last time, also where there were none: a look that is changed, taken away or put in
 * later is found by `changedRows`. Safe on several servers.
 */
export const sealReads = async (database: Database, nowMs: number): Promise<void> => {
  const organizations = await database.asSystem((trx) =>
    trx
      .selectFrom('organization as o')
      .select('o.id')
      .where(sql<boolean>`exists (select from record_read r where r.organization_id = o.id)`)
      .orderBy('o.id')
      .execute(),
  )
  const to = new Date(nowMs - settledMs).toISOString()
  for (const { id } of organizations)
    await database.asSystem(async (trx) => {
      // Writers of one organisation take turns from here on: another server's seal is seen then.
      await sql`select from app_last_action(${id})`.execute(trx)
      const from = (await lastSealOf(trx, id))?.to ?? null
      if (from !== null && Date.parse(to) - Date.parse(from) < leastMs) return
      const digest = await digestOf(trx, id, { from, to })
      await appendAction(trx, {
        organizationId: id,
        at: new Date(nowMs).toISOString(),
        actorId: null,
        action: sealAction,
        details: { from, to, ...digest },
      })
    })
}

/** An emergency access as it was opened. */
export interface Access {
  readonly id: string
  readonly organization_id: string
  readonly user_id: string
  readonly patient_id: string
  readonly reason: string
  readonly reason_again: string | null
  readonly nth_in_shift: number
  readonly opened_at: string
  readonly ends_at: string
}

/** What an emergency access comes to, but for what a supervisor finds of it: its entry holds it. */
export const accessDigest = (row: Access): string =>
  createHash('sha256')
    .update(
      canonical([
        row.id,
        row.organization_id,
        row.user_id,
        row.patient_id,
        row.reason,
        row.reason_again,
        row.nth_in_shift,
        row.opened_at,
        row.ends_at,
      ]),
    )
    .digest('hex')

/** Emergency accesses that are not what the entries of the log say of them. */
const changedAccesses = async (trx: Trx, organizationId: string): Promise<readonly string[]> => {
  const rows = await trx
    .selectFrom('emergency_access')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  const entries = await trx
    .selectFrom('action_log')
    .select(['action', 'actor_id', 'entity_id', 'details'])
    .where('organization_id', '=', organizationId)
    .where('entity_type', '=', 'emergencyAccess')
    .orderBy('seq')
    .execute()
  const of = (action: string) =>
    new Map(
      entries.filter((entry) => entry.action === action).map((entry) => [entry.entity_id, entry]),
    )
  const [opened, reviewed] = [of('openEmergencyAccess'), of('reviewEmergencyAccess')]
  const isKept = (row: (typeof rows)[number]): boolean => {
    const [opening, review] = [opened.get(row.id), reviewed.get(row.id)]
    return (
      opening?.details['sha256'] === accessDigest(row) &&
      row.outcome === (review?.details['outcome'] ?? null) &&
      row.reviewed_by === (review?.actor_id ?? null)
    )
  }
  const there = new Set(rows.map(({ id }) => id))
  return [
    ...rows.filter((row) => !isKept(row)).map(({ id }) => `emergency_access ${id}`),
    ...[...opened.keys()]
      .filter((id) => id !== null && !there.has(id))
      .map((id) => `emergency_access ${id} is gone`),
  ]
}

/** Stretches of looks that are not what their seal says, and seals that no job wrote. */
const changedReads = async (
  trx: Trx,
  organizationId: string,
  afterSeq: number,
  nowMs: number,
): Promise<readonly string[]> => {
  const seals = await sealsOf(trx, organizationId)
  const changed: string[] = []
  for (const [nth, { seq, details }] of seals.entries()) {
    if (seq <= afterSeq) continue
    const { from, to, rows, sha256 } = details
    const stretch = `record_read from ${from ?? 'the first'} to ${to}`
    if (from !== (seals[nth - 1]?.details.to ?? null) || Date.parse(to) > nowMs)
      changed.push(`${stretch}: entry ${seq} is no seal of this stretch`)
    else {
      const found = await digestOf(trx, organizationId, { from, to })
      if (found.sha256 !== sha256)
        changed.push(`${stretch}: ${rows} were sealed, ${found.rows} are there`)
    }
  }
  return changed
}

/**
 * What is not as the action log of the organisation says, which was found whole: looks at records and
 * emergency accesses that were changed, taken away or put in later.
 * @param afterSeq looks that were sealed up to this entry are not read
 */
export const changedRows = async (
  trx: Trx,
  organizationId: string,
  afterSeq: number,
  nowMs: number,
): Promise<readonly string[]> => [
  ...(await changedReads(trx, organizationId, afterSeq, nowMs)),
  ...(await changedAccesses(trx, organizationId)),
]
