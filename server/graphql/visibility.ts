import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { may } from '../../src/domain/access/may'
import type { Acting } from './acting'
import { forbidden, notFound } from './errors'
import type { Scope } from './scope'

/** Whether the organisation has wards: without them each of its patients is on the board. */
export const hasWards = (acting: Acting): boolean => acting.principal.features.has('wards')

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
const onTheBoard = (acting: Acting, patientId: RawBuilder<unknown>): RawBuilder<boolean> =>
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
 * A share link opens its one patient, wherever they lie.
 * Organisations are kept apart below this, by row security.
 */
export const mayOpen = (acting: Acting, patientId: RawBuilder<unknown>): RawBuilder<boolean> => {
  if (acting.principal.kind === 'share')
    return sql<boolean>`(${patientId} = ${acting.principal.sharedPatientId} and ${isLinked(acting, patientId)})`
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
  // Of a link's one patient, wherever they lie by now.
  if (!hasWards(acting) || acting.principal.kind === 'share') return sql<boolean>`true`
  const isOnTheBoard = sql<boolean>`(place.ward_id is not null and ${wardIsOwn(acting, sql.ref('place.ward_id'))})`
  return acting.principal.permissions.has('view_patient_archive')
    ? sql<boolean>`(${isOnTheBoard} or not place.admitted_by_own)`
    : isOnTheBoard
}

/** What of a user's rights decides whose records they open, as a row of openers. */
const openerOf = (acting: Acting) => ({
  user_id: acting.userId,
  organization_id: acting.organizationId,
  has_wards: hasWards(acting),
  oversees: may(acting.principal, 'ward.oversee'),
  has_archive: acting.principal.permissions.has('view_patient_archive'),
})

/**
 * As mayOpen, of many users and patients with one question: those of `asked`, rows of user_id and
 * patient_id that are each given once, of whom one of the user's rights opens the patient's record.
 * Joins, since one look into every table for each row costs thrice as much. A test compares the two.
 */
export const openedOf = (
  of: readonly Acting[],
  asked: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select q.user_id, q.patient_id from (
    with o as materialized (select * from jsonb_to_recordset(${JSON.stringify(of.map(openerOf))}::jsonb)
      as r (user_id text, organization_id text, has_wards boolean, oversees boolean, has_archive boolean)),
    asked as materialized (${asked}),
    own as materialized (
      select o.user_id, ws.ward_id from o join ward_staff ws on ws.user_id = o.user_id and ws.organization_id = o.organization_id where o.has_wards and not o.oversees
      union select o.user_id, w.id from o join ward w on w.organization_id = o.organization_id and w.deleted_at is null where o.has_wards and o.oversees),
    on_ward as materialized (select a.user_id, a.patient_id from asked a join own on own.user_id = a.user_id
      join ward_admission wa on wa.patient_id = a.patient_id and wa.discharged_at is null and wa.ward_id = own.ward_id)
    select * from on_ward
    union all select a.user_id, a.patient_id from asked a join o on o.user_id = a.user_id and (not o.has_wards or o.has_archive)
      join patient_organization po on po.patient_id = a.patient_id and po.organization_id = o.organization_id
      where (a.user_id, a.patient_id) not in (select w.user_id, w.patient_id from on_ward w)
        and (not o.has_wards or not exists (select 1 from ward_admission wa where wa.patient_id = a.patient_id and wa.discharged_at is null and wa.organization_id = o.organization_id))) q`

/** Who asks, and where. */
type Opener = Pick<Scope, 'trx' | 'acting' | 'openedThen'>

/** Who reads, in an emergency too. */
type Reader = Pick<Scope, 'trx' | 'acting' | 'clock' | 'loggedInAs'>

/** `none`: the acting organisation has no such patient. */
const placeOf = async (scope: Opener, patientId: string): Promise<'open' | 'closed' | 'none'> => {
  const { kind, sharedPatientId } = scope.acting.principal
  // To a link no other record is there, whoever has it.
  if (kind === 'share' && sharedPatientId !== patientId) return 'none'
  const where = scope.openedThen === patientId ? sql<boolean>`true` : placeIsOpen(scope.acting)
  const { rows } = await sql<{ is_open: boolean | null }>`select ${where} as is_open
    from app_patient_place(${patientId}) as place`.execute(scope.trx)
  if (rows.length === 0) return 'none'
  return rows.some(({ is_open }) => is_open === true) ? 'open' : 'closed'
}

/**
 * Records that the user opened in an emergency and that are still open, as a condition on a patient's
 * id: by the server's clock, as long as they may still do it, and never for who acts as somebody else.
 */
const isOpenInEmergency = (
  { acting, clock, loggedInAs }: Pick<Scope, 'acting' | 'clock' | 'loggedInAs'>,
  patientId: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  loggedInAs === null && may(acting.principal, 'emergency-access.open')
    ? sql<boolean>`${patientId} in (select e.patient_id from emergency_access e where e.user_id = ${acting.userId}
        and e.organization_id = ${acting.organizationId} and e.ends_at > ${new Date(clock.now()).toISOString()}::timestamptz)`
    : sql<boolean>`false`

/** As mayOpen, of what is read: with records that the user opened in an emergency. */
export const mayRead = (scope: Scope, patientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.reads === true
    ? sql<boolean>`(${mayOpen(scope.acting, patientId)} or ${isOpenInEmergency(scope, patientId)})`
    : mayOpen(scope.acting, patientId)

/** Until when a record is open in an emergency, ISO 8601; null: it is not. */
const emergencyEnd = async (scope: Reader, patientId: string): Promise<string | null> =>
  (
    await sql<{ ends_at: string }>`select e.ends_at from emergency_access e
      where e.patient_id = ${patientId} and e.user_id = ${scope.acting.userId} and e.organization_id = ${scope.acting.organizationId}
        and ${isOpenInEmergency(scope, sql.ref('e.patient_id'))} and exists (select 1 from app_patient_place(${patientId}))
      order by e.ends_at desc limit 1`.execute(scope.trx)
  ).rows[0]?.ends_at ?? null

/** Whether the patient's record may be opened now, whatever was so when a command was written. */
export const mayOpenNow = async (
  { openedThen: _then, ...now }: Opener,
  patientId: string,
): Promise<boolean> => (await placeOf(now, patientId)) === 'open'

/** Whether the patient's record may be read now, also since the user opened it in an emergency. */
export const mayReadNow = async (reader: Reader, patientId: string): Promise<boolean> =>
  (await mayOpenNow(reader, patientId)) || (await emergencyEnd(reader, patientId)) !== null

/**
 * Whether the organisation has the patient and the record is closed to the user, also for reading:
 * that it is there is not told then. `refused` hears of one that is closed to what is done.
 */
export async function isHidden(scope: Scope, patientId: string): Promise<boolean> {
  if ((await placeOf(scope, patientId)) !== 'closed') return false
  scope.refused?.(patientId)
  return (await emergencyEnd(scope, patientId)) === null
}

/**
 * @returns until when, ISO 8601; null: without an end.
 * @throws NOT_FOUND, the same for another organisation's patient, another ward's, a deleted one and
 *   none at all. FORBIDDEN for what is done to a record that is open for reading only.
 */
export async function requirePatient(
  scope: Scope,
  patientId: string,
): Promise<{ readonly endsAt: string | null }> {
  const place = await placeOf(scope, patientId)
  const isOpen = place === 'open'
  const endsAt = isOpen ? null : await emergencyEnd(scope, patientId)
  if (place === 'closed' && (endsAt === null || scope.reads !== true)) scope.refused?.(patientId)
  if (!isOpen && endsAt === null) throw notFound()
  // Known to them, and theirs to read: that it is not there would be a lie.
  if (!isOpen && scope.reads !== true)
    throw forbidden('This record is open in an emergency, for reading only')
  scope.given?.(patientId, !isOpen)
  scope.log.info({
    event: 'patient-read',
    userId: scope.acting.userId,
    organizationId: scope.acting.organizationId,
    patientId,
  })
  return { endsAt }
}
