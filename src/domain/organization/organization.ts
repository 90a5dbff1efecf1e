import { z } from 'zod'

export const addressSchema = z.object({ address: z.string(), postcode: z.string() })
export const namedReferenceSchema = z.object({ id: z.string(), name: z.string() })
/** Somebody who did something: enough to name them, no more. */
export const personSchema = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Of a member of the acting organisation who has no name; else null. */
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
  /** practice, care_home, virtual_ward, internal or another. */
  type: z.string(),
  /** The edition the organisation works in: en-GB or en-US. */
  edition: editionSchema,
  telephone: z.string().nullable(),
  address: addressSchema.nullable(),
  acceptedTerms: z.boolean(),
  /** Its members sign in with a second factor. */
  requiresSecondFactor: z.boolean().optional(),
  /** Map of feature flag to true. */
  features: z.record(z.string(), z.boolean()),
  /** NhsNumber, NorthernIrelandHcn or null. */
  nationalIdentifierScheme: z.enum(['NhsNumber', 'NorthernIrelandHcn']).nullable(),
  /** Its own, IANA: by it a day begins and ends. */
  timeZone: z.string().optional(),
  /** Minutes without activity before the inactivity warning, 5 to 60. */
  inactivityMinutes: z.number().int().min(5).max(60),
  roles: z.array(roleSchema),
  defaultCarePathway: z
    .object({
      id: z.string(),
      name: z.string(),
      /** EwsThresholds of src/domain/ews, or null for the NEWS2 default. */
      ewsThresholds: z.unknown(),
    })
    .nullable(),
  /** Care homes beside a practice; empty for every other type. */
  neighbors: z.array(namedReferenceSchema),
})
