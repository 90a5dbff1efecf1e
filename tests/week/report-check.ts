import { newCheck, say, type Check } from './check'
import type { Reading } from './ledger'
import { adminOf, type Play } from './play'
import { hour, iso } from './world'

interface Value {
  readonly count: number
  readonly min: number
  readonly max: number
  readonly mean: number
}
interface Interval {
  readonly start: string
  readonly end: string
  readonly checkups: number
  readonly respiratoryRate: Value | null
  readonly spO2: Value | null
  readonly systolic: Value | null
  readonly pulse: Value | null
  readonly temperature: Value | null
}
interface Part {
  readonly aggregates: readonly Interval[]
  readonly checkupCount: number
  readonly next: string | null
}

const figures: Readonly<
  Record<
    'respiratoryRate' | 'spO2' | 'systolic' | 'pulse' | 'temperature',
    (reading: Reading) => number
  >
> = {
  respiratoryRate: ({ vitals }) => vitals.breaths,
  spO2: ({ vitals }) => vitals.saturation,
  systolic: ({ vitals }) => vitals.systolic,
  pulse: ({ vitals }) => vitals.pulse,
  temperature: ({ vitals }) => vitals.temperature,
}

/** What was struck out is in no figure of a report and on no card, and no open alert stands on it alone. */
export const struckOutCountsNowhere = async (play: Play): Promise<Check> => {
  const check = newCheck(
    'a check-up that was struck out is in no figure, on no card, and no open alert stands on it alone',
  )
  const [start, end] = [play.given.fromMs - 24 * hour, play.given.untilMs]
  for (const { id: patient, organization } of play.patients) {
    const by = adminOf(organization)
    const mine = [...play.ledger.readings.values()].filter(
      (one) => one.patient === patient && one.acceptedMs !== null,
    )
    const struck = mine.filter(({ struckMs }) => struckMs !== null)
    const valid = mine.filter(({ struckMs }) => struckMs === null)
    const intervals: Interval[] = []
    let checkupCount = 0
    for (let after: string | null = null; ;) {
      const { patientReport: part }: { patientReport: Part } = await play.ask(
        by,
        `query ($p: ID!, $s: DateTime!, $e: DateTime!, $a: String) {
          patientReport(patientId: $p, start: $s, end: $e, aggregateIntervalHours: 24, aggregates: true, after: $a) {
            checkupCount next aggregates { start end checkups respiratoryRate { count min max mean } spO2 { count min max mean }
              systolic { count min max mean } pulse { count min max mean } temperature { count min max mean } } } }`,
        { p: patient, s: iso(start), e: iso(end), a: after },
      )
      intervals.push(...part.aggregates)
      checkupCount = part.checkupCount
      after = part.next
      if (after === null) break
    }
    const told = intervals.reduce((sum, { checkups }) => sum + checkups, 0)
    check.judged += 1
    if (told !== valid.length || checkupCount !== valid.length)
      check.failures.push(
        `${patient}: the report is of ${told} check-ups (${checkupCount} in all), and ${valid.length} count; struck out: ${struck.map(({ endedMs }) => say(endedMs)).join(', ')}`,
      )
    for (const interval of intervals) {
      const within = valid.filter(
        ({ endedMs }) =>
          endedMs >= Date.parse(interval.start) && endedMs < Date.parse(interval.end),
      )
      for (const [name, of] of Object.entries(figures)) {
        const values = within.map(of)
        const value = interval[name as keyof typeof figures]
        check.judged += 1
        const counted: Value = {
          count: values.length,
          min: Math.min(...values),
          max: Math.max(...values),
          mean: values.reduce((sum, one) => sum + one, 0) / values.length,
        }
        const isSame =
          value !== null &&
          value.count === counted.count &&
          value.min === counted.min &&
          value.max === counted.max &&
          Math.abs(value.mean - counted.mean) < 0.06
        if (!isSame)
          check.failures.push(
            `${patient} from ${interval.start}: ${name} is ${JSON.stringify(value)}, counted ${JSON.stringify(counted)}`,
          )
      }
    }
    if (struck.length === 0) continue
    const { patientOnBoard: page } = await play.ask<{
      patientOnBoard: {
        patients: readonly {
          readonly latestCheckup: { readonly id: string } | null
          readonly trend: readonly { readonly endedAt: string }[]
        }[]
      }
    }>(
      by,
      'query ($p: ID!) { patientOnBoard(patientId: $p) { patients { latestCheckup { id } trend { endedAt } } } }',
      { p: patient },
    )
    const alerts = play.ledger.looks.get(patient)?.at(-1)?.alerts ?? []
    for (const reading of struck) {
      check.judged += 1
      const line = `${patient} ${say(reading.endedMs)} by ${reading.by}, struck out ${say(reading.struckMs ?? 0)}`
      for (const { latestCheckup, trend } of page.patients)
        if (
          latestCheckup?.id === reading.id ||
          trend.some(({ endedAt }) => Date.parse(endedAt) === reading.endedMs)
        )
          check.failures.push(`${line}: the card shows it`)
      for (const { id, triggers } of alerts)
        if (triggers.length > 0 && triggers.every(({ causeMs }) => causeMs === reading.endedMs))
          check.failures.push(`${line}: alert ${id} stands on it alone`)
    }
  }
  return check
}
