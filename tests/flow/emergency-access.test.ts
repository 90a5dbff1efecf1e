import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goOffline, createTablet, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { emergencyAccess, openEmergencyAccess } from '../../src/data/emergency-access'
import { patientNotes, addPatientNote } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import type { Runtime, ViewState } from '../../src/engine/define'
import type { Patient } from '../../src/domain/patient/patient'
import { systemClock, type Clock } from '../../src/platform/clock'

const minute = 60_000
const reason = 'Called at night, nobody of the ward is here'

/** A device's clock that a test moves on; the wall can be set apart from it. */
const movedClock = () => {
  let passed = 0
  let wall = 0
  let due: { readonly at: number; readonly call: () => void }[] = []
  const monotonic = (): number => systemClock.monotonic() + passed
  const after = (ms: number, call: () => void): (() => void) => {
    let isOver = false
    const once = (): void => {
      if (isOver) return
      isOver = true
      call()
    }
    const item = { at: monotonic() + ms, call: once }
    due.push(item)
    const stop = systemClock.after(ms, once)
    return () => {
      isOver = true
      due = due.filter((other) => other !== item)
      stop()
    }
  }
  const clock: Clock = {
    now: () => systemClock.now() + passed + wall,
    monotonic,
    after,
    sleep: (ms) => new Promise((resolve) => void after(ms, () => resolve())),
  }
  return {
    clock,
    /** So much time passes, on every clock of the device. */
    pass: (ms: number): void => {
      passed += ms
      for (const item of due.filter(({ at }) => at <= monotonic())) {
        due = due.filter((other) => other !== item)
        item.call()
      }
    },
    /** Somebody sets the device's wall clock. */
    setWall: (ms: number): void => {
      wall = ms
    },
  }
}

let server: FlowServer
let tablet: Tablet
let later = 0
let signIns = 0
let next = 0
let time: ReturnType<typeof movedClock>

beforeAll(async () => {
  server = await startServer({ clock: { now: () => Date.now() + later } })
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
  time = movedClock()
  // What the server says of the time is the device's, too.
  time.setWall(later)
})
afterEach(() => tablet.closeAll())

const signIn = async (email = 'nurse@riverside.example'): Promise<Runtime> => {
  tablet.token = `${server.uid(email)}~emergency${(signIns += 1)}`
  const tab = await tablet.openTab({ clock: time.clock })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** Of a ward that is not the nurse's, whom no test of this file has used. */
const elsewhere = (): string => server.patient('Frailty Ward', ((next += 1), next - 1)).id
const record = (tab: Runtime, patientId: string) => tab.watch(patientRecord, { patientId })
const isHere = ({ ready, rows }: ViewState<Patient>): boolean => ready && rows.length === 1
const isGone = ({ rows, gone }: ViewState<Patient>): boolean =>
  rows.length === 0 && gone === 'REVOKED'
/** So much time passes, for the server and for the device. */
const pass = (ms: number): void => {
  later += ms
  time.pass(ms)
}
const openIt = async (tab: Runtime, patientId: string): Promise<void> => {
  expect(
    await tab.run(openEmergencyAccess, { patientId, reason, reasonAgain: reason }),
  ).toMatchObject({ kind: 'done' })
  await tab.refresh(patientRecord, { patientId })
  await tab.refresh(patientNotes, { patientId })
  await until(record(tab, patientId), isHere)
}
/** Rows about a patient in the databases of the device, by store. */
const onDisk = async (patientId: string): Promise<readonly string[]> => {
  const found: string[] = []
  for (const { name = '' } of await tablet.indexedDB.databases()) {
    if (!name.startsWith('lamplight-cache-')) continue
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = tablet.indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    for (const store of [...database.objectStoreNames].filter((one) => one !== 'cursor')) {
      const rows = await new Promise<unknown[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.addEventListener('success', () => resolve(request.result as unknown[]))
      })
      if (JSON.stringify(rows).includes(patientId)) found.push(store)
    }
    database.close()
  }
  return found
}

describe('a record that is open in an emergency', () => {
  test('is not the nurse’s before, and is read after she gave a reason', async () => {
    const patientId = elsewhere()
    const tab = await signIn()
    await expect(tab.refresh(patientRecord, { patientId })).rejects.toMatchObject({
      problem: { kind: 'not-found' },
    })
    await openIt(tab, patientId)
    expect(await onDisk(patientId)).toContain('patient')
    expect(await tab.ask(emergencyAccess, { patientId })).toMatchObject({
      value: [{ opensRecord: true, reason }],
    })
  })

  test('is gone from the device and from the screen at 30 minutes', async () => {
    const patientId = elsewhere()
    const tab = await signIn()
    await openIt(tab, patientId)
    pass(30 * minute - 10_000)
    expect(await onDisk(patientId)).toContain('patient')
    pass(10_000)
    await until(record(tab, patientId), isGone)
    expect(await onDisk(patientId)).toEqual([])
    await expect(tab.refresh(patientRecord, { patientId })).rejects.toMatchObject({
      problem: { kind: 'not-found' },
    })
    expect(await onDisk(patientId)).toEqual([])
  })

  test('is gone at 30 minutes without a connection, too', async () => {
    const patientId = elsewhere()
    const tab = await signIn()
    await openIt(tab, patientId)
    tablet.network = 'down'
    await goOffline(tablet, tab)
    pass(29 * minute)
    expect(await onDisk(patientId)).toContain('patient')
    pass(minute)
    await until(record(tab, patientId), isGone)
    expect(await onDisk(patientId)).toEqual([])
  })

  test('is not prolonged by a clock that is set back', async () => {
    const patientId = elsewhere()
    const tab = await signIn()
    await openIt(tab, patientId)
    tablet.network = 'down'
    time.setWall(later - 5 * 60 * minute)
    pass(30 * minute)
    await until(record(tab, patientId), isGone)
    expect(await onDisk(patientId)).toEqual([])
  })

  test('ended too early by a clock that was set forward, is given again by the server while it is open', async () => {
    const patientId = elsewhere()
    const tab = await signIn()
    await openIt(tab, patientId)
    time.setWall(later + 60 * minute)
    time.pass(5_000)
    await until(record(tab, patientId), isGone)
    time.setWall(later)
    await tab.refresh(patientRecord, { patientId })
    await until(record(tab, patientId), isHere)
    pass(30 * minute)
    await until(record(tab, patientId), isGone)
    expect(await onDisk(patientId)).toEqual([])
  })

  test('ends in every tab: also where the one that asked for it is closed', async () => {
    const patientId = elsewhere()
    const asked = await signIn()
    const other = await tablet.openTab({ clock: time.clock })
    await until(other.session, ({ status }) => status === 'signed-in')
    await openIt(asked, patientId)
    await until(record(other, patientId), isHere)
    await asked.close()
    tablet.network = 'down'
    await goOffline(tablet, other)
    pass(29 * minute)
    expect(await onDisk(patientId)).toContain('patient')
    pass(minute)
    await until(record(other, patientId), isGone)
    expect(await onDisk(patientId)).toEqual([])
  })

  test('is gone before anything is shown when the page is opened again, whatever the time', async () => {
    const patientId = elsewhere()
    const before = await signIn()
    await openIt(before, patientId)
    await before.close()
    tablet.network = 'down'
    const after = await tablet.openTab({ clock: time.clock })
    await until(after.session, ({ status }) => status === 'signed-in')
    expect(await onDisk(patientId)).toEqual([])
  })

  test('comes again after a reload while it is open', async () => {
    const patientId = elsewhere()
    const before = await signIn()
    await openIt(before, patientId)
    await before.close()
    pass(10 * minute)
    const after = await tablet.openTab({ clock: time.clock })
    await until(after.session, ({ status }) => status === 'signed-in')
    await after.refresh(patientRecord, { patientId })
    await until(record(after, patientId), isHere)
    pass(20 * minute)
    await until(record(after, patientId), isGone)
    expect(await onDisk(patientId)).toEqual([])
  })

  test('stays when its reader is assigned to the ward meanwhile', async () => {
    const patientId = elsewhere()
    const tab = await signIn()
    await openIt(tab, patientId)
    const [ward] = await server.database.kysely
      .selectFrom('ward_admission')
      .select('ward_id')
      .where('patient_id', '=', patientId)
      .execute()
    const staff = {
      ward_id: ward?.ward_id ?? '',
      user_id: server.uid('nurse@riverside.example'),
      organization_id: server.organizationOf('riverside'),
      assigned_at: new Date().toISOString(),
    }
    await server.database.asSystem((trx) => trx.insertInto('ward_staff').values(staff).execute())
    await tab.refresh(patientRecord, { patientId })
    pass(31 * minute)
    await tab.refresh(patientRecord, { patientId })
    await until(record(tab, patientId), isHere)
    expect(await onDisk(patientId)).toContain('patient')
    await server.database.asSystem((trx) =>
      trx
        .deleteFrom('ward_staff')
        .where('ward_id', '=', staff.ward_id)
        .where('user_id', '=', staff.user_id)
        .execute(),
    )
  })

  test('takes no note: the device says so at once, with or without a connection', async () => {
    const patientId = elsewhere()
    const tab = await signIn()
    await openIt(tab, patientId)
    const { endsAt = 0 } = await until(record(tab, patientId), isHere)
    expect(endsAt).toBeGreaterThan(Date.now() + later)
    const refused = { kind: 'refused', problem: { kind: 'forbidden' } }
    const note = { patientId, text: 'Seen' }
    expect(await tab.run(addPatientNote, note)).toMatchObject(refused)
    tablet.network = 'down'
    await goOffline(tablet, tab)
    expect(await tab.run(addPatientNote, note)).toMatchObject(refused)
    expect(tab.outbox.get()).toEqual([])
    expect(await server.notesOf(patientId)).toEqual([])
  })
})

describe('a look', () => {
  const reads = async (patientId: string) =>
    (
      await server.database.kysely
        .selectFrom('record_read')
        .select(['user_id', 'screen', 'read_at', 'received_at'])
        .where('patient_id', '=', patientId)
        .where('screen', 'not like', 'given:%')
        .execute()
    ).map((row) => ({ ...row, late: Date.parse(row.received_at) - Date.parse(row.read_at) }))
  const own = (at: number): string => server.patient('Respiratory Ward', at).id

  test('is told at once, and a pull is none', async () => {
    const tab = await signIn()
    await tab.refresh(patientRecord, { patientId: own(0) })
    tab.looked(own(1), 'vitals')
    await expect
      .poll(() => reads(own(1)))
      .toMatchObject([{ user_id: server.uid('nurse@riverside.example'), screen: 'vitals' }])
    expect(await reads(own(0))).toEqual([])
  })

  test('without a connection is told after a reload, with the time when it was made', async () => {
    const tab = await signIn()
    tablet.network = 'down'
    await goOffline(tablet, tab)
    tab.looked(own(2), 'notes')
    tab.looked(own(3), 'ecg')
    await expect
      .poll(() => tablet.indexedDB.databases().then((all) => all.map(({ name }) => name)))
      .toContain('lamplight-looks')
    pass(60 * minute)
    await tab.close()
    expect(await reads(own(2))).toEqual([])
    tablet.network = 'up'
    await tablet.openTab({ clock: time.clock })
    await expect.poll(() => reads(own(2))).toMatchObject([{ screen: 'notes' }])
    await expect.poll(() => reads(own(3))).toMatchObject([{ screen: 'ecg' }])
    expect((await reads(own(2)))[0]?.late).toBeGreaterThan(59 * minute)
  })
})
