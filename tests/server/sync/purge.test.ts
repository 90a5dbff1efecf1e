import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { nextRevision } from '../../../server/db/revision'
import { purgeSync } from '../../../server/engine'
import { startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { buildWorld, now } from '../world'
import { createPuller } from './puller'
import type { Puller } from './puller'
import { createTablet } from './tablet'

const day = 86_400_000

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let time = now
  const clock = { now: () => time }
  const iso = (ms: number): string => new Date(ms).toISOString()
  beforeAll(async () => {
    server = await startServer(opened.database, { clock })
    await opened.database.asSystem((trx) =>
      sql`update change set at = ${iso(now - day)}::timestamptz`.execute(trx),
    )
  })
  /** `sayHello`: what a device does that comes back weeks later, its key being over. */
  const newPuller = async (
    user: string,
  ): Promise<{ readonly puller: Puller; sayHello(): Promise<unknown> }> => {
    const tablet = createTablet(
      () => server,
      () => iso(time),
    )
    const { hello } = await tablet.signIn(user)
    return {
      puller: createPuller(tablet, user, () => hello.epoch),
      sayHello: () => tablet.signIn(user),
    }
  }
  /** A note at an instant of the test's clock: the database's own stamps are of today. */
  const writeNote = (id: string): Promise<unknown> =>
    opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('patient_note')
        .values({
          id,
          organization_id: 'w',
          patient_id: 'a1',
          text: id,
          captured_at: iso(time),
          created_at: iso(time),
          created_by: 'nurse',
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
      await trx
        .updateTable('change')
        .set({ at: iso(time) })
        .where('entity_id', '=', id)
        .execute()
    })
  const changesOf = async (id: string): Promise<number> =>
    (
      await opened.database.kysely
        .selectFrom('change')
        .select('v')
        .where('entity_id', '=', id)
        .execute()
    ).length
  const scopes = ['PATIENT:a1', 'ROSTER:w']

  describe('changes that no cursor can ask for any more', () => {
    test('are purged; a device that pulled in between misses nothing, and one with an older cursor begins again and misses nothing either', async () => {
      time = now
      const [often, seldom] = [await newPuller('nurse'), await newPuller('manager')]
      for (const { puller } of [often, seldom]) await puller.pull(scopes)
      const cursors = new Map(seldom.puller.cursors)
      for (const [id, days] of [
        ['early', 1],
        ['middle', 60],
        ['late', 120],
      ] as const) {
        time = now + days * day
        await writeNote(id)
        await often.sayHello()
        const [answer] = await often.puller.pull(scopes)
        expect(answer?.resetScopes).toEqual([])
        expect(often.puller.held('PatientNote')).toContain(id)
      }
      expect(await purgeSync({ database: opened.database, clock })).toMatchObject({
        changes: expect.any(Number) as number,
      })
      expect([
        await changesOf('early'),
        await changesOf('middle'),
        await changesOf('late'),
      ]).toEqual([0, 1, 1])

      const [quiet] = await often.puller.pull(scopes)
      expect(quiet).toMatchObject({ resetScopes: [], scopes: [{ put: [] }, { put: [] }] })
      expect(seldom.puller.cursors).toEqual(cursors)
      const [answer] = await seldom.puller.pull(scopes)
      expect(answer?.resetScopes).toEqual(scopes)
      await seldom.puller.pull(scopes)
      expect(seldom.puller.held('PatientNote')).toEqual(['early', 'late', 'middle'])
      expect(seldom.puller.held('PatientNote')).toEqual(often.puller.held('PatientNote'))
    })

    test('a cursor on which nothing happens is made anew within the week, and so never too old while its device comes', async () => {
      time = now
      const { puller } = await newPuller('nurse')
      await puller.pull(['PATIENT:a2', 'ROSTER:w'])
      for (let week = 1; week < 20; week += 1) {
        time = now + week * 8 * day
        const [answer] = await puller.pull(['PATIENT:a2', 'ROSTER:w'])
        expect(answer?.resetScopes).toEqual([])
        expect(answer?.scopes.map(({ put, base, next }) => [put.length, base === next])).toEqual([
          [0, false],
          [0, false],
        ])
        const [again] = await puller.pull(['PATIENT:a2', 'ROSTER:w'])
        expect(again?.scopes.map(({ base, next }) => base === next)).toEqual([true, true])
      }
    })
  })

  test('answers, views of devices that are gone and rights of that time go as well; those of the last 90 days stay', async () => {
    time = now
    const tablet = createTablet(
      () => server,
      () => iso(time),
    )
    const nurse = await tablet.signIn('nurse')
    const note = await nurse.note('a1', 'answered')
    await tablet.push(nurse, note)
    await createPuller(tablet, 'nurse', () => nurse.hello.epoch).pull(['ROSTER:w'])
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('access_history')
        .values({
          user_id: 'nurse',
          organization_id: 'w',
          roles: '[]',
          since: iso(now - day),
          until: iso(now),
        })
        .execute(),
    )
    const left = async () => ({
      answers: (
        await opened.database.kysely
          .selectFrom('sync_mutation')
          .select('id')
          .where('id', '=', note.id)
          .execute()
      ).length,
      views: (
        await opened.database.kysely
          .selectFrom('cvr')
          .select('version')
          .where('group_id', '=', tablet.group)
          .execute()
      ).length,
      rights: (
        await opened.database.kysely
          .selectFrom('access_history')
          .select('until')
          .where('user_id', '=', 'nurse')
          .where('until', '=', iso(now))
          .execute()
      ).length,
    })
    time = now + 89 * day
    await purgeSync({ database: opened.database, clock })
    expect(await left()).toEqual({ answers: 1, views: 1, rights: 1 })
    time = now + 92 * day
    expect(await purgeSync({ database: opened.database, clock })).toMatchObject({
      views: expect.any(Number) as number,
    })
    expect(await left()).toEqual({ answers: 0, views: 0, rights: 0 })
    expect(
      await opened.database.kysely
        .selectFrom('patient_note')
        .select('id')
        .where('id', '=', note.id)
        .execute(),
    ).toHaveLength(1)
  })
})
