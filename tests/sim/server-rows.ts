import { noMarks } from '../../src/domain/critical/marks'
import type { PatientNote } from '../../src/domain/note/note'
import type { Patient } from '../../src/domain/patient/patient'
import type { Me } from '../../src/domain/user/me'
import type { VirtualWardPatient } from '../../src/domain/virtual-ward/virtual-ward'
import { epoch as dayBegins } from './device'
import { iso, users, type Care, type Effect } from './server-state'

/** Names that must never stand readable on a disk (I10). */
export const patientName = (
  id: string,
): { readonly firstName: string; readonly lastName: string } => ({
  firstName: `Wilhelmina-${id}`,
  lastName: 'Ashgrove-Secret',
})

export const meOf = (uid: string, organization: string, mayWrite: boolean): Me => ({
  id: uid,
  firstName: uid,
  lastName: 'Nurse',
  email: `${uid}@ward.example`,
  isInternalStaff: false,
  roles: ['Clinician'],
  jobRole: null,
  permissions: {
    view_patients: true,
    ...(mayWrite
      ? {
          add_patient_notes: true,
          record_observations: true,
          edit_patients: true,
          admit_ward_patients: true,
        }
      : {}),
  },
  createdAt: iso(dayBegins),
  actingOrganization: {
    id: organization,
    name: organization,
    type: 'virtual_ward',
    edition: 'en-GB',
    telephone: null,
    address: null,
    acceptedTerms: true,
    features: { patientAcuityScore: true, manualExpectedLengthOfStay: true },
    nationalIdentifierScheme: null,
    inactivityMinutes: 15,
    roles: [],
    defaultCarePathway: null,
    neighbors: [],
  },
  organizations: (users[uid] ?? []).map((id) => ({ id, name: id, type: 'virtual_ward' })),
  chatWidgetHash: null,
  loggedInAs: null,
  isSelfCare: false,
  isActiveTeamMember: true,
  enrolledInTotpMfa: false,
  canResetPassword: true,
  canReceivePushNotifications: false,
  areQuicksilvaPreApprovedMessagesSetup: false,
  wards: [],
  externalAuthIdentities: [],
})

const nurse = (id: string) => ({ id, firstName: id, lastName: 'Nurse' })

export const noteOf = (effect: Effect): PatientNote & { readonly __typename: string } => ({
  __typename: 'PatientNote',
  id: effect.id,
  revision: effect.revision,
  patientId: effect.patient,
  text: effect.text,
  capturedAt: iso(effect.capturedAt),
  createdAt: iso(effect.createdAt),
  clockSkewMs: null,
  createdBy: nurse(effect.author),
  organization: { id: effect.organization, name: effect.organization },
  checkup: null,
})

export const birthDate = '1940-02-29'
export const identifier = (id: string): string => `943476${id.slice(1).padStart(4, '0')}`

const wardOf = (id: string) => ({ id: `ward-${id}`, name: `Ward ${id}` })
const pathway = { id: 'pathway', name: 'Pathway' }

/** What commands change of a patient, as a user sees it. */
const careRow = (id: string, user: string, { date, dateRevision, acuity, watchers }: Care) => ({
  wardAdmission: {
    patientId: id,
    admittedAt: iso(dayBegins),
    createdAt: iso(dayBegins),
    revision: dateRevision,
    ward: wardOf(id),
    carePathway: pathway,
    patientFlags: [],
    expectedDischargeDate: date,
  },
  latestAcuityScore:
    acuity === null
      ? null
      : {
          id: acuity.id,
          revision: 1,
          score: acuity.score,
          reason: acuity.reason,
          capturedAt: iso(acuity.capturedAt),
          createdAt: iso(acuity.createdAt),
          createdBy: nurse(acuity.by),
          late: false,
        },
  onWatchList: watchers.includes(user),
})

/** The record of a patient as a user sees it. */
export const patientOf = (
  id: string,
  organization: string,
  user: string,
  care: Care,
  asOf: number,
): Patient & { readonly __typename: string; readonly asOf: string } => ({
  __typename: 'Patient',
  othersFrom: null,
  id,
  revision: care.revision,
  asOf: iso(asOf),
  createdAt: iso(dayBegins),
  type: 'virtual_ward',
  ...patientName(id),
  gender: 'female',
  birthDate,
  ...care.contact,
  nhsNumber: null,
  nationalIdentifier: { type: 'NhsNumber', value: identifier(id) },
  preExistingConditions: [],
  numSimilarNames: 0,
  ewsDefault: { schemeName: 'NEWS2', thresholds: null },
  organizations: [{ id: organization, name: organization, type: 'virtual_ward' }],
  wards: [],
  admissionEvents: [],
  ewsThresholds: null,
  checkupTypes: [],
  repeats: [],
  allergies: [],
  criticalInformation: [],
  handovers: [],
  contacts: [],
  noAnswerProcedure: null,
  tasks: [],
  latestCheckup: null,
  continuousMonitoringSession: null,
  latestContinuousMonitoring: null,
  earliestContinuousMonitoringAt: null,
  ...careRow(id, user, care),
})

/** The card of a patient on the virtual ward. */
export const cardOf = (
  id: string,
  organization: string,
  user: string,
  care: Care,
): VirtualWardPatient & { readonly __typename: string } => ({
  __typename: 'VirtualWardPatient',
  id,
  revision: care.revision,
  organization: { id: organization, name: organization },
  ...patientName(id),
  numSimilarNames: 0,
  birthDate,
  gender: 'female',
  nationalIdentifier: { type: 'NhsNumber', value: identifier(id) },
  latestCheckup: null,
  continuousMonitoringSession: null,
  latestContinuousMonitoring: null,
  earlierContinuousMonitoring: [],
  criticalMarks: noMarks,
  tasks: [],
  earlierCheckups: [],
  rhythmEvents: [],
  trend: [],
  schedules: [],
  repeats: [],
  alerts: [],
  ...careRow(id, user, care),
})
