import { beforeAll, beforeEach, expect, test } from 'vitest'
import { firstBrokenAction } from '../../../server/db/action-log'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { at, buildWorld, now } from '../world'
import { createPuller } from './puller'
import { createTablet } from './tablet'
import type { SignedIn, Tablet } from './tablet'

const list = '{ patientsInWatchList { total asOf patients { id onWatchList } } }'

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let nurse: SignedIn
  let time = now
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
    tablet = createTablet(
      () => server,
      () => new Date(now).toISOString(),
    )
    time = now - 600 * 60_000
    nurse = await tablet.signIn('nurse')
    time = now
  })
  beforeEach(async () => {
    await opened.database.asSystem((trx) =>
      trx.deleteFrom('watch_list_entry').where('user_id', '<>', 'multi').execute(),
    )
  })
  const watched = async (as = 'nurse') => {
    const answer = await server.ask(list, { as, ...(as === 'multi' ? { in: 'w' } : {}) })
    const page = answer.data?.patientsInWatchList as { patients: { id: string }[] } | undefined
    return page?.patients.map(({ id }) => id)
  }
  const isWatched = async (patient: string, as = 'nurse') => {
    const answer = await server.ask('query ($p: ID!) { patient(patientId: $p) { onWatchList } }', {
      as,
      variables: { p: patient },
    })
    return (answer.data?.patient as { onWatchList: boolean } | undefined)?.onWatchList
  }
  const add = (minutesAgo: number, patientId = 'a1') =>
    nurse.command('addToWatchList', { patientId }, { at: at(minutesAgo) })
  const remove = (minutesAgo: number, patientId = 'a1') =>
    nurse.command('removeFromWatchList', { patientId }, { at: at(minutesAgo) })
  const discharge = (at_: string | null) =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ discharged_at: at_ })
        .where('id', '=', 'admission-a1')
        .execute(),
    )

  test('C542 C543 C292 adds and removes, and says so on record and card; twice is as once', async () => {
    const byName = (name: string) =>
      server.ask(`mutation { ${name}(patientId: "a1") { id onWatchList } }`, { as: 'nurse' })
    expect((await byName('addToWatchList')).data).toEqual({
      addToWatchList: { id: 'a1', onWatchList: true },
    })
    expect((await byName('addToWatchList')).data).toEqual({
      addToWatchList: { id: 'a1', onWatchList: true },
    })
    const board = await server.ask(
      '{ virtualWardPatients(take: 5, skip: 0) { patients { id onWatchList } } }',
      { as: 'nurse' },
    )
    expect(board.data).toMatchObject({
      virtualWardPatients: {
        patients: [
          { id: 'a1', onWatchList: true },
          { id: 'a2', onWatchList: false },
        ],
      },
    })
    expect((await byName('removeFromWatchList')).data).toEqual({
      removeFromWatchList: { id: 'a1', onWatchList: false },
    })
    expect(await watched()).toEqual([])
  })

  test('C509 patientsInWatchList answers whom the user watches, by name, with the total', async () => {
    await tablet.push(nurse, await add(1, 'a1'), await add(1, 'a2'))
    const answer = await server.ask(list, { as: 'nurse' })
    expect(answer.data?.patientsInWatchList).toEqual({
      total: 2,
      asOf: at(0),
      patients: [
        { id: 'a1', onWatchList: true },
        { id: 'a2', onWatchList: true },
      ],
    })
  })

  test('each user has a list of their own, of patients that they may see', async () => {
    await tablet.push(nurse, await add(1))
    expect([
      await watched('manager'),
      await watched('multi'),
      await isWatched('a1', 'manager'),
    ]).toEqual([[], ['b1'], false])
    for (const patient of ['b1', 'h1', 'nobody'])
      expect(
        codeOf(
          await server.ask('mutation ($p: ID!) { addToWatchList(patientId: $p) { id } }', {
            as: 'nurse',
            variables: { p: patient },
          }),
        ),
      ).toBe('NOT_FOUND')
    expect(
      codeOf(
        await server.ask('mutation { addToWatchList(patientId: "a1") { id } }', { as: 'selfcare' }),
      ),
    ).toBe('FORBIDDEN')
  })

  test('by syncPush it answers the record and the card, and the same again', async () => {
    const mutation = await add(3)
    const [result] = (await tablet.push(nurse, mutation)).results
    expect(result).toMatchObject({
      class: 'APPLIED',
      server: { __typename: 'Patient', id: 'a1', onWatchList: true },
      also: [{ __typename: 'VirtualWardPatient', onWatchList: true }],
    })
    expect((await tablet.push(nurse, mutation)).results[0]).toEqual({ ...result, replay: true })
  })

  test('the decision captured last is kept, in whatever order the devices connect', async () => {
    const [old, recent] = [await add(120), await remove(10)]
    expect(await tablet.said(nurse, recent)).toEqual(['APPLIED'])
    const [late] = (await tablet.push(nurse, old)).results
    expect(late).toMatchObject({ class: 'APPLIED', server: { onWatchList: false } })
    expect(await isWatched('a1')).toBe(false)
    expect(await tablet.said(nurse, await add(5))).toEqual(['APPLIED'])
    expect(await isWatched('a1')).toBe(true)
  })

  test('of two decisions of one millisecond the later command is kept', async () => {
    const first = await nurse.command(
      'addToWatchList',
      { patientId: 'a1' },
      { at: at(10), id: '01900000-0000-7000-8000-000000000001' },
    )
    const second = await nurse.command(
      'removeFromWatchList',
      { patientId: 'a1' },
      { at: at(10), id: '01900000-0000-7000-8000-000000000002', prev: first.id },
    )
    await tablet.push(nurse, first, second)
    expect(await isWatched('a1')).toBe(false)
    // Played again into a restored database, the first alone undoes nothing.
    await opened.database.asSystem((trx) =>
      trx.deleteFrom('sync_mutation').where('id', '=', first.id).execute(),
    )
    expect(await tablet.said(nurse, first)).toEqual(['APPLIED'])
    expect(await isWatched('a1')).toBe(false)
  })

  test('O255 a discharge takes the patient off every list of the organisation, and an older command does not put them back', async () => {
    const manager = await tablet.signIn('manager')
    await tablet.push(nurse, await add(50))
    await tablet.push(
      manager,
      await manager.command('addToWatchList', { patientId: 'a1' }, { at: at(0) }),
    )
    await discharge(at(0))
    const entries = await opened.database.kysely
      .selectFrom('watch_list_entry')
      .select('is_watched')
      .where('patient_id', '=', 'a1')
      .execute()
    expect(entries).toEqual([{ is_watched: false }, { is_watched: false }])
    // From before the discharge, by another of her tablets that was offline.
    await opened.database.asSystem((trx) =>
      trx.deleteFrom('watch_list_entry').where('user_id', '=', 'nurse').execute(),
    )
    expect(await tablet.said(nurse, await add(20))).toEqual(['APPLIED'])
    await discharge(null)
    expect(await watched()).toEqual([])
  })

  test('a list reaches the user’s other devices by pull, and nobody else’s', async () => {
    const [mine, others] = [
      createPuller(tablet, 'nurse', () => nurse.hello.epoch),
      createPuller(tablet, 'manager', () => nurse.hello.epoch),
    ]
    await tablet.signIn('manager')
    for (const puller of [mine, others]) await puller.pull(['ROSTER:w', 'PATIENT:a1'])
    await tablet.push(nurse, await add(1))
    const put = async (puller: typeof mine) =>
      (await puller.pull(['ROSTER:w', 'PATIENT:a1'])).flatMap(({ scopes }) =>
        scopes.flatMap((scope) => scope.put),
      )
    expect(await put(mine)).toMatchObject([
      { __typename: 'VirtualWardPatient', id: 'a1', onWatchList: true },
      { __typename: 'Patient', id: 'a1', onWatchList: true },
    ])
    expect(await put(others)).toEqual([])
  })

  test('every command is in the action log under its author, and the chain holds', async () => {
    const [one, two] = [await add(3), await remove(2)]
    await tablet.push(nurse, one, two)
    const entries = await opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'details'])
      .where('organization_id', '=', 'w')
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
    expect(entries).toEqual([
      { action: 'removeFromWatchList', actor_id: 'nurse', details: { command: two.id } },
      { action: 'addToWatchList', actor_id: 'nurse', details: { command: one.id } },
    ])
    expect(await opened.database.asSystem((trx) => firstBrokenAction(trx, 'w'))).toBeNull()
  })
})
