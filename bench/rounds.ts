// Case: a round of the jobs that raise alerts: nothing due at 25,000 sessions, and then 25,000
// check-ups that nobody made
// Smallest: --engine postgres --organizations 2 --each 10 --rounds 2
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../server/db/database'
import { decideMissed, runDue } from '../server/jobs'
import { buildWorld } from '../tests/server/world'
import { databaseCpuMs, onEngines, option, quantile } from './engines'
import { declareBars, figure, measured } from './report'

// So many organisations, each with so many patients who are admitted, monitored and asked for
// check-ups, every tenth with an alert that somebody said that they deal with. A quiet round is what
// every server does each fifteen seconds. Then one check-up of everybody is missed at once.
const organizations = Number(option('organizations', '250'))
const each = Number(option('each', '100'))
const rounds = Number(option('rounds', '40'))
const warm = Math.min(5, Math.floor(rounds / 2))
const minute = 60_000
const bars = { quiet: 'a round in which nothing is due, 25,000 sessions, median, PostgreSQL' }
declareBars([{ name: bars.quiet, unit: 'ms', atMost: 10 }])

/** Fills the tests' world, by its own triggers, which set off what the jobs look at. */
const fill = async (owner: Database, nowMs: number): Promise<void> => {
  const now = new Date(nowMs).toISOString()
  const schedule = JSON.stringify({
    rrule: 'FREQ=DAILY;BYHOUR=8,12,16,20',
    tolerance: { early: 1800, late: 3600 },
  })
  const people = `from generate_series(1, ${organizations * each}) i cross join lateral (select 'b' || 1 + (i - 1) / ${each}) as o (id)`
  await owner.asSystem((trx) =>
    sql
      .raw(
        `
    insert into organization (id, name, type, edition, telephone, address, features, national_identifier_scheme, created_at)
      select 'b' || i, 'Bench ' || i, 'virtual_ward', 'en-GB', '', '{}', '{"wards": true, "continuousMonitoring": true}', 'NhsNumber', '${now}' from generate_series(1, ${organizations}) i;
    insert into org_version (organization_id, version) select 'b' || i, 1000 from generate_series(1, ${organizations}) i on conflict do nothing;
    insert into care_pathway (id, organization_id, name, created_at, updated_at, revision, escalate_after_minutes)
      select 'bp' || i, 'b' || i, 'Pathway', '${now}', '${now}', 1, 30 from generate_series(1, ${organizations}) i;
    insert into checkup_type (id, organization_id, care_pathway_id, name, heading, description, tiles, updated_at, revision, schedule)
      select 'bt' || i, 'b' || i, 'bp' || i, 'Four a day', '', '', '{}', '${now}', 1, '${schedule}' from generate_series(1, ${organizations}) i;
    insert into ward (id, organization_id, name, created_at, updated_at, revision)
      select 'bw' || i, 'b' || i, 'Ward', '${now}', '${now}', 1 from generate_series(1, ${organizations}) i;
    insert into user_account (id, email, first_name, last_name, is_internal_staff, is_self_care, created_at)
      select 'bu' || i, 'bu' || i || '@example.test', 'B', 'U', false, false, '${now}' from generate_series(1, ${organizations}) i;
    insert into user_organization (user_id, organization_id, roles, created_at)
      select 'bu' || i, 'b' || i, '["Clinician"]', '${now}' from generate_series(1, ${organizations}) i;
    insert into ward_staff (ward_id, user_id, organization_id, assigned_at) select 'bw' || i, 'bu' || i, 'b' || i, '${now}' from generate_series(1, ${organizations}) i;
    insert into patient (id, organization_id, first_name, last_name, gender, birth_date, created_at, revision)
      select 'bb' || i, o.id, 'First' || i % 97, 'Bench' || i % 9973, 'female', '1940-02-29', '${now}', i ${people};
    insert into patient_organization (patient_id, organization_id, linked_at) select 'bb' || i, o.id, '${now}' ${people};
    insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
      select 'ba' || i, 'bb' || i, o.id, 'bw' || substr(o.id, 2), 'bp' || substr(o.id, 2), '${now}', '${now}', i ${people};
    insert into continuous_monitoring_session (id, organization_id, patient_id, type, created_at, revision)
      select 'bs' || i, o.id, 'bb' || i, 'Lamplight', '${now}', i ${people};
    insert into alert (id, organization_id, patient_id, type, source_key, status, started_at, latest_at, severity, open_triggers, triggers, acknowledged_at, acknowledged_by, created_at, revision)
      select 'bl' || i, o.id, 'bb' || i, 'AlertRule', 'bench', 'open', '${now}', '${now}', 2, 1, 1, '${now}', 'bu' || substr(o.id, 2), '${now}', i ${people} where i % 10 = 0;`,
      )
      .execute(trx),
  )
  await sql.raw(owner.engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(owner.kysely)
}

await onEngines(async (database, owner) => {
  // At night nothing is asked for: the next check-up of everybody is that of 8 o'clock.
  const beganAt = Date.parse('2026-03-03T01:00:00.000Z')
  let time = beganAt
  const parts = { clock: { now: () => time }, asksDatabase: true }
  await buildWorld(database)
  await fill(owner, beganAt)
  const timed = async (work: () => Promise<unknown>) => {
    const [cpu, engine, began] = [
      process.cpuUsage(),
      await databaseCpuMs(database),
      performance.now(),
    ]
    await work()
    const ms = performance.now() - began
    const { user, system } = process.cpuUsage(cpu)
    return {
      ms,
      node: (user + system) / 1000,
      engine: (await databaseCpuMs(database)) - engine,
    }
  }
  const first = await timed(() => runDue(database, parts))
  time += minute
  await runDue(database, parts)
  const series: number[] = []
  const quiet = await timed(async () => {
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      await runDue(database, parts)
      if (round >= warm) series.push(performance.now() - began)
    }
  })
  const sessions = organizations * each
  console.log(
    `${database.engine}, ${sessions} sessions: the first round ${(first.ms / 1000).toFixed(1)} s; a quiet one least ${Math.min(...series).toFixed(1)}, median ${quantile(series, 0.5).toFixed(1)}, p95 ${quantile(series, 0.95).toFixed(1)} ms; processor time of one ${(quiet.node / rounds).toFixed(1)} ms in Node, ${(quiet.engine / rounds).toFixed(1)} in the database (${series.length} rounds, load ${loadavg()[0]?.toFixed(1)})`,
  )
  // Past the tolerance of the check-up of 8 o'clock.
  time = Date.parse('2026-03-03T09:00:01.000Z')
  const missed = await timed(async () => {
    while ((await decideMissed(database, parts)) > 0);
  })
  const { n } = await database.kysely
    .selectFrom('alert')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('type', '=', 'CheckupScheduleEvent')
    .executeTakeFirstOrThrow()
  if (n !== sessions) throw new Error(`${n} of ${sessions} missed check-ups raised an alert`)
  console.log(
    `${database.engine}: ${n} missed check-ups raised in ${(missed.ms / 1000).toFixed(1)} s; processor time of one ${(missed.node / n).toFixed(2)} ms in Node, ${(missed.engine / n).toFixed(2)} in the database, load ${loadavg()[0]?.toFixed(1)}`,
  )
  figure(`${database.engine}, a missed check-up, ms`, missed.ms / n)
  figure(`${database.engine}, processor time of a quiet round in Node, ms`, quiet.node / rounds)
  if (database.engine === 'postgres') measured(bars.quiet, quantile(series, 0.5))
})
