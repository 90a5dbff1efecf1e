import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Given, Plant } from './play'
import { openMemory } from '../server/memory'
import { playWeek, summaryOf, type Outcome } from './week'
import { hour } from './world'

/** Many times what the longest takes, milliseconds. */
const atMost = 900_000

/** Before a slot, the handover, and the night's line. */
const fromMs = Date.parse('2025-10-21T18:20:00.000Z')

/** Nobody is admitted or moved, and no tablet is used. */
const quiet = { turnEveryHours: 1_000, visitEveryHours: 1_000 }

const play = async (
  hours: number,
  patients: Readonly<Record<string, number>>,
  seed: number,
  pace: Given['pace'],
  plant?: Plant,
): Promise<Outcome> => {
  const database = await openMemory()
  try {
    return await playWeek({
      seed,
      database,
      fromMs,
      untilMs: fromMs + hours * hour,
      patients,
      pace,
      ...(plant === undefined ? {} : { plant }),
    })
  } finally {
    await database.close()
  }
}
const failed = ({ checks }: Outcome): readonly string[] =>
  checks.flatMap(({ name, failures }) => (failures.length > 0 ? [name] : []))

test(
  'an evening of two organisations: nothing that the programs wrote down is missing, twice or wrong',
  async () => {
    const outcome = await play(1, { beech: 7, cedar: 6, dune: 7 }, 1, {
      illEveryHours: 5,
      killEveryHours: 0.5,
      turnEveryHours: 0.12,
      visitEveryHours: 0.2,
    })
    expect(failed(outcome), summaryOf(outcome)).toEqual([])
    for (const { name, judged } of outcome.checks) expect(judged, name).toBeGreaterThan(0)
  },
  atMost,
)

test(
  'a call that is lost at a kill is found',
  async () => {
    const lost = await play(
      2,
      { beech: 6 },
      2,
      { illEveryHours: 1, killEveryHours: 0.2, ...quiet },
      {
        atStart: async (database) => {
          await sql`delete from job where kind = 'call'`.execute(database.kysely)
        },
      },
    )
    expect(failed(lost), summaryOf(lost)).toEqual([
      'everybody who must be called was, in the order and the minutes of the plan, once, and nobody else',
    ])
  },
  atMost,
)

test(
  'an acknowledgement that never ends is found',
  async () => {
    const endless = await play(
      4,
      { beech: 6 },
      3,
      { illEveryHours: 1, killEveryHours: 8, ...quiet },
      {
        once: async (database) => {
          await sql`create function never_ends() returns trigger language plpgsql as $$
        begin new.hold_ends_at := new.hold_ends_at + interval '30 days'; return new; end $$`.execute(
            database.kysely,
          )
          await sql`create trigger never_ends before update on alert for each row when (new.acknowledged_at is not null) execute function never_ends()`.execute(
            database.kysely,
          )
        },
      },
    )
    expect(failed(endless), summaryOf(endless)).toEqual([
      'no acknowledgement lasted longer than it may',
    ])
  },
  atMost,
)

/** Nurses with tablets go from patient to patient, and nothing else happens. */
const visits = {
  illEveryHours: 1_000,
  killEveryHours: 1_000,
  turnEveryHours: 1_000,
  visitEveryHours: 0.05,
}

test(
  'a task that is completed twice is found',
  async () => {
    const twice = await play(1, { beech: 3 }, 4, visits, {
      once: async (database) => {
        await sql`create table ended_before (id text primary key)`.execute(database.kysely)
        await sql`create function forgets_end() returns trigger language plpgsql security definer set search_path from current as $$ begin
        if new.ended_at is null or exists (select from ended_before e where e.id = new.id) then return new; end if;
        insert into ended_before values (new.id);
        return old; end $$`.execute(database.kysely)
        await sql`create trigger forgets_end before update on patient_task for each row execute function forgets_end()`.execute(
          database.kysely,
        )
      },
    })
    expect(failed(twice), summaryOf(twice)).toContain(
      'the action log is whole, and holds each act once',
    )
  },
  atMost,
)

test(
  'a struck-out value in a report is found',
  async () => {
    const struck = await play(1, { beech: 3 }, 5, visits, {
      once: async (database) => {
        await sql`create or replace view valid_checkup with (security_invoker) as select * from checkup`.execute(
          database.kysely,
        )
      },
    })
    expect(failed(struck), summaryOf(struck)).toContain(
      'a check-up that was struck out is in no figure, on no card, and no open alert stands on it alone',
    )
  },
  atMost,
)
