import { z } from 'zod'
import type { Feature } from '../access/permissions'
import { personSchema } from '../organization/organization'

/** What a token is for: a care record system that reads patients of the organisation. */
export const integrationTokenTypes = ['CareRecord'] as const
export type IntegrationTokenType = (typeof integrationTokenTypes)[number]

/** Without one of them an organisation has no tokens, and none reads (C238). */
export const integrationTokenFeatures = [
  'ehrIntegrations',
  'ehrIntegrationsNourish',
] as const satisfies readonly Feature[]

/** What is told of an active token (C301); of its text nothing. */
export const integrationTokenSchema = z.object({
  id: z.string(),
  type: z.enum(integrationTokenTypes),
  createdAt: z.string(),
  createdBy: personSchema.nullable(),
  /** When it last read something; null: never. */
  lastUsedAt: z.string().nullable(),
})
export type IntegrationToken = z.infer<typeof integrationTokenSchema>
