import type { Selectable } from 'kysely'
import { missedSeverity } from '../../src/domain/alerts/callback'
import { answers, nextDecision, slotsDecided, type Scheduled, type Slot } from '../../src/domain/schedule/slot'
import { raiseAlert } from '../db/alerts'
import type { Database, Trx } from '../db/database'
import { nextRevision } from '../db/revision'
import type { Tables } from '../db/tables'
import { decidedNow, type JobParts } from './database-clock'

/** Schedules that one transaction decides, all of one organisation. */
const batch = 50

type Progress = Selectable<Tables['checkup_schedule_progress']>
interface Missed { readonly progress: Progress; readonly slot: Slot }

const iso = (ms: number): string => new Date(ms).toISOString()

/** The slots that no check-up of this kind answers; one that names no kind may be of any. */
async function unanswered(trx: Trx, progress: Progress, slots: readonly Slot[]): Promise<readonly Slot[]> {
  const [first, last] = [slots[0], slots.at(-1)]
  if (first === undefined || last === undefined) return []
  const checkups = await trx.selectFrom('checkup').select(['ended_at', 'checkup_type']).where('patient_id', '=', progress.patient_id)
    .where('ended_at', '>=', iso(first.opensMs)).where('ended_at', '<=', iso(last.closesMs)).execute()
  const ended = checkups.filter(({ checkup_type: type }) => type === null || type.id === progress.checkup_type_id).map(({ ended_at: at }) => Date.parse(at))
  return slots.filter((slot) => !ended.some((at) => answers(at, slot)))
}

const scheduledOf = async (trx: Trx, { admission_id: id, schedule }: Progress): Promise<Scheduled | null> => {
  const admission = await trx.selectFrom('ward_admission').select(['admitted_at', 'discharged_at']).where('id', '=', id).executeTakeFirst()
  if (admission === undefined || admission.discharged_at !== null) return null
  return { schedule, zone: schedule.zone, startMs: Date.parse(admission.admitted_at) }
}

const raise = async (trx: Trx, { progress, slot }: Missed, escalateAfterMinutes: number | null, nowMs: number, revision: number): Promise<void> => {
  const expectedAt = iso(slot.dueMs)
  await raiseAlert(trx, {
    organizationId: progress.organization_id, patientId: progress.patient_id, type: 'CheckupScheduleEvent', key: progress.checkup_type_id,
    source: `due ${progress.admission_id} ${expectedAt}`, occurredAt: expectedAt, severity: missedSeverity, escalateAfterMinutes,
    missed: { expectedAt, opensAt: iso(slot.opensMs), closesAt: iso(slot.closesMs), tolerance: progress.schedule.tolerance },
  }, iso(nowMs), revision)
}

/** Moves a schedule on to now, and names the slots that ran out unanswered. */
async function decide(trx: Trx, progress: Progress, nowMs: number): Promise<readonly Missed[]> {
  const scheduled = await scheduledOf(trx, progress)
  // A clock that was put back decides nothing anew.
  const until = Math.max(nowMs, Date.parse(progress.decided_until))
  const slots = scheduled === null ? null : slotsDecided(scheduled, Date.parse(progress.decided_until), until)
  const next = scheduled === null ? null : nextDecision(scheduled, until)
  await trx.updateTable('checkup_schedule_progress').set({ decided_until: iso(until), next_at: next === null ? null : iso(next) })
    .where('admission_id', '=', progress.admission_id).where('checkup_type_id', '=', progress.checkup_type_id).execute()
  return (await unanswered(trx, progress, slots ?? [])).map((slot) => ({ progress, slot }))
}

/**
 * Decides one batch of the slots that have run out: whoever has a row decides it, the others pass it by; with its alerts it is
 * committed or left as it was. Killed at any moment it is decided by the next who looks, and a slot raises its alert once (unique
 * by admission and instant), whatever the clocks did. Single organisation, so that counters and logs are taken in one order.
 * @returns how many schedules were decided; 0: nothing is due
 */
export const decideMissed = (database: Database, parts: JobParts): Promise<number> => database.asSystem(async (trx) => {
  const nowMs = await decidedNow(trx, parts)
  const due = () => trx.selectFrom('checkup_schedule_progress').where('next_at', '<=', iso(nowMs))
  const first = await due().select('organization_id').orderBy('next_at').limit(1).forUpdate().skipLocked().executeTakeFirst()
  if (first === undefined) return 0
  const rows = await due().selectAll().where('organization_id', '=', first.organization_id).orderBy('next_at').limit(batch).forUpdate().skipLocked().execute()
  const missed: Missed[] = []
  for (const row of rows) missed.push(...await decide(trx, row, nowMs))
  if (missed.length > 0) {
    const revision = await nextRevision(trx, first.organization_id)
    // With the counter taken nobody stores a check-up meanwhile: what came between is asked for once more.
    for (const one of missed) {
      if ((await unanswered(trx, one.progress, [one.slot])).length === 0) continue
      const pathway = await trx.selectFrom('checkup_type as ct').innerJoin('care_pathway as cp', 'cp.id', 'ct.care_pathway_id').select('cp.escalate_after_minutes')
        .where('ct.id', '=', one.progress.checkup_type_id).executeTakeFirst()
      await raise(trx, one, pathway?.escalate_after_minutes ?? null, nowMs, revision)
    }
  }
  return rows.length
})
