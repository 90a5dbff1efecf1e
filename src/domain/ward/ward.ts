import { z } from 'zod'

/** Characters that the name of a ward may have. */
export const longestWardName = 80

/** What is said of an empty name (O323). */
export const wardNameRequired = 'Ward name is required'

/** The name of a ward, without the spaces around it (O324). */
export const wardName = z
  .string()
  .trim()
  .min(1, wardNameRequired)
  .max(longestWardName, `A ward name has at most ${longestWardName} characters`)

const folded = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Whether another ward has this name, whatever its case and spaces. @param id the ward's own */
export const isTakenWardName = (
  name: string,
  wards: readonly { readonly id: string; readonly name: string }[],
  id: string | null,
): boolean =>
  folded(name) !== '' && wards.some((ward) => ward.id !== id && folded(ward.name) === folded(name))
