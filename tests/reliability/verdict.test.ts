import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/database'
import { startServer } from '../server/client'
import { buildWorld, now } from '../server/world'
import { createDischarger, judgeDischarges, prepareDischarges } from './discharges'
import { patients } from './prepare'
import { createReferenceReader } from './reference-reader'
import type { ReferenceReader } from './reference-reader'
import { createReferenceTablet } from './reference-tablet'
import type { ReferenceTablet } from './reference-tablet'
import { faultless, judge } from './verdict'
import type { Verdict } from './verdict'
import { openMemory } from '../server/memory'

/** One note for each fault, and one that stays as it is. */
const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

// A judge that finds nothing in a thousand kills is worth as much as what it finds when something
// is wrong.
describe('the verdict over a run', () => {
  let database: Database
  let tablet: ReferenceTablet
  let reader: ReferenceReader
  beforeAll(async () => {
    database = await openMemory()
    await buildWorld(database)
    const server = await startServer(database)
    const line = (query: string, variables: Readonly<Record<string, unknown>>, user: string) =>
      server.ask(query, { as: user, variables: { ...variables } })
    tablet = createReferenceTablet(line, { wall: () => now, monotonic: () => 0 })
    reader = createReferenceReader(
      line,
      'admin',
      patients.map(({ id }) => id),
      20,
    )
    await tablet.sayHello('nurse')
    const [patient] = patients
    if (patient === undefined) throw new Error('no patient')
    for (const text of words) await tablet.note('nurse', patient, text)
    while (!tablet.isDone()) await tablet.deliver('nurse')
    while (await reader.step()) await Promise.resolve()
  })
  afterAll(() => database.close())

  const verdict = (): Promise<Verdict> => judge(database, [tablet], reader)
  let expected: Verdict = { ...faultless, written: words.length, accepted: words.length }

  test('is without fault where all is right', async () => {
    expect(await verdict()).toEqual(expected)
  })

  // Each spoils a note of its own, and what was found before stays found.
  const faults: readonly (readonly [
    string,
    (id: string) => string,
    (before: Verdict) => Partial<Verdict>,
  ])[] = [
    [
      'an acknowledged note that is gone',
      (id) => `delete from patient_note where id = '${id}'`,
      ({ lost }) => ({ lost: lost + 1 }),
    ],
    [
      'one under another author',
      (id) => `update patient_note set created_by = 'care' where id = '${id}'`,
      ({ lost, unaccounted }) => ({ lost: lost + 1, unaccounted: unaccounted + 1 }),
    ],
    [
      'one that stands there twice',
      (
        id,
      ) => `insert into patient_note (id, organization_id, patient_id, text, captured_at, created_at, created_by, revision)
      select 'again', organization_id, patient_id, text, captured_at, created_at, created_by, revision + 100 from patient_note where id = '${id}'`,
      ({ doubled, skippedByPulls }) => ({
        doubled: doubled + 2,
        skippedByPulls: skippedByPulls + 1,
      }),
    ],
    [
      'a lane in another order',
      (id) =>
        `alter table patient_note disable trigger all; update patient_note set revision = revision + 100 where id = '${id}'`,
      ({ orderBreaks }) => ({ orderBreaks: orderBreaks + 1 }),
    ],
    [
      'an answer that was not kept',
      (id) => `delete from sync_mutation where id = '${id}'`,
      ({ unaccounted }) => ({ unaccounted: unaccounted + 1 }),
    ],
    [
      'a change that no pull will bring',
      (id) => `delete from change where entity_id = '${id}'`,
      ({ unaccounted }) => ({ unaccounted: unaccounted + 1 }),
    ],
    [
      'an entry of the action log that was changed',
      (id) =>
        `alter table action_log disable trigger all; update action_log set actor_id = 'care' where entity_id = '${id}'`,
      () => ({ brokenChainAt: 7 }),
    ],
  ]
  test.each(faults.map((fault, index) => [...fault, index] as const))(
    'finds %s',
    async (_name, spoil, found, index) => {
      await database.asSystem((trx) =>
        sql.raw(spoil(tablet.kept[index]?.wire.id ?? '')).execute(trx),
      )
      expected = { ...expected, ...found(expected) }
      expect(await verdict()).toEqual(expected)
    },
  )

  test('finds what was refused, and an epoch that nobody needed', async () => {
    for (const one of tablet.kept.slice(-1)) one.state = 'refused'
    expect(await judge(database, [{ ...tablet, epochs: ['one', 'two'] }], reader)).toEqual({
      ...expected,
      accepted: words.length - 1,
      undone: 1,
      needlessEpochs: 1,
    })
  })
})

describe('the verdict over discharges', () => {
  test('finds each half of one, and one that was told and is not there', async () => {
    const database = await openMemory()
    try {
      await buildWorld(database)
      const ids = await prepareDischarges(database, 7)
      const server = await startServer(database)
      const discharger = createDischarger(
        (query, variables, user, key) =>
          server.ask(query, {
            as: user,
            variables: { ...variables },
            ...(key === undefined ? {} : { key }),
          }),
        ids.slice(0, 6),
      )
      while (await discharger.step('nurse')) await Promise.resolve()
      const verdict = () => judgeDischarges(database, discharger)
      expect(discharger.told.size).toBe(6)
      expect(await verdict()).toEqual({ discharged: 6, halfDischarged: 0 })
      const spoilt = [
        sql`delete from document where patient_id = ${ids[0]}`,
        sql`delete from admission_event where patient_id = ${ids[1]} and type = 'Discharge'`,
        sql`update alert set status = 'open', open_triggers = 1, closed_at = null, closed_reason = null where patient_id = ${ids[2]}`,
        sql`update ward_admission set discharged_at = null where patient_id = ${ids[3]}`,
      ]
      for (const [at, spoil] of spoilt.entries()) {
        await database.asSystem((trx) => spoil.execute(trx))
        expect((await verdict()).halfDischarged).toBe(at + 1)
      }
      // Told, and nothing of it is there.
      const told = new Set([...discharger.told, ids[6] ?? ''])
      expect((await judgeDischarges(database, { told })).halfDischarged).toBe(spoilt.length + 1)
    } finally {
      await database.close()
    }
  })
})
