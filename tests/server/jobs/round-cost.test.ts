import { sql, type KyselyPlugin } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database'
import { firstBrokenAction } from '../../../server/db/action-log'
import { decideMissed, runDue } from '../../../server/jobs'
import { onBothEngines } from '../engines'
import { buildWorld, now } from '../world'

const hour = 3_600_000

/** The database, which counts the statements that it is asked as the system. */
const counting = (database: Database) => {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const counted: Database = {
    ...database,
    asSystem: (work) => database.kysely.withPlugin(plugin).transaction().execute(work),
  }
  return {
    database: counted,
    of: async (work: () => Promise<unknown>): Promise<number> => {
      statements = 0
      await work()
      return statements
    },
  }
}

onBothEngines(buildWorld, (opened) => {
  let time = now
  let counted: ReturnType<typeof counting>
  const parts = { clock: { now: () => time }, asksDatabase: false }
  const run = (text: string) => opened.database.asSystem((trx) => sql.raw(text).execute(trx))
  const round = () => runDue(counted.database, parts)
  const decide = async () => {
    while ((await decideMissed(counted.database, parts)) > 0);
  }
  const count = async (of: string) =>
    (
      await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(of)}`.execute(
        opened.database.kysely,
      )
    ).rows[0]?.n

  /**
   * Patients on Ward A, each monitored, asked for a check-up every hour, and with an alert that a
   * nurse of the ward said that they deal with: everybody another one, some by a role of their own.
   */
  const add = (from: number, to: number) =>
    run(`
      insert into user_account (id, email, first_name, last_name, is_internal_staff, is_self_care, created_at)
        select 'rn' || i, 'rn' || i || '@example.test', 'R', 'N', false, false, now() from generate_series(${from}, ${to}) i;
      insert into user_organization (user_id, organization_id, roles, created_at)
        select 'rn' || i, 'w', case when i % 2 = 0 then '["Clinician"]'::jsonb else '["Night Owl"]'::jsonb end, now() from generate_series(${from}, ${to}) i;
      insert into ward_staff (ward_id, user_id, organization_id, assigned_at) select 'ward-A', 'rn' || i, 'w', now() from generate_series(${from}, ${to}) i;
      insert into patient (id, organization_id, first_name, last_name, gender, birth_date, created_at, revision)
        select 'rp' || i, 'w', 'R', 'P' || i, 'female', '1940-02-29', now(), i from generate_series(${from}, ${to}) i;
      insert into patient_organization (patient_id, organization_id, linked_at) select 'rp' || i, 'w', now() from generate_series(${from}, ${to}) i;
      insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
        select 'ra' || i, 'rp' || i, 'w', 'ward-A', 'pathway-w', '${new Date(now - hour).toISOString()}', '${new Date(now - hour).toISOString()}', i from generate_series(${from}, ${to}) i;
      insert into continuous_monitoring_session (id, organization_id, patient_id, type, created_at, revision)
        select 'rs' || i, 'w', 'rp' || i, 'Lamplight', '${new Date(time).toISOString()}', i from generate_series(${from}, ${to}) i;
      insert into alert (id, organization_id, patient_id, type, source_key, status, started_at, latest_at, severity, open_triggers, triggers, acknowledged_at, acknowledged_by, created_at, revision)
        select 'rl' || i, 'w', 'rp' || i, 'AlertRule', 'round', 'open', now(), now(), 2, 1, 1, now(), 'rn' || i, now(), i from generate_series(${from}, ${to}) i;`)

  beforeAll(async () => {
    counted = counting(opened.database)
    await run(`delete from checkup_type`)
    await run(
      `insert into checkup_type (id, organization_id, care_pathway_id, name, heading, description, tiles, updated_at, revision, schedule) values
        ('hourly', 'w', 'pathway-w', 'Hourly', 'Hourly', '', '{}', now(), 1, '{"rrule":"FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23","tolerance":{"early":60,"late":60}}')`,
    )
    await add(1, 10)
    await round()
    time += 20 * 60_000
    await round()
  })

  describe('a round of jobs', () => {
    test('in which nothing is due asks as much for ten monitored patients, schedules and held alerts as for forty', async () => {
      const few = await counted.of(round)
      await add(11, 40)
      await round()
      await round()
      expect(await count(`checkup_schedule_progress where admission_id like 'ra%'`)).toBe(40)
      expect(await count(`silence_watch where patient_id like 'rp%' and look_at > now()`)).toBe(0)
      expect(await counted.of(round)).toBe(few)
      // Nobody was released, and nobody is missed.
      expect(await count(`alert where acknowledged_by like 'rn%'`)).toBe(40)
    })

    test('asks whether those who hold alerts are there once for all of them, and lets go of exactly those who are not', async () => {
      await run(`delete from ward_staff where user_id in ('rn3', 'rn4')`)
      await run(`update role set permissions = '["add_patient_notes"]' where id = 'owl'`)
      await round()
      const left = await opened.database.kysely
        .selectFrom('alert')
        .select('acknowledged_by')
        .where('id', 'like', 'rl%')
        .where('acknowledged_by', 'is not', null)
        .execute()
      expect(left.map(({ acknowledged_by: by }) => by).toSorted()).toEqual(
        Array.from({ length: 20 }, (_, n) => `rn${(n + 1) * 2}`)
          .filter((id) => id !== 'rn4')
          .toSorted(),
      )
    })
  })

  test('missed check-ups of forty patients are decided by as many statements as those of ten, twice over the next time; done ones too', async () => {
    await run(
      `update checkup_schedule_progress set next_at = null where admission_id not like 'ra%'`,
    )
    const hold = (ids: string) =>
      run(
        `update checkup_schedule_progress set next_at = case when ${ids} then '${new Date(time).toISOString()}'::timestamptz end where admission_id like 'ra%'`,
      )
    const ten = `substr(admission_id, 3)::int <= 10`
    const thirty = `substr(admission_id, 3)::int > 10`
    const missed = () => count(`alert where type = 'CheckupScheduleEvent'`)
    const triggers = () => count(`alert_trigger where source like 'due ra%'`)
    const openings = () => count(`action_log where action = 'alertOpened'`)
    await run(
      `delete from alert_trigger; delete from alert where type = 'CheckupScheduleEvent'; delete from checkup_slot;
       update checkup_schedule_progress set decided_until = '${new Date(time).toISOString()}' where admission_id like 'ra%'`,
    )
    const before = (await openings()) ?? 0
    time += 2 * hour
    await hold(ten)
    const opening = await counted.of(decide)
    expect([await missed(), await triggers()]).toEqual([10, 20])
    await hold(thirty)
    expect(await counted.of(decide)).toBe(opening)
    expect([await missed(), await triggers()]).toEqual([40, 80])
    // Open ones are added to.
    time += hour
    await hold(ten)
    const adding = await counted.of(decide)
    await hold(thirty)
    expect(await counted.of(decide)).toBe(adding)
    expect([await missed(), await triggers()]).toEqual([40, 120])
    expect(await count(`alert where type = 'CheckupScheduleEvent' and open_triggers = 3`)).toBe(40)
    expect(await count(`checkup_slot where admission_id like 'ra%' and not is_done`)).toBe(120)
    // Nothing of it is asked for a second time.
    await hold('true')
    await decide()
    expect(await triggers()).toBe(120)
    expect(await openings()).toBe(before + 40)
    // Answered ones.
    time += hour
    await run(`insert into checkup (id, organization_id, patient_id, source_id, type, started_at, ended_at, received_at, readings, payload_hash, revision)
      select 'rc' || i, 'w', 'rp' || i, 'rc' || i, 'new_checkup', t, t, t, '{}', 'x', i from generate_series(1, 40) i,
        (values (date_trunc('hour', '${new Date(time).toISOString()}'::timestamptz))) as v (t)`)
    await hold(ten)
    const answered = await counted.of(decide)
    await hold(thirty)
    expect(await counted.of(decide)).toBe(answered)
    expect(await triggers()).toBe(120)
    expect(await count(`checkup_slot where admission_id like 'ra%' and is_done`)).toBe(40)
    expect(
      await opened.database.asOrganization('w', (trx) => firstBrokenAction(trx, 'w')),
    ).toBeNull()
  })
})
