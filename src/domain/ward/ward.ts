import { z } from 'zod'
import { givenName } from '../text/given-name'

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
