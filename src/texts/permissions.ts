import type { Permission } from '../domain/access/permissions'
import { inEditions } from './overlay'

/** What each permission lets somebody do, as a role's list of them says it. */
const enGB: Readonly<Record<Permission, string>> = {
  accept_terms: 'Accept the platform terms for the organisation',
  set_alert_status: 'Resolve and snooze alerts',
  view_patients: 'See patients and their records',
  edit_patients: 'Change patients, their acuity and their monitoring',
  create_patients: 'Register patients and their logins',
  delete_patients: 'Delete patients',
  admit_ward_patients: 'Admit, transfer and discharge patients',
  assign_patients: 'Assign patients to practices',
  view_care_pathways: 'See care pathways',
  view_patient_archive: 'See the list of all patients',
  view_wards: 'See wards and their staff',
  create_wards: 'Add wards',
  edit_wards: 'Rename wards',
  delete_wards: 'Delete wards',
  assign_ward_staff: 'Assign staff to wards',
  discharge_ward_patients: 'Discharge patients',
  view_ehr_integrations: 'See integrations with record systems',
  edit_ehr_integrations: 'Change integrations with record systems',
  view_ehr_integration_events: 'See what was sent to record systems',
  retry_ehr_integration_events: 'Send again what a record system did not take',
  create_ehr_integration_events: 'Send to record systems',
  link_ehr_integration_identity: 'Link their own identity of a record system',
  create_users: 'Add, change and remove users and roles',
  create_ews_thresholds: 'Set personal score thresholds',
  view_integration_api_keys: 'See API keys',
  create_integration_api_keys: 'Add API keys',
  delete_integration_api_keys: 'Expire API keys',
  view_share_tokens: 'See share links of patients',
  add_patient_notes: 'Add notes to patients',
  record_observations: 'Record observations of patients',
  view_all_wards: 'See the patients of every ward',
  edit_care_pathways: 'Change care pathways and their rules',
}

/** The permissions in words, in an edition. */
export const permissionTexts = inEditions(enGB, {
  accept_terms: 'Accept the platform terms for the organization',
})
