import type { Database, Trx } from '../db/database'
import { demonstrationAccounts } from './accounts'
import {
  demonstrationIngestKeys,
  demonstrationOrganizations,
  idleIngestKeys,
} from './organizations'

/** Why a demonstration is not begun, or its database not served, in words for the operator. */
export class DemonstrationError extends Error {
  constructor(sentence: string) {
    super(`The server was not started. ${sentence}`)
    this.name = 'DemonstrationError'
  }
}

/** Whether anything is there that a published password or secret opens. */
const isOpenToAll = async (trx: Trx): Promise<boolean> => {
  const accounts = await trx
    .selectFrom('user_account')
    .select('id')
    .where(
      'id',
      'in',
      demonstrationAccounts.map(({ id }) => id),
    )
    .limit(1)
    .execute()
  const keys = await trx
    .selectFrom('ingest_key')
    .select('id')
    .where(
      'id',
      'in',
      [...demonstrationIngestKeys, ...idleIngestKeys].map(({ apiKey }) => apiKey),
    )
    .limit(1)
    .execute()
  return accounts.length + keys.length > 0
}

/**
 * The accounts and keys of the demonstration are published: nothing else may be served with them.
 * @throws DemonstrationError on a database that holds any
 */
export const refuseDemonstration = async (database: Database): Promise<void> => {
  if (await database.asSystem(isOpenToAll))
    throw new DemonstrationError(
      'This database holds the demonstration: accounts and device keys whose passwords are published. Start with DEMONSTRATION=1, or with an empty database.',
    )
}

/** @throws DemonstrationError where others than the demonstration's organisations are */
export const requireDemonstration = async (trx: Trx): Promise<void> => {
  const organizations = await trx.selectFrom('organization').select('id').execute()
  if (
    organizations.length > 0 &&
    !organizations.some(({ id }) => demonstrationOrganizations.some((ours) => ours.id === id))
  )
    throw new DemonstrationError(
      'DEMONSTRATION=1 would add accounts with a published password to a database that was not begun as a demonstration. Start without it, or with an empty database.',
    )
}
