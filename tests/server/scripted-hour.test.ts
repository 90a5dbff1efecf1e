import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '../../server/jobs'
import type { Alert } from '../../src/domain/alerts/alert'
import { countingAt, isGrave, shownScore } from '../../src/domain/virtual-ward/shown-score'
import { orderPatients } from '../../src/domain/virtual-ward/order'
import { statusLine } from '../../src/domain/virtual-ward/status-line'
import { isUnheld, urgencyOf } from '../../src/domain/virtual-ward/urgency'
import type { VirtualWardPatient } from '../../src/domain/virtual-ward/virtual-ward'
import { wardAlerts } from '../../src/domain/virtual-ward/ward-alerts'
import { needsSomebody } from '../../src/features/virtual-ward/wall/wall.view'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'
import { boardOf, manager, startRiverside, wanted } from './riverside-board'

const minute = 60_000
const hour = 60 * minute
const iso = (ms: number): string => new Date(ms).toISOString()

const spO2 = (averageSpO2: number) => ({ averageSpO2, confidence: 'HIGH' })
const seven = {
  respiratoryRate: { value: 25 },
  pulseOxiData: spO2(91),
  temperature: { value: 38.5 },
}
const grave = {
  respiratoryRate: { value: 30 },
  pulseOxiData: spO2(88),
  pulseRate: { value: 135 },
  temperature: { value: 39.5 },
  consciousness: 'U',
}
/** A check-up in which nobody measured pressure, consciousness and oxygen. */
const partial = {
  bloodPressureData: undefined,
  consciousness: undefined,
  onOxygen: undefined,
}

type Hold = 'acknowledged' | 'snoozed' | 'resolved'
interface Kind {
  readonly name: string
  /** What is changed of the patient before anything is measured. */
  readonly patient?: 'pregnant' | 'child'
  /** What raised what was then held. */
  readonly before: object
  /** What came afterwards. */
  readonly after: object | { readonly bucket: Record<string, number> }
  /** The colour of the card's edge and the wall's. */
  readonly tone: 'negative' | 'danger' | 'warning'
  /** False: NEWS2 is not for them. */
  readonly scored: boolean
  /** True: what was held before is no worse; what is new has an alert of its own. */
  readonly isBeside?: boolean
}

const kinds: readonly Kind[] = [
  {
    name: 'a total of 7 that becomes 14',
    before: seven,
    after: grave,
    tone: 'negative',
    scored: true,
  },
  {
    name: 'a single 3 to which consciousness comes',
    before: { bloodPressureData: { systolic: 88, diastolic: 60 } },
    after: { bloodPressureData: { systolic: 88, diastolic: 60 }, consciousness: 'V' },
    tone: 'warning',
    scored: true,
  },
  {
    name: 'a partial total whose lower bound is enough',
    before: { ...partial, respiratoryRate: { value: 25 }, temperature: { value: 38.5 } },
    after: {
      ...partial,
      respiratoryRate: { value: 28 },
      temperature: { value: 39.4 },
      pulseRate: { value: 128 },
      pulseOxiData: spO2(91),
    },
    tone: 'negative',
    scored: true,
  },
  {
    name: 'monitoring, by its lower bound',
    before: {
      respiratoryRate: { value: 22 },
      temperature: { value: 39.2 },
      pulseRate: { value: 112 },
    },
    after: { bucket: { respiratoryRate: 28, spo2: 90, heartRate: 132 } },
    tone: 'negative',
    scored: true,
  },
  {
    name: 'a child, by the limits for whom NEWS2 is not for',
    patient: 'child',
    before: { pulseOxiData: spO2(91) },
    after: { pulseOxiData: spO2(91), consciousness: 'U' },
    tone: 'negative',
    scored: false,
  },
  {
    name: 'a pregnant patient, by the limits of MEOWS',
    patient: 'pregnant',
    before: { bloodPressureData: { systolic: 165, diastolic: 90 } },
    after: { bloodPressureData: { systolic: 165, diastolic: 104 }, temperature: { value: 38.6 } },
    tone: 'negative',
    scored: false,
  },
  {
    name: 'a value that nobody can have',
    before: seven,
    after: { ...seven, respiratoryRate: { value: 0 } },
    tone: 'negative',
    scored: true,
    isBeside: true,
  },
]

const steps = kinds.flatMap((kind) =>
  (['acknowledged', 'snoozed', 'resolved'] as const).map((hold) => ({ ...kind, hold })),
)

onBothEngines(seed, (opened) => {
  let server: TestServer
  let time = noon
  let serial = 0
  let ids: readonly string[] = []
  const clock = { now: () => time }
  const sick = patientNamed('Subramaniam').id

  const board = () => boardOf(server)
  const send = async (kind: string, item: object): Promise<void> => {
    const answer = await post(ingestApp(opened.database, { clock }), kind, item, {
      timestamp: String(Math.floor(time / 1000)),
    })
    expect([answer.status, answer.body['message']]).toEqual([201, undefined])
  }
  const checkUp = (patientId: string, values: object) =>
    send('checkups', {
      ...wellCheckup(`hour-${(serial += 1)}`, patientId),
      startedAt: iso(time),
      endedAt: iso(time),
      ...values,
    })
  const monitor = (patientId: string, values: Record<string, number>) =>
    send('monitoring-buckets', {
      id: `hour-${(serial += 1)}`,
      patientId,
      bucketStartAt: iso(time - 15 * minute),
      bucketEndAt: iso(time),
      ...Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          { value, median: value, min: value, max: value },
        ]),
      ),
    })
  const measure = (patientId: string, what: Kind['after']) =>
    'bucket' in what ? monitor(patientId, what.bucket) : checkUp(patientId, what)
  const isFree = (alert: Alert): boolean => isUnheld(alert, time)
  const alertsOf = async (patientId: string): Promise<readonly Alert[]> =>
    (await board()).find(({ id }) => id === patientId)?.alerts ?? []
  /** Does it about all that is open, and sees that it did. */
  const hold = async (patientId: string, how: Hold): Promise<void> => {
    const before = await alertsOf(patientId)
    expect(before.length).toBeGreaterThan(0)
    for (const { id } of before)
      await ask(
        {
          acknowledged: `acknowledgeAlert(id: "${id}", isAcknowledged: true)`,
          snoozed: `snoozeAlert(id: "${id}", minutes: 240)`,
          resolved: `setAlertStatus(alerts: [{ id: "${id}", status: closed, outcome: rang }])`,
        }[how],
      )
    const after = await alertsOf(patientId)
    expect(after.length).toBe(how === 'resolved' ? 0 : before.length)
    expect(after.filter(isFree)).toEqual([])
  }

  /** What board, wall and handover (one order), and the list of alerts, say at once. */
  const expectSeen = (
    rows: readonly VirtualWardPatient[],
    { tone, scored, isBeside = false }: Kind,
  ): void => {
    const [first] = rows
    if (first === undefined) throw new Error('Nobody is on the board')
    expect(first.id).toBe(sick)
    // Offline the device arranges what it has by the same rules.
    expect(orderPatients(rows, wanted, time).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(wardAlerts(rows, time)[0]?.patient.id).toBe(sick)
    const unheld = first.alerts.filter(isFree)
    expect(unheld.length).toBeGreaterThan(0)
    if (!isBeside) expect(unheld.length).toBe(first.alerts.length)
    const shown = shownScore(first, countingAt(first, time))
    const gravest = Math.max(...first.alerts.map(({ severity }) => severity))
    expect(statusLine(gravest, shown.risk)).toBe(tone)
    if (scored) expect([isGrave(shown), shown.isStale]).toEqual([true, false])
    expect(needsSomebody(first, time)).toBe(true)
    for (const calm of rows.slice(1)) {
      expect(calm.alerts).toEqual([])
      expect(urgencyOf(calm, time).band).toBe(4)
    }
  }

  beforeAll(async () => {
    server = await startRiverside(opened.database, clock)
    await opened.database.asSystem(async (trx) => {
      // No schedule is asked here.
      await trx.deleteFrom('checkup_schedule_progress').execute()
      await trx.updateTable('checkup_type').set({ schedule: null }).execute()
    })
    ids = (await board()).map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(25)
  })

  beforeEach(async () => {
    time = noon
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
      await trx.deleteFrom('patient_summary').execute()
      await trx
        .insertInto('patient_summary')
        .values(ids.map((id) => ({ patient_id: id })))
        .execute()
      await trx.deleteFrom('checkup').execute()
      await trx.deleteFrom('monitoring_bucket').execute()
      await trx.deleteFrom('patient_flag').execute()
      await trx.deleteFrom('continuous_monitoring_session').execute()
      await trx.updateTable('patient').set({ birth_date: '1950-01-01' }).execute()
    })
    for (const id of ids) await checkUp(id, {})
    time += minute
  })

  const ask = async (mutation: string): Promise<void> => {
    const { errors } = await server.ask(`mutation { ${mutation} { id } }`, { as: manager })
    expect(errors).toEqual([])
  }
  const become = async (id: string, patient: NonNullable<Kind['patient']>): Promise<void> => {
    const birthDate = { child: '2012-01-01', pregnant: '1990-01-01' }[patient]
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('patient')
        .set({ birth_date: birthDate, gender: 'female' })
        .where('id', '=', id)
        .execute(),
    )
    if (patient === 'pregnant')
      await ask(
        `updatePatientFlags(patientId: "${id}", flags: [{ type: "Pregnant", active: true }])`,
      )
  }
  const monitored = (id: string) =>
    ask(`startContinuousMonitoringSession(type: Lamplight, patientId: "${id}")`)
  const nextQuarter = (): number => Math.ceil(time / (15 * minute)) * 15 * minute + 15 * minute

  describe('a ward of 25 in which one gets worse after somebody pressed', () => {
    test.each(steps)('$hold: $name', async (step) => {
      if (step.patient !== undefined) await become(sick, step.patient)
      await checkUp(sick, step.before)
      await hold(sick, step.hold)
      time += 9 * minute
      if ('bucket' in step.after) {
        await monitored(sick)
        time = nextQuarter()
      }
      await measure(sick, step.after)
      expectSeen(await board(), step)
    })
  })

  test('T1 all of them at once stand by band, then by score, whatever was pressed before', async () => {
    const [first, second, third, fourth, fifth, sixth, seventh] = ids
    const of = (id: string | undefined): string => id ?? ''
    await become(of(third), 'child')
    await monitored(of(fourth))
    for (const id of [first, second, fifth, sixth]) {
      await checkUp(of(id), seven)
      await hold(of(id), 'acknowledged')
    }
    time = nextQuarter()
    // 14, the lower bound of 8 by monitoring, 7 of a check-up; then a limit of T2 without a score.
    await checkUp(of(first), grave)
    await checkUp(of(second), seven)
    await checkUp(of(third), { pulseOxiData: spO2(90), consciousness: 'U' })
    await monitor(of(fourth), { respiratoryRate: 25, spo2: 91, heartRate: 111 })
    // 6 and 5, then a single 3: band 2. What was 7 before does not count any more.
    await checkUp(of(fifth), { ...seven, temperature: { value: 37 } })
    await checkUp(of(sixth), { respiratoryRate: { value: 25 }, pulseRate: { value: 112 } })
    await checkUp(of(seventh), { consciousness: 'V' })
    const rows = await board()
    expect(rows.slice(0, 7).map(({ id }) => ids.indexOf(id) + 1)).toEqual([1, 4, 2, 3, 5, 6, 7])
    expect(rows.slice(0, 8).map((row) => urgencyOf(row, time).band)).toEqual([
      1, 1, 1, 1, 2, 2, 2, 4,
    ])
    expect(orderPatients(rows, wanted, time).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    const alerted = [...new Set(wardAlerts(rows, time).map(({ patient: { id } }) => id))]
    expect(alerted.map((id) => ids.indexOf(id) + 1)).toEqual([1, 4, 2, 3, 5, 6, 7])
  })

  test('a night of 25 of whom three stay at 7, always acknowledged: each comes back once an hour at most, the others never', async () => {
    const three = ids.slice(0, 3)
    const backs = new Map(three.map((id): [string, number[]] => [id, []]))
    for (const id of three) await checkUp(id, seven)
    for (let passed = 5 * minute; passed <= 6 * hour; passed += 20 * minute) {
      time = noon + passed
      for (const id of three) await checkUp(id, seven)
      await runDue(opened.database, { clock, asksDatabase: false })
      const rows = await board()
      for (const row of rows) {
        const unheld = row.alerts.filter(isFree)
        if (unheld.some(({ endedHold }) => endedHold != null && Date.parse(endedHold.at) === time))
          backs.get(row.id)?.push(time)
        if (!three.includes(row.id)) expect(row.alerts).toEqual([])
        else if (unheld.length > 0) await hold(row.id, 'acknowledged')
      }
    }
    for (const times of backs.values()) {
      expect(times.length).toBeGreaterThan(1)
      for (const [index, back] of times.slice(1).entries())
        expect(back - (times[index] ?? 0)).toBeGreaterThanOrEqual(hour)
    }
  })
})
