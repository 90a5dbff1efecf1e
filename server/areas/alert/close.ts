import { splitSeen } from '../../../src/domain/alerts/alert'
import type { AlertOutcome } from '../../../src/domain/alerts/outcome'
import { afterClosing, type Resolution } from '../../../src/domain/alerts/state'
import type { Trx } from '../../db/database'
import { columnsOf, stateOf, type AlertRow } from './state-row'

/** Who closes, why and when (ISO 8601). */
export interface Closing {
  readonly at: string
  readonly by: string | null
  readonly reason: 'resolved' | 'answered' | 'ended' | 'struck-out'
}

/** What a person who resolves an alert did about it, and what they knew. */
export interface Resolved extends Resolution {
  readonly outcome: AlertOutcome
  readonly outcomeText: string | null
}

/**
 * Closes open triggers of an alert, and the alert once none is open.
 * @param triggerIds those that were seen; null: all open ones
 * @param revision as for raiseAlert
 * @param resolution of who resolved it; null: it is over by itself
 * @returns the ids of the triggers that this closed
 */
export async function closeTriggers(
  trx: Trx,
  alert: AlertRow,
  triggerIds: readonly string[] | null,
  closing: Closing,
  revision: number,
  resolution: Resolved | null = null,
): Promise<readonly string[]> {
  if (triggerIds?.length === 0) return []
  const open = await trx
    .selectFrom('alert_trigger')
    .select(['id', 'occurred_at', 'severity'])
    .where('alert_id', '=', alert.id)
    .where('status', '=', 'open')
    .forUpdate()
    .execute()
  const { closed, left } =
    triggerIds === null ? { closed: open, left: [] } : splitSeen(open, triggerIds)
  if (closed.length === 0) return []
  const ids = closed.map(({ id }) => id)
  const closedAs = {
    closed_at: closing.at,
    closed_by: closing.by,
    closed_reason: closing.reason,
    outcome: resolution?.outcome ?? null,
    outcome_text: resolution?.outcomeText ?? null,
  }
  await trx
    .updateTable('alert_trigger')
    .set({
      status: 'closed',
      ...closedAs,
      resolved_at: resolution === null ? null : new Date(resolution.atMs).toISOString(),
    })
    .where('alert_id', '=', alert.id)
    .where('id', 'in', ids)
    .execute()
  const state = afterClosing(
    stateOf(alert),
    left.map(({ occurred_at, severity }) => ({ atMs: Date.parse(occurred_at), severity })),
    resolution,
  )
  await trx
    .updateTable('alert')
    .set({
      ...columnsOf(state),
      revision,
      ...(state.status === 'closed' ? closedAs : {}),
    })
    .where('id', '=', alert.id)
    .execute()
  return ids
}
