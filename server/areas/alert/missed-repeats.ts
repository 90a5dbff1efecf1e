import { sql } from 'kysely'
import { unseenSeverity } from '../../../src/domain/alerts/unseen'
import { repeatKey, slotsOf } from '../../../src/domain/repeat/repeat'
import type { Slot } from '../../../src/domain/schedule/slot'
import type { Database, Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'
import { eachApart, newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { forOrganization } from '../../jobs/organization-failed'
import { raiseAlert, type RaisedTrigger } from './raise'

/** Repeats that one transaction decides, all of one organisation. */
const batch = 500

/** A repeat that is due to be looked at. */
interface Looked {
  readonly id: string
  readonly patient_id: string
  readonly captured_at: string
  readonly due_at: string
  readonly every_minutes: number | null
  readonly until_at: string | null
  readonly decided_until: string
  /** It was neither taken back nor replaced, and its admission is active. */
  readonly stands: boolean
  readonly escalate_after_minutes: number | null
  /** The score in force, or its lower bound; null: nothing was scored. */
  readonly total: number | null
  /** When check-ups of the patient that answer ended since it was asked for, epoch ms. */
  readonly ends: readonly number[] | null
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Locks a batch of what is to be looked at of whom an organisation has admitted; other servers skip it. */
const lockLooked = async (
  trx: Trx,
  organizationId: string,
  skipped: readonly string[],
  nowMs: number,
): Promise<readonly Looked[]> =>
  (
    await sql<Looked>`
    select r.id, r.patient_id, r.captured_at, r.due_at, r.every_minutes, r.until_at, r.decided_until, cp.escalate_after_minutes, greatest(b.order_total, b.both_total) as total,
      exists (select 1 from standing_repeat s where s.id = r.id) as stands,
      (select jsonb_agg((extract(epoch from c.ended_at) * 1000)::bigint) from valid_checkup c where c.patient_id = r.patient_id and app_measures_any(c.ews_scores, c.readings) and c.ended_at > r.captured_at and c.ended_at <= ${iso(nowMs)}::timestamptz) as ends
    from observation_repeat r join ward_admission a on a.id = r.admission_id join care_pathway cp on cp.id = a.care_pathway_id left join patient_summary b on b.patient_id = r.patient_id
    where a.organization_id = ${organizationId} and r.look_at <= ${iso(nowMs)}::timestamptz and not r.id = any(${[...skipped]}::text[])
    order by r.look_at limit ${batch} for update of r skip locked`.execute(trx)
  ).rows

const triggerOf = (
  organizationId: string,
  { id, patient_id: patientId, escalate_after_minutes: escalateAfterMinutes, total }: Looked,
  { dueMs, opensMs, closesMs }: Slot,
): RaisedTrigger => ({
  organizationId,
  patientId,
  type: 'CheckupScheduleEvent',
  key: repeatKey,
  source: `repeat ${id} ${iso(dueMs)}`,
  occurredAt: iso(dueMs),
  severity: unseenSeverity(total),
  escalateAfterMinutes,
  missed: {
    expectedAt: iso(dueMs),
    opensAt: iso(opensMs),
    closesAt: iso(closesMs),
    tolerance: { early: (dueMs - opensMs) / 1000, late: (closesMs - dueMs) / 1000 },
  },
})

/** Raises what was missed of a repeat, and says when it is looked at next. */
async function decide(
  trx: Trx,
  organizationId: string,
  repeat: Looked,
  nowMs: number,
  revision: number,
): Promise<void> {
  const slots = slotsOf({
    askedAt: repeat.captured_at,
    dueAt: repeat.due_at,
    everyMinutes: repeat.every_minutes,
    until: repeat.until_at,
  })
  const decidedMs = Date.parse(repeat.decided_until)
  // One that was made late answers it too: a request that came late is not told as missed after that.
  const missed = slots.filter(
    ({ opensMs, closesMs }) =>
      closesMs >= decidedMs &&
      closesMs < nowMs &&
      !(repeat.ends ?? []).some((endedMs) => endedMs >= opensMs),
  )
  if (repeat.stands)
    for (const slot of missed)
      await raiseAlert(trx, triggerOf(organizationId, repeat, slot), iso(nowMs), revision)
  const next = repeat.stands ? slots.find(({ closesMs }) => closesMs >= nowMs) : undefined
  await sql`update observation_repeat set decided_until = ${iso(nowMs)}::timestamptz, look_at = ${next === undefined ? null : iso(next.closesMs + 1)}::timestamptz
    where id = ${repeat.id}`.execute(trx)
}

/**
 * Decides one batch of the observations that people asked for and whose time ran out, of whom one
 * organisation has admitted. Behind its counter: nobody stores a check-up meanwhile. An observation
 * alerts once; a failing one does not stop the others.
 * @param round is told of each that threw, and leaves it alone
 * @returns how many were looked at; 0: nothing is due
 */
export const decideMissedRepeats = (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> =>
  database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const first = (
      await sql<{ id: string }>`
        select a.organization_id as id from observation_repeat r join ward_admission a on a.id = r.admission_id
        where r.look_at <= ${iso(nowMs)}::timestamptz and not r.id = any(${[...round.skipped]}::text[]) and not a.organization_id = any(${[...round.without]}::text[])
        order by r.look_at limit 1`.execute(trx)
    ).rows[0]
    if (first === undefined) return 0
    return forOrganization(first.id, async () => {
      const revision = await nextRevision(trx, first.id)
      const looked = await lockLooked(trx, first.id, round.skipped, nowMs)
      const failures = await eachApart(
        trx,
        looked,
        ({ id }) => ({ organizationId: first.id, kind: 'repeat', id }),
        (repeat) => decide(trx, first.id, repeat, nowMs, revision),
      )
      failures.forEach(round.failed)
      return looked.length
    })
  })
