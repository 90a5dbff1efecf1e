import type { Consciousness } from '../../src/domain/checkup/checkup'
import type { NotScored } from '../../src/domain/ews/applies'
import type { ThresholdParameter } from '../../src/domain/ews/thresholds'
import type { Edition } from '../../src/domain/organization/organization'

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`

/** What is said in the place of letters that are not printed, by their script. */
export const unprintable = {
  scripts: {
    Bengali: 'Bengali',
    Gurmukhi: 'Punjabi',
    Telugu: 'Telugu',
    Kannada: 'Kannada',
    Malayalam: 'Malayalam',
    Sinhala: 'Sinhala',
    Thai: 'Thai',
    Chinese: 'Chinese',
    Japanese: 'Japanese',
    Korean: 'Korean',
    other: 'letters',
  },
  said: (script: string): string => `[not printed: ${script}]`,
} as const

/** The words of documents. Dates, times and quantities come as text. */
const enGB = {
  title: 'Discharge summary',
  pageOf: 'Page {page} of {pages}',
  foot: (at: string, author: string): string =>
    `Discharge summary, as of ${at}${author === '' ? '' : `, by ${author}`}. Times are those of the ward.`,
  born: (date: string): string => `Born ${date}`,
  identifiers: { NhsNumber: 'NHS number', NorthernIrelandHcn: 'H&C number' } as Readonly<
    Record<string, string>
  >,
  noIdentifier: 'No national identifier',
  none: '–',
  notMeasured: 'Not measured',
  unknown: 'Not known',
  facts: {
    organization: 'Organisation',
    ward: 'Ward',
    pathway: 'Care pathway',
    sex: 'Sex',
    admitted: 'Admitted',
    discharged: 'Discharged',
    length: 'Length of stay',
    expected: 'Expected discharge',
    reason: 'Reason for discharge',
    author: 'Discharged by',
    conditions: 'Conditions',
    flags: 'Flags',
    monitoring: 'Continuous monitoring',
    acuity: 'Acuity',
  },
  sex: { male: 'Male', female: 'Female' } as Readonly<Record<string, string>>,
  ended: 'ended',
  to: (from: string, until: string): string => `${from} to ${until}`,
  acuity: ['', '1 (emergency)', '2 (high)', '3 (medium)', '4 (low)'] as readonly string[],
  transfers: {
    heading: 'Transfers during the stay',
    at: 'Time',
    what: 'What',
    where: 'To',
    author: 'By',
    types: {
      WardTransfer: 'Another ward',
      CarePathwayTransfer: 'Another care pathway',
    } as Readonly<Record<string, string>>,
  },
  scores: {
    heading: 'NEWS2',
    none: 'No check-up was taken during the stay.',
    count: (count: number): string => plural(count, 'check-up', 'check-ups'),
    when: '',
    rows: { first: 'First', highest: 'Highest', last: 'Last' },
    total: 'Total',
    partial: (total: number, missing: number): string => `${total}, ${missing} missing`,
    noTotal: 'No total',
    notScored: {
      'under-16': 'No NEWS2 under 16 years',
      pregnant: 'No NEWS2 in pregnancy',
    } as Readonly<Record<NotScored, string>>,
    scale: 'Scored by',
    legend:
      'Points of each parameter stand after +. A total with a star lacks parameters and is no complete score.',
    chart: 'NEWS2 chart',
    shown: (shown: number, all: number): string =>
      `The last ${shown} of ${all.toLocaleString('en')} check-ups.`,
    corner: 'Time',
    flag: ' (flag)',
    byFlag: '“(flag)”: the flag of the patient says oxygen; the check-up did not say, or said air.',
    failed: 'Failed',
    byFailed: '“Failed”: the oximeter found no SpO2.',
    poor: ' (poor)',
    byPoor: '“(poor)”: the oximeter was not sure of its SpO2.',
    doubt: ' ?',
    byDoubt: '“?” beside a time: something in the check-up is to be checked before it is believed.',
  },
  parameters: {
    respiratoryRate: 'Respiratory rate /min',
    spO2: 'SpO2 %',
    onOxygen: 'Air or oxygen',
    systolic: 'Systolic mmHg',
    pulse: 'Pulse /min',
    consciousness: 'Consciousness',
    temperature: (unit: string): string => `Temperature ${unit}`,
  },
  oxygen: 'Oxygen',
  air: 'Air',
  consciousness: {
    A: 'Alert (fully awake)',
    C: 'Confusion',
    P: 'Pain only',
    V: 'Responds to voice',
    U: 'Unresponsive',
  } as Readonly<Record<Consciousness, string>>,
  trends: {
    heading: 'Trends over the stay',
    total: 'NEWS2 total of complete scores (shaded: 5 or more, 7 or more)',
    pressure: 'Blood pressure mmHg',
    systolic: 'Systolic',
    diastolic: 'Diastolic',
    limited: (shown: number, all: number): string =>
      `Charts and tables hold the last ${shown} of ${all.toLocaleString('en')} check-ups.`,
  },
  last: {
    heading: 'Last vital signs',
    what: 'Measurement',
    value: 'Value',
    at: 'Time',
    weight: 'Weight',
    glucose: 'Blood glucose',
    peakFlow: 'Peak flow',
    pressure: 'Blood pressure',
    respiratoryRate: 'Respiratory rate',
    spO2: 'SpO2',
    onOxygen: 'Air or oxygen',
    pulse: 'Pulse',
    consciousness: 'Consciousness',
    temperature: 'Temperature',
  },
  thresholds: {
    heading: 'Thresholds in force',
    personal: 'Personal thresholds of this patient. They ended with the discharge.',
    of: (scheme: string): string => `Thresholds of ${scheme}.`,
    /** Of a document that does not say which. */
    pathway: 'Thresholds of the care pathway.',
    unread: 'What was stored of them could not be read.',
    scale: (scale: number): string => `SpO2 Scale ${scale}`,
    scale2:
      'SpO2 Scale 2 is in force (target 88 to 92 %). It stays after the discharge and is confirmed at readmission.',
    setAt: 'Set',
    decidedBy: 'Decided by',
    reason: 'Reason',
    review: 'Review on',
    parameter: 'Parameter',
    points: (points: number): string => plural(points, 'point', 'points'),
    byScale: 'By SpO2 Scale 2',
    parameters: {
      respiratoryRate: 'Respiratory rate /min',
      spO2: 'SpO2 %',
      bloodPressure: 'Systolic mmHg',
      pulse: 'Pulse /min',
      temperature: (unit: string): string => `Temperature ${unit}`,
    } satisfies Record<ThresholdParameter, unknown>,
    upTo: (high: string): string => `≤ ${high}`,
    from: (low: string): string => `≥ ${low}`,
    between: (low: string, high: string): string => (low === high ? low : `${low} to ${high}`),
  },
  alerts: {
    heading: 'Alerts during the stay',
    none: 'No alert was raised.',
    count: (shown: number, all: number): string => `The last ${shown} of ${all} alerts.`,
    raised: 'First raised',
    what: 'Alert',
    severity: 'Severity',
    outcome: 'Outcome',
    severities: ['None', 'Low', 'Low-medium', 'Medium', 'High'] as readonly string[],
    missed: (name: string): string => `Missed check-up: ${name}`,
    missedRepeat: 'Missed observation that was asked for',
    callback: 'Call-back requested',
    silent: {
      monitoring: 'Monitoring data stopped',
      ecg: 'Chest sensor data stopped',
      spo2: 'Oximeter data stopped',
      temperature: 'Temperature sensor data stopped',
    } as Readonly<Record<string, string>>,
    rule: 'Alert',
    times: (count: number): string => `raised ${count} times`,
    taken: (who: string, at: string): string => `Taken on by ${who}, ${at}.`,
    escalated: (at: string): string => `Escalated ${at}.`,
    open: 'Open.',
    closed: {
      resolved: (who: string, at: string): string => `Resolved by ${who}, ${at}.`,
      answered: (at: string): string => `Ended by a check-up, ${at}.`,
      discharged: 'Open until the discharge.',
      ended: (at: string): string => `Its cause ended, ${at}.`,
      struckOut: (at: string): string => `Closed, ${at}: its check-up was entered in error.`,
    },
    somebody: 'a person who is not named',
  },
  contacts: {
    heading: 'Calls and visits during the stay',
    count: (shown: number, all: number): string => `The last ${shown} of ${all} calls and visits.`,
    at: 'Time',
    author: 'By',
    what: 'What came of it',
    note: 'Note',
  },
  notes: {
    heading: 'Notes during the stay',
    none: 'No note was written.',
    count: (shown: number, all: number): string => `The last ${shown} of ${all} notes.`,
    at: 'Time',
    author: 'By',
    text: 'Note',
    ofCheckup: 'Check-up: ',
  },
}

/** The words of documents in an edition. */
export type DocumentWords = typeof enGB

const enUS: DocumentWords = {
  ...enGB,
  facts: { ...enGB.facts, organization: 'Organization' },
}

/** The words of documents in an edition. */
export const documentWords = (edition: Edition): DocumentWords =>
  edition === 'en-US' ? enUS : enGB
