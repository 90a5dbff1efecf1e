import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { buildSchema } from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { internalSdl, publicSdl } from '../../schema/generated/sdl'
import {
  internalMutationRules,
  internalQueryRules,
  mutationRules,
  queryRules,
} from '../../server/graphql/operations'
import { createIdentity } from '../../server/identity'
import { secretBox } from '../../server/secret-box'
import { may } from '../../src/domain/access/may'
import {
  features,
  permissions,
  type Feature,
  type Permission,
} from '../../src/domain/access/permissions'
import type { SystemRole } from '../../src/domain/access/roles'
import { codeOf, startServer } from '../server/client'
import type { Ask, TestServer } from '../server/client'
import { IdentityError } from '../../server/identity/errors'
import { onBothEngines } from '../server/engines'
import { createTablet } from '../server/sync/tablet'
import { addReferral } from '../server/referred'
import { addPatient, at, buildWorld, now } from '../server/world'
import { operationTable, permissionTable, type Asked } from './permission-table'

const schema = buildSchema(publicSdl)
const fieldsOf = (type: { getFields(): object } | null | undefined): string[] =>
  Object.keys(type?.getFields() ?? {}).toSorted()

describe('the table of operations', () => {
  test('has a row for every field of the contract, and no other', () => {
    expect(Object.keys(queryRules).toSorted()).toEqual(fieldsOf(schema.getQueryType()))
    expect(Object.keys(mutationRules).toSorted()).toEqual(fieldsOf(schema.getMutationType()))
    expect(Object.keys(internalQueryRules).toSorted()).toEqual(
      fieldsOf(buildSchema(internalSdl).getQueryType()),
    )
    expect(Object.keys(internalMutationRules).toSorted()).toEqual(
      fieldsOf(buildSchema(internalSdl).getMutationType()),
    )
    expect(schema.getSubscriptionType()).toBeFalsy()
  })
})

/** A document per field that works for somebody who may. */
const documents: Readonly<Record<string, string>> = {
  me: '{ me { id } }',
  userOrganizations: '{ userOrganizations { id } }',
  patient: '{ patient(patientId: "a1") { id } }',
  patients: '{ patients(filter: all) { total } }',
  patientNames: '{ patientNames { total } }',
  practices: '{ practices { id } }',
  createPractice:
    'mutation { createPractice(organization: { name: "DEVICE_KEY", address: { address: "x", postcode: "x" } }, user: { email: "x@example.test", firstName: "x", lastName: "x" }) { id } }',
  assignPatientToPractice: 'mutation { assignPatientToPractice(patientId: "a1", practiceId: "p") }',
  unassignPatientFromPractice:
    'mutation { unassignPatientFromPractice(patientId: "a1", practiceId: "p") }',
  lookupPatient: '{ lookupPatient(nhsNumber: "9434765919") { asOf } }',
  checkup: '{ checkup(id: "c-a1") { id } }',
  shareTokens: '{ shareTokens { id } }',
  createShareToken: 'mutation { createShareToken(patientId: "a1", expiresInHours: 1) { id } }',
  createVideoCallRoom:
    'mutation { createVideoCallRoom(patientId: "a1", options: { waitingRoom: true }) { id } }',
  deleteShareToken: 'mutation { deleteShareToken(id: "link-w") }',
  checkupsByPatient: '{ checkupsByPatient(patientId: "a1") { total } }',
  checkupFiles: '{ checkupFiles(checkupId: "c-a1") { url } }',
  monitoringChunks:
    '{ monitoringChunks(patientId: "a1", from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T00:00:00.000Z") { asOf } }',
  continuousMonitoring: '{ continuousMonitoring(patientId: "a1", numPrevBuckets: 3) { from } }',
  continuousMonitoringSession: '{ continuousMonitoringSession(patientId: "a1") { id } }',
  waveformReadingsMetadata:
    '{ waveformReadingsMetadata(patientId: "a1", type: SingleECG) { earliestReading } }',
  waveform:
    '{ waveform(patientId: "a1", type: SingleECG, end: "2026-03-02T12:00:00.000Z") { recordedAt } }',
  waveformEvents:
    '{ waveformEvents(patientId: "a1", type: SingleECG, start: "2026-03-02T11:00:00.000Z", end: "2026-03-02T12:00:00.000Z") { id } }',
  startContinuousMonitoringSession:
    'mutation { startContinuousMonitoringSession(type: Lamplight, patientId: "a1") { id } }',
  endContinuousMonitoringSession:
    'mutation { endContinuousMonitoringSession(patientId: "a1") { id } }',
  patientNotes: '{ patientNotes(patientId: "a1") { total } }',
  checkupNotes: '{ checkupNotes(checkupId: "c-a1") { id } }',
  generatePatientNote: 'mutation { generatePatientNote(patientId: "a1") { id } }',
  patientChat: '{ patientChat(patientId: "a1") { totalMessages } }',
  unreadNotifications: '{ unreadNotifications { total } }',
  markNotificationsRead: 'mutation { markNotificationsRead(ids: ["x"]) { id } }',
  sendChatMessage: 'mutation { sendChatMessage(PatientId: "a1", message: "x") { id } }',
  virtualWardPatients: '{ virtualWardPatients(take: 5, skip: 0) { total } }',
  virtualWardFilterValues: '{ virtualWardFilterValues { wards { id } } }',
  syncHello:
    '{ syncHello(in: { group: "group-0001", clientVersion: "3.15.0", schemaVersion: 1, devicePublicKey: "DEVICE_KEY", wallClock: "2026-03-02T12:00:00.000Z" }) { epoch } }',
  syncPull: '{ syncPull(in: { group: "group-0001", epoch: "none", cursors: [] }) { epoch } }',
  syncOlder: '{ syncOlder(in: { scope: "PATIENT:a1", type: PatientNote }) { asOf } }',
  mutationOutcomes: '{ mutationOutcomes(group: "group-0001", ids: ["x"]) { id } }',
  didLogin: 'mutation { didLogin { id } }',
  didStayLoggedIn: 'mutation { didStayLoggedIn }',
  updateMe: 'mutation { updateMe(user: { jobRole: "x" }) { id } }',
  setActingOrganization: 'mutation { setActingOrganization(organizationId: "w") { id } }',
  createAcceptedTerms: 'mutation { createAcceptedTerms { id } }',
  recordReads: '{ recordReads(patientId: "a1") { nextReadId } }',
  noteRecordReads:
    'mutation { noteRecordReads(device: "device-0001", reads: [{ patientId: "a1", screen: "vitals", at: "2026-03-02T11:00:00.000Z" }]) }',
  emergencyAccess: '{ emergencyAccess(patientId: "a1") { id } }',
  emergencyAccesses: '{ emergencyAccesses { toReview } }',
  openEmergencyAccess:
    'mutation { openEmergencyAccess(patientId: "b1", reason: "Called at night") { id } }',
  reviewEmergencyAccess:
    'mutation { reviewEmergencyAccess(id: "emergency-w", outcome: JUSTIFIED) { id } }',
  addPatientNote: 'mutation { addPatientNote(PatientId: "a1", text: "x") { id } }',
  updateExpectedDischargeDate:
    'mutation { updateExpectedDischargeDate(patientId: "a1", wardId: "ward-A", carePathwayId: "pathway-w", expectedDischargeDate: null) { id } }',
  setPatientAcuityScore: 'mutation { setPatientAcuityScore(patientId: "a1", score: 2) { id } }',
  createEWSThresholds:
    'mutation { createEWSThresholds(patientId: "a1", thresholds: null) { errors { reason } } }',
  addToWatchList: 'mutation { addToWatchList(patientId: "a1") { id } }',
  removeFromWatchList: 'mutation { removeFromWatchList(patientId: "a1") { id } }',
  alerts: '{ alerts(patientId: "a1") { asOf } }',
  alertsAfterDischarge: '{ alertsAfterDischarge { patientId } }',
  resolvedAlerts: '{ resolvedAlerts { id } }',
  setAlertStatus:
    'mutation { setAlertStatus(alerts: [{ id: "alert-a1", status: closed, outcome: rang, triggerIds: [] }]) { id } }',
  acknowledgeAlert: 'mutation { acknowledgeAlert(id: "alert-a1", isAcknowledged: true) { id } }',
  snoozeAlert: 'mutation { snoozeAlert(id: "alert-a1", minutes: 15) { id } }',
  patientsInWatchList: '{ patientsInWatchList { total } }',
  refusedRecords: '{ refusedRecords { id } }',
  openRefusedRecord: 'mutation { openRefusedRecord(id: "REFUSED_RECORD", reason: "x") { id } }',
  settleRefusedRecord:
    'mutation { settleRefusedRecord(id: "REFUSED_RECORD", outcome: ENTERED) { id } }',
  partRecords: '{ partRecords(patientId: "PART_AWAY") { id } }',
  openWholeRecord:
    'mutation { openWholeRecord(patientId: "PART_AWAY", organizationId: "h") { patientId } }',
  releasePartRecord: 'mutation { releasePartRecord(patientId: "PART_HELD") { patientId } }',
  getActiveTokenForOrganizationSummary:
    '{ getActiveTokenForOrganizationSummary(input: { integrationTokenType: CareRecord }) { id } }',
  createEhrIntegrationToken:
    'mutation { createEhrIntegrationToken(input: { integrationTokenType: CareRecord }) { id } }',
  removeEhrIntegrationToken:
    'mutation { removeEhrIntegrationToken(input: { id: "token-w" }) { id } }',
  integrationApiKeys: '{ integrationApiKeys { id } }',
  deliveryTroubles: '{ deliveryTroubles { refused { id } } }',
  supportSignIns: '{ supportSignIns { id } }',
  accountLogs: '{ accountLogs { entries { id } } }',
  createIntegrationApiKey: 'mutation { createIntegrationApiKey { id } }',
  expireIntegrationApiKey:
    'mutation { expireIntegrationApiKey(id: "key-w", expiresAt: "2999-03-03T12:00:00.000Z") { id } }',
  undoExpireIntegrationApiKey: 'mutation { undoExpireIntegrationApiKey(id: "key-w") { id } }',
  ehrIntegrations: '{ ehrIntegrations { id } }',
  ehrIntegrationEvents: '{ ehrIntegrationEvents(take: 5) { totalCount } }',
  createManualEhrIntegrationEvent:
    'mutation { createManualEhrIntegrationEvent(input: { patientId: "a1", ehrIntegrationId: "ehr-w", from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T00:00:00.000Z" }) { id } }',
  retryEhrIntegrationEvent:
    'mutation { retryEhrIntegrationEvent(ehrIntegrationEventId: "EHR_EVENT") { id } }',
  registerEhrIntegrationAutoApprover:
    'mutation { registerEhrIntegrationAutoApprover(ehrIntegrationId: "ehr-w") { id } }',
  removeEhrIntegrationAutoApprover:
    'mutation { removeEhrIntegrationAutoApprover(ehrIntegrationId: "ehr-w") { id } }',
  externalAuthIdentity: '{ externalAuthIdentity(identity: "signed") { type } }',
  linkExternalAuthIdentity:
    'mutation { linkExternalAuthIdentity(externalOrgId: "G82027", externalUserId: "dr-jones", type: Quicksilva, identity: "signed") { id } }',
  unlinkExternalAuthIdentity: 'mutation { unlinkExternalAuthIdentity(id: "linked") }',
  setUpPreApprovedMessages: 'mutation { setUpPreApprovedMessages(isSetUp: true) }',
  organizationUsers: '{ organizationUsers(take: 1, skip: 0) { total } }',
  createUser:
    'mutation { createUser(user: { email: "UNIQUE@example.test" }, role: "Night Owl") { id } }',
  updateUserOrganization:
    'mutation { updateUserOrganization(userId: "reader", roles: ["Read Only"]) { id } }',
  deleteUser: 'mutation { deleteUser(userId: "leaver") }',
  unenrollUserFromTotpMfa: 'mutation { unenrollUserFromTotpMfa(userId: "owl") }',
  passwordResetUrl: 'mutation { passwordResetUrl(userId: "owl") }',
  setPasswordForSelfCareUser:
    'mutation { setPasswordForSelfCareUser(userId: "selfcare", password: "violet-otter-lantern-42") }',
  sendInvitationAgain: 'mutation { sendInvitationAgain(userId: "ASKED_BY_W") { id } }',
  invitations: '{ invitations { id } }',
  acceptInvitation: 'mutation { acceptInvitation(id: "ASKED_BY_Z") }',
  declineInvitation: 'mutation { declineInvitation(id: "ASKED_BY_Z") }',
  organizationRoles: '{ organizationRoles { name } }',
  // Asked for by who has none, it would be refused: CONFLICT.
  requireSecondFactor: 'mutation { requireSecondFactor(required: false) }',
  createRole:
    'mutation { createRole(role: { name: "UNIQUE", description: "", permissions: ["create_users"] }) { id } }',
  updateRole:
    'mutation { updateRole(id: "role-spare", role: { name: "Spare", description: "", permissions: ["create_users"] }) { id } }',
  deleteRole: 'mutation { deleteRole(id: "role-gone") }',
  selfCareLogin: '{ selfCareLogin(patientId: "a1") { id } }',
  createSelfCareLogin:
    'mutation { createSelfCareLogin(patientId: "NEW_PATIENT", selfCare: { email: "UNIQUE@example.test" }) { id } }',
  patientFlags: '{ patientFlags { type } }',
  earlierScoring: '{ earlierScoring(patientId: "a1") { setAt } }',
  similarPatients:
    '{ similarPatients(firstName: "A", lastName: "B", birthDate: "1940-02-29") { id } }',
  similarToMany:
    '{ similarToMany(people: [{ firstName: "A", lastName: "B", birthDate: "1940-02-29" }]) { at } }',
  selfCareReset: '{ selfCareReset(patientId: "a1") { isElsewhere } }',
  patientRemoval: '{ patientRemoval(patientId: "a1") { isShared } }',
  deletePatient: 'mutation { deletePatient(patientId: "NEW_PATIENT") }',
  updatePatient: 'mutation { updatePatient(patientId: "ON_WARD_A", firstName: "UNIQUE") { id } }',
  createPatient:
    'mutation { createPatient(type: "elderly", firstName: "UNIQUE", lastName: "New", birthDate: "1940-02-29", gender: female) { id } }',
  updatePatientContactDetails:
    'mutation { updatePatientContactDetails(patientId: "a1", newContact: {}) { id } }',
  admitPatientToWard:
    'mutation { admitPatientToWard(patientId: "NEW_PATIENT", wardId: "ward-A", carePathwayId: "pathway-w") { id } }',
  updatePatientFlags: 'mutation { updatePatientFlags(patientId: "a1", flags: []) { id } }',
  recentDischarges: '{ recentDischarges { id } }',
  unreachedWards: '{ unreachedWards { since } }',
  wardCallings: '{ wardCallings(wardId: "ward-A") { id } }',
  onCallPlan: '{ onCallPlan(wardId: "ward-A") { wardId } }',
  callings: '{ callings(patientId: "a1") { id } }',
  changeOnCallPlan:
    'mutation { changeOnCallPlan(wardId: "ward-A", slots: [], minutesOfSeverity4: 5, minutesOfSeverity3: 10) { wardId } }',
  pushKey: '{ pushKey }',
  pushedOrganization: '{ pushedOrganization(callId: "none") { id } }',
  pushedPatient: '{ pushedPatient(callId: "none") }',
  registerPush: `mutation { registerPush(endpoint: "https://push.example/1", p256dh: "${'p'.repeat(87)}", auth: "${'a'.repeat(22)}") }`,
  endPush: 'mutation { endPush }',
  isCalledHere: '{ isCalledHere }',
  testCall: '{ testCall(id: "TEST_CALL") { id } }',
  sendTestCall: 'mutation { sendTestCall { id } }',
  wardDuty: '{ wardDuty(wardId: "ward-A") { asOf } }',
  acceptDuty: 'mutation { acceptDuty(wardId: "ward-A") { id } }',
  leaveDuty: 'mutation { leaveDuty(id: "OWN_DUTY") { id } }',
  recentWardMoves: '{ recentWardMoves { patientId } }',
  wardActivity: '{ wardActivity(from: "2026-03-01", to: "2026-03-02") { day } }',
  patientReport:
    '{ patientReport(patientId: "a1", start: "2026-03-01T00:00:00.000Z", end: "2026-03-02T00:00:00.000Z", aggregateIntervalHours: 24) { asOf } }',
  nhsNumberResponseDetails: '{ nhsNumberResponseDetails(patientId: "a1") { editable } }',
  actionLogs: '{ actionLogs(patientId: "a1") { nextActionLogId } }',
  patientDocuments: '{ patientDocuments(patientId: "a1") { id } }',
  documentAddress: '{ documentAddress(documentId: "document-a1") { expiresAt } }',
  createReport:
    'mutation { createReport(patientId: "a1", start: "2026-03-01T00:00:00.000Z", end: "2026-03-02T00:00:00.000Z", aggregateIntervalHours: 24, notes: true) { id } }',
  retryDocument: 'mutation { retryDocument(documentId: "document-a1") { id } }',
  transferTargets: '{ transferTargets(patientId: "a1") { wards { id } } }',
  transferPatientToWard:
    'mutation { transferPatientToWard(patientId: "ON_WARD_A", wardId: "ward-B") { id } }',
  transferPatientToCarePathway:
    'mutation { transferPatientToCarePathway(patientId: "ON_WARD_A", carePathwayId: "pathway-spare") { id } }',
  dischargePatientFromWard:
    'mutation { dischargePatientFromWard(patientId: "ON_WARD_A", wardId: "ward-A", reason: { type: "TreatmentCompleted" }) { id } }',
  organizationRelationships: '{ organizationRelationships { partnerOrganization { id } } }',
  referrals: '{ referrals(patientId: "a1") { incomingReferrals { id } } }',
  tasks: '{ tasks(skip: 0, take: 0) { total } }',
  referPatient:
    'mutation { referPatient(input: { patientId: "ON_WARD_A", referrerDetails: { shouldDischargeOnAcceptance: false }, destinationDetails: { organizationId: "h", reason: { reason: "WorkLoad" }, supportingInformation: "x" } }) { id } }',
  cancelReferral: 'mutation { cancelReferral(referralId: "SENT_REFERRAL") { id } }',
  acceptReferral: 'mutation { acceptReferral(referralId: "COME_REFERRAL") { id } }',
  rejectReferral: 'mutation { rejectReferral(referralId: "COME_REFERRAL", reason: "x") { id } }',
  openTask: 'mutation { openTask(taskId: "COME_REFERRAL") { id } }',
  wards: '{ wards { id } }',
  ward: '{ ward(id: "ward-A") { id } }',
  carePathways: '{ carePathways { id } }',
  carePathway: '{ carePathway(id: "pathway-w") { id } }',
  rehearseCarePathway: '{ rehearseCarePathway(id: "pathway-w", alertRules: []) { alerts } }',
  updateCarePathway:
    'mutation { updateCarePathway(id: "pathway-none", revision: 1, pathway: { name: "Nobody is on it", checkupTypes: [], alertRules: [] }) { id } }',
  createCarePathway: 'mutation { createCarePathway(name: "UNIQUE") { id } }',
  createWard: 'mutation { createWard(name: "UNIQUE") { id } }',
  updateWard: 'mutation { updateWard(id: "ward-A", name: "UNIQUE") { id } }',
  deleteWard: 'mutation { deleteWard(id: "ward-none") }',
  assignStaffToWard:
    'mutation { assignStaffToWard(wardId: "ward-A", userId: "nurse") { assignedAt } }',
  removeStaffFromWard: 'mutation { removeStaffFromWard(wardId: "ward-A", userId: "nobody") }',
  patientOnBoard: '{ patientOnBoard(patientId: "a1") { total } }',
  syncPush:
    'mutation { syncPush(in: { group: "group-0001", epoch: "none", mutations: [{ id: "x", lane: "user", n: 1, op: "x", opVersion: 1, sealed: "", signature: "", sessionId: "x" }] }) { epoch } }',
  syncAckResults: 'mutation { syncAckResults(group: "group-0001", ids: ["x"]) }',
  syncDiscard:
    'mutation { syncDiscard(group: "group-0001", items: [{ id: "x", lane: "user", op: "x", reason: "x" }]) }',
  syncEndSession: 'mutation { syncEndSession(group: "group-0001", sessionId: "x") }',
}
const reads = [
  'patient',
  'lookupPatient',
  'patients',
  'patientNames',
  'checkup',
  'checkupsByPatient',
  'checkupFiles',
  'patientNotes',
  'checkupNotes',
  'virtualWardPatients',
  'recentDischarges',
  'recentWardMoves',
  'wardDuty',
  'onCallPlan',
  'callings',
  'pushedPatient',
  'unreachedWards',
  'wardCallings',
  'virtualWardFilterValues',
  'patientsInWatchList',
  'patientOnBoard',
  'alerts',
  'alertsAfterDischarge',
  'resolvedAlerts',
  'actionLogs',
  'emergencyAccess',
  'nhsNumberResponseDetails',
  'patientReport',
  'patientDocuments',
  'documentAddress',
  'retryDocument',
  'createReport',
  'wardActivity',
  'referrals',
  'tasks',
  'organizationUsers',
  'wards',
  'ward',
  'carePathways',
  'carePathway',
  'addToWatchList',
  'removeFromWatchList',
  // Whoever sees the patient can say that they deal with it.
  'acknowledgeAlert',
]
const called = [
  'pushKey',
  'isCalledHere',
  'pushedOrganization',
  'testCall',
  'registerPush',
  'endPush',
  'sendTestCall',
]
const answering = ['invitations', 'acceptInvitation', 'declineInvitation']
const session = [
  'me',
  'userOrganizations',
  'didLogin',
  'didStayLoggedIn',
  'updateMe',
  'setActingOrganization',
  'syncHello',
  'syncPull',
  'syncOlder',
  'mutationOutcomes',
  'syncPush',
  'syncEndSession',
  'syncAckResults',
  'syncDiscard',
  'noteRecordReads',
]
const referring = [
  'organizationRelationships',
  'referPatient',
  'cancelReferral',
  'acceptReferral',
  'rejectReferral',
  'openTask',
]
const clinical = [
  ...referring,
  'practices',
  'assignPatientToPractice',
  'unassignPatientFromPractice',
  'createEWSThresholds',
  'updateExpectedDischargeDate',
  'setPatientAcuityScore',
  'setAlertStatus',
  'snoozeAlert',
]
const admitting = [
  'selfCareReset',
  'patientFlags',
  'earlierScoring',
  'similarPatients',
  'similarToMany',
  'createPatient',
  'updatePatient',
  'updatePatientContactDetails',
  'admitPatientToWard',
  'updatePatientFlags',
  'transferTargets',
  'transferPatientToWard',
  'transferPatientToCarePathway',
  'dischargePatientFromWard',
]
const ofPathways = ['createCarePathway', 'updateCarePathway', 'rehearseCarePathway']
const ofWards = [
  'createWard',
  'updateWard',
  'changeOnCallPlan',
  'deleteWard',
  'assignStaffToWard',
  'removeStaffFromWard',
]
const ofUsers = [
  'createUser',
  'updateUserOrganization',
  'deleteUser',
  'unenrollUserFromTotpMfa',
  'passwordResetUrl',
  'sendInvitationAgain',
  'organizationRoles',
  'supportSignIns',
  'accountLogs',
  'createRole',
  'requireSecondFactor',
  'updateRole',
  'deleteRole',
]
/** The flags of organisation w in the tests' world. */
const worldFlags: readonly Feature[] = [
  'wards',
  'referrals',
  'manualExpectedLengthOfStay',
  'patientAcuityScore',
]
const ofTray = [
  'refusedRecords',
  'openRefusedRecord',
  'settleRefusedRecord',
  'recordReads',
  'emergencyAccesses',
  'reviewEmergencyAccess',
  'releasePartRecord',
]
const onDuty = ['acceptDuty', 'leaveDuty']
const caring = [
  ...clinical,
  ...admitting,
  ...onDuty,
  'addPatientNote',
  'generatePatientNote',
  'setPasswordForSelfCareUser',
  'openWholeRecord',
  'partRecords',
]
const running = [...caring, ...ofWards, ...ofUsers, 'patientRemoval', 'deletePatient']
const managing = [...running, 'createAcceptedTerms', 'createPractice']
/** Written down, not computed: what each system role may do. Every other field is refused. */
const allowed: Readonly<Record<string, readonly [SystemRole, readonly string[]]>> = {
  admin: [
    'Organisation Admin',
    [...session, ...called, ...answering, ...reads, ...managing, ...ofTray, ...ofPathways],
  ],
  manager: [
    'Ward Manager',
    [...session, ...called, ...answering, ...reads, ...managing, ...ofTray],
  ],
  // Who oversees every ward has no need of it.
  nurse: [
    'Clinician',
    [...session, ...called, ...answering, ...reads, ...caring, 'openEmergencyAccess'],
  ],
  care: [
    'Care Assistant',
    [
      ...session,
      ...called,
      ...answering,
      ...reads,
      ...onDuty,
      'addPatientNote',
      'generatePatientNote',
      'openEmergencyAccess',
    ],
  ],
  reader: ['Read Only', [...session, ...called, ...answering, ...reads]],
  selfcare: ['Self Care', session],
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  /** The same, which knows the sign-in of each. */
  let withSignIns: TestServer
  let refusedRecord = ''
  beforeAll(async () => {
    withSignIns = await startServer(opened.database, {
      verify: async (idToken) => {
        const [, uid] = /^token-([a-z]+)$/.exec(idToken) ?? []
        if (uid === undefined) throw new IdentityError('INVALID_ID_TOKEN')
        return { uid, email: null, authTime: now / 1000, claims: {}, sessionId: `session-${uid}` }
      },
    })
    server = await startServer(opened.database, {
      readIdentity: async () => ({
        source: 'Quicksilva',
        organizationId: 'G82027',
        userId: 'dr-jones',
        nonce: randomUUID(),
        issuedAt: now / 1000,
        expiresAt: now / 1000 + 300,
      }),
      administration: createIdentity({
        database: opened.database,
        clock: { now: () => now },
        secrets: secretBox(new Uint8Array(32)),
        config: {
          projectId: 'lamplight-test',
          portalUrl: 'https://portal.example',
          passwordCost: { logN: 4, r: 8, p: 1 },
        },
        mailer: { send: () => Promise.resolve() },
      }).administration,
    })
    await opened.database.asSystem(async (trx) => {
      for (const uid of [...Object.keys(allowed), 'owl']) {
        await sql`insert into identity_account (uid, email, tokens_valid_after, password_changed_at, created_at)
          values (${uid}, ${`${uid}@example.test`}, 0, 0, 0)`.execute(trx)
      }
      await trx
        .insertInto('user_account')
        .values({
          id: 'leaver',
          email: 'leaver@example.test',
          created_at: at(9),
        })
        .execute()
      await trx
        .insertInto('user_organization')
        .values({
          user_id: 'leaver',
          organization_id: 'w',
          roles: '[]',
          created_at: at(9),
        })
        .execute()
    })
    // What they wrote is refused, and they leave.
    const tablet = createTablet(
      () => server,
      () => at(0),
    )
    const leaver = await tablet.signIn('leaver')
    const refused = await leaver.note('a1', 'Refused')
    await tablet.push(leaver, refused)
    refusedRecord = `${tablet.group}.${refused.id}`
    await opened.database.asSystem(async (trx) => {
      for (const table of ['user_account', 'user_organization'] as const)
        await sql`update ${sql.table(table)} set deleted_at = ${at(1)} where ${sql.ref(table === 'user_account' ? 'id' : 'user_id')} = 'leaver'`.execute(
          trx,
        )
    })
    await addRole('role-spare', 'Spare')
    await opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('organization_relationship')
        .values({
          organization_id: 'w',
          partner_id: 'h',
          permissions: '["ReferPatient"]',
          updated_at: at(9),
        })
        .execute()
      await sql`update organization set features = features || '{"referrals": true}' where id = 'h'`.execute(
        trx,
      )
    })
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('ehr_integration')
        .values({
          id: 'ehr-w',
          organization_id: 'w',
          care_pathway_id: 'pathway-w',
          name: 'Practice record',
          integration_type: 'PreApprovedMessage',
          trigger_type: 'Manual',
          address: 'https://record.example',
          secret: 'sealed',
          created_at: at(0),
          updated_at: at(0),
        })
        .execute(),
    )
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('emergency_access')
        .values({
          id: 'emergency-w',
          organization_id: 'w',
          user_id: 'nurse',
          patient_id: 'b1',
          reason: 'Called at night',
          opened_at: at(90),
          ends_at: at(60),
        })
        .execute(),
    )
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('care_pathway')
        .values({
          id: 'pathway-spare',
          organization_id: 'w',
          name: 'Spare',
          created_at: at(0),
          updated_at: at(0),
          revision: 1,
        })
        .execute(),
    )
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('document')
        .values({
          id: 'document-a1',
          organization_id: 'w',
          patient_id: 'a1',
          kind: 'report',
          state: 'ready',
          source: '{}',
          created_at: at(0),
          made_at: at(0),
          sha256: 'none',
          byte_count: 0,
        })
        .execute(),
    )
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('ward')
        .values({
          id: 'ward-none',
          organization_id: 'w',
          name: 'Nobody is on it',
          created_at: at(0),
          updated_at: at(0),
          revision: 1,
        })
        .execute(),
    )
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('care_pathway')
        .values({
          id: 'pathway-none',
          organization_id: 'w',
          name: 'Nobody is on it',
          created_at: at(0),
          updated_at: at(0),
          revision: 1,
        })
        .execute(),
    )
  })
  // A device key is one session's: each hello brings its own.
  const newKey = (): string =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .publicKey.export({ format: 'der', type: 'spki' })
      .toString('base64url')
  const addRole = (id: string, name: string): Promise<unknown> =>
    opened.database.asSystem((trx) =>
      trx
        .insertInto('role')
        .values({
          id,
          organization_id: 'w',
          name,
          description: '',
          permissions: '["create_users"]',
        })
        .onConflict((on) => on.doNothing())
        .execute(),
    )
  // Nobody is registered or admitted twice either.
  const newPatient = async (ward?: string): Promise<string> => {
    const id = randomUUID()
    await opened.database.asSystem((trx) =>
      addPatient(trx, {
        id,
        of: 'w',
        first: id,
        last: 'Waiting',
        ...(ward === undefined ? {} : { ward }),
      }),
    )
    return id
  }
  /** A referral with its task, both of its own id: by the organisation, or to it. */
  const newReferral = async (isSent: boolean): Promise<string> => {
    const id = randomUUID()
    const [from, to] = isSent ? ['w', 'h'] : ['h', 'w']
    await opened.database.asSystem(async (trx) => {
      await addPatient(trx, {
        id,
        of: from,
        first: id,
        last: 'Referred',
        ...(isSent ? { ward: 'A' } : {}),
      })
      await addReferral(trx, { id, from, to, patientId: id })
    })
    return id
  }
  /** A patient on ward A: registered there, of whom another organisation has a part; or whose part is held. */
  const newPart = async (isHeld: boolean): Promise<string> => {
    const id = randomUUID()
    await opened.database.asSystem(async (trx) => {
      await addPatient(trx, { id, of: 'w', first: id, last: 'Part', ward: 'A', links: ['h'] })
      await trx
        .updateTable('patient_organization')
        .set({ others_from: at(0), held_since: isHeld ? at(0) : null })
        .where('patient_id', '=', id)
        .where('organization_id', '=', isHeld ? 'w' : 'h')
        .execute()
    })
    return id
  }
  /** Nobody is on duty on ward A, or the user is. */
  const newDuty = (userId: string, isTheirs: boolean): Promise<string> =>
    opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('ward_duty').execute()
      if (isTheirs)
        await sql`insert into ward_duty (id, organization_id, ward_id, user_id, accepted_at)
          select 'duty-own', 'w', 'ward-A', u.id, ${at(60)} from user_account u where u.id = ${userId}`.execute(
          trx,
        )
      return 'duty-own'
    })
  /** Nobody's identity is linked, or that of the user is. */
  const newIdentity = (userId: string | null): Promise<void> =>
    opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('external_identity').execute()
      await sql`insert into external_identity (id, user_id, organization_id, type, external_org_id, external_user_id, linked_at)
        select 'linked', u.id, 'w', 'Quicksilva', 'G82027', 'dr-jones', ${at(9)} from user_account u where u.id = ${userId}`.execute(
        trx,
      )
    })
  /** Whoever asks agreed to approve, somebody approves, and an event is to be retried. */
  const newEhrState = (userId: string): Promise<string> =>
    opened.database.asSystem(async (trx) => {
      await sql`insert into approved_message_setup (user_id, organization_id, approved_at)
        select u.id, 'w', ${at(9)} from user_account u where u.id in (${userId}, 'admin') on conflict do nothing`.execute(
        trx,
      )
      await trx.updateTable('ehr_integration').set({ approver_id: 'admin' }).execute()
      const id = randomUUID()
      await trx
        .insertInto('ehr_integration_event')
        .values({
          id,
          organization_id: 'w',
          ehr_integration_id: 'ehr-w',
          patient_id: 'a1',
          status: 'error',
          is_retryable: true,
          body: JSON.stringify({ consultationNote: '', codedDataItems: [] }),
          created_at: at(0),
          updated_at: at(0),
          due_at: at(0),
        })
        .execute()
      return id
    })
  /** An organisation asks somebody, who may be nobody, to be its user. */
  const newInvitation = async (organizationId: string, user: string): Promise<string> => {
    const id = randomUUID()
    await opened.database.asSystem(async (trx) => {
      await sql`insert into organization (id, name, type, edition, created_at) values ('z', 'Zenith', 'care_home', 'en-GB', ${at(9)}) on conflict do nothing`.execute(
        trx,
      )
      await trx.deleteFrom('invitation').execute()
      await sql`insert into invitation (id, organization_id, user_id, email, roles, created_at, expires_at)
        select ${id}, ${organizationId}, u.id, u.email, '["Night Owl"]', ${at(9)}, ${at(-9)} from user_account u where u.id = ${user}`.execute(
        trx,
      )
    })
    return id
  }
  let asked = 0
  const ask = async (query: string, options: Ask) => {
    if (query === documents['deleteRole']) await addRole('role-gone', 'Gone')
    if (query === documents['linkExternalAuthIdentity']) await newIdentity(null)
    if (query === documents['unlinkExternalAuthIdentity']) await newIdentity(options.as ?? 'admin')
    const duty = onDuty.some((field) => query === documents[field])
      ? await newDuty(options.as ?? 'admin', query === documents['leaveDuty'])
      : ''
    const event = /ehrIntegration(?:Event)?Id: "(?:EHR|ehr)/u.test(query)
      ? await newEhrState(options.as ?? 'admin')
      : ''
    const ofSignIn = ['registerPush', 'sendTestCall'].some((field) => query === documents[field])
    const as = options.as ?? 'admin'
    if (query.includes('EhrIntegrationToken'))
      await opened.database.asSystem(async (trx) => {
        await sql`update integration_token set removed_at = now(), removed_by = created_by where removed_at is null`.execute(
          trx,
        )
        await sql`insert into integration_token (id, organization_id, type, token_hash, created_at, created_by, removed_at, removed_by)
          values ('token-w', 'w', 'CareRecord', 'hash', now(), 'admin', now(), 'admin') on conflict do nothing`.execute(
          trx,
        )
      })
    if (query === documents['testCall'])
      await opened.database.asSystem((trx) =>
        sql`insert into call_push (id, organization_id, user_id, made_at)
          select ${`test-${as}`}, 'w', u.id, now() from user_account u where u.id = ${as} on conflict do nothing`.execute(
          trx,
        ),
      )
    if (ofSignIn)
      await opened.database.asSystem(async (trx) => {
        await sql`insert into identity_session (id, uid, started_at, last_used_at, expires_at)
          select 'session-' || uid, uid, ${now}, ${now}, ${now + 3_600_000} from identity_account where uid = ${as}
          on conflict (id) do update set ended_because = null`.execute(trx)
        await sql`insert into push_subscription (id, user_id, identity_session_id, endpoint_name, sealed, made_at)
          select 'push-' || uid, uid, 'session-' || uid, uid, '', now() from identity_account where uid = ${as} on conflict do nothing`.execute(
          trx,
        )
      })
    const answer = await (ofSignIn ? withSignIns : server).ask(
      query
        .replace('EHR_EVENT', event)
        .replace('TEST_CALL', `test-${as}`)
        .replace('DEVICE_KEY', newKey)
        .replace('REFUSED_RECORD', refusedRecord)
        .replace('OWN_DUTY', duty)
        .replace('UNIQUE', `one-${(asked += 1)}`)
        .replace('ASKED_BY_W', query.includes('ASKED_BY_W') ? await newInvitation('w', 'gp') : '')
        .replace(
          'ASKED_BY_Z',
          query.includes('ASKED_BY_Z') ? await newInvitation('z', options.as ?? '') : '',
        )
        .replace('NEW_PATIENT', query.includes('NEW_PATIENT') ? await newPatient() : '')
        .replace('SENT_REFERRAL', query.includes('SENT_REFERRAL') ? await newReferral(true) : '')
        .replace('COME_REFERRAL', query.includes('COME_REFERRAL') ? await newReferral(false) : '')
        .replace('PART_AWAY', query.includes('PART_AWAY') ? await newPart(false) : '')
        .replace('PART_HELD', query.includes('PART_HELD') ? await newPart(true) : '')
        .replace('ON_WARD_A', query.includes('ON_WARD_A') ? await newPatient('A') : ''),
      options,
    )
    if (query === documents['acceptInvitation'])
      await opened.database.asSystem((trx) =>
        trx.deleteFrom('user_organization').where('organization_id', '=', 'z').execute(),
      )
    return answer
  }

  test('P280 O362 each system role does exactly what the matrix says', async () => {
    expect(Object.keys(documents).toSorted()).toEqual(
      [...Object.keys(queryRules), ...Object.keys(mutationRules)].toSorted(),
    )
    for (const [user, [role, fields]] of Object.entries(allowed)) {
      const done: string[] = []
      for (const [field, query] of Object.entries(documents)) {
        const code = codeOf(await ask(query, { as: user }))
        if (code === 'ok') done.push(field)
        // Who oversees every ward may, and has no need of it.
        else
          expect(code, `${role} ${field}`).toBe(
            field === 'openEmergencyAccess' && ['admin', 'manager'].includes(user)
              ? 'CONFLICT'
              : 'FORBIDDEN',
          )
      }
      expect(done.toSorted(), role).toEqual(fields.toSorted())
    }
  })

  test('C2 where a second factor is a duty, who signed in without is answered what its page needs, and nothing else', async () => {
    const duty = (is: boolean) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('organization')
          .set({ requires_second_factor: is })
          .where('id', '=', 'w')
          .execute(),
      )
    await duty(true)
    const answered: string[] = []
    for (const [field, query] of Object.entries(documents)) {
      const answer = await ask(query, { as: 'admin' })
      if (codeOf(answer) === 'ok') answered.push(field)
      else
        expect([codeOf(answer), answer.errors[0]?.extensions?.reason], field).toEqual([
          'FORBIDDEN',
          'SECOND_FACTOR',
        ])
    }
    await duty(false)
    expect(answered.toSorted()).toEqual(
      [
        'didLogin',
        'didStayLoggedIn',
        'me',
        'setActingOrganization',
        'syncEndSession',
        'syncHello',
        'userOrganizations',
      ].toSorted(),
    )
  })

  describe('a role of the organisation’s own', () => {
    // The owl is a nurse of a1's ward with one custom role: what it holds is all that they may.
    const hold = async (
      held: readonly Permission[],
      flags: readonly Feature[],
      isInternal = false,
    ): Promise<void> =>
      opened.database.asSystem(async (trx) => {
        await trx
          .updateTable('role')
          .set({ permissions: JSON.stringify(held) })
          .where('id', '=', 'owl')
          .execute()
        await trx
          .updateTable('organization')
          .set({ features: JSON.stringify(Object.fromEntries(flags.map((flag) => [flag, true]))) })
          .where('id', '=', 'w')
          .execute()
        await trx
          .updateTable('user_account')
          .set({ is_internal_staff: isInternal })
          .where('id', '=', 'owl')
          .execute()
      })
    const answerOf = async (
      field: string,
      held: readonly Permission[],
      flags: readonly Feature[],
      isInternal = false,
    ): Promise<string> => {
      await hold(held, flags, isInternal)
      return codeOf(await ask(documents[field] ?? '', { as: 'owl' }))
    }
    const built = Object.entries(operationTable).map(
      ([field, action]): readonly [string, Asked] => [field, permissionTable[action]],
    )
    afterAll(() => hold(['view_patients', 'add_patient_notes'], worldFlags))

    test('every operation has its row in the table that is written by hand', () => {
      expect(Object.keys(operationTable).toSorted()).toEqual(Object.keys(documents).toSorted())
    })

    test('with exactly the permissions that the table writes an operation works', async () => {
      const said: string[] = []
      for (const [field, { all = [], any = [] }] of built)
        for (const held of any.length === 0 ? [all] : any.map((one) => [...all, one])) {
          const code = await answerOf(field, held, features)
          if (code !== 'ok') said.push(`${field} with ${held.join(' and ')}: ${code}`)
        }
      expect(said).toEqual([])
    })

    test('with every permission but one that the table writes it is refused', async () => {
      const said: string[] = []
      for (const [field, { all = [], any = [] }] of built)
        for (const missing of [...all.map((one) => [one]), ...(any.length === 0 ? [] : [any])]) {
          const code = await answerOf(
            field,
            permissions.filter((key) => !missing.includes(key)),
            features,
          )
          if (code !== 'FORBIDDEN') said.push(`${field} without ${missing.join(' and ')}: ${code}`)
        }
      expect(said).toEqual([])
    })

    test('without a flag that the table writes it is refused, whatever the permissions', async () => {
      const said: string[] = []
      for (const [field, { flags = [] }] of built)
        for (const flag of flags) {
          const code = await answerOf(
            field,
            permissions,
            features.filter((other) => other !== flag),
          )
          if (code !== 'FORBIDDEN') said.push(`${field} without ${flag}: ${code}`)
        }
      expect(said).toEqual([])
    })

    test('internal staff do without the permission where the table says so, and nowhere else', async () => {
      const said: string[] = []
      for (const [field, { all = [], any = [], internal }] of built) {
        if (all.length + any.length === 0) continue
        const code = await answerOf(field, [], features, true)
        if (code !== (internal === 'instead' ? 'ok' : 'FORBIDDEN')) said.push(`${field}: ${code}`)
      }
      expect(said).toEqual([])
    })
  })

  test('C457 P284 alerts are resolved with set_alert_status, or by internal staff instead', async () => {
    const rule = mutationRules['setAlertStatus']
    const staff = {
      kind: 'user',
      userId: 'staff',
      organizationId: 'w',
      isInternalStaff: true,
      isSelfCare: false,
      acceptedTerms: true,
      permissions: new Set<never>(),
      features: new Set<never>(),
    } as const
    expect(rule !== undefined && may(staff, rule.action)).toBe(true)
    expect(rule !== undefined && may({ ...staff, isInternalStaff: false }, rule.action)).toBe(false)
    expect(codeOf(await ask(documents['setAlertStatus'] ?? '', { as: 'nurse' }))).toBe('ok')
    expect(codeOf(await ask(documents['setAlertStatus'] ?? '', { as: 'care' }))).toBe('FORBIDDEN')
  })

  test('nobody does anything without a token, with a wrong one or as a user who is unknown', async () => {
    for (const query of Object.values(documents))
      for (const options of [{}, { as: 'UNKNOWN!' }, { as: 'nobody' }])
        expect(codeOf(await ask(query, options)), query).toBe('UNAUTHORIZED')
  })

  test('nobody does anything in an organisation that is not theirs', async () => {
    for (const [field, query] of Object.entries(documents)) {
      // setActingOrganization names its organisation itself: the header is not asked.
      const inOther = field === 'setActingOrganization' ? query.replace('"w"', '"h"') : query
      expect(codeOf(await ask(inOther, { as: 'admin', in: 'h' })), query).toBe('FORBIDDEN')
    }
  })

  test('a refusal is in the action log with who, what and why', async () => {
    await ask(documents.addPatientNote ?? '', { as: 'reader' })
    const row = await opened.database.kysely
      .selectFrom('action_log')
      .selectAll()
      .where('organization_id', '=', 'w')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      action: 'forbidden',
      actor_id: 'reader',
      entity_id: 'addPatientNote',
      details: { reason: 'may not note.add' },
    })
  })
})
