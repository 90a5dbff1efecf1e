import { inEditions } from './overlay'

const enGB = {
  title: 'Registered here, admitted elsewhere',
  text: 'Another organisation admitted these patients by identifier and birth date. It sees who they are, their conditions and flags, and the readings of the last 30 days before the admission and since, unless an administrator there has still to release those. It does not see your notes or older readings.',
  held: {
    title: 'Held here',
    text: 'A user who has admitted ten patients of other organisations by identifier in 24 hours opens no more records. The patient is admitted; what other organisations measured is shown once it is released.',
    empty: { title: 'Nothing is held' },
  },
  headings: {
    patient: 'Patient',
    born: 'Born',
    organization: 'Admitted at',
    home: 'Registered at',
    admittedAt: 'Admitted',
    heldSince: 'Held since',
  },
  empty: { title: 'No patient of yours is admitted elsewhere by identifier' },
  failed: 'Patients who were admitted by identifier could not be loaded',
  open: {
    action: 'Open the whole record',
    title: 'Open the whole record',
    sure: (organization: string): string =>
      `Users at ${organization} who may open the record will see all of it: your notes too, and readings of any age.`,
    failed: 'The record was not opened',
    done: (organization: string): string => `${organization} can now see the whole record`,
  },
  release: {
    action: 'Release',
    title: 'Release the record',
    sure: (organization: string): string =>
      `Your organisation will see what ${organization} measured in the 30 days before the admission and since.`,
    failed: 'The record was not released',
    done: 'The record was released',
  },
  /** On the record, where the patient is registered. */
  chip: {
    name: (organization: string): string => `${organization} sees a part`,
    text: (organization: string): string =>
      `${organization} admitted this patient by identifier. Open the whole record to them.`,
  },
}

/** The texts of /settings/part-records in an edition; the same object each time. */
export const partRecordsTexts = inEditions(enGB, {
  text: 'Another organization admitted these patients by identifier and birth date. It sees who they are, their conditions and flags, and the readings of the last 30 days before the admission and since, unless an administrator there has still to release those. It does not see your notes or older readings.',
  held: {
    text: 'A user who has admitted ten patients of other organizations by identifier in 24 hours opens no more records. The patient is admitted; what other organizations measured is shown once it is released.',
  },
  release: {
    sure: (organization: string): string =>
      `Your organization will see what ${organization} measured in the 30 days before the admission and since.`,
  },
})
