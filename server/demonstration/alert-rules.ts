import type { AlertCondition, AlertRuleType } from '../../src/domain/alerts/rule'
import { byScore } from '../../src/domain/pathway/templates'
import type { DemonstrationPathway } from './pathways'
import { demonstrationId } from './random'

/** A rule of a demonstration pathway. */
export interface DemonstrationRule {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly type: AlertRuleType
  readonly condition: AlertCondition
  readonly severity: number
}

type Brief = Omit<DemonstrationRule, 'id' | 'type'> & {
  readonly key: string
  readonly type?: AlertRuleType
}

const ofAll: readonly Brief[] = [
  ...byScore.map((rule) => ({ ...rule, key: rule.name.toLowerCase().replaceAll(' ', '-') })),
  {
    key: 'rising-total',
    name: 'Rising early-warning score',
    description: 'A total that rose by 4 or more within a day.',
    condition: { kind: 'trend', of: 'totalScore', change: 'rise', by: 4, withinHours: 24 },
    severity: 3,
  },
  {
    key: 'low-pressure',
    name: 'Low blood pressure',
    description: 'A systolic pressure that may not carry enough blood to the organs.',
    condition: { kind: 'threshold', parameter: 'systolic', is: 'atMost', value: 90 },
    severity: 3,
  },
]
/** Rules of wards with sensors: a bucket has to exceed more than a check-up. */
const monitored: readonly Brief[] = [
  {
    key: 'monitored-spo2',
    name: 'Low oxygen saturation',
    description: 'Oxygen saturation of a quarter of an hour.',
    type: 'continuous-monitoring',
    condition: { kind: 'threshold', parameter: 'spO2', is: 'below', value: 86 },
    severity: 3,
  },
  {
    key: 'monitored-breathing',
    name: 'Fast breathing',
    description: 'Breathing rate of a quarter of an hour.',
    type: 'continuous-monitoring',
    condition: { kind: 'threshold', parameter: 'respiratoryRate', is: 'atLeast', value: 27 },
    severity: 3,
  },
]
const special: Readonly<Record<string, readonly Brief[]>> = {
  'heart-failure': [
    {
      key: 'weight-gain',
      name: 'Weight gain',
      description: 'Fluid is retained as a failing heart gets worse.',
      condition: { kind: 'trend', of: 'weight', change: 'rise', by: 2, withinHours: 72 },
      severity: 2,
    },
  ],
  copd: [
    {
      key: 'low-spo2',
      name: 'Low oxygen saturation',
      description: 'Below the range that is aimed at in COPD.',
      condition: { kind: 'threshold', parameter: 'spO2', is: 'below', value: 86 },
      severity: 3,
    },
  ],
  respiratory: [
    {
      key: 'low-spo2',
      name: 'Low oxygen saturation',
      description: 'Oxygen may be needed.',
      condition: { kind: 'threshold', parameter: 'spO2', is: 'atMost', value: 90 },
      severity: 3,
    },
  ],
  diabetes: [
    {
      key: 'low-glucose',
      name: 'Low glucose',
      description: 'Hypoglycaemia.',
      condition: { kind: 'threshold', parameter: 'glucose', is: 'below', value: 4 },
      severity: 3,
    },
  ],
}

/** The alert rules of a pathway, in order. */
export const alertRulesOf = (pathway: DemonstrationPathway): readonly DemonstrationRule[] =>
  [
    ...ofAll,
    ...(special[pathway.key] ?? []),
    ...(pathway.organization === 'riverside' || pathway.organization === 'harbor' ? monitored : []),
  ].map(({ key, type = 'new-checkup', ...rule }) => ({
    ...rule,
    type,
    id: demonstrationId('alert-rule', pathway.organization, pathway.key, key),
  }))

/** Minutes until an alert of the demonstration escalates. */
export const escalateAfterOf = (pathway: DemonstrationPathway): number =>
  pathway.organization === 'riverside' || pathway.organization === 'harbor' ? 30 : 60
