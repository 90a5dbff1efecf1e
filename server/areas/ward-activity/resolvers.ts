import { sql } from 'kysely'
import type { QueryWardActivityArgs, WardDay } from '../../../schema/generated/resolvers'
import { dayOf } from '../../../src/domain/time'
import { isoNow } from '../../clock'
import { badInput } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'

const mostDays = 31
/** How many days are told where none are asked for, today the last. */
const usualDays = 30
const dayMs = 86_400_000

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** @throws BAD_USER_INPUT naming `to` */
const checkDays = (from: string, to: string): void => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1) throw badInput([{ path: 'to', message: 'Must not be before from' }])
  if (days > mostDays)
    throw badInput([{ path: 'to', message: `Must be within ${mostDays} days of from` }])
}

interface Row {
  readonly ward_id: string
  readonly ward_name: string
  readonly deleted_at: string | null
  readonly day: string
  readonly occupancy: number
  readonly admissions: number
  readonly transfers_in: number
  readonly discharges: number
  readonly stay_hours: number | null
  readonly alerts: number
  readonly minutes: number | null
  readonly capacity: number | null
  readonly due: number
  readonly done: number
}

/** Query fields of schema/ward-activity.graphql. */
export const wardActivityQueries = {
  async wardActivity(scope: Scope, args: QueryWardActivityArgs): Promise<WardDay[]> {
    const { organizationId } = scope.acting
    const { time_zone: zone } = await scope.trx
      .selectFrom('organization')
      .select('time_zone')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    const to = args.to ?? dayOf(scope.clock.now(), zone)
    const from = args.from ?? daysBefore(to, usualDays - 1)
    checkDays(from, to)
    const now = isoNow(scope.clock)
    // A stay on a ward lasts from the event that began it to the next one, or to the discharge.
    const { rows } = await sql<Row>`
      with days as (
        select d::date as day, d at time zone o.time_zone as starts, (d + interval '1 day') at time zone o.time_zone as ends
        from organization o, generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d
        where o.id = ${organizationId} and d at time zone o.time_zone <= ${now}::timestamptz),
      stays as (
        select e.admission_id, e.patient_id, e.ward_id, e.type, e.effective_at as starts, a.admitted_at, a.discharged_at,
          coalesce(lead(e.effective_at) over (partition by e.admission_id order by e.effective_at, e.created_at, e.id), a.discharged_at, 'infinity') as ends,
          lead(e.id) over (partition by e.admission_id order by e.effective_at, e.created_at, e.id) is null as is_last
        from admission_event e join ward_admission a on a.id = e.admission_id
        where a.organization_id = ${organizationId} and e.type in ('Admission', 'WardTransfer'))
      select w.id as ward_id, w.name as ward_name, w.deleted_at, to_char(d.day, 'YYYY-MM-DD') as day,
        (select count(*)::int from stays s where s.ward_id = w.id and s.starts < least(d.ends, ${now}::timestamptz) and s.ends >= least(d.ends, ${now}::timestamptz)) as occupancy,
        (select count(*)::int from stays s where s.ward_id = w.id and s.type = 'Admission' and s.starts >= d.starts and s.starts < d.ends) as admissions,
        (select count(*)::int from stays s where s.ward_id = w.id and s.type = 'WardTransfer' and s.starts >= d.starts and s.starts < d.ends) as transfers_in,
        gone.n as discharges, gone.hours as stay_hours, raised.n as alerts, raised.minutes, slots.due, slots.done,
        (select c.capacity from ward_capacity c where c.ward_id = w.id and c.since < d.ends order by c.since desc limit 1) as capacity
      from ward w cross join days d
      cross join lateral (
        select count(*)::int as n, avg(extract(epoch from s.discharged_at - s.admitted_at) / 3600)::float8 as hours
        from stays s where s.ward_id = w.id and s.is_last and s.discharged_at >= d.starts and s.discharged_at < d.ends) gone
      cross join lateral (
        select count(*)::int as n, (percentile_cont(0.5) within group (order by extract(epoch from l.first_acknowledged_at - l.opened_at) / 60)
          filter (where l.first_acknowledged_at is not null))::float8 as minutes
        from alert_opening l where l.organization_id = ${organizationId} and l.ward_id = w.id and l.opened_at >= d.starts and l.opened_at < d.ends) raised
      cross join lateral (
        select count(*)::int as due, (count(*) filter (where s.is_done))::int as done
        from checkup_slot s where s.organization_id = ${organizationId} and s.ward_id = w.id and s.due_at >= d.starts and s.due_at < d.ends) slots
      where w.organization_id = ${organizationId} and (w.deleted_at is null or w.deleted_at >= d.starts)
      order by d.day desc, lower(w.name), w.id`.execute(scope.trx)
    return rows.map((row) => ({
      ward: { id: row.ward_id, name: row.ward_name },
      wardDeletedAt: row.deleted_at,
      day: row.day,
      occupancy: row.occupancy,
      capacity: row.capacity,
      admissions: row.admissions,
      transfersIn: row.transfers_in,
      discharges: row.discharges,
      lengthOfStayHours: row.stay_hours,
      alerts: row.alerts,
      minutesToAcknowledge: row.minutes,
      checkupsDue: row.due,
      checkupsDone: row.done,
    }))
  },
}
