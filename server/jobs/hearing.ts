import { sql } from 'kysely'
import type { Database } from '../db/database'
import { decidedNow, type JobParts } from './database-clock'

/** Since when servers can hear the devices, whichever of them runs. Epoch milliseconds. */
export interface Hearing {
  /** Since when one was there without a break. */
  readonly sinceMs: number
  /** When one looked last. */
  readonly lookedMs: number
  /** Since when nothing could be decided; null: something was. */
  readonly waitingMs: number | null
}

/** What devices could not send while no server was there has come after this, milliseconds. */
const heardAfterMs = 5 * 60_000
/** Servers that restart all the time decide after this at the latest, milliseconds. */
export const waitsAtMostMs = 30 * 60_000
/** No server looked for so long: none was there, milliseconds. */
const breakMs = 60_000

/**
 * Whether missing data proves something at `nowMs`, and what is remembered for the next look. It
 * outlives restarts: a short one does not start the wait again, and many do not make it endless.
 */
export const hear = (
  before: Hearing | null,
  nowMs: number,
): { readonly hears: boolean; readonly next: Hearing } => {
  const isThere =
    before !== null && nowMs - before.lookedMs <= breakMs && nowMs >= before.lookedMs - breakMs
  const sinceMs = isThere ? Math.min(before.sinceMs, nowMs) : nowMs
  const waitingMs = Math.min(before === null ? nowMs : (before.waitingMs ?? nowMs), nowMs)
  const hears = nowMs - sinceMs >= heardAfterMs || nowMs - waitingMs >= waitsAtMostMs
  return { hears, next: { sinceMs, lookedMs: nowMs, waitingMs: hears ? null : waitingMs } }
}

/** The same with what the database remembers, which all servers share. */
export const hearsNow = (database: Database, parts: JobParts): Promise<boolean> =>
  database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const { rows } = await sql<Hearing>`
      select since_ms::double precision as "sinceMs", looked_ms::double precision as "lookedMs", waiting_ms::double precision as "waitingMs"
      from job_hearing for update`.execute(trx)
    const { hears, next } = hear(rows[0] ?? null, nowMs)
    await sql`
      insert into job_hearing (since_ms, looked_ms, waiting_ms) values (${next.sinceMs}, ${next.lookedMs}, ${next.waitingMs})
      on conflict (one) do update set since_ms = excluded.since_ms, looked_ms = excluded.looked_ms, waiting_ms = excluded.waiting_ms`.execute(
      trx,
    )
    return hears
  })
