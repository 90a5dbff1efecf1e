import type { IdentityContext } from './context'
import type { Origin } from './attempts'
import type { Turn } from './hash-queue'
import { hashOf, newSecret } from './secrets'
import { rows } from './tables'

/** A device that nobody signed in on for so long is a stranger again. */
export const deviceLifetimeMs = 180 * 86_400_000

/** Where a try at an account comes from. */
export const originOf = async (
  { database, clock, visitor }: IdentityContext,
  email: string,
): Promise<Origin> => {
  const { address, deviceKey } = visitor
  if (deviceKey === null) return { address, knownDevice: null }
  const hash = hashOf(deviceKey)
  const known = await rows(database)
    .selectFrom('identity_device as d')
    .innerJoin('identity_account as a', 'a.uid', 'd.uid')
    .select('d.uid')
    .where('d.hash', '=', hash)
    .where('a.email', '=', email)
    .where('d.last_sign_in_at', '>', clock.now() - deviceLifetimeMs)
    .executeTakeFirst()
  return { address, knownDevice: known === undefined ? null : hash }
}

export const turnOf = ({ address, knownDevice }: Origin): Turn => ({
  isKnown: knownDevice !== null,
  address,
})

/** The account's owner signed in here: from now on strangers do not keep them out of it here. */
export const rememberDevice = async (
  { database, clock, visitor }: IdentityContext,
  uid: string,
): Promise<void> => {
  const deviceKey = visitor.deviceKey ?? newSecret()
  const last_sign_in_at = clock.now()
  await rows(database)
    .insertInto('identity_device')
    .values({ hash: hashOf(deviceKey), uid, last_sign_in_at })
    .onConflict((on) => on.columns(['hash', 'uid']).doUpdateSet({ last_sign_in_at }))
    .execute()
  visitor.keepKey(deviceKey)
}
