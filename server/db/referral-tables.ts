import type { ColumnType, Generated } from 'kysely'
import type { ReferralReason, ReferralStatus } from '../../src/domain/referral/referral'
import type { TaskStatus } from '../../src/domain/referral/task'

/** What an organisation may do at a partner, one way. */
interface OrganizationRelationshipTable {
  organization_id: string
  partner_id: string
  /** JSON. */
  permissions: ColumnType<readonly string[], string, string>
  updated_at: string
}
/** Its sender's row; the destination reads `incoming_referral`. */
interface ReferralTable {
  id: string
  organization_id: string
  destination_id: string
  patient_id: string
  referred_by: string
  reason: ReferralReason
  comment: string | null
  supporting_information: string
  should_discharge: boolean
  /** Of a discharge on acceptance. */
  discharge_reason: string | null
  discharge_info: string | null
  /** The stay that ends with it, as it was when the patient was referred. */
  admission_id: string | null
  status: Generated<ReferralStatus>
  rejection_reason: Generated<string | null>
  decided_by: Generated<string | null>
  decided_at: Generated<string | null>
  created_at: string
  updated_at: string
}
/** What waits for somebody of an organisation. */
interface TaskTable {
  id: string
  organization_id: string
  type: 'IncomingReferral'
  status: Generated<TaskStatus>
  referral_id: string
  /** Who opened it first. */
  assignee_id: Generated<string | null>
  created_at: string
  updated_at: string
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

/** The tables of referrals, and the views through which each side reads them. */
export interface ReferralTables {
  organization_relationship: OrganizationRelationshipTable
  referral: ReferralTable
  task: TaskTable
  partner_organization: {
    id: string
    name: string
    address: Partner['address']
    permissions: readonly string[]
  }
  outgoing_referral: OutgoingReferralView
  incoming_referral: IncomingReferralView
}
