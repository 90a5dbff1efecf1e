import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { setAlertStatus } from '../../src/data/alert'
import { recordContact } from '../../src/data/contact'
import { keptRecords } from '../../src/data/handover'
import { patientRecord } from '../../src/data/patient'
import { updateWard } from '../../src/data/ward'
import { virtualWard } from '../../src/data/virtual-ward'
import { contactsPart, type PatientContact } from '../../src/domain/contact/contact'
import { unsentOf } from '../../src/domain/sync/unsent'
import type { CommandResult, Runtime } from '../../src/engine/define'
import { writtenInShort } from '../../src/features/sync/written.view'
import { syncTexts } from '../../src/texts/sync'

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
  on.token = `${server.uid(email)}~contacts${(used += 1)}`
  const tab = await on.openTab({})
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
const nurse = () => signIn(tablet, 'nurse@riverside.example')
const manager = () => signIn(other, 'admin@riverside.example')
let patients = 0
/** Another patient at each call. */
const nextPatient = () => server.patient('Heart Failure Ward', (patients += 1))
const empty = (tab: Runtime) => until(tab.outbox, (items) => items.length === 0)
/** Waits until the server has what was saved. */
const sent = async (tab: Runtime, result: CommandResult<unknown>): Promise<void> => {
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  await until(tab.outbox, (items) => items.some(({ id }) => id === result.id))
  await until(tab.outbox, (items) => !items.some(({ id }) => id === result.id))
}
const board = { take: 50, skip: 0, sort: [] }
const call = {
  kind: 'call',
  withWhom: 'patient',
  outcome: 'noAnswer',
  note: null,
  alertIds: [] as string[],
} as const
const onRecord = async (
  tab: Runtime,
  patientId: string,
  isWanted: (contacts: readonly PatientContact[]) => boolean,
) => {
  const { rows } = await until(
    tab.watch(patientRecord, { patientId }),
    ({ rows: [row] }) => row !== undefined && isWanted(row.contacts),
  )
  const [row] = rows
  if (row === undefined) throw new Error('no record')
  return row
}
const stored = (patientId: string) =>
  server.database.asSystem((trx) =>
    trx
      .selectFrom('patient_contact')
      .select(['id', 'kind', 'with_whom', 'outcome', 'note', 'alert_ids', 'created_by'])
      .where('patient_id', '=', patientId)
      .orderBy('captured_at')
      .execute(),
  )
/** A check-up raises alerts, and the tablet has them. */
const raised = async (tab: Runtime, patient: ReturnType<typeof nextPatient>) => {
  await server.sendCheckup(patient, Date.now() - 60_000, {
    respiratoryRate: { value: 25, source: 'manual' },
    pulseRate: { value: 115, source: 'cuff', isManual: false },
    temperature: { value: 38.5, isManual: true },
    bloodPressureData: { systolic: 108, diastolic: 71, position: 'sitting', isManual: false },
  })
  await tab.refresh(virtualWard, board)
  const alertsIn = ({ rows }: { readonly rows: readonly { id: string; alerts: unknown[] }[] }) =>
    rows.find(({ id }) => id === patient.id)?.alerts ?? []
  const { rows } = await until(tab.watch(virtualWard, board), (state) => alertsIn(state).length > 0)
  return rows.find(({ id }) => id === patient.id)?.alerts ?? []
}

test('a call that is recorded without a line is on the record at once as not sent, outlives the tab, and is stored once', async () => {
  const tab = await nurse()
  const patientId = nextPatient().id
  await open(tab, patientId)
  await goOffline(tablet, tab)
  const result = await tab.run(recordContact, {
    ...call,
    patientId,
    outcome: 'leftMessage',
    note: 'On the daughter’s phone',
  })
  const waiting = await onRecord(tab, patientId, (contacts) => contacts.length === 1)
  expect(unsentOf(waiting, contactsPart)).toMatchObject({ state: 'waiting', isShown: true })
  const { rows } = await until(tab.watch(keptRecords, {}), (state) =>
    state.rows.some(({ contacts }) => contacts.length > 0),
  )
  expect(rows.find(({ id }) => id === patientId)?.contacts).toMatchObject([
    { outcome: 'leftMessage', note: 'On the daughter’s phone' },
  ])
  // The browser is killed, and two pages of it come back at once.
  await tablet.closeAll()
  const [left, right] = [await tablet.openTab({}), await tablet.openTab({})]
  await onRecord(left, patientId, (contacts) => contacts.length === 1)
  expect(await stored(patientId)).toEqual([])
  // It arrives, and its answer does not: it is sent again.
  let lost = 0
  tablet.answerGate = (operations) => {
    if (lost === 0 && operations.some((name) => /push/i.test(name))) {
      lost += 1
      tablet.network = 'deaf'
    }
    return Promise.resolve()
  }
  tablet.reconnect()
  await expect.poll(() => lost).toBe(1)
  await expect.poll(() => stored(patientId)).toHaveLength(1)
  tablet.reconnect()
  await empty(left)
  await empty(right)
  for (const one of [left, right]) {
    await one.refresh(patientRecord, { patientId })
    const row = await onRecord(one, patientId, (contacts) => contacts.length === 1)
    expect(unsentOf(row, contactsPart)).toBeNull()
  }
  expect(await stored(patientId)).toMatchObject([
    {
      id: result.kind === 'saved' ? result.id : '',
      kind: 'call',
      with_whom: 'patient',
      outcome: 'leftMessage',
      note: 'On the daughter’s phone',
      created_by: server.uid('nurse@riverside.example'),
    },
  ])
})

test('of two tablets each records what it did, and each shows both, with who did it', async () => {
  const [tab, colleague] = [await nurse(), await manager()]
  const patientId = nextPatient().id
  await open(tab, patientId)
  await open(colleague, patientId)
  await goOffline(tablet, tab)
  await goOffline(other, colleague)
  await tab.run(recordContact, { ...call, patientId })
  await colleague.run(recordContact, {
    ...call,
    patientId,
    kind: 'visit',
    withWhom: 'carer',
    outcome: 'seen',
  })
  tablet.reconnect()
  other.reconnect()
  await empty(tab)
  await empty(colleague)
  for (const one of [tab, colleague]) {
    await one.refresh(patientRecord, { patientId })
    const { contacts } = await onRecord(one, patientId, (all) => all.length === 2)
    expect(
      new Set(contacts.map(({ outcome, createdBy }) => `${outcome} ${createdBy?.id}`)),
    ).toEqual(
      new Set([
        `noAnswer ${server.uid('nurse@riverside.example')}`,
        `seen ${server.uid('admin@riverside.example')}`,
      ]),
    )
  }
  const log = await server.database.asSystem((trx) =>
    trx
      .selectFrom('action_log')
      .select(['action', 'details'])
      .where('patient_id', '=', patientId)
      .where('entity_type', '=', 'patientContact')
      .execute(),
  )
  expect(new Map(log.map(({ action, details }) => [action, details]))).toMatchObject(
    new Map([
      ['recordCall', { outcome: 'noAnswer', withWhom: 'patient' }],
      ['recordVisit', { outcome: 'seen', withWhom: 'carer' }],
    ]),
  )
})

test('a call answers the alerts that were open, and none of another patient', async () => {
  const tab = await nurse()
  const [patient, another] = [nextPatient(), nextPatient()]
  const [own] = await raised(tab, patient)
  const [foreign] = await raised(tab, another)
  await open(tab, patient.id)
  await sent(
    tab,
    await tab.run(recordContact, {
      ...call,
      patientId: patient.id,
      alertIds: [own?.id ?? '', foreign?.id ?? '', 'no-alert'],
    }),
  )
  expect(await stored(patient.id)).toMatchObject([{ alert_ids: [own?.id] }])
  const { contacts } = await onRecord(tab, patient.id, (all) => all.length === 1)
  expect(contacts).toMatchObject([{ alertIds: [own?.id] }])
})

test('alerts that are resolved by ringing the patient are one call, which nobody records a second time', async () => {
  const tab = await nurse()
  const patient = nextPatient()
  const alerts = await raised(tab, patient)
  expect(alerts.length).toBeGreaterThan(1)
  await open(tab, patient.id)
  await sent(
    tab,
    await tab.run(setAlertStatus, {
      patientId: patient.id,
      alerts: alerts.map(({ id, triggers }) => ({
        id,
        status: 'closed' as const,
        triggerIds: triggers.map((trigger) => trigger.id),
        outcome: 'rang' as const,
        outcomeText: null,
      })),
    }),
  )
  await tab.refresh(patientRecord, { patientId: patient.id })
  const { contacts } = await onRecord(tab, patient.id, (all) => all.length > 0)
  expect(contacts).toMatchObject([
    {
      kind: 'call',
      withWhom: 'patient',
      outcome: 'alertResolved',
      createdBy: { id: server.uid('nurse@riverside.example') },
    },
  ])
  expect(contacts[0]?.alertIds.toSorted()).toEqual(alerts.map(({ id }) => id).toSorted())
  expect(await stored(patient.id)).toEqual([])
})

test('what the ward does when a patient does not answer is kept with the record, and follows what the ward writes', async () => {
  let tab = await nurse()
  const colleague = await manager()
  const patientId = nextPatient().id
  const { wardAdmission, noAnswerProcedure } = await open(tab, patientId)
  expect(noAnswerProcedure).toBeNull()
  const id = wardAdmission?.ward.id ?? ''
  for (const text of ['Ring the next of kin.', null]) {
    expect(await colleague.run(updateWard, { id, noAnswerProcedure: text })).toMatchObject({
      kind: 'done',
    })
    await tab.refresh(patientRecord, { patientId })
    await until(
      tab.watch(patientRecord, { patientId }),
      ({ rows: [row] }) => row?.noAnswerProcedure === text,
    )
    if (text === null) continue
    await goOffline(tablet, tab)
    await tablet.closeAll()
    const later = await tablet.openTab({})
    await until(
      later.watch(patientRecord, { patientId }),
      ({ rows: [row] }) => row?.noAnswerProcedure === text,
    )
    tablet.network = 'up'
    await tablet.closeAll()
    tab = await tablet.openTab({})
  }
})

test('what is no way for its kind to end is refused before it waits', async () => {
  const tab = await nurse()
  const patientId = nextPatient().id
  await open(tab, patientId)
  expect(
    await tab.run(recordContact, { ...call, patientId, kind: 'visit', outcome: 'noAnswer' }),
  ).toMatchObject({ kind: 'refused' })
})

test('what waits is told in words in the list of what is not sent', () => {
  const words = writtenInShort(
    {
      op: 'recordContact',
      state: 'waiting',
      mayBeDone: false,
      isLost: false,
      input: { ...call, patientId: 'p', note: 'Rang twice' },
    },
    syncTexts('en-GB'),
    'en-GB',
  )
  expect(words).toContain('Call, patient: no answer')
  expect(words).toContain('Rang twice')
})
