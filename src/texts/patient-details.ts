import { removalErrors } from '../domain/patient/removal'
import { inEditions } from './overlay'

/** Removing and correcting a patient, C sections 5 and 8 verbatim. */
const enGB = {
  reset: {
    title: 'Reset self-care password',
    text: 'The patient signs in with this password from now on. They are signed out on all devices.',
    submit: 'Reset password',
    failed: 'The password was not reset',
    asking: 'The self-care login could not be loaded',
    done: 'The password was reset.',
    none: 'This patient has no self-care login',
    elsewhere: 'The email address is tied to a login in another organisation',
  },
  edit: {
    title: 'Edit patient',
    required: 'Required',
    done: 'Patient Updated',
    failed: "An error occurred when saving the patient's details",
    unlock: (identifier: string): string => `Edit ${identifier}`,
    locked: (identifier: string): string => `The ${identifier} cannot be changed here.`,
    /** Null: it is not known which one. */
    kept: (organization: string | null): string =>
      organization === null
        ? 'Another organisation keeps the details of this patient. They can be changed there only.'
        : `${organization} keeps the details of this patient. They can be changed there only.`,
    hasLogin:
      'This patient has a self-care login: a telephone number, an address and a postcode are required.',
    identity: (waiting: number): string =>
      waiting === 0
        ? 'Check that it is still the same person.'
        : `${waiting} ${waiting === 1 ? 'record' : 'records'} about this patient ${waiting === 1 ? 'waits' : 'wait'} on this device to be sent.`,
    identityText:
      'Notes and other records that were written under the old details and are not sent yet are not filed. They come back to their authors as “details have changed”, to be checked. None is lost.',
  },
  remove: {
    title: 'Remove patient',
    submit: 'Remove patient',
    close: 'Close',
    checksFailed: 'An error occurred when performing pre-deletion checks',
    failed: 'An error occurred when deleting the patient',
    blocked: removalErrors as Readonly<Record<keyof typeof removalErrors, string>>,
    text: 'The patient leaves all lists, and nobody here can open the record any more. This cannot be taken back.',
    sharedText:
      'Other organisations have this patient too. They keep the record; your organisation alone loses it.',
    done: (name: string): string => `${name} was removed`,
  },
}

export const patientDetailsTexts = inEditions(enGB, {
  reset: { elsewhere: 'The email address is tied to a login in another organization' },
  edit: {
    kept: (organization: string | null): string =>
      organization === null
        ? 'Another organization keeps the details of this patient. They can be changed there only.'
        : `${organization} keeps the details of this patient. They can be changed there only.`,
    hasLogin:
      'This patient has a self-care login: a telephone number, an address and a ZIP code are required.',
  },
  remove: {
    sharedText:
      'Other organizations have this patient too. They keep the record; your organization alone loses it.',
  },
})
