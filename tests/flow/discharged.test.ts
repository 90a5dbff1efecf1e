import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTablet, openRecord, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { patientRecord } from '../../src/data/patient'
import { dischargePatientFromWard } from '../../src/data/stay'
import { lastDischarge } from '../../src/domain/stay/discharge'
import type { Runtime } from '../../src/engine/define'
import { systemClock, type Clock } from '../../src/platform/clock'

let server: FlowServer
const tablets: Tablet[] = []

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
afterEach(async () => {
  for (const tablet of tablets.splice(0)) await tablet.closeAll()
})

/** What a tab does again and again by itself stops while this is set. */
let isTimerOff = false
const clock: Clock = {
  ...systemClock,
  after: (ms, call) =>
    systemClock.after(ms, () => {
      if (!isTimerOff || ms < 1_000) call()
    }),
}

let signIns = 0
const signIn = async (email: string): Promise<{ tab: Runtime; tablet: Tablet }> => {
  const tablet = createTablet(server)
  tablets.push(tablet)
  tablet.token = `${server.uid(email)}~${(signIns += 1)}`
  const tab = await tablet.openTab({ clock, following: true, listening: true })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  await until(tab.connection, ({ isTold }) => isTold === true)
  return { tab, tablet }
}

test('a record that is open while a colleague discharges the patient hears of it from the server, though it asks for nothing by itself', async () => {
  const { id: patientId } = server.patient('Heart Failure Ward', 1)
  const { tab, tablet } = await signIn('nurse@riverside.example')
  const { wardAdmission } = await openRecord(tab, patientId)
  const record = tab.watch(patientRecord, { patientId })
  const end = record.subscribe(() => undefined)
  const colleague = await signIn('multi@riverside.example')
  isTimerOff = true
  tablet.sent.length = 0
  expect(
    await colleague.tab.run(dischargePatientFromWard, {
      patientId,
      wardId: wardAdmission?.ward.id ?? '',
      reason: { type: 'TransferToHospitalEmergency', additionalInfo: null },
    }),
  ).toMatchObject({ kind: 'done' })
  const { rows } = await until(record, ({ rows: [row] }) => row?.wardAdmission === null)
  expect(rows[0] === undefined ? null : lastDischarge(rows[0])).toMatchObject({
    createdBy: { id: server.uid('multi@riverside.example') },
    ward: { name: 'Heart Failure Ward' },
    reason: { type: 'TransferToHospitalEmergency' },
  })
  expect(new Set(tablet.sent)).toEqual(new Set(['SyncPull']))
  end()
})
