import { acknowledgeAlert, setAlertStatus } from '../../../src/domain/alerts/commands'
import { operation } from '../../engine/synced'
import type { SyncedOperation } from '../../engine/synced'
import type { Scope } from '../../graphql/scope'
import { notFound } from '../../graphql/errors'
import { acknowledgeLate, closeAlerts } from './change'

/** The lane is the patient's: an alert of another has no business in it. @throws NOT_FOUND */
async function checkLane(
  { trx }: Scope,
  patientId: string,
  alertIds: readonly string[],
): Promise<void> {
  const ofPatient = await trx
    .selectFrom('alert')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('id', 'in', alertIds)
    .execute()
  if (ofPatient.length < new Set(alertIds).size) throw notFound()
}

/** Commands about alerts that may wait. */
export const alertOperations: readonly SyncedOperation[] = [
  /** What the author saw of each alert: nothing that came since is closed by it. */
  operation(setAlertStatus, async (scope, { patientId, alerts }, { at: capturedAt }) => {
    await checkLane(
      scope,
      patientId,
      alerts.map(({ id }) => id),
    )
    return { version: String(await closeAlerts(scope, alerts, capturedAt)) }
  }),
  /** As of when its author said so: nothing that came since is held by it. */
  operation(acknowledgeAlert, async (scope, { patientId, id, isAcknowledged, seenAt }, { at }) => {
    await checkLane(scope, patientId, [id])
    return { version: String(await acknowledgeLate(scope, id, isAcknowledged, seenAt, at)) }
  }),
]
