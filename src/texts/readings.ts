/** What the readings of a check-up are told with, and what changed since the one before. */
const enGB = {
  heading: 'Readings',
  parameter: 'Parameter',
  value: 'Value',
  source: 'Source',
  score: 'Score',
  none: 'No readings were taken.',
  names: {
    respiratoryRate: 'Breathing rate',
    spO2: 'SpO2',
    systolic: 'Systolic blood pressure',
    diastolic: 'Diastolic blood pressure',
    pulse: 'Pulse rate',
    temperature: 'Temperature',
    consciousness: 'Consciousness',
    onOxygen: 'Oxygen',
    oxygenFlow: 'Oxygen flow',
    peakFlow: 'Peak expiratory flow rate',
    weight: 'Weight',
    glucose: 'Glucose',
  },
  units: {
    perMinute: '/min',
    percent: '%',
    pressure: 'mmHg',
    peakFlow: 'L/min',
    oxygenFlow: 'L/min',
  },
  oxygen: { yes: 'Yes', no: 'No', fromFlag: 'Patient flag' },
  oxygenFlows: { above_5: 'above 5' } as Readonly<Record<string, string>>,
  /** What a breathing rate was counted by, or a pulse taken with; a device goes by its own name. */
  sources: { manual: 'Manual', cuff: 'Cuff', oximeter: 'Oximeter' } as Readonly<
    Record<string, string>
  >,
  positions: { sitting: 'sitting', standing: 'standing', lying: 'lying' } as Readonly<
    Record<string, string>
  >,
  change: {
    heading: 'Change since previous check-up',
    now: 'Now',
    before: 'Before',
    difference: 'Change',
    since: (when: string, elapsed: string): string =>
      `Previous check-up: ${when} (${elapsed} earlier)`,
    none: 'There is no earlier check-up on this device to compare with.',
    same: 'no change',
    up: (by: string): string => `up ${by}`,
    down: (by: string): string => `down ${by}`,
    changed: 'changed',
  },
}

export type ReadingsTexts = typeof enGB

export const readingsTexts: ReadingsTexts = enGB
