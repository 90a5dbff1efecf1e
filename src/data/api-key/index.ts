import { z } from 'zod'
import {
  CreateIntegrationApiKeyDocument,
  ExpireIntegrationApiKeyDocument,
  SettingsApiKeysDocument,
  UndoExpireIntegrationApiKeyDocument,
} from '../../../schema/generated/documents/api-key'
import { defineCall, defineCommand } from '../../engine/define'

const apiKeySchema = z.object({
  id: z.string(),
  apiKey: z.string(),
  deletedAt: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z
    .object({ firstName: z.string().nullable(), lastName: z.string().nullable() })
    .nullable(),
})
/** A key of the ingest API; `deletedAt`: the ISO instant when it expires or did, null: never. */
export type ApiKey = z.infer<typeof apiKeySchema>

/** A key that was just made. `secret` is null where it was answered before: it is lost then. */
const newKeySchema = apiKeySchema.extend({ secret: z.string().nullable() })
const refreshes = ['apiKeys']

/** The keys of the acting organisation: the active ones first. */
export const apiKeys = defineCall({
  name: 'apiKeys',
  document: SettingsApiKeysDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly ApiKey[] =>
    z.object({ integrationApiKeys: z.array(apiKeySchema) }).parse(answer).integrationApiKeys,
})

/** Makes a key. */
export const createApiKey = defineCommand({
  name: 'createIntegrationApiKey',
  document: CreateIntegrationApiKeyDocument,
  input: z.object({}),
  action: 'api-key.create',
  variables: () => ({}),
  wire: (answer) => ({
    value: z.object({ createIntegrationApiKey: newKeySchema }).parse(answer)
      .createIntegrationApiKey,
  }),
  refreshes,
})

/** Has a key expire at an ISO instant; null: immediately. */
export const expireApiKey = defineCommand({
  name: 'expireIntegrationApiKey',
  document: ExpireIntegrationApiKeyDocument,
  input: z.object({ id: z.string().min(1), expiresAt: z.string().nullable() }),
  action: 'api-key.expire',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ expireIntegrationApiKey: apiKeySchema }).parse(answer)
      .expireIntegrationApiKey,
  }),
  refreshes,
})

/** Keeps a key that was to expire later. */
export const undoExpireApiKey = defineCommand({
  name: 'undoExpireIntegrationApiKey',
  document: UndoExpireIntegrationApiKeyDocument,
  input: z.object({ id: z.string().min(1) }),
  action: 'api-key.expire',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ undoExpireIntegrationApiKey: apiKeySchema }).parse(answer)
      .undoExpireIntegrationApiKey,
  }),
  refreshes,
})
