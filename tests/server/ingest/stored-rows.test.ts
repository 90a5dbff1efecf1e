import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { PatientReportDocument } from '../../../schema/generated/documents/report'
import { scoreKeys } from '../../../src/domain/ews/score'
import { checkupsByName, onBoardByName } from '../by-name'
import { onPglite } from '../engines'
import { ingestApp, noon, patientNamed, post, seed } from './device'
import { asStaff, type StaffServer } from './staff'

const patient = patientNamed('Subramaniam')
const minute = 60_000
const iso = (ms: number): string => new Date(ms).toISOString()

/** Everything a check-up can say, of a well patient. */
const whole = {
  onOxygen: true,
  oxygenFlow: '0.5',
  consciousness: 'A',
  temperature: { value: 36.8, device: 'T1', isManual: false },
  pulseRate: { value: 72, source: 'ECG', isManual: false },
  pulseOxiData: {
    averageSpO2: 97,
    uneditedAverageSpO2: 97,
    averageHr: 71,
    confidence: 'HIGH',
    device: 'Nonin',
    isManual: false,
  },
  respiratoryRate: { value: 16, source: 'manual' },
  bloodPressureData: {
    systolic: 124,
    diastolic: 78,
    position: 'sitting',
    device: 'BP1',
    isManual: false,
  },
  symptoms: [{ key: 'cough', severity: 'low' }],
  softSigns: [{ key: 'tired', isEmergency: false }],
  weight: { value: 70, isManual: true, device: 'W1' },
  peakExpiratoryFlowRate: { value: 400, isManual: true },
  glucose: {
    reading: 6,
    time_of_capture: '2026-03-02T09:00:00.000Z',
    before_after_meal: 'before_meals',
  },
  picture: [{ url: 'https://files.example/1.jpg', caption: 'foot' }],
  lungSounds: [{ url: 'https://files.example/1.wav' }],
  attachments: [{ id: 'a', type: 'ecg', downloadUrl: 'https://files.example/1.pdf' }],
  notes: 'slept well',
  selectedAction: 1,
  isStable: true,
}
/** What the server writes beside them. */
const written = ['oxygenFromFlag', 'notScored', 'doubts']
const groups = [
  'temperature',
  'pulseRate',
  'pulseOxiData',
  'respiratoryRate',
  'bloodPressureData',
  'weight',
  'peakExpiratoryFlowRate',
  'glucose',
] as const
const lists = [
  ['symptoms', 'key'],
  ['symptoms', 'severity'],
  ['softSigns', 'key'],
  ['softSigns', 'isEmergency'],
  ['picture', 'url'],
  ['picture', 'caption'],
  ['lungSounds', 'url'],
  ['attachments', 'id'],
  ['attachments', 'type'],
  ['attachments', 'downloadUrl'],
] as const

type Path = readonly string[]
const ofReadings: Readonly<Record<string, readonly Path[]>> = {
  'each reading': [...Object.keys(whole), ...written].map((key) => [key]),
  'each key of a reading': groups.flatMap((group) =>
    Object.keys(whole[group]).map((key) => [group, key]),
  ),
  'each key of a list': lists.map(([list, key]) => [list, '0', key]),
}
const scores: readonly Path[] = [
  ...scoreKeys,
  'totalScore',
  'riskLevel',
  'missing',
  'spo2Scale',
  'riskScheme',
].map((key) => [key])

/** NEWS2 20. Each rule of the ward fires, one of them because of the check-ups before. */
const grave = {
  onOxygen: true,
  consciousness: 'V',
  temperature: { value: 35 },
  pulseRate: { value: 132 },
  pulseOxiData: { averageSpO2: 90, averageHr: 132, confidence: 'HIGH' },
  respiratoryRate: { value: 26 },
  bloodPressureData: { systolic: 84, diastolic: 50 },
  weight: { value: 70 },
}

onPglite(seed, (opened) => {
  let staff: StaffServer
  let atMs = noon - 8 * 60 * minute
  beforeAll(async () => {
    staff = await asStaff(opened.database)
  })
  const send = async (id: string, readings: Record<string, unknown>) => {
    const answer = await post(ingestApp(opened.database), 'checkups', {
      id,
      patientId: patient.id,
      startedAt: iso(atMs),
      endedAt: iso((atMs += minute)),
      ...readings,
    })
    return answer
  }
  /** A change of a stored column, as another release would have written it. */
  const change = (id: string, column: 'readings' | 'ews_scores', path: Path, value: unknown) =>
    sql`update checkup set ${sql.ref(column)} = ${
      path.length === 0
        ? sql`${JSON.stringify(value)}::jsonb`
        : value === undefined
          ? sql`${sql.ref(column)} #- ${[...path]}::text[]`
          : sql`jsonb_set(${sql.ref(column)}, ${[...path]}::text[], ${JSON.stringify(value)}::jsonb)`
    } where source_id = ${id}`.execute(opened.database.kysely)
  const staffRead = async () => {
    const { id: patientId } = patient
    const answers = await Promise.all([
      staff.ask(checkupsByName, { patientId, take: 3 }),
      staff.ask(onBoardByName, { patientId }),
      staff.ask(PatientReportDocument.text, {
        patientId,
        start: iso(atMs - 2 * minute),
        end: iso(atMs + minute),
        aggregateIntervalHours: 8,
        timeZone: 'Europe/London',
        aggregates: true,
        softSigns: true,
        checkups: true,
        notes: false,
        alerts: true,
        wardAdmissions: false,
        after: null,
      }),
    ])
    return answers.flatMap(({ errors }) => errors.map(({ path, message }) => `${path} ${message}`))
  }
  const alertsOf = async (id: unknown) =>
    (
      await sql<{
        name: string
      }>`select r.name from alert_trigger t join alert a on a.id = t.alert_id
        join alert_rule r on r.id = a.alert_rule_id where t.checkup_id = ${id} order by 1`.execute(
        opened.database.kysely,
      )
    ).rows.map(({ name }) => name)

  const fine = {
    read: [],
    status: 201,
    total: 20,
    alerts: [
      'A single very abnormal value',
      'High early-warning score',
      'Low blood pressure',
      'Low oxygen saturation',
      'Rising early-warning score',
    ],
  }
  let number = 0
  const outcome = async (column: 'readings' | 'ews_scores', path: Path, value: unknown) => {
    const id = `before ${(number += 1)}`
    await send(id, whole)
    const { rows } = await sql<Record<typeof column, unknown>>`
      select ${sql.ref(column)} from checkup where source_id = ${id}`.execute(
      opened.database.kysely,
    )
    await change(id, column, path, value)
    const read = await staffRead()
    const { status, body } = await send(`grave ${number}`, grave)
    const found = {
      read,
      status,
      total: (body['ewsScores'] as { totalScore?: number } | undefined)?.totalScore,
      alerts: await alertsOf(body['id'] ?? ''),
    }
    // The next one asks about its own key alone.
    await change(id, column, [], rows[0]?.[column])
    return found
  }
  const outcomes = async (
    column: 'readings' | 'ews_scores',
    paths: readonly Path[],
    value?: unknown,
  ) => {
    const found: [string, unknown][] = []
    for (const path of paths) found.push([path.join('.'), await outcome(column, path, value)])
    return found
  }
  const allFine = (paths: readonly Path[]) => paths.map((path) => [path.join('.'), fine])

  test.each(Object.entries(ofReadings))(
    'after a stored check-up without %s the next one is scored and raises its alerts, and record, board and report can be read',
    async (_what, paths) => {
      expect(await outcomes('readings', paths)).toEqual(allFine(paths))
    },
  )

  test('so it is after one with a reading in a form that nobody knows', async () => {
    const paths = ofReadings['each reading'] ?? []
    expect(await outcomes('readings', paths, { odd: [1] })).toEqual(allFine(paths))
  })

  test('so it is after one whose scores lack a key', async () => {
    expect(await outcomes('ews_scores', scores)).toEqual(allFine(scores))
  })
})
