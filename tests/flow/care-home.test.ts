import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { patientCheckups, recordObservations } from '../../src/data/checkup'
import { storedReadings } from '../../src/domain/checkup/checkup'
import { scoredAsKnown } from '../../src/domain/observation/known'
import type { Patient } from '../../src/domain/patient/patient'
import type { Runtime } from '../../src/engine/define'
import { systemClock } from '../../src/platform/clock'

let server: FlowServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const minute = 60_000
const manual = { device: null, isManual: true }
/** Like no other's by their remarks; every third resident is gravely ill. */
const readingsOf = (resident: number, tour: number) => {
  const isIll = resident % 3 === 0
  return {
    respiratoryRate: { value: isIll ? 27 : 16, source: 'manual' },
    pulseOxiData: { averageSpO2: isIll ? 88 : 97, ...manual },
    onOxygen: false,
    bloodPressureData: {
      systolic: isIll ? 88 : 124,
      diastolic: 60,
      position: null,
      ...manual,
    },
    pulseRate: { value: isIll ? 132 : 74, source: null, isManual: true },
    consciousness: 'A',
    temperature: { value: isIll ? 39.2 : 36.8, ...manual },
    notes: `resident ${resident} tour ${tour}`,
  }
}

/** One carer's tablet, which is killed now and then: what it said to have saved is all that counts. */
const createCarer = async (clockAheadMs: number, uid: string) => {
  const tablet: Tablet = createTablet(server)
  tablet.token = `${uid}~home${clockAheadMs}`
  const clock = { ...systemClock, now: () => systemClock.now() + clockAheadMs }
  let tab: Runtime = await tablet.openTab({ clock })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  const saved: { readonly id: string; readonly atMs: number; readonly remarks: string }[] = []
  return {
    tablet,
    saved,
    tab: () => tab,
    kill: async () => {
      await tab.close()
      tab = await tablet.openTab({ clock })
      await until(tab.session, ({ status }) => status === 'signed-in')
    },
    measure: async (patient: Patient, resident: number, tour: number, minutesAgo: number) => {
      const readings = readingsOf(resident, tour)
      const atMs = Date.now() - minutesAgo * minute
      const scored = scoredAsKnown(readings, patient, [], atMs)
      const result = await tab.run(recordObservations, {
        patientId: patient.id,
        how: 'bedside',
        minutesAgo,
        checkupType: null,
        notMeasured: [],
        readings,
        shown: { ...scored.readings, how: 'bedside', ewsScores: scored.ewsScores },
      })
      if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
      saved.push({ id: result.id, atMs, remarks: readings.notes })
    },
  }
}

test('two tablets of a care home without a connection, killed five times, one an hour fast: each set of twelve residents is on the server once, at its time, by its author, with its alerts, and nothing is shown as sent that is not', async () => {
  const uid = server.uid('carer@willowbank.example')
  const carers = [await createCarer(0, uid), await createCarer(60 * minute, uid)]
  const residents = Array.from({ length: 12 }, (_, at) =>
    at < 8 ? server.patient('Garden Wing', at).id : server.patient('Orchard Wing', at - 8).id,
  )
  const records = new Map<string, Patient>()
  for (const { tablet, tab } of carers) {
    for (const id of residents) records.set(id, await open(tab(), id))
    await goOffline(tablet, tab())
  }
  // A first tour with one tablet, a second one with the other; both measure the first three.
  const tours = [
    { carer: carers[0], tour: 1, minutesAgo: 120, killsAt: [3, 8] },
    { carer: carers[1], tour: 2, minutesAgo: 45, killsAt: [2, 6, 11] },
  ] as const
  for (const { carer, tour, minutesAgo, killsAt } of tours)
    for (const [at, id] of residents.entries()) {
      const patient = records.get(id)
      if (carer === undefined || patient === undefined) throw new Error('not opened')
      if (killsAt.some((nth) => nth === at)) await carer.kill()
      await carer.measure(patient, at, tour, minutesAgo)
    }
  const stored = () =>
    server.database.kysely
      .selectFrom('checkup')
      .selectAll()
      .where('patient_id', 'in', residents)
      .where('created_by', '=', uid)
      .execute()
  expect(await stored()).toEqual([])
  for (const { tab, saved } of carers)
    for (const [at, patientId] of residents.entries())
      await until(tab().watch(patientCheckups, { patientId }), ({ rows }) =>
        rows.some((row) => row.id === saved[at]?.id && row.waiting !== undefined),
      )
  // The answers of the first pushes are lost, and the same is sent again.
  let lost = 0
  for (const { tablet, tab } of carers) {
    tablet.answerGate = (operations) => {
      if (!operations.includes('SyncPush') || lost >= 4) return Promise.resolve()
      lost += 1
      return Promise.reject(new TypeError('The answer was lost'))
    }
    tablet.reconnect()
    await until(tab().outbox, (items) => items.length === 0)
  }
  expect(lost).toBe(4)
  const rows = await stored()
  const expected = carers.flatMap(({ saved }) => saved)
  expect(expected).toHaveLength(24)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
  for (const { id, atMs, remarks } of expected) {
    const row = rows.find((one) => one.id === id)
    expect(storedReadings(row?.readings).notes).toBe(remarks)
    expect(Math.abs(Date.parse(row?.ended_at ?? '') - atMs)).toBeLessThan(2 * minute)
    expect(row?.struck_out_at).toBeNull()
  }
  const ill = residents.filter((_id, at) => at % 3 === 0)
  const alerted = await server.database.kysely
    .selectFrom('alert')
    .select('patient_id')
    .distinct()
    .where('patient_id', 'in', residents)
    .where('status', '=', 'open')
    .where('severity', '>=', 3)
    .execute()
  expect(alerted.map(({ patient_id: id }) => id).toSorted()).toEqual(
    expect.arrayContaining(ill.toSorted()),
  )
  for (const { tablet } of carers) await tablet.closeAll()
})
