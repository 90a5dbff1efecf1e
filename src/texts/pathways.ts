import type { AlertRuleType } from '../domain/alerts/rule'
import type { ShownTile, TileKey, TileSetting } from '../domain/pathway/tiles'
import { inEditions } from './overlay'

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

const enGB = {
  title: 'Care pathways',
  text: 'A pathway says which check-ups its patients have, when they are due, and what raises an alert.',
  headings: {
    name: 'Name',
    active: 'Active patients',
    total: 'Total admissions',
    createdAt: 'Created',
    updatedAt: 'Updated',
  },
  search: 'Search pathways',
  view: 'View Pathway',
  empty: {
    title: 'There are no care pathways',
    text: 'Patients can be admitted once there is a pathway.',
  },
  failed: 'Failed to load pathways',
  add: {
    action: 'Add pathway',
    save: 'Add',
    name: 'Pathway name',
    nameRequired: 'Pathway name is required',
    template: 'Begin with',
    empty: 'Nothing: an empty pathway',
    templateHint:
      'A template has check-up types, schedules and alert rules. You can change all of it.',
    failed: 'An error occurred when adding the pathway',
  },
  page: {
    edit: 'Edit pathway',
    all: 'All pathways',
    tabs: 'Care pathway',
    counts: (active: number, total: number): string =>
      `${counted(active, 'active patient', 'active patients')}, ${counted(total, 'admission', 'admissions')} in total`,
    scored: { news2: 'Scored by NEWS2', own: 'Scored by thresholds of this pathway' },
    failed: 'Failed to load pathway',
    notFound: 'There is no such pathway',
    notFoundText: 'It belongs to another organisation, or the address is wrong.',
  },
  checkupTypes: {
    tab: 'Check-up types',
    none: 'No configured check-up types for this pathway',
    modified: 'Modified',
    schedule: 'Schedule',
    unconfigured: 'Unconfigured',
    unread: (rule: string): string =>
      `This schedule cannot be read, so nothing is due by it: ${rule}`,
    tolerance: (early: string, late: string): string => `${early} early, ${late} late`,
    tiles: 'Tiles',
    noTiles: 'No tile is asked for.',
    tilesUnread: 'The tiles of this check-up type cannot be read. A newer release may be needed.',
    pages: 'Question pages',
    sections: 'Questionnaire sections',
    page: (name: string, questions: number, subQuestions: number): string =>
      `${name}: ${counted(questions, 'question', 'questions')}${
        subQuestions === 0 ? '' : `, ${counted(subQuestions, 'sub-question', 'sub-questions')}`
      }`,
  },
  rules: { required: 'Required', optional: 'Optional' } as Readonly<
    Record<ShownTile['rule'], string>
  >,
  tiles: {
    symptomsQuestionnaire: 'Soft signs questionnaire',
    consciousness: 'Consciousness (ACVPU)',
    bloodPressureCuff: 'Blood pressure',
    pulseOximeter: 'Oxygen saturation',
    respiratoryRate: 'Breathing rate',
    stethoscope: 'Stethoscope',
    temperature: 'Temperature',
    weight: 'Weight',
    glucose: 'Glucose',
    picture: 'Picture',
  } as Readonly<Record<TileKey, string>>,
  settings: {
    manualEntry: 'Can be entered by hand',
    usePlethAI: 'Worked out from the oximeter’s curve',
    forceOnAbnormalRespiratoryRate: 'Required with an abnormal breathing rate',
    forceOnAbnormalSpO2: 'Required with an abnormal oxygen saturation',
    forceOnRespiratorySoftSigns: 'Required with respiratory soft signs',
  } as Readonly<Record<TileSetting, string>>,
  alerts: {
    tab: 'Alerts',
    none: 'No configured alerts for this pathway',
    list: 'Alerts of this pathway',
    headings: {
      name: 'Name',
      description: 'Description',
      condition: 'Raised when',
      source: 'From',
      severity: 'Severity',
    },
    unread: 'This rule cannot be read. It raises nothing.',
    source: {
      'new-checkup': 'Check-ups',
      'continuous-monitoring': 'Continuous monitoring',
      both: 'Check-ups and continuous monitoring',
    } as Readonly<Record<AlertRuleType | 'both', string>>,
    unknownSource: 'Unknown',
    severities: ['None', 'Low', 'Low-medium', 'Medium', 'High'] as readonly string[],
  },
}

/** The texts of /pathways in an edition; the same object each time. */
export const pathwaysTexts = inEditions(enGB, {
  page: { notFoundText: 'It belongs to another organization, or the address is wrong.' },
  tiles: { respiratoryRate: 'Respiratory rate', glucose: 'Blood glucose' },
  settings: { forceOnAbnormalRespiratoryRate: 'Required with an abnormal respiratory rate' },
})
