import { z } from 'zod'
import { features } from '../access/permissions'

export const addressSchema = z.object({ address: z.string(), postcode: z.string() })
export const namedReferenceSchema = z.object({ id: z.string(), name: z.string() })
export const personSchema = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
})
export type Person = z.infer<typeof personSchema>
export type NamedReference = z.infer<typeof namedReferenceSchema>
export type Address = z.infer<typeof addressSchema>

export const editions = ['en-GB', 'en-US'] as const
export const editionSchema = z.enum(editions)
export type Edition = z.infer<typeof editionSchema>

export const organizationMembershipSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
})
export type OrganizationMembership = z.infer<typeof organizationMembershipSchema>

export const roleSchema = z.object({
  name: z.string(),
  description: z.string(),
  isSystemRole: z.boolean(),
})

/** Map of flag to true; unknown flags of a newer server are kept out. */
export const featureMapSchema = z
  .record(z.string(), z.boolean())
  .transform((map) => features.filter((f) => map[f] === true))

export const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  edition: editionSchema,
  telephone: z.string().nullable(),
  address: addressSchema.nullable(),
  acceptedTerms: z.boolean(),
  features: z.record(z.string(), z.boolean()),
  nationalIdentifierScheme: z.enum(['NhsNumber', 'NorthernIrelandHcn']).nullable(),
  inactivityMinutes: z.number().int().min(5).max(60),
  roles: z.array(roleSchema),
  defaultCarePathway: z
    .object({ id: z.string(), name: z.string(), ewsThresholds: z.unknown() })
    .nullable(),
  neighbors: z.array(namedReferenceSchema),
})
export type Organization = z.infer<typeof organizationSchema>
