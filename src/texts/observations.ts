import { inEditions } from './overlay'

/** The form of observations that a person takes. */
const enGB = {
  title: 'Take observations',
  save: 'Save observations',
  failed: 'The observations were not saved',
  saved: 'Observations saved. They are sent when there is a connection.',
  checkup: 'Check-up',
  how: 'How',
  ways: {
    bedside: 'Measured by me',
    telephone: 'Told by telephone',
    visit: 'Measured on a visit',
  } as Readonly<Record<string, string>>,
  when: 'When',
  /** What was typed before is there again: how old it is nobody knows. */
  whenAgain: 'Typed before. Choose when it was measured.',
  now: 'Just now',
  minutesAgo: (minutes: number): string => `${minutes} minutes ago`,
  hoursAgo: (hours: number): string => (hours === 1 ? '1 hour ago' : `${hours} hours ago`),
  required: 'Needed',
  forced: 'Needed, since another value is abnormal',
  optional: 'If you can',
  labels: {
    symptoms: 'Signs of an emergency',
    pain: 'Pain, 0 to 10',
    consciousness: 'Consciousness',
    systolic: 'Systolic',
    diastolic: 'Diastolic',
    position: 'Position',
    spO2: 'SpO2',
    pulse: 'Pulse',
    oxygen: 'Oxygen',
    respiratoryRate: 'Breathing rate',
    temperature: 'Temperature',
    weight: 'Weight',
    glucose: 'Glucose',
    glucoseTiming: 'Before or after a meal',
    notes: 'Anything else',
  },
  withUnit: (label: string, unit: string): string => `${label} (${unit})`,
  units: {
    respiratoryRate: '/min',
    spO2: '%',
    pulse: '/min',
    systolic: 'mmHg',
    diastolic: 'mmHg',
    temperature: '°C',
    weight: 'kg',
    glucose: 'mmol/L',
  },
  noSymptom: 'None of these',
  yes: 'Yes',
  no: 'No',
  questions: 'Symptom questions',
  otherSigns: 'Other signs',
  remove: 'Remove',
  removeSign: (sign: string): string => `Remove: ${sign}`,
  /** An answer whose condition no longer holds. */
  ended: {
    glucose: (sign: string, above: string): string =>
      `Not recorded: ${sign}. It is asked only with glucose above ${above}.`,
    after: (sign: string, before: string): string =>
      `Not recorded: ${sign}. It is asked only after: ${before}.`,
    age: (sign: string): string => `Not recorded: ${sign}. It is not asked at this age.`,
  },
  oxygen: {
    air: 'Air',
    unknown: 'Oxygen, flow not known',
    flow: (perMinute: string): string => `${perMinute} L/min`,
    above5: 'More than 5 L/min',
  },
  flagged: 'The flag “On Oxygen” is on: oxygen counts.',
  positions: { sitting: 'Sitting', standing: 'Standing', lying: 'Lying' } as Readonly<
    Record<string, string>
  >,
  withDevice: 'This is recorded with a device. Say why it is not, or record it there.',
  notMeasured: 'Not measured',
  /** The button’s name. */
  skip: (tile: string): string => `Not measured: ${tile}`,
  skipNamed: (tile: string): string => `${tile} not measured because`,
  faults: {
    form: (label: string): string => `${label}: enter a number`,
    impossible: (label: string, low: string, high: string, unit: string): string =>
      `${label} must be between ${low} and ${high} ${unit}`,
    missing: (label: string): string => `Enter ${label.toLowerCase()} pressure, too`,
    below: 'Diastolic must be below systolic',
    reason: (tile: string): string => `${tile}: enter a value, or why it was not measured`,
    nothing: 'Enter at least one observation',
  },
  notAdmitted: 'This patient is on no ward: no alert is raised by these values.',
  unlikely: {
    title: 'Check these values',
    rare: (values: string): string => `${values}: rare, or far from the last one.`,
    twice: 'The same values were recorded within the last 2 minutes.',
    again: 'If this is what you mean, press “Save observations” again.',
  },
  score: {
    heading: 'Score so far',
    none: 'Nothing that scores is entered yet.',
    notScored: {
      'under-16': 'Not scored: the patient is under 16.',
      pregnant: 'Not scored: the patient is pregnant.',
    } as Readonly<Record<string, string>>,
    /** What NEWS2 asks for at a risk level of 0 to 4 (RCP, 2017, chart 4). */
    asksFor: [
      'Look again within 12 hours.',
      'Look again within 4 to 6 hours. Tell a registered nurse.',
      'One value scores 3: look again within an hour. Urgent review by a clinician.',
      'Look again within an hour. Urgent review by a clinician.',
      'Emergency assessment. Watch the patient all the time.',
    ] as readonly string[],
    emergency: 'A sign of an emergency: emergency assessment now.',
    partial: 'It can be higher: not everything is measured.',
    scale2: 'SpO2 Scale 2',
  },
}

export const observationsTexts = inEditions(enGB, {
  units: { temperature: '°F', weight: 'lb', glucose: 'mg/dL' },
})
