import { sql } from 'kysely'
import type { Trx } from '../../db/database'

/** Patients who are looked at together, and whose changes one transaction makes. */
const batch = 200

const iso = (ms: number): string => new Date(ms).toISOString()

/** A patient who is to be looked at, as they were asked for. */
export interface Watched {
  readonly patient_id: string
  readonly organization_id: string
  readonly asked: number
}

/** Who is to be looked at, in the order of organisations, behind one. */
export const watchedAt = async (
  trx: Trx,
  nowMs: number,
  behind: Watched | undefined,
): Promise<readonly Watched[]> =>
  (
    await sql<Watched>`select patient_id, organization_id, asked from silence_watch where look_at <= ${iso(nowMs)}
      and (organization_id, patient_id) > (${behind?.organization_id ?? ''}, ${behind?.patient_id ?? ''})
    order by organization_id, patient_id limit ${batch}`.execute(trx)
  ).rows

/** Of whom nothing is to be done: when they are looked at again, and whether something is silent. */
export interface Settled {
  readonly id: string
  readonly lookMs: number
  readonly isSilent: boolean
}

/** Keeps when patients are looked at again, of whom nothing changed and whom nobody holds. */
export const keepLooks = async (
  trx: Trx,
  watched: readonly Watched[],
  settled: readonly Settled[],
): Promise<void> => {
  if (settled.length === 0) return
  const asked = new Map(watched.map((one) => [one.patient_id, one.asked]))
  await sql`
    with given as (select * from unnest(${settled.map(({ id }) => id)}::text[], ${settled.map(({ id }) => asked.get(id) ?? 0)}::bigint[],
      ${settled.map(({ lookMs }) => iso(lookMs))}::timestamptz[], ${settled.map((one) => one.isSilent)}::boolean[]) as g (id, asked, look_at, is_silent)),
    held as (select w.patient_id from silence_watch w join given g on g.id = w.patient_id and g.asked = w.asked for update of w skip locked)
    update silence_watch w set look_at = g.look_at, is_silent = g.is_silent from given g join held on held.patient_id = g.id where w.patient_id = g.id`.execute(
    trx,
  )
}
