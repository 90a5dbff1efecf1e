import type { Instant } from './columns'
import type { BoardTrend, StandingBuckets } from './patient-tables'

/** A view: what a page of the acting organisation's board is ordered by. */
interface BoardKeyView {
  id: string
  ward_id: string | null
  latest_checkup_id: string | null
  latest_checkup_ended_at: Instant | null
  latest_acuity_id: string | null
  trend: BoardTrend | null
  latest_by_type: Readonly<Record<string, number>> | null
  latest_bucket_id: string | null
  standing_buckets: StandingBuckets | null
  monitoring_session_id: string | null
  /**
   * When the shown bucket ended, and whether it is shown at any age; null: the check-up is shown.
   */
  shown_bucket_ended_at: Instant | null
  shown_bucket_stays: boolean | null
}
/** A view: the same with who the patient is. */
interface BoardRowView extends BoardKeyView {
  revision: number
  organization_id: string
  first_name: string
  last_name: string
  birth_date: string
  gender: 'male' | 'female'
  national_identifier_type: 'NhsNumber' | 'NorthernIrelandHcn' | null
  national_identifier_value: string | null
}
/** A view: the active admissions of the acting organisation's patients. */
interface BoardAdmissionView {
  patient_id: string
  admitted_at: Instant
  created_at: Instant
  revision: number
  expected_discharge_date: string | null
  ward_id: string
  ward_name: string
  care_pathway_id: string
  care_pathway_name: string
  scheduled_from: Instant
}

/** A view: the acting organisation's patients, as their list shows them. */
interface PatientListView {
  id: string
  first_name: string
  last_name: string
  birth_date: string
  gender: 'male' | 'female'
  national_identifier_type: 'NhsNumber' | 'NorthernIrelandHcn' | null
  national_identifier_value: string | null
  search_name: string
}

/** A view: the acting organisation's patients, as their list shows them. */
interface PatientListView {
  id: string
  first_name: string
  last_name: string
  birth_date: string
  gender: 'male' | 'female'
  national_identifier_type: 'NhsNumber' | 'NorthernIrelandHcn' | null
  national_identifier_value: string | null
  search_name: string
}

export interface BoardViews {
  patient_list_row: PatientListView
  board_key: BoardKeyView
  board_row: BoardRowView
  board_admission: BoardAdmissionView
}
