import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTablet, goOffline, openRecord as open, until, type Tablet } from './ward-tablet'
import { startServer, type FlowServer } from './server'
import { recordObservations, type RecordObservationsInput } from '../../src/data/checkup'
import { patientOnBoard, virtualWard } from '../../src/data/virtual-ward'
import { storedReadings } from '../../src/domain/checkup/checkup'
import type { Patient } from '../../src/domain/patient/patient'
import { unsentOf } from '../../src/domain/sync/unsent'
import { checkupPart } from '../../src/domain/virtual-ward/lay-checkup'
import { scoreInForce } from '../../src/domain/virtual-ward/score-in-force'
import type {
  VirtualWardPatient,
  VirtualWardQuery,
} from '../../src/domain/virtual-ward/virtual-ward'
import type { Runtime } from '../../src/engine/define'
import { scoredAsKnown } from '../../src/domain/observation/known'
import { systemClock, type Clock } from '../../src/platform/clock'

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

const signIn = async (on: Tablet, email: string, clock?: Clock): Promise<Runtime> => {
  on.token = `${server.uid(email)}~obs${(used += 1)}`
  const tab = await on.openTab(clock === undefined ? {} : { clock })
  expect(await tab.session.completeSignIn()).toMatchObject({ kind: 'done' })
  return tab
}
const nextPatient = (): string => server.patient('Respiratory Ward', (used += 1) % 10).id

const board: VirtualWardQuery = {
  take: 50,
  skip: 0,
  sort: [{ field: 'clinicalUrgency', direction: 'DESC' }],
}

/** NEWS2 17, on oxygen 19: everything at its worst, but temperature and oxygen. */
const grave = {
  respiratoryRate: { value: 31, source: 'manual' },
  pulseOxiData: { averageSpO2: 86, device: null, isManual: true },
  onOxygen: false,
  bloodPressureData: {
    systolic: 84,
    diastolic: 50,
    position: 'lying',
    device: null,
    isManual: true,
  },
  pulseRate: { value: 136, source: null, isManual: true },
  consciousness: 'V',
  temperature: { value: 39.3, device: null, isManual: true },
}
const given = (
  patient: Patient,
  readings: Readonly<Record<string, unknown>>,
  over: Partial<RecordObservationsInput> = {},
): RecordObservationsInput => {
  const scored = scoredAsKnown(readings, patient, [], Date.now())
  return {
    patientId: patient.id,
    how: 'telephone',
    minutesAgo: 0,
    checkupType: null,
    notMeasured: [{ tile: 'weight', reason: 'declined' }],
    readings,
    shown: { ...scored.readings, how: 'telephone', ewsScores: scored.ewsScores },
    ...over,
  }
}
/** Records them, and waits until the server has them. */
const record = async (tab: Runtime, input: RecordObservationsInput): Promise<void> => {
  const result = await tab.run(recordObservations, input)
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
  await until(tab.outbox, (items) => items.some(({ id }) => id === result.id))
  await until(tab.outbox, (items) => !items.some(({ id }) => id === result.id))
}
const cardOf = (tab: Runtime, patientId: string) => tab.watch(patientOnBoard, { patientId })
const totalOf = (card: VirtualWardPatient | undefined) =>
  card === undefined ? undefined : scoreInForce(card)?.total
const storedOf = (patientId: string) =>
  server.database.kysely
    .selectFrom('checkup')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('created_by', 'is not', null)
    .execute()
const alertsOf = (patientId: string) =>
  server.database.kysely
    .selectFrom('alert')
    .select(['severity', 'status'])
    .where('patient_id', '=', patientId)
    .where('status', '=', 'open')
    .execute()

describe('observations taken by hand', () => {
  test('offline they are on the card, in the score and in the order at once as not sent; connected they are stored once, scored alike, by their author, and raise alerts', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    await tab.refresh(virtualWard, board)
    const card = cardOf(tab, patient.id)
    const [before] = (await until(card, ({ rows }) => rows.length === 1)).rows
    await goOffline(tablet, tab)
    const result = await tab.run(recordObservations, given(patient, grave))
    if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
    const [shown] = (await until(card, ({ rows: [row] }) => row?.latestCheckup?.id === result.id))
      .rows
    if (shown === undefined || before === undefined) throw new Error('not on the board')
    expect(unsentOf(shown, checkupPart)).toMatchObject({ state: 'waiting', isShown: true })
    const total = shown.latestCheckup?.ewsScores?.totalScore
    expect(total).toBeGreaterThanOrEqual(17)
    expect(totalOf(shown)).toBe(total)
    expect(shown.trend).toHaveLength(before.trend.length + 1)
    const ordered = (
      await until(tab.watch(virtualWard, board), ({ rows }) =>
        rows.some((row) => row.latestCheckup?.id === result.id),
      )
    ).rows
    const place = ordered.findIndex(({ id }) => id === patient.id)
    expect(ordered.slice(0, place).every((row) => (totalOf(row) ?? 0) >= (total ?? 0))).toBe(true)
    expect(await storedOf(patient.id)).toEqual([])

    tablet.reconnect()
    await until(tab.outbox, (items) => items.length === 0)
    const stored = await storedOf(patient.id)
    expect(stored).toHaveLength(1)
    expect(stored[0]).toMatchObject({
      id: result.id,
      created_by: server.uid('nurse@riverside.example'),
    })
    expect(stored[0]?.ews_scores).toEqual(shown.latestCheckup?.ewsScores)
    expect(storedReadings(stored[0]?.readings)).toMatchObject({
      how: 'telephone',
      notMeasured: [{ tile: 'weight', reason: 'declined' }],
      respiratoryRate: { value: 31, source: 'manual' },
    })
    expect((await alertsOf(patient.id)).some(({ severity }) => severity === 4)).toBe(true)
    const [settled] = (
      await until(
        card,
        ({ rows: [row] }) =>
          row?.latestCheckup?.id === result.id && unsentOf(row, checkupPart) === null,
      )
    ).rows
    expect(totalOf(settled)).toBe(total)
  })

  test('a calmer value never stands in between: from the press to the server’s row the card shows the grave one', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    await tab.refresh(virtualWard, board)
    const card = cardOf(tab, patient.id)
    await until(card, ({ rows }) => rows.length === 1)
    const result = await tab.run(recordObservations, given(patient, grave))
    if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
    await until(card, ({ rows: [row] }) => row?.latestCheckup?.id === result.id)
    const seen = new Set<string | undefined>()
    const end = card.subscribe(() => {
      seen.add(card.get().rows[0]?.latestCheckup?.id)
    })
    await until(
      card,
      ({ rows: [row] }) =>
        row !== undefined &&
        unsentOf(row, checkupPart) === null &&
        row.latestCheckup?.revision !== 0,
    )
    end()
    expect([...seen]).toEqual([result.id])
  })

  test('on a tablet whose clock is an hour fast they are stored at the true time, as long ago as they were said to be', async () => {
    const hour = 3_600_000
    const tab = await signIn(tablet, 'nurse@riverside.example', {
      ...systemClock,
      now: () => systemClock.now() + hour,
    })
    const patient = await open(tab, nextPatient())
    const pressed = Date.now()
    await record(tab, given(patient, grave, { minutesAgo: 30 }))
    const [stored] = await storedOf(patient.id)
    const ago = (pressed - Date.parse(stored?.ended_at ?? '')) / 60_000
    expect(ago).toBeGreaterThan(28)
    expect(ago).toBeLessThan(32)
  })

  test('what cannot be used of them is left out and told, the rest is stored and scored', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    const readings = { ...grave, temperature: { value: 386, device: null, isManual: true } }
    const sent = given(patient, readings)
    await record(tab, sent)
    const [stored] = await storedOf(patient.id)
    expect(storedReadings(stored?.readings).notUsable).toMatchObject([{ field: 'temperature' }])
    expect(stored?.ews_scores).toMatchObject({ missing: 1 })
    expect(stored?.ews_scores).toEqual(sent.shown['ewsScores'])
  })

  test('only what a hand measures is taken: no file, no word of a device, no check-up type of nobody', async () => {
    const tab = await signIn(tablet, 'nurse@riverside.example')
    const patient = await open(tab, nextPatient())
    await record(
      tab,
      given(
        patient,
        {
          ...grave,
          picture: [{ url: '/files/not-mine.jpg' }],
          selectedAction: 1,
          subtype: 'remote',
        },
        { checkupType: { id: 'made-up', name: 'Made up' } },
      ),
    )
    const [stored] = await storedOf(patient.id)
    expect(stored).toMatchObject({ subtype: null, checkup_type: null })
    expect(storedReadings(stored?.readings)).toMatchObject({ picture: [], selectedAction: null })
  })
})
