import { IDBObjectStore } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import type { Runtime, ViewState } from '../../src/engine/define'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import { virtualWard } from '../../src/data/virtual-ward'

let server: FlowServer
let tablet: Tablet
let signIns = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await tablet.closeAll()
})

const ward = { take: 50, skip: 0, sort: [{ field: 'lastName', direction: 'ASC' }] } as const
const isHere =
  (id: string) =>
  ({ ready, rows }: ViewState<{ readonly id: string }>): boolean =>
    ready && rows.some((row) => row.id === id)
const isUnknown = ({ ready, rows, asOf }: ViewState<unknown>): boolean =>
  ready && rows.length === 0 && asOf === null

/**
 * A device on which the whole ward was fetched ahead; one patient is on the screen, another was not
 * opened.
 */
const wardOnDevice = async (): Promise<{
  readonly tab: Runtime
  readonly shown: string
  readonly unopened: string
}> => {
  tablet.token = `${server.uid('nurse@riverside.example')}~full${(signIns += 1)}`
  const tab = await tablet.openTab({ following: true })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  await until(tab.watch(virtualWard, ward), ({ ready, rows }) => ready && rows.length > 10)
  const [shown, unopened] = [
    server.patient('Respiratory Ward', 0).id,
    server.patient('Respiratory Ward', 1).id,
  ]
  for (const patientId of [shown, unopened])
    await until(tab.watch(patientRecord, { patientId }), isHere(patientId))
  await until(tab.firstSync, (progress) => progress === null)
  await tab.refresh(patientRecord, { patientId: shown })
  return { tab, shown, unopened }
}

/** The disk is full for these stores, until rows of patients were deleted. */
const fillUp = (...stores: readonly string[]): { readonly isFull: () => boolean } => {
  let full = true
  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name]
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function over(
      this: IDBObjectStore,
      ...given
    ) {
      if (full && stores.includes(this.name))
        throw new DOMException('The disk is full', 'QuotaExceededError')
      return write.apply(this, given)
    })
  }
  const { delete: remove } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function over(
    this: IDBObjectStore,
    ...given
  ) {
    if (this.name === 'patient') full = false
    return remove.apply(this, given)
  })
  return { isFull: () => full }
}

test('a note finds room on a full disk: patients nobody opened are given up, and say so, until they are opened again', async () => {
  const { tab, shown, unopened } = await wardOnDevice()
  const record = tab.watch(patientRecord, { patientId: shown })
  const stop = record.subscribe(() => undefined)
  tablet.network = 'down'
  tablet.hint()
  await until(tab.connection, ({ state }) => state === 'offline')
  const disk = fillUp('command')
  expect(
    await tab.run(addPatientNote, { patientId: shown, text: 'Written on a full disk' }),
  ).toMatchObject({ kind: 'saved' })
  expect(disk.isFull()).toBe(false)
  expect(tab.storage.get()).toMatchObject({ full: false, crowded: true })
  // What is on the screen stays; who is not kept is unknown, not without notes.
  await until(record, isHere(shown))
  await until(tab.watch(patientNotes, { patientId: shown }), ({ rows }) =>
    rows.some(({ text }) => text === 'Written on a full disk'),
  )
  await until(tab.watch(patientRecord, { patientId: unopened }), isUnknown)
  await until(tab.watch(patientNotes, { patientId: unopened }), isUnknown)
  await until(tab.watch(virtualWard, ward), isHere(unopened))
  tablet.reconnect()
  await tab.refresh(patientRecord, { patientId: unopened })
  await until(tab.watch(patientRecord, { patientId: unopened }), isHere(unopened))
  await expect
    .poll(async () => (await server.notesOf(shown)).map(({ text }) => text))
    .toEqual(['Written on a full disk'])
  stop()
})

test('an opened patient is fetched on a full disk in place of one that was never opened', async () => {
  const { tab, shown } = await wardOnDevice()
  await server.rename(shown, 'Renamed')
  const disk = fillUp('patient')
  await tab.refresh(patientRecord, { patientId: shown })
  await until(
    tab.watch(patientRecord, { patientId: shown }),
    ({ rows }) => rows[0]?.firstName === 'Renamed',
  )
  expect(disk.isFull()).toBe(false)
  expect(tab.storage.get()).toMatchObject({ full: false, crowded: true })
})

test('a disk that stays full is Not saved, said at once, and nothing is lost by it', async () => {
  const { tab, shown } = await wardOnDevice()
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  expect(await tab.run(addPatientNote, { patientId: shown, text: 'Nowhere to go' })).toMatchObject({
    kind: 'refused',
    problem: { code: 'storage' },
  })
  expect(tab.storage.get().full).toBe(true)
  await until(tab.watch(patientRecord, { patientId: shown }), isHere(shown))
  vi.restoreAllMocks()
  expect(await tab.run(addPatientNote, { patientId: shown, text: 'Now it goes' })).toMatchObject({
    kind: 'saved',
  })
  expect(tab.storage.get().full).toBe(false)
})
