import { describe, expect, test } from 'vitest'
import { bucketAt } from '../../server/demonstration/bucket-maker'
import { demonstrationPatients } from '../../server/demonstration/people'
import { scoresOf } from '../../server/demonstration/personal'
import { dayMs } from '../../server/demonstration/schedule'
import { checkupsOf } from '../../server/demonstration/simulation'
import { ewsInputOf } from '../../src/domain/checkup/ews-input'
import { checkupIngestSchema, readingsOf } from '../../src/domain/checkup/ingest'

const hourMs = 3_600_000
const named = (lastName: string) => {
  const found = demonstrationPatients.find((patient) => patient.lastName === lastName)
  if (found === undefined) throw new Error(`The demonstration has no ${lastName}`)
  return found
}
/** The month of a patient before an instant, oldest first, as the server scores it. */
const monthOf = (lastName: string, anchor: number) => {
  const patient = named(lastName)
  return checkupsOf([patient], anchor - 30 * dayMs, anchor, anchor)
    .map(({ at, body }) => {
      const sent = checkupIngestSchema.parse(body)
      const scores = scoresOf(patient, ewsInputOf(readingsOf(sent), patient.traits.has('oxygen')))
      return { at, ago: anchor - at, sent, scores, total: scores.totalScore ?? 0 }
    })
    .reverse()
}
type Told = ReturnType<typeof monthOf>[number]
const latestOf = (told: readonly Told[]): Told => {
  const last = told.findLast(({ scores }) => scores.missing === 0)
  if (last === undefined) throw new Error('No complete check-up')
  return last
}
const meanOf = (told: readonly Told[]): number =>
  told.reduce((sum, { total }) => sum + total, 0) / Math.max(1, told.length)
const between = (told: readonly Told[], fromDays: number, toDays: number): readonly Told[] =>
  told.filter(({ ago }) => ago <= fromDays * dayMs && ago > toDays * dayMs)
const threesOf = ({ scores }: Told): number =>
  [
    scores.RRScore,
    scores.SpO2Score,
    scores.BPScore,
    scores.HRScore,
    scores.consciousnessScore,
    scores.tempScore,
  ].filter((score) => score === 3).length

/** Stories are told from now: by day, by night, at the end of a year and in the morning. */
const starts = [
  '2026-03-02T12:00:00.000Z',
  '2026-03-03T03:17:00.000Z',
  '2026-12-31T23:55:00.000Z',
  '2027-02-11T08:05:00.000Z',
].map((at) => Date.parse(at))

describe.each(starts)('A8 begun at %d', (anchor) => {
  for (const lastName of ['Nwosu', 'Jackson', 'Barlow'])
    test(`${lastName} was well a week ago and has a total of 7 or more now, for a few hours`, () => {
      const told = monthOf(lastName, anchor)
      expect(latestOf(told).total).toBeGreaterThanOrEqual(7)
      expect(latestOf(told).ago).toBeLessThan(2.5 * hourMs)
      expect(meanOf(between(told, 5, 4))).toBeLessThan(3)
      for (const { ago, total } of told) if (total >= 7) expect(ago).toBeLessThan(12 * hourMs)
    })

  test('999 is called once in an episode, when a total reaches 7', () => {
    for (const lastName of ['Nwosu', 'Jackson', 'Barlow']) {
      const calls = monthOf(lastName, anchor).filter(({ sent }) => sent.selectedAction === 5)
      expect(calls.length, lastName).toBeGreaterThanOrEqual(1)
      expect(calls.length, lastName).toBeLessThanOrEqual(3)
      for (const { total, sent } of calls) {
        expect(total).toBeGreaterThanOrEqual(7)
        expect(sent.notes).toMatch(/999 called/)
      }
    }
  })

  for (const lastName of ["O'Brien", 'Beaumont', 'Kowalczyk', 'Gonzalez'])
    test(`${lastName} was ill a week ago and is better now`, () => {
      const told = monthOf(lastName, anchor)
      const [ill, now] = [between(told, 9.2, 8), between(told, 1, 0)]
      expect(Math.max(...ill.map(({ total }) => total))).toBeGreaterThanOrEqual(5)
      expect(meanOf(now)).toBeLessThan(meanOf(ill) - 2)
      expect(latestOf(told).total).toBeLessThanOrEqual(4)
    })

  test('Pendlebury, on Scale 2, is at 88 to 92 % and scores nothing for it', () => {
    const told = between(monthOf('Pendlebury', anchor), 3, 0)
    const calm = told.filter(({ scores }) => scores.SpO2Score === 0)
    expect(told.every(({ scores }) => scores.spo2Scale === 2)).toBe(true)
    expect(calm.length).toBeGreaterThan(told.length * 0.8)
  })

  test('Al-Rashid, on Scale 2, has had too much oxygen for a day: a single 3 for a high saturation', () => {
    const told = monthOf('Al-Rashid', anchor)
    const last = latestOf(told)
    expect(last.sent.pulseOxiData?.averageSpO2).toBeGreaterThanOrEqual(96)
    expect(last.scores).toMatchObject({ SpO2Score: 3, onOxygenScore: 2, spo2Scale: 2 })
    expect(between(told, 4, 2).every(({ scores }) => scores.SpO2Score !== 3)).toBe(true)
    expect(told.some(({ sent }) => /too much oxygen/.test(sent.notes ?? ''))).toBe(true)
  })

  test('Whitcombe has a single 3, for his pressure, and a total below 5', () => {
    const last = latestOf(monthOf('Whitcombe', anchor))
    expect(threesOf(last)).toBe(1)
    expect(last.scores).toMatchObject({ BPScore: 3, riskLevel: 2 })
    expect(last.total).toBeLessThan(5)
  })

  test('McAllister’s fibrillation was fast for a day and a half, then controlled', () => {
    const told = monthOf('McAllister', anchor)
    const pulses = (of: readonly Told[]) => of.map(({ sent }) => sent.pulseRate?.value ?? 0)
    expect(Math.max(...pulses(told))).toBeGreaterThan(120)
    expect(Math.max(...pulses(between(told, 2, 0)))).toBeLessThan(112)
    expect(told.some(({ scores }) => scores.HRScore === 3 || scores.HRScore === 2)).toBe(true)
  })

  test('Papadopoulos has been silent for three days; Baptiste and Uttley were never measured', () => {
    expect(latestOf(monthOf('Papadopoulos', anchor)).ago).toBeGreaterThan(3 * dayMs)
    for (const lastName of ['Baptiste', 'Uttley']) expect(monthOf(lastName, anchor)).toEqual([])
  })

  test('nobody has two check-ups within a quarter of an hour; they follow the schedule unless the score asks', () => {
    for (const patient of demonstrationPatients) {
      const times = checkupsOf([patient], anchor - 7 * dayMs, anchor, anchor).map(({ at }) => at)
      for (const [nth, at] of times.entries())
        expect((times[nth - 1] ?? Infinity) - at, patient.lastName).toBeGreaterThan(hourMs / 4)
    }
    for (const lastName of ['Llewellyn', 'Gallagher', 'Ashworth', 'Ogden']) {
      const week = between(monthOf(lastName, anchor), 7, 0)
      const { hours } = named(lastName).pathway
      if (week.every(({ scores }) => (scores.riskLevel ?? 0) < 2))
        expect(week.length, lastName).toBeLessThanOrEqual(7 * hours.length + 1)
    }
  })

  test('every action follows its score, and none is graver than it', () => {
    for (const lastName of ['Chen', 'Beaumont', 'Nwosu', 'Adebayo', 'Whitcombe'])
      for (const { sent, total, scores } of monthOf(lastName, anchor)) {
        const action = sent.selectedAction ?? 1
        if (action === 5) expect(scores.riskLevel).toBe(4)
        if (action === 3 || action === 4) expect([2, 3]).toContain(scores.riskLevel)
        if (action === 1) expect(total).toBeLessThan(3)
      }
  })
})

test('A8 only who wears electrodes sends a heart rate, a rhythm and the battery of an ECG', () => {
  const at = Math.floor((starts[0] ?? 0) / 900_000) * 900_000
  for (const patient of demonstrationPatients.filter(({ traits }) => traits.has('monitored'))) {
    const buckets = Array.from({ length: 20 }, (_, nth) =>
      bucketAt(patient, at - nth * 900_000, at),
    )
    const wears = patient.traits.has('ecg')
    expect(buckets.some((bucket) => 'heartRhythm' in bucket)).toBe(wears)
    expect(buckets.some((bucket) => 'heartRate' in bucket)).toBe(wears)
    expect(buckets[0]?.['battery']).toMatchObject({ ecg: wears ? expect.any(Number) : null })
  }
})
