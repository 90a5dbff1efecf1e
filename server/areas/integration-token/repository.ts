import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { IntegrationToken, Person } from '../../../schema/generated/resolvers'
import {
  integrationTokenFeatures,
  integrationTokenSchema,
  type IntegrationTokenType,
} from '../../../src/domain/integration-token/token'
import { isoNow } from '../../clock'
import type { Database } from '../../db/database'
import { plainFields } from '../../db/plain-fields'
import type { Scope } from '../../graphql/scope'

/** 256 random bits behind letters that a search for leaked secrets knows. */
export const newToken = (): string => `lit_${randomBytes(32).toString('base64url')}`
/** Nobody guesses a random text of this length, so that one round of SHA-256 is enough. */
export const hashOfToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

const plain = plainFields(integrationTokenSchema, 'createdBy', 'lastUsedAt')
const selectTokens = ({ trx, acting }: Scope) =>
  trx
    .selectFrom('integration_token as t')
    .select([
      ...plain.from('t'),
      sql<Person | null>`app_person(t.created_by)`.as('author'),
      sql<
        string | null
      >`(select max(u.last_at) from integration_token_use u where u.token_id = t.id)`.as('used'),
    ])
    .where('t.organization_id', '=', acting.organizationId)

const tokenOf = (
  row: Awaited<ReturnType<ReturnType<typeof selectTokens>['executeTakeFirstOrThrow']>>,
): IntegrationToken => ({ ...plain.of(row), createdBy: row.author, lastUsedAt: row.used })

/** The active token of a type; null: there is none. */
export const activeToken = async (
  scope: Scope,
  type: IntegrationTokenType,
): Promise<IntegrationToken | null> => {
  const row = await selectTokens(scope)
    .where('t.type', '=', type)
    .where('t.removed_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : tokenOf(row)
}

/** A token of the acting organisation, removed or not; undefined where it has none of that id. */
export const findToken = async (
  scope: Scope,
  id: string,
): Promise<IntegrationToken | undefined> => {
  const row = await selectTokens(scope).where('t.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : tokenOf(row)
}

/** Stores a new token. @returns false where one of the type is active, also one of this moment */
export const insertToken = async (
  { trx, acting, clock }: Scope,
  token: { readonly id: string; readonly type: IntegrationTokenType; readonly hash: string },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('integration_token')
    .values({
      id: token.id,
      organization_id: acting.organizationId,
      type: token.type,
      token_hash: token.hash,
      created_at: isoNow(clock),
      created_by: acting.userId,
    })
    .onConflict((on) =>
      on.columns(['organization_id', 'type']).where('removed_at', 'is', null).doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Removes an active token. @returns false where it was removed before, or there is none */
export const removeToken = async ({ trx, acting, clock }: Scope, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('integration_token')
    .set({ removed_at: isoNow(clock), removed_by: acting.userId })
    .where('id', '=', id)
    .where('organization_id', '=', acting.organizationId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A token that was shown, and whether its organisation has what tokens are part of. */
export interface ShownToken {
  readonly id: string
  readonly organizationId: string
  readonly isInUse: boolean
}

/** The active token of this text; null: there is none. */
export const tokenShown = async (
  { kysely }: Database,
  token: string,
): Promise<ShownToken | null> => {
  const row = await kysely
    .selectFrom('integration_token as t')
    .innerJoin('organization as o', 'o.id', 't.organization_id')
    .select(['t.id', 't.organization_id', 'o.features'])
    .where('t.token_hash', '=', hashOfToken(token))
    .where('t.removed_at', 'is', null)
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        id: row.id,
        organizationId: row.organization_id,
        isInUse: integrationTokenFeatures.every((feature) => row.features[feature] === true),
      }
}
