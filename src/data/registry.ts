import { actionLogs } from './action-log'
import { acknowledgeAlert, patientAlerts, setAlertStatus, snoozeAlert } from './alert'
import { apiKeys, createApiKey, expireApiKey, undoExpireApiKey } from './api-key'
import { checkupDetail, patientCheckups } from './checkup'
import {
  createIdentityProviderUser,
  createOrganization,
  loginAs,
  mailOutbox,
  mailTroubles,
  organizations,
  organizationUsers,
  passwordResetLink,
  practicesNotInvited,
  sendWelcomeEmail,
  updateUserName,
  updateUserRoles,
} from './internal'
import {
  ackResults,
  deliverIdle,
  discard,
  endSession,
  hello,
  outcomes,
  pull,
  push,
  tellIdle,
} from './device-sync'
import type { Call, Command, Identified, Resource } from '../engine/define'
import { lookupPatient } from './lookup'
import { patients } from './patient-list'
import {
  assignPatientToPractice,
  createPractice,
  practices,
  unassignPatientFromPractice,
} from './practice'
import { maintenanceNotice, portalVersion } from './maintenance'
import {
  endContinuousMonitoringSession,
  monitoringChunks,
  startContinuousMonitoringSession,
} from './monitoring'
import { nhsNumberDetails } from './nhs-number'
import { addPatientNote, patientNotes } from './note'
import { waveformEvents, waveformReadings, waveformSpan } from './waveform'
import {
  addToWatchList,
  createEwsThresholds,
  patientRecord,
  removeFromWatchList,
  setPatientAcuityScore,
  updateExpectedDischargeDate,
} from './patient'
import {
  acceptTerms,
  didLogin,
  didStayLoggedIn,
  me,
  setActingOrganization,
  updateMe,
} from './session'
import {
  carePathway,
  carePathways,
  createCarePathway,
  rehearseCarePathway,
  updateCarePathway,
} from './pathway'
import {
  createRole,
  createUser,
  deleteRole,
  deleteUser,
  passwordResetUrl,
  roles,
  unenrollUserFromTotpMfa,
  updateRole,
  updateUserOrganization,
  users,
} from './user'
import {
  dischargePatientFromWard,
  transferPatientToCarePathway,
  transferPatientToWard,
  transferTargets,
} from './stay'
import { patientOnBoard, virtualWard, virtualWardFilter, watchList } from './virtual-ward'
import {
  assignStaffToWard,
  createWard,
  deleteWard,
  removeStaffFromWard,
  updateWard,
  ward,
  wardPatients,
  wards,
  wardStaff,
} from './ward'

/** All calls to the server; each GraphQL document belongs to one (tests/data/registry). */
export const resources: readonly Resource<unknown, Identified>[] = [
  virtualWard,
  watchList,
  patientOnBoard,
  virtualWardFilter,
  patientRecord,
  patientCheckups,
  checkupDetail,
  patientNotes,
  monitoringChunks,
  waveformSpan,
  waveformEvents,
]
export const commands: readonly Command<unknown, unknown>[] = [
  startContinuousMonitoringSession,
  endContinuousMonitoringSession,
  createEwsThresholds,
  addPatientNote,
  updateExpectedDischargeDate,
  setPatientAcuityScore,
  addToWatchList,
  removeFromWatchList,
  setAlertStatus,
  acknowledgeAlert,
  snoozeAlert,
  createApiKey,
  expireApiKey,
  undoExpireApiKey,
  createCarePathway,
  createPractice,
  assignPatientToPractice,
  unassignPatientFromPractice,
  updateCarePathway,
  transferPatientToWard,
  transferPatientToCarePathway,
  dischargePatientFromWard,
  createWard,
  updateWard,
  deleteWard,
  assignStaffToWard,
  removeStaffFromWard,
  createUser,
  updateUserOrganization,
  deleteUser,
  unenrollUserFromTotpMfa,
  passwordResetUrl,
  createRole,
  updateRole,
  deleteRole,
  createOrganization,
  updateUserName,
  updateUserRoles,
  sendWelcomeEmail,
  createIdentityProviderUser,
  passwordResetLink,
  loginAs,
  didLogin,
  didStayLoggedIn,
  updateMe,
  acceptTerms,
  setActingOrganization,
]
export const calls: readonly Call<unknown, unknown>[] = [
  me,
  actionLogs,
  nhsNumberDetails,
  patientAlerts,
  lookupPatient,
  patients,
  practices,
  transferTargets,
  waveformReadings,
  maintenanceNotice,
  portalVersion,
  wards,
  ward,
  wardPatients,
  wardStaff,
  carePathways,
  carePathway,
  rehearseCarePathway,
  users,
  roles,
  mailOutbox,
  mailTroubles,
  organizations,
  organizationUsers,
  practicesNotInvited,
  apiKeys,
  hello,
  push,
  outcomes,
  ackResults,
  endSession,
  discard,
  pull,
  deliverIdle,
  tellIdle,
]
