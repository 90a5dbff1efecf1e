import { setAlertStatus } from '../../../src/domain/alerts/commands'
import { operation } from '../../engine/synced'
import type { SyncedOperation } from '../../engine/synced'
import { notFound } from '../../graphql/errors'
import { closeAlerts } from './change'

/** Commands about alerts that may wait. */
export const alertOperations: readonly SyncedOperation[] = [
  /** What the author saw of each alert: nothing that came since is closed by it. */
  operation(setAlertStatus, async (scope, { patientId, alerts }, { at: capturedAt }) => {
    const ofPatient = await scope.trx
      .selectFrom('alert')
      .select('id')
      .where('patient_id', '=', patientId)
      .where(
        'id',
        'in',
        alerts.map(({ id }) => id),
      )
      .execute()
    // The lane is the patient's: an alert of another has no business in it.
    if (ofPatient.length < new Set(alerts.map(({ id }) => id)).size) throw notFound()
    return { version: String(await closeAlerts(scope, alerts, capturedAt)) }
  }),
]
