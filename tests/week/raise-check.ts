import { newCheck, say, type Check } from './check'
import { downUntil, holdMs, newestAt, wasDown } from './known'
import { threesOf, totalOf, type Reading, type SeenAlert } from './ledger'
import type { Play } from './play'
import { slotsOf } from './slots'
import { day, late, minute } from './world'

const alertsAt = (play: Play, patient: string, ms: number): readonly SeenAlert[] =>
  play.ledger.looks.get(patient)?.findLast(({ atMs }) => atMs <= ms)?.alerts ?? []

/** Whether somebody resolved the patient's alerts so lately that no reading like this one opens them again. */
const isResolved = (play: Play, reading: Reading, atMs: number): boolean => {
  const readings = [...play.ledger.readings.values()].filter(
    (one) => one.patient === reading.patient,
  )
  return play.ledger.presses.some((press) => {
    if (press.patient !== reading.patient || press.kind !== 'resolve') return false
    const severity =
      alertsAt(play, press.patient, press.atMs - 1).find(({ id }) => id === press.alert)
        ?.severity ?? 4
    if (press.atMs > atMs || atMs >= press.atMs + holdMs(severity)) return false
    const known = newestAt(readings, press.atMs)
    return (
      known !== undefined &&
      totalOf(reading.vitals) < totalOf(known.vitals) + 2 &&
      threesOf(reading.vitals).every((one) => threesOf(known.vitals).includes(one))
    )
  })
}

/** Every reading of 5 and more raised an alert of its severity, and so did every check-up that was missed. */
export const alertsAreRaised = (play: Play): Check => {
  const check = newCheck(
    'every grave reading and every missed check-up raised an alert of its severity',
  )
  for (const reading of play.ledger.readings.values()) {
    const { patient, endedMs, acceptedMs, vitals } = reading
    const total = totalOf(vitals)
    if (acceptedMs === null || total < 5 || acceptedMs - endedMs > day) continue
    const stay = play.ledger.stays.find(
      (one) =>
        one.patient === patient &&
        one.fromMs <= acceptedMs &&
        (one.ended === null || one.ended.atMs > acceptedMs),
    )
    if (stay === undefined || stay.admittedMs > endedMs || wasDown(play, acceptedMs)) continue
    check.judged += 1
    const severity = total >= 7 ? 4 : 3
    const alerts = alertsAt(play, patient, acceptedMs)
    // A device may hear late that it was taken: somebody may have dealt with it meanwhile.
    const isRaised = (play.ledger.looks.get(patient) ?? []).some(({ atMs, alerts: then }) =>
      then.some(
        (alert) =>
          atMs <= acceptedMs + minute &&
          alert.severity >= severity &&
          alert.triggers.some(({ causeMs }) => causeMs === endedMs),
      ),
    )
    if (!isRaised && !isResolved(play, reading, acceptedMs))
      check.failures.push(
        `${patient} on ${stay.ward}: ${total} at ${say(endedMs)} by ${reading.by}, accepted ${say(acceptedMs)}, raised nothing; open: ${alerts.map((one) => `${one.type} ${one.severity}`).join(', ') || 'none'}`,
      )
  }
  for (const slot of slotsOf(play)) {
    const closesMs = slot.dueMs + late
    const readings = [...play.ledger.readings.values()].filter(
      (one) => one.patient === slot.patient,
    )
    const isDoneThen = readings.some(
      ({ endedMs, acceptedMs }) =>
        acceptedMs !== null &&
        acceptedMs <= closesMs + 2 * minute &&
        endedMs >= slot.dueMs - 30 * minute &&
        endedMs <= closesMs,
    )
    // After a time without a server it is first heard what the devices kept.
    if (isDoneThen || wasDown(play, closesMs) || wasDown(play, closesMs - 5 * minute)) continue
    const byMs = downUntil(play, closesMs + 2 * minute)
    if (byMs >= play.given.untilMs) continue
    check.judged += 1
    const newest = newestAt(readings, closesMs)
    const severity = newest !== undefined && totalOf(newest.vitals) >= 5 ? 3 : 1
    const alert = alertsAt(play, slot.patient, byMs).find(
      ({ type, triggers }) =>
        type === 'CheckupScheduleEvent' && triggers.some(({ causeMs }) => causeMs === slot.dueMs),
    )
    const wasDealtWith = play.ledger.presses.some(
      (press) => press.patient === slot.patient && press.atMs >= closesMs && press.atMs <= byMs,
    )
    if (wasDealtWith) continue
    if (alert === undefined || alert.severity < severity)
      check.failures.push(
        `${slot.patient} on ${slot.ward}: the check-up of ${say(slot.dueMs)} was missed, and ${alert === undefined ? 'raised nothing' : `raised ${alert.severity}`}; the newest is ${newest === undefined ? 'none' : `${totalOf(newest.vitals)} of ${say(newest.endedMs)}`}`,
      )
  }
  return check
}
