import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../db/database'

/** A younger admission has its slots counted from its start, an older one from now on. */
const newAdmission = '24 hours'

/** A schedule as its progress keeps it: in the zone of the organisation `o`, of the type `ct`. */
const kept = sql`(ct.schedule || jsonb_strip_nulls(jsonb_build_object('zone', o.time_zone, 'countsFromMs', (extract(epoch from ct.schedule_changed_at) * 1000)::bigint)))`

/** Watches the schedules of active admissions `a` from then on; those watched already stay. */
const watch = async (
  trx: Trx,
  which: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
  now: string,
): Promise<void> => {
  await sql`
    insert into checkup_schedule_progress (admission_id, checkup_type_id, organization_id, patient_id, schedule, decided_until, next_at)
    select a.id, ct.id, a.organization_id, a.patient_id, ${kept}, ${since}, ${now}::timestamptz
    from ward_admission a join checkup_type ct on ct.care_pathway_id = a.care_pathway_id join organization o on o.id = a.organization_id
    where a.discharged_at is null and ct.schedule is not null and ${which}
      and not exists (select 1 from checkup_schedule_progress p where p.admission_id = a.id and p.checkup_type_id = ct.id)
    on conflict do nothing`.execute(trx)
}

/** The latest of when the patient was admitted, put under the care pathway, and an instant. */
const notBefore = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`greatest(a.admitted_at, a.pathway_since, ${instant})`

/** Watches the schedules of one admission, whatever its age, by the slots from `sinceMs` (epoch ms) on. */
export const enrolAdmission = (
  trx: Trx,
  admissionId: string,
  sinceMs: number,
  nowMs: number,
): Promise<void> =>
  watch(
    trx,
    sql`a.id = ${admissionId}`,
    notBefore(sql`${new Date(sinceMs).toISOString()}::timestamptz`),
    new Date(nowMs).toISOString(),
  )

/** Any number, held while schedules are enrolled. */
const enrolLock = 718_204_552

/**
 * Admissions of whose schedules something changed since it was looked last; they are not told again
 * once this transaction is committed. What changed is expanded here and not where it was written: an
 * admission and a schedule that are written at the same time do not see each other.
 */
const asked = async (trx: Trx): Promise<readonly string[]> =>
  (
    await sql<{ id: string }>`
    with asked as (delete from enrolment_asked returning admission_id, care_pathway_id, organization_id)
    select a.id from asked q join ward_admission a on a.id = q.admission_id
    union select a.id from asked q join ward_admission a on a.care_pathway_id = q.care_pathway_id and a.discharged_at is null
    union select a.id from asked q join ward_admission a on a.organization_id = q.organization_id and a.discharged_at is null`.execute(
      trx,
    )
  ).rows.map(({ id }) => id)

/**
 * Watches new schedules of active admissions, changed ones by their new rule from now on, ones that
 * a patient came back to likewise, and ended ones no longer. Only admissions are read of which
 * something changed (enrolment_asked). Another server's work is skipped.
 */
export async function enrolSchedules(trx: Trx, nowMs: number): Promise<void> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${enrolLock}::bigint) as mine`.execute(trx)
  if (rows[0]?.mine !== true) return
  const ids = await asked(trx)
  if (ids.length === 0) return
  const isAsked = sql`a.id = any(${[...ids]}::text[])`
  const now = new Date(nowMs).toISOString()
  const dayAgo = sql`${now}::timestamptz - interval '${sql.raw(newAdmission)}'`
  await watch(
    trx,
    isAsked,
    sql`case when greatest(a.created_at, a.pathway_since) > ${dayAgo} then ${notBefore(dayAgo)} else ${now}::timestamptz end`,
    now,
  )
  await sql`
    update checkup_schedule_progress p set schedule = ${kept}, decided_until = greatest(p.decided_until, a.pathway_since,
      case when (p.schedule -> 'countsFromMs') is distinct from (${kept} -> 'countsFromMs') then ct.schedule_changed_at else ${now}::timestamptz end), next_at = ${now}::timestamptz
    from checkup_type ct, organization o, ward_admission a where ct.id = p.checkup_type_id and o.id = p.organization_id and a.id = p.admission_id
      and ${isAsked} and ct.schedule is not null and (p.schedule <> ${kept} or p.decided_until < a.pathway_since)`.execute(
    trx,
  )
  await sql`
    delete from checkup_schedule_progress p using ward_admission a, checkup_type ct
    where a.id = p.admission_id and ct.id = p.checkup_type_id and ${isAsked}
      and (a.discharged_at is not null or ct.schedule is null or ct.care_pathway_id <> a.care_pathway_id)`.execute(
    trx,
  )
}
