import { roundTo } from '../units/decimal'
import type { Observed } from './observed'
import { brokenLimits, limitedParameters } from './safety-limits'
import {
  judgedSources,
  scoredParameters,
  type AlertCondition,
  type AlertRule,
  type Comparison,
} from './rule'

const compare: Readonly<Record<Comparison, (value: number, limit: number) => boolean>> = {
  below: (value, limit) => value < limit,
  atMost: (value, limit) => value <= limit,
  atLeast: (value, limit) => value >= limit,
  above: (value, limit) => value > limit,
}

type Trend = Extract<AlertCondition, { kind: 'trend' }>

/** Totals are compared only where all seven parameters were measured. */
const trendValue = (observed: Observed, of: Trend['of']): number | null =>
  of === 'totalScore' ? (observed.missing === 0 ? observed.totalScore : null) : observed.values[of]

const hasTrend = (condition: Trend, observed: Observed, history: readonly Observed[]): boolean => {
  const value = trendValue(observed, condition.of)
  if (value === null) return false
  const since = observed.atMs - condition.withinHours * 3_600_000
  const before = history.flatMap((one) => {
    const earlier =
      one.atMs >= since && one.atMs < observed.atMs && one.source === observed.source
        ? trendValue(one, condition.of)
        : null
    return earlier === null ? [] : [earlier]
  })
  if (before.length === 0) return false
  const change =
    condition.change === 'rise' ? value - Math.min(...before) : Math.max(...before) - value
  return roundTo(change, 6) >= condition.by
}

/**
 * Whether a condition holds of a reading. A value that was not measured never holds.
 * @param history readings before it, in any order
 */
export const holds = (
  condition: AlertCondition,
  observed: Observed,
  history: readonly Observed[],
): boolean => {
  switch (condition.kind) {
    case 'threshold': {
      const value = observed.values[condition.parameter]
      return value !== null && compare[condition.is](value, condition.value)
    }
    case 'totalScore':
      return observed.totalScore !== null && observed.totalScore >= condition.atLeast
    case 'singleScore':
      return (condition.parameter === undefined ? scoredParameters : [condition.parameter]).some(
        (parameter) => {
          const score = observed.scores[parameter]
          return score !== null && score >= condition.atLeast
        },
      )
    case 'trend':
      return hasTrend(condition, observed, history)
  }
}

export interface Fired {
  readonly ruleId: string
  readonly severity: number
}

/**
 * Vital signs whose normal range a pathway knows of adults alone: under 16 its limits of them do not
 * apply (safety-limits.ts).
 */
const isForAdults = (condition: AlertCondition): boolean =>
  condition.kind === 'threshold' && limitedParameters.some((one) => one === condition.parameter)

/** Whether a rule judges readings of a source. */
export const judges = (
  { type, condition }: Pick<AlertRule, 'type' | 'condition'>,
  source: Observed['source'],
): boolean => type === source || judgedSources(type, condition) === 'both'

/** Whether a condition says all that another one does, and more. */
const swallows = (one: AlertCondition, other: AlertCondition): boolean =>
  (one.kind === 'totalScore' && other.kind === 'totalScore' && one.atLeast > other.atLeast) ||
  (one.kind === 'singleScore' &&
    other.kind === 'singleScore' &&
    one.parameter === other.parameter &&
    one.atLeast > other.atLeast)

/**
 * The rules that a reading fires, each once, with the severity of the rule or the reading. A higher
 * rule swallows a lower one of the same reading, and has its severity where that is greater.
 */
export const evaluate = (
  rules: readonly AlertRule[],
  observed: Observed,
  history: readonly Observed[],
): readonly Fired[] => {
  const fired = rules.filter(
    (rule) =>
      judges(rule, observed.source) &&
      !(observed.notScored === 'under-16' && isForAdults(rule.condition)) &&
      holds(rule.condition, observed, history),
  )
  return fired
    .filter((rule) => !fired.some((other) => swallows(other.condition, rule.condition)))
    .map((rule) => ({
      ruleId: rule.id,
      severity: Math.max(
        rule.severity,
        observed.riskLevel ?? 0,
        ...fired
          .filter((other) => swallows(rule.condition, other.condition))
          .map(({ severity }) => severity),
      ),
    }))
}

/** Whether a reading raises an alert of the product's own, of the highest severity, whatever the pathway says. */
export const raisesOwn = (observed: Observed): boolean =>
  brokenLimits(observed.notScored, observed).length > 0 ||
  observed.emergencySigns.length > 0 ||
  observed.checkPatient.length > 0

/**
 * Whether a reading asks for somebody, however late it comes: a total, or the lower bound of one, of
 * 5 or more, a single 3, a fixed limit of a patient who is not scored, an emergency sign, or what may
 * be of a dying patient.
 */
export const isGrave = (observed: Observed): boolean =>
  (observed.totalScore ?? 0) >= 5 ||
  scoredParameters.some((parameter) => observed.scores[parameter] === 3) ||
  raisesOwn(observed)

/** Older readings are history and raise nothing but what is grave and new. Milliseconds. */
export const alertableForMs = 24 * 3_600_000

/** Whether a reading came too late to raise anything. Epoch milliseconds. */
export const cameTooLate = (atMs: number, receivedMs: number): boolean =>
  receivedMs - atMs > alertableForMs

/** Whether a reading is news of a patient under this pathway. Epoch milliseconds. */
export const isAlertable = (atMs: number, admittedMs: number, receivedMs: number): boolean =>
  atMs >= admittedMs && !cameTooLate(atMs, receivedMs)
