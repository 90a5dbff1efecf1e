import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import {
  checkupDetail,
  patientCheckups,
  recordObservations,
  strikeOutCheckup,
} from '../../src/data/checkup'
import { patientOnBoard } from '../../src/data/virtual-ward'
import { struckOutPart } from '../../src/domain/checkup/strike-out'
import { scoredAsKnown } from '../../src/domain/observation/known'
import type { Patient } from '../../src/domain/patient/patient'
import { unsentOf } from '../../src/domain/sync/unsent'
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
  on.token = `${server.uid(email)}~strike${(used += 1)}`
  const tab = await on.openTab({})
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
const nextPatient = (): string => server.patient('Respiratory Ward', (used += 1) % 10).id

const manual = { device: null, isManual: true }
/** NEWS2 17: everything at its worst, but oxygen. */
const grave = {
  respiratoryRate: { value: 31, source: 'manual' },
  pulseOxiData: { averageSpO2: 86, ...manual },
  onOxygen: false,
  bloodPressureData: { systolic: 84, diastolic: 50, position: 'lying', ...manual },
  pulseRate: { value: 136, source: null, isManual: true },
  consciousness: 'V',
  temperature: { value: 39.3, ...manual },
}

/** Runs a command, and waits until the server has done it. */
const done = async (tab: Runtime, result: Awaited<ReturnType<Runtime['run']>>): Promise<string> => {
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  await until(tab.outbox, (items) => items.some(({ id }) => id === result.id))
  await until(tab.outbox, (items) => !items.some(({ id }) => id === result.id))
  return result.id
}
/** A part of the observations, which a whole set covers. */
const part = { respiratoryRate: { value: 25, source: 'manual' } }
const record = async (
  tab: Runtime,
  patient: Patient,
  given: Readonly<Record<string, unknown>> = grave,
  minutesAgo = 0,
): Promise<string> => {
  const atMs = Date.now() - minutesAgo * 60_000
  const { readings, ewsScores } = scoredAsKnown(given, patient, [], atMs)
  return done(
    tab,
    await tab.run(recordObservations, {
      patientId: patient.id,
      how: 'bedside',
      minutesAgo,
      checkupType: null,
      notMeasured: [],
      readings: given,
      shown: { ...readings, how: 'bedside', ewsScores },
    }),
  )
}
const strike = (tab: Runtime, patientId: string, checkupId: string) =>
  tab.run(strikeOutCheckup, { patientId, checkupId, reason: 'wrongPatient', text: null })
const summaryOf = (patientId: string) =>
  server.database.kysely
    .selectFrom('patient_summary')
    .select([
      'latest_checkup_id',
      'latest_checkup_ended_at',
      'total_score',
      'risk_level',
      'trend',
      'latest_by_type',
      'order_total',
      'fresh_until',
    ])
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow()
const alertsOf = (patientId: string) =>
  server.database.kysely
    .selectFrom('alert_trigger as t')
    .innerJoin('alert as a', 'a.id', 't.alert_id')
    .select([
      't.status',
      't.closed_reason',
      't.checkup_id',
      'a.status as of_alert',
      'a.open_triggers',
    ])
    .where('a.patient_id', '=', patientId)
    .where('t.status', '=', 'open')
    .execute()

describe('a check-up that was entered in error', () => {
  test('counts nowhere once it is struck out: the board’s row is as before it, its alerts are closed, and the record keeps it', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    const calm = { ...grave, respiratoryRate: { value: 16, source: 'manual' }, consciousness: 'A' }
    await record(tab, patient, calm, 3 * 60)
    await record(tab, patient, part, 60)
    const before = await summaryOf(patient.id)
    expect(before.trend).toHaveLength(2)
    const id = await record(tab, patient)
    expect((await summaryOf(patient.id)).latest_checkup_id).toBe(id)
    expect((await alertsOf(patient.id)).some(({ checkup_id: of }) => of === id)).toBe(true)

    await done(tab, await strike(tab, patient.id, id))
    expect(await summaryOf(patient.id)).toEqual(before)
    expect((await alertsOf(patient.id)).some(({ checkup_id: of }) => of === id)).toBe(false)
    const closed = await server.database.kysely
      .selectFrom('alert_trigger as t')
      .innerJoin('alert as a', 'a.id', 't.alert_id')
      .select(['t.closed_reason', 'a.status', 'a.open_triggers'])
      .where('t.checkup_id', '=', id)
      .execute()
    expect(closed.length).toBeGreaterThan(0)
    for (const one of closed) {
      expect(one.closed_reason).toBe('struck-out')
      expect(one.status).toBe(one.open_triggers > 0 ? 'open' : 'closed')
    }
    await tab.refresh(patientCheckups, { patientId: patient.id })
    const [kept] = (
      await until(
        tab.watch(checkupDetail, { patientId: patient.id, checkupId: id }),
        ({ rows }) => rows[0]?.struckOut != null,
      )
    ).rows
    expect(kept).toMatchObject({
      respiratoryRate: { value: 31 },
      struckOut: { by: { id: server.uid('nurse@riverside.example') }, reason: 'wrongPatient' },
    })
    const card = await until(
      tab.watch(patientOnBoard, { patientId: patient.id }),
      ({ rows }) => rows[0] !== undefined && rows[0].latestCheckup?.id !== id,
    )
    expect(card.rows[0]?.trend.map(({ endedAt }) => endedAt)).not.toContain(kept?.endedAt)
    const logged = await server.database.kysely
      .selectFrom('action_log')
      .select('action')
      .where('entity_id', '=', id)
      .execute()
    expect(logged.map(({ action }) => action)).toContain('strikeOutCheckup')
  })

  test('offline it is shown as struck out and not sent; sent twice it is done once', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    const id = await record(tab, patient)
    await goOffline(tablet, tab)
    const first = await strike(tab, patient.id, id)
    const second = await strike(tab, patient.id, id)
    const [shown] = (
      await until(tab.watch(patientCheckups, { patientId: patient.id }), ({ rows }) =>
        rows.some((row) => row.id === id && row.struckOut != null),
      )
    ).rows.filter((row) => row.id === id)
    expect(unsentOf(shown ?? {}, struckOutPart)).toMatchObject({ state: 'waiting', isShown: true })
    tablet.reconnect()
    expect([first.kind, second.kind]).toEqual(['saved', 'saved'])
    await until(tab.outbox, (items) => items.length === 0)
    const logged = await server.database.kysely
      .selectFrom('action_log')
      .select('action')
      .where('entity_id', '=', id)
      .where('action', '=', 'strikeOutCheckup')
      .execute()
    expect(logged).toHaveLength(1)
  })

  test('a carer strikes out what they recorded themselves, and nothing else', async () => {
    const nurse = await signIn(tablet, 'admin@willowbank.example')
    const patient = await open(nurse, server.patient('Garden Wing', 0).id)
    const ofNurse = await record(nurse, patient)
    tablet.closeAll()
    tablet = createTablet(server)
    const tab = await signIn(tablet, 'carer@willowbank.example')
    await open(tab, patient.id)
    const own = await record(tab, patient)
    await done(tab, await strike(tab, patient.id, own))
    const refused = await strike(tab, patient.id, ofNurse)
    if (refused.kind !== 'saved') throw new Error(JSON.stringify(refused))
    const items = await until(tab.outbox, (all) =>
      all.some((one) => one.id === refused.id && one.state === 'refused'),
    )
    expect(items.find(({ id }) => id === refused.id)?.problem?.kind).toBe('forbidden')
    const struck = await server.database.kysely
      .selectFrom('checkup')
      .select(['id', 'struck_out_at'])
      .where('id', 'in', [own, ofNurse])
      .execute()
    expect(Object.fromEntries(struck.map((row) => [row.id, row.struck_out_at !== null]))).toEqual({
      [own]: true,
      [ofNurse]: false,
    })
  })
})
