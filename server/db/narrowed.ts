import type { AlertScore } from '../../src/domain/alerts/alert'
import type { EhrResponse } from '../../src/domain/ehr-integration/answer'
import type { EwsThresholds } from '../../src/domain/ews/thresholds'
import type { IntegrationRoute } from '../../src/domain/integration-token/reading'
import type { IntegrationTokenType } from '../../src/domain/integration-token/token'
import type { ReportAsked } from '../../src/domain/report/report'
import type { CheckupSchedule } from '../../src/domain/schedule/slot'

/**
 * The check-ups of the last day and older ones that still count, oldest first: end (epoch ms), total,
 * risk level, measuredBits, markBits and id.
 */
export type BoardTrend = readonly (readonly [
  number,
  number | null,
  number | null,
  number?,
  number?,
  string?,
])[]
/** The buckets that measured what no later one did, newest first: id, end (epoch ms), measuredVitals. */
export type StandingBuckets = readonly (readonly [string, number, number])[]

interface Address {
  address: string
  postcode: string
}
interface Tolerance {
  early: number
  late: number
}

/**
 * Columns of which more is known than the schema says: what is in their JSON, and the words of a text
 * without a check. scripts/codegen.mjs makes the types of the tables of the schema and of these.
 */
export interface Narrowed {
  'access_history.permissions': readonly string[]
  'access_history.roles': readonly string[]
  'action_log.details': Record<string, unknown>
  'admission_event.reason': { type: string; additionalInfo: string | null }
  'alert_trigger.scored': AlertScore
  'alert_trigger.tolerance': Tolerance
  'care_pathway.ews_thresholds': EwsThresholds
  'checkup_schedule_progress.schedule': CheckupSchedule & { zone: string; countsFromMs?: number }
  'checkup_type.schedule': { rrule: string; tolerance: Tolerance }
  'checkup_type.tiles': Record<string, unknown>
  'continuous_monitoring_session.type': 'Lamplight'
  'cvr.ids': Readonly<Record<string, readonly [string, string | null]>>
  'document.report': ReportAsked
  'ehr_integration_event.response': EhrResponse
  'identifier_trace.fields': readonly ('firstName' | 'lastName' | 'birthDate' | 'gender')[]
  'identity_refresh_token.claims': Readonly<Record<string, unknown>>
  'integration_token.type': IntegrationTokenType
  'integration_token_use.route': IntegrationRoute
  'invitation.roles': readonly string[]
  'invitation.ward_ids': readonly string[]
  'organization.address': Address
  'organization.features': Record<string, boolean>
  'organization_relationship.permissions': readonly string[]
  'patient.address': Address
  'patient_contact.alert_ids': string[]
  'patient_critical_information.value': Readonly<Record<string, string>>
  'patient.pre_existing_conditions': string[]
  'patient_summary.latest_by_device': Readonly<Record<string, number>>
  'patient_summary.latest_by_type': Readonly<Record<string, number>>
  'patient_summary.rhythm_events': readonly {
    readonly type: string
    readonly start: string
    readonly end: string
  }[]
  'patient_summary.standing_buckets': StandingBuckets
  'patient_summary.trend': BoardTrend
  'personal_ews.spo2_scale': 1 | 2
  'personal_ews.thresholds': EwsThresholds
  'record_read.roles': readonly string[]
  'refused_delivery.fields': readonly string[]
  'role.permissions': readonly string[]
  'task.type': 'IncomingReferral'
  'user_organization.roles': readonly string[]
}

/** Columns without a default that a trigger fills. */
export const filledByTriggers: readonly string[] = ['organization.time_zone']
