import { sql } from 'kysely'
import { isOfKind } from '../../src/domain/schedule/kind'
import { answers } from '../../src/domain/schedule/slot'
import { evaluate, isAlertable } from '../../src/domain/alerts/evaluate'
import { observeBucket, type Observed } from '../../src/domain/alerts/observed'
import { historyMs } from '../../src/domain/alerts/rule'
import { monitoringBucketSchema } from '../../src/domain/monitoring/bucket'
import { bucketIngestSchema } from '../../src/domain/monitoring/ingest'
import { closeTriggers, raiseAlert } from '../db/alerts'
import { appendAction } from '../db/action-log'
import type { Trx } from '../db/database'
import type { AdmissionContext } from './patient-context'
import type { RowBase, UnnumberedRow } from './store-once'

const rulesOf = (
  base: UnnumberedRow,
  admission: AdmissionContext | null,
  observed: Observed,
): AdmissionContext['rules'] =>
  admission === null ||
  !isAlertable(observed.atMs, Date.parse(admission.admittedAt), Date.parse(base.received_at))
    ? []
    : admission.rules.filter(({ type }) => type === observed.source)

/** How far before a reading the rules look that ask about it, milliseconds; 0: not at all. */
export const lookBackMs = (
  base: UnnumberedRow,
  admission: AdmissionContext | null,
  observed: Observed,
): number => historyMs(rulesOf(base, admission, observed))

/** The patient's buckets of so long before a reading, in any order. */
export const bucketsBefore = async (
  trx: Trx,
  base: RowBase,
  observed: Observed,
  spanMs: number,
): Promise<readonly Observed[]> => {
  const rows = await trx
    .selectFrom('monitoring_bucket')
    .select(['data', 'started_at', 'ended_at'])
    .where('patient_id', '=', base.patient_id)
    .where('ended_at', '>=', new Date(observed.atMs - spanMs).toISOString())
    .where('ended_at', '<', new Date(observed.atMs).toISOString())
    .execute()
  return rows.flatMap((row) => {
    const { thresholdScores, ...measured } = row.data
    const bucket = bucketIngestSchema.safeParse({
      ...measured,
      id: 'x',
      patientId: 'x',
      bucketStartAt: row.started_at,
      bucketEndAt: row.ended_at,
    })
    const scores = monitoringBucketSchema.shape.thresholdScores.safeParse(thresholdScores)
    return bucket.success && scores.success ? [observeBucket(bucket.data, scores.data)] : []
  })
}

/**
 * Those of the rules that the log did not name within the hour; a rule that another transaction
 * names at this moment is left to it.
 */
const skippedRules = async (
  trx: Trx,
  ids: readonly string[],
  at: string,
): Promise<readonly string[]> =>
  ids.length === 0
    ? []
    : (
        await sql<{
          id: string
        }>`select id from app_note_skipped_rules(${[...ids]}::text[], ${at}::timestamptz) as id`.execute(
          trx,
        )
      ).rows.map(({ id }) => id)

const sourceOf = (base: RowBase, { source }: Observed): string =>
  `${source === 'new-checkup' ? 'checkup' : 'bucket'} ${base.id}`

/**
 * Raises what the pathway's rules find in a reading, in the transaction that stores it: a reading
 * and its alert are there together or not at all. A rule that cannot be read is passed by, and the
 * log says of which reading, once an hour. Under the organisation that sent the reading, whose
 * counter the caller has taken (base.revision).
 * @param before what the patient measured up to so long before (milliseconds), in any order; asked
 *   for only where a rule looks back
 */
export async function alertOnReading(
  trx: Trx,
  base: RowBase,
  admission: AdmissionContext | null,
  observed: Observed,
  before: (spanMs: number) => Promise<readonly Observed[]>,
): Promise<void> {
  if (
    admission === null ||
    !isAlertable(observed.atMs, Date.parse(admission.admittedAt), Date.parse(base.received_at))
  )
    return
  const rules = rulesOf(base, admission, observed)
  const unreadable = admission.unreadable
    .filter(({ type }) => type === observed.source)
    .map(({ id }) => id)
  for (const id of await skippedRules(trx, unreadable, base.received_at)) {
    await appendAction(trx, {
      organizationId: base.organization_id,
      at: base.received_at,
      actorId: null,
      action: 'alertRuleSkipped',
      entityType: 'alert_rule',
      entityId: id,
      patientId: base.patient_id,
      details: { reason: 'unreadable', source: sourceOf(base, observed) },
    })
  }
  if (rules.length === 0) return
  const occurredAt = new Date(observed.atMs).toISOString()
  const isCheckup = observed.source === 'new-checkup'
  const spanMs = historyMs(rules)
  for (const { ruleId, severity } of evaluate(
    rules,
    observed,
    spanMs === 0 ? [] : await before(spanMs),
  )) {
    await raiseAlert(
      trx,
      {
        organizationId: base.organization_id,
        patientId: base.patient_id,
        type: 'AlertRule',
        key: ruleId,
        source: sourceOf(base, observed),
        occurredAt,
        severity,
        escalateAfterMinutes: admission.escalateAfterMinutes,
        ...(isCheckup ? { checkupId: base.id } : { bucketEndAt: occurredAt }),
      },
      base.received_at,
      base.revision,
    )
  }
}

/**
 * A check-up that was made in time and only arrived late was not missed: what said so is closed by
 * itself. Asked with the counter taken, so that a slot that is being decided at this moment either
 * sees the check-up or is seen here.
 */
export async function answerMissed(
  trx: Trx,
  base: RowBase,
  checkup: { readonly endedAt: string; readonly checkupTypeId: string | null },
): Promise<void> {
  const open = await trx
    .selectFrom('alert')
    .selectAll()
    .where('patient_id', '=', base.patient_id)
    .where('organization_id', '=', base.organization_id)
    .where('type', '=', 'CheckupScheduleEvent')
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
  for (const alert of open.filter(
    ({ checkup_type_id: asked }) => asked !== null && isOfKind(checkup.checkupTypeId, asked),
  )) {
    const triggers = await trx
      .selectFrom('alert_trigger')
      .select(['id', 'opens_at', 'closes_at', 'expected_at'])
      .where('alert_id', '=', alert.id)
      .where('status', '=', 'open')
      .execute()
    const answered = triggers.filter(
      ({ opens_at: opens, closes_at: closes, expected_at: due }) =>
        opens !== null &&
        closes !== null &&
        due !== null &&
        answers(Date.parse(checkup.endedAt), {
          opensMs: Date.parse(opens),
          closesMs: Date.parse(closes),
          dueMs: Date.parse(due),
        }),
    )
    if (answered.length === 0) continue
    const closed = await closeTriggers(
      trx,
      alert,
      answered.map(({ id }) => id),
      { at: base.received_at, by: null, reason: 'answered' },
      base.revision,
    )
    await appendAction(trx, {
      organizationId: base.organization_id,
      at: base.received_at,
      actorId: null,
      action: 'alertAnswered',
      entityType: 'alert',
      entityId: alert.id,
      patientId: base.patient_id,
      details: { checkupId: base.id, triggers: closed },
    })
  }
}
