import { assert, array, constantFrom, integer, property, shuffledSubarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calleeKey,
  onCallAt,
  planSchema,
  type Callee,
  type Slot,
} from '../../../src/domain/calling/plan'

const user = (userId: string): Callee => ({ userId, provider: null })
const provider: Callee = {
  userId: null,
  provider: { name: 'Night Service', email: 'night@service.example' },
}
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const slot = (days: number[], from: string, until: string, ...line: Callee[]): Slot => ({
  days,
  from,
  until,
  line,
})
const names = (slots: Slot[], at: string, zone: string) =>
  onCallAt({ slots }, Date.parse(at), zone).map(calleeKey)

const [day, night] = [
  slot(everyDay, '08:00', '20:00', user('day')),
  slot(everyDay, '20:00', '08:00', user('night')),
]

/** Around each change of clocks of 2026, minute by minute. */
const changes = [
  ['Europe/London', 'forward', '2026-03-29T01:00Z'],
  ['Europe/London', 'back', '2026-10-25T01:00Z'],
  ['America/New_York', 'forward', '2026-03-08T07:00Z'],
  ['America/New_York', 'back', '2026-11-01T06:00Z'],
] as const

describe.each(changes)('%s, clocks go %s', (zone, _way, change) => {
  const minutes = Array.from(
    { length: 36 * 60 },
    (_, n) => Date.parse(change) + (n - 18 * 60) * 60_000,
  )
  const localHour = (ms: number): number =>
    Number(
      new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        hourCycle: 'h23',
      }).format(ms),
    )

  test('at every minute exactly one of day and night is on call, by the clock on the wall', () => {
    for (const ms of minutes) {
      const hour = localHour(ms)
      expect(onCallAt({ slots: [day, night] }, ms, zone).map(calleeKey)).toEqual([
        hour >= 8 && hour < 20 ? 'day' : 'night',
      ])
    }
  })

  test('whatever times divide the day, at no minute nobody is on call', () => {
    assert(
      property(
        shuffledSubarray(
          Array.from({ length: 96 }, (_, n) => n),
          { minLength: 2, maxLength: 6 },
        ),
        integer({ min: 0, max: minutes.length - 1 }),
        (quarters, nth) => {
          const times = quarters
            .toSorted((a, b) => a - b)
            .map(
              (q) =>
                `${String(Math.floor(q / 4)).padStart(2, '0')}:${String((q % 4) * 15).padStart(2, '0')}`,
            )
          const slots = times.map((from, n) =>
            slot(everyDay, from, times[(n + 1) % times.length] ?? '', user(from)),
          )
          expect(onCallAt({ slots }, minutes[nth] ?? 0, zone)).toHaveLength(1)
        },
      ),
    )
  })
})

test('a slot over midnight is of the day on which it begins', () => {
  const friday = [slot([5], '20:00', '08:00', user('friday'))]
  expect(names(friday, '2026-12-04T19:59:00Z', 'Europe/London')).toEqual([])
  expect(names(friday, '2026-12-04T20:00:00Z', 'Europe/London')).toEqual(['friday'])
  expect(names(friday, '2026-12-05T07:59:00Z', 'Europe/London')).toEqual(['friday'])
  expect(names(friday, '2026-12-05T08:00:00Z', 'Europe/London')).toEqual([])
  // Of Sunday also early on Monday.
  const sunday = [slot([7], '20:00', '08:00', user('sunday'))]
  expect(names(sunday, '2026-12-07T03:00:00Z', 'Europe/London')).toEqual(['sunday'])
})

test('one that ends when it begins lasts a day', () => {
  const whole = [slot([1], '09:00', '09:00', user('monday'))]
  expect(names(whole, '2026-11-30T09:00:00Z', 'Europe/London')).toEqual(['monday'])
  expect(names(whole, '2026-12-01T08:59:00Z', 'Europe/London')).toEqual(['monday'])
  expect(names(whole, '2026-12-01T09:00:00Z', 'Europe/London')).toEqual([])
})

test('of slots at once all are in line, each person once, in the order of the plan', () => {
  const slots = [
    slot(everyDay, '20:00', '08:00', user('a'), provider),
    slot([6, 7], '00:00', '00:00', user('b'), user('a')),
  ]
  expect(names(slots, '2026-12-05T22:00:00Z', 'Europe/London')).toEqual([
    'a',
    'night@service.example',
    'b',
  ])
})

test('nobody is in a line twice, whatever slots there are', () => {
  assert(
    property(
      array(
        shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 1 }).map((line) =>
          slot(everyDay, '00:00', '00:00', ...line.map(user)),
        ),
        { minLength: 1, maxLength: 5 },
      ),
      constantFrom('2026-03-29T01:30:00Z', '2026-12-05T22:00:00Z'),
      (slots, at) => {
        const line = names(slots, at, 'Europe/London')
        expect(new Set(line).size).toBe(line.length)
        expect(new Set(line)).toEqual(new Set(slots.flatMap((one) => one.line.map(calleeKey))))
      },
    ),
  )
})

test.each([
  ['no day', { days: [] }],
  ['a day that is none', { days: [0] }],
  ['a time that is none', { from: '24:00' }],
  ['nobody in line', { line: [] }],
  ['somebody twice', { line: [user('a'), user('a')] }],
  ['a user and a provider at once', { line: [{ ...provider, userId: 'a' }] }],
  [
    'a provider without an address',
    { line: [{ userId: null, provider: { name: 'N', email: '' } }] },
  ],
])('a plan with %s is refused', (_what, wrong) => {
  const read = planSchema.safeParse({
    slots: [{ ...day, ...wrong }],
    minutesOfSeverity4: 5,
    minutesOfSeverity3: 10,
  })
  expect(read.success).toBe(false)
})
