// The types of the contract that are entities of src/domain. A field of one is declared there, once:
// scripts/codegen.mjs makes the type of it, with the field's comment, and the fragment that asks for
// all of them.
import type { z } from 'zod'
import { alertSchema, alertTypes, alertStatuses, holdEnds } from '../src/domain/alerts/alert'
import { alertValuesSchema } from '../src/domain/alerts/measured'
import { alertOutcomes } from '../src/domain/alerts/outcome'
import { alertsAfterDischargeSchema } from '../src/domain/alerts/after-discharge'
import { callingSchema, unreachedWardSchema } from '../src/domain/calling/calling'
import { nobodyReasons } from '../src/domain/calling/next'
import { onCallPlanSchema } from '../src/domain/calling/plan'
import { pushProblems, testCallSchema } from '../src/domain/calling/push'
import { chatMessageSchema } from '../src/domain/chat/chat'
import { checkupSchema } from '../src/domain/checkup/checkup'
import { notUsableSchema } from '../src/domain/checkup/not-usable'
import { allergySchema } from '../src/domain/critical/allergies'
import { criticalInformationSchema, criticalValueSchema } from '../src/domain/critical/information'
import { criticalMarksSchema } from '../src/domain/critical/marks'
import { patientContactSchema } from '../src/domain/contact/contact'
import { handoverTextSchema } from '../src/domain/handover/text'
import { patientTaskSchema } from '../src/domain/task/task'
import { documentSchema, documentStates } from '../src/domain/document/document'
import { rhythmEventSchema } from '../src/domain/ecg/rhythm-events'
import { storedScoresSchema } from '../src/domain/ews/stored-scores'
import { ewsThresholdsSchema } from '../src/domain/ews/thresholds'
import {
  integrationTokenSchema,
  integrationTokenTypes,
} from '../src/domain/integration-token/token'
import { latestBucketSchema } from '../src/domain/monitoring/bucket'
import { monitoringChunkSchema } from '../src/domain/monitoring/chunk'
import { activities } from '../src/domain/monitoring/quarter'
import { monitoringSessionSchema, monitoringTypes } from '../src/domain/monitoring/session'
import {
  generatedNoteSchema,
  generatedSourceKinds,
  generatedStatuses,
} from '../src/domain/note/generated'
import { checkupNoteSchema, patientNoteSchema } from '../src/domain/note/note'
import {
  addressSchema,
  namedReferenceSchema,
  organizationMembershipSchema,
  organizationSchema,
  personSchema,
} from '../src/domain/organization/organization'
import { carePathwaySchema } from '../src/domain/pathway/pathway'
import { askedCheckupSchema } from '../src/domain/pathway/tiles'
import { repeatSchema } from '../src/domain/repeat/repeat'
import { acuityScoreSchema } from '../src/domain/patient/acuity'
import {
  admissionEventSchema,
  genders,
  nationalIdentifierSchema,
  patientSchema,
  servedPatientSchema,
  wardAdmissionSchema,
} from '../src/domain/patient/patient'
import { reportAskedSchema } from '../src/domain/report/report'
import { checkupScheduleSchema } from '../src/domain/schedule/slot'
import { storedInstantSchema } from '../src/domain/time/instant'
import { externalIdentitySchema } from '../src/domain/toolbar-identity/external-identity'
import { meSchema } from '../src/domain/user/me'
import { cardScheduleSchema } from '../src/domain/virtual-ward/card-schedule'
import { trendSchema } from '../src/domain/virtual-ward/trend'
import { virtualWardPatientSchema } from '../src/domain/virtual-ward/virtual-ward'
import {
  wardDetailSchema,
  wardPatientSchema,
  wardSchema,
  wardStaffSchema,
} from '../src/domain/ward/ward'

/** Each type and its zod object; of one inside another, the field that holds it. */
export const entityTypes = {
  Address: addressSchema,
  Person: personSchema,
  NamedReference: namedReferenceSchema,
  OrganizationMembership: organizationMembershipSchema,
  NationalIdentifier: nationalIdentifierSchema,
  Checkup: checkupSchema,
  Temperature: checkupSchema.shape.temperature,
  PulseRate: checkupSchema.shape.pulseRate,
  PulseOxiData: checkupSchema.shape.pulseOxiData,
  RespiratoryRate: checkupSchema.shape.respiratoryRate,
  BloodPressure: checkupSchema.shape.bloodPressureData,
  Weight: checkupSchema.shape.weight,
  PeakFlow: checkupSchema.shape.peakExpiratoryFlowRate,
  Glucose: checkupSchema.shape.glucose,
  Symptom: checkupSchema.shape.symptoms,
  SoftSign: checkupSchema.shape.softSigns,
  Picture: checkupSchema.shape.picture,
  LungSound: checkupSchema.shape.lungSounds,
  Attachment: checkupSchema.shape.attachments,
  NotUsable: notUsableSchema,
  NotMeasured: checkupSchema.shape.notMeasured,
  EwsScores: storedScoresSchema,
  Rescored: checkupSchema.shape.rescored,
  StruckOut: checkupSchema.shape.struckOut,
  ContinuousMonitoringBucket: latestBucketSchema,
  ContinuousMonitoringVital: latestBucketSchema.shape.respiratoryRate,
  ContinuousMonitoringBattery: latestBucketSchema.shape.battery,
  ContinuousMonitoringRhythm: latestBucketSchema.shape.heartRhythm,
  ContinuousMonitoringActivity: latestBucketSchema.shape.activityLevel,
  ContinuousMonitoringScores: latestBucketSchema.shape.thresholdScores,
  ContinuousMonitoringSensors: latestBucketSchema.shape.sensorIds,
  ContinuousMonitoringSession: monitoringSessionSchema,
  ContinuousMonitoringOrganization: monitoringSessionSchema.shape.organization,
  MonitoringChunk: monitoringChunkSchema,
  CheckupReference: patientNoteSchema.shape.checkup,
  PatientNote: patientNoteSchema,
  CheckupNote: checkupNoteSchema,
  CheckupNotePatient: checkupNoteSchema.shape.patient,
  GeneratedNote: generatedNoteSchema,
  GeneratedNoteSection: generatedNoteSchema.shape.sections,
  GeneratedNoteSource: generatedNoteSchema.shape.sections.element.shape.sources,
  ChatMessage: chatMessageSchema,
  AcuityScore: acuityScoreSchema,
  Repeat: repeatSchema,
  Allergy: allergySchema,
  AllergyStrikeOut: allergySchema.shape.struckOut,
  CriticalInformation: criticalInformationSchema,
  CriticalMarks: criticalMarksSchema,
  HandoverText: handoverTextSchema,
  PatientContact: patientContactSchema,
  PatientTask: patientTaskSchema,
  PatientTaskEnd: patientTaskSchema.shape.end,
  PatientFlag: wardAdmissionSchema.shape.patientFlags,
  WardAdmission: wardAdmissionSchema,
  AdmissionEvent: admissionEventSchema,
  AdmissionReason: admissionEventSchema.shape.reason,
  PersonalEwsThresholds: patientSchema.shape.ewsThresholds,
  EwsDefault: patientSchema.shape.ewsDefault,
  AskedCheckup: askedCheckupSchema,
  AskedTile: askedCheckupSchema.shape.tiles,
  AskedQuestions: askedCheckupSchema.shape.questions,
  Patient: servedPatientSchema,
  RhythmEvent: rhythmEventSchema,
  TrendPoint: trendSchema,
  CardSchedule: cardScheduleSchema,
  CheckupSchedule: checkupScheduleSchema,
  CheckupScheduleTolerance: checkupScheduleSchema.shape.tolerance,
  VirtualWardPatient: virtualWardPatientSchema,
  Alert: alertSchema,
  AlertRule: alertSchema.shape.alertRule,
  CheckupScheduleEvent: alertSchema.shape.checkupScheduleEvent,
  CheckupScheduleReference: alertSchema.shape.checkupScheduleEvent.unwrap().shape.checkupSchedule,
  Tolerance: alertSchema.shape.checkupScheduleEvent.unwrap().shape.checkupSchedule.unwrap().shape
    .tolerance,
  MonitoringReference: alertSchema.shape.continuousMonitoring,
  AlertScore: alertSchema.shape.scored,
  AlertTrigger: alertSchema.shape.triggers,
  EndedHold: alertSchema.shape.endedHold,
  AlertsAfterDischarge: alertsAfterDischargeSchema,
  Calling: callingSchema,
  CallingCall: callingSchema.shape.calls,
  UnreachedWard: unreachedWardSchema,
  TestCall: testCallSchema,
  OnCallPlan: onCallPlanSchema,
  OnCallSlot: onCallPlanSchema.shape.slots,
  OnCallCallee: onCallPlanSchema.shape.slots.element.shape.line,
  OnCallProvider: onCallPlanSchema.shape.slots.element.shape.line.element.shape.provider,
  Ward: wardSchema,
  WardDetail: wardDetailSchema,
  WardPatient: wardPatientSchema,
  WardPatientName: wardPatientSchema.shape.patient,
  WardStaff: wardStaffSchema,
  WardUser: wardStaffSchema.shape.user,
  CarePathway: carePathwaySchema,
  PatientDocument: documentSchema,
  ReportContents: reportAskedSchema,
  Me: meSchema,
  Organization: organizationSchema,
  Role: organizationSchema.shape.roles,
  DefaultCarePathway: organizationSchema.shape.defaultCarePathway,
  IntegrationToken: integrationTokenSchema,
  ExternalAuthIdentity: externalIdentitySchema,
  SharedRecord: meSchema.shape.sharedRecord,
} satisfies Readonly<Record<string, z.ZodType>>

/** Other objects that read one of these types: as it was stored, or a part of it. */
export const alsoOf = {
  NamedReference: [checkupSchema.shape.checkupType],
  CheckupReference: [alertSchema.shape.checkup, checkupNoteSchema.shape.checkup],
} as const satisfies Readonly<Partial<Record<keyof typeof entityTypes, readonly z.ZodType[]>>>

/** The values of what is an enum in the contract; every other list of words is text there. */
export const enumTypes: Readonly<Record<string, readonly string[]>> = {
  Gender: genders,
  AlertType: alertTypes,
  AlertStatus: alertStatuses,
  AlertOutcome: alertOutcomes,
  HoldEnd: holdEnds,
  NobodyReason: nobodyReasons,
  PushProblem: pushProblems,
  DocumentState: documentStates,
  GeneratedNoteStatus: generatedStatuses,
  GeneratedNoteSourceKind: generatedSourceKinds,
  IntegrationTokenType: integrationTokenTypes,
  ContinuousMonitoringType: monitoringTypes,
  ContinuousMonitoringPrediction: activities,
}

/**
 * Fields that are answered otherwise than a stored row is read: always, though one may lack it; null:
 * never.
 */
export const answered: Readonly<Record<string, string | null>> = {
  'SoftSign.isEmergency': 'Boolean!',
  'EwsScores.missing': 'Int!',
  'AlertRule.condition': 'JSON!',
  'NotUsable.checkPatient': null,
}

/** Texts that are instants whatever their field is called; one called …At, …From or …Until is. */
export const instants: readonly z.ZodType[] = [storedInstantSchema]

/** What travels as it is: its shape is the domain's alone. */
export const jsonTypes: readonly z.ZodType[] = [
  ewsThresholdsSchema,
  alertValuesSchema,
  criticalValueSchema,
  monitoringChunkSchema.shape.columns,
]

/** The fragments that ask for every field of a type, and the part of src/data that each belongs to. */
export const fragments: Readonly<
  Record<string, { readonly on: keyof typeof entityTypes; readonly room: string }>
> = {
  CheckupFields: { on: 'Checkup', room: 'checkup' },
  CheckupNoteFields: { on: 'CheckupNote', room: 'note' },
  GeneratedNoteFields: { on: 'GeneratedNote', room: 'note' },
  NoteFields: { on: 'PatientNote', room: 'device-sync' },
  ChatMessageFields: { on: 'ChatMessage', room: 'device-sync' },
  AcuityScoreFields: { on: 'AcuityScore', room: 'patient' },
  AdmissionEventFields: { on: 'AdmissionEvent', room: 'patient' },
  WardAdmissionFields: { on: 'WardAdmission', room: 'patient' },
  PatientFields: { on: 'Patient', room: 'patient' },
  MonitoringBucketFields: { on: 'ContinuousMonitoringBucket', room: 'monitoring' },
  MonitoringChunkFields: { on: 'MonitoringChunk', room: 'monitoring' },
  MonitoringSessionFields: { on: 'ContinuousMonitoringSession', room: 'monitoring' },
  AlertFields: { on: 'Alert', room: 'alert' },
  VirtualWardPatientFields: { on: 'VirtualWardPatient', room: 'virtual-ward' },
  AlertsAfterDischargeFields: { on: 'AlertsAfterDischarge', room: 'alert' },
  CallingFields: { on: 'Calling', room: 'alert' },
  UnreachedWardFields: { on: 'UnreachedWard', room: 'calling' },
  TestCallFields: { on: 'TestCall', room: 'calling' },
  OnCallPlanFields: { on: 'OnCallPlan', room: 'calling' },
  WardFields: { on: 'Ward', room: 'ward' },
  CarePathwayFields: { on: 'CarePathway', room: 'pathway' },
  ReportContentsFields: { on: 'ReportContents', room: 'document' },
  IntegrationTokenFields: { on: 'IntegrationToken', room: 'integration-token' },
  MeFields: { on: 'Me', room: 'session' },
}

/**
 * The rows that devices hold, which a pull asks for in one document, and the word before a field of
 * one that another has with another type (`noteCreatedBy`): one document may not ask for both.
 */
export const pulledTypes = {
  VirtualWardPatient: 'card',
  Patient: 'patient',
  Checkup: 'checkup',
  PatientNote: 'note',
  MonitoringChunk: 'chunk',
  ChatMessage: 'chat',
  Me: 'me',
} as const satisfies Readonly<Partial<Record<keyof typeof entityTypes, string>>>
