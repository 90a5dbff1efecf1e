import { z } from 'zod'
import { LookupPatientDocument } from '../../../schema/generated/documents/lookup'
import { addressSchema } from '../../domain/organization/organization'
import { nationalIdentifierSchema } from '../../domain/patient/patient'
import type { LookupCriteria } from '../../domain/patient/lookup'
import { defineCall } from '../../engine/define'

const namedSchema = z.object({ id: z.string(), name: z.string() })
const matchSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  patient: z
    .object({
      id: z.string(),
      opens: z.boolean(),
      gender: z.enum(['male', 'female']),
      nationalIdentifier: nationalIdentifierSchema.nullable(),
      address: addressSchema.nullable(),
      telephone: z.string().nullable(),
      selfCareEmail: z.string().nullable(),
      wardAdmission: z
        .object({
          admittedAt: z.string(),
          ward: namedSchema,
          carePathway: namedSchema,
          organization: namedSchema,
        })
        .nullable(),
    })
    .nullable(),
})
/** Who was found; `patient` null: registered with another organisation, and nothing else is told. */
export type LookupMatch = z.infer<typeof matchSchema>

/** Finds one patient. Nothing of it is kept: neither what was asked nor what was found. */
export const lookupPatient = defineCall({
  name: 'lookupPatient',
  document: LookupPatientDocument,
  variables: (input: LookupCriteria) => input,
  wire: (answer) =>
    z
      .object({
        lookupPatient: z.object({ asOf: z.string(), match: matchSchema.nullable() }),
      })
      .parse(answer).lookupPatient,
})
