import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { demonstrationPassword } from '../../server/demonstration/accounts'
import type { Identity } from '../../server/identity'
import type { OutboxItem, Runtime } from '../../src/engine/define'
import type { Principal } from '../../src/domain/access/principal'
import { may } from '../../src/domain/access/may'
import { addPatientNote } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import { deleteUser } from '../../src/data/user'
import { systemClock } from '../../src/platform/clock'

let server: FlowServer
let identity: Identity
const tablets: Tablet[] = []

beforeAll(async () => {
  server = await startServer({ accounts: true })
  if (server.identity === null) throw new Error('no accounts')
  identity = server.identity
})
afterAll(() => server.close())
afterEach(async () => {
  for (const tablet of tablets.splice(0)) await tablet.closeAll()
})

/**
 * What the device knows of the server's time, later than it is: what is written from now on was
 * written after what the server did meanwhile.
 */
let laterMs = 0
const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + laterMs }

const signIn = async (
  tablet: Tablet,
  email: string,
  password = demonstrationPassword,
  { listening = false, tab }: { readonly listening?: boolean; readonly tab?: Runtime } = {},
): Promise<Runtime> => {
  if (!tablets.includes(tablet)) tablets.push(tablet)
  laterMs = 0
  tablet.token = await server.tokenOf(email, password)
  const on = tab ?? (await tablet.openTab({ clock, following: listening, listening }))
  expect(await on.session.completeSignIn(password)).toMatchObject({ kind: 'done' })
  return on
}
const storesOf = async (tablet: Tablet): Promise<number> =>
  (await tablet.indexedDB.databases()).filter(({ name = '' }) =>
    name.startsWith('lamplight-cache-'),
  ).length
const passwordKept = (tablet: Tablet) =>
  expect.poll(() => vaultOf(tablet)).toContain('"wrappedByPassword":{')
const vaultOf = async (tablet: Tablet): Promise<string> => {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = tablet.indexedDB.open('lamplight-vault')
    request.addEventListener('success', () => resolve(request.result))
  })
  const rows = await new Promise((resolve) => {
    const request = database.transaction('entry').objectStore('entry').getAll()
    request.addEventListener('success', () => resolve(request.result))
  })
  database.close()
  return JSON.stringify(rows)
}
const write = async (tab: Runtime, patientId: string, text: string): Promise<void> => {
  expect(await tab.run(addPatientNote, { patientId, text })).toMatchObject({ kind: 'saved' })
}
const textsOf = async (patientId: string): Promise<readonly string[]> =>
  (await server.notesOf(patientId)).map(({ text }) => text)
const items = (tab: Runtime, wanted: (all: readonly OutboxItem[]) => boolean) =>
  until<readonly OutboxItem[], readonly OutboxItem[]>(tab.outbox, wanted)
/** How many the supervisor's tray of Riverside holds. */
const inTray = (): Promise<number> =>
  server.database.asOrganization(
    server.organizationOf('riverside'),
    async (trx) =>
      (await sql<{ id: string }>`select id from app_refused_records()`.execute(trx)).rows.length,
  )
/** So many were refused, since their session had ended; their author sends each again. */
const sendAgain = async (tab: Runtime, count: number): Promise<void> => {
  const refused = await items(
    tab,
    (all) => all.filter(({ state }) => state === 'refused').length === count,
  )
  for (const { id, code } of refused) {
    expect(code).toBe('SESSION_REVOKED')
    await tab.outbox.retry(id)
  }
  await items(tab, (all) => all.length === 0)
}
/** The line is gone for good, and somebody tries the password. */
const openWithout = async (tablet: Tablet, password: string): Promise<string> => {
  await tablet.closeAll()
  tablet.forgetKeys()
  tablet.network = 'down'
  const tab = await tablet.openTab()
  const result = await tab.session.unlock(password)
  return result.kind === 'done' ? 'opened' : result.problem.kind
}

describe('an account that is switched off', () => {
  test('closes its screens on a device that is online, and nothing there opens without the server any more', async () => {
    const tablet = createTablet(server)
    const email = 'nurse2@riverside.example'
    const tab = await signIn(tablet, email, undefined, { listening: true })
    await passwordKept(tablet)
    await until(tab.connection, ({ isTold }) => isTold === true)
    await identity.setDisabled(server.uid(email), true)
    const state = await until(tab.session, ({ status }) => status === 'locked')
    expect(state).toMatchObject({
      ended: 'disabled',
      me: null,
      locked: { email, opensOffline: false },
    })
    await expect.poll(() => storesOf(tablet)).toBe(0)
    expect(await openWithout(tablet, demonstrationPassword)).toBe('not-found')

    // Switched on again it is as it was.
    await identity.setDisabled(server.uid(email), false)
    tablet.network = 'up'
    expect((await signIn(tablet, email)).session.get().status).toBe('signed-in')
  })

  test('while its device was offline: nothing is taken by itself, and its author can send it once permitted again', async () => {
    const tablet = createTablet(server)
    const email = 'nurse@riverside.example'
    const { id: patientId } = server.patient('Heart Failure Ward', 3)
    const tab = await signIn(tablet, email)
    await openRecord(tab, patientId)
    await goOffline(tablet, tab)
    await write(tab, patientId, 'Written while it was hers')
    await identity.setDisabled(server.uid(email), true)
    laterMs = 60_000
    await write(tab, patientId, 'Written after it was switched off')
    const before = await inTray()
    tablet.reconnect()
    expect(await until(tab.session, ({ status }) => status === 'locked')).toMatchObject({
      ended: 'disabled',
    })
    // Nobody signs in: the page delivers what waits, and the server decides each. When it was
    // written is the device's own word.
    await until(tab.outbox.idle, ({ undecided }) => undecided === 2)
    expect(await textsOf(patientId)).toEqual([])
    expect((await inTray()) - before).toBe(2)

    await identity.setDisabled(server.uid(email), false)
    await signIn(tablet, email, undefined, { tab })
    await sendAgain(tab, 2)
    expect(await textsOf(patientId)).toEqual([
      'Written while it was hers',
      'Written after it was switched off',
    ])
    for (const { id } of await server.notesOf(patientId))
      expect(await server.authorOf(id)).toBe(server.uid(email))
  })
})

test('a password changed elsewhere: the old one opens nothing here any more, what was written waits for its author’s word, and the new one finds everything', async () => {
  const tablet = createTablet(server)
  const email = 'multi@riverside.example'
  const { id: patientId } = server.patient('Respiratory Ward', 2)
  const tab = await signIn(tablet, email)
  await passwordKept(tablet)
  const { firstName } = await openRecord(tab, patientId)
  await goOffline(tablet, tab)
  await write(tab, patientId, 'Written with the old one')
  await identity.setPassword(server.uid(email), 'willow-anchor-copper')
  laterMs = 60_000
  await write(tab, patientId, 'Written after it was changed')
  const before = await inTray()
  tablet.reconnect()
  expect(await until(tab.session, ({ status }) => status === 'locked')).toMatchObject({
    ended: 'revoked',
    locked: { opensOffline: false },
  })
  await until(tab.outbox.idle, ({ undecided }) => undecided === 2)
  expect(await textsOf(patientId)).toEqual([])
  expect((await inTray()) - before).toBe(2)
  expect(await openWithout(tablet, demonstrationPassword)).toBe('not-found')

  tablet.network = 'up'
  const again = await signIn(tablet, email, 'willow-anchor-copper')
  const { rows } = await until(again.watch(patientRecord, { patientId }), ({ ready }) => ready)
  expect(rows).toMatchObject([{ firstName }])
  await sendAgain(again, 2)
  expect(await textsOf(patientId)).toEqual([
    'Written with the old one',
    'Written after it was changed',
  ])
  await passwordKept(tablet)
  await tablet.closeAll()
  expect(await openWithout(tablet, demonstrationPassword)).toBe('forbidden')
  expect(await openWithout(tablet, 'willow-anchor-copper')).toBe('opened')
})

/** What she may in Riverside, from now on. */
const setRoles = (email: string, ...roles: readonly string[]) =>
  sql`update user_organization set roles = ${JSON.stringify(roles)}::jsonb where user_id = ${server.uid(email)}`.execute(
    server.database.kysely,
  )
const mayWrite = ({ principal }: { readonly principal: Principal | null }): boolean =>
  principal !== null && may(principal, 'note.add')

describe('a role that was taken away', () => {
  test('on a device that is online: nothing more is written without it, and again as soon as it is given back', async () => {
    const tablet = createTablet(server)
    const email = 'admin@riverside.example'
    const { id: patientId } = server.patient('Frailty Ward', 1)
    const tab = await signIn(tablet, email, undefined, { listening: true })
    await openRecord(tab, patientId)
    await until(tab.connection, ({ isTold }) => isTold === true)
    await setRoles(email, 'Read Only')
    expect(await until(tab.session, (state) => !mayWrite(state))).toMatchObject({
      status: 'signed-in',
      accessChanged: true,
      me: { roles: ['Read Only'] },
    })
    expect(await tab.run(addPatientNote, { patientId, text: 'Not hers to write' })).toMatchObject({
      kind: 'refused',
      problem: { kind: 'forbidden' },
    })
    expect(tab.outbox.get()).toEqual([])
    await setRoles(email, 'Organisation Admin')
    await until(tab.session, mayWrite)
    await write(tab, patientId, 'Hers again')
    await expect.poll(() => textsOf(patientId)).toEqual(['Hers again'])
  })

  test('while the author’s device was offline: what was written before is taken, what was written after is refused and stays readable to the author', async () => {
    const tablet = createTablet(server)
    const email = 'admin@riverside.example'
    const { id: patientId } = server.patient('Frailty Ward', 2)
    const tab = await signIn(tablet, email)
    await openRecord(tab, patientId)
    await goOffline(tablet, tab)
    await write(tab, patientId, 'Still allowed')
    await setRoles(email, 'Read Only')
    laterMs = 60_000
    await write(tab, patientId, 'No longer allowed')
    tablet.reconnect()
    const left = await items(tab, (all) => all.length === 1 && all[0]?.state === 'refused')
    expect(left).toMatchObject([{ code: 'FORBIDDEN', input: { text: 'No longer allowed' } }])
    expect(await textsOf(patientId)).toEqual(['Still allowed'])
    expect(await until(tab.session, (state) => !mayWrite(state))).toMatchObject({
      status: 'signed-in',
      accessChanged: true,
    })
    tab.session.accessSeen()
    expect(tab.session.get()).not.toHaveProperty('accessChanged')
    await setRoles(email, 'Organisation Admin')
  })
})

test('who is no longer a member of the organisation: its screens close, its patients leave the device, and nothing that was written is taken by itself', async () => {
  const tablet = createTablet(server)
  const email = 'mfa@riverside.example'
  await identity.unenrolTotp(server.uid(email))
  const { id: patientId } = server.patient('Respiratory Ward', 4)
  const tab = await signIn(tablet, email)
  await passwordKept(tablet)
  await openRecord(tab, patientId)
  await goOffline(tablet, tab)
  await write(tab, patientId, 'Written as a member')
  await sql`update user_organization set deleted_at = now() where user_id = ${server.uid(email)}`.execute(
    server.database.kysely,
  )
  laterMs = 60_000
  await write(tab, patientId, 'Written as a stranger')
  const before = await inTray()
  tablet.reconnect()
  expect(await until(tab.session, ({ status }) => status === 'locked')).toMatchObject({
    ended: 'removed',
    locked: { opensOffline: false },
  })
  await expect.poll(() => storesOf(tablet)).toBe(0)
  await until(tab.outbox.idle, ({ undecided }) => undecided === 2)
  expect(await textsOf(patientId)).toEqual([])
  expect((await inTray()) - before).toBe(2)
  expect(await openWithout(tablet, demonstrationPassword)).toBe('not-found')
})

describe('who is removed by an administrator, with no other organisation', () => {
  const remove = async (email: string): Promise<void> => {
    const admin = await signIn(createTablet(server), 'admin@riverside.example')
    expect(await admin.run(deleteUser, { userId: server.uid(email) })).toMatchObject({
      kind: 'done',
    })
  }

  test('O358 finds the device empty within 5 s where it is online', async () => {
    const tablet = createTablet(server)
    const email = 'nurse2@riverside.example'
    const tab = await signIn(tablet, email, undefined, { listening: true })
    await until(tab.connection, ({ isTold }) => isTold === true)
    await remove(email)
    const since = Date.now()
    const state = await until(tab.session, ({ status }) => status === 'locked')
    expect(state).toMatchObject({ ended: 'disabled', me: null })
    await expect.poll(() => storesOf(tablet)).toBe(0)
    expect(Date.now() - since).toBeLessThan(5_000)
  })

  test('has all that was written in the supervisor’s tray, and none of it applied', async () => {
    const tablet = createTablet(server)
    const email = 'nurse@riverside.example'
    const { id: patientId } = server.patient('Heart Failure Ward', 4)
    const tab = await signIn(tablet, email)
    await openRecord(tab, patientId)
    await goOffline(tablet, tab)
    await write(tab, patientId, 'Written as a user')
    await remove(email)
    laterMs = 60_000
    await write(tab, patientId, 'Written after it')
    const before = await inTray()
    tablet.reconnect()
    await until(tab.outbox.idle, ({ undecided }) => undecided === 2)
    expect(await textsOf(patientId)).toEqual([])
    expect((await inTray()) - before).toBe(2)
  })
})
