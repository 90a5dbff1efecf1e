import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Acting } from './acting'
import { notFound } from './errors'
import type { Scope } from './scope'

/** The Organisation Admin looks after every ward of the organisation without being assigned to any. */
export const seesAllWards = (acting: Acting): boolean => acting.roles.includes('Organisation Admin')

/** Wards of the user, as a condition on a ward's id. */
export const wardIsOwn = (acting: Acting, wardId: RawBuilder<unknown>): RawBuilder<boolean> =>
  seesAllWards(acting)
    ? sql<boolean>`${wardId} in (select w.id from ward w where w.organization_id = ${acting.organizationId} and w.deleted_at is null)`
    : sql<boolean>`${wardId} in (select ws.ward_id from ward_staff ws where ws.user_id = ${acting.userId} and ws.organization_id = ${acting.organizationId})`

/**
 * Patients of the board, as a condition on a patient's id: with the wards flag those with an active admission on a ward of
 * the user, without it every patient linked to the organisation.
 */
export const onTheBoard = (acting: Acting, patientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  acting.principal.features.has('wards')
    ? sql<boolean>`${patientId} in (select wa.patient_id from ward_admission wa where wa.discharged_at is null and ${wardIsOwn(acting, sql.ref('wa.ward_id'))})`
    : sql<boolean>`${patientId} in (select po.patient_id from patient_organization po where po.organization_id = ${acting.organizationId})`

/**
 * Patients whose record may be opened: those of the board, and for holders of view_patient_archive every patient of the
 * organisation, since the archive lists them. Organisations are kept apart below this, by row security.
 */
export const mayOpen = (acting: Acting, patientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  acting.principal.permissions.has('view_patient_archive')
    ? sql<boolean>`${patientId} in (select po.patient_id from patient_organization po where po.organization_id = ${acting.organizationId})`
    : onTheBoard(acting, patientId)

/** @throws NOT_FOUND, the same for another organisation's patient, another ward's, a deleted one and none at all. */
export async function requirePatient(scope: Scope, patientId: string): Promise<void> {
  const row = await scope.trx.selectFrom('patient as p').select('p.id').where('p.id', '=', patientId)
    .where('p.deleted_at', 'is', null).where(mayOpen(scope.acting, sql.ref('p.id'))).executeTakeFirst()
  if (row === undefined) throw notFound()
  scope.log.info({ event: 'patient-read', userId: scope.acting.userId, organizationId: scope.acting.organizationId, patientId })
}
