import { appendAction } from '../../db/action-log'
import type { Trx } from '../../db/database'
import { closeTriggers } from './close'
import { alertOnNewest } from './newest-checkup'

/**
 * Closes what a check-up raised that was struck out: an alert that another reading holds up stays
 * open. The newest check-up that counts is then judged as if it came now.
 * @param revision by nextRevision in this transaction
 * @param now ISO instant
 */
export async function alertsAfterStrikeOut(
  trx: Trx,
  struck: {
    readonly organizationId: string
    readonly patientId: string
    readonly checkupId: string
    readonly by: string
  },
  revision: number,
  now: string,
): Promise<void> {
  const raised = await trx
    .selectFrom('alert as a')
    .innerJoin('alert_trigger as t', 't.alert_id', 'a.id')
    .select(['t.id', 't.alert_id'])
    .where('a.patient_id', '=', struck.patientId)
    .where('a.status', '=', 'open')
    .where('t.status', '=', 'open')
    .where('t.checkup_id', '=', struck.checkupId)
    .orderBy('t.alert_id')
    .execute()
  for (const alertId of new Set(raised.map(({ alert_id: id }) => id))) {
    const alert = await trx
      .selectFrom('alert')
      .selectAll()
      .where('id', '=', alertId)
      .executeTakeFirstOrThrow()
    const triggers = await closeTriggers(
      trx,
      alert,
      raised.flatMap((one) => (one.alert_id === alertId ? [one.id] : [])),
      { at: now, by: null, reason: 'struck-out' },
      revision,
    )
    await appendAction(trx, {
      organizationId: struck.organizationId,
      at: now,
      actorId: struck.by,
      action: 'alertStruckOut',
      entityType: 'alert',
      entityId: alertId,
      patientId: struck.patientId,
      details: {
        checkupId: struck.checkupId,
        triggers,
        left: alert.open_triggers - triggers.length,
      },
    })
  }
  await alertOnNewest(trx, struck, now)
}
