import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { storedReadings } from '../../src/domain/checkup/checkup'
import { doubtsOf } from '../../src/domain/checkup/doubts'
import { breaksPulse } from '../../src/domain/alerts/safety-limits'
import type { NotScored } from '../../src/domain/ews/applies'
import { doubtSentences } from '../../src/domain/checkup/doubt-words'
import { ewsInputOf, onOxygenOf } from '../../src/domain/checkup/ews-input'
import { pulseOf } from '../../src/domain/checkup/pulse'
import { scoreCheckup, scorePulse, type EwsScheme } from '../../src/domain/ews/score'
import { defaultThresholds } from '../../src/domain/ews/news2'
import { checkupTexts } from '../../src/texts/checkup'

const published = (spo2Scale: 1 | 2): EwsScheme => ({
  thresholds: null,
  spo2Scale,
  riskScheme: 'NEWS2',
})
/** A pulse up to 150 scores 0. */
const fast = [
  { high: 150, score: 0 },
  { low: 151, score: 3 },
] as const
const runner: EwsScheme = {
  ...published(1),
  thresholds: { ...defaultThresholds, pulse: [...fast] },
}

const rate = integer({ min: 20, max: 220 })
const readingsOf = (cuff: number, oximeter: number) =>
  storedReadings({
    pulseRate: { value: cuff, source: null, isManual: false },
    pulseOxiData: {
      averageSpO2: 97,
      uneditedAverageSpO2: null,
      averageHr: oximeter,
      confidence: 'HIGH',
      device: null,
      isManual: false,
    },
  })
const judged = (cuff: number, oximeter: number, scheme: EwsScheme) => {
  const sent = readingsOf(cuff, oximeter)
  const doubts = doubtsOf(sent, {
    flaggedOnOxygen: false,
    pulseScore: (perMinute) => scorePulse(perMinute, scheme),
    lastWeight: null,
    sentTwice: false,
  })
  return { ...sent, doubts: [...doubts] }
}

describe('of two sources that differ the graver counts', () => {
  test('T16 C374 oxygen by flag counts whatever the device says, and never lowers a score', () => {
    expect([true, false, null].map((recorded) => onOxygenOf(recorded, true))).toEqual([
      true,
      true,
      true,
    ])
    expect([true, false, null].map((recorded) => onOxygenOf(recorded, false))).toEqual([
      true,
      false,
      null,
    ])
    assert(
      property(
        integer({ min: 60, max: 100 }),
        constantFrom(1 as const, 2 as const),
        (spO2, scale) => {
          const total = (onOxygen: boolean) =>
            scoreCheckup(
              { ...ewsInputOf(storedReadings({}), false), spO2, onOxygen },
              published(scale),
            ).totalScore ?? 0
          expect(total(true)).toBeGreaterThan(total(false))
        },
      ),
    )
  })

  test('a pulse and an oximeter that differ: the one that scores higher counts, by the patient’s own bands too', () => {
    assert(
      property(rate, rate, constantFrom(published(1), runner), (cuff, oximeter, scheme) => {
        const readings = judged(cuff, oximeter, scheme)
        const counted = pulseOf(readings) ?? Number.NaN
        expect([cuff, oximeter]).toContain(counted)
        const [one, other] = [scorePulse(cuff, scheme) ?? 0, scorePulse(oximeter, scheme) ?? 0]
        if (readings.doubts.length === 0) expect(counted).toBe(cuff)
        // However close they are, no score is 2 below what the other device asks for.
        else expect(scorePulse(counted, scheme)).toBe(Math.max(one, other))
        expect(other - (scorePulse(counted, scheme) ?? 0)).toBeLessThan(2)
      }),
    )
    expect(pulseOf(judged(70, 140, published(1)))).toBe(140)
    expect(pulseOf(judged(70, 140, runner))).toBe(70)
    for (const [cuff, oximeter] of [
      [55, 35],
      [58, 40],
      [108, 134],
      [110, 131],
    ] as const)
      expect(pulseOf(judged(cuff, oximeter, published(1)))).toBe(oximeter)
    expect(pulseOf(judged(90, 92, published(1)))).toBe(90)
  })

  test('of whom NEWS2 is not for, a pulse beyond a limit of theirs counts, whatever it would score', () => {
    const limited = (notScored: NotScored, cuff: number, oximeter: number) => {
      const sent = readingsOf(cuff, oximeter)
      const doubts = doubtsOf(sent, {
        flaggedOnOxygen: false,
        pulseScore: (perMinute) => Number(breaksPulse(notScored, perMinute)) * 3,
        lastWeight: null,
        sentTwice: false,
      })
      return pulseOf({ ...sent, doubts: [...doubts] })
    }
    // Both score 3; only the slow one is beyond a limit at every age.
    expect(limited('under-16', 140, 38)).toBe(38)
    expect(limited('under-16', 38, 140)).toBe(38)
    expect(limited('pregnant', 90, 136)).toBe(136)
    expect(limited('pregnant', 90, 110)).toBe(90)
  })

  test('which of the two counts is said', () => {
    const words = (cuff: number, oximeter: number) =>
      doubtSentences(judged(cuff, oximeter, published(1)), checkupTexts('en-GB').doubts)
    expect(words(70, 140)).toEqual([
      'Pulse and oximeter disagree: one of them may not be the patient’s. Pulse 70, oximeter 140 beats/min; the score counts 140.',
    ])
    expect(words(140, 70)[0]).toContain('the score counts 140.')
    expect(words(58, 40)).toEqual(['Pulse 58, oximeter 40 beats/min; the score counts 40.'])
    expect(words(72, 75)).toEqual([])
    const flagged = (oxygenFromFlag: boolean, notScored: 'pregnant' | null = null) =>
      doubtSentences(
        { ...storedReadings({}), doubts: ['oxygen-flag'], oxygenFromFlag, notScored },
        checkupTexts('en-GB').doubts,
      )
    const says = 'The patient’s flag says oxygen, this check-up says air.'
    expect(flagged(true)).toEqual([`${says} The score counts oxygen.`])
    // Of a release that counted what the device said.
    expect(flagged(false)).toEqual([`${says} The score counts air.`])
    expect(flagged(true, 'pregnant')).toEqual([says])
  })
})
