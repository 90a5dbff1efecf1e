import { sql } from 'kysely'
import { schemeInForce, type EwsScheme } from '../../../src/domain/ews'
import { notScoredReason, type NotScored } from '../../../src/domain/ews/applies'
import type { EwsThresholds } from '../../../src/domain/ews/thresholds'
import type { Trx } from '../../db/database'
import { admissionRules, type AdmissionRules, type StoredAdmission } from '../alert'

/** What counts for a patient's reading at an instant. */
export interface PatientContext {
  /** Personal bands where there are any, else the care pathway's, else the published ones. */
  readonly scheme: EwsScheme
  /** The patient had an active OnOxygen flag at that instant. */
  readonly onOxygenFlag: boolean
  /** Why NEWS2 does not apply at that instant; null: it does. */
  readonly notScored: NotScored | null
  /** The admission and the alert rules of its pathway; null: no rule applies. */
  readonly admission: AdmissionRules | null
}

interface Row {
  readonly personal: {
    readonly thresholds: EwsThresholds | null
    readonly risk_scheme: string
    readonly spo2_scale: 1 | 2
  } | null
  readonly admission: (StoredAdmission & { readonly thresholds: EwsThresholds | null }) | null
  readonly on_oxygen: boolean
  readonly pregnant: boolean
  readonly birth_date: string
}

/**
 * Reads the patient of the acting organisation in one query (`app_patient_context`); null: it has no
 * such patient.
 * @param at ISO instant for flags; thresholds are today's
 */
export const findPatientContext = async (
  trx: Trx,
  patientId: string,
  at: string,
): Promise<PatientContext | null> => {
  const { rows } =
    await sql<Row>`select * from app_patient_context(${patientId}, ${at}::timestamptz)`.execute(trx)
  const row = rows[0]
  if (row === undefined) return null
  return {
    scheme: schemeInForce(
      row.personal === null
        ? null
        : {
            thresholds: row.personal.thresholds,
            spo2Scale: row.personal.spo2_scale,
            riskScheme: row.personal.risk_scheme,
          },
      row.admission?.thresholds ?? null,
    ),
    onOxygenFlag: row.on_oxygen,
    notScored: notScoredReason(
      { birthDate: row.birth_date, pregnant: row.pregnant },
      Date.parse(at),
    ),
    admission: row.admission === null ? null : admissionRules(row.admission),
  }
}
