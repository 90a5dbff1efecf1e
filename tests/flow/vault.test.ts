import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import type { Runtime } from '../../src/engine/define'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import { virtualWard } from '../../src/data/virtual-ward'
import { systemClock } from '../../src/platform/clock'

let server: FlowServer
let tablet: Tablet
let signIns = 0
const password = 'lantern-harbour-violet'
const hour = 3_600_000
const ward = { take: 50, skip: 0, sort: [{ field: 'lastName', direction: 'ASC' }] } as const

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(() => tablet.closeAll())

const signIn = async (email = 'nurse@riverside.example'): Promise<Runtime> => {
  tablet.token = `${server.uid(email)}~vault${(signIns += 1)}`
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn(password)).toMatchObject({ kind: 'done' })
  return tab
}
const stores = async (): Promise<readonly string[]> =>
  (await tablet.indexedDB.databases())
    .map(({ name = '' }) => name)
    .filter((name) => name.startsWith('lamplight-cache-'))

/** Everything that the device's databases hold, as text; bytes as Latin-1. */
const dump = async (): Promise<string> => {
  const parts: unknown[] = []
  for (const { name = '' } of await tablet.indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = tablet.indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    for (const store of database.objectStoreNames) {
      parts.push(
        await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.addEventListener('success', () => resolve(request.result))
        }),
      )
    }
    database.close()
  }
  return JSON.stringify(parts, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
}

/**
 * The device is switched off and on without a line: no other tab, no service worker, no credential;
 * perhaps another time.
 */
const coldStart = async (laterMs = 0): Promise<Runtime> => {
  await tablet.closeAll()
  tablet.forgetKeys()
  tablet.token = null
  tablet.network = 'down'
  return await tablet.openTab({ clock: { ...systemClock, now: () => Date.now() + laterMs } })
}
/** Setting the password takes its time, and nothing waits for it. */
const passwordKept = async (): Promise<void> => {
  await expect
    .poll(async () => JSON.stringify(await dump()).includes('wrappedByPassword\\":{'))
    .toBe(true)
}

describe('what rests on the device', () => {
  test("is nobody's to read: no name, identifier, word or person of the ward, signed in or locked", async () => {
    const tab = await signIn()
    await tab.refresh(virtualWard, ward)
    const { rows } = await until(
      tab.watch(virtualWard, ward),
      ({ ready, rows }) => ready && rows.length > 10,
    )
    const patientId = server.patient('Respiratory Ward', 0).id
    await tab.refresh(patientRecord, { patientId })
    tab.draft('note x').set('Words half typed')
    tablet.network = 'down'
    expect(await tab.run(addPatientNote, { patientId, text: 'Words that wait' })).toMatchObject({
      kind: 'saved',
    })
    await until(tab.draft('note x'), ({ kept }) => kept)
    const secrets = [
      ...rows.flatMap(({ lastName, nationalIdentifier }) => [
        lastName,
        nationalIdentifier?.value ?? '',
      ]),
      'Words',
      password,
      tab.session.get().me?.lastName ?? '',
    ].filter((text) => text.length > 3)
    expect(secrets.length).toBeGreaterThan(20)
    for (const isLocked of [false, true]) {
      if (isLocked) await tab.session.lock()
      const kept = await dump()
      // The search sees what is there: ids, and whose device it is.
      expect(kept).toContain(patientId)
      expect(kept).toContain('nurse@riverside.example')
      expect(secrets.filter((text) => kept.includes(text))).toEqual([])
    }
    expect(await stores()).toHaveLength(1)
  })
})

describe('a cold start offline', () => {
  test('is locked, opens with the password, shows what was kept, and takes work', async () => {
    const tab = await signIn()
    const patientId = server.patient('Respiratory Ward', 1).id
    await tab.refresh(patientRecord, { patientId })
    await passwordKept()
    const cold = await coldStart()
    expect(cold.session.get()).toMatchObject({
      status: 'locked',
      me: null,
      locked: { email: 'nurse@riverside.example', opensOffline: true, leaseOver: false },
    })
    expect(await cold.session.unlock('not-this-one')).toMatchObject({
      kind: 'refused',
      problem: { kind: 'forbidden' },
      waitMs: 0,
    })
    expect(await cold.session.unlock(password)).toEqual({ kind: 'done' })
    expect(cold.session.get()).toMatchObject({
      status: 'signed-in',
      me: { email: 'nurse@riverside.example' },
    })
    await until(
      cold.watch(patientRecord, { patientId }),
      ({ ready, rows }) => ready && rows.length === 1,
    )
    expect(
      await cold.run(addPatientNote, { patientId, text: 'Written after unlocking' }),
    ).toMatchObject({ kind: 'saved' })
    await until(cold.watch(patientNotes, { patientId }), ({ rows }) =>
      rows.some(({ text }) => text === 'Written after unlocking'),
    )
  })

  test('keeps the page when the connection comes back: what was written is sent, and they sign in when they want to', async () => {
    const tab = await signIn()
    const { id: patientId } = server.patient('Respiratory Ward', 3)
    await tab.refresh(patientRecord, { patientId })
    await passwordKept()
    const cold = await coldStart()
    expect(await cold.session.unlock(password)).toEqual({ kind: 'done' })
    const statuses = new Set<string>()
    cold.session.subscribe(() => statuses.add(cold.session.get().status))
    const text = 'Written before the connection came back'
    expect(await cold.run(addPatientNote, { patientId, text })).toMatchObject({ kind: 'saved' })
    tablet.reconnect()
    expect(await until(cold.session, ({ awaitsSignIn }) => awaitsSignIn === true)).toMatchObject({
      status: 'signed-in',
      me: { email: 'nurse@riverside.example' },
    })
    await expect
      .poll(async () => (await server.notesOf(patientId)).map((note) => note.text))
      .toContain(text)
    await until(cold.watch(patientRecord, { patientId }), ({ rows }) => rows.length === 1)
    await until(cold.connection, ({ answersOpenly }) => answersOpenly === true)
    expect(cold.connection.get().state).not.toBe('live')
    expect([...statuses]).toEqual(['signed-in'])

    await cold.session.signInAgain()
    expect(cold.session.get()).toMatchObject({ status: 'locked', ended: 'unauthorized' })
    tablet.token = `${server.uid('nurse@riverside.example')}~vault-back`
    expect(await cold.session.completeSignIn(password)).toMatchObject({ kind: 'done' })
    expect(cold.session.get().awaitsSignIn).toBeUndefined()
    await cold.refresh(patientRecord, { patientId })
    expect(cold.connection.get().state).toBe('live')
  })

  test('locks and wipes for who was removed meanwhile, as soon as the server is there again', async () => {
    const email = 'nurse2@riverside.example'
    const tab = await signIn(email)
    await tab.refresh(virtualWard, ward)
    await passwordKept()
    const cold = await coldStart()
    expect(await cold.session.unlock(password)).toEqual({ kind: 'done' })
    expect(cold.session.get().status).toBe('signed-in')
    expect(await stores()).toHaveLength(1)
    const isDeleted = (at: string | null) =>
      server.database.asSystem((trx) =>
        trx
          .updateTable('user_organization')
          .set({ deleted_at: at })
          .where('user_id', '=', server.uid(email))
          .execute(),
      )
    await isDeleted(new Date().toISOString())
    try {
      tablet.reconnect()
      expect(await until(cold.session, ({ ended }) => ended === 'removed')).toMatchObject({
        me: null,
      })
      await expect.poll(stores).toEqual([])
      expect(await cold.session.unlock(password)).toMatchObject({ kind: 'refused' })
    } finally {
      await isDeleted(null)
    }
  })

  test('a stranger who asks for somebody’s standing learns nothing', async () => {
    await signIn()
    const { id } = await server.database.asSystem((trx) =>
      trx.selectFrom('sync_session').select('id').executeTakeFirstOrThrow(),
    )
    for (const sessionId of [id, `v1.${id}.${'x'.repeat(43)}`]) {
      const answer = await server.app.request('/Prod/sync/told', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          group: 'group-of-a-stranger',
          ends: [],
          discards: [],
          standing: { sessionId, signature: 'x'.repeat(86) },
        }),
      })
      expect(await answer.json()).toMatchObject({ standing: null })
    }
  })

  test('what another tab kept does not take back that they have to sign in', async () => {
    await signIn()
    await passwordKept()
    const cold = await coldStart()
    expect(await cold.session.unlock(password)).toEqual({ kind: 'done' })
    tablet.reconnect()
    await until(cold.session, ({ awaitsSignIn }) => awaitsSignIn === true)
    await (cold.session as unknown as { reread(): Promise<void> }).reread()
    expect(cold.session.get().awaitsSignIn).toBe(true)
  })

  test('makes who guesses wait', async () => {
    await signIn()
    await passwordKept()
    const cold = await coldStart()
    for (let guess = 1; guess <= 4; guess += 1)
      expect(await cold.session.unlock(`guess ${guess}`)).toMatchObject({
        problem: { kind: 'forbidden' },
        waitMs: 0,
      })
    const fifth = await cold.session.unlock('guess 5')
    expect(fifth).toMatchObject({ kind: 'refused', problem: { kind: 'forbidden' } })
    expect(fifth.kind === 'refused' && fifth.waitMs).toBeGreaterThan(4_000)
    expect(await cold.session.unlock(password)).toMatchObject({
      kind: 'refused',
      problem: { kind: 'too-many' },
    })
    expect(cold.session.get().status).toBe('locked')
  })

  test('after the lease only the server opens it; twelve hours later nothing readable is left', async () => {
    await signIn()
    await passwordKept()
    const late = await coldStart(13 * hour)
    expect(late.session.get()).toMatchObject({
      status: 'locked',
      locked: { opensOffline: false, leaseOver: true },
    })
    expect(await late.session.unlock(password)).toMatchObject({
      kind: 'refused',
      problem: { kind: 'no-token' },
    })
    expect(await stores()).toHaveLength(1)
    await coldStart(25 * hour)
    await expect.poll(stores).toEqual([])
  })
})

test('C5 databases that are taken under an open page: it says how many records were lost, and the server hears of it', async () => {
  const tab = await signIn()
  const { id: patientId } = server.patient('Respiratory Ward', 4)
  await tab.refresh(patientRecord, { patientId })
  tablet.network = 'down'
  expect(await tab.run(addPatientNote, { patientId, text: 'Saved here alone' })).toMatchObject({
    kind: 'saved',
  })
  await expect.poll(() => tablet.counted).toBe(1)
  for (const { name = '' } of await tablet.indexedDB.databases())
    tablet.indexedDB.deleteDatabase(name)
  expect(await until(tab.storage, ({ evicted }) => evicted !== null)).toMatchObject({
    evicted: { waiting: 1 },
  })
  expect(tablet.counted).toBe(1)
  tablet.reconnect()
  await expect.poll(() => tablet.asked).toContain('/Prod/sync/told')
})

describe('locking', () => {
  test('in one tab locks all, keeps what is kept, and nothing but a key opens it again', async () => {
    const one = await signIn()
    const two = await tablet.openTab()
    await until(two.session, ({ status }) => status === 'signed-in')
    await one.session.lock()
    expect(one.session.get()).toMatchObject({ status: 'locked', ended: 'idle', me: null })
    await until(two.session, ({ status }) => status === 'locked')
    expect(await stores()).toHaveLength(1)
    // The credential went with it: a reload finds neither a key nor a way to the server.
    expect(tablet.token).toBeNull()
    expect((await tablet.openTab()).session.get().status).toBe('locked')
    tablet.token = `${server.uid('nurse@riverside.example')}~vault-again`
    expect(await one.session.completeSignIn(password)).toMatchObject({ kind: 'done' })
  })

  test('a reload with a connection but no key anywhere asks the server, and is signed in', async () => {
    const tab = await signIn()
    await tab.close()
    tablet.forgetKeys()
    expect((await tablet.openTab()).session.get()).toMatchObject({
      status: 'signed-in',
      me: { email: 'nurse@riverside.example' },
    })
  })

  test('the credential of somebody else in a tab opens nothing, and loses nothing', async () => {
    const tab = await signIn()
    const patientId = server.patient('Respiratory Ward', 2).id
    await tab.refresh(patientRecord, { patientId })
    // Worked out after the sign-in; a page that goes before that has kept none.
    await passwordKept()
    await tab.close()
    tablet.forgetKeys()
    tablet.token = `${server.uid('admin@riverside.example')}~vault-else`
    const strange = await tablet.openTab()
    expect(strange.session.get()).toMatchObject({
      status: 'locked',
      locked: { email: 'nurse@riverside.example' },
    })
    tablet.network = 'down'
    expect(await strange.session.unlock(password)).toEqual({ kind: 'done' })
    await until(
      strange.watch(patientRecord, { patientId }),
      ({ ready, rows }) => ready && rows.length === 1,
    )
  })
})
