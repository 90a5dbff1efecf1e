import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdMs, inForceOf, isWorse, knownOf, knownSchema } from '../../src/domain/alerts/hold'
import type { Observed } from '../../src/domain/alerts/observed'
import { scoredParameters } from '../../src/domain/alerts/rule'
import {
  acknowledged,
  afterClosing,
  afterHold,
  afterReading,
  isHeld,
  snoozeChoices,
  snoozed,
  staysResolved,
  withTrigger,
  type AlertState,
} from '../../src/domain/alerts/state'
import { consciousnessValues } from '../../src/domain/ews/consciousness'

const noon = Date.parse('2026-03-02T12:00:00Z')
const minute = 60_000
const hour = 60 * minute
const half = 30 * minute

/** A check-up of single scores; the others are 0, or missing in a bucket. */
const reading = (
  scores: Partial<Observed['scores']>,
  over: Partial<
    Pick<Observed, 'atMs' | 'consciousness' | 'source' | 'checkPatient' | 'emergencySigns'>
  > = {},
): Observed => {
  const isBucket = over.source === 'continuous-monitoring'
  const all = Object.fromEntries(
    scoredParameters.map((parameter) => [parameter, scores[parameter] ?? (isBucket ? null : 0)]),
  ) as Observed['scores']
  const told = Object.values(all).filter((score) => score !== null)
  return {
    source: 'new-checkup',
    atMs: noon,
    consciousness: null,
    notScored: null,
    checkPatient: [],
    emergencySigns: [],
    values: {
      respiratoryRate: null,
      spO2: null,
      systolic: null,
      diastolic: null,
      pulse: null,
      temperature: null,
      weight: null,
      glucose: null,
    },
    scores: all,
    totalScore: isBucket ? null : told.reduce((sum, score) => sum + score, 0),
    missing: 7 - told.length,
    riskLevel: null,
    ...over,
  }
}
const bucket = (scores: Partial<Observed['scores']>, atMs = noon): Observed =>
  reading(scores, { source: 'continuous-monitoring', atMs })
const seven = reading({ pulse: 3, spO2: 3, temperature: 1 })
const opened = (severity = 4): AlertState => withTrigger(null, { atMs: noon, severity }, noon, half)
const held = (severity = 4, known = knownOf([seven])): AlertState =>
  acknowledged(opened(severity), known, noon, half)

describe('what is known of a patient', () => {
  test('is the score in force, each parameter by its newest reading', () => {
    expect(
      knownOf([
        reading({ systolic: 3, pulse: 3 }, { atMs: noon - hour, consciousness: 'V' }),
        bucket({ pulse: 1, respiratoryRate: 3 }, noon - minute),
      ]),
    ).toEqual({
      atMs: noon - minute,
      total: 6,
      threes: ['respiratoryRate', 'systolic'],
      consciousness: 'V',
      broken: [],
      checkPatient: [],
      emergencySigns: [],
    })
    expect(knownOf([])).toEqual({
      atMs: 0,
      total: null,
      threes: [],
      consciousness: null,
      broken: [],
      checkPatient: [],
      emergencySigns: [],
    })
  })
})

test('of two readings of the same instant the graver is known, in whatever order they come', () => {
  const ill = reading(
    { pulse: 3, consciousness: 3 },
    { consciousness: 'P', checkPatient: ['spO2'] },
  )
  const well = reading({}, { consciousness: 'A' })
  for (const both of [
    [ill, well],
    [well, ill],
  ])
    expect(knownOf(both)).toMatchObject({
      total: 6,
      threes: ['pulse', 'consciousness'],
      consciousness: 'P',
      checkPatient: ['spO2'],
    })
})

describe('what of a reading is in force beside later ones', () => {
  test('is what none of them says anew, and its total until one measured all that it did', () => {
    const old = reading({ systolic: 3, pulse: 3, consciousness: 3 }, { consciousness: 'V' })
    const pulse = bucket({ pulse: 0 }, noon + minute)
    expect(inForceOf(old, [])).toBe(old)
    expect(inForceOf(old, [pulse])).toMatchObject({
      scores: { systolic: 3, pulse: null, consciousness: 3 },
      consciousness: 'V',
      totalScore: 9,
    })
    expect(
      inForceOf(old, [reading({}, { atMs: noon + minute, consciousness: 'A' })]),
    ).toMatchObject({ scores: { systolic: null }, consciousness: null, totalScore: null })
  })

  test('is what it adds to what they say together', () => {
    const score = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null })
    const scores = fc.record(
      Object.fromEntries(scoredParameters.map((parameter) => [parameter, score])),
    )
    const measured = (given: Record<string, number | null>, atMs: number): Observed => {
      const told = Object.values(given).filter((one) => one !== null)
      return {
        ...reading({}, { atMs }),
        scores: given as Observed['scores'],
        totalScore: told.length === 0 ? null : told.reduce((sum, one) => sum + one, 0),
        missing: 7 - told.length,
      }
    }
    fc.assert(
      fc.property(scores, fc.array(scores, { maxLength: 4 }), (given, others) => {
        const old = measured(given, noon)
        const later = others.map((one, at) => measured(one, noon + (at + 1) * minute))
        const [all, without] = [knownOf([old, ...later]), knownOf(later)]
        const left = knownOf([inForceOf(old, later)])
        const totals = [without.total, left.total].filter((total) => total !== null)
        expect(all.total).toBe(totals.length === 0 ? null : Math.max(...totals))
        expect(all.threes.toSorted()).toEqual([...without.threes, ...left.threes].toSorted())
      }),
    )
  })
})

describe('a reading is worse than what was known', () => {
  test.each([
    ['as high', reading({ pulse: 3, spO2: 3, temperature: 1 }), false],
    ['one higher', reading({ pulse: 3, spO2: 3, temperature: 2 }), false],
    ['two higher', reading({ pulse: 3, spO2: 3, temperature: 1, respiratoryRate: 2 }), true],
    ['lower, with another parameter at 3', reading({ systolic: 3 }), true],
    ['lower, with a parameter that was at 3', reading({ pulse: 3 }), false],
    ['as high, responding to voice', { ...seven, consciousness: 'V' as const }, true],
    [
      'a bucket whose lower bound is two higher',
      bucket({ pulse: 3, spO2: 3, temperature: 2, respiratoryRate: 2 }),
      true,
    ],
    ['a bucket one higher', bucket({ pulse: 3, spO2: 3, temperature: 2 }), false],
  ] as const)('%s: 7 was known', (_what, later, worse) => {
    expect(isWorse(knownOf([{ ...seven, consciousness: 'A' }]), later)).toBe(worse)
  })

  test('two higher does not count below 3; where nothing was scored, 3 does', () => {
    expect(isWorse(knownOf([reading({})]), reading({ pulse: 2 }))).toBe(false)
    expect(isWorse(knownOf([reading({ pulse: 1 })]), reading({ pulse: 2, spO2: 1 }))).toBe(true)
    expect(isWorse(knownOf([]), reading({ pulse: 2 }))).toBe(false)
    expect(isWorse(knownOf([]), reading({ pulse: 2, spO2: 1 }))).toBe(true)
  })

  test('consciousness is worse along A, C, V, P, U, and where it was not known from C on', () => {
    const responds = (level: Observed['consciousness']) =>
      reading({ consciousness: level === 'A' || level === null ? 0 : 3 }, { consciousness: level })
    for (const [was, before] of [null, ...consciousnessValues].entries())
      for (const [is, now] of [null, ...consciousnessValues].entries())
        expect([before, now, isWorse(knownOf([responds(before)]), responds(now))]).toEqual([
          before,
          now,
          Math.max(is, 1) > Math.max(was, 1),
        ])
  })

  test('another reason to check the patient is worse, the same is not', () => {
    const odd = (...checkPatient: Observed['checkPatient']): Observed =>
      reading({}, { checkPatient })
    const known = knownOf([odd('spO2')])
    expect(known.checkPatient).toEqual(['spO2'])
    expect(isWorse(known, odd('spO2'))).toBe(false)
    expect(isWorse(known, odd())).toBe(false)
    expect(isWorse(known, odd('spO2', 'respiratoryRate'))).toBe(true)
    const { checkPatient: _none, ...older } = known
    expect(knownSchema.parse(older)).toEqual({ ...older, checkPatient: [], emergencySigns: [] })
  })

  test('of who is not scored, another broken limit is worse', () => {
    const pregnant = (pulse: number, systolic: number): Observed => ({
      ...reading({}),
      notScored: 'pregnant',
      totalScore: null,
      scores: Object.fromEntries(
        scoredParameters.map((parameter) => [parameter, null]),
      ) as Observed['scores'],
      values: { ...reading({}).values, pulse, systolic },
    })
    const known = knownOf([pregnant(130, 120)])
    expect(known).toMatchObject({ total: null, broken: ['pulse'] })
    expect(isWorse(known, pregnant(140, 120))).toBe(false)
    expect(isWorse(known, pregnant(130, 80))).toBe(true)
  })

  test('no reading is worse than itself, and what scores no more anywhere is never worse', () => {
    const scores = fc.record(
      Object.fromEntries(
        scoredParameters.map((parameter) => [parameter, fc.integer({ min: 0, max: 3 })]),
      ),
    )
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 6 }), (given, index) => {
        const known = reading(given as Partial<Observed['scores']>)
        const parameter = scoredParameters[index] ?? 'pulse'
        const lower = reading({ ...(given as Partial<Observed['scores']>), [parameter]: 0 })
        expect([isWorse(knownOf([known]), known), isWorse(knownOf([known]), lower)]).toEqual([
          false,
          false,
        ])
      }),
    )
  })
})

describe('an acknowledgement or a snooze ends', () => {
  test('with a worse reading: nobody holds the alert, and its time to escalate begins', () => {
    const worse = reading({ pulse: 3, spO2: 3, respiratoryRate: 3 }, { atMs: noon + minute })
    const put = snoozed(held(), { atMs: noon + hour, known: knownOf([seven]) }, noon, half)
    for (const state of [held(), put, { ...put, acknowledgedMs: null }])
      expect(afterReading(state, worse, noon + 2 * minute, half)).toMatchObject({
        status: 'open',
        acknowledgedMs: null,
        snoozedUntilMs: null,
        escalateDueMs: noon + 2 * minute + half,
      })
  })

  test('T3 with a worse reading that was measured before what was known, or at its instant', () => {
    for (const atMs of [noon - minute, noon]) {
      const worse = reading({ pulse: 3, spO2: 3, respiratoryRate: 3 }, { atMs })
      expect(afterReading(held(), worse, noon + minute, half).acknowledgedMs).toBeNull()
      const state = held()
      expect(afterReading(state, { ...seven, atMs }, noon + minute, half)).toBe(state)
    }
  })

  test('not for an alert that nobody holds', () => {
    const worse = reading({ pulse: 3, spO2: 3, respiratoryRate: 3 })
    const free = opened()
    expect(afterReading(free, { ...worse, atMs: noon + minute }, noon + minute, half)).toBe(free)
    const over = snoozed(opened(), { atMs: noon + 1, known: knownOf([seven]) }, noon, half)
    expect(afterReading(over, { ...worse, atMs: noon + minute }, noon + minute, half)).toBe(over)
  })

  test('where what was known cannot be read, any score of 3 and more is worse', () => {
    const state = { ...held(), known: null }
    expect(afterReading(state, seven, noon + minute, half).acknowledgedMs).toBeNull()
  })

  test.each([
    [4, 60],
    [3, 120],
    [2, 240],
    [1, 240],
    [0, 240],
  ])('by time: of severity %i after %i minutes', (severity, minutes) => {
    expect(holdMs(severity)).toBe(minutes * minute)
    expect(held(severity).holdEndsMs).toBe(noon + minutes * minute)
    expect(
      snoozed(opened(severity), { atMs: noon + 24 * hour, known: knownOf([]) }, noon, half)
        .snoozedUntilMs,
    ).toBe(noon + minutes * minute)
    expect(Math.max(...snoozeChoices(severity))).toBe(minutes)
  })

  test('a newer reading that is no worse begins the time anew, once; one that scored nothing does not', () => {
    const again = afterReading(held(), { ...seven, atMs: noon + hour / 2 }, noon + hour / 2, half)
    expect(again).toMatchObject({ acknowledgedMs: noon, holdEndsMs: noon + 1.5 * hour })
    expect(afterReading(again, { ...seven, atMs: noon + hour }, noon + hour, half)).toBe(again)
    const state = held()
    expect(afterReading(state, bucket({}, noon + minute), noon + minute, half)).toBe(state)
  })

  test('T3 a reading that comes when the time is over does not begin it anew', () => {
    const state = held()
    const atMs = noon + hour
    expect(afterReading(state, { ...seven, atMs }, atMs, half)).toBe(state)
    expect(afterReading(state, { ...seven, atMs: atMs - 1 }, atMs - 1, half)).not.toBe(state)
  })

  test('by time alone it escalates ten minutes later, or not where its pathway does not', () => {
    expect(afterHold(held(), noon + hour, true)).toMatchObject({
      acknowledgedMs: null,
      holdEndsMs: null,
      escalateDueMs: noon + hour + 10 * minute,
    })
    expect(afterHold(held(), noon + hour, false).escalateDueMs).toBeNull()
  })

  test('whatever comes after a press, the sickest is held by nobody: 10,000 readings', () => {
    const score = fc.integer({ min: 0, max: 3 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(score, score, score, score, fc.boolean()), {
          minLength: 1,
          maxLength: 20,
        }),
        (readings) => {
          let state = held()
          for (const [
            index,
            [pulse, spO2, temperature, systolic, monitored],
          ] of readings.entries()) {
            const atMs = noon + (index + 1) * minute
            const next = monitored
              ? bucket({ pulse, spO2, temperature }, atMs)
              : reading({ pulse, spO2, temperature, systolic }, { atMs })
            state = afterReading(state, next, atMs, half)
            const total = pulse + spO2 + temperature + (monitored ? 0 : systolic)
            if (total >= 9 || temperature === 3 || (!monitored && systolic === 3))
              expect(isHeld(state, atMs)).toBe(false)
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('what was resolved', () => {
  const resolved = (severity = 4) =>
    afterClosing(opened(severity), [], { known: knownOf([seven]), atMs: noon })

  test('reopens for the same reason only when worse, or after the time', () => {
    expect(staysResolved(resolved(), seven, 4, noon + hour - 1)).toBe(true)
    expect(staysResolved(resolved(), seven, 4, noon + hour)).toBe(false)
    expect(staysResolved(resolved(3), seven, 4, noon + 1)).toBe(false)
    expect(staysResolved(resolved(3), seven, 3, noon + 2 * hour - 1)).toBe(true)
    expect(
      staysResolved(resolved(), reading({ pulse: 3, spO2: 3, respiratoryRate: 3 }), 4, noon + 1),
    ).toBe(false)
  })

  test('an alert that is open, or that ended by itself, never stays closed over a reading', () => {
    expect(staysResolved(held(), seven, 4, noon + 1)).toBe(false)
    expect(staysResolved(afterClosing(opened(), [], null), seven, 4, noon + 1)).toBe(false)
  })
})

test('an emergency sign that was not told before is worse, whatever the score is', () => {
  const before = knownOf([reading({}, { emergencySigns: ['chest_pain'] })])
  expect(isWorse(before, reading({}, { emergencySigns: ['chest_pain'] }))).toBe(false)
  expect(isWorse(before, reading({}, { emergencySigns: ['chest_pain', 'sight_issue'] }))).toBe(true)
})
