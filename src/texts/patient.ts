import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/**
 * /patient/:patientId: the record, its states and its vitals tab. C section 2.3 and 8 verbatim;
 * times are already formatted.
 */
const enGB = {
  failed: 'An error occurred while loading patient details',
  notFound: {
    title: 'Patient not found',
    text: 'There is no such patient in this organisation, or you may not see them.',
    back: 'Go to the virtual ward',
  },
  noLonger: {
    title: 'This record is no longer available to you',
    text: 'The patient is no longer on a ward of yours, or the record was removed. What this device kept of it is deleted; what you wrote and did not send is still sent.',
  },
  notKept: {
    title: 'This record is not on this device',
    text: 'You are offline, and this patient was not opened here before. The record loads as soon as the connection is back.',
  },
  score: {
    label: 'Current score',
    age: (ago: string): string => `Check-up ${ago}`,
    none: 'No visible checkups',
  },
  tabs: 'Parts of the record',
  actions: 'Actions',
  vitals: {
    heading: 'Patient Check-ups',
    failed: "An error occurred when fetching the patient's checkups",
    retry: 'Retry',
    loadingOlder: 'Fetching older check-ups…',
    olderNotKept: 'Older check-ups are not on this device. They load when it is online.',
    empty: {
      title: 'No check-ups yet',
      text: 'The first check-up appears here as soon as a device sends one.',
    },
    emptyOffline: 'No check-up of this patient is on this device. They load when it is online.',
    scheme: (name: string, scale: number): string => `Scored by ${name}, SpO2 Scale ${scale}`,
    direction:
      'Oldest left, newest right. One column is one check-up; the distance between columns is not time.',
    next: 'Next check-up',
    rows: {
      date: 'Date',
      respiratoryRate: 'Breathing Rate',
      spO2: 'SpO2',
      systolic: 'BP Syst',
      diastolic: 'BP Diast',
      pulse: 'Pulse Rate',
      temperature: 'Temperature',
      consciousness: 'Consciousness',
      peakFlow: 'PEF Rate',
      weight: (unit: string): string => `Weight (${unit})`,
      onOxygen: 'On Oxygen',
      softSigns: 'Soft Signs',
      attachments: 'Attachments',
      totalScore: 'Total Score',
      selectedAction: 'Selected Action',
    },
    units: { perMinute: '/min', percent: '%', pressure: 'mmHg', peakFlow: 'L/min' },
    openCheckup: (when: string): string => `Check-up of ${when}`,
    missing: (count: number): string => `${count} missing`,
    noSoftSigns: 'No soft signs captured',
    softSignCount: (count: number): string => (count === 1 ? '1 soft sign' : `${count} soft signs`),
    emergency: 'Emergency',
    attachments: {
      'breath-sounds': 'Breath sounds',
      pictures: 'Picture(s)',
      'ecg-reports': 'ECG report(s)',
      documents: 'Other attachment(s)',
    },
    notAvailable: 'N/A',
  },
}

/** What the US edition says differently. */
const enUS: DeepPartial<typeof enGB> = {
  notFound: { text: 'There is no such patient in this organization, or you may not see them.' },
}

export type PatientTexts = typeof enGB

/** The texts in an edition; the same object each time. */
export const patientTexts = inEditions(enGB, enUS)
