import { newCheck, say, type Check } from './check'
import { adminOf, type Play } from './play'
import { slotsOf } from './slots'
import { hour, iso, minute, wardOf, zone } from './world'

interface WardDay {
  readonly ward: { readonly id: string }
  readonly day: string
  readonly occupancy: number
  readonly admissions: number
  readonly transfersIn: number
  readonly discharges: number
  readonly lengthOfStayHours: number | null
  readonly alerts: number
  readonly minutesToAcknowledge: number | null
  readonly checkupsDue: number
  readonly checkupsDone: number
}

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const dayOf = (ms: number): string => dayFormat.format(ms)

const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** One time that an alert was open: when its first cause was, and when somebody first held it. */
interface Opening {
  readonly patient: string
  /** Whose alert it is: who had the patient when it opened. */
  readonly organization: string | undefined
  readonly causeMs: number
  heldMs: number | null
}
const openingsOf = (play: Play): readonly Opening[] => {
  const openings: Opening[] = []
  for (const [patient, looks] of play.ledger.looks) {
    const open = new Map<string, Opening>()
    for (const { atMs, alerts } of looks) {
      for (const id of open.keys()) if (!alerts.some((one) => one.id === id)) open.delete(id)
      for (const alert of alerts) {
        const opening = open.get(alert.id) ?? {
          patient,
          organization: play.ledger.stays.findLast(
            (stay) => stay.patient === patient && stay.fromMs <= atMs,
          )?.organization,
          causeMs: Math.min(...alert.triggers.map(({ causeMs }) => causeMs)),
          heldMs: null,
        }
        if (!open.has(alert.id)) openings.push(opening)
        open.set(alert.id, opening)
        opening.heldMs ??= alert.heldSinceMs
      }
    }
  }
  return openings
}

/** Every figure of ward activity equals what the programs counted. */
export const activityIsCounted = async (play: Play): Promise<Check> => {
  const check = newCheck('every figure of ward activity equals an independent count')
  const openings = openingsOf(play)
  const slots = slotsOf(play)
  const { stays } = play.ledger
  for (const organization of new Set(play.wards.map((ward) => wardOf(ward).organization))) {
    const { wardActivity: days } = await play.ask<{ wardActivity: readonly WardDay[] }>(
      adminOf(organization),
      `query ($f: Date!, $t: Date!) { wardActivity(from: $f, to: $t) { ward { id } day occupancy admissions transfersIn discharges
        lengthOfStayHours alerts minutesToAcknowledge checkupsDue checkupsDone } }`,
      { f: dayOf(play.given.fromMs - hour), t: dayOf(play.now()) },
    )
    for (const told of days) {
      const ward = told.ward.id
      if (!play.wards.includes(ward)) continue
      const isOfDay = (ms: number): boolean => dayOf(ms) === told.day
      const wardAt = (patient: string, ms: number): string | undefined =>
        stays.find(
          (stay) =>
            stay.patient === patient &&
            stay.fromMs <= ms &&
            (stay.ended === null || stay.ended.atMs > ms),
        )?.ward
      let endMs = Date.parse(`${told.day}T12:00:00.000Z`)
      while (isOfDay(endMs)) endMs += minute
      const atMs = Math.min(endMs, play.now())
      const gone = stays.filter(
        (stay) => stay.ward === ward && stay.ended?.as === 'discharged' && isOfDay(stay.ended.atMs),
      )
      const opened = openings.filter(
        (one) =>
          one.organization === organization &&
          isOfDay(one.causeMs) &&
          wardAt(one.patient, one.causeMs) === ward,
      )
      const due = slots.filter((slot) => slot.ward === ward && isOfDay(slot.dueMs))
      const counted: Omit<WardDay, 'ward' | 'day'> = {
        occupancy: stays.filter(
          (stay) =>
            stay.ward === ward &&
            stay.fromMs < atMs &&
            (stay.ended === null || stay.ended.atMs >= atMs),
        ).length,
        admissions: stays.filter(
          (stay) => stay.ward === ward && stay.began === 'admitted' && isOfDay(stay.fromMs),
        ).length,
        transfersIn: stays.filter(
          (stay) => stay.ward === ward && stay.began === 'moved' && isOfDay(stay.fromMs),
        ).length,
        discharges: gone.length,
        lengthOfStayHours:
          gone.length === 0
            ? null
            : gone.reduce(
                (sum, stay) => sum + ((stay.ended?.atMs ?? 0) - stay.admittedMs) / hour,
                0,
              ) / gone.length,
        alerts: opened.length,
        minutesToAcknowledge: median(
          opened.flatMap(({ heldMs, causeMs }) =>
            heldMs === null ? [] : [(heldMs - causeMs) / minute],
          ),
        ),
        checkupsDue: due.length,
        checkupsDone: due.filter(({ isDone }) => isDone).length,
      }
      for (const [name, value] of Object.entries(counted)) {
        check.judged += 1
        const said = told[name as keyof typeof counted]
        const isSame =
          value === null || said === null ? value === said : Math.abs(value - said) < 0.001
        if (!isSame)
          check.failures.push(
            [
              `${ward} on ${told.day}: ${name} is ${said}, counted ${value}`,
              ...(name === 'alerts' || name === 'minutesToAcknowledge'
                ? opened.map(
                    (one) =>
                      `    ${one.patient} ${say(one.causeMs)} held ${one.heldMs === null ? '-' : say(one.heldMs)}`,
                  )
                : name.startsWith('checkups')
                  ? due.map(
                      (one) =>
                        `    ${one.patient} due ${say(one.dueMs)} ${one.isDone ? 'done' : 'not done'}`,
                    )
                  : stays
                      .filter((stay) => stay.ward === ward)
                      .map(
                        (stay) =>
                          `    ${stay.patient} ${stay.began} ${iso(stay.fromMs)} ${stay.ended === null ? '' : `${stay.ended.as} ${iso(stay.ended.atMs)}`}`,
                      )),
            ].join('\n'),
          )
      }
    }
  }
  return check
}
