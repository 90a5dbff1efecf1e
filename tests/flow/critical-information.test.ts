import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import {
  lookAtCriticalInformation,
  recordAllergy,
  recordCriticalInformation,
  strikeOutAllergy,
} from '../../src/data/critical-information'
import { patientOnBoard, virtualWard } from '../../src/data/virtual-ward'
import { patientRecord } from '../../src/data/patient'
import { allergiesPart, knownAllergies } from '../../src/domain/critical/allergies'
import { criticalPart, knownField, type CriticalValue } from '../../src/domain/critical/information'
import type { Patient } from '../../src/domain/patient/patient'
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
  on.token = `${server.uid(email)}~critical${(used += 1)}`
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
/** Waits until the server has what was saved. */
const sent = async (tab: Runtime, result: CommandResult<unknown>): Promise<void> => {
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  await until(tab.outbox, (items) => items.some(({ id }) => id === result.id))
  await until(tab.outbox, (items) => !items.some(({ id }) => id === result.id))
}
const shown = async (
  tab: Runtime,
  patientId: string,
  isWanted: (row: Patient) => boolean,
): Promise<Patient> => {
  const { rows } = await until(
    tab.watch(patientRecord, { patientId }),
    ({ rows: [row] }) => row !== undefined && isWanted(row),
  )
  const [row] = rows
  if (row === undefined) throw new Error('no record')
  return row
}
const board = { take: 50, skip: 0, sort: [] }
const penicillin = { substance: 'Penicillin', reaction: 'anaphylaxis', severity: 'severe' } as const
const substances = (row: Patient): readonly (string | null)[] => {
  const known = knownAllergies(row)
  return known.kind === 'recorded' ? known.entries.map(({ substance }) => substance) : [known.kind]
}
const resuscitate = (tab: Runtime, patient: Patient, value: CriticalValue | null) => {
  const known = knownField(patient, 'resuscitation')
  return tab.run(recordCriticalInformation, {
    patientId: patient.id,
    field: 'resuscitation',
    value,
    reviewBy: '2027-05-01',
    seen: { id: 'entry' in known ? known.entry.id : null },
  })
}
const statusOf = (row: Patient): string | null => {
  const known = knownField(row, 'resuscitation')
  return known.kind === 'value' ? (known.value['status'] ?? null) : known.kind
}
const loggedOf = async (patientId: string) =>
  server.database.asSystem((trx) =>
    trx
      .selectFrom('action_log')
      .select(['action', 'actor_id', 'details'])
      .where('patient_id', '=', patientId)
      .orderBy('seq')
      .execute(),
  )

describe('allergies', () => {
  test('written without a line are on the record at once as not sent, and with it stored once, by their author', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    expect(substances(patient)).toEqual(['notRecorded'])
    await tab.refresh(virtualWard, board)
    const card = tab.watch(patientOnBoard, { patientId: patient.id })
    await until(card, ({ rows: [row] }) => row?.criticalMarks.allergies === 'notRecorded')
    await goOffline(tablet, tab)
    await tab.run(recordAllergy, { patientId: patient.id, allergy: penicillin })
    const waiting = await shown(tab, patient.id, (row) => row.allergies.length === 1)
    expect(substances(waiting)).toEqual(['Penicillin'])
    expect(unsentOf(waiting, allergiesPart)).toMatchObject({ state: 'waiting', isShown: true })
    const [marked] = (
      await until(card, ({ rows: [row] }) => row?.criticalMarks.allergies === 'recorded')
    ).rows
    expect(marked === undefined ? null : unsentOf(marked, allergiesPart)).toMatchObject({
      state: 'waiting',
    })
    tablet.reconnect()
    await empty(tab)
    const settled = await shown(
      tab,
      patient.id,
      (row) => row.allergies[0] !== undefined && row.allergies[0].revision > 0,
    )
    expect(unsentOf(settled, allergiesPart)).toBeNull()
    expect(settled.allergies).toMatchObject([
      { ...penicillin, recordedBy: { id: server.uid('nurse@riverside.example') }, struckOut: null },
    ])
  })

  test('of two nurses without a line both stand: none waits for a review', async () => {
    const [tab, colleague] = [await nurse(), await manager()]
    const patientId = nextPatient()
    await open(tab, patientId)
    await open(colleague, patientId)
    await goOffline(tablet, tab)
    await tab.run(recordAllergy, { patientId, allergy: penicillin })
    await sent(colleague, await colleague.run(recordAllergy, { patientId, allergy: null }))
    tablet.reconnect()
    await empty(tab)
    const row = await shown(tab, patientId, ({ allergies }) => allergies.length === 2)
    expect(substances(row)).toEqual(['Penicillin'])
  })

  test('that nobody has, as somebody asked, is not the same as that nobody asked', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await tab.run(recordAllergy, { patientId: patient.id, allergy: null })
    const asked = await shown(tab, patient.id, (row) => row.allergies.length === 1)
    expect(substances(asked)).toEqual(['noneKnown'])
  })

  test('struck out stay with the reason, and what was asked before does not come up again', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await tab.run(recordAllergy, { patientId: patient.id, allergy: null })
    await sent(tab, await tab.run(recordAllergy, { patientId: patient.id, allergy: penicillin }))
    const row = await shown(tab, patient.id, ({ allergies }) => allergies.length === 2)
    const wrong = row.allergies.find(({ substance }) => substance !== null)
    await goOffline(tablet, tab)
    await tab.run(strikeOutAllergy, {
      patientId: patient.id,
      allergyId: wrong?.id ?? '',
      reason: 'Of another patient',
    })
    const isStruck = ({ allergies }: Patient) => allergies.some((one) => one.struckOut !== null)
    expect(substances(await shown(tab, patient.id, isStruck))).toEqual(['notRecorded'])
    tablet.reconnect()
    await empty(tab)
    const settled = await shown(
      tab,
      patient.id,
      (one) => isStruck(one) && unsentOf(one, allergiesPart) === null,
    )
    expect(settled.allergies.find(({ id }) => id === wrong?.id)?.struckOut).toMatchObject({
      reason: 'Of another patient',
      by: { id: server.uid('nurse@riverside.example') },
    })
    expect(substances(settled)).toEqual(['notRecorded'])
    expect((await loggedOf(patient.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['recordAllergy', 'recordAllergy', 'strikeOutAllergy']),
    )
  })
})

describe('a resuscitation status', () => {
  test('changed twice without a line is one after the other, not a conflict', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await goOffline(tablet, tab)
    await resuscitate(tab, patient, { status: 'attempt' })
    const first = await shown(tab, patient.id, (row) => statusOf(row) === 'attempt')
    await resuscitate(tab, first, { status: 'doNotAttempt', form: 'respect' })
    const second = await shown(tab, patient.id, (row) => statusOf(row) === 'doNotAttempt')
    expect(unsentOf(second, criticalPart('resuscitation'))).toMatchObject({ state: 'waiting' })
    tablet.reconnect()
    await empty(tab)
    await tab.refresh(patientRecord, { patientId: patient.id })
    const settled = await shown(
      tab,
      patient.id,
      (row) => statusOf(row) === 'doNotAttempt' && row.criticalInformation[0]?.revision !== 0,
    )
    expect(settled.criticalInformation).toMatchObject([
      { value: { status: 'doNotAttempt', form: 'respect' }, reviewBy: '2027-05-01' },
    ])
  })

  test('that a colleague recorded meanwhile is never overwritten: the author sees both, and sends theirs or not', async () => {
    const [tab, colleague] = [await nurse(), await manager()]
    const patientId = nextPatient()
    const [patient, seen] = [await open(tab, patientId), await open(colleague, patientId)]
    await goOffline(tablet, tab)
    await resuscitate(tab, patient, { status: 'attempt' })
    await sent(
      colleague,
      await resuscitate(colleague, seen, { status: 'doNotAttempt', form: 'respect' }),
    )
    tablet.reconnect()
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'conflict')
    if (item === undefined) throw new Error('no conflict')
    expect(item.conflict?.fields).toEqual([
      { name: 'resuscitation', before: 'notRecorded', yours: 'recorded', theirs: 'recorded' },
      {
        name: 'resuscitation.status',
        before: null,
        yours: 'attempt',
        theirs: 'doNotAttempt',
      },
      { name: 'resuscitation.form', before: null, yours: null, theirs: 'respect' },
      { name: 'reviewBy', before: null, yours: '2027-05-01', theirs: '2027-05-01' },
    ])
    expect(item.conflict?.changedBy).toMatch(/\S+ \S+/)
    await tab.refresh(patientRecord, { patientId })
    const row = await shown(tab, patientId, (one) => statusOf(one) === 'doNotAttempt')
    expect(unsentOf(row, criticalPart('resuscitation'))).toMatchObject({
      state: 'conflict',
      isShown: false,
    })
    await tab.outbox.retry(item.id)
    await empty(tab)
    await tab.refresh(patientRecord, { patientId })
    expect(statusOf(await shown(tab, patientId, (one) => statusOf(one) === 'attempt'))).toBe(
      'attempt',
    )
  })
})

describe('what is masked', () => {
  test('is read without a line, and that somebody looked is in the log once the line is back', async () => {
    const tab = await nurse()
    const patient = await open(tab, nextPatient())
    await sent(
      tab,
      await tab.run(recordCriticalInformation, {
        patientId: patient.id,
        field: 'keySafe',
        value: { code: '4711', place: 'Left of the door' },
        reviewBy: null,
        seen: { id: null },
      }),
    )
    await goOffline(tablet, tab)
    const row = await shown(tab, patient.id, ({ criticalInformation }) =>
      criticalInformation.some(({ field }) => field === 'keySafe'),
    )
    expect(knownField(row, 'keySafe')).toMatchObject({ value: { code: '4711' } })
    await tab.run(lookAtCriticalInformation, { patientId: patient.id, field: 'keySafe' })
    const [item] = await until(tab.outbox, ([first]) => first?.state === 'waiting')
    if (item === undefined) throw new Error('nothing waits')
    expect(writtenInShort(item, syncTexts('en-GB'), 'en-GB')).toBe('Looked at: Key-safe')
    tablet.reconnect()
    await empty(tab)
    expect(
      (await loggedOf(patient.id)).filter(({ action }) => action === 'lookAtCriticalInformation'),
    ).toMatchObject([
      { actor_id: server.uid('nurse@riverside.example'), details: { field: 'keySafe' } },
    ])
  })
})
