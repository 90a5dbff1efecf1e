import type { NobodyToCall } from '../domain/patient/call'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** /patient/:patientId: record and vitals tab. C section 2.3 and 8 verbatim; times come as text. */
const enGB = {
  failed: 'An error occurred while loading patient details',
  notFound: {
    title: 'Patient not found',
    text: 'There is no such patient in this organisation, or you do not have access.',
    back: 'Go to the virtual ward',
  },
  noLonger: {
    title: 'This record is no longer available to you',
    text: 'The patient is no longer on one of your wards, or the record was removed. It was deleted from this device. Your unsent work is still sent.',
  },
  notKept: {
    title: 'This record is not on this device',
    text: 'You are offline, and this record is not saved on this device. It loads when you reconnect.',
  },
  discharged: {
    /** `by`: a name; '': not known. */
    title: (when: string, by: string): string =>
      by === '' ? `Discharged ${when}.` : `Discharged ${when} by ${by}.`,
    from: (ward: string): string => `Ward: ${ward}.`,
    reason: (why: string): string => `Reason: ${why}.`,
  },
  /** Of a patient of another organisation who was admitted by identifier. */
  part: {
    title: 'This is not the whole record.',
    from: (when: string): string =>
      `The notes of other organisations, and their readings from before ${when}, are not shown here.`,
    closed:
      'The notes and readings of other organisations are not shown here: the stay is over, or an administrator has not released them yet.',
    ask: 'To see all of it, ask the organisation where the patient is registered to open the whole record, or to refer the patient to you.',
  },
  tabs: 'Parts of the record',
  actions: 'Actions',
  /** On a phone: the button for the rest of the header. */
  more: {
    /** `mark`: what the device still has of what is behind it. */
    label: (flags: number, mark: 'conflict' | 'refused' | 'unsent' | null): string =>
      [
        'More',
        ...(flags === 0 ? [] : [`${flags} flag${flags === 1 ? '' : 's'}`]),
        ...(mark === null
          ? []
          : [{ conflict: 'in conflict', refused: 'not saved', unsent: 'not sent' }[mark]]),
      ].join(' · '),
    name: (label: string): string => `${label}, about the patient`,
  },
  copyId: 'Copy patient ID',
  idCopied: 'Patient ID copied',
  about: {
    title: 'About the patient',
    call: 'Call',
    nobodyToCall: {
      contact: 'There are no contact details or device registered for this patient',
      telephone: 'There is no telephone number registered for this patient',
    } as Readonly<Record<NobodyToCall, string>>,
    telephone: 'Telephone',
    admitted: 'Admitted',
    backdated: (admitted: string, recorded: string): string =>
      `${admitted} (backdated: recorded ${recorded})`,
    address: 'Address',
    conditions: 'Conditions',
    saturation: 'Target saturation',
    scale1: '96 % or more (SpO2 Scale 1)',
    scale2: (who: string, date: string): string =>
      `88 to 92 % (SpO2 Scale 2), set by ${who} on ${date}`,
    somebody: 'a colleague',
  },
  vitals: {
    heading: 'Patient Check-ups',
    below: { label: 'Further down', monitoring: 'Monitoring', ecg: 'ECG' },
    failed: "An error occurred when fetching the patient's checkups",
    retry: 'Retry',
    loadingOlder: 'Fetching older check-ups…',
    empty: {
      title: 'No check-ups yet',
      text: 'The first check-up appears here when a device sends one.',
    },
    emptyOffline:
      'The check-ups of this patient are not saved on this device. They load when you are online.',
    scheme: (name: string, scale: number): string => `Scored by ${name}, SpO2 Scale ${scale}`,
    direction: 'One column per check-up, newest on the right. Not to a time scale.',
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

const enUS: DeepPartial<typeof enGB> = {
  notFound: { text: 'There is no such patient in this organization, or you do not have access.' },
  part: {
    from: (when: string): string =>
      `The notes of other organizations, and their readings from before ${when}, are not shown here.`,
    closed:
      'The notes and readings of other organizations are not shown here: the stay is over, or an administrator has not released them yet.',
    ask: 'To see all of it, ask the organization where the patient is registered to open the whole record, or to refer the patient to you.',
  },
}

export type PatientTexts = typeof enGB

export const patientTexts = inEditions(enGB, enUS)
