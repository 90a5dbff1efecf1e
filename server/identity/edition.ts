import type { Edition } from '../../src/domain/organization/organization'
import type { IdentityTrx } from './tables'

/** The edition of the organisation that a user acts as; of nobody known it is the house's. */
export const editionOf = async (trx: IdentityTrx, uid: string): Promise<Edition> => {
  const found = await trx
    .selectFrom('user_account as u')
    .innerJoin('organization as o', 'o.id', 'u.acting_organization_id')
    .select('o.edition')
    .where('u.id', '=', uid)
    .executeTakeFirst()
  return found?.edition ?? 'en-GB'
}
