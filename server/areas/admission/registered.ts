import type { RegisteredPatient } from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import { nextRevisions } from '../../db/revision'
import { notFound } from '../../graphql/errors'
import { logged, type Done } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { mayOpenNow } from '../../graphql/visibility'

/** A patient as whoever registers them reads them; the caller has made sure that they may. */
export async function readRegistered({ trx }: Scope, id: string): Promise<RegisteredPatient> {
  const row = await trx.selectFrom('patient').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return {
    id: row.id,
    revision: row.revision,
    firstName: row.first_name,
    lastName: row.last_name,
    gender: row.gender,
    birthDate: row.birth_date,
    telephone: row.telephone,
    address: row.address,
    nationalIdentifier:
      row.national_identifier_type === null || row.national_identifier_value === null
        ? null
        : { type: row.national_identifier_type, value: row.national_identifier_value },
  }
}

/**
 * Who registers, admits or removes finds a patient of the organisation whom it has not admitted, without the
 * right to the archive; of those admitted, the ones they may open.
 * @param more.admits who admits finds every patient of the organisation, and is told of one who is
 *   admitted already: otherwise two at one instant would be told different things
 * @throws NOT_FOUND
 */
export async function requireForAdmission(
  scope: Scope,
  patientId: string,
  { admits = false }: { readonly admits?: boolean } = {},
): Promise<void> {
  const { trx, acting } = scope
  const { principal } = acting
  if (await mayOpenNow(scope, patientId)) return
  const row = await trx
    .selectFrom('patient as p')
    .leftJoin('ward_admission as a', (on) =>
      on
        .onRef('a.patient_id', '=', 'p.id')
        .on('a.discharged_at', 'is', null)
        .on('a.organization_id', '=', acting.organizationId),
    )
    .select('a.id as admission')
    .where('p.id', '=', patientId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  const mayRegister = (['patient.create', 'patient.admit', 'patient.delete'] as const).some(
    (action) => may(principal, action),
  )
  if (row === undefined || (row.admission !== null && !admits) || !mayRegister) throw notFound()
}

/**
 * Takes the counters of the acting organisation and of others whose rows may change.
 * @returns the next revision of the acting one
 */
export const takeCounters = async (
  { trx, acting: { organizationId: own } }: Scope,
  others: readonly string[],
): Promise<number> => (await nextRevisions(trx, [own, ...others])).get(own) ?? 0

/** What the action log is to say of what was done to a patient. */
export const patientAction = (
  scope: Pick<Scope, 'idempotencyKey'>,
  action: string,
  patientId: string,
  more: {
    readonly entityType?: string
    readonly entityId?: string
    readonly details?: Readonly<Record<string, unknown>>
  } = {},
): Done => ({
  action,
  entityType: more.entityType ?? 'patient',
  entityId: more.entityId ?? patientId,
  patientId,
  details: { command: scope.idempotencyKey, ...more.details },
})

/** Enters what was done to a patient into the action log. */
export const logPatientAction = (
  scope: Scope,
  ...done: Parameters<typeof patientAction> extends [unknown, ...infer Rest] ? Rest : never
): Promise<void> => logged(scope, patientAction(scope, ...done))
