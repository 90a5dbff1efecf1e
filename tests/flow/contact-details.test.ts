import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { patientRecord, updatePatientContactDetails } from '../../src/data/patient'
import type { Contact } from '../../src/domain/patient/contact'
import type { Patient } from '../../src/domain/patient/patient'
import { unsentOf } from '../../src/domain/sync/unsent'
import type { Runtime } from '../../src/engine/define'
import { reasonOf, writtenInShort } from '../../src/features/sync/written.view'
import { systemClock } from '../../src/platform/clock'
import { syncTexts } from '../../src/texts/sync'

const password = 'lantern-harbour-violet'
const british = syncTexts('en-GB')
const hour = 3_600_000
const mine = { address: '7 Quiet Lane', postcode: 'EX9 9ZZ' }
const theirs = { address: 'Hill Farm', postcode: 'EX3 3CC' }

let server: FlowServer
let tablet: Tablet
let other: Tablet
let used = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  tablet = createTablet(server)
  other = createTablet(server)
})
afterEach(async () => {
  await tablet.closeAll()
  await other.closeAll()
})

/** What went by on the device's clocks. */
const later = { ms: 0 }
beforeEach(() => {
  later.ms = 0
})
const clock = {
  ...systemClock,
  now: () => systemClock.now() + later.ms,
  monotonic: () => systemClock.monotonic() + later.ms,
}
const signIn = async (on: Tablet, email: string, keepsNothing = false): Promise<Runtime> => {
  on.token = `${server.uid(email)}~contact${(used += 1)}`
  const tab = await on.openTab({ clock, keepsNothing })
  expect(await tab.session.completeSignIn(password)).toMatchObject({ kind: 'done' })
  return tab
}
const nurse = (on = tablet): Promise<Runtime> => signIn(on, 'nurse@riverside.example')
let patients = 0
/** Another patient at each call. */
const nextPatient = (): string => {
  patients += 1
  return server.patient(patients > 9 ? 'Heart Failure Ward' : 'Respiratory Ward', patients % 10).id
}
const contactOf = ({ telephone, address }: Contact): Contact => ({ telephone, address })
/** A save of the dialog: all of the form, of which some was changed. */
const save = (tab: Runtime, patient: Patient, changed: Partial<Contact>) =>
  tab.run(updatePatientContactDetails, {
    patientId: patient.id,
    newContact: { ...contactOf(patient), ...changed },
    seen: contactOf(patient),
  })
const onServer = (patientId: string): Promise<Contact> =>
  server.database.asSystem((trx) =>
    trx
      .selectFrom('patient')
      .select(['telephone', 'address'])
      .where('id', '=', patientId)
      .executeTakeFirstOrThrow(),
  )
const logged = async (patientId: string): Promise<readonly string[]> =>
  (
    await server.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select('action')
        .where('patient_id', '=', patientId)
        .where('action', '=', 'updatePatientContactDetails')
        .execute(),
    )
  ).map(({ action }) => action)
const shown = (tab: Runtime, patientId: string, isWanted: (row: Patient) => boolean) =>
  until(
    tab.watch(patientRecord, { patientId }),
    ({ rows: [row] }) => row !== undefined && isWanted(row),
  ).then(({ rows: [row] }) => row as Patient)
/** Of each part that is not sent: its state; undefined: the server has it. */
const marks = (row: Patient) => ({
  telephone: unsentOf(row, 'telephone')?.state,
  address: unsentOf(row, 'address')?.state,
})
const empty = (tab: Runtime) => until(tab.outbox, (items) => items.length === 0)

/** Everything that the device's databases hold, as text; bytes as Latin-1. */
const dump = async (): Promise<string> => {
  const parts: unknown[] = []
  for (const { name = '' } of await tablet.indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = tablet.indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    for (const store of database.objectStoreNames)
      parts.push(
        await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.addEventListener('success', () => resolve(request.result))
        }),
      )
    database.close()
  }
  return JSON.stringify(parts, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
}

describe('contact details that are changed without a line', () => {
  test('are saved at once, shown and marked where they were changed alone, and done once connected', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    expect(await save(tab, patient, { address: mine })).toMatchObject({ kind: 'saved' })
    const waiting = await shown(tab, patient.id, (row) => row.address?.address === mine.address)
    expect(marks(waiting)).toEqual({ telephone: undefined, address: 'waiting' })
    expect(waiting.telephone).toBe(patient.telephone)
    tablet.reconnect()
    await empty(tab)
    expect(await onServer(patient.id)).toEqual({ telephone: patient.telephone, address: mine })
    const settled = await shown(tab, patient.id, (row) => unsentOf(row, 'address') === null)
    expect(settled.address).toEqual(mine)
  })

  test('outlive a reload and a lock, and rest on the device for nobody to read', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await expect.poll(async () => (await dump()).includes('"wrappedByPassword":{')).toBe(true)
    await goOffline(tablet, tab)
    await save(tab, patient, { telephone: '01392555321', address: mine })
    await tab.close()
    const again = await tablet.openTab({ clock })
    const isMine = (row: Patient) =>
      row.telephone === '01392555321' && row.address?.address === mine.address
    const both = { telephone: 'waiting', address: 'waiting' }
    expect(marks(await shown(again, patient.id, isMine))).toEqual(both)
    await again.session.lock()
    const kept = await dump()
    expect(kept).toContain(patient.id)
    for (const secret of ['Quiet Lane', '01392555321', 'EX9 9ZZ'])
      expect(kept).not.toContain(secret)
    expect(await again.session.unlock(password)).toMatchObject({ kind: 'done' })
    expect(marks(await shown(again, patient.id, isMine))).toEqual(both)
  })

  test('are in the sync centre under the name of the patient, with what was changed and nothing else', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    await save(tab, patient, { address: mine })
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'waiting')
    if (item === undefined) throw new Error('nothing waits')
    expect(item).toMatchObject({
      op: 'updatePatientContactDetails',
      subject: { id: patient.id, name: `${patient.firstName} ${patient.lastName}` },
      mayBeTakenBack: true,
    })
    // By the server's time, as this device knows it.
    expect((item.expiresAt ?? 0) - item.capturedAt - 24 * hour).toBeLessThan(60_000)
    expect((item.expiresAt ?? 0) - item.capturedAt - 24 * hour).toBeGreaterThan(-60_000)
    expect(writtenInShort(item, british, 'en-GB')).toBe('Address: 7 Quiet Lane, EX9 9ZZ')
  })

  test('taken back by their author they are gone from the record, and never sent', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    const saved = await save(tab, patient, { address: mine })
    await shown(tab, patient.id, (row) => row.address?.address === mine.address)
    await tab.outbox.discard(saved.kind === 'saved' ? saved.id : '', british.takeBack.reason)
    const back = await shown(tab, patient.id, (row) => row.address?.address !== mine.address)
    expect(contactOf(back)).toEqual(contactOf(patient))
    expect(marks(back)).toEqual({ telephone: undefined, address: undefined })
    tablet.reconnect()
    await empty(tab)
    expect(await onServer(patient.id)).toEqual(contactOf(patient))
    expect(await logged(patient.id)).toEqual([])
  })

  test('changed twice they are one after the other, not a conflict', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    await save(tab, patient, { address: theirs })
    const first = await shown(tab, patient.id, (row) => row.address?.address === theirs.address)
    await save(tab, first, { address: mine })
    tablet.reconnect()
    await empty(tab)
    expect((await onServer(patient.id)).address).toEqual(mine)
  })

  test('outlive the 12 hours after which the device locks: after a sign-in they are there to read, and go out', async () => {
    const first = await nurse()
    const patient = await open(first, nextPatient())
    await goOffline(tablet, first)
    await save(first, patient, { address: mine })
    await until(first.outbox, ([item]) => item?.state === 'waiting')
    await first.close()
    tablet.forgetKeys()
    later.ms = 13 * hour
    const tab = await tablet.openTab({ clock })
    expect(tab.session.get()).toMatchObject({
      status: 'locked',
      locked: { leaseOver: true, opensOffline: false },
    })
    // The line is back before the day is over, and nothing may be sent until they were read.
    later.ms = 23 * hour
    tablet.gate = (names, path) =>
      names.includes('SyncPush') || path.endsWith('/sync/deliver')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve()
    tablet.reconnect()
    tablet.token = `${server.uid('nurse@riverside.example')}~contact${(used += 1)}`
    expect(await tab.session.completeSignIn(password)).toMatchObject({ kind: 'done' })
    const [item] = await until(tab.outbox, ([one]) => one?.input != null)
    if (item === undefined) throw new Error('nothing waits')
    expect(writtenInShort(item, british, 'en-GB')).toBe('Address: 7 Quiet Lane, EX9 9ZZ')
    expect((await onServer(patient.id)).address).toEqual(patient.address)
    tablet.gate = () => Promise.resolve()
    tablet.reconnect()
    await empty(tab)
    expect((await onServer(patient.id)).address).toEqual(mine)
  })

  test('whose answer was lost are done once', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    await save(tab, patient, { address: mine })
    tablet.answerGate = async (names) => {
      if (names.includes('SyncPush')) tablet.network = 'deaf'
    }
    tablet.reconnect()
    await until(tab.outbox, ([item]) => item?.state === 'checking')
    expect(await onServer(patient.id)).toMatchObject({ address: mine })
    tablet.answerGate = () => Promise.resolve()
    tablet.reconnect()
    await empty(tab)
    expect(await logged(patient.id)).toHaveLength(1)
  })
})

describe('what a colleague changed meanwhile', () => {
  /** The same patient on two tablets, one of them without a line. */
  const both = async () => {
    const [tab, colleague] = [await nurse(), await signIn(other, 'admin@riverside.example')]
    const patientId = nextPatient()
    const [patient, seen] = [await open(tab, patientId), await open(colleague, patientId)]
    await goOffline(tablet, tab)
    const change = async (changed: Partial<Contact>) => {
      await save(colleague, seen, changed)
      await empty(colleague)
    }
    return { tab, patient, colleague, change }
  }

  test('of another field stays, and mine is done beside it', async () => {
    const { tab, patient, change } = await both()
    await save(tab, patient, { address: mine })
    await change({ telephone: '01392555777' })
    tablet.reconnect()
    await empty(tab)
    expect(await onServer(patient.id)).toEqual({ telephone: '01392555777', address: mine })
    await tab.refresh(patientRecord, { patientId: patient.id })
    const row = await shown(tab, patient.id, ({ telephone }) => telephone === '01392555777')
    expect(row.address).toEqual(mine)
    expect(marks(row)).toEqual({ telephone: undefined, address: undefined })
  })

  test('of the same field stays until I decide, with both values and by whom; my other field is done', async () => {
    const { tab, patient, change } = await both()
    await save(tab, patient, { telephone: '01392555321', address: mine })
    await change({ address: theirs })
    tablet.reconnect()
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'conflict')
    if (item === undefined) throw new Error('no conflict')
    expect(item.conflict).toEqual({
      fields: [
        {
          name: 'address',
          before: `${patient.address?.address}, ${patient.address?.postcode}`,
          yours: '7 Quiet Lane, EX9 9ZZ',
          theirs: 'Hill Farm, EX3 3CC',
        },
      ],
      changedBy: expect.stringMatching(/\S+ \S+/) as string,
      changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    })
    expect(writtenInShort(item, british, 'en-GB')).toBe('Address: 7 Quiet Lane, EX9 9ZZ')
    expect(await onServer(patient.id)).toEqual({ telephone: '01392555321', address: theirs })
    await tab.refresh(patientRecord, { patientId: patient.id })
    const row = await shown(tab, patient.id, ({ address }) => address?.address === theirs.address)
    expect(row.telephone).toBe('01392555321')
    expect(marks(row)).toEqual({ telephone: undefined, address: 'conflict' })
    await tab.outbox.retry(item.id)
    await empty(tab)
    expect(await onServer(patient.id)).toEqual({ telephone: '01392555321', address: mine })
  })

  test('of my field that was done stays theirs when I send the other one again, and is marked in no conflict', async () => {
    const { tab, patient, colleague, change } = await both()
    await save(tab, patient, { telephone: '01392555321', address: mine })
    await change({ address: theirs })
    tablet.reconnect()
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'conflict')
    // The number was wrong, and they set it back; it is kept without spaces.
    const telephone = patient.telephone?.replaceAll(' ', '') ?? ''
    await save(colleague, { ...patient, telephone: '01392555321', address: theirs }, { telephone })
    await empty(colleague)
    // One that is under way may have read the number before.
    const marked = async () => {
      await tab.refresh(patientRecord, { patientId: patient.id })
      const row = await shown(tab, patient.id, () => true)
      return { telephone: row.telephone, marks: marks(row) }
    }
    await expect
      .poll(marked, { timeout: 10_000 })
      .toEqual({ telephone, marks: { telephone: undefined, address: 'conflict' } })
    await tab.outbox.retry(item?.id ?? '')
    await empty(tab)
    expect(await onServer(patient.id)).toEqual({ telephone, address: mine })
  })

  test('of which I was not told, since I could not open the record just then, is told when I send mine: nothing unseen is overwritten', async () => {
    const { tab, patient, change } = await both()
    await save(tab, patient, { address: mine })
    await change({ address: theirs })
    const staff = await server.database.asSystem((trx) =>
      trx
        .deleteFrom('ward_staff')
        .where('user_id', '=', server.uid('nurse@riverside.example'))
        .returningAll()
        .execute(),
    )
    // Back before anything else of the device is answered: its record stays.
    tablet.answerGate = async (names) => {
      if (!names.includes('SyncPush') || staff.length === 0) return
      const back = staff.splice(0)
      await server.database.asSystem((trx) => trx.insertInto('ward_staff').values(back).execute())
    }
    tablet.gate = (names) =>
      staff.length > 0 && names.includes('SyncPull')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve()
    tablet.reconnect()
    const [untold] = await until(tab.outbox, ([first]) => first?.state === 'conflict')
    expect(untold).toMatchObject({ conflict: null, isLost: false })
    await tab.outbox.retry(untold?.id ?? '')
    const [told] = await until(
      tab.outbox,
      ([first]) => first?.state === 'conflict' && first.conflict !== null,
    )
    expect(told?.conflict?.fields).toMatchObject([
      { name: 'address', theirs: 'Hill Farm, EX3 3CC' },
    ])
    expect((await onServer(patient.id)).address).toEqual(theirs)
    await tab.outbox.retry(told?.id ?? '')
    await empty(tab)
    expect((await onServer(patient.id)).address).toEqual(mine)
  })

  test('is kept where I say so, and the server is told why', async () => {
    const { tab, patient, change } = await both()
    await save(tab, patient, { address: mine })
    await change({ address: theirs })
    tablet.reconnect()
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'conflict')
    await tab.outbox.discard(item?.id ?? '', 'Theirs is right')
    await empty(tab)
    expect((await onServer(patient.id)).address).toEqual(theirs)
    await tab.refresh(patientRecord, { patientId: patient.id })
    const row = await shown(tab, patient.id, ({ address }) => address?.address === theirs.address)
    expect(marks(row).address).toBeUndefined()
  })
})

describe('contact details that the server does not take', () => {
  test('after a day without a line their author is asked, and they are sent on a yes alone', async () => {
    // Where a device may be without a line for less, it is locked by then.
    await server.database.asSystem((trx) =>
      trx.updateTable('organization').set({ offline_lease_hours: 72 }).execute(),
    )
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    await save(tab, patient, { address: mine })
    await until(tab.outbox, ([item]) => item?.state === 'waiting')
    later.ms = 23 * hour
    tablet.hint()
    await tab.session.refreshMe()
    expect(tab.outbox.get()).toMatchObject([{ state: 'waiting' }])
    later.ms = 25 * hour
    tablet.hint()
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'expired')
    const row = await shown(tab, patient.id, (one) => unsentOf(one, 'address')?.state === 'expired')
    expect(row.address).toEqual(patient.address)
    tablet.reconnect()
    await until(tab.connection, ({ state }) => state === 'refused')
    expect(await onServer(patient.id)).toEqual(contactOf(patient))
    await tab.outbox.retry(item?.id ?? '')
    await empty(tab)
    expect((await onServer(patient.id)).address).toEqual(mine)
  })

  test('come back as refused, with a reason to read, where the patient is somebody else by now', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    await save(tab, patient, { address: mine })
    await server.rename(patient.id, 'Renamed')
    tablet.reconnect()
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'refused')
    if (item === undefined) throw new Error('not refused')
    expect(item.code).toBe('IDENTITY_CHANGED')
    expect(writtenInShort(item, british, 'en-GB')).toBe('Address: 7 Quiet Lane, EX9 9ZZ')
    expect(reasonOf(item, british)?.what).toContain('details have changed since you wrote this')
    expect((await onServer(patient.id)).address).toEqual(patient.address)
    await server.rename(patient.id, patient.firstName)
  })

  test('come back as refused where their author had lost the right when they wrote', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    const give = (roles: readonly string[]) =>
      server.database.asSystem((trx) =>
        sql`update user_organization set roles = ${JSON.stringify(roles)}::jsonb
          where user_id = ${server.uid('nurse@riverside.example')}`.execute(trx),
      )
    // Surely after it, by what the device knows of the server's time.
    await give(['Read Only'])
    try {
      later.ms = 2_000
      await save(tab, patient, { address: mine })
      tablet.reconnect()
      const [item] = await until(tab.outbox, ([first]) => first?.state === 'refused')
      if (item === undefined) throw new Error('not refused')
      expect(item.code).toBe('FORBIDDEN')
      expect(reasonOf(item, british)?.what).toBe(
        'You were not allowed to do this when you wrote it.',
      )
      expect((await onServer(patient.id)).address).toEqual(patient.address)
    } finally {
      await give(['Clinician'])
    }
  })

  test('in a browser that keeps nothing are merged at once, shown with what others made of them, or refused as not saved', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example', true)
    const patient = await open(tab, nextPatient())
    expect(await save(tab, patient, { address: mine })).toMatchObject({ kind: 'done' })
    expect(await onServer(patient.id)).toEqual({ telephone: patient.telephone, address: mine })
    // Against what was seen before that.
    expect(await save(tab, patient, { address: theirs })).toMatchObject({ kind: 'saved' })
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'conflict')
    expect(item?.conflict?.fields).toMatchObject([{ theirs: '7 Quiet Lane, EX9 9ZZ' }])
    await goOffline(tablet, tab)
    expect(await save(tab, patient, { telephone: '01392555321' })).toMatchObject({
      kind: 'refused',
      problem: { code: 'network:needs-connection' },
    })
    expect(await onServer(patient.id)).toEqual({ telephone: patient.telephone, address: mine })
  })
})
