import { randomBytes } from 'node:crypto'
import type {
  IntegrationApiKey,
  MutationExpireIntegrationApiKeyArgs,
  MutationUndoExpireIntegrationApiKeyArgs,
} from '../../../schema/generated/resolvers'
import { mostActiveKeys, tooManyKeysMessage } from '../../../src/domain/api-key/api-key'
import { conflict, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import {
  countActiveKeys,
  findKey,
  insertKey,
  listKeys,
  lockKeys,
  notBeforeNow,
  setExpiry,
} from './repository'

/** The name of a key: 96 random bits, in the letters of an address. */
const newKeyId = (): string => `lk_${randomBytes(12).toString('hex')}`
const newSecret = (): string => randomBytes(32).toString('base64url')

const log = (
  scope: Scope,
  action: string,
  entityId: string,
  details?: Readonly<Record<string, unknown>>,
): Promise<void> => logged(scope, { action, entityType: 'integrationApiKey', entityId, details })

/** @throws NOT_FOUND where there is no such key, CONFLICT where it has expired */
const keyInUse = async (scope: Scope, id: string): Promise<IntegrationApiKey> => {
  await lockKeys(scope)
  const found = await findKey(scope, id)
  if (found === undefined) throw notFound()
  if (found.isExpired) throw conflict('API_KEY_EXPIRED', 'This API key has expired')
  return found.key
}

/** Query fields of schema/api-key.graphql. */
export const apiKeyQueries = {
  integrationApiKeys: (scope: Scope): Promise<IntegrationApiKey[]> => listKeys(scope),
}

/**
 * Mutation fields of schema/api-key.graphql.
 * @param seal encrypts the secret of a key for the ingest API, which alone can open it
 */
export const createApiKeyMutations = (seal: (id: string, secret: string) => string) => ({
  async createIntegrationApiKey(scope: Scope): Promise<IntegrationApiKey> {
    await lockKeys(scope)
    if ((await countActiveKeys(scope)) >= mostActiveKeys)
      throw conflict('API_KEY_LIMIT', tooManyKeysMessage)
    const id = newKeyId()
    const secret = newSecret()
    const key = await insertKey(scope, { id, sealed: seal(id, secret) })
    await log(scope, 'createIntegrationApiKey', id)
    return { ...key, secret }
  },

  async expireIntegrationApiKey(
    scope: Scope,
    { id, expiresAt = null }: MutationExpireIntegrationApiKeyArgs,
  ): Promise<IntegrationApiKey> {
    await keyInUse(scope, id)
    const key = await setExpiry(scope, id, notBeforeNow(expiresAt))
    await log(scope, 'expireIntegrationApiKey', id, { expiresAt: key.deletedAt })
    return key
  },

  async undoExpireIntegrationApiKey(
    scope: Scope,
    { id }: MutationUndoExpireIntegrationApiKeyArgs,
  ): Promise<IntegrationApiKey> {
    const key = await keyInUse(scope, id)
    if (key.deletedAt === null) return key
    const kept = await setExpiry(scope, id, null)
    await log(scope, 'undoExpireIntegrationApiKey', id)
    return kept
  },
})

const keyNow = async (scope: Scope, id: string | null): Promise<IntegrationApiKey> => {
  const found = id === null ? undefined : await findKey(scope, id)
  if (found === undefined) throw notFound()
  return found.key
}

/** What a repeat of a mutation is answered with: never a secret. */
export const apiKeyRereads = {
  createIntegrationApiKey: (scope: Scope, _args: object, { id }: Kept) => keyNow(scope, id),
  expireIntegrationApiKey: (scope: Scope, { id }: MutationExpireIntegrationApiKeyArgs) =>
    keyNow(scope, id),
  undoExpireIntegrationApiKey: (scope: Scope, { id }: MutationUndoExpireIntegrationApiKeyArgs) =>
    keyNow(scope, id),
}
