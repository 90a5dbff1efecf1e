import { threesOf, totalOf, type Arrival, type Look, type Reading, type SeenAlert } from './ledger'
import type { Database } from '../../server/db/database'
import { logHoldsAll } from './log-check'
import { activityIsCounted } from './activity-check'
import { struckOutCountsNowhere } from './report-check'
import { textsAreKept, tasksAreKept } from './task-check'
import { nobodySawMore } from './sight-check'
import { newCheck, say, type Check } from './check'
import { downUntil, holdMs, newestAt, wardAt, wasDown } from './known'
import { alertsAreRaised } from './raise-check'
import { pushesAreMade } from './push-check'
import { adminOf, isDay, type Play } from './play'
import { emailOf, hour, minute, wardOf } from './world'

interface WireCheckup {
  readonly id: string
  readonly endedAt: string
  readonly struckOut: { readonly at: string } | null
  readonly consciousness: string | null
  readonly temperature: { readonly value: number } | null
  readonly pulseRate: { readonly value: number } | null
  readonly pulseOxiData: { readonly averageSpO2: number } | null
  readonly respiratoryRate: { readonly value: number } | null
  readonly bloodPressureData: { readonly systolic: number; readonly diastolic: number } | null
  readonly ewsScores: { readonly totalScore: number | null } | null
}

/** All check-ups of a patient, as an administrator reads them. */
const checkupsOf = async (
  play: Play,
  patient: string,
  by: string,
): Promise<readonly WireCheckup[]> => {
  const all: WireCheckup[] = []
  for (let before: string | null = null; ;) {
    const {
      checkupsByPatient: page,
    }: { checkupsByPatient: { checkups: WireCheckup[]; total: number } } = await play.ask(
      by,
      `query ($p: ID!, $b: DateTime) { checkupsByPatient(patientId: $p, take: 50, before: $b) { total checkups {
          id endedAt struckOut { at } consciousness temperature { value } pulseRate { value } pulseOxiData { averageSpO2 }
          respiratoryRate { value } bloodPressureData { systolic diastolic } ewsScores { totalScore } } } }`,
      { p: patient, b: before },
    )
    all.push(...page.checkups)
    const last = page.checkups.at(-1)
    if (last === undefined || all.length >= page.total) return all
    before = last.endedAt
  }
}

const measuredOf = (row: WireCheckup): string =>
  [
    row.respiratoryRate?.value,
    row.pulseOxiData?.averageSpO2,
    row.bloodPressureData?.systolic,
    row.bloodPressureData?.diastolic,
    row.pulseRate?.value,
    row.temperature?.value,
    row.consciousness,
    row.ewsScores?.totalScore,
  ].join(' ')
const takenOf = ({ vitals }: Reading): string =>
  [
    vitals.breaths,
    vitals.saturation,
    vitals.systolic,
    vitals.diastolic,
    vitals.pulse,
    vitals.temperature,
    vitals.consciousness,
    totalOf(vitals),
  ].join(' ')

/** Every reading that was taken and accepted is there once, with its values and its time; and nothing else is. */
const readingsAreThere = async (play: Play): Promise<Check> => {
  const check = newCheck(
    'every reading that was accepted is there once, with its values and its time',
  )
  for (const { id: patient, organization } of play.patients) {
    const rows = await checkupsOf(play, patient, adminOf(organization))
    const left = new Set(rows)
    for (const reading of play.ledger.readings.values()) {
      if (reading.patient !== patient) continue
      const found = rows.filter(
        ({ id, endedAt }) => id === reading.id || Date.parse(endedAt) === reading.endedMs,
      )
      for (const row of found) left.delete(row)
      if (reading.tries === 0) continue
      check.judged += 1
      const line = `${patient} ${say(reading.endedMs)} by ${reading.by}: ${takenOf(reading)}`
      if (found.length > 1 || (found.length === 0 && reading.acceptedMs !== null))
        check.failures.push(`${line}: there ${found.length} times`)
      const [row] = found
      if (row !== undefined && measuredOf(row) !== takenOf(reading))
        check.failures.push(`${line}: there as ${measuredOf(row)}`)
    }
    for (const row of left)
      check.failures.push(`${patient} ${row.endedAt}: nobody took ${measuredOf(row)}`)
  }
  return check
}

/** A total under 5 without a 3. */
const isWell = ({ vitals }: Reading): boolean =>
  totalOf(vitals) < 5 && threesOf(vitals).length === 0

const lateMs = 5 * minute
/** Nobody is called about what came late while the newest reading is well. */
const isOvertaken = (alert: SeenAlert, readings: readonly Reading[], ms: number): boolean => {
  const newest = newestAt(readings, ms)
  return (
    newest !== undefined &&
    isWell(newest) &&
    alert.triggers.length > 0 &&
    alert.triggers.every(
      ({ causeMs, raisedMs }) =>
        newest.endedMs > causeMs &&
        (alert.type === 'CheckupScheduleEvent' || raisedMs - causeMs > lateMs),
    )
  )
}

/** Since when an alert asks for somebody, and from when on somebody is called of it. */
const sinceOf = (alert: SeenAlert, looks: readonly Look[], ms: number): number => {
  let since = Infinity
  let before: SeenAlert | undefined
  for (const { atMs, alerts } of looks) {
    if (atMs > ms) break
    const seen = alerts.find(({ id }) => id === alert.id)
    if (seen !== undefined && (before === undefined || before.severity < seen.severity)) {
      const raised = seen.triggers.map(({ raisedMs }) => raisedMs)
      since = Math.min(atMs, before === undefined ? Math.min(...raised) : Math.max(...raised))
    }
    before = seen
  }
  // Where its first cause was struck out, it stands on the others since they came.
  const left = Math.min(...alert.triggers.map(({ raisedMs }) => raisedMs))
  return Math.max(since, left, alert.ended?.atMs ?? 0)
}
const stepMs = (severity: number): number => (severity >= 4 ? 5 : 10) * minute
const firstMs = (alert: SeenAlert, since: number): number =>
  since +
  (alert.ended?.reason === 'time' && alert.ended.atMs === since
    ? 10 * minute
    : alert.severity >= 4
      ? 0
      : 10 * minute)

/** Who is called on a ward at an instant, in order. */
const lineAt = (play: Play, ward: string, ms: number): readonly string[] => {
  const plan = play.ledger.plans.findLast((one) => one.ward === ward && one.fromMs <= ms)
  const line = plan === undefined ? [] : isDay(ms) ? plan.day : plan.night
  return line.filter((id) => (play.ledger.gone.get(id) ?? Infinity) > ms)
}

/** Five patients of a ward with an alert of one kind that came within five minutes are one call. */
const isStorm = (play: Play, ward: string, kind: string, ms: number): boolean => {
  const patients = play.patients.filter(({ id }) => {
    if (wardAt(play, id, ms) !== ward) return false
    const look = play.ledger.looks.get(id)?.findLast(({ atMs }) => atMs <= ms)
    return look?.alerts.some(
      (alert) =>
        (alert.rule ?? alert.type) === kind &&
        alert.triggers.some(({ raisedMs }) => ms - raisedMs < 6 * minute),
    )
  })
  return patients.length >= 5
}

/**
 * Everybody whom T14 says was called, in the plan's order and minutes, once; and nobody else was. What is
 * called for is worked out anew from how the alerts were seen: this is not the product's rule.
 */
const callsAreMade = (play: Play): Check => {
  const check = newCheck(
    'everybody who must be called was, in the order and the minutes of the plan, once, and nobody else',
  )
  const { ledger } = play
  const once = new Map<string, Arrival>()
  for (const arrival of ledger.arrivals)
    if (arrival.by === 'mail' && !once.has(arrival.id)) once.set(arrival.id, arrival)
  const told = [...once.values()].filter(
    ({ patient, subject }) => patient === null && /nobody/u.test(subject),
  )
  for (const { id: patient } of play.patients) {
    const looks = ledger.looks.get(patient) ?? []
    const readings = [...ledger.readings.values()].filter((one) => one.patient === patient)
    const calls = [...once.values()].filter((one) => one.patient === patient)
    let next = 0
    const changes = [
      ...new Set([
        ...looks.map(({ atMs }) => atMs),
        ...readings.flatMap(({ acceptedMs }) => acceptedMs ?? []),
        ...readings.flatMap(({ struckMs }) => struckMs ?? []),
        ...ledger.stays.flatMap((stay) =>
          stay.patient === patient ? [stay.fromMs, stay.ended?.atMs ?? stay.fromMs] : [],
        ),
      ]),
    ].toSorted((a, b) => a - b)
    let called: { who: string; earliest: number; latest: number }[] = []
    let nobodyMs: number | null = null
    const linesOf = (fromMs: number, untilMs: number): string =>
      [
        ...looks
          .filter(({ atMs }) => atMs >= fromMs - 2 * hour && atMs <= untilMs)
          .map(
            ({ atMs, alerts }) =>
              `    ${say(atMs)} open: ${alerts.map(({ id, severity, heldBy, type }) => `${id.slice(0, 4)} ${type} ${severity}${heldBy === null ? '' : ` held by ${heldBy}`}`).join(', ') || 'none'}`,
          ),
        ...calls
          .filter(({ atMs }) => atMs >= fromMs - 2 * hour && atMs <= untilMs)
          .map(({ atMs, to }) => `    ${say(atMs)} mail to ${to}`),
        ...ledger.presses
          .filter(
            (one) =>
              one.patient === patient && one.atMs >= fromMs - 2 * hour && one.atMs <= untilMs,
          )
          .map(
            ({ atMs, by, kind, alert }) => `    ${say(atMs)} ${by}: ${kind} ${alert.slice(0, 4)}`,
          ),
      ]
        .toSorted()
        .join('\n')
    for (const [index, fromMs] of changes.entries()) {
      const untilMs = changes[index + 1] ?? play.given.untilMs
      const ward = wardAt(play, patient, fromMs)
      const alerts = looks.findLast(({ atMs }) => atMs <= fromMs)?.alerts ?? []
      const unheld =
        ward === null
          ? []
          : alerts.filter(
              (alert) =>
                alert.severity >= 3 &&
                alert.heldBy === null &&
                !isOvertaken(alert, readings, fromMs),
            )
      if (unheld.length === 0 || ward === null) {
        called = []
        nobodyMs = null
      } else
        for (;;) {
          const severity = Math.max(...unheld.map((one) => one.severity))
          const last = called.at(-1)
          const sinces = unheld.map((alert) => sinceOf(alert, looks, fromMs))
          const due =
            last === undefined
              ? Math.min(...unheld.map((alert, nth) => firstMs(alert, sinces[nth] ?? 0)))
              : last.earliest + stepMs(severity)
          const dueLatest = last === undefined ? due : last.latest + stepMs(severity)
          const call = calls[next]
          const windowMs = Math.max(dueLatest, fromMs)
          const notYet = (sinceMs: number, ms: number): string | undefined =>
            lineAt(play, ward, ms).find(
              (who) => !called.some((one) => one.who === who && one.latest >= sinceMs),
            )
          const calleeAt = (ms: number): string | undefined =>
            notYet(0, ms) ?? notYet(Math.max(...sinces), ms)
          const slackMs = 5_000
          const nobodyBy = downUntil(play, windowMs) + slackMs
          const isFree = calleeAt(windowMs) === undefined
          if (isFree && nobodyMs === null && nobodyBy < untilMs) {
            nobodyMs = windowMs
            check.judged += 1
            if (
              !told.some(
                ({ to, atMs }) =>
                  to === emailOf(adminOf(wardOf(ward).organization)) &&
                  atMs >= windowMs - hour - 5 * minute &&
                  atMs <= nobodyBy + 5 * minute,
              )
            )
              check.failures.push(
                `${patient} on ${ward}: nobody could be reached at ${say(windowMs)}, and nobody was told\n${linesOf(fromMs, untilMs)}`,
              )
          }
          // Whoever comes on call later is called with the next look: at the latest after a step.
          let earliest = Math.max(due, fromMs)
          if (isFree) {
            earliest = Math.ceil(windowMs / minute) * minute
            while (earliest < untilMs && calleeAt(earliest) === undefined) earliest += minute
          }
          const latest =
            downUntil(play, isFree ? earliest : windowMs) +
            slackMs +
            (nobodyMs === null ? 0 : stepMs(severity))
          const isCalled = call !== undefined && call.atMs < untilMs && call.atMs >= fromMs
          const expected = calleeAt(isCalled ? call.atMs : Math.max(earliest, windowMs))
          if (isCalled && expected !== undefined) {
            check.judged += 1
            const about = `${patient} on ${ward}`
            if (call.atMs < earliest - 1000 || call.atMs > latest)
              check.failures.push(
                `${about}: ${call.to} was called at ${say(call.atMs)}, which was due from ${say(earliest)} to ${say(latest)}\n${linesOf(fromMs, untilMs)}`,
              )
            else if (call.to !== emailOf(expected))
              check.failures.push(
                `${about}: ${call.to} was called at ${say(call.atMs)}, and ${expected} was next\n${linesOf(fromMs, untilMs)}`,
              )
            const who = lineAt(play, ward, call.atMs).find((one) => emailOf(one) === call.to)
            called.push({
              who: who ?? call.to,
              earliest: wasDown(play, call.atMs) ? Math.max(due, fromMs) : call.atMs,
              latest: call.atMs,
            })
            nobodyMs = null
            next += 1
            continue
          }
          if (expected === undefined) {
            if (isCalled)
              check.failures.push(
                `${patient} on ${ward}: ${call.to} was called at ${say(call.atMs)}, and nobody was next\n${linesOf(fromMs, untilMs)}`,
              )
            break
          }
          if (earliest < untilMs && latest < untilMs) {
            const kinds = unheld.map(({ rule, type }) => rule ?? type)
            if (!kinds.some((kind) => isStorm(play, ward, kind, windowMs)))
              check.failures.push(
                `${patient} on ${ward}: ${expected} was not called, which was due from ${say(earliest)} to ${say(latest)}\n${linesOf(fromMs, untilMs)}`,
              )
          }
          break
        }
      while (next < calls.length && (calls[next]?.atMs ?? Infinity) < untilMs) {
        const call = calls[next]
        if (call !== undefined && call.atMs >= fromMs && !wasDown(play, call.atMs))
          check.failures.push(
            `${patient}: ${call.to} was called at ${say(call.atMs)}, and nobody had to be\n${linesOf(fromMs, untilMs)}`,
          )
        next += 1
      }
    }
  }
  return check
}

/** No acknowledgement outlived what T3 says. */
const holdsEnd = (play: Play): Check => {
  const check = newCheck('no acknowledgement lasted longer than it may')
  for (const { id: patient } of play.patients) {
    const looks = play.ledger.looks.get(patient) ?? []
    const readings = [...play.ledger.readings.values()].filter((one) => one.patient === patient)
    const endings = looks.flatMap(({ alerts }) =>
      alerts.flatMap(({ ended }) => (ended?.reason === 'time' ? [ended.atMs] : [])),
    )
    const holds = new Map<
      string,
      { alert: SeenAlert; sinceMs: number; severity: number; untilMs: number }
    >()
    for (const [index, { alerts }] of looks.entries())
      for (const alert of alerts) {
        if (alert.heldSinceMs === null) continue
        const key = `${alert.id} ${alert.heldSinceMs}`
        holds.set(key, {
          alert,
          sinceMs: alert.heldSinceMs,
          severity: Math.min(alert.severity, holds.get(key)?.severity ?? 4),
          untilMs: looks[index + 1]?.atMs ?? play.given.untilMs,
        })
      }
    for (const { alert, sinceMs, severity, untilMs } of holds.values()) {
      check.judged += 1
      const limitMs = holdMs(severity)
      const known = newestAt(readings, sinceMs)
      const after = readings
        .flatMap((reading) =>
          reading.acceptedMs !== null &&
          reading.acceptedMs > sinceMs &&
          reading.acceptedMs < untilMs &&
          reading.endedMs > (known?.endedMs ?? 0)
            ? [{ reading, acceptedMs: reading.acceptedMs }]
            : [],
        )
        .toSorted((a, b) => a.acceptedMs - b.acceptedMs)
      const renewed = after.find(({ acceptedMs }) => acceptedMs < sinceMs + limitMs)
      let last = Math.max(sinceMs, renewed?.acceptedMs ?? 0) + limitMs
      // At most one comes back an hour, and those of a patient together.
      for (const at of endings
        .filter((ms) => ms <= last)
        .toSorted((a, b) => b - a)
        .slice(0, 1))
        last = Math.max(last, at + hour)
      const graver = [...holds.values()].filter(
        (other) => other.severity > severity && other.sinceMs > sinceMs && other.sinceMs < last,
      )
      for (const other of graver) last = Math.max(last, other.sinceMs + 2 * holdMs(other.severity))
      last = downUntil(play, last + 61_000) + 1000
      const told = `${patient} ${alert.id.slice(0, 4)} of severity ${severity}, held by ${alert.heldBy} from ${say(sinceMs)} to ${say(untilMs)}`
      if (untilMs > last) check.failures.push(`${told}: it had to end by ${say(last)}`)
      const worse = after.find(
        ({ reading }) =>
          alert.type === 'AlertRule' &&
          known !== undefined &&
          ((totalOf(reading.vitals) >= 3 && totalOf(reading.vitals) >= totalOf(known.vitals) + 2) ||
            threesOf(reading.vitals).some((one) => !threesOf(known.vitals).includes(one))) &&
          newestAt(readings, reading.acceptedMs ?? 0) === reading,
      )
      if (worse !== undefined && untilMs > downUntil(play, worse.acceptedMs + 61_000))
        check.failures.push(
          `${told}: a worse reading came at ${say(worse.acceptedMs)} (${known === undefined ? '' : totalOf(known.vitals)} to ${totalOf(worse.reading.vitals)})`,
        )
      const goneMs = play.ledger.gone.get(alert.heldBy ?? '')
      if (
        goneMs !== undefined &&
        untilMs > downUntil(play, Math.max(goneMs, sinceMs) + 61_000) + 1000
      )
        check.failures.push(`${told}: the account ended at ${say(goneMs)}`)
    }
  }
  return check
}

/** Nothing went wrong by itself. */
const nothingFailed = (play: Play): Check => {
  const check = newCheck(
    'no server logged an error, and no program got an answer that it could not read',
  )
  check.judged = play.counts.get('events') ?? 0
  check.failures.push(...play.faults)
  return check
}

/** Judges the play. */
export const judge = async (play: Play, database: Database): Promise<readonly Check[]> => [
  nothingFailed(play),
  await readingsAreThere(play),
  alertsAreRaised(play),
  callsAreMade(play),
  pushesAreMade(play),
  holdsEnd(play),
  await tasksAreKept(play),
  await textsAreKept(play),
  await activityIsCounted(play),
  nobodySawMore(play),
  await logHoldsAll(play, database),
  await struckOutCountsNowhere(play),
]
