import type { Action } from '../../src/domain/access/may'
import { mostMarked } from '../../src/domain/notification/notification'
import { listedLinks } from '../../src/domain/share-link/share-link'
import { pageLimit } from './paging'

/**
 * What an operation asks of the one who calls it. Every field of Query and Mutation has a row; a
 * test says so.
 */
export interface OperationRule {
  /** Checked through may() of src/domain/access, terms included. */
  readonly action: Action
  /**
   * Runs as a member of the organisation that the argument names, not the one of the request's
   * header.
   */
  readonly actsAs?: (args: Record<string, unknown>) => string | null
  /** Rows that the page asked for may hold; they count against the limit of rows. */
  readonly rows?: (args: Record<string, unknown>) => number
  /** Counts against the limit of sign-in-like operations, each one of a batch. */
  readonly signInLike?: true
  /** Counts against the limit of look-ups; a function: with these arguments. */
  readonly lookupLike?: true | ((args: Record<string, unknown>) => boolean)
  /**
   * Answered also to who must have a second factor and signed in without one: what the page needs on
   * which it is set up.
   */
  readonly withoutFactor?: true
  /** Answered also to who reads by a share link, about the one patient of it. No mutation is. */
  readonly share?: true
  /** Asked of who repeats a mutation instead of `action`: whether they see what it changed. */
  readonly seenAs?: Action
}

const argument =
  (name: string) =>
  (args: Record<string, unknown>): string | null => {
    const value = args[name]
    return typeof value === 'string' ? value : null
  }

const pageRows = ({ take }: Record<string, unknown>): number =>
  typeof take === 'number' ? Math.min(Math.max(take, 1), pageLimit) : pageLimit

export const queryRules: Readonly<Record<string, OperationRule>> = {
  me: { action: 'session.use', share: true, withoutFactor: true },
  userOrganizations: { action: 'session.use', withoutFactor: true },
  patient: { action: 'patient.view', share: true },
  patients: { action: 'patient-archive.view', rows: pageRows },
  patientNames: { action: 'patient-archive.view' },
  practices: { action: 'patient.assign-practice' },
  lookupPatient: { action: 'patient.lookup', lookupLike: true },
  checkup: { action: 'checkup.view', share: true },
  checkupsByPatient: { action: 'checkup.view', share: true, rows: pageRows },
  checkupFiles: { action: 'checkup.view', share: true },
  monitoringChunks: { action: 'monitoring.view', share: true },
  continuousMonitoring: { action: 'monitoring.view', share: true },
  continuousMonitoringSession: { action: 'monitoring.view', share: true },
  waveformReadingsMetadata: { action: 'monitoring.view', share: true },
  waveform: { action: 'monitoring.view', share: true },
  waveformEvents: { action: 'waveform-event.view', share: true },
  patientNotes: { action: 'note.view', share: true, rows: pageRows },
  checkupNotes: { action: 'note.view', share: true, rows: () => pageLimit },
  patientChat: { action: 'chat.use', rows: pageRows },
  unreadNotifications: {
    action: 'chat.use',
    rows: ({ patientId }) => (patientId == null ? pageLimit : mostMarked),
  },
  wardActivity: { action: 'ward.view' },
  recentDischarges: { action: 'virtual-ward.view', rows: () => pageLimit },
  unreachedWards: { action: 'virtual-ward.view' },
  wardCallings: { action: 'duty.view', rows: () => pageLimit },
  onCallPlan: { action: 'ward.view' },
  callings: { action: 'alert.view' },
  pushKey: { action: 'call.receive' },
  isCalledHere: { action: 'call.receive' },
  testCall: { action: 'call.receive' },
  pushedOrganization: { action: 'call.receive' },
  pushedPatient: { action: 'alert.view' },
  wardDuty: { action: 'duty.view' },
  recentWardMoves: { action: 'virtual-ward.view', rows: () => pageLimit },
  patientReport: { action: 'report.view', rows: () => pageLimit },
  nhsNumberResponseDetails: { action: 'patient.view' },
  actionLogs: { action: 'action-log.view', share: true, rows: () => pageLimit },
  recordReads: { action: 'read-log.view', rows: () => pageLimit },
  emergencyAccess: { action: 'emergency-access.view' },
  emergencyAccesses: { action: 'emergency-access.review', rows: () => pageLimit },
  alerts: { action: 'alert.view' },
  alertsAfterDischarge: { action: 'alert.view', rows: () => pageLimit },
  resolvedAlerts: { action: 'alert.view', rows: () => pageLimit },
  virtualWardPatients: { action: 'virtual-ward.view', rows: pageRows },
  patientsInWatchList: { action: 'virtual-ward.view' },
  refusedRecords: { action: 'sync.supervise' },
  partRecords: { action: 'part-record.view', rows: () => pageLimit },
  integrationApiKeys: { action: 'api-key.view' },
  getActiveTokenForOrganizationSummary: { action: 'integration-token.view' },
  shareTokens: { action: 'share-token.view', rows: () => listedLinks },
  accountLogs: { action: 'account-log.view', rows: () => pageLimit },
  supportSignIns: { action: 'support-sign-in.view', rows: () => 200 },
  deliveryTroubles: { action: 'api-key.view', rows: () => 2 * pageLimit },
  ehrIntegrations: { action: 'ehr-integration.view' },
  ehrIntegrationEvents: { action: 'ehr-event.view', rows: pageRows },
  organizationUsers: { action: 'user.view', rows: pageRows },
  organizationRoles: { action: 'role.edit' },
  invitations: { action: 'invitation.answer' },
  externalAuthIdentity: { action: 'identity.link', signInLike: true },
  wards: { action: 'ward.view' },
  ward: { action: 'ward.view', rows: pageRows },
  selfCareLogin: { action: 'patient.create-login' },
  selfCareReset: { action: 'patient.reset-self-care-password' },
  patientRemoval: { action: 'patient.delete' },
  patientFlags: { action: 'patient.set-flags' },
  earlierScoring: { action: 'patient.admit' },
  similarPatients: { action: 'patient.create' },
  similarToMany: { action: 'patient.create', lookupLike: true },
  patientDocuments: { action: 'document.read' },
  documentAddress: { action: 'document.read' },
  organizationRelationships: { action: 'patient.refer' },
  referrals: { action: 'referral.view', rows: () => 2 * pageLimit },
  tasks: { action: 'task.view', rows: pageRows },
  transferTargets: { action: 'patient.transfer' },
  carePathways: { action: 'pathway.view' },
  carePathway: { action: 'pathway.view' },
  rehearseCarePathway: { action: 'pathway.edit' },
  patientOnBoard: { action: 'virtual-ward.view' },
  virtualWardFilterValues: { action: 'virtual-ward.view' },
  syncHello: { action: 'session.use', withoutFactor: true },
  // Every scope asks for its own right, and one that was lost is answered as revoked, not as an
  // error.
  syncPull: { action: 'session.use', share: true },
  syncOlder: { action: 'session.use', share: true, rows: () => pageLimit },
  mutationOutcomes: { action: 'session.use' },
}

export const mutationRules: Readonly<Record<string, OperationRule>> = {
  requireSecondFactor: { action: 'organization.require-second-factor' },
  didLogin: { action: 'session.use', signInLike: true, withoutFactor: true },
  didStayLoggedIn: { action: 'session.use', signInLike: true, withoutFactor: true },
  updateMe: { action: 'profile.update' },
  setActingOrganization: {
    action: 'organization.switch',
    actsAs: argument('organizationId'),
    signInLike: true,
    withoutFactor: true,
  },
  createAcceptedTerms: { action: 'terms.accept' },
  linkExternalAuthIdentity: { action: 'identity.link', signInLike: true },
  unlinkExternalAuthIdentity: { action: 'identity.link' },
  // Of what was on the screen: whether it may be opened today is not asked.
  noteRecordReads: { action: 'session.use' },
  openEmergencyAccess: { action: 'emergency-access.open', lookupLike: true },
  changeOnCallPlan: { action: 'ward.edit', seenAs: 'ward.view' },
  registerPush: { action: 'call.receive', signInLike: true },
  endPush: { action: 'call.receive' },
  sendTestCall: { action: 'call.receive', signInLike: true },
  acceptDuty: { action: 'duty.change', seenAs: 'duty.view' },
  leaveDuty: { action: 'duty.change', seenAs: 'duty.view' },
  reviewEmergencyAccess: {
    action: 'emergency-access.review',
    seenAs: 'emergency-access.review',
  },
  addPatientNote: { action: 'note.add', seenAs: 'note.view' },
  generatePatientNote: { action: 'note.add', seenAs: 'note.view' },
  markNotificationsRead: { action: 'chat.use' },
  sendChatMessage: { action: 'chat.send', seenAs: 'chat.use' },
  setPatientAcuityScore: { action: 'patient.set-acuity', seenAs: 'patient.view' },
  addToWatchList: { action: 'patient.watch', seenAs: 'patient.view' },
  removeFromWatchList: { action: 'patient.watch', seenAs: 'patient.view' },
  startContinuousMonitoringSession: { action: 'monitoring.start', seenAs: 'patient.view' },
  endContinuousMonitoringSession: { action: 'monitoring.end', seenAs: 'patient.view' },
  createEWSThresholds: { action: 'ews.edit', seenAs: 'patient.view' },
  updateExpectedDischargeDate: {
    action: 'patient.set-expected-discharge',
    seenAs: 'patient.view',
  },
  setAlertStatus: { action: 'alert.resolve', seenAs: 'alert.view' },
  acknowledgeAlert: { action: 'alert.acknowledge', seenAs: 'alert.view' },
  snoozeAlert: { action: 'alert.resolve', seenAs: 'alert.view' },
  createIntegrationApiKey: { action: 'api-key.create', seenAs: 'api-key.view' },
  createManualEhrIntegrationEvent: { action: 'ehr-event.create', seenAs: 'ehr-event.create' },
  retryEhrIntegrationEvent: { action: 'ehr-event.retry', seenAs: 'ehr-event.view' },
  registerEhrIntegrationAutoApprover: {
    action: 'ehr-integration.edit',
    seenAs: 'ehr-integration.view',
  },
  removeEhrIntegrationAutoApprover: {
    action: 'ehr-integration.edit',
    seenAs: 'ehr-integration.view',
  },
  setUpPreApprovedMessages: { action: 'ehr-integration.edit', seenAs: 'session.use' },
  openRefusedRecord: { action: 'sync.supervise' },
  settleRefusedRecord: { action: 'sync.supervise', seenAs: 'sync.supervise' },
  openWholeRecord: { action: 'part-record.open', seenAs: 'part-record.view' },
  releasePartRecord: { action: 'part-record.release', seenAs: 'part-record.view' },
  createEhrIntegrationToken: {
    action: 'integration-token.change',
    seenAs: 'integration-token.view',
  },
  removeEhrIntegrationToken: {
    action: 'integration-token.change',
    seenAs: 'integration-token.view',
  },
  createShareToken: { action: 'share-token.change', seenAs: 'share-token.view' },
  createVideoCallRoom: { action: 'video-call.start', seenAs: 'video-call.start' },
  deleteShareToken: { action: 'share-token.change', seenAs: 'share-token.view' },
  expireIntegrationApiKey: { action: 'api-key.expire', seenAs: 'api-key.view' },
  undoExpireIntegrationApiKey: { action: 'api-key.expire', seenAs: 'api-key.view' },
  createCarePathway: { action: 'pathway.edit', seenAs: 'pathway.view' },
  createPractice: { action: 'practice.create', seenAs: 'patient.assign-practice' },
  assignPatientToPractice: { action: 'patient.assign-practice', seenAs: 'patient.view' },
  unassignPatientFromPractice: { action: 'patient.assign-practice', seenAs: 'patient.view' },
  updateCarePathway: { action: 'pathway.edit', seenAs: 'pathway.view' },
  createWard: { action: 'ward.create', seenAs: 'ward.view' },
  updateWard: { action: 'ward.edit', seenAs: 'ward.view' },
  deleteWard: { action: 'ward.delete', seenAs: 'ward.view' },
  assignStaffToWard: { action: 'ward.assign-staff', seenAs: 'ward.view' },
  removeStaffFromWard: { action: 'ward.assign-staff', seenAs: 'ward.view' },
  createUser: { action: 'user.change', seenAs: 'user.view', signInLike: true },
  sendInvitationAgain: { action: 'user.change', seenAs: 'user.view', signInLike: true },
  acceptInvitation: { action: 'invitation.answer' },
  declineInvitation: { action: 'invitation.answer' },
  updateUserOrganization: { action: 'user.change', seenAs: 'user.view' },
  deleteUser: { action: 'user.change', seenAs: 'user.view' },
  unenrollUserFromTotpMfa: { action: 'user.change', seenAs: 'user.view' },
  passwordResetUrl: { action: 'user.change', seenAs: 'user.view', signInLike: true },
  setPasswordForSelfCareUser: {
    action: 'patient.reset-self-care-password',
    seenAs: 'user.view',
    signInLike: true,
  },
  createReport: { action: 'document.make', seenAs: 'report.view' },
  retryDocument: { action: 'document.make', seenAs: 'document.read' },
  createRole: { action: 'role.edit', seenAs: 'role.edit' },
  updateRole: { action: 'role.edit', seenAs: 'role.edit' },
  deleteRole: { action: 'role.edit', seenAs: 'role.edit' },
  createSelfCareLogin: { action: 'patient.create-login' },
  deletePatient: { action: 'patient.delete', seenAs: 'patient.view' },
  updatePatient: { action: 'patient.edit', seenAs: 'patient.view' },
  createPatient: { action: 'patient.create' },
  updatePatientContactDetails: { action: 'patient.update-contact' },
  admitPatientToWard: {
    action: 'patient.admit',
    lookupLike: ({ registeredElsewhere }) => registeredElsewhere != null,
  },
  updatePatientFlags: { action: 'patient.set-flags', seenAs: 'patient.view' },
  referPatient: { action: 'patient.refer', seenAs: 'referral.view' },
  acceptReferral: { action: 'referral.decide', seenAs: 'task.view' },
  rejectReferral: { action: 'referral.decide', seenAs: 'task.view' },
  cancelReferral: { action: 'referral.cancel', seenAs: 'referral.view' },
  openTask: { action: 'task.change', seenAs: 'task.view' },
  transferPatientToWard: { action: 'patient.transfer' },
  transferPatientToCarePathway: { action: 'patient.transfer' },
  dischargePatientFromWard: { action: 'patient.discharge' },
  // What each command asks of its author is asked in server/engine; the one who delivers it need not
  // be allowed the same.
  syncPush: { action: 'session.use' },
  syncEndSession: { action: 'session.use', withoutFactor: true },
  syncDiscard: { action: 'session.use' },
  syncAckResults: { action: 'session.use' },
}

/** Fields of /graphql-internal. */
export const internalQueryRules: Readonly<Record<string, OperationRule>> = {
  organizations: { action: 'internal.use', rows: pageRows },
  organizationUsers: { action: 'internal.use' },
  practicesNotInvitedCount: { action: 'internal.use' },
  mailOutbox: { action: 'internal.use' },
  mailTroubles: { action: 'internal.use' },
  unreachedAnywhere: { action: 'internal.use' },
  organizationEhrIntegrations: { action: 'internal.use' },
  organizationRelationships: { action: 'internal.use' },
}
export const internalMutationRules: Readonly<Record<string, OperationRule>> = {
  createOrganization: { action: 'internal.use' },
  setSecondFactorDuty: { action: 'internal.use' },
  setOrganizationRelationship: { action: 'internal.use' },
  inviteAdministrator: { action: 'internal.use' },
  inviteInternalUser: { action: 'internal.use' },
  updateUser: { action: 'internal.use' },
  updateUserRoles: { action: 'internal.use' },
  sendWelcomeEmail: { action: 'internal.use' },
  createIdentityProviderUser: { action: 'internal.use' },
  passwordResetUrl: { action: 'internal.use', signInLike: true },
  loginAs: { action: 'internal.use', signInLike: true },
  exitLoginAsToken: { action: 'internal.use', signInLike: true },
  createEhrIntegration: { action: 'internal.use' },
  deleteEhrIntegration: { action: 'internal.use' },
}
