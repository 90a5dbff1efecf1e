import {
  callbackIngestSchema,
  callbackSeverity,
  type CallbackIngest,
} from '../../src/domain/alerts/callback'
import { raiseAlert } from '../areas/alert'
import { patientContext, type PatientContext } from './patient-context'
import { numbered, type Storage } from './store-once'
import { requireSpan } from './time-span'

export const callbackSchema = callbackIngestSchema

/** Patients who ask to be called back: each an alert, also of a patient who is on no ward. */
export const callbackStorage: Storage<CallbackIngest, PatientContext> = {
  kind: 'callback-request',
  find: async (trx, organizationId, sourceId) => {
    const row = await trx
      .selectFrom('patient_callback_request')
      .select(['id', 'patient_id', 'received_at', 'payload_hash'])
      .where('organization_id', '=', organizationId)
      .where('source_id', '=', sourceId)
      .executeTakeFirst()
    return row === undefined
      ? null
      : {
          id: row.id,
          patientId: row.patient_id,
          receivedAt: row.received_at,
          payloadHash: row.payload_hash,
          more: {},
        }
  },
  prepare: async (trx, item, nowMs) => {
    requireSpan({ startedAt: item.requestedAt, endedAt: item.requestedAt }, nowMs, {
      start: 'requestedAt',
      end: 'requestedAt',
    })
    return patientContext(trx, item.patientId, item.requestedAt)
  },
  insert: async (trx, unnumbered, item, { admission }) => {
    const base = await numbered(trx, unnumbered)
    const written = await trx
      .insertInto('patient_callback_request')
      .values({ ...base, requested_at: item.requestedAt })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (written === undefined) return null
    await raiseAlert(
      trx,
      {
        organizationId: base.organization_id,
        patientId: base.patient_id,
        type: 'PatientCallbackRequest',
        key: 'callback',
        source: `callback ${base.id}`,
        occurredAt: item.requestedAt,
        severity: callbackSeverity,
        escalateAfterMinutes: admission?.escalateAfterMinutes ?? null,
      },
      base.received_at,
      base.revision,
    )
    return {}
  },
}
