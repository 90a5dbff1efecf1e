import type { Conflict } from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import { mayStrikeOut, type GivenAllergy } from '../../../src/domain/critical/allergies'
import {
  criticalInformationSchema,
  isOpenTo,
  judgeInformation,
  recordingOf,
  versionOf,
  type CriticalInformation,
  type WantedInformation,
} from '../../../src/domain/critical/information'
import { isoNow } from '../../clock'
import { nextRevision } from '../../db/revision'
import { changedMeanwhile, forbidden, notFound } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { allergiesOf, criticalInformationOf } from './read'

/** Of whom something is recorded, and when it was captured (ISO 8601, never after the server's clock). */
export interface About {
  readonly patientId: string
  readonly id: string
  readonly capturedAt: string
}

const base = async (scope: Scope, { patientId, id, capturedAt }: About) => ({
  id,
  organization_id: scope.acting.organizationId,
  patient_id: patientId,
  captured_at: capturedAt,
  created_at: isoNow(scope.clock),
  created_by: scope.acting.userId,
  revision: await nextRevision(scope.trx, scope.acting.organizationId),
})

/**
 * Adds an entry about allergies; null: none is known.
 * @returns its revision. @throws NOT_FOUND
 */
export async function addAllergy(
  scope: Scope,
  about: About,
  allergy: GivenAllergy | null,
): Promise<number> {
  await requirePatient(scope, about.patientId)
  const row = {
    ...(await base(scope, about)),
    substance: allergy?.substance ?? null,
    reaction: allergy?.reaction ?? null,
    severity: allergy?.severity ?? null,
  }
  // Also by who may not read what others wrote: nothing is asked of the row.
  await scope.trx.insertInto('patient_allergy').values(row).execute()
  await logged(scope, {
    action: 'recordAllergy',
    entityType: 'allergy',
    entityId: about.id,
    patientId: about.patientId,
  })
  return row.revision
}

/**
 * Strikes out an entry about allergies. One that is struck out already stays as it is.
 * @returns a revision. @throws NOT_FOUND, FORBIDDEN
 */
export async function strikeOut(
  scope: Scope,
  about: About,
  { allergyId, reason }: { readonly allergyId: string; readonly reason: string },
): Promise<number> {
  const { trx, acting } = scope
  await requirePatient(scope, about.patientId)
  const entry = (await allergiesOf(trx, [about.patientId]))
    .get(about.patientId)
    ?.find(({ id }) => id === allergyId)
  if (entry === undefined) throw notFound()
  if (entry.struckOut != null) return entry.revision
  if (!mayStrikeOut(entry, acting, Date.parse(about.capturedAt))) throw forbidden()
  const row = { ...(await base(scope, about)), allergy_id: allergyId, reason }
  await trx
    .insertInto('patient_allergy_strike_out')
    .values(row)
    .onConflict((on) => on.column('allergy_id').doNothing())
    .execute()
  await logged(scope, {
    action: 'strikeOutAllergy',
    entityType: 'allergy',
    entityId: allergyId,
    patientId: about.patientId,
  })
  return row.revision
}

const conflictOf = (
  { field, value, reviewBy, seen }: WantedInformation,
  before: Pick<CriticalInformation, 'value' | 'reviewBy'> | null,
  now: CriticalInformation | null,
): Conflict => {
  const yours = versionOf(field, { value, reviewBy })
  const theirs = versionOf(field, now)
  // One that was seen, and is not there to be read any more, is not told as that there was none.
  const known = seen.id === null || before !== null
  const earlier = known ? versionOf(field, before) : {}
  return {
    fields: Object.keys(yours)
      .filter((name) => [yours, theirs, earlier].some((one) => one[name] != null))
      .map((name) => ({
        name,
        before: earlier[name] ?? null,
        yours: yours[name] ?? null,
        theirs: theirs[name] ?? null,
      })),
    changedBy: now?.recordedBy ?? null,
    changedAt: now?.createdAt ?? null,
  }
}

/**
 * Records one thing that everybody must know, in the place of the entry that its author saw.
 * @returns the revision of what counts then.
 * @throws NOT_FOUND, FORBIDDEN, or CONFLICT with the versions where it is not what was seen.
 */
export async function recordInformation(
  scope: Scope,
  about: About,
  wanted: WantedInformation,
): Promise<number> {
  const { trx, acting } = scope
  const { patientId } = about
  const { field, value, reviewBy, seen } = wanted
  if (!may(acting.principal, recordingOf(field))) throw forbidden()
  await requirePatient(scope, patientId)
  const part = await trx
    .selectFrom('patient_organization')
    .select('others_from')
    .where('patient_id', '=', patientId)
    .where('organization_id', '=', acting.organizationId)
    .executeTakeFirst()
  if (!isOpenTo({ othersFrom: part?.others_from ?? null }, field)) throw forbidden()
  const current = async (): Promise<CriticalInformation | null> =>
    ((await criticalInformationOf(trx, [patientId])).get(patientId) ?? [])
      .map((one) => criticalInformationSchema.parse(one))
      .find((one) => one.field === field) ?? null
  const refuse = async (now: CriticalInformation | null) => {
    const before =
      seen.id === null
        ? undefined
        : await trx
            .selectFrom('patient_critical_information')
            .select(['value', 'review_by'])
            .where('id', '=', seen.id)
            .where('patient_id', '=', patientId)
            .where('field', '=', field)
            .executeTakeFirst()
    return changedMeanwhile(
      'CHANGED',
      'This was recorded by somebody else meanwhile',
      conflictOf(
        wanted,
        before === undefined ? null : { value: before.value, reviewBy: before.review_by },
        now,
      ),
    )
  }
  const now = await current()
  const verdict = judgeInformation(wanted, now)
  if (verdict === 'conflict') throw await refuse(now)
  if (verdict === 'same' && now !== null) return now.revision
  const row = {
    ...(await base(scope, about)),
    field,
    value: value === null ? null : JSON.stringify(value),
    review_by: reviewBy,
    replaces: now?.id ?? null,
  }
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('patient_critical_information')
    .values(row)
    .onConflict((on) => on.constraint('patient_critical_information_replaced_once').doNothing())
    .executeTakeFirstOrThrow()
  // Of two at once the second one has not seen the first.
  if (added === 0n) throw await refuse(await current())
  await logged(scope, {
    action: 'recordCriticalInformation',
    entityType: 'criticalInformation',
    entityId: about.id,
    patientId,
    details: { field },
  })
  return row.revision
}
