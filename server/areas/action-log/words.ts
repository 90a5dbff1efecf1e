import type { Edition } from '../../../src/domain/organization/organization'
import { dischargeReasonWords } from '../../../src/domain/stay/discharge'

/** What an entry is about, where it has no name of its own: every type of an entity (C297). */
const things = {
  acceptedTerms: 'the platform terms',
  activityMonitoringEvent: 'an activity-monitoring event',
  activityMonitoringSession: 'an activity-monitoring session',
  alert: 'an alert',
  alertRule: 'an alert rule',
  carePathway: 'a care pathway',
  checkup: 'a check-up',
  checkupConfig: 'the check-up settings',
  checkupSchedule: 'a check-up schedule',
  checkupScheduleEvent: 'a scheduled check-up',
  checkupType: 'a check-up type',
  command: 'work sent from a device',
  continuousMonitoring: 'continuous monitoring',
  continuousMonitoringSession: 'a continuous monitoring session',
  document: 'a document',
  ehrIntegration: 'an EHR integration',
  ehrIntegrationEvent: 'an EHR integration event',
  ehrIntegrationIdentity: 'an EHR integration identity',
  emergencyAccess: 'an emergency access',
  integrationApiKey: 'an API key',
  nationalIdentifier: 'the national identifier',
  operation: 'an operation',
  organization: 'an organisation',
  organizationPatientLink: 'the link between patient and organisation',
  patient: 'a patient you cannot see',
  patientAcuityScore: 'the acuity score',
  patientFlag: 'a patient flag',
  patientNote: 'a note',
  personalEwsThresholds: 'the personalised EWS thresholds',
  picture: 'a picture',
  practice: 'a practice',
  referral: 'a referral',
  role: 'a role',
  shareToken: 'a share link',
  user: 'a user of another organisation',
  userOrganizationRoles: 'the roles of a user',
  ward: 'a ward',
  wardAdmission: 'the ward admission',
  watchListEntry: 'the watch list',
}
export type EntityType = keyof typeof things

/**
 * What was done, by the action of an entry. `{entity}` stands for what it is about, `{patient}` for
 * whom, `{wardId}` and the like for what its details name, other braces for a detail's value.
 */
const sentences: Readonly<Record<string, string>> = {
  acceptReferral: 'Accepted {entity}',
  acceptDuty: 'Took over the duty on {entity}',
  acceptDutyFrom: 'Took over the duty on {entity} from {userId}',
  acknowledgeAlert: 'Said that they deal with {entity}',
  acknowledgeAlertNoMore: 'Said that they no longer deal with {entity}',
  addPatientNote: 'Added {entity}',
  addToWatchList: 'Added {patient} to {entity}',
  admitPatient: 'Admitted {patient} to {wardId} under {carePathwayId}',
  admitPatientToWard: 'Admitted {patient} to {wardId} under {carePathwayId}',
  alertAnswered: 'Set the status of {entity} to closed: it was answered',
  alertEnded: 'Set the status of {entity} to closed: its cause ended',
  alertEscalated: 'Escalated {entity}: nobody dealt with it in time',
  alertOpened: 'Raised {entity}',
  alertReleased: 'Took {userId} off {entity}: they can no longer deal with it',
  alertReopened: 'Opened {entity} again',
  alertRuleSkipped: 'Could not apply {entity}',
  alertWorsened: 'Raised {entity} again, of a greater severity',
  assignPatientToPractice: 'Assigned {patient} to {entity}',
  assignStaffToWard: 'Assigned {userId} to {entity}',
  createAcceptedTerms: 'Accepted the platform terms',
  createEWSThresholds: 'Set {entity}',
  createEWSThresholdsOnScale: 'Set {entity}, SpO2 Scale {spo2Scale}',
  createIntegrationApiKey: 'Created {entity}',
  createPatient: 'Registered {entity}',
  createSelfCareLogin: 'Created a self-care login for {entity}',
  createWard: 'Added {entity}',
  deletePatient: 'Removed {entity}',
  deleteWard: 'Deleted {entity}',
  didLogin: 'Signed in',
  didStayLoggedIn: 'Stayed signed in',
  dischargePatientFromWard: 'Discharged {patient}',
  dischargePatientFromWardFor: 'Discharged {patient} from {wardId}: {reason}',
  endContinuousMonitoringSession: 'Ended {entity}',
  endDuty: 'Ended the duty of {userId} on {entity}: {reason}',
  expireIntegrationApiKey: 'Set the expiry of {entity}',
  forbidden: 'Was refused {entity}',
  'internal-read': 'Looked at data above organisations',
  leaveDuty: 'Left the duty on {entity}',
  linkPatient: 'Linked {entity} with {organizationId}',
  lookupPatient: 'Looked up {entity}',
  lookupPatientElsewhere: 'Looked up {entity} for {organizationId}',
  openDocument: 'Opened the {kind} of {patient}',
  createReport: 'Had a {kind} on {patient} made',
  retryDocument: 'Had the {kind} of {patient} made again',
  emergencyAccessRefused: 'Asked for emergency access to {entity} and was refused',
  openEmergencyAccess: 'Opened the record of {patient} in an emergency',
  recordRefused: 'Was refused {entity}: not of their wards, or open for reading only',
  removeFromWatchList: 'Removed {patient} from {entity}',
  removeStaffFromWard: 'Removed {userId} from {entity}',
  reviewEmergencyAccess: 'Reviewed {entity} to the record of {patient}: {outcome}',
  setActingOrganization: 'Changed to this organisation',
  setAlertStatus: 'Set the status of {entity} to {status}',
  setPatientAcuityScore: 'Set {entity}',
  setWardCapacity: 'Set the capacity of {entity} to {to}',
  setAlertStatusOfSome: 'Resolved a part of {entity}',
  snoozeAlert: 'Snoozed {entity}',
  snoozeAlertNoMore: 'Ended the snooze of {entity}',
  startContinuousMonitoringSession: 'Started {entity}',
  syncConflict: 'Sent work from a device that conflicts with what was done meanwhile',
  syncDiscarded: 'Discarded work that was kept on a device',
  syncIdReused: 'Sent other work from a device under a used number',
  syncRejected: 'Sent work from a device that was refused',
  traceNhsNumber: 'Had {entity} traced',
  transferPatientToCarePathway: 'Transferred {patient} from {fromCarePathwayId} to {carePathwayId}',
  transferPatientToWard: 'Transferred {patient} from {fromWardId} to {wardId}',
  unassignPatientFromPractice: 'Took {patient} from {entity}',
  undoExpireIntegrationApiKey: 'Took the expiry of {entity} back',
  updateExpectedDischargeDate: 'Set the expected discharge date to {to}',
  updateMe: 'Changed their own details',
  updatePatientContactDetails: 'Changed the contact details of {entity}',
  updatePatient: 'Changed the details of {entity}',
  updatePatientFlags: 'Changed the flags of {entity}',
  updatePatientFlagsTo: 'Changed the flags of {entity}: {flags}',
  updateWard: 'Renamed {entity}',
}

/** In the middle of a sentence. */
const reasons = Object.fromEntries(
  Object.entries(dischargeReasonWords).map(([type, words]) => [
    type,
    words.charAt(0).toLowerCase() + words.slice(1),
  ]),
)

const enGB = {
  things,
  named: {
    alert: (name: string) => `the alert ${name}`,
    alertRule: (name: string) => `the alert rule ${name}`,
    carePathway: (name: string) => `the care pathway ${name}`,
    checkupType: (name: string) => `the check-up type ${name}`,
    integrationApiKey: (name: string) => `the API key ${name}`,
    role: (name: string) => `the role ${name}`,
  },
  sentences,
  /** Of an action without a sentence of its own, by the verb it begins with. */
  verbs: {
    accept: 'Accepted {entity}',
    add: 'Added {entity}',
    create: 'Created {entity}',
    delete: 'Deleted {entity}',
    discharge: 'Discharged {patient}',
    end: 'Ended {entity}',
    remove: 'Removed {entity}',
    reset: 'Reset {entity}',
    send: 'Sent {entity}',
    set: 'Set {entity}',
    start: 'Started {entity}',
    update: 'Changed {entity}',
  } as Readonly<Record<string, string>>,
  otherwise: 'Did something with {entity}',
  /** In the place of a date or a text that was taken away. */
  none: 'none',
  /** Flags of a patient that were begun and ended. */
  flag: (title: string, isActive: boolean): string => `${title} ${isActive ? 'on' : 'off'}`,
  /** Values of details that are words of the code. */
  statuses: {
    open: 'open',
    closed: 'closed',
    ...reasons,
    'discharge-summary': 'discharge summary',
    report: 'report',
    JUSTIFIED: 'there was reason',
    FOLLOWED_UP: 'spoken of with the person',
    NOT_JUSTIFIED: 'there was no reason',
    unassigned: 'removed from the ward',
    'ward-deleted': 'the ward was deleted',
    'user-removed': 'removed from the organisation',
    'account-gone': 'their account was ended or disabled',
    'right-lost': 'their roles no longer allow it',
  } as Readonly<Record<string, string>>,
}

const enUS: typeof enGB = {
  ...enGB,
  things: {
    ...things,
    organization: 'an organization',
    organizationPatientLink: 'the link between patient and organization',
    personalEwsThresholds: 'the personalized EWS thresholds',
    user: 'a user of another organization',
  },
  sentences: {
    ...sentences,
    'internal-read': 'Looked at data above organizations',
    setActingOrganization: 'Changed to this organization',
  },
  statuses: { ...enGB.statuses, 'user-removed': 'removed from the organization' },
}
export type ActionLogWords = typeof enGB

/** The words of the action log in an edition (K28). */
export const actionLogWords = (edition: Edition): ActionLogWords =>
  edition === 'en-US' ? enUS : enGB

export const entityTypes: readonly EntityType[] = Object.keys(things) as EntityType[]
