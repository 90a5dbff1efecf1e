import type { Selectable } from 'kysely'
import { missedSeverity } from '../../../src/domain/alerts/callback'
import { storedCheckupType } from '../../../src/domain/checkup/checkup'
import { isOfKind } from '../../../src/domain/schedule/kind'
import {
  answers,
  nextDecision,
  slotsDecided,
  type Scheduled,
  type Slot,
} from '../../../src/domain/schedule/slot'
import type { Database, Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'
import type { Tables } from '../../db/tables'
import { apart, ItemFailed, newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { forOrganization } from '../../jobs/organization-failed'
import { keepSlots } from './checkup-slots'
import { raiseAlert } from './raise'

/** Schedules that one transaction decides, all of one organisation. */
const batch = 50

type Progress = Selectable<Tables['checkup_schedule_progress']>
interface Missed {
  readonly progress: Progress
  readonly slot: Slot
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** The slots that no check-up of this kind answers; one that names no kind may be of any. */
async function unanswered(
  trx: Trx,
  progress: Progress,
  slots: readonly Slot[],
): Promise<readonly Slot[]> {
  const [first, last] = [slots[0], slots.at(-1)]
  if (first === undefined || last === undefined) return []
  const checkups = await trx
    .selectFrom('checkup')
    .select(['ended_at', 'checkup_type'])
    .where('patient_id', '=', progress.patient_id)
    .where('ended_at', '>=', iso(first.opensMs))
    .where('ended_at', '<=', iso(last.closesMs))
    .execute()
  const ended = checkups
    .filter(({ checkup_type: type }) =>
      isOfKind(storedCheckupType(type)?.id ?? null, progress.checkup_type_id),
    )
    .map(({ ended_at: at }) => Date.parse(at))
  return slots.filter((slot) => !ended.some((at) => answers(at, slot)))
}

const scheduledOf = async (
  trx: Trx,
  { admission_id: id, checkup_type_id: type, schedule }: Progress,
): Promise<Scheduled | null> => {
  const admission = await trx
    .selectFrom('ward_admission as a')
    .innerJoin('checkup_type as ct', 'ct.care_pathway_id', 'a.care_pathway_id')
    .select(['a.admitted_at', 'a.created_at', 'a.pathway_since', 'a.discharged_at'])
    .where('a.id', '=', id)
    .where('ct.id', '=', type)
    .executeTakeFirst()
  // Discharged, or put under another care pathway.
  if (admission === undefined || admission.discharged_at !== null) return null
  // Nothing was asked for before the admission was recorded, or put under the care pathway.
  const { admitted_at: admitted, created_at: recorded, pathway_since: moved } = admission
  const startMs = Math.max(...[admitted, recorded, moved ?? recorded].map(Date.parse))
  return { schedule, zone: schedule.zone, startMs }
}

const raise = async (
  trx: Trx,
  { progress, slot }: Missed,
  escalateAfterMinutes: number | null,
  nowMs: number,
  revision: number,
): Promise<void> => {
  const expectedAt = iso(slot.dueMs)
  await raiseAlert(
    trx,
    {
      organizationId: progress.organization_id,
      patientId: progress.patient_id,
      type: 'CheckupScheduleEvent',
      key: progress.checkup_type_id,
      source: `due ${progress.admission_id} ${expectedAt}`,
      occurredAt: expectedAt,
      severity: missedSeverity,
      escalateAfterMinutes,
      missed: {
        expectedAt,
        opensAt: iso(slot.opensMs),
        closesAt: iso(slot.closesMs),
        tolerance: progress.schedule.tolerance,
      },
    },
    iso(nowMs),
    revision,
  )
}

/** What of a schedule ran out, which of it unanswered, and when it is looked at next. */
interface Decision {
  readonly decided: readonly Slot[]
  readonly missed: readonly Missed[]
  readonly until: number
  readonly next: number | null
}

async function decisionOf(trx: Trx, progress: Progress, nowMs: number): Promise<Decision> {
  const scheduled = await scheduledOf(trx, progress)
  // A clock that was put back decides nothing anew.
  const until = Math.max(nowMs, Date.parse(progress.decided_until))
  const slots =
    scheduled === null ? null : slotsDecided(scheduled, Date.parse(progress.decided_until), until)
  const least = progress.schedule.countsFromMs ?? 0
  const counted = (slots ?? []).filter(({ dueMs }) => dueMs >= least)
  const missed = (await unanswered(trx, progress, counted)).map((slot) => ({ progress, slot }))
  return {
    decided: counted,
    missed,
    until,
    next: scheduled === null ? null : nextDecision(scheduled, until),
  }
}

const write = (
  trx: Trx,
  progress: Progress,
  change: { readonly decided_until?: string; readonly next_at: string | null },
) =>
  trx
    .updateTable('checkup_schedule_progress')
    .set(change)
    .where('admission_id', '=', progress.admission_id)
    .where('checkup_type_id', '=', progress.checkup_type_id)
    .execute()

/** Raises what was missed and moves the schedule on. */
async function settle(
  trx: Trx,
  progress: Progress,
  { decided, missed, until, next }: Decision,
  nowMs: number,
  revision: number | null,
): Promise<void> {
  const notDone = new Set<Slot>()
  if (revision !== null && missed.length > 0) {
    const pathway = await trx
      .selectFrom('checkup_type as ct')
      .innerJoin('care_pathway as cp', 'cp.id', 'ct.care_pathway_id')
      .select('cp.escalate_after_minutes')
      .where('ct.id', '=', progress.checkup_type_id)
      .executeTakeFirst()
    // With the counter locked nobody stores a check-up: ask once more what came meanwhile.
    for (const one of missed) {
      if ((await unanswered(trx, progress, [one.slot])).length === 0) continue
      await raise(trx, one, pathway?.escalate_after_minutes ?? null, nowMs, revision)
      notDone.add(one.slot)
    }
  }
  await keepSlots(trx, progress, decided, notDone)
  await write(trx, progress, {
    decided_until: iso(until),
    next_at: next === null ? null : iso(next),
  })
}

/** Pause before a failed schedule is tried again from the same slot, milliseconds. */
const againAfterMs = 15 * 60_000

/**
 * Decides one batch of closed slots of one organisation, with their alerts, in one transaction.
 * Other servers skip its rows; after a crash the next one decides. A slot alerts once (unique by
 * admission and instant). A failing schedule does not stop the others.
 * @param round is told of each schedule that threw, and leaves it alone
 * @returns how many schedules were looked at; 0: nothing is due
 */
export const decideMissed = async (
  database: Database,
  parts: JobParts,
  { without, failed } = newRound(),
): Promise<number> => {
  const { looked, failures } = await database.asSystem(async (trx) => {
    const nowMs = await decidedNow(trx, parts)
    const due = () => trx.selectFrom('checkup_schedule_progress').where('next_at', '<=', iso(nowMs))
    const first = await due()
      .select('organization_id')
      .$if(without.length > 0, (query) => query.where('organization_id', 'not in', [...without]))
      .orderBy('next_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (first === undefined) return { looked: 0, failures: [] }
    return forOrganization(first.organization_id, async () => {
      const rows = await due()
        .selectAll()
        .where('organization_id', '=', first.organization_id)
        .orderBy('next_at')
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute()
      const decisions = new Map<Progress, Decision>()
      const threw = new Map<Progress, Error>()
      for (const row of rows) {
        const error = await apart(
          trx,
          async () => void decisions.set(row, await decisionOf(trx, row, nowMs)),
        )
        if (error !== null) threw.set(row, error)
      }
      const revision = [...decisions.values()].some(({ missed }) => missed.length > 0)
        ? await nextRevision(trx, first.organization_id)
        : null
      for (const [row, decision] of decisions) {
        const error = await apart(trx, () => settle(trx, row, decision, nowMs, revision))
        if (error !== null) threw.set(row, error)
      }
      for (const row of threw.keys()) await write(trx, row, { next_at: iso(nowMs + againAfterMs) })
      return {
        looked: rows.length,
        failures: [...threw].map(
          ([row, error]) =>
            new ItemFailed(row.organization_id, 'schedule', row.checkup_type_id, error),
        ),
      }
    })
  })
  for (const failure of failures) failed(failure)
  return looked
}
