import { describe, expect, test } from 'vitest'
import { nextTimes, rruleOf, scheduleForm } from '../../src/domain/schedule/schedule-form'

const tolerance = { early: 0, late: 0 }
const formOf = (rrule: string, edition: 'en-GB' | 'en-US' = 'en-GB') =>
  scheduleForm({ rrule, tolerance }, edition)
const iso = (times: readonly number[] | null) => times?.map((ms) => new Date(ms).toISOString())

describe('a schedule in the editor', () => {
  for (const rrule of [
    'FREQ=DAILY;BYHOUR=8,14,20;BYMINUTE=0;BYSECOND=0',
    'FREQ=DAILY;BYHOUR=7;BYMINUTE=30;BYSECOND=0',
    'FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=9;BYMINUTE=0;BYSECOND=0',
    'FREQ=HOURLY;INTERVAL=6',
  ])
    for (const edition of ['en-GB', 'en-US'] as const)
      test(`K12 ${rrule} is shown in ${edition} and read back as it was`, () => {
        const form = formOf(rrule, edition)
        expect(form.kind).not.toBe('kept')
        expect(rruleOf(form)).toEqual({ rrule })
      })

  test('K12 times are typed as the edition writes them', () => {
    expect(formOf('FREQ=DAILY;BYHOUR=8,20').times).toBe('08:00, 20:00')
    expect(formOf('FREQ=DAILY;BYHOUR=8,20', 'en-US').times).toBe('8:00 AM, 8:00 PM')
    const typed = { ...formOf('FREQ=DAILY;BYHOUR=8'), times: '8 pm, 0800,8:00 ' }
    expect(rruleOf(typed)).toEqual({ rrule: 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0;BYSECOND=0' })
  })

  for (const rrule of [
    'FREQ=YEARLY',
    'FREQ=DAILY;INTERVAL=2;BYHOUR=8',
    'FREQ=DAILY;UNTIL=20300101',
    'FREQ=DAILY',
  ])
    test(`${rrule} stays as it is`, () => {
      expect(formOf(rrule)).toMatchObject({ kind: 'kept', rrule })
      expect(rruleOf(formOf(rrule))).toEqual({ rrule })
    })

  for (const rrule of [
    'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0,30',
    'FREQ=HOURLY;INTERVAL=200',
    'FREQ=DAILY;BYHOUR=8;BYMINUTE=0',
    'FREQ=WEEKLY;BYDAY=FR,MO;BYHOUR=9;BYMINUTE=0',
    'FREQ=HOURLY;BYHOUR=8,9',
  ])
    for (const edition of ['en-GB', 'en-US'] as const)
      test(`K12 ${rrule} that nobody touched in ${edition} is saved to the letter`, () => {
        expect(rruleOf(formOf(rrule, edition))).toEqual({ rrule })
      })

  test('K12 a touched schedule is the one that is typed', () => {
    const daily = formOf('FREQ=DAILY;BYHOUR=8;BYMINUTE=0')
    expect(rruleOf({ ...daily, times: '9:00' })).toEqual({
      rrule: 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0',
    })
    expect(rruleOf({ ...formOf('FREQ=HOURLY;INTERVAL=200'), hours: '12' })).toEqual({
      rrule: 'FREQ=HOURLY;INTERVAL=12',
    })
  })

  test('without a schedule nothing is set', () => {
    expect(rruleOf(scheduleForm(null, 'en-GB'))).toEqual({ rrule: null })
  })

  for (const [what, part, fault] of [
    ['no time', { times: ' , ' }, 'times'],
    ['a time that there is not', { times: '8:00, 25:00' }, 'times'],
    ['times of different minutes', { times: '8:00, 14:30' }, 'minutes'],
    ['no day', { kind: 'weekly', days: [] }, 'days'],
    ['no hours', { kind: 'hourly', hours: '0' }, 'hours'],
  ] as const)
    test(`K12 ${what} is refused: ${fault}`, () => {
      const form = { ...formOf('FREQ=DAILY;BYHOUR=8'), ...part }
      expect(rruleOf(form)).toEqual({ fault })
    })
})

describe('the next due times', () => {
  test('K12 are those of the organisation’s zone, also when the clocks go forward', () => {
    const night = Date.parse('2026-03-28T12:00:00Z')
    expect(iso(nextTimes('FREQ=DAILY;BYHOUR=8,20', 'Europe/London', night, 5))).toEqual([
      '2026-03-28T20:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-29T19:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
      '2026-03-30T19:00:00.000Z',
    ])
  })

  test('K12 of a weekly schedule are weeks apart', () => {
    const now = Date.parse('2026-10-20T12:00:00Z')
    expect(iso(nextTimes('FREQ=WEEKLY;BYDAY=MO;BYHOUR=9', 'America/New_York', now, 5))).toEqual([
      '2026-10-26T13:00:00.000Z',
      '2026-11-02T14:00:00.000Z',
      '2026-11-09T14:00:00.000Z',
      '2026-11-16T14:00:00.000Z',
      '2026-11-23T14:00:00.000Z',
    ])
  })

  test('there are none to tell where they depend on the admission, or nobody reads the rule', () => {
    for (const rrule of [
      'FREQ=HOURLY;INTERVAL=6',
      'FREQ=DAILY',
      'FREQ=DAILY;INTERVAL=2;BYHOUR=8',
      'FREQ=YEARLY',
    ])
      expect(nextTimes(rrule, 'Europe/London', 0, 5), rrule).toBeNull()
  })
})
