import { sql } from 'kysely'
import { repeatKey } from '../../../src/domain/repeat/repeat'
import { isOfKind } from '../../../src/domain/schedule/kind'
import { answers } from '../../../src/domain/schedule/slot'
import { checkPatientKey, checkPatientSeverity } from '../../../src/domain/alerts/check-patient'
import { emergencySignKey, emergencySignSeverity } from '../../../src/domain/alerts/emergency-sign'
import {
  evaluate,
  cameTooLate,
  isAlertable,
  isGrave,
  judges,
} from '../../../src/domain/alerts/evaluate'
import { brokenValue, measuredOf } from '../../../src/domain/alerts/measured'
import type { Observed } from '../../../src/domain/alerts/observed'
import { historyMs } from '../../../src/domain/alerts/rule'
import {
  brokenLimits,
  safetyLimitsKey,
  safetyLimitsSeverity,
} from '../../../src/domain/alerts/safety-limits'
import { appendAction } from '../../db/action-log'
import type { Trx } from '../../db/database'
import { closeTriggers } from './close'
import { holdsAfterReading } from './hold'
import { raiseAlert } from './raise'
import type { AdmissionRules } from './rules'

/** A reading that was sent. Instants are ISO 8601. */
interface SentReading {
  readonly id: string
  readonly organization_id: string
  readonly patient_id: string
  readonly received_at: string
}
/** The same as it is stored, with the organisation's counter. */
interface StoredReading extends SentReading {
  readonly revision: number
}

const rulesOf = (
  base: SentReading,
  admission: AdmissionRules | null,
  observed: Observed,
): AdmissionRules['rules'] =>
  admission === null || newsOf(base, admission, observed) === 'no'
    ? []
    : admission.rules.filter((rule) => judges(rule, observed.source))

/**
 * Whether a reading is news. If it is the newest there is: also a grave one that came too late, and a
 * check-up of the 24 hours before an admission, which would be judged by it had it come before it.
 */
const newsOf = (
  base: SentReading,
  admission: AdmissionRules,
  observed: Observed,
): 'yes' | 'if-newest' | 'no' => {
  const [admittedMs, receivedMs] = [Date.parse(admission.admittedAt), Date.parse(base.received_at)]
  if (isAlertable(observed.atMs, admittedMs, receivedMs)) return 'yes'
  // What comes late of a stay that is over is history.
  if (admission.endedAt !== null) return 'no'
  const mayBeNews =
    observed.atMs >= admittedMs
      ? isGrave(observed)
      : observed.source === 'new-checkup' && !cameTooLate(observed.atMs, receivedMs)
  return mayBeNews ? 'if-newest' : 'no'
}

/** Whether no newer reading of its kind is known of the patient. */
const isNewest = async (
  trx: Trx,
  base: StoredReading,
  { source, atMs }: Observed,
): Promise<boolean> =>
  (await trx
    .selectFrom(source === 'new-checkup' ? 'valid_checkup' : 'monitoring_bucket')
    .select('id')
    .where('patient_id', '=', base.patient_id)
    .where('ended_at', '>', new Date(atMs).toISOString())
    .limit(1)
    .executeTakeFirst()) === undefined

/** How far before a reading the rules look that ask about it, milliseconds; 0: not at all. */
export const lookBackMs = (
  base: SentReading,
  admission: AdmissionRules | null,
  observed: Observed,
): number => historyMs(rulesOf(base, admission, observed))

/** The rules that the log did not name within the hour. */
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

const sourceOf = (base: StoredReading, { source }: Observed): string =>
  `${source === 'new-checkup' ? 'checkup' : 'bucket'} ${base.id}`

/**
 * Raises the alerts of a reading, in its transaction and organisation, whose counter is locked
 * (base.revision): those of the pathway's rules and of the product's own. Ends what
 * holds the alerts of a patient who got worse, whether or not a rule finds the reading. A rule that
 * cannot be read is skipped and logged once an hour.
 * @param before earlier readings for that long (milliseconds), in any order; asked for only by
 * rules that look back
 */
export async function alertOnReading(
  trx: Trx,
  base: StoredReading,
  admission: AdmissionRules | null,
  observed: Observed,
  before: (spanMs: number) => Promise<readonly Observed[]>,
): Promise<void> {
  if (admission === null) return
  const news = newsOf(base, admission, observed)
  if (news === 'no' || (news === 'if-newest' && !(await isNewest(trx, base, observed)))) return
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
  await raiseFound(trx, base, admission, observed, before, base.received_at)
}

/**
 * Raises what the pathway's rules and the product's own find in a reading that is news.
 * @param base `received_at`: when it came
 * @param now ISO instant
 */
export async function raiseFound(
  trx: Trx,
  base: StoredReading,
  admission: AdmissionRules,
  observed: Observed,
  before: (spanMs: number) => Promise<readonly Observed[]>,
  now: string,
): Promise<void> {
  await holdsAfterReading(trx, { ...base, received_at: now }, observed, sourceOf(base, observed))
  const occurredAt = new Date(observed.atMs).toISOString()
  const reading = {
    organizationId: base.organization_id,
    patientId: base.patient_id,
    type: 'AlertRule',
    source: sourceOf(base, observed),
    occurredAt,
    arrivedAt: base.received_at,
    escalateAfterMinutes: admission.escalateAfterMinutes,
    ...(observed.source === 'new-checkup' ? { checkupId: base.id } : { bucketEndAt: occurredAt }),
    reading: observed,
  } as const
  const broken = brokenLimits(observed.notScored, observed)
  if (observed.notScored !== null && broken.length > 0)
    await raiseAlert(
      trx,
      {
        ...reading,
        key: safetyLimitsKey,
        severity: safetyLimitsSeverity,
        brokenLimits: { notScored: observed.notScored, broken: [...broken] },
        measured: broken.map(brokenValue),
      },
      now,
      base.revision,
    )
  if (observed.checkPatient.length > 0)
    await raiseAlert(
      trx,
      { ...reading, key: checkPatientKey, severity: checkPatientSeverity },
      now,
      base.revision,
    )
  for (const sign of observed.emergencySigns)
    await raiseAlert(
      trx,
      { ...reading, key: emergencySignKey(sign), severity: emergencySignSeverity },
      now,
      base.revision,
    )
  const rules = admission.rules.filter((rule) => judges(rule, observed.source))
  if (rules.length === 0) return
  const spanMs = historyMs(rules)
  for (const { ruleId, severity } of evaluate(
    rules,
    observed,
    spanMs === 0 ? [] : await before(spanMs),
  )) {
    const measured = rules
      .filter(({ id }) => id === ruleId)
      .flatMap(({ condition }) => measuredOf(condition, observed))
    await raiseAlert(trx, { ...reading, key: ruleId, severity, measured }, now, base.revision)
  }
}

/**
 * Closes missed check-ups that were made in time but arrived late. With the counter locked, a slot
 * decided at this moment is seen too.
 */
export async function answerMissed(
  trx: Trx,
  base: StoredReading,
  checkup: {
    readonly endedAt: string
    readonly checkupTypeId: string | null
    /** Whether it answers what people asked for. */
    readonly measuresAny: boolean
  },
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
    ({ checkup_type_id: asked, source_key: key }) =>
      (key !== repeatKey || checkup.measuresAny) &&
      (asked === null || isOfKind(checkup.checkupTypeId, asked)),
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
