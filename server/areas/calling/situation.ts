import { sql } from 'kysely'
import type { HoldEnd } from '../../../src/domain/alerts/alert'
import { readEcgKey } from '../../../src/domain/alerts/ecg'
import type { Observed } from '../../../src/domain/alerts/observed'
import { readSilenceKey } from '../../../src/domain/alerts/silence'
import {
  calledSeverity,
  isOvertaken,
  isWell,
  type OpenAlert,
  type Resolved,
} from '../../../src/domain/calling/next'
import { calleeSchema, onCallAt, planSchema, type Callee } from '../../../src/domain/calling/plan'
import type { Trx } from '../../db/database'
import { readBetween } from '../alert'

const ms = (at: string): number => Date.parse(at)

/** The ward whose line is called about a patient, and whose clock counts there. */
export interface Place {
  readonly organizationId: string
  readonly wardId: string
  readonly timeZone: string
  /** Null: they are on the ward. Else the line is called of what was raised since: it came too late. */
  readonly dischargedAt: string | null
}

/** Where a patient is admitted, or was last, unless they died; undefined: nowhere. */
export const placeOf = async (trx: Trx, patientId: string): Promise<Place | undefined> =>
  trx
    .selectFrom('ward_admission as a')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .innerJoin('patient as p', 'p.id', 'a.patient_id')
    .select([
      'a.organization_id as organizationId',
      'a.ward_id as wardId',
      'o.time_zone as timeZone',
      'a.discharged_at as dischargedAt',
    ])
    .where('a.patient_id', '=', patientId)
    .where(sql<boolean>`(a.discharged_at is null or not app_has_died(a.patient_id))`)
    .where('p.deleted_at', 'is', null)
    .orderBy('a.discharged_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()

interface AlertRow {
  readonly id: string
  readonly type: string
  readonly source_key: string
  readonly severity: number
  readonly acknowledged_at: string | null
  readonly snoozed_at: string | null
  readonly snoozed_until: string | null
  readonly hold_ended_at: string | null
  readonly hold_ended_reason: HoldEnd | null
  readonly raised_at: string
  readonly readings: readonly {
    readonly ended_at: string
    readonly raised_at: string
    readonly is_checkup: boolean
  }[]
}

const holdOf = (row: AlertRow): OpenAlert['hold'] =>
  row.acknowledged_at !== null
    ? { sinceMs: ms(row.acknowledged_at), untilMs: Infinity }
    : row.snoozed_at !== null && row.snoozed_until !== null
      ? { sinceMs: ms(row.snoozed_at), untilMs: ms(row.snoozed_until) }
      : null

const isRuleOvertaken = (row: AlertRow, later: readonly Observed[]): boolean =>
  row.type === 'AlertRule' &&
  readSilenceKey(row.source_key) === null &&
  readEcgKey(row.source_key) === null &&
  row.readings.every(({ ended_at, raised_at, is_checkup }) => {
    const endedAt = new Date(ended_at).toISOString()
    return isOvertaken(
      endedAt,
      new Date(raised_at).toISOString(),
      is_checkup ? 'new-checkup' : 'continuous-monitoring',
      later.filter(({ atMs }) => atMs > ms(endedAt)),
    )
  })

/**
 * Whether each reading that raised it came late and is overtaken. A rhythm is overtaken by none. That a
 * check-up was missed is overtaken once the patient was measured after its time, whole, and is well.
 */
const areOvertaken = (row: AlertRow, later: readonly Observed[]): boolean => {
  if (row.type === 'CheckupScheduleEvent')
    return row.readings.every(({ ended_at }) =>
      isWell(
        'new-checkup',
        later.filter(({ atMs }) => atMs > ms(ended_at)),
      ),
    )
  return isRuleOvertaken(row, later)
}

/** The open alerts of a patient, as the rules of calling see them; of one who was discharged those since. */
export async function openAlertsOf(
  trx: Trx,
  patientId: string,
  { dischargedAt }: Pick<Place, 'dischargedAt'>,
  nowMs: number,
): Promise<readonly OpenAlert[]> {
  const { rows } = await sql<AlertRow>`
    select a.id, a.type, a.source_key, a.severity, a.acknowledged_at, a.snoozed_at, a.snoozed_until, a.hold_ended_at, a.hold_ended_reason,
      coalesce(t.raised_at, a.created_at) as raised_at, coalesce(t.readings, '[]') as readings
    from alert a left join lateral (
      select min(g.raised_at) filter (where g.severity >= a.severity) as raised_at,
        jsonb_agg(jsonb_build_object('ended_at', g.occurred_at, 'raised_at', g.raised_at, 'is_checkup', g.bucket_end_at is null))
          filter (where g.severity >= ${calledSeverity}) as readings
      from alert_trigger g where g.alert_id = a.id and g.status = 'open') t on true
    where a.patient_id = ${patientId} and a.status = 'open' and a.type <> 'PacsanaEvent'
      and (${dischargedAt}::timestamptz is null or coalesce(t.raised_at, a.created_at) > ${dischargedAt}::timestamptz) order by a.severity desc, a.id`.execute(
    trx,
  )
  const oldest = Math.min(
    ...rows.flatMap(({ readings }) => readings.map(({ ended_at }) => ms(ended_at))),
  )
  const later = Number.isFinite(oldest) ? await readBetween(trx, patientId, oldest, nowMs) : []
  return rows.map((row) => ({
    id: row.id,
    severity: row.severity,
    raisedMs: ms(row.raised_at),
    holdEnded:
      row.hold_ended_at === null
        ? null
        : { atMs: ms(row.hold_ended_at), isByTime: row.hold_ended_reason === 'time' },
    hold: holdOf(row),
    isOvertaken: row.readings.length > 0 && areOvertaken(row, later),
  }))
}

/** What people resolved of a patient's alerts in the last hour. */
export const resolvedOf = async (
  trx: Trx,
  patientId: string,
  nowMs: number,
): Promise<readonly Resolved[]> =>
  (
    await trx
      .selectFrom('alert_trigger')
      .select(['severity', 'closed_at'])
      .where('patient_id', '=', patientId)
      .where('closed_reason', '=', 'resolved')
      .where('closed_at', '>=', new Date(nowMs - 3_600_000).toISOString())
      .execute()
  ).flatMap(({ severity, closed_at }) =>
    closed_at === null ? [] : [{ severity, atMs: ms(closed_at) }],
  )

/** Users of a ward's staff who have an account, by id: who else is in a line is passed by. */
export const reachedOf = async (
  trx: Trx,
  wardId: string,
): Promise<ReadonlyMap<string, { readonly email: string }>> =>
  new Map(
    (
      await sql<{
        id: string
        email: string
      }>`select id, email from app_reached_staff(${wardId})`.execute(trx)
    ).rows.map(({ id, email }) => [id, { email }]),
  )

/** Who is on call on a ward now and can be reached, and its minutes; null: it has no plan. */
export async function onCallNow(trx: Trx, { wardId, timeZone }: Place, nowMs: number) {
  const row = await trx
    .selectFrom('on_call_plan')
    .select(['slots', 'minutes_of_severity4', 'minutes_of_severity3'])
    .where('ward_id', '=', wardId)
    .executeTakeFirst()
  if (row === undefined) return null
  const reached = await reachedOf(trx, wardId)
  const slots = planSchema.shape.slots.parse(row.slots)
  if (slots.length === 0) return null
  return {
    minutesOfSeverity4: row.minutes_of_severity4,
    minutesOfSeverity3: row.minutes_of_severity3,
    line: onCallAt({ slots }, nowMs, timeZone).filter(
      ({ userId }) => userId === null || reached.has(userId),
    ),
    emailOf: ({ userId, provider }: Callee): string =>
      provider?.email ?? reached.get(userId ?? '')?.email ?? '',
  }
}

/** That somebody is sought about a patient; undefined: nobody is. */
export const runningOf = (trx: Trx, patientId: string) =>
  trx
    .selectFrom('calling')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Who was called, in order. */
export const calledOf = async (trx: Trx, callingId: string) =>
  (
    await trx
      .selectFrom('calling_step')
      .select(['user_id', 'provider', 'called_at'])
      .where('calling_id', '=', callingId)
      .orderBy('step')
      .execute()
  ).map(({ user_id: userId, provider, called_at }) => ({
    callee: calleeSchema.parse({ userId, provider }),
    atMs: ms(called_at),
  }))
