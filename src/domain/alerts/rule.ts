import { z } from 'zod'
import { checkPatientKey } from './check-patient'
import { ecgAlertTypes, readEcgKey } from './ecg'
import { readEmergencySignKey } from './emergency-sign'
import { brokenLimitsSchema, safetyLimitsKey } from './safety-limits'
import { monitored, readSilenceKey } from './silence'

/** What a rule can compare. Units: breaths/min, %, mmHg, beats/min, °C, kg, mmol/L. */
export const alertParameters = [
  'respiratoryRate',
  'spO2',
  'systolic',
  'diastolic',
  'pulse',
  'temperature',
  'weight',
  'glucose',
] as const
export type AlertParameter = (typeof alertParameters)[number]

/** The single scores of NEWS2 by what they score. */
export const scoredParameters = [
  'respiratoryRate',
  'spO2',
  'onOxygen',
  'systolic',
  'pulse',
  'consciousness',
  'temperature',
] as const
export type ScoredParameter = (typeof scoredParameters)[number]

export const comparisons = ['below', 'atMost', 'atLeast', 'above'] as const
export type Comparison = (typeof comparisons)[number]

export const alertConditionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('threshold'),
    parameter: z.enum(alertParameters),
    is: z.enum(comparisons),
    value: z.number(),
  }),
  z.object({ kind: z.literal('totalScore'), atLeast: z.number().int().min(1).max(20) }),
  /** `parameter` absent: any of the seven. */
  z.object({
    kind: z.literal('singleScore'),
    atLeast: z.number().int().min(1).max(3),
    parameter: z.enum(scoredParameters).optional(),
  }),
  /** A change by `by` from the lowest (rise) or highest (fall) value of the hours before. */
  z.object({
    kind: z.literal('trend'),
    of: z.enum(['totalScore', ...alertParameters]),
    change: z.enum(['rise', 'fall']),
    by: z.number().positive(),
    withinHours: z
      .number()
      .positive()
      .max(24 * 14),
  }),
])
export type AlertCondition = z.infer<typeof alertConditionSchema>

/**
 * The condition of an alert: a pathway's, or the product's own: about missing monitoring data, of the
 * ECG, the fixed limits of who is not scored, an emergency sign, or what was sent and cannot be used.
 */
export const toldConditionSchema = z.union([
  alertConditionSchema,
  z.object({
    kind: z.literal('dataStopped'),
    of: z.enum(monitored),
    afterMinutes: z.number().positive(),
  }),
  z.object({
    kind: z.literal('ecgEvent'),
    of: z.enum(ecgAlertTypes),
    leastSeconds: z.number().min(0),
    newAfterDays: z.number().positive().nullable(),
  }),
  brokenLimitsSchema.extend({ kind: z.literal('safetyLimits') }),
  z.object({ kind: z.literal('checkPatient') }),
  z.object({ kind: z.literal('emergencySign'), sign: z.string() }),
])
export type ToldCondition = z.infer<typeof toldConditionSchema>

/** True for the key of an alert by a rule of the product's own, which no pathway has. */
export const isOwnKey = (key: string): boolean =>
  key === safetyLimitsKey ||
  key === checkPatientKey ||
  readEmergencySignKey(key) !== null ||
  readEcgKey(key) !== null ||
  readSilenceKey(key) !== null

export const alertRuleTypes = ['new-checkup', 'continuous-monitoring'] as const
export type AlertRuleType = (typeof alertRuleTypes)[number]

/** What a bucket of monitoring scores. */
const scoredByMonitoring: readonly ScoredParameter[] = [
  'respiratoryRate',
  'spO2',
  'pulse',
  'temperature',
]

/**
 * Which readings a rule judges. A rule of the total of check-ups, or of a single 3, judges monitoring
 * too: what a bucket sums up to is the least that the total is, and a 3 is one whatever measured it.
 * The fixed limits, and what cannot be used, are of both.
 */
export const judgedSources = (
  type: AlertRuleType,
  condition: ToldCondition | null,
): AlertRuleType | 'both' => {
  switch (condition?.kind) {
    case 'totalScore':
      return type === 'new-checkup' ? 'both' : type
    case 'singleScore': {
      const { atLeast, parameter } = condition
      const isMonitored = parameter === undefined || scoredByMonitoring.includes(parameter)
      return type === 'new-checkup' && atLeast >= 3 && isMonitored ? 'both' : type
    }
    case 'safetyLimits':
    case 'checkPatient':
      return 'both'
    default:
      return type
  }
}

/** Severity on the scale of the risk level: 0 none, 1 low, 2 low-medium, 3 medium, 4 high. */
export const severitySchema = z.number().int().min(0).max(4)

export interface AlertRule {
  readonly id: string
  readonly type: AlertRuleType
  readonly condition: AlertCondition
  /** The least severity of what it finds. */
  readonly severity: number
}

/** The longest history that a list of rules needs, milliseconds; 0: none. */
export const historyMs = (rules: readonly AlertRule[]): number =>
  Math.max(
    0,
    ...rules.map(({ condition }) =>
      condition.kind === 'trend' ? condition.withinHours * 3_600_000 : 0,
    ),
  )
