import { integrationTokenFeatures } from '../integration-token/token'
import { hasFeatures, holdsPermissions, type Asks } from './asks'
import type { Principal } from './principal'

/** What one action asks of the one who acts. Every condition that is given must hold. */
export interface Rule extends Asks {
  /** `only`: internal staff alone. `instead`: internal staff need no permission for it. */
  readonly internal?: 'only' | 'instead'
  /** `not-needed`: also before the acting organisation accepted the terms. */
  readonly terms?: 'not-needed'
  /** `not-needed`: also for who must have a second factor, and signed in without one. */
  readonly factor?: 'not-needed'
  /** Share-link users may do it too. Everything else is closed to them. */
  readonly share?: true
  /** Self-care users may too: no patient action is theirs (P283). */
  readonly selfCare?: true
  /** Not while internal staff act as the user: it would outlive their hour, or answers for a person. */
  readonly asOneself?: true
}

/** Who may do what, for portal and server. Sources: P section 6, O section 6, C section 6. */
const table = {
  'session.use': { terms: 'not-needed', factor: 'not-needed', share: true, selfCare: true },
  'profile.update': { asOneself: true, terms: 'not-needed', selfCare: true },
  'organization.switch': { terms: 'not-needed', factor: 'not-needed', selfCare: true },
  // What another organisation asked of the person: nobody else's to see or answer.
  'invitation.answer': { asOneself: true, terms: 'not-needed' },
  'terms.accept': { asOneself: true, permission: 'accept_terms', terms: 'not-needed' },
  'identity.link': {
    asOneself: true,
    permission: 'link_ehr_integration_identity',
    feature: 'ehrIntegrations',
    terms: 'not-needed',
  },
  'realtime.use': {},
  'patient.view': { permission: 'view_patients', share: true },
  'checkup.view': { permission: 'view_patients', share: true },
  'note.view': { permission: 'view_patients', share: true },
  // What the care-pathway tab of a record tells of its ward.
  'care-pathway.view': { permission: 'view_wards', feature: 'wards', share: true },
  // Calls, visits, tasks and handovers, and what is masked: of those who care for the patient.
  'patient-work.view': { permission: 'view_patients' },
  'action-log.view': { permission: 'view_patients', share: true },
  // Who looked at a record: for those who answer for the people that look.
  'read-log.view': { allPermissions: ['view_patients', 'create_users'] },
  // That a record was opened in an emergency: for everybody who may open it.
  'emergency-access.view': { permission: 'view_patients', feature: 'wards' },
  // For those who care for patients; without the flag every record is open anyway.
  'emergency-access.open': {
    asOneself: true,
    permission: 'view_patients',
    anyPermission: ['add_patient_notes', 'edit_patients'],
    feature: 'wards',
  },
  'emergency-access.review': { asOneself: true, allPermissions: ['view_patients', 'create_users'] },
  // Who is on duty on a ward; accepting and leaving are for those who care for patients.
  'duty.view': { permission: 'view_patients', feature: 'wards' },
  'duty.change': {
    asOneself: true,
    permission: 'view_patients',
    anyPermission: ['add_patient_notes', 'edit_patients'],
    feature: 'wards',
  },
  // In this browser, as who is on call: it outlives the hour of who acts as somebody.
  'call.receive': { asOneself: true },
  'virtual-ward.view': { permission: 'view_patients' },
  'monitoring.view': { permission: 'view_patients', feature: 'continuousMonitoring', share: true },
  'waveform-event.view': {
    permission: 'view_patients',
    feature: 'ecgWaveformAnalysis',
    share: true,
  },
  'report.view': { permission: 'view_patients' },
  'document.read': { permission: 'view_patients' },
  // Has a report or a summary drawn as PDF: it is kept with the record.
  'document.make': { permission: 'view_patients' },
  'patient.copy-id': { permission: 'view_patients' },
  'patient-archive.view': { permission: 'view_patient_archive' },
  'note.add': { anyPermission: ['add_patient_notes', 'edit_patients'] },
  'observations.record': { allPermissions: ['view_patients', 'record_observations'] },
  'repeat.request': { allPermissions: ['view_patients', 'record_observations'] },
  // Whose: domain/checkup/strike-out.ts.
  'checkup.strike-out': {
    permission: 'view_patients',
    anyPermission: ['record_observations', 'set_alert_status'],
  },
  // What everybody must know: allergies, next of kin, key-safe, interpreter, conditions.
  'handover.write': { allPermissions: ['view_patients', 'record_observations'] },
  'contact.record': { allPermissions: ['view_patients', 'record_observations'] },
  'patient-task.record': { allPermissions: ['view_patients', 'record_observations'] },
  'critical-information.record': { allPermissions: ['view_patients', 'record_observations'] },
  // What is decided over treatment, and whether an entry of somebody else's is wrong.
  'critical-information.decide': { allPermissions: ['view_patients', 'edit_patients'] },
  'ews.edit': { permission: 'create_ews_thresholds' },
  'patient.lookup': { anyPermission: ['create_patients', 'view_patient_archive'] },
  'patient.create': { permission: 'create_patients' },
  'patient.bulk-create': {
    allPermissions: ['create_patients', 'create_users'],
    withoutFeature: 'selfCare',
  },
  'patient.edit': { permission: 'edit_patients' },
  'patient.delete': { permission: 'delete_patients' },
  'patient.watch': { permission: 'view_patients' },
  // Without the flag there is no ward to admit to.
  'patient.admit': { permission: 'admit_ward_patients', feature: 'wards' },
  'patient.discharge': { anyPermission: ['admit_ward_patients', 'discharge_ward_patients'] },
  'patient.transfer': { allPermissions: ['view_patients', 'admit_ward_patients'] },
  'patient.set-flags': { permission: 'admit_ward_patients' },
  // Also while somebody is registered, by whoever registers them.
  'patient.update-contact': { anyPermission: ['edit_patients', 'create_patients'] },
  'patient.set-acuity': { permission: 'edit_patients', feature: 'patientAcuityScore' },
  'patient.set-expected-discharge': {
    permission: 'admit_ward_patients',
    feature: 'manualExpectedLengthOfStay',
  },
  'patient.refer': { permission: 'edit_patients', feature: 'referrals' },
  'patient.assign-practice': { permission: 'assign_patients' },
  'patient.create-login': { asOneself: true, permission: 'create_patients', feature: 'selfCare' },
  'patient.reset-self-care-password': { asOneself: true, permission: 'create_patients' },
  'monitoring.start': { permission: 'edit_patients', feature: 'continuousMonitoring' },
  'monitoring.end': { permission: 'edit_patients', feature: 'continuousMonitoring' },
  'alert.view': { permission: 'view_patients' },
  // Dealing with it changes nothing that others see of the alert.
  'alert.acknowledge': { permission: 'view_patients' },
  // Resolving and snoozing.
  'alert.resolve': { permission: 'set_alert_status', internal: 'instead' },
  'chat.use': { permission: 'view_patients', feature: 'patientChat' },
  // Who only reads says nothing to a patient either.
  'chat.send': {
    permission: 'view_patients',
    anyPermission: ['add_patient_notes', 'edit_patients'],
    feature: 'patientChat',
  },
  'video-call.start': { permission: 'view_patients', feature: 'videoCall' },
  'share-token.view': {
    allPermissions: ['view_integration_api_keys', 'view_share_tokens'],
    allFeatures: ['integrationApi', 'cleoIntegrationApi'],
  },
  'share-token.change': {
    asOneself: true,
    allPermissions: ['view_share_tokens', 'edit_patients'],
    allFeatures: ['integrationApi', 'cleoIntegrationApi'],
  },
  'referral.view': { permission: 'view_patients', feature: 'referrals' },
  'task.view': { feature: 'referrals' },
  'task.change': { permission: 'edit_patients', feature: 'referrals' },
  // Accepting and rejecting.
  'referral.decide': { permission: 'edit_patients', feature: 'referrals' },
  'referral.cancel': { permission: 'edit_patients', feature: 'referrals' },
  'ward.view': { permission: 'view_wards', feature: 'wards' },
  // Every ward's patients. Without the flag there are no wards to be assigned to.
  'ward.oversee': { permission: 'view_all_wards', feature: 'wards' },
  'ward.create': { permission: 'create_wards', feature: 'wards' },
  'ward.edit': { permission: 'edit_wards', feature: 'wards' },
  'ward.delete': { permission: 'delete_wards', feature: 'wards' },
  'ward.assign-staff': { permission: 'assign_ward_staff', feature: 'wards' },
  'pathway.view': { permission: 'view_care_pathways' },
  'pathway.edit': { permission: 'edit_care_pathways' },
  'practice.create': { asOneself: true, allPermissions: ['assign_patients', 'create_users'] },
  'user.view': {},
  'user.change': { asOneself: true, permission: 'create_users' },
  'role.edit': { asOneself: true, permission: 'create_users' },
  // When internal staff signed in as somebody of the organisation.
  'support-sign-in.view': { permission: 'create_users' },
  // Who signed in, was refused or locked out, and what changed about the accounts.
  'account-log.view': { permission: 'create_users' },
  'organization.require-second-factor': { asOneself: true, permission: 'create_users' },
  'api-key.view': { permission: 'view_integration_api_keys', feature: 'integrationApi' },
  'api-key.create': {
    asOneself: true,
    permission: 'create_integration_api_keys',
    feature: 'integrationApi',
  },
  'api-key.expire': {
    asOneself: true,
    permission: 'delete_integration_api_keys',
    feature: 'integrationApi',
  },
  'integration-token.view': {
    permission: 'edit_ehr_integrations',
    allFeatures: integrationTokenFeatures,
  },
  'integration-token.change': {
    asOneself: true,
    permission: 'edit_ehr_integrations',
    allFeatures: integrationTokenFeatures,
  },
  'ehr-integration.view': { permission: 'view_ehr_integrations', feature: 'ehrIntegrations' },
  'ehr-integration.edit': {
    asOneself: true,
    permission: 'edit_ehr_integrations',
    feature: 'ehrIntegrations',
  },
  'ehr-event.view': { permission: 'view_ehr_integration_events', feature: 'ehrIntegrations' },
  'ehr-event.retry': { permission: 'retry_ehr_integration_events', feature: 'ehrIntegrations' },
  'ehr-event.create': { permission: 'create_ehr_integration_events', feature: 'ehrIntegrations' },
  // The supervisor's tray: what authors who cannot come back wrote.
  'sync.supervise': { asOneself: true, allPermissions: ['edit_patients', 'create_users'] },
  // What an admission by identifier opened: where the patient is registered, and who administers.
  'part-record.view': {
    permission: 'view_patients',
    anyPermission: ['edit_patients', 'create_users'],
  },
  'part-record.open': { asOneself: true, permission: 'edit_patients' },
  'part-record.release': { asOneself: true, allPermissions: ['view_patients', 'create_users'] },
  'internal.use': { internal: 'only', terms: 'not-needed' },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof table
const rules: Readonly<Record<Action, Rule>> = table
export const actions: readonly Action[] = Object.keys(table) as Action[]

/** What may be done to a record that is open for reading only. */
const reading: readonly Action[] = [
  'session.use',
  'realtime.use',
  'patient.view',
  'checkup.view',
  'note.view',
  'care-pathway.view',
  'patient-work.view',
  'action-log.view',
  'read-log.view',
  'emergency-access.view',
  'monitoring.view',
  'waveform-event.view',
  'report.view',
  'document.read',
  'alert.view',
  'patient.copy-id',
  'ward.view',
  'pathway.view',
]

/** The same person on a record that is open to them for reading only. */
export const onlyReading = (principal: Principal): Principal => ({
  ...principal,
  onlyReads: true,
  // Screens that ask for a permission and not for an action.
  permissions: new Set(
    (
      [
        'view_patients',
        'view_wards',
        'view_care_pathways',
        'view_patient_archive',
        'create_users',
      ] as const
    ).filter((key) => principal.permissions.has(key)),
  ),
})

/** Whether this principal may do this action at all. Which rows is the caller's question. */
export const may = (principal: Principal, action: Action): boolean => {
  const rule = rules[action]
  if (principal.onlyReads === true && !reading.includes(action)) return false
  if (principal.isActedAs === true && rule.asOneself === true) return false
  if (principal.kind === 'share') {
    if (rule.share !== true) return false
  } else {
    if (principal.isSelfCare && rule.selfCare !== true) return false
    if (!principal.acceptedTerms && rule.terms !== 'not-needed') return false
    if (principal.lacksSecondFactor === true && rule.factor !== 'not-needed') return false
  }
  if (rule.internal === 'only' && !principal.isInternalStaff) return false
  if (!hasFeatures(principal, rule)) return false
  if (principal.isInternalStaff && rule.internal === 'instead') return true
  return holdsPermissions(principal, rule)
}
