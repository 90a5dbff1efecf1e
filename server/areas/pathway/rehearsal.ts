import { sql } from 'kysely'
import type { PathwayRehearsal } from '../../../schema/generated/resolvers'
import { cameTooLate, isAlertable, judges } from '../../../src/domain/alerts/evaluate'
import { observeCheckup } from '../../../src/domain/alerts/observed'
import {
  rehearse,
  type ReceivedReading,
  type Rehearsed,
  type Standing,
} from '../../../src/domain/alerts/rehearse'
import { historyMs, type AlertRule } from '../../../src/domain/alerts/rule'
import { storedReadings } from '../../../src/domain/checkup/checkup'
import { storedScores } from '../../../src/domain/ews/stored-scores'
import { timeIn } from '../../../src/domain/time/calendar'
import { instantAt, plusDays } from '../../../src/domain/time/wall'
import type { Scope } from '../../graphql/scope'
import { observedBucket } from '../monitoring'

const days = 30
/** No more readings of one patient are read at once. */
const mostReadings = 5_000
/** Patients beyond this time are left out, and the answer says so. Milliseconds. */
const longestMs = 4_000

/** A stretch of a stay under one pathway, on one ward. */
interface Stay {
  readonly admittedMs: number
  /** Readings received from then on were judged under it; -Infinity: since the admission. */
  readonly fromMs: number
  /** Until then; Infinity: still. */
  readonly untilMs: number
}

const msOf = (iso: string): number => Date.parse(iso)
const isoOf = (ms: number): string => new Date(ms).toISOString()

/**
 * The stretches under a pathway, on one ward or all, that lie in a time; by patient. A transfer
 * begins another: what went before counts for the pathway and the ward of then.
 */
async function staysOf(
  { trx }: Scope,
  pathwayId: string,
  wardId: string | null,
  [fromMs, toMs]: readonly [number, number],
): Promise<ReadonlyMap<string, readonly Stay[]>> {
  const { rows } = await sql<{
    readonly patient_id: string
    readonly admitted_at: string
    readonly since: string | null
    readonly until: string | null
  }>`
    with stretch as (
      select a.id, a.patient_id, a.admitted_at, a.discharged_at, e.ward_id, e.care_pathway_id,
        case when lag(e.id) over told is not null then e.effective_at end as since,
        coalesce(lead(e.effective_at) over told, a.discharged_at) as until
      from ward_admission a join patient p on p.id = a.patient_id join admission_event e on e.admission_id = a.id
      where p.deleted_at is null and a.admitted_at <= ${isoOf(toMs)}::timestamptz
        and (a.discharged_at is null or a.discharged_at > ${isoOf(fromMs)}::timestamptz)
        and e.type in ('Admission', 'WardTransfer', 'CarePathwayTransfer')
      window told as (partition by e.admission_id order by e.effective_at, e.created_at, e.revision, e.id))
    select patient_id, admitted_at, since, until from stretch
    where care_pathway_id = ${pathwayId} and (${wardId}::text is null or ward_id = ${wardId})
      and (since is null or since <= ${isoOf(toMs)}::timestamptz) and (until is null or until > ${isoOf(fromMs)}::timestamptz)
    order by patient_id`.execute(trx)
  const stays = new Map<string, Stay[]>()
  for (const row of rows)
    stays.set(row.patient_id, [
      ...(stays.get(row.patient_id) ?? []),
      {
        admittedMs: msOf(row.admitted_at),
        fromMs: row.since === null ? -Infinity : msOf(row.since),
        untilMs: row.until === null ? Infinity : msOf(row.until),
      },
    ])
  return stays
}

const byTime = (a: ReceivedReading, b: ReceivedReading): number =>
  a.observed.atMs - b.observed.atMs || a.receivedMs - b.receivedMs

async function checkupsOf(
  { trx }: Scope,
  patientId: string,
  [fromMs, toMs]: readonly [number, number],
): Promise<readonly ReceivedReading[]> {
  const rows = await trx
    .selectFrom('valid_checkup')
    .select(['readings', 'ews_scores', 'ended_at', 'received_at'])
    .where('patient_id', '=', patientId)
    .where('ended_at', '>=', isoOf(fromMs))
    .where('ended_at', '<=', isoOf(toMs))
    .orderBy('ended_at', 'desc')
    .limit(mostReadings)
    .execute()
  return rows
    .map((row) => ({
      observed: observeCheckup(
        storedReadings(row.readings),
        storedScores(row.ews_scores),
        row.ended_at,
      ),
      receivedMs: msOf(row.received_at),
    }))
    .toSorted(byTime)
}

async function bucketsOf(
  { trx }: Scope,
  patientId: string,
  [fromMs, toMs]: readonly [number, number],
): Promise<readonly ReceivedReading[]> {
  const rows = await trx
    .selectFrom('monitoring_bucket')
    .select(['data', 'ended_at', 'received_at'])
    .where('patient_id', '=', patientId)
    .where('ended_at', '>=', isoOf(fromMs))
    .where('ended_at', '<=', isoOf(toMs))
    .orderBy('ended_at', 'desc')
    .limit(mostReadings)
    .execute()
  return rows
    .map((row) => ({ observed: observedBucket(row), receivedMs: msOf(row.received_at) }))
    .toSorted(byTime)
}

/** A reading that came too late belongs to the stretch in which it was measured. */
const standingIn =
  (stays: readonly Stay[], fromMs: number) =>
  ({ observed: { atMs }, receivedMs }: ReceivedReading): Standing => {
    const own = atMs > fromMs ? stays.filter(({ untilMs }) => atMs < untilMs) : []
    if (cameTooLate(atMs, receivedMs))
      return own.some((stay) => atMs >= Math.max(stay.admittedMs, stay.fromMs))
        ? 'too-late'
        : 'history'
    return own.some(
      (stay) =>
        isAlertable(atMs, stay.admittedMs, receivedMs) &&
        receivedMs >= stay.fromMs &&
        receivedMs < stay.untilMs,
    )
      ? 'judged'
      : 'history'
  }

/** What the rules would have found in one patient's stretches. */
async function ofPatient(
  scope: Scope,
  patientId: string,
  stays: readonly Stay[],
  rules: readonly AlertRule[],
  [fromMs, toMs]: readonly [number, number],
): Promise<Rehearsed> {
  const found = new Map<string, number>()
  let tooLate = 0
  for (const [type, read] of [
    ['new-checkup', checkupsOf],
    ['continuous-monitoring', bucketsOf],
  ] as const) {
    const own = rules.filter((rule) => judges(rule, type))
    if (own.length === 0) continue
    const readings = await read(scope, patientId, [fromMs - historyMs(own), toMs])
    const rehearsed = rehearse(own, readings, standingIn(stays, fromMs))
    for (const [id, count] of rehearsed.found) found.set(id, (found.get(id) ?? 0) + count)
    tooLate += rehearsed.tooLate
  }
  return { found, tooLate }
}

/**
 * What rules would have found in the last 30 days of the calendar, judged by evaluate() as readings
 * are on arrival. Each reading by which a rule fires counts; those that raise nothing because they
 * came too late are told apart.
 * @param rules with their place as id
 */
export async function rehearsePathway(
  scope: Scope,
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
  wardId: string | null,
  rules: readonly AlertRule[],
  places: number,
): Promise<PathwayRehearsal> {
  const toMs = scope.clock.now()
  const now = timeIn(toMs, timeZone)
  const fromMs = instantAt({ ...now, ...plusDays(now, -days) }, timeZone)
  const stays = await staysOf(scope, id, wardId, [fromMs, toMs])
  const began = performance.now()
  const perRule = Array.from({ length: places }, () => ({ alerts: 0, patients: 0 }))
  let [looked, patients, readingsTooLate, patientsTooLate] = [0, 0, 0, 0]
  for (const [patientId, own] of stays) {
    if (performance.now() - began > longestMs) break
    const { found, tooLate } = await ofPatient(scope, patientId, own, rules, [fromMs, toMs])
    looked += 1
    if (found.size > 0) patients += 1
    readingsTooLate += tooLate
    if (tooLate > 0) patientsTooLate += 1
    for (const [rule, count] of found) {
      const sums = perRule[Number(rule)]
      if (sums === undefined) continue
      sums.alerts += count
      sums.patients += 1
    }
  }
  return {
    days,
    from: isoOf(fromMs),
    to: isoOf(toMs),
    alerts: perRule.reduce((sum, { alerts }) => sum + alerts, 0),
    patients,
    readingsTooLate,
    patientsTooLate,
    patientsLookedAt: looked,
    patientsInAll: stays.size,
    rules: perRule,
  }
}
