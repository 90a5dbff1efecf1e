import type { NationalIdentifier } from '../domain/patient/patient'
import { inEditions } from './overlay'

type Scheme = NationalIdentifier['type']

const enGB = {
  schemes: { NhsNumber: 'NHS number', NorthernIrelandHcn: 'H&C number' } as Readonly<
    Record<Scheme, string>
  >,
  identifierHint: (scheme: string): string => `Enter the patient's 10-digit ${scheme}`,
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Date of birth',
  search: 'Search Patients',
  reset: 'Reset Search',
  unchanged: 'Fill in a field, or change one, to search',
  tooMany: 'Too many results. Please refine your search criteria',
  failed: 'Error looking up patient',
  none: 'No Patient Found',
  noneText: (time: string): string =>
    `As of ${time}. Check what you typed before you add a patient.`,
  results: 'Results',
  changed: 'The search criteria changed. These are the results of the search before.',
  refresh: 'Refresh',
  facts: {
    id: 'Patient ID',
    birthDate: 'Date of birth',
    gender: 'Sex',
    address: 'Address',
    telephone: 'Telephone',
    selfCareEmail: 'Self-care email',
    admission: 'Active admission',
    admittedAt: 'Admitted',
    ward: 'Ward',
    carePathway: 'Care pathway',
    by: 'Admitted by',
    notAdmitted: 'Not admitted',
  },
  age: (value: number, unit: 'years' | 'months'): string =>
    `${value} ${value === 1 ? unit.slice(0, -1) : unit}`,
  open: 'Open patient record',
  notYours: 'You cannot open this record: you are not assigned to the ward.',
  elsewhere: 'Registered with another organisation',
  elsewhereText: 'Nothing else is shown until the patient is admitted here.',
}

export type LookupTexts = typeof enGB

/** The texts of the look-up in an edition; the same object each time. */
export const lookupTexts = inEditions(enGB, {
  elsewhere: 'Registered with another organization',
})
