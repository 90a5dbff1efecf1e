import { inEditions } from './overlay'

const patients = (count: number): string => (count === 1 ? '1 patient' : `${count} patients`)

const enGB = {
  title: 'Patients',
  tabs: {
    admitted: 'Admitted',
    discharged: 'Recently Discharged',
    search: 'Search',
    all: 'All',
  },
  lists: {
    admitted: 'Admitted patients',
    discharged: 'Patients discharged in the last 30 days',
    all: 'All patients',
  },
  count: { title: 'Patients in this list', of: patients },
  searchName: 'Search by name or number',
  headings: {
    firstName: 'First name',
    lastName: 'Last name',
    birthDate: 'Date of birth',
    sex: 'Sex',
    practices: 'GP practice',
    wards: 'Ward',
    registered: 'Registered',
  },
  unassigned: 'Unassigned',
  assignTo: (name: string) => `Unassigned: assign ${name} to a practice`,
  practicesOf: (name: string, practices: string) => `${practices}: change the practices of ${name}`,
  empty: {
    admitted: { title: 'No patient is admitted' },
    discharged: { title: 'No patient was discharged in the last 30 days' },
    all: { title: 'There are no patients' },
  },
  /** To whoever sees the patients of their own wards alone. */
  ownWards: {
    about: 'Patients on other wards of the organisation are not in this list.',
    admitted: { title: 'No patient is admitted to your wards' },
  },
  /** Without a connection, of names that the device keeps. */
  kept: {
    about: (time: string): string =>
      `You are offline. These names were last received at ${time}. Wards may have changed, and new patients are missing.`,
    cut: (here: number, total: number): string =>
      `Only ${here} of ${total} patients are kept: others cannot be found now.`,
    none: { title: 'None of the names that this device keeps' },
    heading: 'Record',
    here: 'On this device',
    nameOnly: 'Name only: the record loads when you reconnect',
  },
  toast: 'An error occurred while loading patients',
  failed: 'Failed to load patients',
  select: {
    print: 'Print the list',
    csv: 'Export CSV',
    assign: 'Assign practices',
    file: (day: string) => `patients-${day}.csv`,
    printed: (time: string) => `Printed ${time}`,
  },
  search: {
    title: 'Look up a patient',
    text: 'Search by number, by date of birth, or by full name with date of birth. Patients of another organisation are found by number and date of birth together.',
  },
  practices: {
    title: (name: string) => `GP practices of ${name}`,
    titleOfMany: (count: number) => `Assign ${patients(count)} to GP practices`,
    field: 'Practices',
    effect:
      'A practice sees the record of a patient who is assigned to it. Taking the assignment back ends that, unless a referral gave the access too.',
    many: 'The chosen practices are added. None is taken away.',
    save: 'Save',
    failed: 'The practices were not saved',
    loadFailed: 'Failed to load practices',
    none: { title: 'There are no GP practices' },
    add: 'Add GP practice',
  },
  add: {
    title: 'Add GP practice',
    save: 'Add',
    failed: 'The practice was not added',
    name: 'Practice name',
    telephone: 'Telephone',
    address: 'Address',
    postcode: 'Postcode',
    firstName: 'Contact first name',
    lastName: 'Contact last name',
    email: 'Contact email',
    text: 'The contact becomes the first user of the practice. Nothing is sent to them now.',
  },
}

export type PatientsTexts = typeof enGB

/** The texts of /patients in an edition; the same object each time. */
export const patientsTexts = inEditions(enGB, {
  headings: { practices: 'Primary care practice' },
  searchName: 'Search by name',
  ownWards: { about: 'Patients on other wards of the organization are not in this list.' },
  search: {
    text: 'Search by date of birth, or by full name with date of birth.',
  },
  practices: {
    title: (name: string) => `Primary care practices of ${name}`,
    titleOfMany: (count: number) => `Assign ${patients(count)} to primary care practices`,
    none: { title: 'There are no primary care practices' },
    add: 'Add primary care practice',
  },
  add: { title: 'Add primary care practice', postcode: 'ZIP code' },
})
