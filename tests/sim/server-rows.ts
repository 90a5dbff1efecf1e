import type { PatientNote } from '../../src/domain/note/note'
import type { Patient } from '../../src/domain/patient/patient'
import type { Me } from '../../src/domain/user/me'
import type { VirtualWardPatient } from '../../src/domain/virtual-ward/virtual-ward'
import { epoch as dayBegins } from './device'
import { iso, users, type Effect } from './server-state'

/** Names that must never stand readable on a disk (I10). */
export const patientName = (id: string): { readonly firstName: string; readonly lastName: string } => ({ firstName: `Wilhelmina-${id}`, lastName: 'Ashgrove-Secret' })

export const meOf = (uid: string, organization: string, mayWrite: boolean): Me => ({
  id: uid, firstName: uid, lastName: 'Nurse', email: `${uid}@ward.example`, isInternalStaff: false, roles: ['Clinician'], jobRole: null,
  permissions: { view_patients: true, ...(mayWrite ? { add_patient_notes: true } : {}) },
  createdAt: iso(dayBegins),
  actingOrganization: {
    id: organization, name: organization, type: 'virtual_ward', edition: 'en-GB', telephone: null, address: null, acceptedTerms: true, features: {},
    nationalIdentifierScheme: null, inactivityMinutes: 15, roles: [], defaultCarePathway: null, neighbors: [],
  },
  organizations: (users[uid] ?? []).map((id) => ({ id, name: id, type: 'virtual_ward' })),
  chatWidgetHash: null, isSelfCare: false, isActiveTeamMember: true, enrolledInTotpMfa: false, canResetPassword: true,
  canReceivePushNotifications: false, areQuicksilvaPreApprovedMessagesSetup: false, wards: [], externalAuthIdentities: [],
})

export const noteOf = (effect: Effect): PatientNote & { readonly __typename: string } => ({
  __typename: 'PatientNote',
  id: effect.id, revision: effect.revision, patientId: effect.patient, text: effect.text, capturedAt: iso(effect.capturedAt), createdAt: iso(effect.createdAt),
  createdBy: { id: effect.author, firstName: effect.author, lastName: 'Nurse' }, organization: { id: effect.organization, name: effect.organization }, checkup: null,
})

export const birthDate = '1940-02-29'
export const identifier = (id: string): string => `943476${id.slice(1).padStart(4, '0')}`

/** The record of a patient; only its revision ever changes. */
export const patientOf = (id: string, organization: string, revision: number, asOf: number): Patient & { readonly __typename: string; readonly asOf: string } => ({
  __typename: 'Patient',
  id, revision, asOf: iso(asOf), createdAt: iso(dayBegins), type: 'virtual_ward', ...patientName(id), gender: 'female', birthDate, telephone: null, address: null, nhsNumber: null,
  nationalIdentifier: { type: 'NhsNumber', value: identifier(id) }, preExistingConditions: [], numSimilarNames: 0,
  organizations: [{ id: organization, name: organization, type: 'virtual_ward' }], wards: [], wardAdmission: null, admissionEvents: [], ewsThresholds: null, latestCheckup: null, latestAcuityScore: null,
  continuousMonitoringSession: null, latestContinuousMonitoring: null, earliestContinuousMonitoringAt: null, onWatchList: false,
})

/** The card of a patient on the virtual ward. */
export const cardOf = (id: string, organization: string): VirtualWardPatient & { readonly __typename: string } => ({
  __typename: 'VirtualWardPatient', id, revision: 1, organization: { id: organization, name: organization }, ...patientName(id), numSimilarNames: 0, birthDate, gender: 'female',
  nationalIdentifier: { type: 'NhsNumber', value: identifier(id) }, wardAdmission: null, latestCheckup: null, latestAcuityScore: null,
  continuousMonitoringSession: null, latestContinuousMonitoring: null, onWatchList: false, trend: [], schedules: [], alerts: [],
})
