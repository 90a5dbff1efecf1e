import { answers } from '../../src/domain/schedule/slot'
import { evaluate, isAlertable } from '../../src/domain/alerts/evaluate'
import { observeBucket, observeCheckup, type Observed } from '../../src/domain/alerts/observed'
import { historyMs } from '../../src/domain/alerts/rule'
import { bucketIngestSchema, monitoringBucketSchema } from '../../src/domain/monitoring/bucket'
import { closeTriggers, raiseAlert } from '../db/alerts'
import { appendAction } from '../db/action-log'
import type { Trx } from '../db/database'
import type { AdmissionContext } from './patient-context'
import type { RowBase } from './store-once'

/** What the rules that look back have to know, newest at any place. */
const historyOf = async (trx: Trx, base: RowBase, observed: Observed, spanMs: number): Promise<readonly Observed[]> => {
  if (spanMs === 0) return []
  const since = new Date(observed.atMs - spanMs).toISOString()
  const until = new Date(observed.atMs).toISOString()
  if (observed.source === 'new-checkup') {
    const rows = await trx.selectFrom('checkup').select(['readings', 'ews_scores', 'ended_at']).where('patient_id', '=', base.patient_id)
      .where('ended_at', '>=', since).where('ended_at', '<', until).execute()
    return rows.map((row) => observeCheckup(row.readings, row.ews_scores, row.ended_at))
  }
  const rows = await trx.selectFrom('monitoring_bucket').select(['data', 'started_at', 'ended_at']).where('patient_id', '=', base.patient_id)
    .where('ended_at', '>=', since).where('ended_at', '<', until).execute()
  return rows.flatMap((row) => {
    const { thresholdScores, ...measured } = row.data
    const bucket = bucketIngestSchema.safeParse({ ...measured, id: 'x', patientId: 'x', bucketStartAt: row.started_at, bucketEndAt: row.ended_at })
    const scores = monitoringBucketSchema.shape.thresholdScores.safeParse(thresholdScores)
    return bucket.success && scores.success ? [observeBucket(bucket.data, scores.data)] : []
  })
}

/**
 * Raises what the pathway's rules find in a reading, in the transaction that stores it: a reading and its alert are there together
 * or not at all. Under the organisation that sent the reading, whose counter the caller has taken (base.revision).
 */
export async function alertOnReading(trx: Trx, base: RowBase, admission: AdmissionContext | null, observed: Observed): Promise<void> {
  if (admission === null || !isAlertable(observed.atMs, Date.parse(admission.admittedAt), Date.parse(base.received_at))) return
  const rules = admission.rules.filter(({ type }) => type === observed.source)
  if (rules.length === 0) return
  const occurredAt = new Date(observed.atMs).toISOString()
  const isCheckup = observed.source === 'new-checkup'
  for (const { ruleId, severity } of evaluate(rules, observed, await historyOf(trx, base, observed, historyMs(rules)))) {
    await raiseAlert(trx, {
      organizationId: base.organization_id, patientId: base.patient_id, type: 'AlertRule', key: ruleId, source: `${isCheckup ? 'checkup' : 'bucket'} ${base.id}`, occurredAt,
      severity, escalateAfterMinutes: admission.escalateAfterMinutes, ...(isCheckup ? { checkupId: base.id } : { bucketEndAt: occurredAt }),
    }, base.received_at, base.revision)
  }
}

/**
 * A check-up that was made in time and only arrived late was not missed: what said so is closed by itself. Asked with the
 * counter taken, so that a slot that is being decided at this moment either sees the check-up or is seen here.
 */
export async function answerMissed(trx: Trx, base: RowBase, checkup: { readonly endedAt: string; readonly checkupTypeId: string | null }): Promise<void> {
  let query = trx.selectFrom('alert').selectAll().where('patient_id', '=', base.patient_id).where('organization_id', '=', base.organization_id)
    .where('type', '=', 'CheckupScheduleEvent').where('status', '=', 'open')
  if (checkup.checkupTypeId !== null) query = query.where('checkup_type_id', '=', checkup.checkupTypeId)
  for (const alert of await query.orderBy('id').execute()) {
    const triggers = await trx.selectFrom('alert_trigger').select(['id', 'opens_at', 'closes_at', 'expected_at']).where('alert_id', '=', alert.id).where('status', '=', 'open').execute()
    const answered = triggers.filter(({ opens_at: opens, closes_at: closes, expected_at: due }) => opens !== null && closes !== null && due !== null
      && answers(Date.parse(checkup.endedAt), { opensMs: Date.parse(opens), closesMs: Date.parse(closes), dueMs: Date.parse(due) }))
    if (answered.length === 0) continue
    const closed = await closeTriggers(trx, alert, answered.map(({ id }) => id), { at: base.received_at, by: null, reason: 'answered' }, base.revision)
    await appendAction(trx, {
      organizationId: base.organization_id, at: base.received_at, actorId: null, action: 'alertAnswered', entityType: 'alert', entityId: alert.id, patientId: base.patient_id,
      details: { checkupId: base.id, triggers: closed },
    })
  }
}
