import { checkupIngestSchema, readingsOf } from '../../../src/domain/checkup/ingest'
import { isReasonTold, mayStrikeOut } from '../../../src/domain/checkup/strike-out'
import { recordObservations, strikeOutCheckup } from '../../../src/domain/observation/commands'
import { operation, type SyncedOperation } from '../../engine/synced'
import { badInput, forbidden, notFound } from '../../graphql/errors'
import { keyReused } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import { requirePatient } from '../../graphql/visibility'
import { isoNow } from '../../clock'
import type { Trx } from '../../db/database'
import { alertsAfterStrikeOut } from '../alert'
import { strikeOut } from '../checkup'
import { nextRevision } from '../../db/revision'
import { findPatientContext } from './patient-context'
import { scoreObserved, storeObserved } from './store'

/** What somebody measured longer ago than this is history, and is not recorded as an observation. */
const oldestMs = 90 * 86_400_000

/** What a hand measures. No file is, and nothing that a device alone says of itself. */
const byHand: ReadonlySet<string> = new Set([
  'consciousness',
  'respiratoryRate',
  'pulseOxiData',
  'pulseRate',
  'onOxygen',
  'oxygenFlow',
  'bloodPressureData',
  'temperature',
  'weight',
  'glucose',
  'symptoms',
  'notes',
])

/** The check-up type of that id; null: the organisation has none. */
const askedType = async (trx: Trx, id: string | null) =>
  id === null
    ? null
    : ((await trx
        .selectFrom('checkup_type')
        .select(['id', 'name'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null)

/** Commands about observations that may wait. */
export const observationOperations: readonly SyncedOperation[] = [
  operation(recordObservations, async (scope, input, captured) => {
    const { trx, idempotencyKey: id } = scope
    if (id === null) throw badInput([{ path: 'id', message: 'Needs an id of its own' }])
    const capturedMs = Date.parse(captured.at)
    if (capturedMs < scope.clock.now() - oldestMs)
      throw badInput([{ path: 'capturedAt', message: 'Must be within the last 90 days' }])
    await requirePatient(scope, input.patientId)
    const endedAt = new Date(capturedMs - input.minutesAgo * 60_000).toISOString()
    const item = checkupIngestSchema.parse({
      ...Object.fromEntries(Object.entries(input.readings).filter(([name]) => byHand.has(name))),
      id,
      patientId: input.patientId,
      type: 'new_checkup',
      checkupType: await askedType(trx, input.checkupType?.id ?? null),
      startedAt: endedAt,
      endedAt,
    })
    const context = await findPatientContext(trx, input.patientId, endedAt)
    if (context === null) throw notFound()
    const sent = { ...readingsOf(item), how: input.how, notMeasured: input.notMeasured }
    const stored = await storeObserved(
      trx,
      {
        id,
        organization_id: scope.acting.organizationId,
        patient_id: input.patientId,
        source_id: id,
        received_at: isoNow(scope.clock),
        // The engine decides a command once, by its id.
        payload_hash: id,
        created_by: scope.acting.userId,
      },
      item,
      await scoreObserved(trx, item, sent, context),
    )
    if (stored === null) throw keyReused()
    await logged(scope, {
      action: 'recordObservations',
      entityType: 'checkup',
      entityId: id,
      patientId: input.patientId,
    })
    return { version: String(stored) }
  }),
  operation(strikeOutCheckup, async (scope, input, captured) => {
    const { trx, acting } = scope
    const { patientId, checkupId, reason } = input
    const text = input.text?.trim() ?? null
    if (!isReasonTold(reason, text))
      throw badInput([{ path: 'text', message: 'Goes with the reason other, and with no other' }])
    await requirePatient(scope, patientId)
    const checkup = await trx
      .selectFrom('checkup')
      .select(['organization_id', 'created_by', 'received_at', 'struck_out_at', 'revision'])
      .where('id', '=', checkupId)
      .where('patient_id', '=', patientId)
      .executeTakeFirst()
    if (checkup === undefined) throw notFound()
    const isAllowed = mayStrikeOut(
      {
        recordedBy: checkup.created_by,
        recordedAt: checkup.received_at,
        organizationId: checkup.organization_id,
      },
      acting.principal,
      Date.parse(captured.at),
    )
    if (!isAllowed) throw forbidden()
    // Whoever did it first did it: the record says so.
    if (checkup.struck_out_at !== null) return { version: String(checkup.revision) }
    const revision = await nextRevision(trx, acting.organizationId)
    const [by, at] = [acting.userId, isoNow(scope.clock)]
    await strikeOut(trx, { checkupId, by, at, reason, text }, revision)
    await alertsAfterStrikeOut(
      trx,
      { organizationId: acting.organizationId, patientId, checkupId, by },
      revision,
      at,
    )
    await logged(scope, {
      action: 'strikeOutCheckup',
      entityType: 'checkup',
      entityId: checkupId,
      patientId,
      details: { reason, ...(text === null ? {} : { text }) },
    })
    return { version: String(revision) }
  }),
]
