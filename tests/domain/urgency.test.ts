import { noMarks } from '../../src/domain/critical/marks'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Alert } from '../../src/domain/alerts/alert'
import type { Checkup } from '../../src/domain/checkup/checkup'
import { ecgAlertRules, ecgKey, type EcgAlertType } from '../../src/domain/alerts/ecg'
import { safetyLimitsKey, safetyLimitsSeverity } from '../../src/domain/alerts/safety-limits'
import { silenceKey, type Monitored } from '../../src/domain/alerts/silence'
import { scoreCheckup, type EwsInput } from '../../src/domain/ews/score'
import { dueOf } from '../../src/domain/virtual-ward/due'
import { measuredBits } from '../../src/domain/virtual-ward/measured'
import { defaultOrder } from '../../src/domain/virtual-ward/options'
import { inWindow, orderPatients } from '../../src/domain/virtual-ward/order'
import { byUrgency, urgencyOf } from '../../src/domain/virtual-ward/urgency'
import type { VirtualWardPatient } from '../../src/domain/virtual-ward/virtual-ward'
import { openAlert } from '../features/alerts'

const now = Date.parse('2026-01-05T12:00:00.000Z')
const hour = 3_600_000
const ago = (hours: number): string => new Date(now - hours * hour).toISOString()

const well: EwsInput = {
  respiratoryRate: 16,
  spO2: 98,
  onOxygen: false,
  systolic: 120,
  pulse: 70,
  consciousness: 'A',
  temperature: 37,
}
/** A total of 0 to 9, none of them with a single 3 below 5. */
const ofTotal: readonly EwsInput[] = [
  well,
  { ...well, pulse: 95 },
  { ...well, pulse: 115 },
  { ...well, pulse: 115, temperature: 38.5 },
  { ...well, pulse: 115, temperature: 39.5 },
  { ...well, pulse: 115, temperature: 39.5, respiratoryRate: 10 },
  { ...well, pulse: 115, temperature: 39.5, respiratoryRate: 22 },
  { ...well, pulse: 115, temperature: 39.5, respiratoryRate: 25 },
  { ...well, pulse: 115, temperature: 39.5, respiratoryRate: 25, systolic: 105 },
  { ...well, pulse: 115, temperature: 39.5, respiratoryRate: 25, systolic: 95 },
]
const single: EwsInput = { ...well, respiratoryRate: 25 }

const admittedAt = (hours: number): VirtualWardPatient['wardAdmission'] => ({
  patientId: 'p',
  admittedAt: ago(hours),
  createdAt: ago(hours),
  revision: 1,
  ward: { id: 'w', name: 'Willow' },
  carePathway: { id: 'c', name: 'COPD' },
  patientFlags: [],
  expectedDischargeDate: null,
})

interface Brief {
  readonly id?: string
  readonly input?: EwsInput | null
  readonly hours?: number
  readonly alerts?: readonly Alert[]
  readonly over?: Partial<VirtualWardPatient>
}
/** A patient whose check-up ended so many hours ago; null: they were never measured. */
const patient = ({
  id = 'p',
  input = well,
  hours = 1,
  alerts = [],
  over = {},
}: Brief): VirtualWardPatient => {
  const scores =
    input === null
      ? null
      : scoreCheckup(input, { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' })
  const checkup = { id: `${id} c`, endedAt: ago(hours), ewsScores: scores, pulseOxiData: null }
  return {
    id,
    revision: 1,
    organization: { id: 'o', name: 'Riverside Virtual Ward' },
    firstName: 'John',
    lastName: 'Smith',
    numSimilarNames: 0,
    birthDate: '1950-01-01',
    gender: 'male',
    nationalIdentifier: null,
    wardAdmission: admittedAt(200),
    latestCheckup: scores === null ? null : (checkup as unknown as Checkup),
    latestAcuityScore: null,
    criticalMarks: noMarks,
    tasks: [],
    trend:
      scores === null
        ? []
        : [
            {
              endedAt: ago(hours),
              totalScore: scores.totalScore,
              riskLevel: scores.riskLevel,
              measured: measuredBits(scores),
            },
          ],
    continuousMonitoringSession: null,
    latestContinuousMonitoring: null,
    earlierContinuousMonitoring: [],
    earlierCheckups: [],
    rhythmEvents: [],
    schedules: [],
    repeats: [],
    onWatchList: false,
    alerts: [...alerts],
    ...over,
  }
}
const alert = (id: string, over: Partial<Alert> = {}): Alert => openAlert(id, [ago(1)], over)
const nurse = { id: 'u', firstName: 'Hannah', lastName: 'Whitfield' }
const held = { acknowledgedAt: ago(0.5), acknowledgedBy: nurse }
/** An alert of a rule of the product's own. */
const stopped = (of: Monitored, over: Partial<Alert> = {}): Alert => {
  const id = silenceKey(of, 91)
  return alert(id, {
    severity: 1,
    alertRule: {
      id,
      name: 'Monitoring data stopped',
      type: 'continuous-monitoring',
      description: '',
      condition: { kind: 'dataStopped', of, afterMinutes: 91 },
    },
    ...over,
  })
}
const bandOf = (brief: Brief): number => urgencyOf(patient(brief), now).band
const daily = (rule: string) => ({
  id: 's',
  name: 'Daily',
  schedule: { rrule: rule, tolerance: { early: 0, late: hour / 1000 } },
  timeZone: 'Europe/London',
  latestEndedAt: null,
})
const order = (rows: readonly VirtualWardPatient[]): readonly string[] =>
  orderPatients(rows, { sort: defaultOrder }, now).map(({ id }) => id)

describe('the bands of clinical urgency', () => {
  test('7 or more is band 1, 5 or 6 or a single 3 band 2, less band 4; age lowers none, nor does a window that hides the check-up', () => {
    expect(ofTotal.map((input) => bandOf({ input }))).toEqual([4, 4, 4, 4, 4, 2, 2, 1, 1, 1])
    expect(bandOf({ input: single })).toBe(2)
    for (const hours of [1, 30, 100, 1_000]) {
      const row = patient({ input: ofTotal[9] ?? null, hours })
      expect(urgencyOf(row, now)).toMatchObject({ band: 1, total: 9 })
      expect(urgencyOf(inWindow(row, 72, now), now)).toMatchObject({ band: 1, total: 9 })
      expect(bandOf({ input: single, hours })).toBe(2)
    }
  })

  test('a partial total counts as what it is at least', () => {
    const partial = { ...well, respiratoryRate: 25, spO2: 91, onOxygen: null, systolic: 95 }
    expect(urgencyOf(patient({ input: partial }), now)).toMatchObject({ band: 1, total: 8 })
  })

  test('an alert of severity 3 or more that nobody holds is band 2, one that is acknowledged or snoozed is not; a snooze ends', () => {
    expect(
      [0, 1, 2, 3, 4].map((severity) => bandOf({ alerts: [alert('a', { severity })] })),
    ).toEqual([4, 4, 4, 2, 2])
    expect(bandOf({ alerts: [alert('a', held)] })).toBe(4)
    expect(bandOf({ alerts: [alert('a', { snoozedUntil: ago(-1) })] })).toBe(4)
    expect(bandOf({ alerts: [alert('a', { snoozedUntil: ago(0) })] })).toBe(2)
    expect(bandOf({ alerts: [alert('a', held), alert('b')] })).toBe(2)
    expect(bandOf({ alerts: [alert('a', { type: 'PacsanaEvent' })] })).toBe(4)
  })

  test('a rhythm of the ECG of severity 4 is band 1, held or not, an alert of severity 4 of another rule is not', () => {
    const rhythm = (of: EcgAlertType, over: Partial<Alert> = {}): Alert => {
      const id = ecgKey(of)
      const rule = { id, name: of, type: 'continuous-monitoring', description: '' } as const
      const condition = { kind: 'ecgEvent', of, ...ecgAlertRules[of] }
      const { severity } = ecgAlertRules[of]
      return alert(id, { severity, alertRule: { ...rule, condition }, ...over })
    }
    for (const of of ['VentricularTachycardia', 'Asystole', 'Pause'] as const) {
      expect(bandOf({ alerts: [rhythm(of)] })).toBe(1)
      expect(bandOf({ alerts: [rhythm(of, held)] })).toBe(1)
    }
    expect(bandOf({ alerts: [rhythm('AtrialFibrillation')] })).toBe(4)
    expect(bandOf({ alerts: [alert('a', { severity: 4, ...held })] })).toBe(4)
  })

  test('a broken limit of who is not scored is band 1, held or not', () => {
    const limit = (over: Partial<Alert> = {}): Alert => {
      const rule = { id: safetyLimitsKey, name: 'Pulse 30', description: '' } as const
      const broken = [{ parameter: 'pulse', value: 30 }]
      const condition = { kind: 'safetyLimits', notScored: 'under-16', broken }
      return alert('limit', {
        severity: safetyLimitsSeverity,
        alertRule: { ...rule, type: 'new-checkup', condition },
        ...over,
      })
    }
    expect(bandOf({ input: null, alerts: [limit()] })).toBe(1)
    expect(bandOf({ input: null, alerts: [limit(held)] })).toBe(1)
  })

  test('a missed check-up, monitoring that stopped, and nothing measured past the first slot are band 3', () => {
    expect(bandOf({ over: { schedules: [daily('FREQ=DAILY;BYHOUR=10')] } })).toBe(3)
    expect(bandOf({ over: { schedules: [daily('FREQ=DAILY;BYHOUR=18')] }, hours: 15 })).toBe(3)
    expect(bandOf({ alerts: [stopped('monitoring')] })).toBe(3)
    expect(bandOf({ alerts: [stopped('temperature')] })).toBe(4)
    const admitted = (rule: string): Brief => ({
      input: null,
      over: { schedules: [daily(rule)], wardAdmission: admittedAt(2) },
    })
    expect(bandOf(admitted('FREQ=DAILY;BYHOUR=18'))).toBe(4)
    expect(bandOf(admitted('FREQ=DAILY;BYHOUR=11;BYMINUTE=30'))).toBe(3)
    expect(bandOf({ input: null })).toBe(3)
  })
})

const inputs = fc.oneof(fc.constantFrom(...ofTotal, single), fc.constant(null))
const alerts = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    severity: fc.nat(4),
    isHeld: fc.boolean(),
    snoozed: fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined }),
    own: fc.option(fc.constantFrom<Monitored>('monitoring', 'ecg'), { nil: undefined }),
  }),
  { selector: ({ id }) => id, maxLength: 4 },
)
const briefs = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...'abcdefghij'),
    input: inputs,
    hours: fc.constantFrom(0.2, 1, 10, 30, 200),
    alerts,
    asked: fc.constantFrom([], ['FREQ=DAILY;BYHOUR=10'], ['FREQ=DAILY;BYHOUR=18']),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 10 },
)
type Briefed = (typeof briefs extends fc.Arbitrary<infer List extends readonly unknown[]>
  ? List
  : never)[number]
const rowOf = ({ id, input, hours, alerts: made, asked }: Briefed): VirtualWardPatient =>
  patient({
    id,
    input,
    hours,
    alerts: made.map(({ id: of, severity, isHeld, snoozed, own }) =>
      (own === undefined ? alert : (_id: string, over: Partial<Alert>) => stopped(own, over))(of, {
        severity,
        ...(isHeld ? held : {}),
        ...(snoozed === undefined ? {} : { snoozedUntil: ago(snoozed) }),
      }),
    ),
    over: { schedules: asked.map(daily) },
  })

describe('P221 the default order', () => {
  test('has everybody once, whatever order they come in: by band, then score, then whom nobody holds', () => {
    fc.assert(
      fc.property(briefs, fc.array(fc.nat()), (given, keys) => {
        const rows = given.map(rowOf)
        const shuffled = rows
          .map((row, at) => ({ row, key: keys[at] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ row }) => row)
        const ordered = orderPatients(rows, { sort: defaultOrder }, now)
        expect(order(shuffled)).toEqual(ordered.map(({ id }) => id))
        expect(ordered.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
        const keyed = ordered.map((row) => urgencyOf(row, now))
        for (const [at, later] of keyed.slice(1).entries()) {
          const first = keyed[at]
          if (first === undefined) throw new Error('No patient before the second')
          expect(byUrgency(first, later)).toBeLessThanOrEqual(0)
          expect(first.band).toBeLessThanOrEqual(later.band)
          if (first.band === later.band)
            expect(first.total ?? -1).toBeGreaterThanOrEqual(later.total ?? -1)
        }
      }),
    )
  })

  test('a higher score never puts a patient later', () => {
    fc.assert(
      fc.property(briefs, fc.nat(9), fc.nat(9), (given, one, other) => {
        const [low, high] = [ofTotal[Math.min(one, other)], ofTotal[Math.max(one, other)]]
        const [first, ...others] = given
        if (first === undefined || low === undefined || high === undefined) return
        const placeWith = (input: EwsInput): number =>
          order([...others, { ...first, input }].map(rowOf)).indexOf(first.id)
        expect(placeWith(high)).toBeLessThanOrEqual(placeWith(low))
      }),
    )
  })

  test('resolving an alert never lowers a patient whose score is in band 1 or 2', () => {
    fc.assert(
      fc.property(briefs, fc.nat(3), (given, which) => {
        const [first, ...others] = given.map(rowOf)
        if (first === undefined || !urgencyOf(first, now).isByScore) return
        const left = first.alerts.filter((_, at) => at !== which)
        const after = { ...first, alerts: left }
        // An emergency of the product's own is above the score: it ends with its alert.
        if (urgencyOf(after, now).band > urgencyOf(first, now).band) {
          expect(urgencyOf(after, now).band).toBe(2)
          return
        }
        expect(order([after, ...others]).indexOf(first.id)).toBeLessThanOrEqual(
          order([first, ...others]).indexOf(first.id),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  test('of equals the one with more alerts comes first, but not where the score alone is urgent', () => {
    const two = [alert('a', { severity: 1 }), alert('b', { severity: 1 })]
    const low = [patient({ id: 'a' }), patient({ id: 'b', alerts: two })]
    expect(order(low)).toEqual(['b', 'a'])
    const input = ofTotal[9] ?? null
    expect(order([patient({ id: 'a', input }), patient({ id: 'b', input, alerts: two })])).toEqual([
      'a',
      'b',
    ])
    expect(dueOf(patient({ id: 'a', input })).score?.total).toBe(9)
  })
})
