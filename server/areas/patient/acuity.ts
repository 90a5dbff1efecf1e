import { randomUUID } from 'node:crypto'
import { acuityReasonSchema, acuityScoreValueSchema } from '../../../src/domain/patient/acuity'
import { isLate } from '../../../src/domain/time'
import { isoNow } from '../../clock'
import { noteAcuity } from '../patient-summary'
import { nextRevision } from '../../db/revision'
import { badInput } from '../../graphql/errors'
import { keyReused } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'

/**
 * A score that somebody gives a patient; `capturedAt` an ISO instant that is not after the server's
 * clock.
 */
export interface NewAcuityScore {
  readonly patientId: string
  readonly score: number
  readonly reason: string | null
  readonly capturedAt: string
}

/** The record that this command already became, where it is the very same. */
const written = (scope: Scope, given: NewAcuityScore) =>
  scope.trx
    .selectFrom('patient_acuity_score')
    .select('revision')
    .where('id', '=', scope.idempotencyKey ?? '')
    .where('patient_id', '=', given.patientId)
    .where('created_by', '=', scope.acting.userId)
    .where('score', '=', given.score)
    .executeTakeFirst()

/**
 * Adds a score. The patient's latest is the one that was captured last, so that one which waited
 * long enough on a device never takes the place of a younger one.
 * @returns the record's revision. @throws NOT_FOUND, BAD_USER_INPUT, or CONFLICT (ID_REUSED) for an
 *   id of another score.
 */
export async function addAcuityScore(scope: Scope, given: NewAcuityScore): Promise<number> {
  const { trx, acting } = scope
  const [score, reason] = [
    acuityScoreValueSchema.safeParse(given.score),
    acuityReasonSchema.safeParse(given.reason),
  ]
  const wrong = [
    ...(score.error?.issues ?? []).map(({ message }) => ({ path: 'score', message })),
    ...(reason.error?.issues ?? []).map(({ message }) => ({ path: 'reason', message })),
  ]
  if (!score.success || !reason.success) throw badInput(wrong)
  await requirePatient(scope, given.patientId)
  const id = scope.idempotencyKey ?? randomUUID()
  const now = isoNow(scope.clock)
  const row = await trx
    .insertInto('patient_acuity_score')
    .values({
      id,
      organization_id: acting.organizationId,
      patient_id: given.patientId,
      score: score.data,
      reason: reason.data,
      captured_at: given.capturedAt,
      created_at: now,
      created_by: acting.userId,
      is_late: isLate(given.capturedAt, now),
      revision: await nextRevision(trx, acting.organizationId),
    })
    .onConflict((on) => on.column('id').doNothing())
    .returning('revision')
    .executeTakeFirst()
  if (row === undefined) {
    const earlier = await written(scope, given)
    if (earlier === undefined) throw keyReused()
    return earlier.revision
  }
  await noteAcuity(trx, {
    patientId: given.patientId,
    id,
    capturedAt: given.capturedAt,
    score: score.data,
  })
  await logged(scope, {
    action: 'setPatientAcuityScore',
    entityType: 'patientAcuityScore',
    entityId: id,
    patientId: given.patientId,
  })
  return row.revision
}
