import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Given, Plant } from './play'
import { openMemory } from '../server/memory'
import { playWeek, summaryOf, type Outcome } from './week'
import { hour } from './world'

/** The wards' busiest hours: a slot, the handover, and the night's line. */
const fromMs = Date.parse('2025-10-21T18:00:00.000Z')

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

test('the busiest hour of a week of two organisations: nothing that the programs wrote down is missing, twice or wrong', async () => {
  const outcome = await play(1, { beech: 7, cedar: 6, dune: 7 }, 1, {
    illEveryHours: 5,
    killEveryHours: 0.5,
  })
  expect(failed(outcome), summaryOf(outcome)).toEqual([])
  for (const { name, judged } of outcome.checks) expect(judged, name).toBeGreaterThan(0)
})

test('a call that is lost at a kill is found', async () => {
  const lost = await play(
    2,
    { beech: 6 },
    2,
    { illEveryHours: 1, killEveryHours: 0.2 },
    {
      atStart: async (database) => {
        await sql`delete from job where kind = 'call'`.execute(database.kysely)
      },
    },
  )
  expect(failed(lost), summaryOf(lost)).toEqual([
    'everybody who must be called was, in the order and the minutes of the plan, once, and nobody else',
  ])
})

test('an acknowledgement that never ends is found', async () => {
  const endless = await play(
    4,
    { beech: 6 },
    3,
    { illEveryHours: 1, killEveryHours: 8 },
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
})
