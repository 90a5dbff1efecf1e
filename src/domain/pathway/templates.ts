import type { AlertCondition, AlertRuleType } from '../alerts/rule'
import type { CheckupSchedule } from '../schedule/slot'
import { questionPages } from './question-pages'
import type { CheckupTiles } from './tiles'

/** A check-up type as a template has it. */
interface TemplateCheckupType {
  readonly name: string
  readonly description: string
  /** Null: asked for when somebody decides. */
  readonly schedule: CheckupSchedule | null
  readonly tiles: CheckupTiles
}

/** An alert rule as a template has it. */
interface TemplateRule {
  readonly name: string
  readonly description: string
  readonly type: AlertRuleType
  readonly condition: AlertCondition
  readonly severity: number
}

/** What a new pathway begins with. An organisation changes its copy as it needs. */
export interface PathwayTemplate {
  readonly key: string
  readonly name: string
  /** For whom it is, in a sentence. */
  readonly description: string
  /** After so long without anybody on it an alert escalates. */
  readonly escalateAfterMinutes: number
  readonly checkupTypes: readonly TemplateCheckupType[]
  readonly alertRules: readonly TemplateRule[]
}

const daily = (hours: readonly number[], early: number, late: number): CheckupSchedule => ({
  rrule: `FREQ=DAILY;BYHOUR=${hours.join(',')};BYMINUTE=0;BYSECOND=0`,
  tolerance: { early: early * 60, late: late * 60 },
})
const weekly = (day: string, hour: number): CheckupSchedule => ({
  rrule: `FREQ=WEEKLY;BYDAY=${day};BYHOUR=${hour};BYMINUTE=0;BYSECOND=0`,
  tolerance: { early: 14_400, late: 28_800 },
})

const byHand = { rule: 'required', manualEntry: true } as const
/** Everything that the early-warning score is made of. */
const vitals = (of: keyof typeof questionPages): CheckupTiles => ({
  symptomsQuestionnaire: { rule: 'required', pages: [...questionPages[of]] },
  consciousness: { rule: 'required' },
  bloodPressureCuff: byHand,
  pulseOximeter: byHand,
  respiratoryRate: { ...byHand, usePlethAI: true },
  temperature: byHand,
  picture: { rule: 'optional' },
})
const stethoscope: CheckupTiles['stethoscope'] = {
  rule: 'optional',
  forceOnAbnormalRespiratoryRate: true,
  forceOnAbnormalSpO2: true,
  forceOnRespiratorySoftSigns: true,
}

const rule = (
  name: string,
  description: string,
  condition: AlertCondition,
  severity: number,
  type: AlertRuleType = 'new-checkup',
): TemplateRule => ({ name, description, condition, severity, type })

/** What NEWS2 asks for whatever the illness: an emergency from 7, an urgent answer from 5 or a 3. */
export const byScore: readonly TemplateRule[] = [
  rule(
    'High early-warning score',
    'A total of 7 or more asks for an emergency assessment.',
    { kind: 'totalScore', atLeast: 7 },
    4,
  ),
  rule(
    'Medium early-warning score',
    'A total of 5 or more asks for an urgent review.',
    { kind: 'totalScore', atLeast: 5 },
    3,
  ),
  rule(
    'A single very abnormal value',
    'One parameter alone scores 3.',
    { kind: 'singleScore', atLeast: 3 },
    2,
  ),
]
const rising = (by: number): TemplateRule =>
  rule(
    'Rising early-warning score',
    `A total that rose by ${by} or more within a day.`,
    { kind: 'trend', of: 'totalScore', change: 'rise', by, withinHours: 24 },
    3,
  )

/** The templates of the product, in the order in which they are offered. */
export const pathwayTemplates: readonly PathwayTemplate[] = [
  {
    key: 'respiratory',
    name: 'Acute respiratory infection',
    description: 'For adults at home with pneumonia, influenza or COVID-19.',
    escalateAfterMinutes: 30,
    checkupTypes: [
      {
        name: 'Respiratory check-up',
        description: 'Vitals and symptoms four times a day',
        schedule: daily([8, 12, 16, 20], 60, 90),
        tiles: { ...vitals('respiratory'), stethoscope },
      },
    ],
    alertRules: [
      ...byScore,
      rising(3),
      rule(
        'Low oxygen saturation',
        'Oxygen may be needed.',
        { kind: 'threshold', parameter: 'spO2', is: 'atMost', value: 91 },
        4,
      ),
      rule(
        'Falling oxygen saturation',
        'A fall by 4 points within a day comes before a low value.',
        { kind: 'trend', of: 'spO2', change: 'fall', by: 4, withinHours: 24 },
        3,
      ),
    ],
  },
  {
    key: 'copd',
    name: 'COPD exacerbation',
    description: 'For adults with a flare-up of chronic obstructive pulmonary disease.',
    escalateAfterMinutes: 30,
    checkupTypes: [
      {
        name: 'COPD check-up',
        description: 'Vitals and symptoms three times a day',
        schedule: daily([8, 14, 20], 60, 120),
        tiles: { ...vitals('copd'), stethoscope },
      },
    ],
    alertRules: [
      ...byScore,
      rising(3),
      rule(
        'Oxygen saturation below target',
        'Below the range of 88 to 92% that is aimed at in COPD.',
        { kind: 'threshold', parameter: 'spO2', is: 'below', value: 88 },
        4,
      ),
      rule(
        'Fast breathing',
        'A breathing rate that may lead to exhaustion.',
        { kind: 'threshold', parameter: 'respiratoryRate', is: 'atLeast', value: 25 },
        3,
      ),
    ],
  },
  {
    key: 'heart-failure',
    name: 'Heart failure',
    description: 'For adults with heart failure who are treated at home.',
    escalateAfterMinutes: 60,
    checkupTypes: [
      {
        name: 'Morning check-up with weight',
        description: 'Vitals and weight before breakfast',
        schedule: daily([8], 60, 120),
        tiles: { ...vitals('heart-failure'), weight: byHand },
      },
      {
        name: 'Evening check-up',
        description: 'Vitals in the evening',
        schedule: daily([18], 60, 120),
        tiles: vitals('heart-failure'),
      },
    ],
    alertRules: [
      ...byScore,
      rule(
        'Weight gain in three days',
        'Fluid is retained as a failing heart gets worse.',
        { kind: 'trend', of: 'weight', change: 'rise', by: 2, withinHours: 72 },
        3,
      ),
      rule(
        'Low blood pressure',
        'A systolic pressure that may not carry enough blood to the organs.',
        { kind: 'threshold', parameter: 'systolic', is: 'atMost', value: 90 },
        3,
      ),
      rule(
        'Slow pulse',
        'The heart, or a medicine that slows it, needs a review.',
        { kind: 'threshold', parameter: 'pulse', is: 'atMost', value: 40 },
        3,
      ),
    ],
  },
  {
    key: 'frailty',
    name: 'Frailty',
    description: 'For older people who live with frailty, at home or in a care home.',
    escalateAfterMinutes: 60,
    checkupTypes: [
      {
        name: 'Frailty check-up',
        description: 'Vitals and soft signs twice a day',
        schedule: daily([9, 18], 60, 120),
        tiles: vitals('frailty'),
      },
      {
        name: 'Weekly weight',
        description: 'Weight on Monday morning',
        schedule: weekly('MO', 9),
        tiles: { weight: byHand },
      },
    ],
    alertRules: [
      ...byScore,
      rising(2),
      rule(
        'New confusion',
        'Who is not alert needs to be assessed.',
        { kind: 'singleScore', atLeast: 3, parameter: 'consciousness' },
        4,
      ),
      rule(
        'Weight loss in two weeks',
        'Less food or drink, or an illness that is not known yet.',
        { kind: 'trend', of: 'weight', change: 'fall', by: 2, withinHours: 336 },
        2,
      ),
    ],
  },
  {
    key: 'hospital-at-home',
    name: 'Hospital at home',
    description: 'For adults with any acute illness that would otherwise need a hospital bed.',
    escalateAfterMinutes: 15,
    checkupTypes: [
      {
        name: 'Hospital at home check-up',
        description: 'Vitals and symptoms four times a day',
        schedule: daily([6, 12, 18, 22], 60, 60),
        tiles: { ...vitals('hospital-at-home'), stethoscope },
      },
      {
        name: 'Extra check-up',
        description: 'Vitals whenever somebody is worried',
        schedule: null,
        tiles: vitals('hospital-at-home'),
      },
    ],
    alertRules: [
      ...byScore,
      rising(3),
      rule(
        'Low oxygen saturation while monitored',
        'Oxygen saturation of a quarter of an hour.',
        { kind: 'threshold', parameter: 'spO2', is: 'atMost', value: 91 },
        3,
        'continuous-monitoring',
      ),
      rule(
        'Fast pulse while monitored',
        'Pulse of a quarter of an hour.',
        { kind: 'threshold', parameter: 'pulse', is: 'above', value: 130 },
        3,
        'continuous-monitoring',
      ),
    ],
  },
]
