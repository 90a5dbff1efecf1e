import { z } from 'zod'

export const addressSchema = z.object({ address: z.string(), postcode: z.string() })
export const namedReferenceSchema = z.object({ id: z.string(), name: z.string() })
export const personSchema = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Where they have no name; a row that was kept earlier does not say. */
  email: z.string().nullable().optional(),
})
export type Person = z.infer<typeof personSchema>
export type NamedReference = z.infer<typeof namedReferenceSchema>

export const editions = ['en-GB', 'en-US'] as const
export const editionSchema = z.enum(editions)
export type Edition = z.infer<typeof editionSchema>

export const organizationMembershipSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
})

const roleSchema = z.object({
  name: z.string(),
  description: z.string(),
  isSystemRole: z.boolean(),
})

export const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  edition: editionSchema,
  telephone: z.string().nullable(),
  address: addressSchema.nullable(),
  acceptedTerms: z.boolean(),
  /** Its members sign in with a second factor. */
  requiresSecondFactor: z.boolean().optional(),
  features: z.record(z.string(), z.boolean()),
  nationalIdentifierScheme: z.enum(['NhsNumber', 'NorthernIrelandHcn']).nullable(),
  /** By which a day begins and ends, IANA; a row that was kept earlier does not say. */
  timeZone: z.string().optional(),
  inactivityMinutes: z.number().int().min(5).max(60),
  roles: z.array(roleSchema),
  defaultCarePathway: z
    .object({ id: z.string(), name: z.string(), ewsThresholds: z.unknown() })
    .nullable(),
  neighbors: z.array(namedReferenceSchema),
})
