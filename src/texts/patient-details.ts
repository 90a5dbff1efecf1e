import { removalErrors } from '../domain/patient/removal'
import { inEditions } from './overlay'

/** Removing and correcting a patient, C sections 5 and 8 verbatim. */
const enGB = {
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
  remove: {
    sharedText:
      'Other organizations have this patient too. They keep the record; your organization alone loses it.',
  },
})
