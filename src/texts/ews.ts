import { inEditions } from './overlay'

/** Threshold charts and personal scores. C section 2.3, 4 and 8 verbatim; numbers come as text. */
const enGB = {
  charts: {
    label: 'Threshold charts',
    headings: {
      respiratoryRate: 'Breathing Rate',
      spO2: 'Oxygen Saturation',
      bloodPressure: 'Blood Pressure',
      pulse: 'Pulse Rate',
      temperature: 'Temperature',
    },
    units: {
      respiratoryRate: 'breaths/min',
      spO2: 'SpO2 %',
      bloodPressure: 'systolic, mmHg',
      pulse: 'beats/min',
      temperature: (unit: string): string => unit,
    },
    next: (n: number): string => `Next check-up ${n}`,
    point: {
      date: 'Date',
      value: 'Value',
      band: 'Score band',
      notScored: 'Not scored',
      score: (score: number): string => `Score ${score}`,
    },
    pointLabel: (when: string, value: string, band: string): string => `${when}: ${value}, ${band}`,
    above: 'above the chart',
    below: 'below the chart',
    bands: (list: string): string => `Bands: ${list}.`,
    upTo: (score: number, high: string): string => `score ${score} up to ${high}`,
    between: (score: number, low: string, high: string): string =>
      `score ${score} from ${low} to ${high}`,
    from: (score: number, low: string): string => `score ${score} from ${low}`,
    scale2:
      'SpO2 Scale 2: the bands depend on oxygen. Columns of check-ups on oxygen have the bands for oxygen; those where oxygen is not known are hatched and have none.',
    keys: 'Left and right arrow go from check-up to check-up.',
  },
  actions: 'Early-warning score',
  edit: 'Edit EWS',
  editOffline:
    'Changing thresholds needs a connection: the server must know at once what raises an alert.',
  scheme: (name: string, scale: number): string =>
    scale === 2 ? `Scored by ${name}, SpO2 Scale 2` : `Scored by ${name}`,
  personal: 'personal thresholds',
  setBy: (name: string, when: string): string => `Set by ${name} on ${when}`,
  setAt: (when: string): string => `Set on ${when}`,
  basis: {
    title: 'Why, who decided, and until when',
    why: 'Scale 2, and thresholds that score nothing at an extreme, hide a deterioration if they are wrong. They need a competent decision maker, and a reason that others can read.',
    reason: 'Reason',
    decidedBy: 'Decided by',
    decidedByHint: 'Name and role of the clinician who is responsible',
    reviewOn: 'Review on',
    faults: {
      reason: 'Enter the reason',
      decidedBy: 'Enter who decided it',
      reviewOn: 'Enter a day from today to a year ahead',
    },
    decided: (name: string, reason: string): string => `Decided by ${name}: ${reason}.`,
    review: (day: string): string => `Review on ${day}`,
    reviewOver: (day: string): string => `The review of ${day} is overdue`,
  },
  kept: {
    text: 'Unsaved changes to the thresholds are kept on this device. They have no effect until you save them. Select Edit EWS to continue with them.',
    discard: 'Discard changes',
  },
  warning: {
    title: 'Editing Patient Personal EWS',
    who: (name: string): string => `For ${name}.`,
    text: 'These thresholds decide this patient’s score, place on the ward board and alerts, for everyone who looks after the patient.',
    effect: 'All earlier check-ups are scored again when you save. Alerts already raised stay.',
    confirm: 'Edit',
    cancel: 'Cancel',
  },
  editing: (scheme: string): string =>
    `Editing Patients Personal Early Warning Score (${scheme} risk stratification)`,
  cancel: 'Cancel',
  save: 'Save',
  how: 'Drag a threshold, move it with the arrow keys, or enter it below.',
  reset: (scheme: string): string => `Reset to ${scheme}`,
  tick: (parameter: string, below: number, above: number): string =>
    `${parameter}: score ${below} becomes score ${above}`,
  tickValue: (low: string, unit: string, score: number, below: number): string =>
    `${low} ${unit}: score ${score} from here, score ${below} below`,
  defaultLegend: (scheme: string, list: string): string => `${scheme}: ${list}`,
  preview: {
    none: 'This changes no total.',
    few: (changed: number, of: number): string =>
      `This would change ${changed} of the last ${of} ${of === 1 ? 'total' : 'totals'}.`,
    all: (changed: number, of: number): string => ` Of all ${of} loaded here, ${changed}.`,
    empty: 'No check-up here has a total yet.',
  },
  scale: {
    label: 'SpO2 scale',
    one: 'Scale 1',
    two: 'Scale 2',
    hint: 'Scale 2 is for confirmed hypercapnic respiratory failure with a target of 88 to 92 %. Its bands are those of NEWS2, with and without oxygen.',
  },
  numbers: {
    title: 'Thresholds as numbers',
    parameter: 'Parameter',
    from: (score: number): string => `Score ${score} from`,
    lower: (name: string): string => `${name}: lower`,
    higher: (name: string): string => `${name}: higher`,
    range: (low: string, high: string): string => `${low} to ${high}`,
    kept: (low: string, high: string): string => `Kept between ${low} and ${high}`,
    notNumber: 'Not a number; left as it was',
  },
  failed: {
    title: 'Error',
    text: 'There was an error when saving the personalized thresholds, please retry.',
    still: 'Nothing was saved. Your changes are still in the charts.',
    changed: 'Someone else has changed this patient’s thresholds. Cancel to see their version.',
    ok: 'OK',
  },
  saved: 'The thresholds were saved, and the check-ups scored again.',
}

export type EwsTexts = typeof enGB

export const ewsTexts = inEditions(enGB, {})
