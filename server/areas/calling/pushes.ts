import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../db/database'
import { hasNoAccount } from '../../db/gone-user'

/** Whether the browser of a subscription is called: the sign-in that it belongs to runs. @param nowMs epoch milliseconds */
export const rings = (subscription: RawBuilder<unknown>, nowMs: number): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from identity_session i where i.id = ${subscription}.identity_session_id and i.uid = ${subscription}.user_id and i.expires_at > ${nowMs})
    and not ${hasNoAccount(sql`${subscription}.user_id`)})`

/** Pushes a step of a calling to every browser in which its user is called. */
export const pushStep = async (
  trx: Trx,
  step: {
    readonly id: string
    readonly organizationId: string
    readonly userId: string
    readonly severity: number
  },
  nowMs: number,
): Promise<void> => {
  await sql`insert into call_push (id, organization_id, user_id, subscription_id, calling_step_id, severity, made_at)
    select gen_random_uuid()::text, ${step.organizationId}, s.user_id, s.id, ${step.id}, ${step.severity}, ${new Date(nowMs).toISOString()}::timestamptz
    from push_subscription s where s.user_id = ${step.userId} and ${rings(sql.ref('s'), nowMs)}`.execute(
    trx,
  )
}

/** Pushes to a browser that its sign-in ends soon, and the calls with it. */
export const pushEnding = async (
  trx: Trx,
  subscription: {
    readonly id: string
    readonly userId: string
    readonly organizationId: string
  },
  nowMs: number,
): Promise<void> => {
  await sql`insert into call_push (id, organization_id, user_id, subscription_id, is_ending, made_at)
    values (gen_random_uuid()::text, ${subscription.organizationId}, ${subscription.userId}, ${subscription.id}, true, ${new Date(nowMs).toISOString()}::timestamptz)`.execute(
    trx,
  )
}

/** Which of these users are called in a browser; of the acting organisation. */
export const calledInBrowser = async (
  trx: Trx,
  userIds: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{
    id: string
  }>`select id from app_called_in_browser(${userIds}::text[], ${nowMs})`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
