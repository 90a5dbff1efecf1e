import { sql } from 'kysely'
import {
  alertConditionSchema,
  type AlertRule,
  type AlertRuleType,
} from '../../src/domain/alerts/rule'
import type { EwsScheme } from '../../src/domain/ews'
import type { EwsThresholds } from '../../src/domain/ews/thresholds'
import type { Trx } from '../db/database'
import { patientNotFound } from './refusal'

/** What counts for a patient's reading at an instant. */
export interface PatientContext {
  /** Personal bands where there are any, else the care pathway's, else the published ones. */
  readonly scheme: EwsScheme
  /** The patient had an active OnOxygen flag at that instant. */
  readonly onOxygenFlag: boolean
  /**
   * The active admission and the alert rules of its pathway; null: no rule looks at the patient.
   */
  readonly admission: AdmissionContext | null
}

export interface AdmissionContext {
  /** ISO instant. */
  readonly admittedAt: string
  readonly escalateAfterMinutes: number | null
  readonly rules: readonly AlertRule[]
  /** Rules that this release cannot read, by id: they find nothing, and refuse no reading. */
  readonly unreadable: readonly { readonly id: string; readonly type: AlertRuleType }[]
}

interface Row {
  readonly personal: {
    readonly thresholds: EwsThresholds | null
    readonly risk_scheme: string
    readonly spo2_scale: 1 | 2
  } | null
  readonly admission: {
    readonly admittedAt: string
    readonly thresholds: EwsThresholds | null
    readonly escalateAfterMinutes: number | null
    readonly rules:
      | readonly {
          readonly id: string
          readonly type: AlertRuleType
          readonly condition: unknown
          readonly severity: number
        }[]
      | null
  } | null
  readonly on_oxygen: boolean
}

const readRules = (
  stored: NonNullable<NonNullable<Row['admission']>['rules']>,
): Pick<AdmissionContext, 'rules' | 'unreadable'> => {
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

/**
 * Reads the patient for the acting organisation, by index and in one query (migration 0042):
 * another organisation's patient is not there.
 * @param at ISO instant at which flags are asked; thresholds are today's, as the score is computed
 *   on arrival
 * @throws Refusal 404
 */
export const patientContext = async (
  trx: Trx,
  patientId: string,
  at: string,
): Promise<PatientContext> => {
  const { rows } =
    await sql<Row>`select * from app_patient_context(${patientId}, ${at}::timestamptz)`.execute(trx)
  const row = rows[0]
  if (row === undefined) throw patientNotFound()
  return {
    scheme: {
      thresholds: row.personal?.thresholds ?? row.admission?.thresholds ?? null,
      spo2Scale: row.personal?.spo2_scale ?? 1,
      riskScheme: row.personal?.risk_scheme ?? 'NEWS2',
    },
    onOxygenFlag: row.on_oxygen,
    admission:
      row.admission === null
        ? null
        : {
            admittedAt: row.admission.admittedAt,
            escalateAfterMinutes: row.admission.escalateAfterMinutes,
            ...readRules(row.admission.rules ?? []),
          },
  }
}
