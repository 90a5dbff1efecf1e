import { expect, test } from 'vitest'
import { recurrenceWords, toleranceWords } from '../../src/texts/schedule-words'

const said: readonly (readonly [rrule: string, british: string, american: string])[] = [
  [
    'FREQ=DAILY;BYHOUR=8,12,20;BYMINUTE=0;BYSECOND=0',
    'Every day at 08:00, 12:00 and 20:00',
    'Every day at 8:00 AM, 12:00 PM, and 8:00 PM',
  ],
  ['FREQ=DAILY;BYHOUR=7;BYMINUTE=30', 'Every day at 07:30', 'Every day at 7:30 AM'],
  ['FREQ=DAILY;INTERVAL=2;BYHOUR=9', 'Every 2 days at 09:00', 'Every 2 days at 9:00 AM'],
  ['FREQ=DAILY', 'Every day at the time of admission', 'Every day at the time of admission'],
  [
    'FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=9',
    'Every Monday and Thursday at 09:00',
    'Every Monday and Thursday at 9:00 AM',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;BYHOUR=0',
    'Every 2 weeks on Sunday at 00:00',
    'Every 2 weeks on Sunday at 12:00 AM',
  ],
  [
    'FREQ=WEEKLY;BYHOUR=9',
    'Every week on the weekday of admission at 09:00',
    'Every week on the weekday of admission at 9:00 AM',
  ],
  ['FREQ=HOURLY', 'Every hour from admission', 'Every hour from admission'],
  ['FREQ=HOURLY;INTERVAL=6', 'Every 6 hours from admission', 'Every 6 hours from admission'],
  [
    'FREQ=DAILY;BYHOUR=9;UNTIL=20260331',
    'Every day at 09:00, until 31-Mar-2026',
    'Every day at 9:00 AM, until Mar 31, 2026',
  ],
]
for (const [rrule, british, american] of said)
  test(`O131 ${rrule} is told in the words of both editions`, () => {
    expect(recurrenceWords(rrule, 'en-GB')).toBe(british)
    expect(recurrenceWords(rrule, 'en-US')).toBe(american)
  })

test('a rule that is not understood has no words: they would be guessed', () => {
  for (const rrule of ['FREQ=MONTHLY;BYMONTHDAY=1', 'FREQ=DAILY;COUNT=3', '', 'often'])
    expect(recurrenceWords(rrule, 'en-GB'), rrule).toBeNull()
})

for (const [seconds, words] of [
  [0, '0 seconds'],
  [1, '1 second'],
  [90, '90 seconds'],
  [60, '1 minute'],
  [5400, '90 minutes'],
  [3600, '1 hour'],
  [7200, '2 hours'],
  [86_400, '1 day'],
  [129_600, '36 hours'],
  [172_800, '2 days'],
] as const)
  test(`O132 ${seconds} seconds are ${words}: the largest unit that divides them`, () => {
    expect(toleranceWords(seconds)).toBe(words)
  })
