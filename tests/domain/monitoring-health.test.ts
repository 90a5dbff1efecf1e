import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LatestBucket } from '../../src/domain/monitoring/bucket'
import {
  batteryLevel,
  batteryStep,
  gapLevel,
  knownBatteries,
  levels,
  monitoringHealth,
  worse,
  type Level,
} from '../../src/domain/monitoring/health'
import {
  monitoringSessionSchema,
  nextStep,
  sessionState,
  type MonitoringSession,
} from '../../src/domain/monitoring/session'

const noon = Date.parse('2026-01-05T12:00:00.000Z')
const iso = (ms: number): string => new Date(ms).toISOString()
const minutes = (count: number): number => count * 60_000
const session = (over: Partial<MonitoringSession> = {}): MonitoringSession => ({
  id: 's1',
  organization: { id: 'w' },
  type: 'Lamplight',
  createdAt: iso(noon - minutes(600)),
  endedAt: null,
  ...over,
})
const bucket = (
  endedAt: number,
  battery: LatestBucket['battery'] = { ecg: 90, spo2: 90, temperature: 90 },
): LatestBucket => ({
  bucketStartAt: iso(endedAt - minutes(15)),
  bucketEndAt: iso(endedAt),
  receivedAt: iso(endedAt),
  respiratoryRate: null,
  spo2: { value: 96, median: 96, min: 95, max: 97 },
  pulseRate: null,
  heartRate: null,
  temperature: null,
  battery,
  heartRhythm: null,
  activityLevel: null,
  sensorIds: { ecg: null },
  thresholdScores: { RRScore: null, SpO2Score: null, HRScore: null, tempScore: null },
})
const percent = fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: null })
const battery = fc.record({ ecg: percent, spo2: percent, temperature: percent })
const level = fc.constantFrom(...levels)

describe('the gap', () => {
  test('C359 C360 C361 is healthy under 31 minutes, low from 31 to 91, critical above', () => {
    for (let tenth = 0; tenth <= 3000; tenth += 1) {
      const expected: Level = tenth < 310 ? 'healthy' : tenth <= 910 ? 'low' : 'critical'
      expect(gapLevel(tenth / 10), `${tenth / 10} minutes`).toBe(expected)
    }
  })

  test('counts from the end of the last data, in elapsed time', () => {
    const gapAfter = (count: number) =>
      monitoringHealth(session(), bucket(noon), noon + minutes(count))
    expect(gapAfter(15)).toMatchObject({
      gapMinutes: 15,
      gap: 'healthy',
      isWaiting: false,
      advice: [],
    })
    expect(gapAfter(31)).toMatchObject({ gapMinutes: 31, gap: 'low', advice: ['gap'] })
    expect(gapAfter(92)).toMatchObject({ gap: 'critical', overall: 'critical', advice: ['gap'] })
    // A device whose clock is ahead.
    expect(gapAfter(-3)).toMatchObject({ gapMinutes: 0, gap: 'healthy' })
  })

  test('a quarter of an hour of batteries alone is no data: monitoring that sends nothing else never reads as working', () => {
    const batteriesOnly = (endedAt: number): LatestBucket => ({ ...bucket(endedAt), spo2: null })
    expect(monitoringHealth(session(), batteriesOnly(noon), noon + minutes(5))).toMatchObject({
      gapMinutes: 20,
      gap: 'low',
      overall: 'low',
      isWaiting: false,
      isAtLeast: true,
      battery: 'healthy',
      advice: ['gap'],
    })
    expect(monitoringHealth(session(), batteriesOnly(noon), noon + minutes(77))).toMatchObject({
      gap: 'critical',
      overall: 'critical',
    })
    // Since the session began it is all that came: how long that is, is known.
    const began = session({ createdAt: iso(noon - minutes(10)) })
    expect(monitoringHealth(began, batteriesOnly(noon), noon + minutes(5))).toMatchObject({
      gapMinutes: 15,
      isWaiting: true,
      isAtLeast: false,
      gap: 'healthy',
      battery: 'healthy',
    })
    expect(monitoringHealth(session(), bucket(noon), noon + minutes(5))).toMatchObject({
      gap: 'healthy',
      isAtLeast: false,
    })
  })

  test('counts from the beginning of a session that nothing came in yet; an older battery is not today’s', () => {
    const began = session({ createdAt: iso(noon) })
    const empty = { ecg: 1, spo2: 1, temperature: 1 }
    for (const last of [null, bucket(noon - minutes(300), empty)])
      expect(monitoringHealth(began, last, noon + minutes(40))).toMatchObject({
        gapMinutes: 40,
        isWaiting: true,
        gap: 'low',
        battery: null,
        overall: 'low',
        advice: ['gap'],
      })
  })

  test('C359 C363 data that ended within a quarter of an hour before the session belongs to it: the gap counts from it, its battery is shown', () => {
    const began = session({ createdAt: iso(noon) })
    const empty = { ecg: 5, spo2: 90, temperature: null }
    const after = (endedAt: number) =>
      monitoringHealth(began, bucket(endedAt, empty), noon + minutes(20))
    expect(after(noon - minutes(15))).toMatchObject({
      gapMinutes: 35,
      isWaiting: false,
      gap: 'low',
      battery: 'critical',
      overall: 'critical',
      advice: ['gap', 'battery'],
    })
    expect(after(noon - minutes(15) - 1)).toMatchObject({
      gapMinutes: 20,
      isWaiting: true,
      gap: 'healthy',
      battery: null,
      overall: 'healthy',
      advice: [],
    })
  })
})

describe('the battery', () => {
  test('C363 C364 C365 is critical with any device under 10 percent, low with any under 30, else healthy', () => {
    fc.assert(
      fc.property(battery, (of) => {
        const known = Object.values(of).filter((value): value is number => value !== null)
        const expected =
          known.length === 0
            ? null
            : known.some((value) => value < 10)
              ? 'critical'
              : known.some((value) => value < 30)
                ? 'low'
                : 'healthy'
        expect(batteryLevel(of)).toBe(expected)
      }),
    )
    const one = (ecg: number) => batteryLevel({ ecg, spo2: 100, temperature: null })
    expect([9.9, 10, 29.9, 30].map(one)).toEqual(['critical', 'low', 'low', 'healthy'])
  })

  test('that no device reported is unknown, not healthy', () => {
    const none = { ecg: null, spo2: null, temperature: null }
    expect(batteryLevel(none)).toBeNull()
    expect(knownBatteries({ ...none, spo2: 0 })).toEqual([{ device: 'spo2', percent: 0 }])
  })

  test('C627 its icon steps at 50 and at 80 percent', () => {
    for (let percent = 0; percent <= 100; percent += 1)
      expect(batteryStep(percent), `${percent} %`).toBe(
        percent < 10
          ? 'critical'
          : percent < 30
            ? 'low'
            : percent < 50
              ? 'under50'
              : percent < 80
                ? 'from50'
                : 'from80',
      )
    expect([49.9, 50, 79.9, 80].map(batteryStep)).toEqual(['under50', 'from50', 'from50', 'from80'])
  })
})

describe('the whole', () => {
  test('C366 is the worse of gap and battery', () => {
    fc.assert(
      fc.property(level, level, (a, b) => {
        expect(levels.indexOf(worse(a, b))).toBe(Math.max(levels.indexOf(a), levels.indexOf(b)))
      }),
    )
    fc.assert(
      fc.property(fc.nat({ max: 200 }), battery, (gap, of) => {
        const health = monitoringHealth(session(), bucket(noon, of), noon + minutes(gap))
        const known = batteryLevel(of)
        expect(health?.overall).toBe(known === null ? gapLevel(gap) : worse(gapLevel(gap), known))
        expect(health?.advice).toEqual([
          ...(gapLevel(gap) === 'healthy' ? [] : ['gap']),
          ...(known === null || known === 'healthy' ? [] : ['battery']),
        ])
      }),
    )
  })

  test('C367 there is none without a session or after its end, whatever the data', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), battery, fc.boolean(), (gap, of, ended) => {
        const over = ended ? session({ endedAt: iso(noon) }) : null
        expect(monitoringHealth(over, bucket(noon, of), noon + minutes(gap))).toBeNull()
      }),
    )
  })
})

describe('a session', () => {
  test('C355 is none, then active, then ended; a patient can be monitored again', () => {
    expect([null, session(), session({ endedAt: iso(noon) })].map(sessionState)).toEqual([
      'none',
      'active',
      'ended',
    ])
    expect([null, session({ endedAt: iso(noon) })].map((one) => nextStep(one, 'w'))).toEqual([
      'start',
      'start',
    ])
  })

  test('C356 is ended by the organisation that began it, and by no other', () => {
    expect(nextStep(session(), 'w')).toBe('end')
    expect(nextStep(session(), 'h')).toBe('others')
    expect(nextStep(session({ endedAt: iso(noon) }), 'h')).toBe('start')
  })

  test('C279 C280 has an id, an organisation, the one type, a beginning and an end', () => {
    expect(monitoringSessionSchema.parse(session())).toEqual(session())
    expect(monitoringSessionSchema.safeParse({ ...session(), type: 'Other' }).success).toBe(false)
    for (const field of ['id', 'organization', 'type', 'createdAt', 'endedAt'])
      expect(
        monitoringSessionSchema.safeParse({ ...session(), [field]: undefined }).success,
        field,
      ).toBe(false)
  })
})
