import { wardNameRequired } from '../domain/ward/ward'
import { inEditions } from './overlay'

const patients = (count: number): string => (count === 1 ? '1 patient' : `${count} patients`)
const staff = (count: number): string => (count === 1 ? '1 staff member' : `${count} staff members`)

const crudFailed = 'An error occurred when creating, updating or deleting the ward'

const enGB = {
  title: 'Wards',
  text: 'Patients are admitted to a ward. Staff see the patients of the wards they are assigned to.',
  headings: {
    name: 'Name',
    patients: 'Patients',
    staff: 'Staff',
    createdAt: 'Created',
    updatedAt: 'Updated',
  },
  search: 'Search wards',
  manage: 'Manage Ward',
  empty: {
    title: 'There are no wards',
    text: 'Patients can be admitted once there is a ward.',
  },
  failed: 'Failed to load wards',
  add: { action: 'Add ward', save: 'Add', failed: crudFailed },
  edit: { action: 'Edit', title: 'Edit ward', save: 'Update', failed: crudFailed },
  nameField: 'Ward name',
  nameRequired: wardNameRequired,
  capacityField: 'Capacity (optional)',
  capacityHint: 'For how many patients the ward is staffed. Three digits at most.',
  procedureField: 'When a patient does not answer (optional)',
  procedureHint:
    'What is done after two calls or visits without an answer. It is shown with the patient’s alerts.',
  occupied: (count: number, capacity: number, percent: number | null): string =>
    `${count} of ${capacity} (${percent}%)`,
  nameTaken: 'Another ward has this name.',
  remove: {
    action: 'Delete',
    title: 'Delete ward',
    sure: (name: string) => `Are you sure you want to delete ${name}?`,
    effect: 'The name stays in the records of patients who were on it.',
    has: (patientCount: number, staffCount: number): string | null =>
      patientCount > 0
        ? `A ward with ${patients(patientCount)} cannot be deleted. Discharge or transfer them first.`
        : staffCount > 0
          ? `A ward with ${staff(staffCount)} cannot be deleted. Remove them first.`
          : null,
    failed: crudFailed,
  },
  page: {
    all: 'All wards',
    tabs: 'Ward',
    counts: (patientCount: number, staffCount: number) =>
      `${patients(patientCount)}, ${staff(staffCount)}`,
    failed: 'Failed to load wards',
    notFound: 'There is no such ward',
    notFoundText: 'It was deleted, or it belongs to another organisation.',
  },
  patients: {
    tab: 'Patients',
    list: 'Patients of this ward',
    headings: {
      name: 'Name',
      birthDate: 'Birth date',
      pathway: 'Care pathway',
      admittedAt: 'Admitted',
    },
    empty: { title: 'No patient is admitted to this ward' },
    hidden: (count: number): string => `${patients(count)}, whose names you cannot see`,
    hiddenText: 'You are not assigned to this ward.',
    failed: 'Failed to fetch patients for this ward',
  },
  staff: {
    tab: 'Staff',
    list: 'Staff of this ward',
    headings: { name: 'Name', email: 'Email', jobRole: 'Job role', assignedAt: 'Assigned' },
    empty: {
      title: 'Nobody is assigned to this ward',
      text: 'Only those who oversee every ward see its patients.',
    },
    failed: 'Failed to fetch staff member for this ward',
    search: 'Search staff',
  },
  assign: {
    action: 'Assign staff',
    title: 'Assign staff to this ward',
    list: 'Users',
    search: 'Search users',
    headings: { name: 'Name', email: 'Email', assign: 'On this ward' },
    one: 'Assign',
    done: 'Assigned',
    onceAccepted: 'Once they accept the invitation',
    close: 'Close',
    empty: { title: 'There are no users' },
    loadFailed: 'An error occurred when fetching users for assignment',
    failed: 'An error occurred when assigning staff to the ward',
  },
  unassign: {
    action: 'Remove from ward',
    title: 'Remove from ward',
    sure: (name: string) => `Are you sure you want to remove ${name} from this ward?`,
    effect: 'They no longer see its patients, unless they oversee every ward.',
    last: (count: number) =>
      `Nobody else is assigned to this ward. ${
        count === 1 ? 'Its 1 patient' : `Its ${count} patients`
      } will then be seen only by those who oversee every ward.`,
    failed: 'An error occurred when removing the staff member',
  },
}

/** The texts of /wards in an edition; the same object each time. */
export const wardsTexts = inEditions(enGB, {
  page: { notFoundText: 'It was deleted, or it belongs to another organization.' },
})
