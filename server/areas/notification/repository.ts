import { sql } from 'kysely'
import type { Notification, Person } from '../../../schema/generated/resolvers'
import { mostMarked, notifiedForMs } from '../../../src/domain/notification/notification'
import { isoNow, type Clock } from '../../clock'
import type { Database } from '../../db/database'
import { pageLimit } from '../../graphql/paging'
import type { Scope } from '../../graphql/scope'
import { mayOpen } from '../../graphql/visibility'

/** Messages of patients that are told to the user: who may open the record now, and was here then. */
const toldTo = ({ trx, acting, clock }: Scope) =>
  trx
    .selectFrom('chat_message as m')
    .innerJoin('patient as p', 'p.id', 'm.patient_id')
    .innerJoin('user_organization as o', (join) =>
      join
        .onRef('o.organization_id', '=', 'm.organization_id')
        .on('o.user_id', '=', acting.userId)
        .onRef('o.created_at', '<=', 'm.created_at'),
    )
    .leftJoin('notification_read as r', (join) =>
      join.onRef('r.message_id', '=', 'm.id').on('r.user_id', '=', acting.userId),
    )
    .where('m.organization_id', '=', acting.organizationId)
    .where('m.author_id', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('m.created_at', '>', new Date(clock.now() - notifiedForMs).toISOString())
    .where(mayOpen(acting, sql.ref('m.patient_id')))

const selectTold = (scope: Scope) =>
  toldTo(scope).select([
    'm.id',
    'm.created_at',
    'r.read_at',
    'm.patient_id',
    'm.organization_id',
    sql<Person>`jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name)`.as(
      'patient',
    ),
  ])
type Told = Awaited<ReturnType<ReturnType<typeof selectTold>['executeTakeFirstOrThrow']>>

const notificationOf = (row: Told): Notification => ({
  id: row.id,
  type: 'ChatMessage',
  createdAt: row.created_at,
  readAt: row.read_at,
  metadata: {
    patientId: row.patient_id,
    organizationId: row.organization_id,
    messageSenderUserId: row.patient_id,
    patient: row.patient,
  },
})

/**
 * Unread ones of one patient (null: of all), newest first. Of all, the newest of each patient comes
 * before the second of any: somebody who writes much hides nobody.
 */
export async function newestUnread(
  scope: Scope,
  patientId: string | null,
): Promise<Notification[]> {
  const nth = sql<number>`row_number() over (partition by m.patient_id order by m.created_at desc, m.revision desc)`
  const rows = await scope.trx
    .selectFrom(
      selectTold(scope)
        .where('r.read_at', 'is', null)
        .$if(patientId !== null, (found) => found.where('m.patient_id', '=', patientId))
        .select(['m.revision', nth.as('nth')])
        .as('told'),
    )
    .selectAll()
    .orderBy(sql`case when nth = 1 then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .orderBy('revision', 'desc')
    .limit(patientId === null ? pageLimit : mostMarked)
    .execute()
  return rows
    .toSorted(
      (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.revision - a.revision,
    )
    .map(notificationOf)
}

/** How many are unread, of one patient or (null) of all. */
export const countUnread = async (scope: Scope, patientId: string | null): Promise<number> =>
  (
    await toldTo(scope)
      .where('r.read_at', 'is', null)
      .$if(patientId !== null, (found) => found.where('m.patient_id', '=', patientId))
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total

/** Those of these ids that are told to the user. */
export const notificationsById = async (
  scope: Scope,
  ids: readonly string[],
): Promise<Notification[]> =>
  (
    await selectTold(scope)
      .where('m.id', 'in', ids)
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id')
      .execute()
  ).map(notificationOf)

/** What was marked first stays marked then. */
export async function insertRead(scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await scope.trx
    .insertInto('notification_read')
    .values(
      ids.map((id) => ({
        user_id: scope.acting.userId,
        message_id: id,
        organization_id: scope.acting.organizationId,
        read_at: isoNow(scope.clock),
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Removes marks of messages that are too old to be told. */
export async function purgeNotifications({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Promise<number> {
  const before = new Date(clock.now() - notifiedForMs).toISOString()
  const { numAffectedRows } = await database.asSystem((trx) =>
    sql`delete from notification_read r using chat_message m
      where m.id = r.message_id and m.created_at <= ${before}::timestamptz`.execute(trx),
  )
  return Number(numAffectedRows ?? 0)
}
