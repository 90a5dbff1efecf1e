import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPatientNote } from '../../src/data/note'
import type { Runtime } from '../../src/engine/define'
import { startServer, type FlowServer } from './server'
import { createTablet, goOffline, openRecord, until, type Tablet } from './ward-tablet'

// Internal staff act as a nurse on a tablet on which the nurse left work of her own: nothing of the
// acting may stay, nothing of hers may go (P037, P038).

let server: FlowServer
let tablet: Tablet
let signIns = 0
const password = 'lantern-harbour-violet'
const nurse = 'nurse@riverside.example'

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(() => tablet.closeAll())

const staffId = () => server.uid('staff@internal.example')
const comeAs = async (token: string, word?: string): Promise<Runtime> => {
  tablet.token = token
  const tab = await tablet.openTab()
  expect(await tab.session.completeSignIn(word)).toMatchObject({ kind: 'done' })
  return tab
}
const comeAsNurse = (word?: string): Promise<Runtime> =>
  comeAs(`${server.uid(nurse)}~acting${(signIns += 1)}`, word)
const actAsNurse = (): Promise<Runtime> => comeAs(`${server.uid(nurse)}~by~${staffId()}`)

/** Ids and index entries of everything that the device's databases hold, as text. */
const dump = async (): Promise<string> => {
  const parts: unknown[] = []
  for (const { name = '' } of await tablet.indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = tablet.indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    parts.push(name)
    for (const store of database.objectStoreNames)
      for (const read of ['getAll', 'getAllKeys'] as const)
        parts.push(
          await new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store)[read]()
            request.addEventListener('success', () => resolve(request.result))
          }),
        )
    database.close()
  }
  return JSON.stringify(parts)
}
/** The nurse leaves words half typed, a note that waits, and locks the tablet. */
const leaveWork = async (patientId: string): Promise<void> => {
  const tab = await comeAsNurse(password)
  await openRecord(tab, patientId)
  tab.draft('note x').set('Her own words')
  await until(tab.draft('note x'), ({ kept }) => kept)
  await goOffline(tablet, tab)
  expect(await tab.run(addPatientNote, { patientId, text: 'Her own note' })).toMatchObject({
    kind: 'saved',
  })
  await tab.session.lock()
  await tab.close()
  tablet.forgetKeys()
  tablet.network = 'up'
}

test('P038 exit from acting leaves the user’s own drafts, keys and waiting work on the device, and nothing of its own', async () => {
  const patientId = server.patient('Respiratory Ward', 3).id
  await leaveWork(patientId)
  const acted = await actAsNurse()
  expect(acted.session.get().me?.loggedInAs?.id).toBe(staffId())
  // Not what she typed: staff act as her on the server, they do not read her tablet.
  await until(acted.draft('note x'), ({ ready }) => ready)
  expect(acted.draft('note x').get().text).toBe('')
  acted.draft('note x').set('Words of the staff')
  await until(acted.draft('note x'), ({ kept }) => kept)
  await openRecord(acted, patientId)
  expect(await dump()).toContain(staffId())
  await acted.session.signOut()
  await acted.close()
  expect(await dump()).not.toContain(staffId())

  // Her key came back from the server: no password was typed that could save it.
  const back = await comeAsNurse()
  await until(back.draft('note x'), ({ ready }) => ready)
  expect(back.draft('note x').get().text).toBe('Her own words')
  await expect
    .poll(async () => (await server.notesOf(patientId)).map(({ text }) => text), {
      timeout: 20_000,
    })
    .toContain('Her own note')
})

test('P038 an acting page that is gone is cleared by the next one, and takes nothing of the user’s', async () => {
  const patientId = server.patient('Respiratory Ward', 4).id
  await leaveWork(patientId)
  const acted = await actAsNurse()
  acted.draft('note x').set('Words of the staff')
  await until(acted.draft('note x'), ({ kept }) => kept)
  await acted.close()
  tablet.forgetKeys()
  const next = await tablet.openTab()
  expect(next.session.get().status).toBe('signed-out')
  await next.close()
  expect(await dump()).not.toContain(staffId())
  const back = await comeAsNurse()
  await until(back.draft('note x'), ({ ready }) => ready)
  expect(back.draft('note x').get().text).toBe('Her own words')
})

test('P038 what staff wrote and could not send goes with the acting', async () => {
  const patientId = server.patient('Respiratory Ward', 5).id
  const acted = await actAsNurse()
  await openRecord(acted, patientId)
  await goOffline(tablet, acted)
  expect(await acted.run(addPatientNote, { patientId, text: 'By staff' })).toMatchObject({
    kind: 'saved',
  })
  await acted.session.signOut()
  await acted.close()
  expect(await dump()).not.toContain(staffId())
  tablet.network = 'up'
  const back = await comeAsNurse(password)
  expect(back.outbox.othersWaiting.get()).toBe(0)
})
