import type { SortField } from '../domain/virtual-ward/virtual-ward'
import { inEditions } from './overlay'
import type { DeepPartial } from './types'

/** /virtual-ward, C section 2.7 and 8 verbatim; `ago` arguments come as text. */
const enGB = {
  updated: (ago: string): string => `Updated ${ago}`,
  neverUpdated: 'Not updated yet',
  refresh: 'Refresh now',
  refreshing: 'Refreshing…',
  refreshed: (shown: number, total: number): string =>
    `Refreshed: ${shown} of ${total} patients shown.`,
  automatic: {
    region: 'Automatic refresh',
    pause: 'Pause automatic refresh',
    start: 'Start automatic refresh',
    /** What changes is told to this device all the same: only the question for all of it rests. */
    paused: 'Automatic refresh is paused; live changes still come in',
    offline: 'Not refreshed while offline',
    next: (seconds: number): string =>
      seconds >= 60
        ? `Next full refresh in ${Math.ceil(seconds / 60)} min`
        : `Next full refresh in ${seconds} s`,
    interval: 'Refresh every',
    intervals: {
      30: '30 seconds',
      300: '5 minutes',
      600: '10 minutes',
      900: '15 minutes',
      1800: '30 minutes',
    } as Readonly<Record<30 | 300 | 600 | 900 | 1800, string>>,
  },
  allPatients: 'All Patients',
  search: {
    label: 'Name or NHS number',
    hint: 'Part of a name or of the number',
    chip: { identifier: 'NHS number', name: 'Name' },
    clear: (label: string, text: string): string => `Remove filter ${label} ${text}`,
  },
  /** Without a connection: of the names of the organisation that the device keeps. */
  otherNames: {
    title: 'Also found, not on this board',
    one: (name: string, born: string, ward: string | null): string =>
      [name, `born ${born}`, ...(ward === null ? [] : [ward])].join(', '),
    more: (count: number): string => `${count} more: search the list of patients`,
    about: (time: string): string =>
      `Names as of ${time}. Their records may not be on this device.`,
  },
  pageSize: 'Patients per page',
  inWords: {
    sortedBy: (terms: readonly string[]): string => `Sorted by ${terms.join(', then ')}.`,
    field: {
      alertCount: 'open alerts',
      clinicalUrgency: 'clinical urgency',
      ewsScore: 'early-warning score',
      acuityScore: 'acuity',
      lastName: 'last name',
      latestVitals: 'latest vitals',
    } as Readonly<Record<SortField, string>>,
    direction: {
      number: { DESC: 'highest first', ASC: 'lowest first' },
      name: { DESC: 'Z to A', ASC: 'A to Z' },
      time: { DESC: 'newest first', ASC: 'oldest first' },
      urgency: { DESC: 'most urgent first', ASC: 'least urgent first' },
    },
    everybody: 'All patients you can see.',
    local: 'Offline: search and order use the data saved on this device.',
    here: 'Search and order use the data saved on this device.',
  },
  empty: {
    title: 'No patients found',
    none: 'No patients are admitted to your wards. Patients appear here when they are admitted.',
    filtered: 'No patients match the filter. Remove it to see all patients.',
    clear: 'Remove filter',
    offlineTitle: 'Offline',
    offline: 'No ward is saved on this device. It appears when the device has been online.',
  },
  offlineAsOf: (time: string): string => `Offline: shown as of ${time}`,
  failed: 'Failed to fetch patients from the server. Press retry to try again.',
  failedToast: 'An error occurred when fetching patients',
  retry: 'Retry',
  stillTrue: (ago: string): string => `Showing the data this device last received, ${ago}.`,
  list: 'Patients',
  card: {
    noCheckups: 'No visible checkups',
    neverMeasured: 'No check-ups yet',
    status: {
      positive: 'Risk: low',
      neutral: 'Risk: low',
      warning: 'Risk: medium',
      danger: 'Risk: high',
      negative: 'Risk: highest',
      unknown: 'Risk not known',
    },
    openAlerts: (count: number): string => (count === 1 ? '1 open alert' : `${count} open alerts`),
    tiles: {
      bp: 'BP',
      spO2: 'SpO2',
      rr: 'RR',
      pulse: 'Pulse',
      temp: 'Temp',
      loc: 'LOC',
      oxygen: 'Oxygen',
    },
    units: { bp: 'mmHg', spO2: '%', rr: '/min', pulse: '/min' },
    oxygen: { Yes: 'Yes', No: 'No' },
    checkup: (ago: string): string => `Check-up ${ago}`,
    received: (ago: string): string => `received ${ago}`,
    age: (words: string, born: string): string => `${words}, born ${born}`,
    more: (name: string): string => `Show more of ${name}`,
    less: (name: string): string => `Show less of ${name}`,
    noWard: 'No current admission',
  },
  detail: {
    latest: 'Latest check-up',
    at: (when: string): string => `Captured ${when}`,
    score: (total: number, lack: string | null): string =>
      lack === null ? `Score ${total}` : `Score at least ${total}, ${lack}`,
    softSigns: 'Soft signs',
    noSoftSigns: 'No soft signs captured',
    emergency: 'Emergency',
    attachments: 'ECG Report(s) attached',
    notes: 'Last check-up notes',
    noNotes: 'No notes',
    admission: 'Admission',
    ward: 'Ward',
    carePathway: 'Care pathway',
    flags: 'Flags',
    contact: 'Contact',
    noTelephone: 'The telephone number is not on this device',
    conditions: 'Conditions',
    noConditions: 'The conditions are not on this device',
    noneRecorded: 'None recorded',
    viewCheckup: 'View Latest Checkup',
    viewRecord: 'View Patient Record',
  },
}

const enUS: DeepPartial<typeof enGB> = {
  search: {
    label: 'Name or patient number',
    chip: { identifier: 'Patient number' },
  },
  card: { status: { positive: 'Risk: none' } },
}

export type VirtualWardTexts = typeof enGB

export const virtualWardTexts = inEditions(enGB, enUS)
