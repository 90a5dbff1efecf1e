import type { Trx } from '../../server/db/database'
import { nextRevision } from '../../server/db/revision'
import { at } from './world'

/** An open alert as rules, jobs and people leave it. */
export interface OpenAlert {
  readonly organizationId: string
  readonly patientId: string
  readonly type: 'AlertRule' | 'PatientCallbackRequest'
  readonly key: string
  readonly severity: number
  readonly acknowledgedAt?: string
  readonly snoozedUntil?: string
}

/** Stores an open alert that no reading of the test raised. */
export const addAlert = async (trx: Trx, alert: OpenAlert): Promise<void> => {
  await trx
    .insertInto('alert')
    .values({
      id: `alert ${alert.patientId} ${alert.key}`,
      organization_id: alert.organizationId,
      patient_id: alert.patientId,
      type: alert.type,
      source_key: alert.key,
      status: 'open',
      started_at: at(60),
      latest_at: at(60),
      severity: alert.severity,
      open_triggers: 1,
      triggers: 1,
      acknowledged_at: alert.acknowledgedAt ?? null,
      snoozed_until: alert.snoozedUntil ?? null,
      created_at: at(60),
      revision: await nextRevision(trx, alert.organizationId),
    })
    .execute()
}
