import { courseAt, isUnwell, isWatched, type Anchor } from './courses'
import { organizationOf } from './organizations'
import type { DemonstrationPatient } from './people'
import { scoresOf } from './personal'
import { randomOf } from './random'
import { vitalsAt } from './physiology'

export const dayMs = 86_400_000
const hourMs = 3_600_000
const bucketMs = 900_000

const startOf = (patient: DemonstrationPatient, anchor: Anchor): number =>
  anchor - patient.admittedDaysAgo * dayMs

/** Whether the patient sends anything at that instant. */
const isHeard = (patient: DemonstrationPatient, atMs: number, anchor: Anchor): boolean => {
  if (patient.traits.has('silent') || atMs < startOf(patient, anchor)) return false
  return !(patient.traits.has('stale') && atMs > anchor - 3 * dayMs)
}

/**
 * How often somebody looks beyond the schedule: a score of 7 or more asks for it every hour, 5 and 6
 * or a single 3 every hour of the day and every three of the night (RCP, NEWS2, 2017, chart 4).
 */
const asksAt = (
  patient: DemonstrationPatient,
  hour: number,
  atMs: number,
  anchor: Anchor,
): boolean => {
  if (!isUnwell(courseAt(patient, atMs, anchor))) return false
  const { riskLevel } = scoresOf(patient, {
    ...vitalsAt(patient, atMs, anchor),
    onOxygen: patient.traits.has('oxygen'),
  })
  if (riskLevel === 4) return true
  return (riskLevel ?? 0) >= 2 && (hour >= 6 || hour % 3 === 0)
}

const known = new Map<string, readonly number[]>()
const knownMost = 20_000

/** When the check-ups of a local day end, whether or not the patient is heard. */
const timesOfDay = (
  patient: DemonstrationPatient,
  day: number,
  anchor: Anchor,
): readonly number[] => {
  const key = `${patient.id} ${day} ${anchor}`
  const held = known.get(key)
  if (held !== undefined) return held
  const offset = organizationOf(patient.organization).utcOffsetHours * hourMs
  const times: number[] = []
  for (let hour = 0; hour < 24; hour += 1) {
    const due = day * dayMs + hour * hourMs - offset
    const random = randomOf(patient.id, 'due', day, hour)
    const scheduled = patient.pathway.hours.includes(hour)
    if (asksAt(patient, hour, due, anchor))
      times.push(due + Math.floor((random() - 0.5) * 600) * 1000)
    else if (scheduled && (random() >= 1 / 25 || isWatched(patient, due, anchor)))
      times.push(due + Math.floor((random() - 0.35) * 2400) * 1000)
  }
  if (known.size >= knownMost) known.clear()
  known.set(key, times)
  return times
}

/**
 * When check-ups ended from `fromMs` to `toMs`: a little off the due time, one in twenty-five
 * missed, more often where the score asks for it.
 */
export const checkupTimes = (
  patient: DemonstrationPatient,
  fromMs: number,
  toMs: number,
  anchor: Anchor,
): readonly number[] => {
  const offset = organizationOf(patient.organization).utcOffsetHours * hourMs
  const times: number[] = []
  for (
    let day = Math.floor((fromMs + offset) / dayMs) - 1;
    day <= Math.floor((toMs + offset) / dayMs) + 1;
    day += 1
  )
    times.push(
      ...timesOfDay(patient, day, anchor).filter(
        (at) => at >= fromMs && at < toMs && isHeard(patient, at, anchor),
      ),
    )
  return times.toSorted((a, b) => a - b)
}

/** The starts of the 15-minute buckets complete from `fromMs` to `toMs`; some are missing. */
export const bucketTimes = (
  patient: DemonstrationPatient,
  fromMs: number,
  toMs: number,
  anchor: Anchor,
): readonly number[] => {
  const times: number[] = []
  if (!patient.traits.has('monitored')) return times
  for (
    let start = Math.ceil(fromMs / bucketMs) * bucketMs - bucketMs;
    start + bucketMs < toMs;
    start += bucketMs
  ) {
    // Sensors are charged about an hour a day, and the app sometimes loses its connection.
    const off = randomOf(patient.id, 'charging', Math.floor(start / dayMs))() * 22
    const hour = (start % dayMs) / hourMs
    const lost = randomOf(patient.id, 'lost', start)() < 0.015
    if (
      start + bucketMs >= fromMs &&
      !(hour >= off && hour < off + 0.75) &&
      !lost &&
      isHeard(patient, start, anchor)
    )
      times.push(start)
  }
  return times
}
