import {
  alertConditionSchema,
  type AlertRule,
  type AlertRuleType,
} from '../../../src/domain/alerts/rule'

/** The stay in which a reading was measured, or else the active one, with the alert rules of its pathway. */
export interface AdmissionRules {
  /** ISO instant. */
  readonly admittedAt: string
  /** When the stay ended, ISO instant; null: it goes on. */
  readonly endedAt: string | null
  readonly escalateAfterMinutes: number | null
  readonly rules: readonly AlertRule[]
  /** Rules that this release cannot read, by id: they find nothing, and refuse no reading. */
  readonly unreadable: readonly { readonly id: string; readonly type: AlertRuleType }[]
}

/** A rule as the pathway keeps it. */
export interface StoredRule {
  readonly id: string
  readonly type: AlertRuleType
  readonly condition: unknown
  readonly severity: number
}

/** An admission as app_patient_context says it. */
export interface StoredAdmission {
  readonly admittedAt: string
  readonly endedAt: string | null
  readonly escalateAfterMinutes: number | null
  readonly rules: readonly StoredRule[] | null
}

/** Its rules, those that this release cannot read apart. */
export const admissionRules = ({
  admittedAt,
  endedAt,
  escalateAfterMinutes,
  rules,
}: StoredAdmission): AdmissionRules => ({
  admittedAt,
  endedAt,
  escalateAfterMinutes,
  ...readRules(rules ?? []),
})

/** Stored rules, those that this release cannot read apart. */
const readRules = (stored: readonly StoredRule[]): Pick<AdmissionRules, 'rules' | 'unreadable'> => {
  const read = stored.map((rule) => ({
    rule,
    condition: alertConditionSchema.safeParse(rule.condition),
  }))
  return {
    rules: read.flatMap(({ rule, condition }) =>
      condition.success ? [{ ...rule, condition: condition.data }] : [],
    ),
    unreadable: read.flatMap(({ rule: { id, type }, condition }) =>
      condition.success ? [] : [{ id, type }],
    ),
  }
}
