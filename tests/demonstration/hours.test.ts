import { describe, expect, test } from 'vitest'
import { alertRulesOf } from '../../server/demonstration/alert-rules'
import { chatLines } from '../../server/demonstration/chats'
import { demonstrationPatients, type DemonstrationPatient } from '../../server/demonstration/people'
import { scoresOf } from '../../server/demonstration/personal'
import { dayMs } from '../../server/demonstration/schedule'
import { checkupsOf } from '../../server/demonstration/simulation'
import { evaluate } from '../../src/domain/alerts/evaluate'
import { observeCheckup, type Observed } from '../../src/domain/alerts/observed'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import { checkupIngestSchema, readingsOf } from '../../src/domain/checkup/ingest'

const hourMs = 3_600_000
const instants = (dates: readonly string[], hours: readonly number[], minute: string) =>
  dates.flatMap((date) =>
    hours.map((hour) => Date.parse(`${date}T${String(hour).padStart(2, '0')}:${minute}:00.000Z`)),
  )
const everyHour = Array.from({ length: 24 }, (_, hour) => hour)

/** Every hour of an ordinary day, and the days on which a calendar or a clock does something. */
const starts = [
  ...instants(['2026-11-28'], everyHour, '50'),
  ...instants(
    ['2028-02-29', '2026-12-31', '2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01'],
    [0, 2, 6, 20, 23],
    '05',
  ),
  Date.parse('2026-12-31T23:57:00.000Z'),
]

/** The newest day of a patient, oldest first, as the server sees it arrive. */
const dayOf = (patient: DemonstrationPatient, anchor: number): readonly Observed[] =>
  checkupsOf([patient], anchor - dayMs, anchor, anchor)
    .toReversed()
    .map(({ body }) => {
      const sent = checkupIngestSchema.parse(body)
      const readings = readingsOf(sent)
      const scores = scoresOf(patient, ewsInputOf(readings, patient.traits.has('oxygen')))
      return observeCheckup(readings, scores, sent.endedAt)
    })

const named = (lastName: string): DemonstrationPatient => {
  const found = demonstrationPatients.find((patient) => patient.lastName === lastName)
  if (found === undefined) throw new Error(`The demonstration has no ${lastName}`)
  return found
}
/** The names of the rules that a day raises. */
const raisedOf = (lastName: string, anchor: number): ReadonlySet<string> => {
  const patient = named(lastName)
  const rules = alertRulesOf(patient.pathway).map((rule) => ({ ...rule, escalateAfterMinutes: 30 }))
  const day = dayOf(patient, anchor)
  return new Set(
    day
      .flatMap((observed, nth) => evaluate(rules, observed, day.slice(0, nth)))
      .map(({ ruleId }) => rules.find(({ id }) => id === ruleId)?.name ?? ruleId),
  )
}
const at = (anchor: number): string => new Date(anchor).toISOString()

describe('A8 at whatever hour the demonstration is started', () => {
  test('the same patients have a high and a rising score, one of 5 or 6, and a low pressure', () => {
    for (const anchor of starts) {
      for (const lastName of ['Nwosu', 'Jackson', 'Barlow'])
        expect(raisedOf(lastName, anchor), `${lastName} at ${at(anchor)}`).toEqual(
          new Set([
            ...raisedOf(lastName, anchor),
            'High early-warning score',
            'Rising early-warning score',
          ]),
        )
      expect(raisedOf('Whitcombe', anchor), at(anchor)).toContain('Low blood pressure')
      expect(raisedOf('Al-Rashid', anchor), at(anchor)).toContain('Medium early-warning score')
    }
  })

  test('the same three are the worst, by a complete total of 7 or more of the last two and a half hours', () => {
    for (const anchor of instants(['2026-11-28', '2026-12-31'], [0, 6, 12, 18, 23], '05')) {
      const worst = demonstrationPatients.filter((patient) => {
        const last = dayOf(patient, anchor).at(-1)
        return (last?.totalScore ?? 0) >= 7
      })
      expect(worst.map(({ lastName }) => lastName).toSorted(), at(anchor)).toEqual([
        'Barlow',
        'Jackson',
        'Nwosu',
      ])
      for (const patient of worst) {
        const last = dayOf(patient, anchor).at(-1)
        expect(last?.missing, patient.lastName).toBe(0)
        expect(anchor - (last?.atMs ?? 0), patient.lastName).toBeLessThan(2.5 * hourMs)
      }
    }
  })

  test('the same patients are silent', () => {
    for (const anchor of starts)
      for (const lastName of ['Papadopoulos', 'Baptiste', 'Uttley'])
        expect(dayOf(named(lastName), anchor), `${lastName} at ${at(anchor)}`).toEqual([])
  })

  test('each conversation keeps its order, none is of the future, and the one of 02:14 waits since the last night', () => {
    for (const anchor of [...starts, ...instants(['2026-11-28'], [2], '14')]) {
      const lines = chatLines(anchor)
      expect(lines.at(-1), at(anchor)).toMatchObject({ lastName: 'Müller-Hartmann', by: null })
      expect(at(lines.at(-1)?.ms ?? 0)).toMatch(/T02:14:00/)
      expect(anchor - (lines.at(-1)?.ms ?? 0), at(anchor)).toBeGreaterThan(0)
      expect(anchor - (lines.at(-1)?.ms ?? 0), at(anchor)).toBeLessThanOrEqual(dayMs + 60_000)
      expect(
        lines.filter(({ lastName }) => lastName === 'Müller-Hartmann').map(({ by }) => by),
      ).toEqual(['nurse@riverside.example', null, null])
    }
  })
})
