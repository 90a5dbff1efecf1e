import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { recordObservations } from '../../src/data/checkup'
import { patientRecord } from '../../src/data/patient'
import { cancelRepeat, requestRepeat } from '../../src/data/repeat'
import { patientOnBoard, virtualWard } from '../../src/data/virtual-ward'
import { scoredAsKnown } from '../../src/domain/observation/known'
import type { Patient } from '../../src/domain/patient/patient'
import { repeatsPart } from '../../src/domain/repeat/lay-repeat'
import { standingRepeats } from '../../src/domain/repeat/repeat'
import { unsentOf } from '../../src/domain/sync/unsent'
import { dueOf } from '../../src/domain/virtual-ward/due'
import type { VirtualWardQuery } from '../../src/domain/virtual-ward/virtual-ward'
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

const signIn = async (on: Tablet, email: string): Promise<Runtime> => {
  on.token = `${server.uid(email)}~repeat${(used += 1)}`
  const tab = await on.openTab({})
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
const nextPatient = (): string => server.patient('Respiratory Ward', (used += 1) % 10).id
const board: VirtualWardQuery = {
  take: 50,
  skip: 0,
  sort: [{ field: 'clinicalUrgency', direction: 'DESC' }],
}
const saved = (result: Awaited<ReturnType<Runtime['run']>>): string => {
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  return result.id
}
/** Waits until the server has done a command. */
const sent = async (tab: Runtime, id: string): Promise<void> => {
  await until(tab.outbox, (items) => items.some((one) => one.id === id))
  await until(tab.outbox, (items) => items.every((one) => one.id !== id))
}
const ask = async (tab: Runtime, patientId: string, inMinutes = 15): Promise<string> =>
  saved(
    await tab.run(requestRepeat, {
      patientId,
      inMinutes,
      everyMinutes: null,
      forMinutes: null,
      reason: 'Breathing faster',
    }),
  )
const measure = (tab: Runtime, patient: Patient) => {
  const readings = { pulseRate: { value: 72, source: null, isManual: true } }
  const { readings: shown, ewsScores } = scoredAsKnown(readings, patient, [], Date.now())
  return tab.run(recordObservations, {
    patientId: patient.id,
    how: 'bedside',
    minutesAgo: 0,
    checkupType: null,
    notMeasured: [],
    readings,
    shown: { ...shown, how: 'bedside', ewsScores },
  })
}
const cardOf = (tab: Runtime, patientId: string) => tab.watch(patientOnBoard, { patientId })
const storedOf = (patientId: string) =>
  server.database.kysely
    .selectFrom('observation_repeat')
    .select(['id', 'captured_at', 'cancelled_at'])
    .where('patient_id', '=', patientId)
    .execute()
/** Makes it longer ago that these were asked for: nobody waits for a quarter of an hour here. */
const before = async (patientId: string, minutes: number): Promise<void> => {
  for (const { id, captured_at: at } of await storedOf(patientId)) {
    const earlier = (more: number) =>
      new Date(Date.parse(at) + (more - minutes) * 60_000).toISOString()
    await server.database.kysely
      .updateTable('observation_repeat')
      .set({ captured_at: earlier(0), due_at: earlier(15), ends_from: earlier(10) })
      .where('id', '=', id)
      .execute()
  }
}

describe('a request to measure again', () => {
  test('made offline it is on the card and the record at once as not sent; connected it is there once, and observations from another tablet end it on both', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    await tab.refresh(virtualWard, board)
    const card = cardOf(tab, patient.id)
    await until(card, ({ rows }) => rows.length === 1)
    await goOffline(tablet, tab)
    const id = await ask(tab, patient.id)
    const { rows } = await until(card, ({ rows: [row] }) => row?.repeats.length === 1)
    const [shown] = rows
    if (shown === undefined) throw new Error('not on the board')
    expect(unsentOf(shown, repeatsPart)).toMatchObject({ state: 'waiting', isShown: true })
    expect(dueOf(shown).asked?.repeat).toMatchObject({ id, reason: 'Breathing faster' })
    const record = tab.watch(patientRecord, { patientId: patient.id })
    await until(record, ({ rows: [row] }) => row?.repeats[0]?.id === id)
    expect(await storedOf(patient.id)).toEqual([])

    tablet.reconnect()
    await sent(tab, id)
    expect((await storedOf(patient.id)).map((one) => one.id)).toEqual([id])
    await until(
      card,
      ({ rows: [row] }) =>
        row?.repeats.length === 1 &&
        unsentOf(row, repeatsPart) === null &&
        row.repeats[0]?.by?.id !== undefined,
    )

    const other = createTablet(server)
    try {
      const colleague = await signIn(other, 'admin@riverside.example')
      await before(patient.id, 12)
      const theirs = await open(colleague, patient.id)
      expect(theirs.repeats.map((one) => one.id)).toEqual([id])
      const checkup = saved(await measure(colleague, theirs))
      await sent(colleague, checkup)
      await until(
        colleague.watch(patientRecord, { patientId: patient.id }),
        ({ rows: [row] }) => row !== undefined && standingRepeats(row.repeats).length === 0,
      )
      await tab.refresh(virtualWard, board)
      await until(card, ({ rows: [row] }) => row?.repeats.length === 0)
      // It stays what it was: answered, and not taken back.
      expect(await storedOf(patient.id)).toMatchObject([{ id, cancelled_at: null }])
    } finally {
      await other.closeAll()
    }
  })

  test('of who was discharged meanwhile it is refused, with the reason, and not on the card', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    await tab.refresh(virtualWard, board)
    await goOffline(tablet, tab)
    const id = await ask(tab, patient.id)
    // As a discharge and a new admission leave it: what was asked for is of the stay before.
    await server.database.kysely
      .updateTable('ward_admission')
      .set({ admitted_at: new Date(Date.now() + 60_000).toISOString() })
      .where('patient_id', '=', patient.id)
      .where('discharged_at', 'is', null)
      .execute()
    tablet.reconnect()
    const [refused] = await until(tab.outbox, (items) =>
      items.some((one) => one.id === id && one.state === 'refused'),
    )
    expect(refused?.problem?.code).toBe('invalid-arguments:not-admitted')
    const [shown] = (
      await until(cardOf(tab, patient.id), ({ rows: [row] }) => row?.repeats.length === 0)
    ).rows
    expect(shown === undefined ? null : unsentOf(shown, repeatsPart)).toMatchObject({
      state: 'refused',
      isShown: false,
    })
    expect(await storedOf(patient.id)).toEqual([])
  })

  test('taken back offline it is gone at once, and on the server once connected', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    await tab.refresh(virtualWard, board)
    const card = cardOf(tab, patient.id)
    const id = await ask(tab, patient.id)
    await sent(tab, id)
    await until(card, ({ rows: [row] }) => row?.repeats.length === 1)
    await goOffline(tablet, tab)
    const cancel = saved(await tab.run(cancelRepeat, { patientId: patient.id, repeatId: id }))
    const [gone] = (await until(card, ({ rows: [row] }) => row?.repeats.length === 0)).rows
    if (gone === undefined) throw new Error('not on the board')
    expect(unsentOf(gone, repeatsPart)?.wanted).toMatchObject({ isCancelled: true })
    tablet.reconnect()
    await sent(tab, cancel)
    const [stored] = await storedOf(patient.id)
    expect(stored?.cancelled_at).not.toBeNull()
  })
})
