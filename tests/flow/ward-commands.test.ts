import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import {
  addToWatchList,
  patientRecord,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
} from '../../src/data/patient'
import { acknowledgeAlert, patientAlerts, setAlertStatus } from '../../src/data/alert'
import { virtualWard, watchList } from '../../src/data/virtual-ward'
import type { Runtime } from '../../src/engine/define'
import { holderPart, statusPart } from '../../src/domain/alerts/alert'
import { acuityPart } from '../../src/domain/patient/acuity'
import { dischargePart } from '../../src/domain/patient/expected-discharge'
import type { Patient } from '../../src/domain/patient/patient'
import { watchPart } from '../../src/domain/patient/watch'
import { unsentOf } from '../../src/domain/sync/unsent'

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
  on.token = `${server.uid(email)}~ops${(used += 1)}`
  const tab = await on.openTab()
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** Another patient at each call. */
const nextPatient = (): string => server.patient('Respiratory Ward', (used += 1) % 10).id
/** What the record shows from now on, value by value; it never ends by itself. */
const follow = <Value>(tab: Runtime, patientId: string, of: (patient: Patient) => Value) => {
  const view = tab.watch(patientRecord, { patientId })
  const seen: Value[] = []
  const end = view.subscribe(() => {
    const [row] = view.get().rows
    if (row !== undefined && seen.at(-1) !== of(row)) seen.push(of(row))
  })
  return { view, seen, end }
}
const days = (count: number): string =>
  new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
const discharge = (patient: Patient, expectedDischargeDate: string | null) => {
  const admission = patient.wardAdmission
  if (admission === null) throw new Error('not admitted')
  return {
    patientId: patient.id,
    wardId: admission.ward.id,
    carePathwayId: admission.carePathway.id,
    expectedDischargeDate,
    seen: { expectedDischargeDate: admission.expectedDischargeDate, revision: admission.revision },
  }
}
/** Of a value that is not sent; undefined: the server has it. */
const stateOf = (row: object | undefined, part: string): string | undefined =>
  row === undefined ? undefined : unsentOf(row, part)?.state
const onServer = async (patientId: string) =>
  server.database.kysely
    .selectFrom('ward_admission')
    .select(['expected_discharge_date'])
    .where('patient_id', '=', patientId)
    .where('discharged_at', 'is', null)
    .executeTakeFirstOrThrow()

describe('an expected discharge date', () => {
  test('C540 set offline it is shown at once, waits, and is done once connected', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    const { view, end } = follow(tab, patient.id, (row) => row.wardAdmission?.expectedDischargeDate)
    expect(await tab.run(updateExpectedDischargeDate, discharge(patient, days(9)))).toMatchObject({
      kind: 'saved',
    })
    const waiting = await until(
      view,
      ({ rows: [row] }) => stateOf(row, dischargePart) === 'waiting',
    )
    expect(waiting.rows[0]?.wardAdmission).toEqual({
      ...patient.wardAdmission,
      expectedDischargeDate: days(9),
    })
    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 0)
    expect(await onServer(patient.id)).toEqual({ expected_discharge_date: days(9) })
    const settled = await until(
      view,
      ({ rows: [row] }) => row !== undefined && stateOf(row, dischargePart) === undefined,
    )
    expect(settled.rows[0]?.wardAdmission?.expectedDischargeDate).toBe(days(9))
    end()
  })

  test('that somebody else chose meanwhile is kept; both are shown with author and time, and the own one is sent only after confirmation', async () => {
    const [tab, colleague] = [
      await signIn(tablet, 'nurse@riverside.example'),
      await signIn(other, 'admin@riverside.example'),
    ]
    const patientId = nextPatient()
    const [patient, theirs] = [await open(tab, patientId), await open(colleague, patientId)]
    await goOffline(tablet, tab)
    await tab.run(updateExpectedDischargeDate, discharge(patient, days(20)))
    await colleague.run(updateExpectedDischargeDate, discharge(theirs, days(30)))
    await until(colleague.outbox, (items) => items.length === 0)
    tablet.reconnect()
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'conflict')
    expect(item?.conflict).toEqual({
      fields: [
        {
          name: 'expectedDischargeDate',
          before: patient.wardAdmission?.expectedDischargeDate,
          yours: days(20),
          theirs: days(30),
        },
      ],
      changedBy: expect.stringMatching(/\S+ \S+/) as string,
      changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    })
    expect(await onServer(patientId)).toEqual({ expected_discharge_date: days(30) })
    // Hers is not laid over what stands: the record shows what the server has.
    await tab.refresh(patientRecord, { patientId })
    const { view, end } = follow(tab, patientId, (row) => row.wardAdmission?.expectedDischargeDate)
    const {
      rows: [kept],
    } = await until(
      view,
      ({ rows: [row] }) => row?.wardAdmission?.expectedDischargeDate === days(30),
    )
    expect(stateOf(kept, dischargePart)).toBe('conflict')
    await tab.outbox.retry(item?.id ?? '')
    await until(tab.outbox, (items) => items.length === 0)
    expect(await onServer(patientId)).toEqual({ expected_discharge_date: days(20) })
    end()
  })

  test('two of one author offline are one after the other, not a conflict', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    await tab.run(updateExpectedDischargeDate, discharge(patient, days(11)))
    const { view, end } = follow(tab, patient.id, () => null)
    const {
      rows: [shown],
    } = await until(
      view,
      ({ rows: [row] }) => row?.wardAdmission?.expectedDischargeDate === days(11),
    )
    await tab.run(updateExpectedDischargeDate, discharge(shown ?? patient, null))
    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 0)
    expect(await onServer(patient.id)).toEqual({ expected_discharge_date: null })
    end()
  })
})

test('C541 an acuity score waits as a record, and is shown with its author until the server has it', async () => {
  const tab = await signIn(tablet, 'nurse@riverside.example')
  const patient = await open(tab, nextPatient())
  await goOffline(tablet, tab)
  const { view, end } = follow(tab, patient.id, (row) => row.latestAcuityScore?.score)
  const result = await tab.run(setPatientAcuityScore, {
    patientId: patient.id,
    score: 1,
    reason: ' More breathless ',
  })
  const id = result.kind === 'saved' ? result.id : ''
  const {
    rows: [row],
  } = await until(view, ({ rows: [first] }) => stateOf(first, acuityPart) !== undefined)
  expect(row?.latestAcuityScore).toMatchObject({
    id,
    score: 1,
    reason: 'More breathless',
    createdBy: { firstName: expect.any(String) as string },
  })
  tablet.reconnect()
  await until(tab.outbox, (items) => items.length === 0)
  expect(
    (await until(view, ({ rows: [first] }) => stateOf(first, acuityPart) === undefined)).rows[0]
      ?.latestAcuityScore,
  ).toMatchObject({ id, score: 1, late: false })
  expect(
    await tab.run(setPatientAcuityScore, { patientId: patient.id, score: 5, reason: null }),
  ).toMatchObject({
    kind: 'refused',
    problem: { fields: [{ path: 'score', message: 'Must be between 1 and 4' }] },
  })
  end()
})

test("C2 a colleague's later emergency is shown at once, over one's own score that waits, and the server agrees", async () => {
  const tab = await signIn(tablet, 'nurse@riverside.example')
  const patientId = nextPatient()
  await open(tab, patientId)
  await goOffline(tablet, tab)
  await tab.run(setPatientAcuityScore, { patientId, score: 3, reason: null })
  // The sign-in takes longer than two devices may differ in the server's time.
  const colleague = await signIn(other, 'admin@riverside.example')
  await open(colleague, patientId)
  await colleague.run(setPatientAcuityScore, { patientId, score: 1, reason: 'Collapsed' })
  await until(colleague.outbox, (items) => items.length === 0)
  const { view, seen, end } = follow(tab, patientId, (row) => row.latestAcuityScore?.score)
  tablet.reconnect()
  await until(tab.outbox, (items) => items.length === 0)
  await tab.refresh(patientRecord, { patientId })
  await until(view, ({ rows: [row] }) => row?.latestAcuityScore?.score === 1)
  // From the emergency on nothing else is shown.
  expect(seen.slice(seen.indexOf(1))).toEqual([1])
  end()
})

test('C542 C543 watching shows on record, card and list at once, and never flickers while it is delivered', async () => {
  const tab = await signIn(tablet, 'nurse@riverside.example')
  const patientId = nextPatient()
  const page = { take: 50, skip: 0, sort: [] }
  await tab.refresh(virtualWard, page)
  await open(tab, patientId)
  const record = follow(tab, patientId, ({ onWatchList }) => onWatchList)
  const card = tab.watch(virtualWard, page)
  const seen: boolean[] = []
  const end = card.subscribe(() => {
    const row = card.get().rows.find(({ id }) => id === patientId)
    if (row !== undefined && seen.at(-1) !== row.onWatchList) seen.push(row.onWatchList)
  })
  const list = tab.watch(watchList, {})
  await until(card, ({ rows }) => rows.some(({ id }) => id === patientId))
  await until(record.view, ({ rows }) => rows.length === 1)
  await tab.run(addToWatchList, { patientId })
  await until(list, ({ rows }) =>
    rows.some((row) => row.id === patientId && stateOf(row, watchPart) === undefined),
  )
  await until(tab.outbox, (items) => items.length === 0)
  await tab.refresh(watchList, {})
  expect(record.seen).toEqual([false, true])
  expect(seen).toEqual([false, true])
  await tab.run(removeFromWatchList, { patientId })
  await until(tab.outbox, (items) => items.length === 0)
  await until(list, ({ rows }) => !rows.some(({ id }) => id === patientId))
  expect(seen).toEqual([false, true, false])
  end()
  record.end()
})

describe('an open alert', () => {
  /** An alert of a patient, on the board of the nurse. */
  const raised = async (place: number) => {
    const patient = server.patient('Heart Failure Ward', place)
    await server.sendCheckup(patient, Date.now() - 60_000, {
      respiratoryRate: { value: 25, source: 'manual' },
      pulseRate: { value: 115, source: 'cuff', isManual: false },
      temperature: { value: 38.5, isManual: true },
      bloodPressureData: { systolic: 108, diastolic: 71, position: 'sitting', isManual: false },
    })
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const params = { take: 50, skip: 0, sort: [] }
    const view = tab.watch(virtualWard, params)
    const end = view.subscribe(() => undefined)
    await tab.refresh(virtualWard, params)
    return { patient, tab, view, end }
  }
  test('taken on offline it is nobody’s for others until it is sent, and is then held as of the press', async () => {
    const { patient, tab, view, end } = await raised(4)
    const alertIn = ({ rows }: ReturnType<typeof view.get>) =>
      rows.find(({ id }) => id === patient.id)?.alerts[0]
    const alert = alertIn(await until(view, (state) => alertIn(state) !== undefined))
    if (alert === undefined) throw new Error('No alert was raised')
    await goOffline(tablet, tab)
    expect(
      await tab.run(acknowledgeAlert, {
        patientId: patient.id,
        id: alert.id,
        isAcknowledged: true,
        seenAt: new Date().toISOString(),
      }),
    ).toMatchObject({ kind: 'saved' })
    await until(view, (state) => {
      const waiting = alertIn(state)
      return waiting !== undefined && stateOf(waiting, holderPart) === 'waiting'
    })
    expect(alertIn(view.get())?.acknowledgedAt).toBeNull()
    const holder = () =>
      server.database.kysely
        .selectFrom('alert')
        .select('acknowledged_by')
        .where('id', '=', alert.id)
        .executeTakeFirstOrThrow()
    expect(await holder()).toEqual({ acknowledged_by: null })

    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 0)
    const me = server.uid('nurse@riverside.example')
    expect(await holder()).toEqual({ acknowledged_by: me })
    await until(view, (state) => alertIn(state)?.acknowledgedBy?.id === me)
    end()
  })

  test('resolved offline with what was done it stays open until it is sent, and is then closed once with that', async () => {
    const { patient, tab, view, end } = await raised(3)
    const openOf = ({ rows }: ReturnType<typeof view.get>) =>
      rows.find(({ id }) => id === patient.id)?.alerts
    const alert = openOf(await until(view, (state) => (openOf(state)?.length ?? 0) > 0))?.[0]
    if (alert === undefined) throw new Error('No alert was raised')
    await goOffline(tablet, tab)
    const resolving = {
      patientId: patient.id,
      alerts: [
        {
          id: alert.id,
          status: 'closed' as const,
          triggerIds: alert.triggers.map(({ id }) => id),
          outcome: 'other' as const,
          outcomeText: 'Daughter drives her in',
        },
      ],
    }
    expect(await tab.run(setAlertStatus, resolving)).toMatchObject({ kind: 'saved' })
    const stored = () =>
      server.database.kysely
        .selectFrom('alert')
        .select(['status', 'closed_by', 'outcome', 'outcome_text'])
        .where('id', '=', alert.id)
        .executeTakeFirstOrThrow()
    await until(view, (state) => {
      const waiting = openOf(state)?.find(({ id }) => id === alert.id)
      return waiting !== undefined && stateOf(waiting, statusPart) === 'waiting'
    })
    expect(await stored()).toMatchObject({ status: 'open', outcome: null })

    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 0)
    expect(await stored()).toEqual({
      status: 'closed',
      closed_by: server.uid('nurse@riverside.example'),
      outcome: 'other',
      outcome_text: 'Daughter drives her in',
    })
    const logged = await server.database.kysely
      .selectFrom('action_log')
      .select('details')
      .where('action', '=', 'setAlertStatus')
      .where('entity_id', '=', alert.id)
      .execute()
    expect(logged.map(({ details }) => details)).toMatchObject([{ outcome: 'other' }])
    const answer = await tab.ask(patientAlerts, { patientId: patient.id })
    expect(
      answer.kind === 'done' ? answer.value.alerts.find(({ id }) => id === alert.id) : answer,
    ).toMatchObject({ status: 'closed', outcome: 'other', outcomeText: 'Daughter drives her in' })
    end()
  })
})
