import { sql } from 'kysely'
import {
  deviceSilenceSeverity,
  lastWordMs,
  nextSilenceMs,
  readSilenceKey,
  readSilenceSource,
  silenceKey,
  silences,
  silenceSource,
  silentAfterMinutes,
  type LastByDevice,
  type Silence,
} from '../../../src/domain/alerts/silence'
import { unseenSeverity } from '../../../src/domain/alerts/unseen'
import { appendAction } from '../../db/action-log'
import type { Database, Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'
import { decidedNow, type JobParts } from '../../jobs/database-clock'
import { eachApart, errorOf, ItemFailed, newRound, type Round } from '../../jobs/apart'
import { forOrganization } from '../../jobs/organization-failed'
import { closeTriggers } from './close'
import { raiseAlert } from './raise'
import { keepLooks, watchedAt, type Settled, type Watched } from './silence-watch'
import type { AlertRow } from './state-row'

/** Whoever is monitored is looked at after this at the latest, milliseconds. */
const lookAgainMs = 3_600_000

const iso = (ms: number): string => new Date(ms).toISOString()

interface Monitored {
  readonly session_id: string
  readonly organization_id: string
  readonly patient_id: string
  readonly created_at: string
  readonly latest_by_device: LastByDevice
  readonly silent_after_minutes: number | null
  readonly escalate_after_minutes: number | null
  /** The score in force, or its lower bound; null: nothing was scored. */
  readonly total: number | null
}

/** An open alert of a silence, with what raised it last. */
type OpenAlert = AlertRow & { readonly source: string; readonly raised_at: string }

/** An alert to raise, or to close because data came (`answered`) or monitoring ended. */
type Step =
  | {
      readonly kind: 'raise'
      readonly patient: Monitored
      readonly silence: Silence
      readonly key: string
      readonly source: string
      readonly atMs: number
    }
  | {
      readonly kind: 'close'
      readonly alert: OpenAlert
      readonly answered: boolean
      readonly atMs: number
    }

/** Their running monitoring, without patients discharged since it began and not admitted again. */
const monitoredNow = async (
  trx: Trx,
  patientIds: readonly string[],
): Promise<readonly Monitored[]> =>
  (
    await sql<Monitored>`
  select m.id as session_id, m.organization_id, m.patient_id, m.created_at, coalesce(s.latest_by_device, '{}') as latest_by_device,
    c.silent_after_minutes, c.escalate_after_minutes, greatest(s.order_total, s.both_total) as total
  from continuous_monitoring_session m left join patient_summary s on s.patient_id = m.patient_id
  left join ward_admission a on a.patient_id = m.patient_id and a.discharged_at is null left join care_pathway c on c.id = a.care_pathway_id
  where m.ended_at is null and m.patient_id = any(${[...patientIds]}::text[])
    and (a.id is not null or not exists (select 1 from ward_admission x where x.patient_id = m.patient_id and x.organization_id = m.organization_id and x.discharged_at >= m.created_at))
  order by m.organization_id, m.patient_id`.execute(trx)
  ).rows

const wordsOf = (patient: Monitored) => ({
  beganMs: Date.parse(patient.created_at),
  lastByDevice: patient.latest_by_device,
})
/** Alerts and monitoring are one organisation's each. */
const placeOf = (one: Pick<AlertRow, 'patient_id' | 'organization_id'>): string =>
  `${one.organization_id} ${one.patient_id}`
const what = (alert: AlertRow) => readSilenceKey(alert.source_key)?.of ?? 'monitoring'

/** Their open alerts of silences, each once. */
async function openAlerts(trx: Trx, patientIds: readonly string[]): Promise<readonly OpenAlert[]> {
  const rows = await trx
    .selectFrom('alert as a')
    .innerJoin('alert_trigger as t', (join) =>
      join.onRef('t.alert_id', '=', 'a.id').on('t.status', '=', 'open'),
    )
    .selectAll('a')
    .select(['t.source', 't.raised_at'])
    .where('a.status', '=', 'open')
    .where('a.source_key', 'like', 'data-stopped %')
    .where(sql<boolean>`a.patient_id = any(${[...patientIds]}::text[])`)
    .orderBy('a.organization_id')
    .orderBy('a.id')
    .orderBy('t.raised_at')
    .execute()
  return rows.filter((row, index) => row.id !== rows[index + 1]?.id)
}

/** A silence, and what raises it the first time. */
interface Named {
  readonly silence: Silence
  readonly first: string
}

/**
 * How often each silence was raised, by first source, and whether its alert is open or was resolved
 * by a user.
 */
async function raisedBefore(
  trx: Trx,
  silent: readonly (readonly [Monitored, Named])[],
): Promise<ReadonlyMap<string, { readonly times: number; readonly isTold: boolean }>> {
  const found = new Map<string, { times: number; isTold: boolean }>()
  if (silent.length === 0) return found
  const rows = await trx
    .selectFrom('alert as a')
    .innerJoin('alert_trigger as t', 't.alert_id', 'a.id')
    .select(['t.source', 't.status', 't.closed_reason'])
    .where('a.patient_id', 'in', [...new Set(silent.map(([{ patient_id: id }]) => id))])
    .where('a.source_key', 'like', 'data-stopped %')
    .where(
      sql`regexp_replace(t.source, ' again [0-9]+$', '')`,
      'in',
      silent.map(([, { first: source }]) => source),
    )
    .execute()
  for (const { source, status, closed_reason: reason } of rows) {
    const first = readSilenceSource(source)?.first ?? source
    const before = found.get(first)
    found.set(first, {
      times: (before?.times ?? 0) + 1,
      isTold: before?.isTold === true || status === 'open' || reason === 'resolved',
    })
  }
  return found
}

/**
 * Why an alert is over; null: it is not. Only data answers a silence, not another clock or limit.
 * It ended with its session, or when nobody expects data.
 */
function closingOf(
  alert: OpenAlert,
  patient: Monitored | undefined,
  silent: readonly Silence[],
): { readonly answered: boolean } | null {
  const raised = readSilenceSource(alert.source)
  if (patient === undefined || (raised !== null && raised.sessionId !== patient.session_id))
    return { answered: false }
  // While everything is silent nothing is heard of a device either.
  if (silent.some(({ of }) => of === what(alert) || of === 'monitoring')) return null
  return raised === null || lastWordMs(wordsOf(patient), what(alert)) > raised.sinceMs
    ? { answered: true }
    : null
}

/** What is to be done about patients, and when each of them is looked at again where nothing is. */
interface Looked {
  readonly steps: readonly Step[]
  /** Nobody who has a step or could not be told. */
  readonly settled: readonly Settled[]
}

/**
 * All steps at an instant. A silence that a user resolved is not raised again. A slow clock counts
 * from the alert's own instant. Of an untellable patient nothing is raised or closed.
 */
async function lookAt(
  trx: Trx,
  nowMs: number,
  patientIds: readonly string[],
  { skipped, failed }: Round,
): Promise<Looked> {
  const [patients, open] = [await monitoredNow(trx, patientIds), await openAlerts(trx, patientIds)]
  const openOf = new Map<string, OpenAlert[]>()
  for (const alert of open) {
    const alerts = openOf.get(placeOf(alert))
    if (alerts === undefined) openOf.set(placeOf(alert), [alert])
    else alerts.push(alert)
  }
  const told = patients
    .filter(({ session_id: id }) => !skipped.includes(id))
    .flatMap((patient) => {
      try {
        const afterMinutes = patient.silent_after_minutes ?? silentAfterMinutes
        const alerts = openOf.get(placeOf(patient)) ?? []
        const atMs = Math.max(nowMs, ...alerts.map(({ raised_at: at }) => Date.parse(at)))
        const monitored = { ...wordsOf(patient), afterMinutes }
        const found = silences(monitored, atMs).map((silence): Named => ({
          silence,
          first: silenceSource(patient.session_id, silence),
        }))
        return [
          { patient, afterMinutes, atMs, alerts, found, next: nextSilenceMs(monitored, atMs) },
        ]
      } catch (error) {
        failed(
          new ItemFailed(patient.organization_id, 'silence', patient.session_id, errorOf(error)),
        )
        return []
      }
    })
  const toldOf = new Map(told.map((one) => [placeOf(one.patient), one]))
  const untold = new Set(patients.map(placeOf).filter((place) => !toldOf.has(place)))
  const before = await raisedBefore(
    trx,
    told.flatMap(({ patient, found }) => found.map((one) => [patient, one] as const)),
  )
  const raises = told.flatMap(({ patient, afterMinutes, atMs, alerts, found }) =>
    found.flatMap(({ silence, first }) => {
      const known = before.get(first)
      if (known?.isTold === true || alerts.some((alert) => what(alert) === silence.of)) return []
      return [
        {
          kind: 'raise' as const,
          patient,
          silence,
          key: silenceKey(silence.of, afterMinutes),
          source: silenceSource(patient.session_id, silence, known?.times ?? 0),
          atMs,
        },
      ]
    }),
  )
  const closes = open
    .filter((alert) => !untold.has(placeOf(alert)))
    .flatMap((alert) => {
      const of = toldOf.get(placeOf(alert))
      const closing = closingOf(alert, of?.patient, of?.found.map(({ silence }) => silence) ?? [])
      return closing === null
        ? []
        : [
            {
              kind: 'close' as const,
              alert,
              ...closing,
              atMs: Math.max(nowMs, Date.parse(alert.raised_at)),
            },
          ]
    })
  const steps = [...raises, ...closes]
  const isBusy = new Set([
    ...steps.map((step) => (step.kind === 'raise' ? step.patient : step.alert).patient_id),
    ...patients.filter((one) => untold.has(placeOf(one))).map(({ patient_id: id }) => id),
  ])
  const toldById = new Map(told.map((one) => [one.patient.patient_id, one]))
  const hasOpen = new Set(open.map(({ patient_id: id }) => id))
  return {
    steps: steps.filter((step) => !skipped.includes(idOf(step))),
    settled: patientIds
      .filter((id) => !isBusy.has(id))
      .map((id) => {
        const one = toldById.get(id)
        return {
          id,
          lookMs: Math.min(one?.next ?? Infinity, nowMs + lookAgainMs),
          isSilent: hasOpen.has(id) || (one?.found.length ?? 0) > 0,
        }
      }),
  }
}

/** What a step is known by within a round. */
const idOf = (step: Step): string => (step.kind === 'raise' ? step.source : step.alert.id)
const organizationOf = (step: Step): string =>
  step.kind === 'raise' ? step.patient.organization_id : step.alert.organization_id

const raise = (
  trx: Trx,
  { patient, silence, key, source, atMs }: Extract<Step, { kind: 'raise' }>,
  revision: number,
): Promise<boolean> =>
  raiseAlert(
    trx,
    {
      organizationId: patient.organization_id,
      patientId: patient.patient_id,
      type: 'AlertRule',
      key,
      source,
      severity: silence.of === 'monitoring' ? unseenSeverity(patient.total) : deviceSilenceSeverity,
      escalateAfterMinutes: patient.escalate_after_minutes,
      occurredAt: iso(
        silence.sinceMs + (readSilenceKey(key)?.afterMinutes ?? silentAfterMinutes) * 60_000,
      ),
      ...(silence.isWaiting ? {} : { bucketEndAt: iso(silence.sinceMs) }),
    },
    iso(atMs),
    revision,
  )

async function close(
  trx: Trx,
  { alert, answered, atMs }: Extract<Step, { kind: 'close' }>,
  revision: number,
): Promise<void> {
  const at = iso(atMs)
  const closed = await closeTriggers(
    trx,
    alert,
    null,
    { at, by: null, reason: answered ? 'answered' : 'ended' },
    revision,
  )
  await appendAction(trx, {
    organizationId: alert.organization_id,
    at,
    actorId: null,
    action: answered ? 'alertAnswered' : 'alertEnded',
    entityType: 'alert',
    entityId: alert.id,
    patientId: alert.patient_id,
    details: { triggers: closed },
  })
}

/** The first of who is to be looked at and has something to be done, with their batch. */
async function firstStep(
  trx: Trx,
  nowMs: number,
  round: Round,
): Promise<{ readonly organizationId: string; readonly patientIds: readonly string[] } | null> {
  let behind: Watched | undefined
  for (;;) {
    const watched = await watchedAt(trx, nowMs, behind)
    if (watched.length === 0) return null
    behind = watched.at(-1)
    const { steps, settled } = await lookAt(
      trx,
      nowMs,
      watched.map(({ patient_id: id }) => id),
      round,
    )
    await keepLooks(trx, watched, settled)
    const first = steps.find((step) => !round.without.includes(organizationOf(step)))
    if (first === undefined) continue
    const organizationId = organizationOf(first)
    return {
      organizationId,
      patientIds: [
        ...new Set(
          steps
            .filter((step) => organizationOf(step) === organizationId)
            .map((step) => (step.kind === 'raise' ? step.patient : step.alert).patient_id),
        ),
      ],
    }
  }
}

/**
 * Raises and closes alerts of silent monitoring: one batch of one organisation. Only patients are
 * read whose time has come (silence_watch). With the counter locked all is asked again, so that a
 * silence raises one alert on several servers and new data counts. A failing patient does not stop
 * the others.
 * @param round is told of each silence that threw, and leaves it alone
 * @returns how much was done or threw; 0: nothing is due, or another server does it
 */
export const decideStopped = async (
  database: Database,
  parts: JobParts,
  round = newRound(),
): Promise<number> => {
  // In a transaction of its own: who changes what is watched waits for nobody who waits for them.
  const due = await database.asSystem(async (trx) =>
    firstStep(trx, await decidedNow(trx, parts), round),
  )
  if (due === null) return 0
  const { organizationId, patientIds } = due
  return forOrganization(organizationId, () =>
    database.asSystem(async (trx) => {
      const revision = await nextRevision(trx, organizationId)
      const { steps } = await lookAt(trx, await decidedNow(trx, parts), patientIds, round)
      let done = 0
      const failures = await eachApart(
        trx,
        steps.filter((step) => organizationOf(step) === organizationId),
        (step) => ({ organizationId, kind: 'silence', id: idOf(step) }),
        async (step) => {
          if (step.kind === 'close') await close(trx, step, revision)
          done += step.kind === 'close' || (await raise(trx, step, revision)) ? 1 : 0
        },
      )
      failures.forEach(round.failed)
      // None: another server did them meanwhile, and others may be due.
      return steps.length === 0 ? 1 : done + failures.length
    }),
  )
}
