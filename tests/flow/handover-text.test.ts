import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { keptRecords, writeHandover } from '../../src/data/handover'
import { patientRecord } from '../../src/data/patient'
import { handedOver, handoversPart } from '../../src/domain/handover/text'
import type { Patient } from '../../src/domain/patient/patient'
import { unsentOf } from '../../src/domain/sync/unsent'
import type { Runtime } from '../../src/engine/define'

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

const signIn = async (on: Tablet, email: string): Promise<Runtime> => {
  on.token = `${server.uid(email)}~given${(used += 1)}`
  const tab = await on.openTab({})
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
const nurse = () => signIn(tablet, 'nurse@riverside.example')
const manager = () => signIn(other, 'admin@riverside.example')
let patients = 0
/** Another patient at each call. */
const nextPatient = (): string => server.patient('Respiratory Ward', (patients += 1)).id
const empty = (tab: Runtime) => until(tab.outbox, (items) => items.length === 0)
const nothing = {
  situation: null,
  background: null,
  assessment: null,
  recommendation: null,
  decision: null,
}
const given = async (tab: Runtime, patientId: string, count: number): Promise<Patient> => {
  const { rows } = await until(
    tab.watch(patientRecord, { patientId }),
    ({ rows: [row] }) => row !== undefined && handedOver(row, Date.now()).length === count,
  )
  const [row] = rows
  if (row === undefined) throw new Error('no record')
  return row
}
const texts = (row: Patient) =>
  new Map(
    handedOver(row, Date.now()).map(({ createdBy, decision, situation }) => [
      createdBy?.id ?? null,
      decision ?? situation,
    ]),
  )

test('what is written for the next shift without a line waits, is there once, and the next shift reads it on its own device', async () => {
  const [tab, colleague] = [await nurse(), await manager()]
  const patientId = nextPatient()
  await open(tab, patientId)
  await open(colleague, patientId)
  await goOffline(tablet, tab)
  await tab.run(writeHandover, { ...nothing, patientId, decision: 'Home on Friday' })
  const waiting = await given(tab, patientId, 1)
  expect(unsentOf(waiting, handoversPart)).toMatchObject({ state: 'waiting', isShown: true })
  expect(waiting.handovers[0]).toMatchObject({ ...nothing, decision: 'Home on Friday' })
  // The page of the handover reads what the device keeps.
  await until(tab.watch(keptRecords, {}), ({ rows }) =>
    rows.some(
      (row) =>
        row.id === patientId && unsentOf(row, handoversPart) !== null && row.handovers.length === 1,
    ),
  )
  tablet.reconnect()
  await empty(tab)
  await colleague.refresh(patientRecord, { patientId })
  const [mine, theirs] = [
    server.uid('nurse@riverside.example'),
    server.uid('admin@riverside.example'),
  ]
  expect(texts(await given(colleague, patientId, 1))).toEqual(new Map([[mine, 'Home on Friday']]))
  await colleague.run(writeHandover, { ...nothing, patientId, situation: 'Rings a lot' })
  await empty(colleague)
  expect(texts(await given(colleague, patientId, 2))).toEqual(
    new Map([
      [theirs, 'Rings a lot'],
      [mine, 'Home on Friday'],
    ]),
  )
  // A newer one of the same author takes the place of theirs alone.
  await tab.run(writeHandover, { ...nothing, patientId, decision: 'Home on Saturday' })
  await until(tab.watch(patientRecord, { patientId }), ({ rows: [row] }) =>
    Boolean(row?.handovers.some(({ decision }) => decision === 'Home on Saturday')),
  )
  await empty(tab)
  await tab.refresh(patientRecord, { patientId })
  expect(texts(await given(tab, patientId, 2))).toEqual(
    new Map([
      [mine, 'Home on Saturday'],
      [theirs, 'Rings a lot'],
    ]),
  )
  const stored = await server.database.asSystem((trx) =>
    trx
      .selectFrom('patient_handover')
      .select(['decision'])
      .where('patient_id', '=', patientId)
      .execute(),
  )
  expect(stored).toHaveLength(3)
})

test('a text that says nothing is refused before it waits', async () => {
  const tab = await nurse()
  const patientId = nextPatient()
  await open(tab, patientId)
  expect(await tab.run(writeHandover, { ...nothing, patientId })).toMatchObject({ kind: 'refused' })
})
