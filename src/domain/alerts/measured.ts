import { z } from 'zod'
import { consciousnessValues } from '../ews/consciousness'
import type { Observed } from './observed'
import {
  alertParameters,
  scoredParameters,
  type AlertCondition,
  type AlertParameter,
  type ScoredParameter,
} from './rule'
import type { BrokenLimit } from './safety-limits'

/** What of a reading an alert is about, and its value: /min, %, mmHg, °C, kg, mmol/L. */
const alertValueSchema = z.union([
  z.object({ of: z.literal('totalScore'), value: z.number(), isPartial: z.boolean() }),
  z.object({ of: z.literal('consciousness'), value: z.enum(consciousnessValues) }),
  /** Whether it was given. */
  z.object({ of: z.literal('onOxygen'), value: z.boolean() }),
  z.object({ of: z.enum(alertParameters), value: z.number() }),
])
export type AlertValue = z.infer<typeof alertValueSchema>
/** As it is kept with a trigger. */
export const alertValuesSchema = z.array(alertValueSchema)

const valueOf = (
  of: AlertParameter | ScoredParameter | 'totalScore',
  { totalScore, missing, consciousness, scores, values }: Observed,
): AlertValue | null => {
  if (of === 'totalScore')
    return totalScore === null ? null : { of, value: totalScore, isPartial: missing > 0 }
  if (of === 'consciousness') return consciousness === null ? null : { of, value: consciousness }
  if (of === 'onOxygen') return scores.onOxygen === null ? null : { of, value: scores.onOxygen > 0 }
  const value = values[of]
  return value === null ? null : { of, value }
}

const subjectsOf = (
  condition: AlertCondition,
  { scores }: Observed,
): readonly (AlertParameter | ScoredParameter | 'totalScore')[] => {
  switch (condition.kind) {
    case 'threshold':
      return [condition.parameter]
    case 'totalScore':
      return ['totalScore']
    case 'singleScore':
      return scoredParameters.filter(
        (parameter) =>
          (condition.parameter ?? parameter) === parameter &&
          (scores[parameter] ?? 0) >= condition.atLeast,
      )
    case 'trend':
      return [condition.of]
  }
}

/** What a reading measured of what a rule that it fired is about. */
export const measuredOf = (condition: AlertCondition, observed: Observed): readonly AlertValue[] =>
  subjectsOf(condition, observed).flatMap((of) => valueOf(of, observed) ?? [])

/** The value that broke a fixed limit. */
export const brokenValue = (broken: BrokenLimit): AlertValue =>
  broken.parameter === 'consciousness'
    ? { of: broken.parameter, value: broken.value }
    : { of: broken.parameter, value: broken.value }
