import { expect, test } from 'vitest'
import { kindOf, restsUntil } from '../../../src/domain/calling/storm'

const minute = 60_000
const now = Date.parse('2026-12-05T03:30:00Z')

test('alerts of one rule are of one kind, as are missed check-ups and call-backs, whatever their schedule', () => {
  expect(kindOf('AlertRule', 'rule-1')).not.toBe(kindOf('AlertRule', 'rule-2'))
  expect(kindOf('CheckupScheduleEvent', 'x')).toBe(kindOf('CheckupScheduleEvent', 'y'))
  expect(kindOf('CheckupScheduleEvent', 'x')).not.toBe(kindOf('PatientCallbackRequest', 'x'))
})

test.each<[string, Parameters<typeof restsUntil>[0], number, number | null]>([
  ['while the call of all goes on', { endedMs: null, answeredMs: null }, 4, 5],
  [
    'after somebody answered it',
    { endedMs: now - 9 * minute, answeredMs: now - 10 * minute },
    4,
    50,
  ],
  ['of severity 3 longer', { endedMs: now - 9 * minute, answeredMs: now - 10 * minute }, 3, 110],
  ['an hour after that', { endedMs: now - 60 * minute, answeredMs: now - 60 * minute }, 4, null],
  ['once it is over by itself', { endedMs: now - minute, answeredMs: null }, 4, null],
])('a patient’s own call rests on it %s', (_when, leader, severity, expected) => {
  const until = restsUntil(leader, severity, 5 * minute, now)
  expect(until === null ? null : (until - now) / minute).toBe(expected)
})
