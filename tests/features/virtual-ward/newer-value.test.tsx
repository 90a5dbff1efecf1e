// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { measuredOf } from '../../../src/domain/alerts/measured'
import { observeCheckup } from '../../../src/domain/alerts/observed'
import { newerValue } from '../../../src/domain/virtual-ward/newer-value'
import { cardOf, checkupOf } from '../clinical-portal'

const at = (minutes: number): string =>
  new Date(Date.parse('2026-01-05T12:00:00.000Z') + minutes * 60_000).toISOString()
const ms = (minutes: number): number => Date.parse(at(minutes))
const scored = checkupOf('c').ewsScores
if (scored === null) throw new Error('There is a score.')

describe('what is measured now of what an alert is about', () => {
  const patient = cardOf('p1', {
    latestCheckup: checkupOf('c', {
      endedAt: at(0),
      respiratoryRate: { value: 22, source: 'manual' },
      bloodPressureData: { systolic: 118, diastolic: 71, pulse: 70 } as never,
      ewsScores: { ...scored, RRScore: 2, totalScore: 2, riskLevel: 1 },
    }),
  })
  const of = (subject: Parameters<typeof newerValue>[0], afterMs: number) =>
    newerValue(subject, patient, afterMs, ms(1))?.now

  test('is the newest of its own, and nothing where it is no newer than what raised the alert', () => {
    expect(of('respiratoryRate', ms(-1))).toEqual({ of: 'respiratoryRate', value: 22 })
    expect(of('systolic', ms(-1))).toEqual({ of: 'systolic', value: 118 })
    expect(of('diastolic', ms(-1))).toEqual({ of: 'diastolic', value: 71 })
    expect(of('totalScore', ms(-1))).toEqual({ of: 'totalScore', value: 2, isPartial: false })
    expect(of('respiratoryRate', ms(0))).toBeUndefined()
    expect(of('totalScore', ms(0))).toBeUndefined()
    expect(of('weight', ms(-1))).toEqual({ of: 'weight', value: 72.4 })
    expect(of('weight', ms(0))).toBeUndefined()
  })

  test('of an incomplete newer score says what it is at least', () => {
    const incomplete = {
      ...patient,
      trend: [{ endedAt: at(-60), totalScore: 9, riskLevel: 4 }],
      latestCheckup: {
        ...checkupOf('d', { endedAt: at(0) }),
        ewsScores: { ...scored, BPScore: null, totalScore: 1, missing: 1, riskLevel: 1 },
      },
    }
    expect(newerValue('totalScore', incomplete, ms(-60), ms(1))).toEqual({
      now: { of: 'totalScore', value: 1, isPartial: true },
      atMs: ms(0),
      isPoor: false,
    })
  })
})

describe('what a reading measured of what a rule is about', () => {
  const observed = observeCheckup(
    checkupOf('c', { consciousness: 'V', respiratoryRate: { value: 26, source: 'manual' } }),
    { ...scored, RRScore: 3, consciousnessScore: 3, totalScore: 6, riskLevel: 3, missing: 1 },
    at(0),
  )
  test('is its parameter, the total with whether it is complete, or all that score so much', () => {
    expect(
      measuredOf(
        { kind: 'threshold', parameter: 'respiratoryRate', is: 'above', value: 25 },
        observed,
      ),
    ).toEqual([{ of: 'respiratoryRate', value: 26 }])
    expect(measuredOf({ kind: 'totalScore', atLeast: 5 }, observed)).toEqual([
      { of: 'totalScore', value: 6, isPartial: true },
    ])
    expect(measuredOf({ kind: 'singleScore', atLeast: 3 }, observed)).toEqual([
      { of: 'respiratoryRate', value: 26 },
      { of: 'consciousness', value: 'V' },
    ])
    expect(
      measuredOf({ kind: 'singleScore', atLeast: 3, parameter: 'consciousness' }, observed),
    ).toEqual([{ of: 'consciousness', value: 'V' }])
  })
})
