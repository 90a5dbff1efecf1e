import { givenName } from '../text/given-name'

/** As long as a first or last name is at most, in characters. */
export const longestName = 100

/** A first or last name of a patient, as forms and the server read it. */
export const patientName = givenName(
  longestName,
  'Required',
  `Has at most ${longestName} characters`,
)
