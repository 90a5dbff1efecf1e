import type { Feature, Permission } from '../../src/domain/access/permissions'

/**
 * What one action asks, as the specification or a decision says it. What is left out is not asked.
 */
export interface Asked {
  /** All of these permissions. */
  readonly all?: readonly Permission[]
  /** One of these permissions. */
  readonly any?: readonly Permission[]
  /** All of these flags of the acting organisation. */
  readonly flags?: readonly Feature[]
  /** None of these flags. */
  readonly without?: readonly Feature[]
  /** `only`: internal staff alone. `instead`: internal staff without the permission, too. */
  readonly internal?: 'only' | 'instead'
  /** Open before the terms are accepted. */
  readonly beforeTerms?: true
  /** Open to who must have a second factor, and signed in without one. */
  readonly beforeFactor?: true
  /** Open to who reads by a share link. */
  readonly share?: true
  /** Open to who has a self-care role. */
  readonly selfCare?: true
}

const view = ['view_patients'] as const
const edit = ['edit_patients'] as const
const wards = ['wards'] as const
const ehr = ['ehrIntegrations'] as const
const keys = ['integrationApi'] as const
const referrals = ['referrals'] as const

/**
 * Who may do what, for every action of the specification, built or not. Written down by hand from P
 * section 6, O section 6, C section 6, their rows and the decisions, and never taken from
 * src/domain/access: that is what it is compared with.
 */
export const permissionTable = {
  // The person and the session: decisions (Terms guard), C476, C267, P283.
  'session.use': { beforeTerms: true, beforeFactor: true, share: true, selfCare: true },
  'profile.update': { beforeTerms: true, selfCare: true },
  'organization.switch': { beforeTerms: true, beforeFactor: true, selfCare: true },
  // Issue 31 A6: a membership is the person's own to accept.
  'invitation.answer': { beforeTerms: true },
  'terms.accept': { all: ['accept_terms'], beforeTerms: true },
  'identity.link': { all: ['link_ehr_integration_identity'], flags: ehr, beforeTerms: true },
  'realtime.use': {},
  // Reading a patient: decisions (Share-link user's routes), C018, C097, C117, C130, C462, O346.
  'patient.view': { all: view, share: true },
  'checkup.view': { all: view, share: true },
  'note.view': { all: view, share: true },
  // Decisions (Share-link user's routes): the care-pathway tab, which asks what wards ask.
  'care-pathway.view': { all: ['view_wards'], flags: wards, share: true },
  // Decision 0055: calls, visits, tasks and handovers are not a link's.
  'patient-work.view': { all: view },
  'action-log.view': { all: view, share: true },
  'monitoring.view': { all: view, flags: ['continuousMonitoring'], share: true },
  'waveform-event.view': { all: view, flags: ['ecgWaveformAnalysis'], share: true },
  'virtual-ward.view': { all: view },
  'report.view': { all: view },
  'document.read': { all: view },
  'document.make': { all: view },
  'patient.copy-id': { all: view },
  'patient-archive.view': { all: ['view_patient_archive'] },
  // Acting on a patient: C461 to C470, O351, O352, O354, decisions (Header gating, Discharge), K2,
  // K10.
  'note.add': { any: ['add_patient_notes', 'edit_patients'] },
  // T13.
  'observations.record': { all: ['view_patients', 'record_observations'] },
  'checkup.strike-out': {
    all: ['view_patients'],
    any: ['record_observations', 'set_alert_status'],
  },
  'handover.write': { all: ['view_patients', 'record_observations'] },
  'contact.record': { all: ['view_patients', 'record_observations'] },
  'patient-task.record': { all: ['view_patients', 'record_observations'] },
  'repeat.request': { all: ['view_patients', 'record_observations'] },
  'critical-information.record': { all: ['view_patients', 'record_observations'] },
  'critical-information.decide': { all: ['view_patients', 'edit_patients'] },
  'ews.edit': { all: ['create_ews_thresholds'] },
  // K5.
  'patient.lookup': { any: ['create_patients', 'view_patient_archive'] },
  'patient.create': { all: ['create_patients'] },
  // O039, O040.
  'patient.bulk-create': { all: ['create_patients', 'create_users'], without: ['selfCare'] },
  'patient.edit': { all: edit },
  'patient.delete': { all: ['delete_patients'] },
  'patient.watch': { all: view },
  'patient.admit': { all: ['admit_ward_patients'], flags: wards },
  'patient.discharge': { any: ['admit_ward_patients', 'discharge_ward_patients'] },
  'patient.transfer': { all: ['view_patients', 'admit_ward_patients'] },
  'patient.set-flags': { all: ['admit_ward_patients'] },
  'patient.create-login': { all: ['create_patients'], flags: ['selfCare'] },
  'patient.update-contact': { any: ['edit_patients', 'create_patients'] },
  'patient.set-acuity': { all: edit, flags: ['patientAcuityScore'] },
  'patient.set-expected-discharge': {
    all: ['admit_ward_patients'],
    flags: ['manualExpectedLengthOfStay'],
  },
  'patient.refer': { all: edit, flags: referrals },
  'patient.assign-practice': { all: ['assign_patients'] },
  'patient.reset-self-care-password': { all: ['create_patients'] },
  'monitoring.start': { all: edit, flags: ['continuousMonitoring'] },
  'monitoring.end': { all: edit, flags: ['continuousMonitoring'] },
  'alert.view': { all: view },
  // Decisions, Who acknowledges an alert.
  'alert.acknowledge': { all: view },
  'alert.resolve': { all: ['set_alert_status'], internal: 'instead' },
  'chat.use': { all: view, flags: ['patientChat'] },
  // Decision 0043.
  'chat.send': {
    all: view,
    any: ['add_patient_notes', 'edit_patients'],
    flags: ['patientChat'],
  },
  'video-call.start': { all: view, flags: ['videoCall'] },
  // Sharing a record: C236, K10.
  'share-token.view': {
    all: ['view_integration_api_keys', 'view_share_tokens'],
    flags: ['integrationApi', 'cleoIntegrationApi'],
  },
  'share-token.change': {
    all: ['view_share_tokens', 'edit_patients'],
    flags: ['integrationApi', 'cleoIntegrationApi'],
  },
  // Tasks and referrals: decisions (Generic access rules, Cancelling a referral), K10, K22.
  'referral.view': { all: view, flags: referrals },
  'task.view': { flags: referrals },
  'task.change': { all: edit, flags: referrals },
  'referral.decide': { all: edit, flags: referrals },
  'referral.cancel': { all: edit, flags: referrals },
  // Wards, pathways, practices: O113, O122, O347 to O350, K10, K12.
  'ward.view': { all: ['view_wards'], flags: wards },
  'ward.oversee': { all: ['view_all_wards'], flags: wards },
  'ward.create': { all: ['create_wards'], flags: wards },
  'ward.edit': { all: ['edit_wards'], flags: wards },
  'ward.delete': { all: ['delete_wards'], flags: wards },
  'ward.assign-staff': { all: ['assign_ward_staff'], flags: wards },
  'pathway.view': { all: ['view_care_pathways'] },
  'pathway.edit': { all: ['edit_care_pathways'] },
  'practice.create': { all: ['assign_patients', 'create_users'] },
  // Users: decisions (Generic access rules), O353, O357 to O360.
  'user.view': {},
  'user.change': { all: ['create_users'] },
  'support-sign-in.view': { all: ['create_users'] },
  'account-log.view': { all: ['create_users'] },
  // The roles that an organisation adds: K1.
  'role.edit': { all: ['create_users'] },
  // Decision 0038: who administers users says how they sign in.
  'organization.require-second-factor': { all: ['create_users'] },
  // Integrations: C233, C238, C262, C396, C471 to C475, decisions (Generic access rules), K10.
  'api-key.view': { all: ['view_integration_api_keys'], flags: keys },
  'api-key.create': { all: ['create_integration_api_keys'], flags: keys },
  'api-key.expire': { all: ['delete_integration_api_keys'], flags: keys },
  'integration-token.view': {
    all: ['edit_ehr_integrations'],
    flags: ['ehrIntegrations', 'ehrIntegrationsNourish'],
  },
  'integration-token.change': {
    all: ['edit_ehr_integrations'],
    flags: ['ehrIntegrations', 'ehrIntegrationsNourish'],
  },
  'ehr-integration.view': { all: ['view_ehr_integrations'], flags: ehr },
  'ehr-integration.edit': { all: ['edit_ehr_integrations'], flags: ehr },
  'ehr-event.view': { all: ['view_ehr_integration_events'], flags: ehr },
  'ehr-event.retry': { all: ['retry_ehr_integration_events'], flags: ehr },
  'ehr-event.create': { all: ['create_ehr_integration_events'], flags: ehr },
  'sync.supervise': { all: ['edit_patients', 'create_users'] },
  // Issue 9, part 5; decision 0037.
  // Issue 9, part 10; decision 0039.
  'emergency-access.view': { all: view, flags: wards },
  'emergency-access.open': {
    all: view,
    any: ['add_patient_notes', 'edit_patients'],
    flags: wards,
  },
  // Decision 0051: whoever is on call, of any role; nobody in the name of another.
  'call.receive': {},
  'duty.view': { all: view, flags: wards },
  'duty.change': { all: view, any: ['add_patient_notes', 'edit_patients'], flags: wards },
  'emergency-access.review': { all: ['view_patients', 'create_users'] },
  'read-log.view': { all: ['view_patients', 'create_users'] },
  'part-record.view': { all: view, any: ['edit_patients', 'create_users'] },
  'part-record.open': { all: ['edit_patients'] },
  'part-record.release': { all: ['view_patients', 'create_users'] },
  // Internal staff: P027 to P037, P069.
  'internal.use': { internal: 'only', beforeTerms: true },
} as const satisfies Readonly<Record<string, Asked>>

export type WrittenAction = keyof typeof permissionTable

/**
 * What is closed while internal staff act as a user, by hand as well: what would outlive their hour,
 * and what a person answers for by name.
 */
export const closedWhileActedAs: readonly WrittenAction[] = [
  'profile.update',
  'invitation.answer',
  'terms.accept',
  'identity.link',
  'emergency-access.open',
  'emergency-access.review',
  'call.receive',
  'duty.change',
  'patient.create-login',
  'patient.reset-self-care-password',
  'practice.create',
  'user.change',
  'role.edit',
  'organization.require-second-factor',
  'api-key.create',
  'api-key.expire',
  'integration-token.change',
  'share-token.change',
  'ehr-integration.edit',
  'sync.supervise',
  'part-record.open',
  'part-record.release',
]

/**
 * The action of every operation that is built, by hand as well: an operation that asks for another
 * action is caught by it.
 */
export const operationTable: Readonly<Record<string, WrittenAction>> = {
  me: 'session.use',
  userOrganizations: 'session.use',
  didLogin: 'session.use',
  didStayLoggedIn: 'session.use',
  updateMe: 'profile.update',
  setActingOrganization: 'organization.switch',
  createAcceptedTerms: 'terms.accept',
  syncHello: 'session.use',
  syncPull: 'session.use',
  syncOlder: 'session.use',
  mutationOutcomes: 'session.use',
  syncPush: 'session.use',
  syncEndSession: 'session.use',
  syncDiscard: 'session.use',
  syncAckResults: 'session.use',
  noteRecordReads: 'session.use',
  recordReads: 'read-log.view',
  emergencyAccess: 'emergency-access.view',
  emergencyAccesses: 'emergency-access.review',
  openEmergencyAccess: 'emergency-access.open',
  reviewEmergencyAccess: 'emergency-access.review',
  patient: 'patient.view',
  lookupPatient: 'patient.lookup',
  patients: 'patient-archive.view',
  patientNames: 'patient-archive.view',
  practices: 'patient.assign-practice',
  createPractice: 'practice.create',
  assignPatientToPractice: 'patient.assign-practice',
  unassignPatientFromPractice: 'patient.assign-practice',
  checkup: 'checkup.view',
  checkupsByPatient: 'checkup.view',
  checkupFiles: 'checkup.view',
  patientNotes: 'note.view',
  checkupNotes: 'note.view',
  patientChat: 'chat.use',
  sendChatMessage: 'chat.send',
  unreadNotifications: 'chat.use',
  markNotificationsRead: 'chat.use',
  actionLogs: 'action-log.view',
  wardActivity: 'ward.view',
  recentDischarges: 'virtual-ward.view',
  unreachedWards: 'virtual-ward.view',
  wardCallings: 'duty.view',
  onCallPlan: 'ward.view',
  callings: 'alert.view',
  changeOnCallPlan: 'ward.edit',
  pushKey: 'call.receive',
  pushedOrganization: 'call.receive',
  pushedPatient: 'alert.view',
  isCalledHere: 'call.receive',
  testCall: 'call.receive',
  sendTestCall: 'call.receive',
  registerPush: 'call.receive',
  endPush: 'call.receive',
  wardDuty: 'duty.view',
  acceptDuty: 'duty.change',
  leaveDuty: 'duty.change',
  recentWardMoves: 'virtual-ward.view',
  patientReport: 'report.view',
  nhsNumberResponseDetails: 'patient.view',
  alerts: 'alert.view',
  alertsAfterDischarge: 'alert.view',
  resolvedAlerts: 'alert.view',
  monitoringChunks: 'monitoring.view',
  continuousMonitoring: 'monitoring.view',
  continuousMonitoringSession: 'monitoring.view',
  waveformReadingsMetadata: 'monitoring.view',
  waveform: 'monitoring.view',
  waveformEvents: 'waveform-event.view',
  virtualWardPatients: 'virtual-ward.view',
  virtualWardFilterValues: 'virtual-ward.view',
  patientsInWatchList: 'virtual-ward.view',
  patientOnBoard: 'virtual-ward.view',
  refusedRecords: 'sync.supervise',
  openRefusedRecord: 'sync.supervise',
  settleRefusedRecord: 'sync.supervise',
  ehrIntegrations: 'ehr-integration.view',
  registerEhrIntegrationAutoApprover: 'ehr-integration.edit',
  removeEhrIntegrationAutoApprover: 'ehr-integration.edit',
  setUpPreApprovedMessages: 'ehr-integration.edit',
  ehrIntegrationEvents: 'ehr-event.view',
  retryEhrIntegrationEvent: 'ehr-event.retry',
  createManualEhrIntegrationEvent: 'ehr-event.create',
  organizationRelationships: 'patient.refer',
  referPatient: 'patient.refer',
  referrals: 'referral.view',
  cancelReferral: 'referral.cancel',
  tasks: 'task.view',
  openTask: 'task.change',
  acceptReferral: 'referral.decide',
  rejectReferral: 'referral.decide',
  partRecords: 'part-record.view',
  openWholeRecord: 'part-record.open',
  releasePartRecord: 'part-record.release',
  getActiveTokenForOrganizationSummary: 'integration-token.view',
  createEhrIntegrationToken: 'integration-token.change',
  removeEhrIntegrationToken: 'integration-token.change',
  integrationApiKeys: 'api-key.view',
  shareTokens: 'share-token.view',
  createShareToken: 'share-token.change',
  deleteShareToken: 'share-token.change',
  createVideoCallRoom: 'video-call.start',
  deliveryTroubles: 'api-key.view',
  supportSignIns: 'support-sign-in.view',
  accountLogs: 'account-log.view',
  createIntegrationApiKey: 'api-key.create',
  expireIntegrationApiKey: 'api-key.expire',
  undoExpireIntegrationApiKey: 'api-key.expire',
  addPatientNote: 'note.add',
  generatePatientNote: 'note.add',
  setPatientAcuityScore: 'patient.set-acuity',
  updateExpectedDischargeDate: 'patient.set-expected-discharge',
  createEWSThresholds: 'ews.edit',
  addToWatchList: 'patient.watch',
  removeFromWatchList: 'patient.watch',
  startContinuousMonitoringSession: 'monitoring.start',
  endContinuousMonitoringSession: 'monitoring.end',
  organizationUsers: 'user.view',
  createUser: 'user.change',
  sendInvitationAgain: 'user.change',
  invitations: 'invitation.answer',
  externalAuthIdentity: 'identity.link',
  linkExternalAuthIdentity: 'identity.link',
  unlinkExternalAuthIdentity: 'identity.link',
  acceptInvitation: 'invitation.answer',
  declineInvitation: 'invitation.answer',
  updateUserOrganization: 'user.change',
  deleteUser: 'user.change',
  unenrollUserFromTotpMfa: 'user.change',
  passwordResetUrl: 'user.change',
  setPasswordForSelfCareUser: 'patient.reset-self-care-password',
  organizationRoles: 'role.edit',
  createRole: 'role.edit',
  requireSecondFactor: 'organization.require-second-factor',
  updateRole: 'role.edit',
  deleteRole: 'role.edit',
  selfCareLogin: 'patient.create-login',
  createSelfCareLogin: 'patient.create-login',
  patientFlags: 'patient.set-flags',
  earlierScoring: 'patient.admit',
  similarPatients: 'patient.create',
  similarToMany: 'patient.create',
  selfCareReset: 'patient.reset-self-care-password',
  patientRemoval: 'patient.delete',
  deletePatient: 'patient.delete',
  updatePatient: 'patient.edit',
  createPatient: 'patient.create',
  updatePatientContactDetails: 'patient.update-contact',
  admitPatientToWard: 'patient.admit',
  updatePatientFlags: 'patient.set-flags',
  patientDocuments: 'document.read',
  documentAddress: 'document.read',
  retryDocument: 'document.make',
  createReport: 'document.make',
  transferTargets: 'patient.transfer',
  transferPatientToWard: 'patient.transfer',
  transferPatientToCarePathway: 'patient.transfer',
  dischargePatientFromWard: 'patient.discharge',
  wards: 'ward.view',
  ward: 'ward.view',
  carePathways: 'pathway.view',
  carePathway: 'pathway.view',
  createCarePathway: 'pathway.edit',
  rehearseCarePathway: 'pathway.edit',
  updateCarePathway: 'pathway.edit',
  createWard: 'ward.create',
  updateWard: 'ward.edit',
  deleteWard: 'ward.delete',
  assignStaffToWard: 'ward.assign-staff',
  removeStaffFromWard: 'ward.assign-staff',
  setAlertStatus: 'alert.resolve',
  acknowledgeAlert: 'alert.acknowledge',
  snoozeAlert: 'alert.resolve',
}
