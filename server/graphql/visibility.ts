import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { may } from '../../src/domain/access/may'
import type { Acting } from './acting'
import { notFound } from './errors'
import type { Scope } from './scope'

const hasWards = (acting: Acting): boolean => acting.principal.features.has('wards')

/**
 * Wards whose patients the user sees, as a condition on a ward's id: those assigned to, or every
 * one (ward.oversee).
 */
export const wardIsOwn = (acting: Acting, wardId: RawBuilder<unknown>): RawBuilder<boolean> =>
  may(acting.principal, 'ward.oversee')
    ? sql<boolean>`${wardId} in (select w.id from ward w where w.organization_id = ${acting.organizationId} and w.deleted_at is null)`
    : sql<boolean>`${wardId} in (select ws.ward_id from ward_staff ws where ws.user_id = ${acting.userId} and ws.organization_id = ${acting.organizationId})`

/** Every patient linked to the organisation. */
const isLinked = (acting: Acting, patientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${patientId} in (select po.patient_id from patient_organization po where po.organization_id = ${acting.organizationId})`

/**
 * Patients of the board, as a condition on a patient's id: with the wards flag those with an active
 * admission on a ward of the user, without it every patient linked to the organisation.
 */
export const onTheBoard = (acting: Acting, patientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  hasWards(acting)
    ? sql<boolean>`${patientId} in (select wa.patient_id from ward_admission wa where wa.discharged_at is null and ${wardIsOwn(acting, sql.ref('wa.ward_id'))})`
    : isLinked(acting, patientId)

/**
 * The same as a condition on rows `p` of board_key or board_row, which are the organisation's
 * linked patients.
 */
export const rowIsOnTheBoard = (acting: Acting): RawBuilder<boolean> => {
  if (!hasWards(acting)) return sql<boolean>`true`
  return sql<boolean>`p.ward_id = any((select app_own_wards(${acting.userId}, ${may(acting.principal, 'ward.oversee')}))::text[])`
}

/**
 * Patients whose record may be opened, as a condition on a patient's id. Users can only access
 * patients in wards they are assigned to (specification O, section 2.10): with the wards flag an
 * admitted patient is seen by those assigned to that ward and by those who oversee all wards; one
 * whom the organisation has not admitted, or has discharged, by holders of view_patient_archive,
 * since the archive lists them. Without the flag every patient of the organisation is.
 * Organisations are kept apart below this, by row security.
 */
export const mayOpen = (acting: Acting, patientId: RawBuilder<unknown>): RawBuilder<boolean> => {
  if (!hasWards(acting)) return isLinked(acting, patientId)
  if (!acting.principal.permissions.has('view_patient_archive'))
    return onTheBoard(acting, patientId)
  const admitted = sql<boolean>`exists (select 1 from ward_admission wa where wa.patient_id = ${patientId} and wa.discharged_at is null and wa.organization_id = ${acting.organizationId})`
  return sql<boolean>`(${onTheBoard(acting, patientId)} or (not ${admitted} and ${isLinked(acting, patientId)}))`
}

/**
 * The same for one patient, as a condition on app_patient_place: by index, where a policy gathers
 * all patients of the organisation first (5,000: 3 ms each time). A test compares the two.
 */
const placeIsOpen = (acting: Acting): RawBuilder<boolean> => {
  if (!hasWards(acting)) return sql<boolean>`true`
  const isOnTheBoard = sql<boolean>`(place.ward_id is not null and ${wardIsOwn(acting, sql.ref('place.ward_id'))})`
  return acting.principal.permissions.has('view_patient_archive')
    ? sql<boolean>`(${isOnTheBoard} or not place.admitted_by_own)`
    : isOnTheBoard
}

/** Who asks, and where. */
type Opener = Pick<Scope, 'trx' | 'acting' | 'openedThen'>

const openable = async (scope: Opener, patientId: string): Promise<boolean> => {
  const where = scope.openedThen === patientId ? sql<boolean>`true` : placeIsOpen(scope.acting)
  return (
    (
      await sql`select 1 from app_patient_place(${patientId}) as place where ${where}`.execute(
        scope.trx,
      )
    ).rows.length > 0
  )
}

/** Whether the patient's record may be opened now, whatever was so when a command was written. */
export const mayOpenNow = (
  { openedThen: _then, ...now }: Opener,
  patientId: string,
): Promise<boolean> => openable(now, patientId)

/**
 * @throws NOT_FOUND, the same for another organisation's patient, another ward's, a deleted one and
 *   none at all.
 */
export async function requirePatient(scope: Scope, patientId: string): Promise<void> {
  if (!(await openable(scope, patientId))) throw notFound()
  scope.log.info({
    event: 'patient-read',
    userId: scope.acting.userId,
    organizationId: scope.acting.organizationId,
    patientId,
  })
}
