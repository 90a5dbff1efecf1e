import { sql } from 'kysely'
import { alertConditionSchema, type AlertRule, type AlertRuleType } from '../../src/domain/alerts/rule'
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
  /** The active admission and the alert rules of its pathway; null: no rule looks at the patient. */
  readonly admission: AdmissionContext | null
}

export interface AdmissionContext {
  /** ISO instant. */
  readonly admittedAt: string
  readonly escalateAfterMinutes: number | null
  readonly rules: readonly AlertRule[]
}

interface Row {
  readonly personal: { readonly thresholds: EwsThresholds | null; readonly risk_scheme: string; readonly spo2_scale: 1 | 2 } | null
  readonly admission: {
    readonly admittedAt: string; readonly thresholds: EwsThresholds | null; readonly escalateAfterMinutes: number | null
    readonly rules: readonly { readonly id: string; readonly type: AlertRuleType; readonly condition: unknown; readonly severity: number }[] | null
  } | null
  readonly on_oxygen: boolean
}

/**
 * Reads the patient under the organisation's row security, in one query: another organisation's patient is not there.
 * @param at ISO instant at which flags are asked; thresholds are today's, as the score is computed on arrival
 * @throws Refusal 404
 */
export const patientContext = async (trx: Trx, patientId: string, at: string): Promise<PatientContext> => {
  const { rows } = await sql<Row>`
    select
      (select jsonb_build_object('thresholds', e.thresholds, 'risk_scheme', e.risk_scheme, 'spo2_scale', e.spo2_scale)
        from personal_ews e where e.patient_id = p.id order by e.created_at desc, e.id desc limit 1) as personal,
      (select jsonb_build_object('admittedAt', a.admitted_at, 'thresholds', cp.ews_thresholds, 'escalateAfterMinutes', cp.escalate_after_minutes,
          'rules', app_alert_rules(cp.id))
        from ward_admission a join care_pathway cp on cp.id = a.care_pathway_id
        where a.patient_id = p.id and a.discharged_at is null limit 1) as admission,
      exists (select 1 from patient_flag f where f.patient_id = p.id and f.type = 'OnOxygen'
        and f.started_at <= ${at}::timestamptz and (f.ended_at is null or f.ended_at > ${at}::timestamptz)) as on_oxygen
    from patient p where p.id = ${patientId} and p.deleted_at is null`.execute(trx)
  const row = rows[0]
  if (row === undefined) throw patientNotFound()
  return {
    scheme: {
      thresholds: row.personal?.thresholds ?? row.admission?.thresholds ?? null,
      spo2Scale: row.personal?.spo2_scale ?? 1,
      riskScheme: row.personal?.risk_scheme ?? 'NEWS2',
    },
    onOxygenFlag: row.on_oxygen,
    admission: row.admission === null ? null : {
      admittedAt: row.admission.admittedAt,
      escalateAfterMinutes: row.admission.escalateAfterMinutes,
      rules: (row.admission.rules ?? []).map((rule) => ({ ...rule, condition: alertConditionSchema.parse(rule.condition) })),
    },
  }
}
