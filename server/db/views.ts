import type { AllTables } from './generated/tables'
import type { Instant } from './columns'
import type { ReferralReason, ReferralStatus } from '../../src/domain/referral/referral'
import type { BoardTrend, StandingBuckets } from './narrowed'

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

/** Parts of records, to who has them and to where the patients are registered. */
interface PartRecordView {
  patient_id: string
  organization_id: string
  organization_name: string
  home_id: string
  first_name: string
  last_name: string
  birth_date: string
  others_from: string
  held_since: string | null
  admitted_at: string | null
}
interface Partner {
  id: string
  name: string
  address: { address: string; postcode: string } | null
}
interface ReferralView {
  id: string
  organization_id: string
  destination_id: string
  referred_by: string
  should_discharge: boolean
  status: ReferralStatus
  rejection_reason: string | null
  decided_by: string | null
  decided_at: string | null
  created_at: string
  updated_at: string
  organization: Partner
  destination: Partner
}
/** Referrals by the acting organisation. */
interface OutgoingReferralView extends ReferralView {
  patient_id: string
  reason: ReferralReason
  comment: string | null
  supporting_information: string
}
/** Referrals to it, with the patient's card; of whom it has none, all of this is null. */
interface IncomingReferralView extends ReferralView {
  patient_id: string | null
  reason: ReferralReason | null
  comment: string | null
  supporting_information: string | null
  first_name: string | null
  last_name: string | null
  birth_date: string | null
  gender: 'male' | 'female' | null
  national_identifier_type: string | null
  national_identifier_value: string | null
  admitted_at_sender: boolean
  ends_stay: boolean
  awaits_admission: boolean
}

/**
 * The views, by hand: of their columns the database does not know which may be null. Each is limited
 * to what the acting organisation may see.
 */
export interface Views {
  patient_list_row: PatientListView
  board_key: BoardKeyView
  board_row: BoardRowView
  board_admission: BoardAdmissionView
  /** The requests to measure again that stand. */
  standing_repeat: AllTables['observation_repeat'] & {
    readonly latest_measured_at: Instant | null
  }
  /** The check-ups that count. */
  valid_checkup: AllTables['checkup']
  part_record: PartRecordView
  partner_organization: {
    id: string
    name: string
    address: Partner['address']
    permissions: readonly string[]
  }
  outgoing_referral: OutgoingReferralView
  incoming_referral: IncomingReferralView
}
