import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EmergencyAccess, EmergencyLook } from '../../../schema/generated/resolvers'
import {
  emergencyMs,
  shiftMs,
  toldForMs,
  type EmergencyOutcome,
} from '../../../src/domain/emergency-access/emergency-access'
import type { Permission } from '../../../src/domain/access/permissions'
import type { Edition } from '../../../src/domain/organization/organization'
import { isoNow } from '../../clock'
import { permissionsOf } from '../../graphql/acting'
import { badInput } from '../../graphql/errors'
import { pageLimit } from '../../graphql/paging'
import type { Access } from '../../db/sealed-rows'
import type { Scope } from '../../graphql/scope'
import { nameOf, readNames } from '../action-log'

interface Row extends Access {
  readonly reviewed_at: string | null
  readonly reviewed_by: string | null
  readonly outcome: EmergencyOutcome | null
}

const ofOwn = ({ trx, acting }: Scope) =>
  trx
    .selectFrom('emergency_access')
    .selectAll()
    .where('organization_id', '=', acting.organizationId)

/** Screens and times of what each looked at while it was open, by its id. */
const looksOf = async (
  { trx, acting }: Scope,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, readonly EmergencyLook[]>> => {
  if (rows.length === 0) return new Map()
  const { rows: looks } = await sql<{ id: string; screen: string; read_at: string }>`
    select e.id, r.screen, r.read_at from emergency_access e join record_read r
      on r.organization_id = e.organization_id and r.patient_id = e.patient_id and r.user_id = e.user_id
      and r.read_at >= e.opened_at and r.read_at < e.ends_at
    where e.organization_id = ${acting.organizationId} and e.id = any(${rows.map(({ id }) => id)}::text[])
    order by r.read_at, r.seq`.execute(trx)
  const byId = new Map<string, EmergencyLook[]>()
  for (const { id, screen, read_at: readAt } of looks)
    byId.set(id, [...(byId.get(id) ?? []), { screen, readAt }])
  return byId
}

const told = async (
  scope: Scope,
  rows: readonly Row[],
  {
    looks = new Map(),
    opens = null,
  }: {
    readonly looks?: ReadonlyMap<string, readonly EmergencyLook[]>
    /** Until when the user has the record open by an emergency access alone; null: not so. */
    readonly opens?: string | null
  } = {},
): Promise<EmergencyAccess[]> => {
  const names = await readNames(
    { ...scope, reads: true },
    rows.flatMap(({ user_id, patient_id, reviewed_by }) => [
      { type: 'user', id: user_id },
      { type: 'patient', id: patient_id },
      ...(reviewed_by === null ? [] : [{ type: 'user', id: reviewed_by }]),
    ]),
  )
  const userOf = (id: string) => ({ id, name: nameOf(names, { type: 'user', id }) })
  return rows.map((row) => ({
    id: row.id,
    patientId: row.patient_id,
    patientName: nameOf(names, { type: 'patient', id: row.patient_id }),
    user: userOf(row.user_id),
    isOwn: row.user_id === scope.acting.userId,
    opensRecord: row.user_id === scope.acting.userId && row.ends_at === opens,
    reason: row.reason,
    reasonAgain: row.reason_again,
    nthInShift: row.nth_in_shift,
    openedAt: row.opened_at,
    endsAt: row.ends_at,
    asOf: isoNow(scope.clock),
    reviewedAt: row.reviewed_at,
    reviewedBy: row.reviewed_by === null ? null : userOf(row.reviewed_by),
    outcome: row.outcome,
    looks: (looks.get(row.id) ?? []).map(({ screen, readAt }) => ({ screen, readAt })),
  }))
}

/** One of the acting organisation's; undefined: it has none of that id. */
export const findAccess = (scope: Scope, id: string): Promise<Row | undefined> =>
  ofOwn(scope).where('id', '=', id).executeTakeFirst()

/** One with its names. */
export const accessNow = async (scope: Scope, row: Row): Promise<EmergencyAccess> => {
  const [one] = await told(scope, [row], {
    opens: row.user_id === scope.acting.userId ? row.ends_at : null,
  })
  if (one === undefined) throw new Error('An emergency access without an answer')
  return one
}

/** Those of a record that are open or that ward staff should still hear of. */
export const accessesOf = async (
  scope: Scope,
  patientId: string,
  opens: string | null,
): Promise<EmergencyAccess[]> =>
  told(
    scope,
    await ofOwn(scope)
      .where('patient_id', '=', patientId)
      .where('opened_at', '>', new Date(scope.clock.now() - toldForMs).toISOString())
      .orderBy('opened_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageLimit)
      .execute(),
    { opens },
  )

/** Where a page ended: by values, since the row itself moves when it is reviewed. */
interface Place {
  readonly isOpen: boolean
  readonly openedAt: string
  readonly id: string
}
const placeOf = ({ outcome, opened_at, id }: Row): string =>
  `${outcome === null ? 1 : 0}.${Date.parse(opened_at)}.${id}`

/** @throws BAD_USER_INPUT unless it is where a page ended */
export const readPlace = (text: string): Place => {
  const [, isOpen, at, id] = /^([01])\.(\d{1,15})\.(.{1,100})$/.exec(text) ?? []
  if (id === undefined || Number(at) > 8.64e15)
    throw badInput([{ path: 'after', message: 'Must be the after of a page' }])
  return { isOpen: isOpen === '1', openedAt: new Date(Number(at)).toISOString(), id }
}

/** A page of all: without an outcome first, then the newest. */
export const accessPage = async (
  scope: Scope,
  last: Place | null,
): Promise<{ accesses: EmergencyAccess[]; after: string | null; toReview: number }> => {
  let query = ofOwn(scope)
  if (last !== null)
    query = query.where(
      sql<boolean>`(outcome is null, opened_at, id) < (${last.isOpen}, ${last.openedAt}::timestamptz, ${last.id})`,
    )
  const rows = await query
    .orderBy(sql`outcome is null`, 'desc')
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageLimit + 1)
    .execute()
  const { count } = await scope.trx
    .selectFrom('emergency_access')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', scope.acting.organizationId)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  const shown = rows.slice(0, pageLimit)
  const end = shown.at(-1)
  return {
    accesses: await told(scope, shown, { looks: await looksOf(scope, shown) }),
    after: rows.length > pageLimit && end !== undefined ? placeOf(end) : null,
    toReview: count,
  }
}

/** The user's own that is open now; undefined: none is. */
export const openAccess = ({ trx, acting, clock }: Scope, patientId: string) =>
  trx
    .selectFrom('emergency_access')
    .selectAll()
    .where('organization_id', '=', acting.organizationId)
    .where('user_id', '=', acting.userId)
    .where('patient_id', '=', patientId)
    .where('ends_at', '>', isoNow(clock))
    .orderBy('ends_at', 'desc')
    .executeTakeFirst()

/** Writers of one user take turns, so that two requests at once open one. */
export const takeTurns = async ({ trx, acting }: Scope): Promise<void> => {
  await trx
    .selectFrom('user_organization')
    .select('user_id')
    .where('user_id', '=', acting.userId)
    .where('organization_id', '=', acting.organizationId)
    .forUpdate()
    .execute()
}

/** Patients of the acting organisation with this identifier and birth date, two at most. */
export const findByIdentifier = async (
  { trx }: Scope,
  nhsNumber: string,
  birthDate: string,
): Promise<readonly string[]> =>
  (
    await trx
      .selectFrom('patient_list_row')
      .select('id')
      .where('national_identifier_value', '=', nhsNumber)
      .where('birth_date', '=', birthDate)
      .limit(2)
      .execute()
  ).map(({ id }) => id)

/** Whether the acting organisation has the patient, on whichever ward. */
export const isOwnPatient = async ({ trx }: Scope, patientId: string): Promise<boolean> =>
  (await sql`select 1 from app_patient_place(${patientId}) as place`.execute(trx)).rows.length > 0

/** How many the user has opened in the last shift, whosever records. */
export const openedInShift = async ({ trx, acting, clock }: Scope): Promise<number> =>
  (
    await trx
      .selectFrom('emergency_access')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', acting.organizationId)
      .where('user_id', '=', acting.userId)
      .where('opened_at', '>', new Date(clock.now() - shiftMs).toISOString())
      .executeTakeFirstOrThrow()
  ).count

/** Whom the server tells. */
export interface Told {
  readonly email: string
  readonly edition: Edition
}

/**
 * Those who review emergency accesses and are assigned to the patient's ward; where none is, all of
 * the organisation. Never the user.
 */
export const reviewersOf = async (
  { trx, acting }: Scope,
  patientId: string,
): Promise<readonly Told[]> => {
  const members = await trx
    .selectFrom('user_organization as uo')
    .innerJoin('user_account as u', 'u.id', 'uo.user_id')
    .innerJoin('organization as o', 'o.id', 'uo.organization_id')
    .select([
      'u.email',
      'uo.roles',
      'o.edition',
      sql<boolean>`exists (select 1 from ward_staff ws join app_patient_place(${patientId}) place on place.ward_id = ws.ward_id
        where ws.user_id = u.id and ws.organization_id = o.id)`.as('is_of_ward'),
    ])
    .where('uo.organization_id', '=', acting.organizationId)
    .where('uo.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.is_self_care', '=', false)
    .where('u.is_internal_staff', '=', false)
    .where('u.id', '<>', acting.userId)
    .orderBy('u.email')
    .execute()
  const own = await trx
    .selectFrom('role')
    .select(['name', 'permissions'])
    .where('organization_id', '=', acting.organizationId)
    .execute()
  const reviewers = members.filter(({ roles }) => {
    const custom = own.filter(({ name }) => roles.includes(name))
    const permissions = permissionsOf(
      roles,
      custom.flatMap((role) => [...role.permissions]),
    )
    return ['view_patients', 'create_users'].every((one) => permissions.has(one as Permission))
  })
  const ofWard = reviewers.filter(({ is_of_ward: isOfWard }) => isOfWard)
  return ofWard.length > 0 ? ofWard : reviewers
}

/** Writes one that begins now. */
export const addAccess = async (
  { trx, acting, clock }: Scope,
  {
    patientId,
    reason,
    reasonAgain,
    nth,
  }: {
    readonly patientId: string
    readonly reason: string
    readonly reasonAgain: string | null
    readonly nth: number
  },
): Promise<Row> => {
  const now = clock.now()
  return trx
    .insertInto('emergency_access')
    .values({
      id: randomUUID(),
      organization_id: acting.organizationId,
      user_id: acting.userId,
      patient_id: patientId,
      reason,
      reason_again: reasonAgain,
      nth_in_shift: nth,
      opened_at: new Date(now).toISOString(),
      ends_at: new Date(now + emergencyMs).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Writes what a supervisor found. */
export const keepOutcome = (
  { trx, acting, clock }: Scope,
  id: string,
  outcome: EmergencyOutcome,
): Promise<Row> =>
  trx
    .updateTable('emergency_access')
    .set({ outcome, reviewed_at: isoNow(clock), reviewed_by: acting.userId })
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
