import { assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import {
  emergencySignKey,
  emergencySignName,
  emergencySignsOf,
  readEmergencySignKey,
} from '../../src/domain/alerts/emergency-sign'
import { isOwnKey } from '../../src/domain/alerts/rule'

const named = [
  'sudden_facial_weakness',
  'arm_weakness',
  'speech_problems',
  'sight_issue',
  'chest_pain',
  'blood_in_sputum',
]

test('C310 six keys are emergencies, and no other one is unless it was sent as such', () => {
  const told = (key: string, severity: string | null = null) =>
    emergencySignsOf({ softSigns: [], symptoms: [{ key, severity }] })
  for (const key of named) expect(told(key, 'low')).toEqual([key])
  assert(
    property(string(), constantFrom('low', 'medium', 'high', null), (key, severity) => {
      if (named.includes(key.toLowerCase().replaceAll('-', '_'))) return
      expect(told(key, severity)).toEqual([])
      expect(told(key, 'Emergency')).toEqual([key.toLowerCase().replaceAll('-', '_')])
    }),
  )
})

test('a sign is told once, whichever list it is in; its alert is the product’s own and is named after it', () => {
  expect(
    emergencySignsOf({
      softSigns: [{ key: 'chest-pain', isEmergency: true }],
      symptoms: [{ key: 'Chest_Pain', severity: 'high' }],
    }),
  ).toEqual(['chest_pain'])
  const key = emergencySignKey('chest_pain')
  expect([isOwnKey(key), readEmergencySignKey(key), readEmergencySignKey('safety-limits')]).toEqual(
    [true, 'chest_pain', null],
  )
  expect(emergencySignName('oedema', 'en-US')).toBe('Emergency sign: edema')
})
