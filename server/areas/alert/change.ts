import type { Updateable } from 'kysely'
import type { Known } from '../../../src/domain/alerts/hold'
import type { AlertOutcome } from '../../../src/domain/alerts/outcome'
import { acknowledged, snoozed, type AlertState } from '../../../src/domain/alerts/state'
import { readEcgKey } from '../../../src/domain/alerts/ecg'
import { isoNow } from '../../clock'
import { nextRevisions } from '../../db/revision'
import type { Tables } from '../../db/tables'
import { conflict, notFound } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { closeTriggers } from './close'
import { holdEnded, holdsAfterReading } from './hold'
import { knownAt, worseBetween } from './known'
import { columnsOf, escalateAfterMs, noEndedHold, stateOf, type AlertRow } from './state-row'
import { requireOwnAlerts } from './whose'

/** An alert to resolve; `triggerIds` null: with all that is open. */
export interface AlertToClose {
  readonly id: string
  readonly triggerIds: readonly string[] | null
  /** What was done. */
  readonly outcome: AlertOutcome
  readonly outcomeText: string | null
}

interface TakenAlert {
  readonly alert: AlertRow
  /** The next one of its organisation. */
  readonly revision: number
}

/**
 * Reads alerts that may be changed, each with the next revision of its organisation: whose counters
 * are taken first and in one order, so that nobody raises or changes these alerts meanwhile and no
 * two who change several wait for each other in a ring.
 * @throws NOT_FOUND for an alert of a patient whom the user may not open; FORBIDDEN where the patient is
 * on another organisation's ward
 */
async function takeAlerts(
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TakenAlert>> {
  const found = await scope.trx
    .selectFrom('alert')
    .select(['id', 'organization_id', 'patient_id'])
    .where('id', 'in', ids)
    .execute()
  if (found.length < ids.length) throw notFound()
  for (const patientId of new Set(found.map(({ patient_id }) => patient_id))) {
    await requirePatient(scope, patientId)
    await requireOwnAlerts(scope, patientId)
  }
  const revisions = await nextRevisions(
    scope.trx,
    found.map(({ organization_id }) => organization_id),
  )
  const alerts = await scope.trx.selectFrom('alert').selectAll().where('id', 'in', ids).execute()
  return new Map(
    alerts.map((alert) => [
      alert.id,
      { alert, revision: revisions.get(alert.organization_id) ?? 0 },
    ]),
  )
}

/**
 * Resolves alerts: closes what was seen of each, and nothing that came since (design/sync.md: late
 * application must not hide a new alarm). What is closed already stays as it was closed first.
 * @returns the greatest revision that was written. @throws NOT_FOUND
 */
export async function closeAlerts(
  scope: Scope,
  closings: readonly AlertToClose[],
  capturedAt: string,
): Promise<number> {
  const { trx, acting } = scope
  const taken = await takeAlerts(scope, [...new Set(closings.map(({ id }) => id))])
  const now = isoNow(scope.clock)
  // A tablet's clock may be ahead: nobody resolves what is still to come.
  const seenMs = Math.min(Date.parse(capturedAt), scope.clock.now())
  const known = new Map<string, Known>()
  let greatest = 0
  for (const { id, triggerIds, outcome, outcomeText } of closings) {
    const one = taken.get(id)
    if (one === undefined) throw notFound()
    greatest = Math.max(greatest, one.revision)
    // Read again: the list may name an alert twice.
    const alert = await trx
      .selectFrom('alert')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const knownThen = known.get(alert.patient_id) ?? (await knownAt(trx, alert.patient_id, seenMs))
    known.set(alert.patient_id, knownThen)
    const closed = await closeTriggers(
      trx,
      alert,
      triggerIds,
      { at: now, by: acting.userId, reason: 'resolved' },
      one.revision,
      { known: knownThen, atMs: seenMs, outcome, outcomeText },
    )
    const left = alert.open_triggers - closed.length
    await logged(scope, {
      action: 'setAlertStatus',
      entityType: 'alert',
      entityId: id,
      patientId: alert.patient_id,
      details: {
        command: scope.idempotencyKey,
        capturedAt,
        status: 'closed',
        closed: closed.length,
        left,
        outcome,
      },
    })
  }
  return greatest
}

/** What a person says about an open alert. */
interface Said {
  readonly action: string
  readonly details: Readonly<Record<string, unknown>>
  readonly change: (
    state: AlertState,
    known: Known,
    nowMs: number,
    escalateAfter: number | null,
  ) => AlertState
  readonly by: Updateable<Tables['alert']>
}

/**
 * Changes what is said about an open alert.
 * @param seenAt when the newest reading was measured that the author saw, ISO 8601; null: all. A newer
 * one that is worse ends at once what holds the patient's alerts
 * @throws NOT_FOUND, or CONFLICT (CLOSED) where it was closed meanwhile
 */
async function changeOpen(
  scope: Scope,
  id: string,
  seenAt: string | null,
  said: Said,
): Promise<void> {
  const one = await takeAlert(scope, id)
  if (one.alert.status === 'closed') throw conflict('CLOSED', 'The alert was resolved meanwhile')
  await changeTaken(scope, one, seenAt, said)
}

const takeAlert = async (scope: Scope, id: string): Promise<TakenAlert> => {
  const one = (await takeAlerts(scope, [id])).get(id)
  if (one === undefined) throw notFound()
  return one
}

async function changeTaken(
  scope: Scope,
  one: TakenAlert,
  seenAt: string | null,
  { action, details, change, by }: Said,
): Promise<void> {
  const { trx } = scope
  const nowMs = scope.clock.now()
  const { id, organization_id, patient_id } = one.alert
  const seenMs = seenAt === null ? nowMs : Math.min(Date.parse(seenAt), nowMs)
  const known = await knownAt(trx, patient_id, seenMs)
  const state = change(
    stateOf(one.alert),
    known,
    nowMs,
    escalateAfterMs(one.alert.escalate_after_minutes),
  )
  await trx
    .updateTable('alert')
    .set({ ...by, ...columnsOf(state), ...noEndedHold, revision: one.revision })
    .where('id', '=', id)
    .execute()
  await logged(scope, {
    action,
    entityType: 'alert',
    entityId: id,
    patientId: patient_id,
    details: { command: scope.idempotencyKey, ...details },
  })
  const unseen = await worseBetween(trx, patient_id, known, seenMs, nowMs)
  if (unseen !== undefined)
    await holdsAfterReading(
      trx,
      { organization_id, patient_id, received_at: isoNow(scope.clock), revision: one.revision },
      unseen,
      'unseen',
    )
}

/** @param capturedAt when a person pressed, where that is not now; ISO 8601 */
const acknowledging = (scope: Scope, isAcknowledged: boolean, capturedAt?: string): Said => ({
  action: 'acknowledgeAlert',
  details: { isAcknowledged, ...(capturedAt === undefined ? {} : { capturedAt }) },
  change: (state, known, nowMs, after) =>
    isAcknowledged
      ? acknowledged(state, known, capturedAt === undefined ? nowMs : Date.parse(capturedAt), after)
      : acknowledged(state, null, nowMs, after),
  by: { acknowledged_by: scope.acting.userId },
})

/** Says that the user is on an alert, or no longer. @throws NOT_FOUND, CONFLICT */
export const acknowledge = (
  scope: Scope,
  id: string,
  isAcknowledged: boolean,
  seenAt: string | null,
): Promise<void> => changeOpen(scope, id, seenAt, acknowledging(scope, isAcknowledged))

/** What raised an open alert, as of an instant. */
const raisedBy = async (
  { trx }: Scope,
  { id, source_key: key }: AlertRow,
  at: string,
): Promise<{ readonly isKnown: boolean; readonly isWorseSince: boolean }> => {
  const open = await trx
    .selectFrom('alert_trigger')
    .select(['severity', 'raised_at', 'occurred_at'])
    .where('alert_id', '=', id)
    .where('status', '=', 'open')
    .execute()
  const known = open.filter(({ raised_at: raised }) => raised <= at)
  const gravest = Math.max(0, ...known.map(({ severity }) => severity))
  return {
    isKnown: known.length > 0,
    isWorseSince: open.some(
      ({ severity, raised_at: raised, occurred_at: occurred }) =>
        raised > at &&
        // Each grave rhythm is news, as in raiseAlert.
        (severity > gravest || (readEcgKey(key) !== null && severity >= 4 && occurred > at)),
    ),
  }
}

/**
 * The same, as of when a person pressed without a connection (decisions.md, T18). What was said or
 * decided since stands, nothing that was raised since is held by it, and an alert that is closed
 * stays closed.
 * @param capturedAt ISO 8601. @returns the revision of the alert. @throws NOT_FOUND
 */
export async function acknowledgeLate(
  scope: Scope,
  id: string,
  isAcknowledged: boolean,
  seenAt: string,
  capturedAt: string,
): Promise<number> {
  const one = await takeAlert(scope, id)
  const { alert, revision } = one
  const saidSince = alert.acknowledged_at !== null && alert.acknowledged_at > capturedAt
  const { isKnown, isWorseSince } = await raisedBy(scope, alert, capturedAt)
  if (alert.status === 'closed' || saidSince || !isKnown) return alert.revision
  if (!isAcknowledged || !isWorseSince) {
    const seen = seenAt < capturedAt ? seenAt : capturedAt
    await changeTaken(scope, one, seen, acknowledging(scope, isAcknowledged, capturedAt))
    return revision
  }
  if (alert.acknowledged_at !== null) return alert.revision
  // Nobody holds it, and everybody reads why.
  const { userId } = scope.acting
  await scope.trx
    .updateTable('alert')
    .set({ ...holdEnded({ userId, at: isoNow(scope.clock), reason: 'worse' }), revision })
    .where('id', '=', id)
    .execute()
  await logged(scope, {
    action: 'acknowledgeAlert',
    entityType: 'alert',
    entityId: id,
    patientId: alert.patient_id,
    details: { command: scope.idempotencyKey, isAcknowledged, capturedAt, ended: 'worse' },
  })
  return revision
}

/** Puts an alert off for some minutes; 0: no longer. @throws NOT_FOUND, CONFLICT */
export const snooze = (
  scope: Scope,
  id: string,
  minutes: number,
  seenAt: string | null,
): Promise<void> =>
  changeOpen(scope, id, seenAt, {
    action: 'snoozeAlert',
    details: { minutes },
    change: (state, known, nowMs, after) =>
      snoozed(
        state,
        minutes === 0 ? null : { atMs: nowMs + minutes * 60_000, known },
        nowMs,
        after,
      ),
    by: { snoozed_by: scope.acting.userId, snoozed_at: isoNow(scope.clock) },
  })
