import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { addPatientNote } from '../../src/data/note'
import { addToWatchList, patientRecord } from '../../src/data/patient'
import type { Runtime } from '../../src/engine/define'

let server: FlowServer
let tablet: Tablet
let used = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(() => tablet.closeAll())

const signIn = async (email = 'nurse@riverside.example'): Promise<Runtime> => {
  tablet.token = `${server.uid(email)}~${(used += 1)}`
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** Another patient at each call, open on this device. */
const openPatient = async (tab: Runtime) => {
  const patient = server.patient('Respiratory Ward', (used += 1) % 10)
  await tab.refresh(patientRecord, { patientId: patient.id })
  await server.database.asSystem((trx) =>
    trx.deleteFrom('patient_note').where('patient_id', '=', patient.id).execute(),
  )
  return patient
}
const write = async (tab: Runtime, patientId: string, text: string): Promise<string> => {
  const result = await tab.run(addPatientNote, { patientId, text })
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  return result.id
}
/** The line is away and the device knows it. */
const goOffline = async (tab: Runtime): Promise<void> => {
  tablet.network = 'down'
  await tab.session.refreshMe()
  await until(tab.connection, ({ state }) => state === 'offline')
}
const waits = (tab: Runtime, ...texts: readonly string[]) =>
  until(
    tab.outbox,
    (items) =>
      JSON.stringify(items.map(({ input }) => (input as { text: string } | null)?.text)) ===
      JSON.stringify(texts),
  )

describe('a person', () => {
  test('corrects what has not been sent: the new text replaces the old one, under an id of its own', async () => {
    const tab = await signIn()
    const { id: patientId } = await openPatient(tab)
    await goOffline(tab)
    const typo = await write(tab, patientId, 'Two tablets a day')
    await write(tab, patientId, 'Slept well')
    await waits(tab, 'Two tablets a day', 'Slept well')
    expect(tab.outbox.get().map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    const result = await tab.outbox.replace(typo, { patientId, text: 'Three tablets a day' })
    if (result.kind === 'saved') {
      expect(result.id).not.toBe(typo)
      await waits(tab, 'Three tablets a day', 'Slept well')
      tablet.reconnect()
      await until(tab.outbox, (items) => items.length === 0)
      expect((await server.notesOf(patientId)).map(({ text }) => text).toSorted()).toEqual([
        'Slept well',
        'Three tablets a day',
      ])
    } else throw new Error(result.kind === 'refused' ? result.problem.code : result.kind)
  })

  test('cannot correct what may be with the server already', async () => {
    const tab = await signIn()
    const { id: patientId } = await openPatient(tab)
    tablet.network = 'deaf'
    const id = await write(tab, patientId, 'Heard, not answered')
    await until(tab.connection, ({ state }) => state === 'offline')
    await until(tab.outbox, (items) => items[0]?.state === 'checking')
    expect(await tab.outbox.replace(id, { patientId, text: 'Something else' })).toMatchObject({
      kind: 'refused',
      problem: { code: 'storage:maybe-saved' },
    })
    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 0)
    expect((await server.notesOf(patientId)).map(({ text }) => text)).toEqual([
      'Heard, not answered',
    ])
  })

  test('reads who it was about and what was written', async () => {
    const tab = await signIn()
    const patient = await openPatient(tab)
    await goOffline(tab)
    const id = await write(tab, patient.id, 'Walked to the door')
    await waits(tab, 'Walked to the door')
    const [item] = tab.outbox.get()
    expect(item).toMatchObject({
      id,
      state: 'waiting',
      code: null,
      conflict: null,
      expiresAt: null,
      subject: { id: patient.id, birthDate: patient.birthDate },
    })
    expect(item?.input).toMatchObject({ text: 'Walked to the door' })
  })
})

describe('sending again', () => {
  test('after a right was given back is a new decision, of now: it is taken', async () => {
    const tab = await signIn()
    const { id: patientId } = await openPatient(tab)
    const nurse = server.uid('nurse@riverside.example')
    const { roles } = await server.database.asSystem((trx) =>
      trx
        .selectFrom('user_organization')
        .select('roles')
        .where('user_id', '=', nurse)
        .executeTakeFirstOrThrow(),
    )
    // The device's idea of the server's time lags by one answer's way: the change was two seconds
    // ago, and what is written next surely after it.
    const give = (to: unknown) =>
      server.database.asSystem(async (trx) => {
        await sql`update user_organization set roles = ${JSON.stringify(to)} where user_id = ${nurse}`.execute(
          trx,
        )
        await sql`update access_history set until = until - interval '2 seconds' where user_id = ${nurse} and until = now()`.execute(
          trx,
        )
      })
    try {
      await give(['Self Care'])
      await write(tab, patientId, 'By whom may not')
      const [item] = await until(tab.outbox, (items) => items[0]?.state === 'refused')
      expect(item).toMatchObject({ code: 'FORBIDDEN' })
      await give(roles)
      await tab.outbox.retry(item?.id ?? '')
      await until(tab.outbox, (items) => items.length === 0)
      expect((await server.notesOf(patientId)).map(({ text }) => text)).toEqual(['By whom may not'])
    } finally {
      await give(roles)
    }
  })
})

describe('giving up', () => {
  test('what was refused is reported to the server with its reason, once connected, and leaves the device', async () => {
    const tab = await signIn()
    const { id: patientId } = await openPatient(tab)
    await server.rename(patientId, `Somebody${used}`)
    const id = await write(tab, patientId, 'For somebody else')
    await until(tab.outbox, (items) => items[0]?.state === 'refused')
    await goOffline(tab)
    await tab.outbox.discard(id, 'Wrong record')
    await until(tab.outbox, (items) => items.length === 0)
    tablet.reconnect()
    const reason = async () =>
      (
        await server.database.kysely
          .selectFrom('client_mutation')
          .select('result')
          .where('key', '=', `discard ${id}`)
          .executeTakeFirst()
      )?.result
    await expect
      .poll(reason)
      .toMatchObject({ reason: 'Wrong record', op: 'addPatientNote', lane: patientId })
    await expect
      .poll(() =>
        server.database.kysely
          .selectFrom('action_log')
          .select(['action', 'patient_id'])
          .where('entity_id', '=', id)
          .where('action', '=', 'syncDiscarded')
          .execute(),
      )
      .toEqual([{ action: 'syncDiscarded', patient_id: patientId }])
  })
})

describe('taking back', () => {
  test('C7 what waits and was not sent leaves record and device, never reaches the server, and is logged', async () => {
    const tab = await signIn()
    const { id: patientId } = await openPatient(tab)
    const record = tab.watch(patientRecord, { patientId })
    const isWatched = () => record.get().rows[0]?.onWatchList
    const end = record.subscribe(() => undefined)
    await expect.poll(isWatched).toBe(false)
    await goOffline(tab)
    const { id } = (await tab.run(addToWatchList, { patientId })) as { readonly id: string }
    await until(tab.outbox, (items) => items[0]?.mayBeTakenBack === true)
    await expect.poll(isWatched).toBe(true)
    await tab.outbox.discard(id, 'Taken back before it was sent')
    await until(tab.outbox, (items) => items.length === 0)
    await expect.poll(isWatched).toBe(false)
    tablet.reconnect()
    await expect
      .poll(() =>
        server.database.kysely
          .selectFrom('action_log')
          .select(['action', 'patient_id'])
          .where('entity_id', '=', id)
          .execute(),
      )
      .toEqual([{ action: 'syncDiscarded', patient_id: patientId }])
    expect(
      await server.database.kysely
        .selectFrom('sync_mutation')
        .select('id')
        .where('id', '=', id)
        .execute(),
    ).toEqual([])
    end()
  })
})

describe('who works in several organisations', () => {
  test('sees that work waits in another one, and reads it there', async () => {
    const tab = await signIn('multi@riverside.example')
    const home = server.organizationOf('riverside')
    const elsewhere = tab.session.get().me?.organizations.find(({ id }) => id !== home)?.id ?? ''
    expect(await tab.session.setActingOrganization(home)).toMatchObject({ kind: 'done' })
    const { id: patientId } = await openPatient(tab)
    let open: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      open = resolve
    })
    tablet.gate = (names) => (names.includes('SyncPush') ? held : Promise.resolve())
    const id = await write(tab, patientId, 'Written at home')
    await waits(tab, 'Written at home')
    expect(await tab.session.setActingOrganization(elsewhere)).toMatchObject({ kind: 'done' })
    await until(tab.outbox, ([item]) => item?.id === id && item.input === null)
    expect(tab.outbox.get()[0]).toMatchObject({ organizationId: home, subject: null })
    expect(await tab.session.setActingOrganization(home)).toMatchObject({ kind: 'done' })
    await waits(tab, 'Written at home')
    open()
    await until(tab.outbox, (items) => items.length === 0)
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Written at home' }])
  })
})

describe('a chosen sign-out', () => {
  const sessions = (userId: string) =>
    server.database.kysely
      .selectFrom('sync_session')
      .select('revoked_at')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  const keys = async (userId: string) =>
    (
      await server.database.kysely
        .selectFrom('device_kek')
        .select('group_id')
        .where('user_id', '=', userId)
        .execute()
    ).map(({ group_id }) => group_id)

  test('sends what waits, ends the session at the server and takes the key of this device with it', async () => {
    const tab = await signIn()
    const user = server.uid('nurse@riverside.example')
    const before = await keys(user)
    const { id: patientId } = await openPatient(tab)
    await write(tab, patientId, 'Before I go')
    await tab.session.signOut()
    expect((await server.notesOf(patientId)).map(({ text }) => text)).toEqual(['Before I go'])
    expect((await sessions(user))?.revoked_at).not.toBeNull()
    expect((await keys(user)).length).toBe(before.length - 1)
  })

  test("without a connection keeps what waits, sealed; the next person's session delivers it under its author's name", async () => {
    const tab = await signIn()
    const { id: patientId } = await openPatient(tab)
    await goOffline(tab)
    const id = await write(tab, patientId, 'Nobody heard it')
    await tab.session.signOut()
    expect(tab.session.get().status).toBe('signed-out')
    await until(tab.outbox.othersWaiting, (count) => count === 1)
    tablet.network = 'up'
    tablet.token = `${server.uid('admin@riverside.example')}~relief`
    expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
    await until(tab.outbox.othersWaiting, (count) => count === 0)
    expect(await server.notesOf(patientId)).toEqual([{ id, text: 'Nobody heard it' }])
    expect(await server.authorOf(id)).toBe(server.uid('nurse@riverside.example'))
  })
})

describe('the next person on the device', () => {
  test('sees how much of others waits, and nothing of it', async () => {
    const tab = await signIn()
    const { id: patientId } = await openPatient(tab)
    tablet.network = 'down'
    await write(tab, patientId, 'By the first nurse')
    server.refused.add(tablet.token ?? '')
    // Neither a session's way to the server nor the one of a page where nobody is signed in.
    tablet.gate = (names, path) =>
      names.includes('SyncPush') || path.endsWith('/sync/deliver')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve()
    tablet.reconnect()
    await until(tab.session, ({ status }) => status === 'locked')
    await until(tab.outbox.othersWaiting, (count) => count === 1)
    tablet.token = `${server.uid('admin@riverside.example')}~next`
    expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
    await until(tab.outbox.othersWaiting, (count) => count === 1)
    expect(tab.outbox.get()).toEqual([])
    tablet.gate = () => Promise.resolve()
    tablet.reconnect()
    await until(tab.outbox.othersWaiting, (count) => count === 0)
    expect((await server.notesOf(patientId)).map(({ text }) => text)).toEqual([
      'By the first nurse',
    ])
  })
})

describe('a form about a patient', () => {
  test('speaks of whom its author saw when it was opened, also when another identity came in meanwhile: the server refuses it', async () => {
    const tab = await signIn()
    const { id: patientId } = await openPatient(tab)
    const seen = await tab.seen(patientId)
    await server.rename(patientId, `Somebody${used}`)
    await tab.refresh(patientRecord, { patientId })
    expect((await tab.seen(patientId))?.name).not.toBe(seen?.name)
    const result = await tab.run(addPatientNote, { patientId, text: 'For the one I saw' }, seen)
    expect(result.kind).toBe('saved')
    await until(tab.outbox, (items) => items[0]?.state === 'refused')
    expect(tab.outbox.get()[0]).toMatchObject({
      code: 'IDENTITY_CHANGED',
      subject: { id: patientId, name: seen?.name },
    })
    expect(await server.notesOf(patientId)).toEqual([])
  })
})
