import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import {
  subscriptionSchema,
  type movedSchema,
  type receivedSchema,
} from '../../src/domain/calling/push'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { foreignAddressFault } from '../ehr'
import type { SecretBox } from '../secret-box'

/** Says with it, once, that a browser shows a call. */
export const receiptToken = ({ nameOf }: Pick<SecretBox, 'nameOf'>, id: string): string =>
  nameOf('call-received', id)

/** A name of an endpoint that does not tell it. */
export const endpointName = ({ nameOf }: Pick<SecretBox, 'nameOf'>, endpoint: string): string =>
  nameOf('push-endpoint', endpoint)

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

interface ToldParts {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: Pick<SecretBox, 'seal' | 'open' | 'nameOf'>
}

/** Notes that a browser shows a call. What does not know its token, and what was said before, is not noted. */
export const noteReceived = async (
  { database, clock, secrets }: ToldParts,
  { id, token }: z.infer<typeof receivedSchema>,
): Promise<void> => {
  if (!timingSafeEqual(hashOf(token), hashOf(receiptToken(secrets, id)))) return
  const at = new Date(clock.now()).toISOString()
  await database.asSystem((trx) =>
    sql`with shown as (update call_push set received_at = ${at}::timestamptz where id = ${id} and received_at is null returning calling_step_id)
      update calling_step s set received_at = ${at}::timestamptz from shown where s.id = shown.calling_step_id and s.received_at is null`.execute(
      trx,
    ),
  )
}

/**
 * A browser is called at another address from now on. Who does not know the one until now, with its secret,
 * moves nothing: a push service could else read what is pushed.
 */
export const moveSubscription = async (
  { database, secrets }: ToldParts,
  { from, to }: z.infer<typeof movedSchema>,
): Promise<void> => {
  if (foreignAddressFault(to.endpoint, false) !== null) return
  await database.asSystem(async (trx) => {
    const row = await trx
      .selectFrom('push_subscription')
      .select(['id', 'sealed'])
      .where('endpoint_name', '=', endpointName(secrets, from.endpoint))
      .forUpdate()
      .executeTakeFirst()
    const text = row === undefined ? null : secrets.open(row.id, row.sealed)
    if (row === undefined || text === null) return
    const { auth } = subscriptionSchema.parse(JSON.parse(text))
    if (!timingSafeEqual(hashOf(auth), hashOf(from.auth))) return
    const name = endpointName(secrets, to.endpoint)
    await trx
      .deleteFrom('push_subscription')
      .where('endpoint_name', '=', name)
      .where('id', '<>', row.id)
      .execute()
    await trx
      .updateTable('push_subscription')
      .set({ endpoint_name: name, sealed: secrets.seal(row.id, JSON.stringify(to)) })
      .where('id', '=', row.id)
      .execute()
  })
}
