import { z } from 'zod'

/**
 * Every permission key (P section 6, C section 6, O section 6), and four of ours:
 * add_patient_notes, record_observations (T13), edit_care_pathways (K12) and view_all_wards, which
 * lifts the limit to assigned wards (O 2.10).
 */
export const permissions = [
  'accept_terms',
  'set_alert_status',
  'view_patients',
  'edit_patients',
  'create_patients',
  'delete_patients',
  'admit_ward_patients',
  'assign_patients',
  'view_care_pathways',
  'view_patient_archive',
  'view_wards',
  'create_wards',
  'edit_wards',
  'delete_wards',
  'assign_ward_staff',
  'discharge_ward_patients',
  'view_ehr_integrations',
  'edit_ehr_integrations',
  'view_ehr_integration_events',
  'retry_ehr_integration_events',
  'create_ehr_integration_events',
  'link_ehr_integration_identity',
  'create_users',
  'create_ews_thresholds',
  'view_integration_api_keys',
  'create_integration_api_keys',
  'delete_integration_api_keys',
  'view_share_tokens',
  'add_patient_notes',
  'record_observations',
  'view_all_wards',
  'edit_care_pathways',
] as const
export type Permission = (typeof permissions)[number]
export const permissionSchema = z.enum(permissions)

/** Every feature flag of an organisation (C477, P section 1). */
export const features = [
  'continuousMonitoring',
  'plethAiHeartRhythmContinuousMonitoring',
  'ecgWaveformAnalysis',
  'patientChat',
  'videoCall',
  'patientAcuityScore',
  'manualExpectedLengthOfStay',
  'referrals',
  'ehrIntegrations',
  'ehrIntegrationsNourish',
  'integrationApi',
  'cleoIntegrationApi',
  'nationalIdentifierScheme',
  'wards',
  'selfCare',
  'virtualWardAllPatientsLegacyBehavior',
  'automaticLogoutAlert',
] as const
export type Feature = (typeof features)[number]
