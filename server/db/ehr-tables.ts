import type { ColumnType, Generated } from 'kysely'
import type {
  EhrEventStatus,
  EhrIntegrationType,
  EhrTriggerType,
} from '../../src/domain/ehr-integration/integration'
import type { EhrResponse } from '../../src/domain/ehr-integration/answer'
import type { OrNull } from './columns'

/** A system of others that a pathway sends to. */
interface EhrIntegrationTable {
  id: string
  organization_id: string
  care_pathway_id: string
  name: string
  integration_type: EhrIntegrationType
  trigger_type: EhrTriggerType
  /** Of a PeriodicSummary. */
  rrule: OrNull<string>
  address: string
  /** Sealed, not hashed: HMAC needs it. Read by the owner role only. */
  secret: string
  approver_id: OrNull<string>
  created_at: string
  updated_at: string
  deleted_at: OrNull<string>
}
/** Something that is to be sent, or was. */
interface EhrIntegrationEventTable {
  id: string
  organization_id: string
  ehr_integration_id: string
  patient_id: string
  status: Generated<EhrEventStatus>
  is_retryable: Generated<boolean>
  response: ColumnType<EhrResponse | null, string | null | undefined, string | null>
  /** What is sent, frozen: server/areas/ehr-integration/body.ts. */
  body: ColumnType<unknown, string, never>
  period_from: OrNull<string>
  period_to: OrNull<string>
  checkup_id: OrNull<string>
  created_by: OrNull<string>
  created_at: string
  updated_at: string
  attempts: Generated<number>
  due_at: string
  /** Until then a server is sending it. */
  claimed_until: OrNull<string>
}
/** Who agreed that messages are filed in their name. */
interface ApprovedMessageSetupTable {
  user_id: string
  organization_id: string
  approved_at: string
}

export interface EhrTables {
  ehr_integration: EhrIntegrationTable
  ehr_integration_event: EhrIntegrationEventTable
  approved_message_setup: ApprovedMessageSetupTable
}
