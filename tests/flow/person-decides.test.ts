import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { patientRecord, updateExpectedDischargeDate } from '../../src/data/patient'
import { systemClock, type Clock } from '../../src/platform/clock'
import type { Runtime } from '../../src/engine/define'
import type { Patient } from '../../src/domain/patient/patient'

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

const signIn = async (
  on: Tablet,
  email: string,
  clock?: Clock,
  dated = false,
): Promise<Runtime> => {
  on.token = `${server.uid(email)}~decides${(used += 1)}`
  const tab = await on.openTab(clock === undefined ? {} : { clock, dated })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
/** Another patient at each call. */
const nextPatient = (): string => server.patient('Respiratory Ward', (used += 1) % 10).id
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
const onServer = async (patientId: string) =>
  server.database.kysely
    .selectFrom('ward_admission')
    .select(['expected_discharge_date'])
    .where('patient_id', '=', patientId)
    .where('discharged_at', 'is', null)
    .executeTakeFirstOrThrow()

/** What the server was told of a command that was given up. */
const reasonOf = async (id: string) =>
  (
    await server.database.kysely
      .selectFrom('client_mutation')
      .select('result')
      .where('key', '=', `discard ${id}`)
      .executeTakeFirst()
  )?.result
const shownDate = (tab: Runtime, patientId: string, date: string | null) =>
  until(
    tab.watch(patientRecord, { patientId }),
    ({ rows: [row] }) =>
      row !== undefined &&
      row.waiting === undefined &&
      row.wardAdmission?.expectedDischargeDate === date,
  )

test('what was refused and is sent again after the clock was corrected keeps its true age', async () => {
  const wrong = { ms: 365 * 86_400_000 }
  const tab = await signIn(
    tablet,
    'nurse@riverside.example',
    { ...systemClock, now: () => systemClock.now() + wrong.ms },
    true,
  )
  const patient = await open(tab, nextPatient())
  let pushed: readonly string[] = []
  tablet.inPlace = (names) =>
    !names.includes('SyncPush') || pushed.length === 0
      ? undefined
      : new Response(
          JSON.stringify({
            data: {
              syncPush: {
                epoch: 'e',
                results: pushed.map((id) => ({
                  id,
                  class: 'REJECTED',
                  code: 'UNPROCESSABLE',
                  replay: false,
                  retryAfterMs: null,
                  argErrors: null,
                  server: null,
                })),
              },
            },
          }),
          { headers: { 'Content-Type': 'application/json' } },
        )
  await goOffline(tablet, tab)
  const written = await tab.run(updateExpectedDischargeDate, discharge(patient, days(13)))
  pushed = [written.kind === 'saved' ? written.id : '']
  tablet.reconnect()
  const [refused] = await until(tab.outbox, ([item]) => item?.state === 'refused')
  wrong.ms = 0
  await goOffline(tablet, tab)
  await tab.outbox.retry(refused?.id ?? '')
  const [again] = await until(tab.outbox, ([item]) => item?.state === 'waiting')
  expect(Math.abs((again?.expiresAt ?? 0) - (refused?.expiresAt ?? 0))).toBeLessThan(60_000)
})

describe('a date that was not sent in its eight hours', () => {
  /** A date written without a line; nine hours go by before there is one. */
  const expire = async () => {
    const later = { ms: 0 }
    const tab = await signIn(tablet, 'nurse@riverside.example', {
      ...systemClock,
      now: () => systemClock.now() + later.ms,
      monotonic: () => systemClock.monotonic() + later.ms,
    })
    const patient = await open(tab, nextPatient())
    const before = patient.wardAdmission?.expectedDischargeDate ?? null
    await goOffline(tablet, tab)
    const written = await tab.run(updateExpectedDischargeDate, discharge(patient, days(12)))
    const id = written.kind === 'saved' ? written.id : ''
    await until(tab.outbox, ([item]) => item?.state === 'waiting')
    later.ms = 9 * 3_600_000
    tablet.hint()
    await until(tab.outbox, ([item]) => item?.id === id && item.state === 'expired')
    return { tab, patient, before, id }
  }

  test("waits for its author's decision, connected or not, and is not sent without it", async () => {
    const { tab, patient, before, id } = await expire()
    const pushed = tablet.sent.filter((name) => name === 'SyncPush').length
    tablet.reconnect()
    await until(tab.connection, ({ state }) => state === 'refused')
    expect(tab.outbox.get()).toMatchObject([
      { id, state: 'expired', input: { expectedDischargeDate: days(12) } },
    ])
    expect(tablet.sent.filter((name) => name === 'SyncPush')).toHaveLength(pushed)
    expect(await onServer(patient.id)).toEqual({ expected_discharge_date: before })
    await tab.outbox.retry(id)
    await until(tab.outbox, (items) => items.length === 0)
    expect(await onServer(patient.id)).toEqual({ expected_discharge_date: days(12) })
    await shownDate(tab, patient.id, days(12))
  })

  test('waits for its author also after sign-out, when its text cannot be read here any more: what is sealed is sent when the author says so', async () => {
    const later = { ms: 0 }
    const clock = {
      ...systemClock,
      now: () => systemClock.now() + later.ms,
      monotonic: () => systemClock.monotonic() + later.ms,
    }
    const tab = await signIn(tablet, 'nurse@riverside.example', clock)
    const patient = await open(tab, nextPatient())
    const before = patient.wardAdmission?.expectedDischargeDate ?? null
    await goOffline(tablet, tab)
    const written = await tab.run(updateExpectedDischargeDate, discharge(patient, days(17)))
    const id = written.kind === 'saved' ? written.id : ''
    await until(tab.outbox, ([item]) => item?.state === 'waiting')
    await tab.session.signOut()
    later.ms = 9 * 3_600_000
    tablet.token = `${server.uid('nurse@riverside.example')}~decides${(used += 1)}`
    tablet.reconnect()
    expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
    const [item] = await until(tab.outbox, ([one]) => one?.state === 'expired')
    expect(item).toMatchObject({ id, input: null, about: { id: patient.id } })
    expect(await onServer(patient.id)).toEqual({ expected_discharge_date: before })
    await tab.outbox.retry(id)
    await until(tab.outbox, (items) => items.length === 0)
    expect(await onServer(patient.id)).toEqual({ expected_discharge_date: days(17) })
  })

  test('is given up by its author offline, and the server gets the reason as soon as there is a connection', async () => {
    const { tab, patient, before, id } = await expire()
    await tab.outbox.discard(id, ' Family asked to wait ')
    await until(tab.outbox, (items) => items.length === 0)
    expect(await reasonOf(id)).toBeUndefined()
    tablet.reconnect()
    await expect
      .poll(() => reasonOf(id))
      .toMatchObject({
        reason: 'Family asked to wait',
        op: 'updateExpectedDischargeDate',
        lane: patient.id,
      })
    expect(await onServer(patient.id)).toEqual({ expected_discharge_date: before })
    await shownDate(tab, patient.id, before)
  })

  test('is decided over once: of two decisions at the same time the first counts, and the other is said to come too late', async () => {
    const { tab, patient, id } = await expire()
    const twice = await Promise.allSettled([tab.outbox.retry(id), tab.outbox.retry(id)])
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(twice.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { problem: { code: 'conflict:not-waiting' } },
    })
    expect(await until(tab.outbox, ([item]) => item !== undefined && item.id !== id)).toHaveLength(
      1,
    )
    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 0)
    expect(await onServer(patient.id)).toEqual({ expected_discharge_date: days(12) })
  })

  test('given up and sent again in one moment, one of the two counts, and the server has what that one said', async () => {
    const { tab, patient, before, id } = await expire()
    const [given, sent] = await Promise.allSettled([
      tab.outbox.discard(id, 'Wrong person'),
      tab.outbox.retry(id),
    ])
    expect([given.status, sent.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 0)
    const isGiven = given.status === 'fulfilled'
    if (isGiven) await expect.poll(() => reasonOf(id)).toMatchObject({ reason: 'Wrong person' })
    expect((await reasonOf(id)) === undefined).toBe(!isGiven)
    expect(await onServer(patient.id)).toEqual({
      expected_discharge_date: isGiven ? before : days(12),
    })
  })
})

test('two dates for one patient: the author keeps theirs, which is then on record and server, and the server has the reason', async () => {
  const [tab, colleague] = [
    await signIn(tablet, 'nurse@riverside.example'),
    await signIn(other, 'admin@riverside.example'),
  ]
  const patientId = nextPatient()
  const [patient, theirs] = [await open(tab, patientId), await open(colleague, patientId)]
  await goOffline(tablet, tab)
  await tab.run(updateExpectedDischargeDate, discharge(patient, days(21)))
  await colleague.run(updateExpectedDischargeDate, discharge(theirs, days(31)))
  await until(colleague.outbox, (items) => items.length === 0)
  tablet.reconnect()
  const [item] = await until(tab.outbox, ([first]) => first?.state === 'conflict')
  expect(item?.conflict?.fields).toEqual([
    {
      name: 'expectedDischargeDate',
      before: patient.wardAdmission?.expectedDischargeDate,
      yours: days(21),
      theirs: days(31),
    },
  ])
  await tab.outbox.discard(item?.id ?? '', 'Theirs is right')
  await until(tab.outbox, (items) => items.length === 0)
  await expect.poll(() => reasonOf(item?.id ?? '')).toMatchObject({ reason: 'Theirs is right' })
  expect(await onServer(patientId)).toEqual({ expected_discharge_date: days(31) })
  await tab.refresh(patientRecord, { patientId })
  await shownDate(tab, patientId, days(31))
})
