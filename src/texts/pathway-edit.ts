import type { AlertCondition } from '../domain/alerts/rule'
import type { TileRule } from '../domain/pathway/tiles'
import type { ScheduleFault, ScheduleKind } from '../domain/schedule/schedule-form'
import { inEditions } from './overlay'

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

const enGB = {
  action: 'Edit pathway',
  title: (name: string): string => `Edit ${name}`,
  back: 'Back to the pathway',
  name: 'Pathway name',
  escalate: 'Alerts escalate after (minutes)',
  escalateHint:
    'If no one has acknowledged the alert by then, it escalates. Left empty, alerts never escalate. This applies to new alerts.',
  types: 'Check-up types',
  type: (name: string): string => `Check-up type: ${name}`,
  newType: 'New check-up type',
  typeName: 'Check-up name',
  heading: 'Heading',
  headingHint: 'Left empty, it is the name.',
  description: 'Description',
  schedule: 'Schedule',
  kinds: {
    none: 'Unconfigured',
    daily: 'Every day at',
    weekly: 'On days of the week at',
    hourly: 'Every so many hours',
    kept: 'As it is now',
  } as Readonly<Record<ScheduleKind, string>>,
  times: 'Times',
  timesHint: '24-hour times with commas between them, such as 08:00, 14:00',
  days: 'Days',
  hours: 'Hours between check-ups',
  early: 'Accepted early by',
  late: 'Accepted late by',
  unit: (of: string): string => `${of}: unit`,
  units: { minutes: 'minutes', hours: 'hours', days: 'days' },
  next: 'Next due times',
  zone: (zone: string): string => `Times of ${zone}`,
  nextByAdmission: 'They depend on when a patient was admitted.',
  tiles: 'Tiles',
  tilesKept: 'The tiles cannot be read here. They stay as they are.',
  tileRules: { required: 'Required', optional: 'Optional', disabled: 'Not asked for' } as Readonly<
    Record<TileRule, string>
  >,
  questions: {
    numberOfQuestions: 'Questions',
    numberOfSubQuestions: 'Sub-questions',
    earlier: (name: string): string => `Move ${name} up`,
    later: (name: string): string => `Move ${name} down`,
    remove: (name: string): string => `Remove ${name}`,
    chosen: {
      title: (page: string): string => `Questions of ${page}`,
      hint: (glucose: string): string =>
        `Signs of an emergency and pain are always asked, and signs of high blood sugar with glucose above ${glucose}.`,
      earlier: 'Move up',
      remove: 'Remove',
    },
    pages: {
      title: 'Question pages',
      hint: 'In the order in which they are asked.',
      name: 'Page name',
      unnamed: (place: number): string => `Page ${place}`,
      add: 'Add question page',
    },
    sections: {
      title: 'Questionnaire sections',
      hint: 'Shown in the place of pages where there are none.',
      name: 'Section name',
      unnamed: (place: number): string => `Section ${place}`,
      add: 'Add section',
    },
  },
  thresholds: {
    title: 'Early-warning score',
    scheme: 'Patients without thresholds of their own are scored by',
    hint: 'This counts for check-ups from now on. Earlier scores stay.',
    news2: 'NEWS2',
    own: 'Thresholds of this pathway',
    kept: 'The thresholds cannot be read here. They stay as they are.',
    parameter: (name: string, unit: string): string => `${name} (${unit})`,
    below: (score: number): string => `Below the first threshold the score is ${score}.`,
    from: (score: number): string => `Score ${score} from`,
  },
  addType: 'Add check-up type',
  remove: (what: string): string => `Remove ${what}`,
  rules: 'Alerts',
  rule: (name: string): string => `Alert: ${name}`,
  newRule: 'New alert',
  ruleName: 'Alert name',
  source: 'From',
  condition: 'Raised when',
  conditionKept: 'The condition cannot be read here. It stays as it is.',
  conditions: {
    threshold: 'A value is',
    totalScore: 'The total score is at least',
    singleScore: 'A single score is at least',
    trend: 'A value changes',
  } as Readonly<Record<AlertCondition['kind'], string>>,
  parameter: 'Value',
  anyParameter: 'Any',
  comparison: 'Comparison',
  changes: { rise: 'rises by at least', fall: 'falls by at least' },
  change: 'Change',
  threshold: (unit: string): string => (unit === '' ? 'Score' : `Threshold (${unit})`),
  withinHours: 'Within hours',
  severity: 'Severity',
  addRule: 'Add alert',
  rehearsal: {
    title: 'Rehearsal',
    text: 'See what these alerts would have been, before you save.',
    ward: 'Ward',
    allWards: 'All wards',
    action: 'Rehearse',
    result: (alerts: number, patients: number, days: number, ward: string | null): string =>
      `These rules would have raised ${counted(alerts, 'alert', 'alerts')} on ${counted(patients, 'patient', 'patients')} of ${ward === null ? 'this pathway' : 'this ward'} in ${days} days.`,
    rule: (name: string, alerts: number, patients: number): string =>
      `${name}: ${counted(alerts, 'alert', 'alerts')} on ${counted(patients, 'patient', 'patients')}`,
    tooLate: (readings: number, patients: number): string =>
      `Not counted: ${counted(readings, 'reading', 'readings')} of ${counted(patients, 'patient', 'patients')} that met a condition but arrived more than 24 hours after ${readings === 1 ? 'it was measured; it raises' : 'they were measured; they raise'} no alert.`,
    counts:
      'Each reading that meets a condition counts if it arrived within 24 hours. Missed check-ups are not counted.',
    partial: (looked: number, all: number): string =>
      `There was time for ${looked} of ${all} patients.`,
    failed: 'The rehearsal failed',
    old: 'You have changed the alerts since.',
  },
  save: 'Save',
  saveTitle: 'Save this pathway?',
  saveText:
    'Due times and thresholds change at once for all patients on this pathway. Nothing is raised for times before now, and earlier scores stay.',
  saveFailed: 'An error occurred when saving the pathway',
  saveConflict: 'Someone else has changed this pathway. Open it again to see the change.',
  unchanged: 'Nothing has changed.',
  toMend: 'Before you can save:',
  faults: {
    times: 'write times of day, with commas between them.',
    minutes: 'all times need the same minutes.',
    days: 'choose a day.',
    hours: 'write whole hours, 1 to 168.',
    tolerance: 'write how early and how late a check-up is accepted.',
    condition: 'complete the condition.',
    number: 'write a number for each threshold.',
    unsound: 'each threshold must be above the one before it, and on the chart.',
    silent:
      'a value that is an extreme in NEWS2 must not score 0. Set that for a single patient, with a reason.',
  } as Readonly<
    Record<ScheduleFault | 'tolerance' | 'condition' | 'number' | 'unsound' | 'silent', string>
  >,
  fault: (at: string, what: string): string => (at === '' ? what : `${at}: ${what}`),
}

/** The texts of the pathway editor in an edition; the same object each time. */
export const pathwayEditTexts = inEditions(enGB, {
  timesHint: 'Times with commas between them, such as 8:00 AM, 2:00 PM',
})
