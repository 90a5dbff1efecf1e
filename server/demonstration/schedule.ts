import { organizationOf } from './organizations'
import type { DemonstrationPatient } from './people'
import { randomOf } from './random'
import { vitalsAt } from './physiology'

export const dayMs = 86_400_000
const hourMs = 3_600_000
const bucketMs = 900_000

/** When the simulation started (unix ms); admissions and silences count back from here. */
export type Anchor = number

const startOf = (patient: DemonstrationPatient, anchor: Anchor): number =>
  anchor - patient.admittedDaysAgo * dayMs

/** Whether the patient sends anything at that instant. */
const isHeard = (patient: DemonstrationPatient, atMs: number, anchor: Anchor): boolean => {
  if (patient.traits.has('silent') || atMs < startOf(patient, anchor)) return false
  return !(patient.traits.has('stale') && atMs > anchor - 3 * dayMs)
}

/** Local hours of check-ups: the pathway's, and every three hours from 6 to 21 for the very ill. */
const hoursOf = (
  patient: DemonstrationPatient,
  localDay: number,
  utcOffsetMs: number,
): readonly number[] => {
  const { severity } = vitalsAt(patient, localDay * dayMs - utcOffsetMs + 12 * hourMs)
  return severity < 0.55 ? patient.pathway.hours : [6, 9, 12, 15, 18, 21]
}

/**
 * When check-ups ended from `fromMs` to `toMs`: a little off the due time, one in fourteen missed.
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
  ) {
    for (const hour of hoursOf(patient, day, offset)) {
      const random = randomOf(patient.id, 'due', day, hour)
      const at =
        day * dayMs +
        hour * hourMs -
        offset +
        Math.round((random() - 0.35) * 50) * 60_000 +
        Math.floor(random() * 60) * 1000
      if (random() >= 1 / 14 && at >= fromMs && at < toMs && isHeard(patient, at, anchor))
        times.push(at)
    }
  }
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

/** The patient with an extra check-up in that minute. Two in three are among the ill. */
export const visitOf = (
  patients: readonly DemonstrationPatient[],
  minute: number,
  anchor: Anchor,
): DemonstrationPatient | null => {
  const random = randomOf('visit', minute)
  const heard = patients.filter((patient) => isHeard(patient, minute * 60_000, anchor))
  const ill = heard.filter((patient) => vitalsAt(patient, minute * 60_000).severity > 0.25)
  const from = random() < 0.66 && ill.length > 0 ? ill : heard
  return from[Math.floor(random() * from.length)] ?? null
}
