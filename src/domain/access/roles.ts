import type { Edition } from '../organization/organization'
import { permissions, type Permission } from './permissions'

/** The roles that every organisation has (P280). An organisation adds its own. */
export const systemRoles = [
  'Organisation Admin',
  'Ward Manager',
  'Clinician',
  'Care Assistant',
  'Read Only',
  'Self Care',
  'Internal Staff',
] as const
export type SystemRole = (typeof systemRoles)[number]
/** The role of who runs an organisation; one member always holds it. */
export const administrator = 'Organisation Admin' satisfies SystemRole

/** Whether a role is nobody's to give: that of a patient's login, and of the supplier's staff (K1). */
export const isSystemRole = (name: string): boolean =>
  name === 'Self Care' || name === 'Internal Staff'

const reading: readonly Permission[] = [
  'view_patients',
  'view_wards',
  'view_care_pathways',
  'view_patient_archive',
]

const caring: readonly Permission[] = [...reading, 'add_patient_notes', 'record_observations']

const clinical: readonly Permission[] = [
  ...caring,
  'edit_patients',
  'create_patients',
  'admit_ward_patients',
  'discharge_ward_patients',
  'set_alert_status',
  'create_ews_thresholds',
  'assign_patients',
  'view_ehr_integrations',
  'view_ehr_integration_events',
  'retry_ehr_integration_events',
  'create_ehr_integration_events',
  'link_ehr_integration_identity',
]

const managing: readonly Permission[] = [
  ...clinical,
  'accept_terms',
  'delete_patients',
  'create_wards',
  'edit_wards',
  'delete_wards',
  'assign_ward_staff',
  'create_users',
  'edit_ehr_integrations',
  'view_share_tokens',
  'view_all_wards',
]

/**
 * The permission matrix that the server seeds. Organisation Admin has everything but internal
 * pages. Self Care has nothing: its login is for the patient's app. view_all_wards is for those who
 * run wards; all others see only the wards they are assigned to.
 */
export const rolePermissions: Readonly<Record<SystemRole, readonly Permission[]>> = {
  'Organisation Admin': permissions,
  'Ward Manager': managing,
  Clinician: clinical,
  'Care Assistant': caring,
  'Read Only': reading,
  'Self Care': [],
  'Internal Staff': reading,
}

const descriptions: Readonly<Record<SystemRole, string>> = {
  'Organisation Admin':
    'Runs the organisation: users, wards, integrations and everything clinical.',
  'Ward Manager': 'Runs wards and their staff, and does everything clinical.',
  Clinician: 'Admits, assesses and discharges patients, and acts on alerts.',
  'Care Assistant': 'Reads patients, adds notes and records observations.',
  'Read Only': 'Reads patients, wards and pathways; changes nothing.',
  'Self Care': 'A patient with a login of their own for the mobile app.',
  'Internal Staff': 'Staff of the supplier, with the internal pages.',
}

/** What a system role is for, as the role picker tells it. */
export const roleDescription = (role: SystemRole, edition: Edition): string =>
  edition === 'en-US'
    ? descriptions[role].replace('organisation', 'organization')
    : descriptions[role]

/** The union of the permissions of several system roles. */
export const permissionsOfRoles = (roles: readonly SystemRole[]): ReadonlySet<Permission> =>
  new Set(roles.flatMap((role) => rolePermissions[role]))
