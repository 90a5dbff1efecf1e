import { sql, type Selectable } from 'kysely'
import { unseenSeverity } from '../../../src/domain/alerts/unseen'
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
import { apart, errorOf, ItemFailed, newRound } from '../../jobs/apart'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { forOrganization } from '../../jobs/organization-failed'
import { keepSlots } from './checkup-slots'
import { raiseAlerts, type RaisedTrigger } from './raise'

/** Schedules that one transaction decides, all of one organisation. */
const batch = 500

type Progress = Selectable<Tables['checkup_schedule_progress']>

const iso = (ms: number): string => new Date(ms).toISOString()

/** Slots of one schedule, ascending. */
interface Asked {
  readonly progress: Progress
  readonly slots: readonly Slot[]
}

/** When check-ups of the patients ended that may answer these slots, in their order. */
async function endsBetween(
  trx: Trx,
  asked: readonly Asked[],
): Promise<ReadonlyArray<readonly CheckupEnd[]>> {
  const windows = asked.flatMap(({ progress, slots }, n) => {
    const [first, last] = [slots[0], slots.at(-1)]
    return first === undefined || last === undefined
      ? []
      : [{ n, patient: progress.patient_id, from: iso(first.opensMs), to: iso(last.closesMs) }]
  })
  const found = asked.map((): CheckupEnd[] => [])
  if (windows.length === 0) return found
  const { rows } = await sql<
    CheckupEnd & { readonly n: number }
  >`select w.n, c.ended_at, c.checkup_type from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as w (n int, patient text, "from" timestamptz, "to" timestamptz)
    cross join lateral (select x.ended_at, x.checkup_type from valid_checkup x where x.patient_id = w.patient and x.ended_at >= w."from" and x.ended_at <= w."to") c`.execute(
    trx,
  )
  for (const row of rows) found[row.n]?.push(row)
  return found
}
interface CheckupEnd {
  readonly ended_at: string
  readonly checkup_type: unknown
}

/** The slots that no check-up of this kind answers; one that names no kind may be of any. */
const unanswered = ({ progress, slots }: Asked, ends: readonly CheckupEnd[]): readonly Slot[] => {
  const ended = ends
    .filter(({ checkup_type: type }) =>
      isOfKind(storedCheckupType(type)?.id ?? null, progress.checkup_type_id),
    )
    .map(({ ended_at: at }) => Date.parse(at))
  return slots.filter((slot) => !ended.some((at) => answers(at, slot)))
}

/** What is known of a due schedule: its admission, and when its pathway's alerts escalate. */
interface Due extends Progress {
  /** Null: discharged, or put under another care pathway. */
  readonly since: readonly string[] | null
  readonly escalate_after_minutes: number | null
  /** The score in force, or its lower bound; null: nothing was scored. */
  readonly total: number | null
}

/** Locks a batch of what is due in an organisation; other servers skip it. */
const lockDue = async (trx: Trx, organizationId: string, nowMs: number): Promise<readonly Due[]> =>
  (
    await sql<Due>`select p.*, cp.escalate_after_minutes, greatest(s.order_total, s.both_total) as total,
      case when ct.care_pathway_id = a.care_pathway_id and a.discharged_at is null then jsonb_build_array(a.admitted_at, a.created_at, coalesce(a.pathway_since, a.created_at)) end as since
    from checkup_schedule_progress p left join ward_admission a on a.id = p.admission_id
    left join checkup_type ct on ct.id = p.checkup_type_id left join care_pathway cp on cp.id = ct.care_pathway_id
    left join patient_summary s on s.patient_id = p.patient_id
    where p.organization_id = ${organizationId} and p.next_at <= ${iso(nowMs)}::timestamptz
    order by p.next_at limit ${batch} for update of p skip locked`.execute(trx)
  ).rows

/** What of a schedule ran out, which of it unanswered, and when it is looked at next. */
interface Decision {
  readonly progress: Due
  readonly slots: readonly Slot[]
  readonly missed: readonly Slot[]
  readonly until: number
  readonly next: number | null
}

/** The slots of a schedule that ran out, and when it is looked at next. */
function ranOut(progress: Due, nowMs: number): Omit<Decision, 'missed'> {
  // A clock that was put back decides nothing anew.
  const until = Math.max(nowMs, Date.parse(progress.decided_until))
  if (progress.since === null) return { progress, slots: [], until, next: null }
  const scheduled: Scheduled = {
    schedule: progress.schedule,
    zone: progress.schedule.zone,
    // Nothing was asked for before the admission was recorded, or put under the care pathway.
    startMs: Math.max(...progress.since.map((at) => Date.parse(at))),
  }
  const slots = slotsDecided(scheduled, Date.parse(progress.decided_until), until) ?? []
  const least = progress.schedule.countsFromMs ?? 0
  return {
    progress,
    slots: slots.filter(({ dueMs }) => dueMs >= least),
    until,
    next: nextDecision(scheduled, until),
  }
}

/** What came of one item of several, which must not take the others with it. */
const attempt = <Item, Done>(
  items: readonly Item[],
  threw: (item: Item, error: Error) => void,
  work: (item: Item, n: number) => Done,
): readonly Done[] =>
  items.flatMap((item, n) => {
    try {
      return [work(item, n)]
    } catch (error) {
      threw(item, errorOf(error))
      return []
    }
  })

const triggerOf = (
  {
    organization_id,
    patient_id,
    checkup_type_id,
    admission_id,
    schedule,
    escalate_after_minutes,
    total,
  }: Due,
  slot: Slot,
): RaisedTrigger => {
  const expectedAt = iso(slot.dueMs)
  return {
    organizationId: organization_id,
    patientId: patient_id,
    type: 'CheckupScheduleEvent',
    key: checkup_type_id,
    source: `due ${admission_id} ${expectedAt}`,
    occurredAt: expectedAt,
    severity: unseenSeverity(total),
    escalateAfterMinutes: escalate_after_minutes,
    missed: {
      expectedAt,
      opensAt: iso(slot.opensMs),
      closesAt: iso(slot.closesMs),
      tolerance: schedule.tolerance,
    },
  }
}

/** Moves schedules on. */
const write = async (
  trx: Trx,
  moved: ReadonlyArray<{
    readonly progress: Progress
    /** Null: as far as before. */
    readonly decidedUntil: string | null
    readonly nextAt: string | null
  }>,
): Promise<void> => {
  if (moved.length === 0) return
  await sql`update checkup_schedule_progress p set decided_until = coalesce(m.decided_until, p.decided_until), next_at = m.next_at
    from unnest(${moved.map(({ progress }) => progress.admission_id)}::text[], ${moved.map(({ progress }) => progress.checkup_type_id)}::text[],
      ${moved.map(({ decidedUntil }) => decidedUntil)}::timestamptz[], ${moved.map(({ nextAt }) => nextAt)}::timestamptz[]) as m (admission_id, checkup_type_id, decided_until, next_at)
    where p.admission_id = m.admission_id and p.checkup_type_id = m.checkup_type_id`.execute(trx)
}

/** Raises what was missed of an organisation's schedules and moves them on. */
async function settle(
  trx: Trx,
  organizationId: string,
  decisions: readonly Decision[],
  nowMs: number,
  revision: number | null,
): Promise<void> {
  const asked = decisions.map(({ progress, missed }) => ({ progress, slots: missed }))
  // With the counter locked nobody stores a check-up: ask once more what came meanwhile.
  const ends = await endsBetween(trx, asked)
  const settled = decisions.map(({ progress, slots, until, next }, n) => ({
    progress,
    slots,
    notDone: new Set(asked[n] === undefined ? [] : unanswered(asked[n], ends[n] ?? [])),
    decidedUntil: iso(until),
    nextAt: next === null ? null : iso(next),
  }))
  if (revision !== null)
    await raiseAlerts(
      trx,
      organizationId,
      settled.flatMap(({ progress, notDone }) =>
        [...notDone].map((slot) => triggerOf(progress, slot)),
      ),
      iso(nowMs),
      revision,
    )
  await keepSlots(trx, settled)
  await write(trx, settled)
}

/** Pause before a failed schedule is tried again from the same slot, milliseconds. */
const againAfterMs = 15 * 60_000

/**
 * Decides one batch of closed slots of one organisation, with their alerts, in one transaction, and
 * with as many statements for many as for few. Other servers skip its rows; after a crash the next
 * one decides. A slot alerts once (unique by admission and instant). A failing schedule does not stop
 * the others: where one cannot be written, each is written apart.
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
    const first = await trx
      .selectFrom('checkup_schedule_progress')
      .select('organization_id')
      .where('next_at', '<=', iso(nowMs))
      .$if(without.length > 0, (query) => query.where('organization_id', 'not in', [...without]))
      .orderBy('next_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (first === undefined) return { looked: 0, failures: [] }
    const organizationId = first.organization_id
    return forOrganization(organizationId, async () => {
      const rows = await lockDue(trx, organizationId, nowMs)
      const threw = new Map<Due, Error>()
      const found = attempt(
        rows,
        (row, error) => threw.set(row, error),
        (row) => ranOut(row, nowMs),
      )
      const ends = await endsBetween(trx, found)
      const decisions = attempt(
        found,
        ({ progress }, error) => threw.set(progress, error),
        (one, n): Decision => ({ ...one, missed: unanswered(one, ends[n] ?? []) }),
      )
      const revision = decisions.some(({ missed }) => missed.length > 0)
        ? await nextRevision(trx, organizationId)
        : null
      const together = await apart(trx, () =>
        settle(trx, organizationId, decisions, nowMs, revision),
      )
      for (const one of together === null ? [] : decisions) {
        const error = await apart(trx, () => settle(trx, organizationId, [one], nowMs, revision))
        if (error !== null) threw.set(one.progress, error)
      }
      await write(
        trx,
        [...threw.keys()].map((progress) => ({
          progress,
          decidedUntil: null,
          nextAt: iso(nowMs + againAfterMs),
        })),
      )
      return {
        looked: rows.length,
        failures: [...threw].map(
          ([row, error]) => new ItemFailed(organizationId, 'schedule', row.checkup_type_id, error),
        ),
      }
    })
  })
  for (const failure of failures) failed(failure)
  return looked
}
