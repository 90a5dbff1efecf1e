import type { z } from 'zod'
import { givenName } from '../text/given-name'

/** As long as a first or last name is at most, in characters. */
export const longestName = 100

/** A name of a patient, as forms and the server read it. */
export const patientName = givenName(
  longestName,
  'Required',
  `Has at most ${longestName} characters`,
)

/**
 * What is wrong with a first name; null: nothing. A patient of one name has none (T6), which somebody
 * says: an empty field alone says nothing.
 */
export const firstNameFault = (text: string, hasOneName: boolean): string | null => {
  if (hasOneName) return text.trim() === '' ? null : 'Leave it empty: there is one name only'
  const read = patientName.safeParse(text)
  return read.success ? null : (read.error.issues[0]?.message ?? 'Required')
}

/** Refuses a first name at its field, for `superRefine`. */
export const refuseFirstName = (
  {
    firstName,
    hasOneName = false,
  }: { readonly firstName?: string | undefined; readonly hasOneName?: boolean | undefined },
  context: z.RefinementCtx,
): void => {
  const message = firstName === undefined ? null : firstNameFault(firstName, hasOneName)
  if (message !== null) context.addIssue({ code: 'custom', message, path: ['firstName'] })
}
