import { hourOf, type Play } from './play'
import { early, hour, late, wardOf } from './world'

/** A check-up that the schedule of a stay asked for. */
export interface Slot {
  readonly patient: string
  readonly ward: string
  readonly dueMs: number
  /** Whether there is one in its time that counts, whenever it came. */
  readonly isDone: boolean
}

/** The scheduled check-ups of a stay whose time ran out in it: when each was due, and whether it was done. */
export const slotsOf = (play: Play): readonly Slot[] => {
  const slots: Slot[] = []
  const admissions = new Map<
    string,
    { patient: string; fromMs: number; untilMs: number; pathway: string }
  >()
  for (const stay of play.ledger.stays) {
    const key = `${stay.patient} ${stay.admittedMs}`
    admissions.set(key, {
      patient: stay.patient,
      fromMs: stay.admittedMs,
      untilMs: stay.ended?.atMs ?? play.given.untilMs,
      pathway: admissions.get(key)?.pathway ?? stay.ward,
    })
  }
  for (const { patient, fromMs, untilMs, pathway } of admissions.values()) {
    const ended = [...play.ledger.readings.values()].flatMap((one) =>
      one.patient === patient && one.acceptedMs !== null && one.struckMs === null
        ? [one.endedMs]
        : [],
    )
    for (let dueMs = Math.ceil(fromMs / hour) * hour; dueMs < untilMs; dueMs += hour) {
      if (!wardOf(pathway).hours.includes(hourOf(dueMs))) continue
      if (dueMs <= fromMs || dueMs + late >= untilMs) continue
      const ward = play.ledger.stays.findLast(
        (stay) => stay.patient === patient && stay.fromMs <= dueMs,
      )?.ward
      if (ward !== undefined)
        slots.push({
          patient,
          ward,
          dueMs,
          isDone: ended.some((ms) => ms >= dueMs - early && ms <= dueMs + late),
        })
    }
  }
  return slots
}
