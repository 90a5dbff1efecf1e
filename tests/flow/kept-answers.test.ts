import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTablet, goOffline, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { patientNames, patients } from '../../src/data/patient-list'
import { wards, wardStaff } from '../../src/data/ward'
import type { Runtime } from '../../src/engine/define'

const email = 'admin@riverside.example'
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

const signIn = async (tablet: Tablet, who = email): Promise<Runtime> => {
  if (!tablets.includes(tablet)) tablets.push(tablet)
  tablet.token = `${server.uid(who)}~kept${(signIns += 1)}`
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
const setRoles = (...roles: readonly string[]) =>
  sql`update user_organization set roles = ${JSON.stringify(roles)}::jsonb where user_id = ${server.uid(email)}`.execute(
    server.database.kysely,
  )
/** All that the device's databases hold, as text. */
const onDisk = async ({ indexedDB }: Tablet): Promise<string> => {
  const all: unknown[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    for (const table of database.objectStoreNames)
      all.push(
        await new Promise((resolve) => {
          const request = database.transaction(table).objectStore(table).getAll()
          request.addEventListener('success', () => resolve(request.result))
        }),
      )
    database.close()
  }
  return JSON.stringify(all)
}

test('who there is, and the staff of a ward, are there without a connection and after a reload, with their age; nothing of it is in clear', async () => {
  const tablet = createTablet(server)
  const tab = await signIn(tablet)
  const before = tab.now()
  const answer = await tab.ask(patientNames, undefined)
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer))
  const [first] = answer.value.rows
  const known = await tab.ask(wards, undefined)
  const id = known.kind === 'done' ? (known.value[0]?.id ?? '') : ''
  const staff = await tab.ask(wardStaff, { id })
  await goOffline(tablet, tab)
  await tab.close()

  const later = await tablet.openTab()
  await until(later.session, ({ status }) => status === 'signed-in')
  expect(await later.ask(patientNames, undefined)).toMatchObject({ kind: 'refused' })
  const kept = await later.kept(patientNames, undefined)
  expect(kept?.value).toEqual(answer.value)
  expect(kept?.at).toBeGreaterThanOrEqual(before)
  expect((await later.kept(wardStaff, { id }))?.value).toEqual(
    staff.kind === 'done' ? staff.value : null,
  )
  expect(await later.kept(wardStaff, { id: 'another' })).toBeNull()
  expect(await onDisk(tablet)).not.toContain(`"${first?.lastName}"`)
})

test('a call that does not say so keeps nothing', async () => {
  const tablet = createTablet(server)
  const tab = await signIn(tablet)
  const asked = { filter: 'all', search: '', take: 5, skip: 0, descending: false } as const
  expect(await tab.ask(patients, asked)).toMatchObject({ kind: 'done' })
  expect(await tab.kept(patients, asked)).toBeNull()
})

test('it goes with the rights that it was answered by, and when the server says that it is not theirs', async () => {
  const tablet = createTablet(server)
  const tab = await signIn(tablet)
  await tab.ask(patientNames, undefined)
  expect(await tab.kept(patientNames, undefined)).not.toBeNull()
  try {
    await setRoles('Read Only')
    await tab.session.refreshMe()
    await until(tab.session, ({ me }) => me?.roles.includes('Read Only') === true)
    expect(await tab.kept(patientNames, undefined)).toBeNull()
    await setRoles('Organisation Admin')
    await tab.session.refreshMe()
    await until(tab.session, ({ me }) => me?.roles.includes('Read Only') === false)
    // Given back, it is asked for again: what went does not come back by itself.
    expect(await tab.kept(patientNames, undefined)).toBeNull()

    await tab.ask(patientNames, undefined)
    await setRoles()
    // Refused before the device hears of the role.
    expect(await tab.ask(patientNames, undefined)).toMatchObject({
      kind: 'refused',
      problem: { kind: 'forbidden' },
    })
    await setRoles('Organisation Admin')
    expect(await tab.kept(patientNames, undefined)).toBeNull()
  } finally {
    await setRoles('Organisation Admin')
  }
})

test('it is one person’s, and a sign-out takes it along', async () => {
  const tablet = createTablet(server)
  const tab = await signIn(tablet)
  await tab.ask(patientNames, undefined)
  await tab.session.signOut()
  const other = await signIn(tablet, 'nurse@riverside.example')
  expect(await other.kept(patientNames, undefined)).toBeNull()
  await other.session.signOut()
  const again = await signIn(tablet)
  expect(await again.kept(patientNames, undefined)).toBeNull()
})
