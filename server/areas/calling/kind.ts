import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { administrator } from '../../../src/domain/access/roles'
import { nextCall, type Next } from '../../../src/domain/calling/next'
import { kindOf, restsUntil, stormMs, stormSize } from '../../../src/domain/calling/storm'
import { usualMinutes } from '../../../src/domain/calling/plan'
import { appendAction } from '../../db/action-log'
import type { Trx } from '../../db/database'
import { hasNoAccount } from '../../db/gone-user'
import { nextRevisions } from '../../db/revision'
import type { Mailer } from '../../graphql/mailer'
import type { Kind, Tried } from '../../queue'
import { callMail, nobodyMail } from './mails'
import { pushStep } from './pushes'
import {
  calledOf,
  onCallNow,
  openAlertsOf,
  placeOf,
  resolvedOf,
  runningOf,
  type Place,
} from './situation'

/** Administrators are told at most once in so long that nobody can be reached, milliseconds. */
const toldAgainMs = 60 * 60_000

/** The page of all open alerts. */
const openAlertsPage = 'virtual-ward?display=alerts'

const iso = (atMs: number): string => new Date(atMs).toISOString()

export interface CallParts {
  readonly mailer: Mailer
  /** The address of a page of the portal. */
  readonly link: (page: string) => string
}

type Running = NonNullable<Awaited<ReturnType<typeof runningOf>>>

interface At {
  readonly trx: Trx
  readonly nowMs: number
  readonly patientId: string
  readonly place: Place
}

const log = (
  { trx, nowMs, patientId }: Pick<At, 'trx' | 'nowMs' | 'patientId'>,
  organizationId: string,
  action: string,
  alertId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  appendAction(trx, {
    organizationId,
    at: iso(nowMs),
    actorId: null,
    action,
    entityType: 'alert',
    entityId: alertId,
    patientId,
    details,
  })

/**
 * Until the transaction ends nobody raises, holds or ends an alert of the patient, and nobody else calls
 * about one: the counters of all organisations that have a part in it.
 */
const lockAll = async (trx: Trx, patientId: string): Promise<void> => {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from alert where patient_id = ${patientId}
    union select organization_id from ward_admission where patient_id = ${patientId}
    union select organization_id from calling where patient_id = ${patientId} and ended_at is null`.execute(
    trx,
  )
  await nextRevisions(
    trx,
    rows.map(({ organization_id: id }) => id),
  )
}

/** Who said first, since somebody is sought, that they deal with one of its alerts. */
const answerOf = async (
  trx: Trx,
  { alert_ids: alertIds, began_at: beganAt }: Running,
): Promise<{ readonly by: string; readonly at: string } | undefined> =>
  (
    await sql<{ by: string; at: string }>`
    select s.by, s.at from alert a cross join lateral (values (a.acknowledged_by, a.acknowledged_at), (a.snoozed_by, a.snoozed_at),
      (case when a.closed_reason = 'resolved' then a.closed_by end, a.closed_at)) s (by, at)
    where a.id = any(${alertIds}::text[]) and s.by is not null and s.at >= ${beganAt}::timestamptz order by s.at, a.id limit 1`.execute(
      trx,
    )
  ).rows[0]

/** Nobody is sought any longer: somebody is on it, or it is over. */
const endCalling = async (at: Omit<At, 'place'>, running: Running): Promise<void> => {
  const answer = await answerOf(at.trx, running)
  await at.trx
    .updateTable('calling')
    .set({
      ended_at: iso(at.nowMs),
      answered_by: answer?.by ?? null,
      answered_at: answer?.at ?? null,
    })
    .where('id', '=', running.id)
    .execute()
  // Whom its call was about besides is looked at now.
  await sql`select app_enqueue('call', c.patient_id, c.organization_id, null, 0, 'epoch') from calling c
    where c.led_by = ${running.id} and c.ended_at is null`.execute(at.trx)
  if (answer !== undefined)
    await log(at, running.organization_id, 'answerCall', running.alert_ids[0] ?? '', {
      userId: answer.by,
    })
}

/** The calling of a patient with these alerts: the running one, or a new one. */
const callingWith = async (
  { trx, nowMs, patientId, place }: At,
  running: Running | undefined,
  alertIds: readonly string[],
  told: Pick<Running, 'nobody_at' | 'nobody_reason' | 'storm_of' | 'led_by'>,
): Promise<string> => {
  if (running !== undefined) {
    await trx
      .updateTable('calling')
      .set({ alert_ids: [...new Set([...running.alert_ids, ...alertIds])], ...told })
      .where('id', '=', running.id)
      .execute()
    return running.id
  }
  const id = randomUUID()
  await trx
    .insertInto('calling')
    .values({
      id,
      organization_id: place.organizationId,
      ward_id: place.wardId,
      patient_id: patientId,
      alert_ids: [...alertIds],
      began_at: iso(nowMs),
      ...told,
    })
    .execute()
  return id
}

/** Mails the administrators that nobody can be reached, unless they were mailed within the hour. */
const tellAdministrators = async (
  { trx, nowMs, place }: At,
  { mailer, link }: CallParts,
  callingId: string,
  hasPlan: boolean,
): Promise<void> => {
  const { rows } = await sql<{ email: string }>`
    select u.email from user_organization m join user_account u on u.id = m.user_id
    where m.organization_id = ${place.organizationId} and m.deleted_at is null and m.roles @> ${JSON.stringify([administrator])}::jsonb
      and not ${hasNoAccount(sql.ref('m.user_id'))}
      and not exists (select 1 from calling c where c.organization_id = ${place.organizationId}
        and c.told_at > ${iso(nowMs - toldAgainMs)}::timestamptz)
    order by u.id`.execute(trx)
  for (const { email } of rows)
    await mailer.send(nobodyMail(email, link(openAlertsPage), { hasPlan }), trx)
  if (rows.length > 0)
    await trx
      .updateTable('calling')
      .set({ told_at: iso(nowMs) })
      .where('id', '=', callingId)
      .execute()
}

/** That the first call of a patient is that of a storm: of what kind, and whose call it rests on; null: its own. */
interface Storm {
  readonly kind: string
  readonly leaderId: string | null
}

/**
 * Whether the first call of a patient is one of many: so many patients of the ward have an alert of this kind
 * that just came, or the patient was one of such. It then rests on the call that is made of all.
 */
const stormOf = async (
  { trx, nowMs, place }: At,
  running: Running | undefined,
  alertId: string,
): Promise<Storm | null> => {
  const since = iso(nowMs - stormMs)
  const alert = await trx
    .selectFrom('alert')
    .select(['type', 'source_key'])
    .where('id', '=', alertId)
    .executeTakeFirstOrThrow()
  const kind = kindOf(alert.type, alert.source_key)
  if (running?.storm_of == null) {
    const { rows } = await sql<{ patients: number }>`
      select count(distinct a.patient_id)::int as patients from alert a join ward_admission s on s.patient_id = a.patient_id and s.discharged_at is null
      where s.ward_id = ${place.wardId} and a.status = 'open' and a.type = ${alert.type} and (a.type <> 'AlertRule' or a.source_key = ${alert.source_key})
        and exists (select 1 from alert_trigger g where g.alert_id = a.id and g.status = 'open' and g.raised_at > ${since}::timestamptz)`.execute(
      trx,
    )
    if ((rows[0]?.patients ?? 0) < stormSize) return null
  }
  const leader = await trx
    .selectFrom('calling')
    .select('id')
    .where('ward_id', '=', place.wardId)
    .where('storm_of', '=', kind)
    .where('led_by', 'is', null)
    .where(
      sql<boolean>`(began_at > ${since}::timestamptz or exists (select 1 from calling_step s where s.calling_id = calling.id and s.called_at > ${since}::timestamptz))`,
    )
    .where('id', '<>', running?.id ?? '')
    .where((where) =>
      where.or([where('ended_at', 'is', null), where('answered_at', 'is not', null)]),
    )
    .orderBy('began_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { kind, leaderId: leader?.id ?? null }
}

/** Until when the call of a patient rests on that of a storm, epoch milliseconds; null: it does not. */
const restOf = async (
  { trx, nowMs }: At,
  { led_by: leaderId }: Running,
  severity: number,
  stepMs: number,
): Promise<number | null> => {
  if (leaderId === null) return null
  const row = await trx
    .selectFrom('calling')
    .select(['ended_at', 'answered_at'])
    .where('id', '=', leaderId)
    .executeTakeFirstOrThrow()
  const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at))
  return restsUntil(
    {
      endedMs: ms(row.ended_at),
      answeredMs: ms(row.answered_at),
    },
    severity,
    stepMs,
    nowMs,
  )
}

/**
 * Does what is next about a patient, in one transaction: the step, its mail, its pushes and what is told
 * of it are there together or not at all.
 * @returns when it is looked again, epoch milliseconds; null: when something changes
 */
const decide = async (
  parts: CallParts,
  trx: Trx,
  nowMs: number,
  patientId: string,
): Promise<number | null> => {
  await lockAll(trx, patientId)
  const running = await runningOf(trx, patientId)
  const place = await placeOf(trx, patientId)
  if (place === undefined) {
    if (running !== undefined) await endCalling({ trx, nowMs, patientId }, running)
    return null
  }
  const at = { trx, nowMs, patientId, place }
  const alerts = await openAlertsOf(trx, patientId, place, nowMs)
  const plan = await onCallNow(trx, place, nowMs)
  const called = running === undefined ? [] : await calledOf(trx, running.id)
  const next: Next = nextCall(
    alerts,
    await resolvedOf(trx, patientId, nowMs),
    { called, isNobodyTold: running?.nobody_at != null },
    plan,
    usualMinutes,
    nowMs,
  )
  if (next.is === 'wait') return next.untilMs
  if (next.is === 'quiet') {
    if (running !== undefined) await endCalling(at, running)
    return next.untilMs
  }
  const severity = Math.max(
    ...alerts.flatMap((alert) => (next.alertIds.includes(alert.id) ? [alert.severity] : [])),
  )
  const { minutesOfSeverity4, minutesOfSeverity3 } = plan ?? usualMinutes
  const minutes = severity >= 4 ? minutesOfSeverity4 : minutesOfSeverity3
  const alertId = next.alertIds[0] ?? ''
  if (running !== undefined) {
    const restsMs = await restOf(at, running, severity, minutes * 60_000)
    if (restsMs !== null) return restsMs
  }
  const storm = called.length === 0 ? await stormOf(at, running, alertId) : null
  const stormColumns = {
    storm_of: storm?.kind ?? running?.storm_of ?? null,
    led_by: storm?.leaderId ?? null,
  }
  if (storm !== null && storm.leaderId !== null) {
    await callingWith(at, running, next.alertIds, {
      ...stormColumns,
      nobody_at: null,
      nobody_reason: null,
    })
    return nowMs + minutes * 60_000
  }
  if (next.is === 'nobody') {
    const id = await callingWith(at, running, next.alertIds, {
      ...stormColumns,
      nobody_at: iso(nowMs),
      nobody_reason: next.reason,
    })
    await log(at, place.organizationId, 'reachNobody', alertId, { reason: next.reason })
    await tellAdministrators(at, parts, id, plan !== null)
    return nowMs + minutes * 60_000
  }
  const { userId, provider } = next.callee
  const callingId = await callingWith(at, running, next.alertIds, {
    ...stormColumns,
    nobody_at: null,
    nobody_reason: null,
  })
  const stepId = randomUUID()
  await trx
    .insertInto('calling_step')
    .values({
      id: stepId,
      calling_id: callingId,
      organization_id: place.organizationId,
      patient_id: patientId,
      step: called.length + 1,
      user_id: userId,
      provider: provider === null ? null : JSON.stringify(provider),
      called_at: iso(nowMs),
    })
    .execute()
  await parts.mailer.send(
    callMail(
      plan?.emailOf(next.callee) ?? '',
      stormColumns.storm_of === null
        ? parts.link(`patient/${encodeURIComponent(patientId)}`)
        : parts.link(openAlertsPage),
      severity,
      stormColumns.storm_of !== null,
      minutes,
    ),
    trx,
  )
  if (userId !== null)
    await pushStep(
      trx,
      { id: stepId, organizationId: place.organizationId, userId, severity },
      nowMs,
    )
  await log(
    at,
    place.organizationId,
    userId === null ? 'callProvider' : 'callUser',
    alertId,
    userId === null ? { provider: provider?.name } : { userId },
  )
  return nowMs + minutes * 60_000
}

/**
 * Calls who is on call about a patient, one after the other, until somebody is on the patient's alerts.
 * The job is about the patient: whatever changes one of their alerts asks for it (21-calling.sql), and it
 * is looked again when the next call is due. A step is committed with its mail, and is there once: a server
 * that is killed leaves the next one to decide from what is written.
 */
export const callKind = (parts: CallParts): Kind => ({
  name: 'call',
  leaseMs: 60_000,
  atOnce: 1,
  isFinishedAtStop: true,
  waitMs: (attempts) => Math.min(5_000 * 2 ** Math.min(attempts - 1, 8), 60_000),
  work: async ({ key: patientId }, held): Promise<Tried> => {
    const dueMs = await held((trx, nowMs) => decide(parts, trx, nowMs, patientId))
    return dueMs === null ? { end: 'over' } : { end: 'later', dueMs }
  },
})
