import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../db/database'
import type { IdentityTables, Tables } from '../db/tables'

export type ActionCodeKind = IdentityTables['identity_action_code']['kind']
export type Account = Readonly<Selectable<IdentityTables['identity_account']>>
export type Factor = Readonly<Selectable<IdentityTables['identity_factor']>>

type All = Tables & IdentityTables
export type IdentityTrx = Transaction<All>
/** The owner's eyes on the identity tables, one statement at a time. */
export const rows = (database: Database): Kysely<All> =>
  database.kysely.withTables<IdentityTables>()
/** Runs work in one transaction of the owner. */
export const together = <T>(
  database: Database,
  work: (trx: IdentityTrx) => Promise<T>,
): Promise<T> => database.asSystem((trx) => work(trx.withTables<IdentityTables>()))
