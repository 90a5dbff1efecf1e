import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addPatientNote } from '../../src/data/note'
import type { Runtime } from '../../src/engine/define'
import { startServer, type FlowServer } from './server'
import { systemClock } from '../../src/platform/clock'
import { createTablet, goOffline, openRecord, until, type Tablet } from './ward-tablet'

let server: FlowServer
const tablets: Tablet[] = []
let signIns = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
afterEach(async () => {
  for (const tablet of tablets.splice(0)) await tablet.closeAll()
})

const password = 'lantern over the ward'
const signIn = async (email: string, tablet: Tablet, tab?: Runtime): Promise<Runtime> => {
  if (!tablets.includes(tablet)) tablets.push(tablet)
  tablet.token = `${server.uid(email)}~${(signIns += 1)}`
  const on = tab ?? (await tablet.openTab())
  expect(await on.session.completeSignIn(password)).toMatchObject({ kind: 'done' })
  return on
}
const sessionsOf = (email: string) =>
  server.database.kysely
    .selectFrom('sync_session')
    .select(['id', 'revoked_at'])
    .where('user_id', '=', server.uid(email))
    .where('revoked_at', 'is', null)
    .execute()
const patientAt = (at: number) => server.patient('Heart Failure Ward', at).id
/** Writes notes without a line. */
const writeOffline = async (
  tablet: Tablet,
  tab: Runtime,
  patientId: string,
  ...texts: readonly string[]
): Promise<void> => {
  await openRecord(tab, patientId)
  await goOffline(tablet, tab)
  for (const text of texts)
    expect(await tab.run(addPatientNote, { patientId, text })).toMatchObject({ kind: 'saved' })
}
const textsOf = async (patientId: string): Promise<readonly string[]> =>
  (await server.notesOf(patientId)).map(({ text }) => text)

test('what waits is delivered from the sign-in page when the connection is back: under its author’s name, in order, without anybody’s credential', async () => {
  const tablet = createTablet(server)
  const tab = await signIn('nurse@riverside.example', tablet)
  const patientId = patientAt(0)
  await writeOffline(tablet, tab, patientId, 'Written first', 'Written second')
  await tab.session.signOut()
  expect(tab.session.get().status).toBe('signed-out')
  await until(tab.outbox.othersWaiting, (count) => count === 2)
  expect(await textsOf(patientId)).toEqual([])
  tablet.sent.length = 0
  tablet.asked.length = 0
  tablet.reconnect()
  await until(tab.outbox.idle, ({ sent }) => sent === 2)
  await until(tab.outbox.othersWaiting, (count) => count === 0)
  expect(await textsOf(patientId)).toEqual(['Written first', 'Written second'])
  for (const { id } of await server.notesOf(patientId))
    expect(await server.authorOf(id)).toBe(server.uid('nurse@riverside.example'))
  expect(tablet.token).toBeNull()
  expect(tablet.sent).not.toContain('SyncPush')
  expect(tablet.asked).toContain('/Prod/sync/deliver')
})

test('a page that is opened with nobody signed in sends what waits; its author finds it done', async () => {
  const tablet = createTablet(server)
  const tab = await signIn('nurse@riverside.example', tablet)
  const patientId = patientAt(1)
  await writeOffline(tablet, tab, patientId, 'Left on the tablet')
  await tab.session.signOut()
  await tab.close()
  tablet.network = 'up'
  const later = await tablet.openTab()
  await until(later.outbox.idle, ({ sent }) => sent === 1)
  expect(await textsOf(patientId)).toEqual(['Left on the tablet'])
  await signIn('nurse@riverside.example', tablet, later)
  expect(later.outbox.idle.get()).toEqual({ sent: 0, undecided: 0, needSignIn: 0 })
  await until(later.connection, ({ waiting, refused }) => waiting === 0 && refused === 0)
})

test('a locked device delivers too, and what the server refuses waits for its author', async () => {
  const tablet = createTablet(server)
  const tab = await signIn('nurse@riverside.example', tablet)
  const patientId = patientAt(2)
  await writeOffline(tablet, tab, patientId, 'Good', 'About somebody else by now')
  await tab.session.lock()
  await server.rename(patientId, 'Renamed')
  tablet.reconnect()
  await until(tab.outbox.idle, ({ undecided }) => undecided === 2)
  expect(await textsOf(patientId)).toEqual([])
  await signIn('nurse@riverside.example', tablet, tab)
  await until(
    tab.outbox,
    (items) => items.length === 2 && items.every(({ state }) => state === 'refused'),
  )
})

test('a sign-out offline ends the sessions at the server once connected, and the next user is not affected', async () => {
  const tablet = createTablet(server)
  const before = (await sessionsOf('admin@riverside.example')).length
  const tab = await signIn('admin@riverside.example', tablet)
  expect((await sessionsOf('admin@riverside.example')).length).toBe(before + 1)
  await goOffline(tablet, tab)
  await tab.session.signOut()
  expect((await sessionsOf('admin@riverside.example')).length).toBe(before + 1)
  tablet.reconnect()
  await expect.poll(async () => (await sessionsOf('admin@riverside.example')).length).toBe(before)
  await signIn('admin@riverside.example', tablet, tab)
  expect((await sessionsOf('admin@riverside.example')).length).toBe(before + 1)
})

test('a user who signs in again before the server heard of the sign-out keeps session and key', async () => {
  const tablet = createTablet(server)
  const tab = await signIn('admin@riverside.example', tablet)
  const [first] = (await sessionsOf('admin@riverside.example')).map(({ id }) => id).slice(-1)
  await goOffline(tablet, tab)
  await tab.session.signOut()
  tablet.gate = (names) =>
    names.includes('') && tablet.network === 'up'
      ? new Promise((resolve) => {
          setTimeout(resolve, 5)
        })
      : Promise.resolve()
  tablet.network = 'up'
  const again = await signIn('admin@riverside.example', tablet, tab)
  tablet.hint()
  await expect
    .poll(async () =>
      (await sessionsOf('admin@riverside.example')).map(({ id }) => id).includes(first ?? ''),
    )
    .toBe(false)
  // The key of this device is still hers: a page without it opens by a hello.
  await again.close()
  tablet.forgetKeys()
  expect((await tablet.openTab()).session.get()).toMatchObject({ status: 'signed-in' })
})

test('why something was given up reaches the server, though its author signed out before there was a connection', async () => {
  const tablet = createTablet(server)
  const tab = await signIn('nurse@riverside.example', tablet)
  const patientId = patientAt(3)
  await writeOffline(tablet, tab, patientId, 'Meant for another')
  await server.rename(patientId, 'Someone')
  tablet.reconnect()
  const [item] = await until(tab.outbox, ([first]) => first?.state === 'refused')
  await goOffline(tablet, tab)
  await tab.outbox.discard(item?.id ?? '', 'Written on the wrong patient')
  await tab.session.signOut()
  const told = () =>
    server.database.kysely
      .selectFrom('client_mutation')
      .select(['user_id', 'result'])
      .where('key', '=', `discard ${item?.id ?? ''}`)
      .execute()
  expect(await told()).toEqual([])
  tablet.reconnect()
  await expect.poll(told).toMatchObject([
    {
      user_id: server.uid('nurse@riverside.example'),
      result: { reason: 'Written on the wrong patient', op: 'addPatientNote' },
    },
  ])
  await signIn('nurse@riverside.example', tablet, tab)
  await until(tab.outbox, (items) => items.length === 0)
  expect(await told()).toHaveLength(1)
})

test('a slow sign-out ends the sessions that there were, and not the one that the same person begins meanwhile', async () => {
  const tablet = createTablet(server)
  tablets.push(tablet)
  const tab = await tablet.openTab({
    clock: {
      ...systemClock,
      sleep: (ms, signal) => systemClock.sleep(ms === 10_000 ? 50 : ms, signal),
    },
  })
  const live = async () => (await sessionsOf('nurse@riverside.example')).map(({ id }) => id)
  const before = await live()
  await signIn('nurse@riverside.example', tablet, tab)
  const [first] = (await live()).filter((id) => !before.includes(id))
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const patientId = patientAt(4)
  await openRecord(tab, patientId)
  // What she wrote last is on its way for longer than a sign-out waits.
  tablet.gate = (names) => (names.includes('SyncPush') ? held : Promise.resolve())
  expect(await tab.run(addPatientNote, { patientId, text: 'The last of the day' })).toMatchObject({
    kind: 'saved',
  })
  await tab.session.signOut()
  await signIn('nurse@riverside.example', tablet, tab)
  tablet.gate = () => Promise.resolve()
  release()
  await expect.poll(async () => (await live()).includes(first ?? '')).toBe(false)
  const [second] = (await live()).filter((id) => !before.includes(id))
  expect(second).toBeDefined()
  await expect.poll(() => textsOf(patientId)).toEqual(['The last of the day'])
  await tab.close()
  expect(await live()).toContain(second)
  // The key of this device is still hers.
  tablet.forgetKeys()
  expect((await tablet.openTab()).session.get()).toMatchObject({ status: 'signed-in' })
})
