import { z } from 'zod'
import { namedReferenceSchema } from '../organization/organization'
import { givenName } from '../text/given-name'
import { textOf } from '../text/text-of'

/** Characters that the name of a ward may have. */
export const longestWardName = 80

/** What is said of an empty name (O323). */
export const wardNameRequired = 'Ward name is required'

/** What is said of a capacity that is none. */
const wardCapacityWrong = 'A capacity is a whole number from 1 to 999'

/** The name of a ward, without the spaces around it (O324). */
export const wardName = givenName(
  longestWardName,
  wardNameRequired,
  `A ward name has at most ${longestWardName} characters`,
)

/** What is said of a name that another ward of the organisation has. */
export const wardNameTaken = 'There is a ward with this name'

/** For how many patients a ward is staffed; null: nobody says. */
export const wardCapacity = z
  .int(wardCapacityWrong)
  .min(1, wardCapacityWrong)
  .max(999, wardCapacityWrong)
  .nullable()

/** Characters that a ward's procedure may have. */
export const longestProcedure = 1_000

/** What a ward does where a patient does not answer; null: it has written nothing. */
export const wardProcedure = textOf(longestProcedure).nullable()

export const wardSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** For how many patients it is staffed; null: nobody said. */
  capacity: z.number().int().nullable(),
  /** What it does where a patient does not answer; null: it has written nothing. */
  noAnswerProcedure: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Admitted now. */
  numberOfPatients: z.number().int(),
  numberOfStaff: z.number().int(),
})
/** A ward of the acting organisation, with how many are admitted and assigned to it. */
export type Ward = z.infer<typeof wardSchema>

export const wardPatientSchema = z.object({
  patient: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    birthDate: z.string(),
    /** Patients of the organisation who share the name, this one left out. */
    numSimilarNames: z.number().int(),
  }),
  carePathway: namedReferenceSchema,
  admittedAt: z.string(),
})
/** Somebody who is admitted to a ward. */
export type WardPatient = z.infer<typeof wardPatientSchema>

export const wardStaffSchema = z.object({
  user: z.object({
    id: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string(),
    /** Of the acting organisation. */
    jobRole: z.string().nullable(),
  }),
  assignedAt: z.string(),
})
/** Somebody who is assigned to a ward. */
export type WardStaff = z.infer<typeof wardStaffSchema>

export const wardDetailSchema = wardSchema.extend({
  /** Admitted now, on every page. */
  numberOfPatients: z.number().int(),
  /**
   * False: the user is not assigned to the ward and does not oversee every ward; wardPatients is
   * empty then.
   */
  seesPatients: z.boolean(),
  wardPatients: z.array(wardPatientSchema),
  /** By last name; 500 at most. */
  wardStaff: z.array(wardStaffSchema),
})

/**
 * Whole percent of a whole; null: of nothing, or of what nobody knows. Only nothing is 0, only all
 * of it 100, and more than all of it is more: 399 of 400 is 99.
 */
export const percentOf = (part: number, whole: number | null): number | null => {
  if (whole === null || whole === 0) return null
  const rounded = Math.round((part / whole) * 100)
  if (part > whole) return Math.max(rounded, 101)
  return part === whole || part === 0 ? rounded : Math.min(Math.max(rounded, 1), 99)
}
