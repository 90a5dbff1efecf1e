import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type {
  Duty,
  MutationAcceptDutyArgs,
  MutationLeaveDutyArgs,
  Person,
  QueryWardDutyArgs,
  WardDuty,
} from '../../../schema/generated/resolvers'
import { may } from '../../../src/domain/access/may'
import { isoNow } from '../../clock'
import { badInput, conflict, forbidden, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { wardIsOwn } from '../../graphql/visibility'
import { handOverTasks } from '../task'
import { lockWard } from '../ward'
import { actingNow, endDuty } from './end'

/** Acceptances that are told. */
const told = 10
/** Clocks of servers may differ by so much, milliseconds. */
const clockToleranceMs = 60_000

const columns = ['d.id', 'd.user_id', 'd.accepted_at', 'd.data_as_of', 'd.left_at'] as const

/** Duties of the organisation, each with the names of who was on duty and who handed over. */
const allDuties = ({ trx, acting }: Scope) =>
  trx
    .selectFrom('ward_duty as d')
    .select(columns)
    .select([
      'd.ward_id',
      'd.handed_over_by',
      sql<Person | null>`app_person(d.user_id)`.as('person'),
      sql<Person | null>`app_person(d.handed_over_by)`.as('former'),
    ])
    .where('d.organization_id', '=', acting.organizationId)

/** Those on wards of the user. */
const duties = (scope: Scope) =>
  allDuties(scope).where(wardIsOwn(scope.acting, sql.ref('d.ward_id')))

/** The user's own, also on a ward that was taken from them or deleted. */
const ownDuty = (scope: Scope, id: string) =>
  allDuties(scope)
    .where('d.id', '=', id)
    .where('d.user_id', '=', scope.acting.userId)
    .executeTakeFirst()

type Row = Awaited<ReturnType<ReturnType<typeof duties>['executeTakeFirstOrThrow']>>

const dutyOf = ({ acting }: Scope, row: Row): Duty => ({
  id: row.id,
  user: row.person,
  isOwn: row.user_id === acting.userId,
  acceptedAt: row.accepted_at,
  dataAsOf: row.data_as_of,
  handedOverBy: row.former,
  leftAt: row.left_at,
})

const dutyNow = async (scope: Scope, id: string): Promise<Duty> => {
  const row = await duties(scope).where('d.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return dutyOf(scope, row)
}

const ownDutyNow = async (scope: Scope, id: string): Promise<Duty> => {
  const row = await ownDuty(scope, id)
  if (row === undefined) throw notFound()
  return dutyOf(scope, row)
}

/** @throws NOT_FOUND unless it is a ward of the user */
const requireOwnWard = async ({ trx, acting }: Scope, wardId: string): Promise<void> => {
  const found = await trx
    .selectFrom('ward as w')
    .select('w.id')
    .where('w.id', '=', wardId)
    .where('w.organization_id', '=', acting.organizationId)
    .where('w.deleted_at', 'is', null)
    .where(wardIsOwn(acting, sql.ref('w.id')))
    .executeTakeFirst()
  if (found === undefined) throw notFound()
}

/** Query fields of schema/duty.graphql. */
export const dutyQueries = {
  async wardDuty(scope: Scope, { wardId }: QueryWardDutyArgs): Promise<WardDuty> {
    await requireOwnWard(scope, wardId)
    const rows = await duties(scope)
      .where('d.ward_id', '=', wardId)
      .orderBy('d.accepted_at', 'desc')
      .orderBy('d.id', 'desc')
      .limit(told)
      .execute()
    const current = rows.find(({ left_at }) => left_at === null)
    return {
      current: current === undefined ? null : dutyOf(scope, current),
      acceptances: rows.map((row) => dutyOf(scope, row)),
      asOf: isoNow(scope.clock),
    }
  },
}

const otherOnDuty = () => conflict('OTHER_ON_DUTY', 'Somebody else took over or left meanwhile')

/**
 * Asked again under the locks: who loses the right, the ward or the membership meanwhile has no
 * duty, since what takes it ends the duties that it finds.
 * @throws FORBIDDEN, or NOT_FOUND where the ward is not theirs
 */
const requireStill = async (scope: Scope, wardId: string): Promise<void> => {
  const { trx, acting } = scope
  // What changes users and roles holds the organisation (lockMembers, across).
  await trx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', acting.organizationId)
    .forShare()
    .execute()
  // Two who accept at once take turns: the second meets the first one's duty.
  if (!(await lockWard(scope, wardId))) throw notFound()
  const now = await actingNow(trx, acting.organizationId, acting.userId)
  if (now === null || !may(now.principal, 'duty.change')) throw forbidden()
  await requireOwnWard({ ...scope, acting: now }, wardId)
}

/** Mutation fields of schema/duty.graphql. */
export const dutyMutations = {
  async acceptDuty(
    scope: Scope,
    { wardId, instead, dataAsOf }: MutationAcceptDutyArgs,
  ): Promise<Duty> {
    const { trx, acting, clock } = scope
    if (dataAsOf != null && Date.parse(dataAsOf) > clock.now() + clockToleranceMs)
      throw badInput([{ path: 'dataAsOf', message: 'Must not be in the future' }])
    await requireOwnWard(scope, wardId)
    await requireStill(scope, wardId)
    const current = await trx
      .selectFrom('ward_duty')
      .select(['id', 'user_id', 'accepted_at'])
      .where('ward_id', '=', wardId)
      .where('left_at', 'is', null)
      .executeTakeFirst()
    if (current?.user_id === acting.userId)
      throw conflict('OWN_DUTY', 'You are on duty on this ward')
    if ((current?.id ?? null) !== (instead ?? null)) throw otherOnDuty()
    // Not before the duty that ends began, whatever the clocks of two servers say.
    const now = isoNow(clock)
    const at = current !== undefined && current.accepted_at > now ? current.accepted_at : now
    if (current !== undefined && !(await endDuty(scope, current.id, at))) throw otherOnDuty()
    if (current !== undefined)
      await handOverTasks(scope, { wardId, from: current.user_id, to: acting.userId })
    const id = randomUUID()
    await trx
      .insertInto('ward_duty')
      .values({
        id,
        organization_id: acting.organizationId,
        ward_id: wardId,
        user_id: acting.userId,
        accepted_at: at,
        data_as_of: dataAsOf ?? null,
        handed_over_by: current?.user_id ?? null,
      })
      .execute()
    await logged(scope, {
      action: current === undefined ? 'acceptDuty' : 'acceptDutyFrom',
      entityType: 'ward',
      entityId: wardId,
      details: {
        dutyId: id,
        ...(current === undefined ? {} : { userId: current.user_id }),
        dataAsOf: dataAsOf ?? null,
      },
    })
    return dutyNow(scope, id)
  },
  async leaveDuty(scope: Scope, { id }: MutationLeaveDutyArgs): Promise<Duty> {
    const wardId = (await ownDuty(scope, id))?.ward_id
    if (wardId === undefined) throw notFound()
    // Of a deleted ward there is nothing to lock: nobody takes it over.
    await lockWard(scope, wardId)
    const row = await ownDuty(scope, id)
    if (row === undefined) throw notFound()
    if (row.left_at !== null || !(await endDuty(scope, id, isoNow(scope.clock))))
      throw conflict('NOT_ON_DUTY', 'This duty has ended')
    await handOverTasks(scope, { wardId, from: scope.acting.userId, to: null })
    await logged(scope, {
      action: 'leaveDuty',
      entityType: 'ward',
      entityId: wardId,
      details: { dutyId: id },
    })
    return ownDutyNow(scope, id)
  },
}

/** What a repeat of a mutation is answered with. */
export const dutyRereads = {
  acceptDuty: (scope: Scope, _args: unknown, kept: Kept) => dutyNow(scope, kept.id ?? ''),
  leaveDuty: (scope: Scope, { id }: MutationLeaveDutyArgs) => ownDutyNow(scope, id),
}
