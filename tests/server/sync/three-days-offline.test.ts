import { beforeAll, describe, expect, test } from 'vitest'
import { firstBrokenAction } from '../../../server/db/action-log'
import { patients } from '../../reliability/prepare'
import { createReferenceTablet } from '../../reliability/reference-tablet'
import type { ReferenceTablet } from '../../reliability/reference-tablet'
import { startServer } from '../client'
import type { TestServer } from '../client'
import { onPglite } from '../engines'
import { buildWorld, now } from '../world'

const hour = 3_600_000
const year = 365 * 24 * hour
const three = ['nurse', 'manager', 'care'] as const
const [zoe, zac] = patients

onPglite(buildWorld, (opened) => {
  let server: TestServer
  let time = now
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
  })

  const newTablet = (wrongBy: number): ReferenceTablet =>
    createReferenceTablet(
      (query, variables, user) => server.ask(query, { as: user, variables: { ...variables } }),
      // Switched on a while ago: its own count has nothing to do with anybody's time.
      { wall: () => time + wrongBy, monotonic: () => time - now + 12_345 },
    )

  describe.each([
    ['a year ahead', year],
    ['a year behind', -year],
  ])('three users on one tablet, 72 hours offline, its clock %s', (_words, wrongBy) => {
    test('authors, order and times are right with any deliverer; a second tablet with an opposite clock error is ordered correctly', async () => {
      time = now
      const [tablet, other] = [newTablet(wrongBy), newTablet(-wrongBy)]
      for (const user of three) await tablet.sayHello(user)
      await other.sayHello('nurse')
      const written: { id: string; author: string; text: string; at: string; patient: string }[] =
        []
      for (let index = 0; index < 36; index += 1) {
        time += 2 * hour
        const onOther = index % 6 === 5
        const author = onOther ? 'nurse' : (three[index % 3] ?? 'nurse')
        const patient = index % 2 === 0 ? zoe : zac
        if (patient === undefined) throw new Error('no patient')
        const text = `${wrongBy} hour ${index * 2}`
        const { wire } = await (onOther ? other : tablet).note(author, patient, text)
        written.push({
          id: wire.id,
          author,
          text,
          at: new Date(time).toISOString(),
          patient: patient.id,
        })
      }
      // The line is back; the manager's colleague is the one who holds the tablets.
      time += hour
      for (const one of [other, tablet]) {
        await one.sayHello('care')
        while (!one.isDone()) await one.deliver('care')
        expect(one.kept.map(({ state, code }) => [state, code])).toEqual(
          one.kept.map(() => ['accepted', null]),
        )
      }
      const ids = written.map(({ id }) => id)
      const rows = await opened.database.kysely
        .selectFrom('patient_note')
        .selectAll()
        .where('id', 'in', ids)
        .orderBy('captured_at')
        .execute()
      expect(
        rows.map(({ id, created_by, text, captured_at, patient_id }) => ({
          id,
          author: created_by,
          text,
          at: captured_at,
          patient: patient_id,
        })),
      ).toEqual(written)
      expect(new Set(rows.map(({ created_at }) => created_at))).toEqual(
        new Set([new Date(time).toISOString()]),
      )
      // Within a lane of a tablet the effects stand in the order of writing; each entry of the log
      // names its author.
      for (const lane of [...tablet.lanes.values(), ...other.lanes.values()]) {
        const revisions = lane.map(
          ({ wire }) => rows.find(({ id }) => id === wire.id)?.revision ?? 0,
        )
        expect(revisions).toEqual(revisions.toSorted((a, b) => a - b))
      }
      const entries = await opened.database.kysely
        .selectFrom('action_log')
        .select(['entity_id', 'actor_id'])
        .where('entity_id', 'in', ids)
        .where('action', '=', 'addPatientNote')
        .execute()
      expect(new Map(entries.map(({ entity_id, actor_id }) => [entity_id, actor_id]))).toEqual(
        new Map(written.map(({ id, author }) => [id, author])),
      )
      expect(entries).toHaveLength(written.length)
      // What the wall clock said is kept beside it, and never mixed in.
      const kept = await opened.database.kysely
        .selectFrom('sync_mutation')
        .select(['id', 'captured_at', 'captured_at_est', 'delivered_by'])
        .where('group_id', '=', tablet.group)
        .execute()
      for (const row of kept) {
        expect(Date.parse(row.captured_at ?? '') - Date.parse(row.captured_at_est ?? '')).toBe(
          wrongBy,
        )
        expect(row.delivered_by).toBe('care')
      }
      expect(await opened.database.asSystem((trx) => firstBrokenAction(trx, 'w'))).toBeNull()
    })
  })
})
