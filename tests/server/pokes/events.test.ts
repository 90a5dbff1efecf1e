import { sql } from 'kysely'
import { describe, expect, test, onTestFinished } from 'vitest'
import { createPokeHub } from '../../../server/pokes/hub'
import type { PokeHub } from '../../../server/pokes/hub'
import { openDatabase } from '../../../server/db/database'
import { startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { asLogin } from '../waits'
import { addCheckup, at, buildWorld } from '../world'

interface Said {
  readonly live?: boolean
  readonly poke?: {
    readonly roster: boolean
    readonly me: boolean
    readonly patients: readonly string[] | 'many'
    readonly waveformEvents?: readonly string[] | 'many'
    readonly lists?: boolean
  }
}

/** Listens as a portal does. `next` rejects when nothing that fits is said within three seconds. */
const listen = async (server: TestServer, as: string, organization: string) => {
  const answer = await server.fetch('/Prod/events', { as, in: organization })
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  if (reader === undefined) throw new Error('No stream')
  const decoder = new TextDecoder()
  const said: Said[] = []
  let beats = 0
  let ended = false
  const waiting = new Set<() => void>()
  void (async () => {
    for (let rest = ''; ;) {
      const { done, value } = await reader.read()
      if (done) {
        ended = true
        for (const wake of waiting) wake()
        return
      }
      rest += decoder.decode(value, { stream: true })
      const events = rest.split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        if (event.startsWith('data: ')) said.push(JSON.parse(event.slice(6)) as Said)
        else beats += 1
      }
      for (const wake of waiting) wake()
    }
  })().catch(() => {
    ended = true
  })
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`Not within 30 s; said ${JSON.stringify(said)}`))
      }, 30_000)
      const look = (): void => {
        if (holds()) {
          clearTimeout(late)
          waiting.delete(look)
          resolve()
        }
      }
      waiting.add(look)
      look()
    })
  return { said, until, beats: () => beats, ended: () => ended, close: () => reader.cancel() }
}

onBothEngines(buildWorld, (opened) => {
  const started = async (): Promise<{ server: TestServer; hub: PokeHub }> => {
    const hub = createPokeHub(opened.database)
    onTestFinished(() => hub.close())
    return { server: await startServer(opened.database, { pokes: hub }), hub }
  }
  const checkup = (id: string, patientId: string, organizationId = 'w'): Promise<void> =>
    opened.database.asOrganization(organizationId, (trx) =>
      addCheckup(trx, { id, organizationId, patientId, endedAt: at(1), total: 3 }),
    )

  test('a check-up that arrives is told to its organisation, by the patient’s id alone, and to no other', async () => {
    const { server } = await started()
    const nurse = await listen(server, 'nurse', 'w')
    const carer = await listen(server, 'carer', 'h')
    await Promise.all(
      [nurse, carer].map(({ until, said }) =>
        until(() => said[0]?.live === true || said.at(-1)?.live === true),
      ),
    )
    await checkup('poke-1', 'a1')
    await nurse.until(() =>
      nurse.said.some(({ poke }) => poke?.roster === true && poke.patients.includes('a1')),
    )
    await checkup('poke-2', 'h2', 'h')
    await carer.until(() => carer.said.some(({ poke }) => poke?.patients.includes('h2')))
    expect(carer.said.filter(({ poke }) => poke?.patients.includes('a1'))).toEqual([])
    expect(nurse.said.filter(({ poke }) => poke?.patients.includes('h2'))).toEqual([])
    expect(JSON.stringify(nurse.said)).not.toContain('Zoë')
  })

  test('what an analysis found is told to who may open the record, by the patient’s id alone, and pulls nothing', async () => {
    const { server } = await started()
    const [nurse, carer] = [await listen(server, 'nurse', 'w'), await listen(server, 'carer', 'h')]
    await Promise.all(
      [nurse, carer].map(({ until, said }) => until(() => said.at(-1)?.live === true)),
    )
    const found = (id: string, patientId: string) =>
      opened.database.asSystem((trx) =>
        trx
          .insertInto('waveform_event')
          .values({
            id,
            patient_id: patientId,
            kind: 'SingleECG',
            type: 'Pause',
            started_at: at(5),
            ended_at: at(4),
            method: 'test 1',
            created_at: at(4),
          })
          .execute(),
      )
    await found('poke-event-1', 'b1')
    await found('poke-event-2', 'a1')
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.waveformEvents?.includes('a1')))
    await found('poke-event-3', 'h2')
    await carer.until(() => carer.said.some(({ poke }) => poke?.waveformEvents?.includes('h2')))
    expect(nurse.said.flatMap(({ poke }) => poke ?? [])).toEqual([
      { roster: false, me: false, patients: [], waveformEvents: ['a1'] },
    ])
    expect(carer.said.flatMap(({ poke }) => poke ?? [])).toEqual([
      { roster: false, me: false, patients: [], waveformEvents: ['h2'] },
    ])
  })

  /** A key of the integration API is made, expired or removed. */
  const keyOf = (organizationId: string, change: 'made' | 'expired' | 'gone') =>
    opened.database.asSystem(async (trx) => {
      const id = `key-${organizationId}-poke`
      if (change === 'made')
        await trx
          .insertInto('ingest_key')
          .values({ id, organization_id: organizationId, secret: 'sealed', created_at: at(1) })
          .execute()
      else if (change === 'expired')
        await trx
          .updateTable('ingest_key')
          .set({ deleted_at: at(0) })
          .where('id', '=', id)
          .execute()
      else await trx.deleteFrom('ingest_key').where('id', '=', id).execute()
    })

  test('a list that changed is told to every member of its organisation without saying what is in it, and pulls nothing', async () => {
    const { server } = await started()
    const listeners = [
      await listen(server, 'admin', 'w'),
      await listen(server, 'care', 'w'),
      await listen(server, 'carer', 'h'),
    ] as const
    const [admin, care, carer] = listeners
    await Promise.all(listeners.map(({ until, said }) => until(() => said.at(-1)?.live === true)))
    const heard = (one: typeof admin) => one.said.flatMap(({ poke }) => poke ?? [])
    for (const [nth, change] of (['made', 'expired', 'gone'] as const).entries()) {
      await keyOf('w', change)
      for (const one of [admin, care]) await one.until(() => heard(one).length === nth + 1)
    }
    // What is the other organisation's comes after it, so that nothing of the first is still on
    // its way.
    await keyOf('h', 'made')
    await carer.until(() => heard(carer).length > 0)
    await keyOf('h', 'gone')
    const poke = { roster: false, me: false, patients: [], lists: true }
    expect(heard(admin)).toEqual([poke, poke, poke])
    expect(heard(care)).toEqual([poke, poke, poke])
    expect(heard(carer)[0]).toEqual(poke)
    expect(JSON.stringify(listeners.map(({ said }) => said))).not.toContain('key-')
  })

  test('K12 a changed schedule is told to boards and lists of its organisation within 3 seconds', async () => {
    const { server } = await started()
    const nurse = await listen(server, 'nurse', 'w')
    await nurse.until(() => nurse.said.at(-1)?.live === true)
    const answer = await server.ask(
      `mutation { updateCarePathway(id: "pathway-w", revision: 1, pathway: { name: "Changed", alertRules: [],
        checkupTypes: [{ name: "Vitals", heading: "Vitals", description: "", checkupTiles: {},
          schedule: { rrule: "FREQ=DAILY;BYHOUR=8", tolerance: { early: 0, late: 60 } } }] }) { revision } }`,
      { as: 'admin' },
    )
    expect(answer.errors).toEqual([])
    const began = Date.now()
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.roster === true))
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.lists === true))
    expect(Date.now() - began).toBeLessThan(3_000)
  })

  test('a user who may not view patients is told of none, and of no board', async () => {
    const role = (permissions: readonly string[]) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('role')
          .set({ permissions: JSON.stringify(permissions) })
          .where('id', '=', 'owl')
          .execute(),
      )
    await role(['add_patient_notes'])
    onTestFinished(async () => {
      await role(['view_patients', 'add_patient_notes'])
      await opened.database.asSystem((trx) =>
        trx
          .insertInto('ward_staff')
          .values({
            ward_id: 'ward-A',
            user_id: 'owl',
            organization_id: 'w',
            assigned_at: at(9999),
          })
          .execute(),
      )
    })
    const { server } = await started()
    const [owl, nurse] = [await listen(server, 'owl', 'w'), await listen(server, 'nurse', 'w')]
    await Promise.all(
      [owl, nurse].map(({ until, said }) => until(() => said.at(-1)?.live === true)),
    )
    await checkup('poke-owl', 'a1')
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.patients.includes('a1')))
    // What is told to the owl alone comes after it.
    await opened.database.asSystem((trx) =>
      trx.deleteFrom('ward_staff').where('user_id', '=', 'owl').execute(),
    )
    await owl.until(() => owl.said.some(({ poke }) => poke?.me === true))
    expect(
      owl.said.filter(
        ({ poke }) =>
          poke !== undefined &&
          (poke.roster || poke.patients === 'many' || poke.patients.length > 0),
      ),
    ).toEqual([])
  })

  test('a patient of another ward is named to nobody but those of that ward: the others learn that a board changed', async () => {
    const { server } = await started()
    const [nurse, multi] = [await listen(server, 'nurse', 'w'), await listen(server, 'multi', 'w')]
    await Promise.all(
      [nurse, multi].map(({ until, said }) => until(() => said.at(-1)?.live === true)),
    )
    await checkup('poke-ward-1', 'b1')
    await multi.until(() => multi.said.some(({ poke }) => poke?.patients.includes('b1')))
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.roster === true))
    await checkup('poke-ward-2', 'a1')
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.patients.includes('a1')))
    expect(JSON.stringify(nurse.said)).not.toContain('b1')
  })

  test('a patient on no ward is named to who may open the archive, and not to who may not', async () => {
    const { server } = await started()
    const [owl, nurse] = [await listen(server, 'owl', 'w'), await listen(server, 'nurse', 'w')]
    await Promise.all(
      [owl, nurse].map(({ until, said }) => until(() => said.at(-1)?.live === true)),
    )
    await checkup('poke-archive-1', 'n1')
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.patients.includes('n1')))
    await checkup('poke-archive-2', 'a1')
    await owl.until(() => owl.said.some(({ poke }) => poke?.patients.includes('a1')))
    expect(owl.said.filter(({ poke }) => poke?.patients.includes('n1'))).toEqual([])
  })

  test('of a ward withdrawn from a user no patient is named to that user from the next message on', async () => {
    const { server } = await started()
    const multi = await listen(server, 'multi', 'w')
    await multi.until(() => multi.said.at(-1)?.live === true)
    await opened.database.asSystem((trx) =>
      trx
        .deleteFrom('ward_staff')
        .where('user_id', '=', 'multi')
        .where('ward_id', '=', 'ward-A')
        .execute(),
    )
    await multi.until(() => multi.said.some(({ poke }) => poke?.me === true))
    await checkup('poke-taken-1', 'a1')
    await checkup('poke-taken-2', 'b1')
    await multi.until(() => multi.said.some(({ poke }) => poke?.patients.includes('b1')))
    expect(multi.said.filter(({ poke }) => poke?.patients.includes('a1'))).toEqual([])
  })

  test('a patient who is shared pokes the practice beside the home', async () => {
    const { server } = await started()
    const gp = await listen(server, 'gp', 'p')
    await gp.until(() => gp.said.at(-1)?.live === true)
    await checkup('poke-3', 'h1', 'h')
    await gp.until(() => gp.said.some(({ poke }) => poke?.patients.includes('h1')))
    await gp.until(() => gp.said.some(({ poke }) => poke?.roster === true))
  })

  test('what is rolled back is not told', async () => {
    const { server } = await started()
    const nurse = await listen(server, 'nurse', 'w')
    await nurse.until(() => nurse.said.at(-1)?.live === true)
    await opened.database
      .asOrganization('w', async (trx) => {
        await addCheckup(trx, {
          id: 'poke-4',
          organizationId: 'w',
          patientId: 'a2',
          endedAt: at(1),
          total: 3,
        })
        throw new Error('undone')
      })
      .catch(() => undefined)
    await checkup('poke-5', 'a1')
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.patients.includes('a1')))
    expect(nurse.said.some(({ poke }) => poke?.patients.includes('a2'))).toBe(false)
  })

  test('a ward taken from somebody is told to them, not to a colleague', async () => {
    const { server } = await started()
    const [multi, manager] = [
      await listen(server, 'multi', 'w'),
      await listen(server, 'manager', 'w'),
    ]
    await Promise.all(
      [multi, manager].map(({ until, said }) => until(() => said.at(-1)?.live === true)),
    )
    await opened.database.asSystem((trx) =>
      trx
        .deleteFrom('ward_staff')
        .where('user_id', '=', 'multi')
        .where('ward_id', '=', 'ward-B')
        .execute(),
    )
    await multi.until(() => multi.said.some(({ poke }) => poke?.me === true))
    expect(manager.said.some(({ poke }) => poke?.me === true)).toBe(false)
  })

  test.each([
    [
      'a feature of an organisation',
      (undo: boolean) =>
        opened.database.asSystem((trx) =>
          trx
            .updateTable('organization')
            .set({
              features: undo ? sql`features || '{"referrals": true}'` : sql`features - 'referrals'`,
            })
            .where('id', '=', 'w')
            .execute(),
        ),
    ],
    [
      'what a role of it may',
      (undo: boolean) =>
        opened.database.asSystem((trx) =>
          trx
            .updateTable('role')
            .set({
              permissions: JSON.stringify(undo ? ['view_patients', 'add_patient_notes'] : []),
            })
            .where('id', '=', 'owl')
            .execute(),
        ),
    ],
  ])(
    '%s that is taken is told to its members, and to no other organisation',
    async (what, change) => {
      const { server } = await started()
      const [nurse, carer] = [
        await listen(server, 'nurse', 'w'),
        await listen(server, 'carer', 'h'),
      ]
      await Promise.all(
        [nurse, carer].map(({ until, said }) => until(() => said.at(-1)?.live === true)),
      )
      onTestFinished(() => change(true).then(() => undefined))
      await change(false)
      await nurse.until(() => nurse.said.some(({ poke }) => poke?.me === true && poke.roster))
      await checkup(`poke-rights-${what}`, 'h2', 'h')
      await carer.until(() => carer.said.some(({ poke }) => poke?.patients.includes('h2')))
      expect(carer.said.some(({ poke }) => poke?.me === true)).toBe(false)
    },
  )

  test('a burst is told at once and then gathered: few pokes, and none is lost', async () => {
    const { server } = await started()
    const admin = await listen(server, 'admin', 'w')
    await admin.until(() => admin.said.at(-1)?.live === true)
    const before = admin.said.length
    for (let n = 0; n < 30; n += 1) await checkup(`burst-${n}`, n % 2 === 0 ? 'a1' : 'a2')
    await checkup('burst-last', 'b1')
    await admin.until(() => admin.said.some(({ poke }) => poke?.patients.includes('b1')))
    expect(admin.said.length - before).toBeLessThan(31)
  })

  test('a user who may not listen is refused: no token, no accepted terms, another organisation', async () => {
    const { server } = await started()
    expect((await server.fetch('/Prod/events')).status).toBe(401)
    expect((await server.fetch('/Prod/events', { as: 'newcarer', in: 't' })).status).toBe(403)
    expect((await server.fetch('/Prod/events', { as: 'carer', in: 'w' })).status).toBe(403)
  })

  test('a server that stops ends every stream, and one whose reader went keeps nothing of it', async () => {
    const { server, hub } = await started()
    const [nurse, carer] = [await listen(server, 'nurse', 'w'), await listen(server, 'carer', 'h')]
    expect(hub.subscribers()).toBe(2)
    await carer.close()
    await nurse.until(() => hub.subscribers() === 1)
    await hub.close()
    await nurse.until(() => nurse.ended())
  })
})

describe('PostgreSQL', () => {
  test('two servers on one database tell each other’s changes; a listener whose connection is ended says so, and hears again', async () => {
    const { startPostgres } = await import('../postgres')
    const postgres = startPostgres()
    onTestFinished(() => postgres.stop())
    const logins = postgres.newDatabase()
    const [one, two] = [await openDatabase(logins), await openDatabase(logins)]
    onTestFinished(async () => {
      await one.close()
      await two.close()
    })
    await buildWorld(one)
    const hub = createPokeHub(two)
    onTestFinished(() => hub.close())
    const nurse = await listen(await startServer(two, { pokes: hub }), 'nurse', 'w')
    await nurse.until(() => nurse.said.at(-1)?.live === true)
    await one.asOrganization('w', (trx) =>
      addCheckup(trx, {
        id: 'other-1',
        organizationId: 'w',
        patientId: 'a1',
        endedAt: at(1),
        total: 3,
      }),
    )
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.patients.includes('a1')))
    const { sql } = await import('kysely')
    const ended = await asLogin(one, (trx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and (query like 'listen%' or query = 'select 1')`.execute(
        trx,
      ),
    )
    expect(ended.rows).not.toEqual([])
    await nurse.until(() => nurse.said.at(-1)?.live === false)
    await nurse.until(() => nurse.said.at(-1)?.live === true)
    await one.asOrganization('w', (trx) =>
      addCheckup(trx, {
        id: 'other-2',
        organizationId: 'w',
        patientId: 'a2',
        endedAt: at(1),
        total: 3,
      }),
    )
    await nurse.until(() => nurse.said.some(({ poke }) => poke?.patients.includes('a2')))
  })
})
