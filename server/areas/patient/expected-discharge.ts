import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Conflict, Person } from '../../../schema/generated/resolvers'
import {
  expectedDischargeError,
  judgeWantedDischarge,
} from '../../../src/domain/patient/expected-discharge'
import type { SeenExpectedDischarge } from '../../../src/domain/patient/expected-discharge'
import { dayOf } from '../../../src/domain/time'
import { isoNow } from '../../clock'
import { nextRevision } from '../../db/revision'
import { badInput, changedMeanwhile, notFound } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'

/** What somebody wants an admission's expected discharge date to be. */
export interface ExpectedDischargeChange {
  readonly patientId: string
  readonly wardId: string
  readonly carePathwayId: string
  /** `YYYY-MM-DD`; null clears it. */
  readonly expectedDischargeDate: string | null
  /** null: nobody looked, the change is made in any case. */
  readonly seen: SeenExpectedDischarge | null
  /** ISO instant. */
  readonly capturedAt: string
}

/**
 * The active admission, locked until the transaction ends; only one of the acting organisation's
 * own wards can be. Rows may refer to it meanwhile: who holds the counter that is needed next may be
 * about to write some.
 */
const lockAdmission = (scope: Scope, patientId: string) =>
  scope.trx
    .selectFrom('ward_admission')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('organization_id', '=', scope.acting.organizationId)
    .where('discharged_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
type Admission = NonNullable<Awaited<ReturnType<typeof lockAdmission>>>

const nameOf = async (
  scope: Scope,
  table: 'ward' | 'care_pathway',
  id: string | null,
): Promise<string | null> =>
  id === null
    ? null
    : ((await scope.trx.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())
        ?.name ?? null)

/** Who last made an admission what it is. */
const lastChange = (scope: Scope, patientId: string) =>
  scope.trx
    .selectFrom('admission_event as e')
    .select(['e.effective_at', sql<Person | null>`app_person(e.created_by)`.as('author')])
    .where('e.patient_id', '=', patientId)
    .orderBy('e.revision', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The three versions of what differs: the date, and where the patient was moved, ward and pathway
 * by name.
 */
async function conflictOf(
  scope: Scope,
  change: ExpectedDischargeChange,
  now: Admission | undefined,
): Promise<Conflict> {
  const last = await lastChange(scope, change.patientId)
  const place = async (
    name: string,
    table: 'ward' | 'care_pathway',
    seen: string,
    current: string | null,
  ) => {
    const [before, theirs] = [await nameOf(scope, table, seen), await nameOf(scope, table, current)]
    return seen === current ? [] : [{ name, before, yours: before, theirs }]
  }
  return {
    fields: [
      ...(await place('ward', 'ward', change.wardId, now?.ward_id ?? null)),
      ...(await place(
        'carePathway',
        'care_pathway',
        change.carePathwayId,
        now?.care_pathway_id ?? null,
      )),
      {
        name: 'expectedDischargeDate',
        before: change.seen?.expectedDischargeDate ?? null,
        yours: change.expectedDischargeDate,
        theirs: now?.expected_discharge_date ?? null,
      },
    ],
    changedBy: last?.author ?? null,
    changedAt: last?.effective_at ?? null,
  }
}

/**
 * What is wrong with an expected discharge date that was written then (epoch milliseconds), by the
 * day of the acting organisation; null: nothing.
 */
export const wrongDischarge = async (
  { trx, acting }: Scope,
  date: string,
  writtenMs: number,
): Promise<string | null> => {
  const { time_zone: zone } = await trx
    .selectFrom('organization')
    .select('time_zone')
    .where('id', '=', acting.organizationId)
    .executeTakeFirstOrThrow()
  return expectedDischargeError(date, dayOf(writtenMs, zone))
}

/**
 * Sets or clears the expected discharge date of the active admission. The present date
 * already changes nothing.
 * @returns the admission's revision.
 * @throws NOT_FOUND, BAD_USER_INPUT, or CONFLICT with the three versions where the admission is not
 *   as it was seen.
 */
export async function setExpectedDischarge(
  scope: Scope,
  change: ExpectedDischargeChange,
): Promise<number> {
  const { trx, acting } = scope
  const { patientId, expectedDischargeDate: date } = change
  await requirePatient(scope, patientId)
  const wrong =
    date === null ? null : await wrongDischarge(scope, date, Date.parse(change.capturedAt))
  if (wrong !== null) throw badInput([{ path: 'expectedDischargeDate', message: wrong }])
  const admission = await lockAdmission(scope, patientId)
  const verdict = judgeWantedDischarge(
    change,
    admission === undefined
      ? null
      : {
          wardId: admission.ward_id,
          carePathwayId: admission.care_pathway_id,
          expectedDischargeDate: admission.expected_discharge_date,
          revision: admission.revision,
        },
  )
  if (admission === undefined || verdict === 'moved') {
    // Who never saw the admission is not told of another organisation's.
    if (change.seen === null && admission === undefined) throw notFound()
    throw changedMeanwhile(
      'ADMISSION_CHANGED',
      'The patient was moved or discharged meanwhile',
      await conflictOf(scope, change, admission),
    )
  }
  if (verdict === 'conflict')
    throw changedMeanwhile(
      'CHANGED',
      'The expected discharge date was changed meanwhile',
      await conflictOf(scope, change, admission),
    )
  const now = isoNow(scope.clock)
  let revision = admission.revision
  if (verdict === 'apply') {
    revision = await nextRevision(trx, acting.organizationId)
    await trx
      .updateTable('ward_admission')
      .set({ expected_discharge_date: date, revision })
      .where('id', '=', admission.id)
      .execute()
    await trx
      .insertInto('admission_event')
      .values({
        id: scope.idempotencyKey ?? randomUUID(),
        admission_id: admission.id,
        patient_id: patientId,
        organization_id: acting.organizationId,
        type: 'ExpectedDischargeDateUpdate',
        effective_at: change.capturedAt,
        created_at: now,
        created_by: acting.userId,
        ward_id: admission.ward_id,
        care_pathway_id: admission.care_pathway_id,
        reason: null,
        revision,
      })
      .execute()
  }
  await logged(scope, {
    action: 'updateExpectedDischargeDate',
    entityType: 'wardAdmission',
    entityId: admission.id,
    patientId,
    details: { command: scope.idempotencyKey, from: admission.expected_discharge_date, to: date },
  })
  return revision
}
