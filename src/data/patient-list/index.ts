import { z } from 'zod'
import {
  PatientNamesDocument,
  PatientsDocument,
} from '../../../schema/generated/documents/patient-list'
import { namedReferenceSchema } from '../../domain/organization/organization'
import type { PatientListFilter } from '../../domain/patient/list'
import { genders, nationalIdentifierSchema } from '../../domain/patient/patient'
import { defineCall } from '../../engine/define'

const patientSchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  gender: z.enum(genders),
  createdAt: z.string(),
  nationalIdentifier: nationalIdentifierSchema.nullable(),
  numSimilarNames: z.number(),
  practices: z.array(namedReferenceSchema),
  mayAssign: z.boolean(),
  wards: z.array(namedReferenceSchema),
})
/** A patient of the list; `createdAt`: registered, ISO instant. */
export type ListedPatient = z.infer<typeof patientSchema>

/** A page of the patients of the acting organisation, by last name. */
export const patients = defineCall({
  name: 'patients',
  document: PatientsDocument,
  variables: (input: {
    readonly filter: PatientListFilter
    readonly search: string
    readonly take: number
    readonly skip: number
    readonly descending: boolean
  }) => ({
    filter: input.filter,
    nameOrNhsNumber: input.search,
    take: input.take,
    skip: input.skip,
    sort: {
      field: 'lastName' as const,
      direction: input.descending ? ('DESC' as const) : ('ASC' as const),
    },
  }),
  wire: (answer) => {
    const { patients: page } = z
      .object({ patients: z.object({ patients: z.array(patientSchema), total: z.number() }) })
      .parse(answer)
    return { rows: page.patients, total: page.total }
  },
})

const nameSchema = patientSchema
  .pick({ id: true, firstName: true, lastName: true, birthDate: true, nationalIdentifier: true })
  .extend({ ward: z.string().nullable() })
/** Who somebody is; `ward`: of the active admission. */
export type PatientName = z.infer<typeof nameSchema>

/** Who there is in the organisation: kept on the device, to find somebody without a connection. */
export const patientNames = defineCall({
  name: 'patientNames',
  document: PatientNamesDocument,
  keeps: true,
  variables: (_input: void) => ({}),
  wire: (answer) => {
    const { patientNames: list } = z
      .object({ patientNames: z.object({ names: z.array(nameSchema), total: z.number() }) })
      .parse(answer)
    return { rows: list.names, total: list.total }
  },
})
