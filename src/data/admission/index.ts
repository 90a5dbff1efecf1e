import { z } from 'zod'
import {
  AdmitPatientToWardDocument,
  CreatePatientDocument,
  CreateSelfCareLoginDocument,
  DeletePatientDocument,
  EarlierScoringDocument,
  PatientFlagsDocument,
  PatientRemovalDocument,
  SelfCareLoginDocument,
  SelfCareResetDocument,
  SetContactAtAdmissionDocument,
  SetPasswordForSelfCareUserDocument,
  SimilarPatientsDocument,
  SimilarToManyDocument,
  UpdatePatientDocument,
  UpdatePatientFlagsDocument,
} from '../../../schema/generated/documents/admission'
import { addressSchema, personSchema } from '../../domain/organization/organization'
import { birthDateLikenesses, nameLikenesses } from '../../domain/identity'
import { differentPatientReason } from '../../domain/patient/different-patient'
import { contactSchema } from '../../domain/patient/contact'
import { selfCareLoginInput } from '../../domain/patient/self-care'
import { patientName, refuseFirstName } from '../../domain/patient/patient-name'
import { nationalIdentifierSchema } from '../../domain/patient/patient'
import { defineCall, defineCommand } from '../../engine/define'

const named = z.object({ id: z.string(), name: z.string() })
const genders = ['male', 'female'] as const
const registeredSchema = z.object({
  id: z.string(),
  revision: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.enum(genders),
  birthDate: z.string(),
  telephone: z.string().nullable(),
  address: addressSchema.nullable(),
  nationalIdentifier: nationalIdentifierSchema.nullable(),
})
/** A patient as whoever registers them reads them. */
export type RegisteredPatient = z.infer<typeof registeredSchema>

const flagSchema = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  active: z.boolean(),
})
/** A kind of flag, and whether a patient has it. */
export type PatientFlagState = z.infer<typeof flagSchema>

const loginSchema = z.object({ id: z.string(), email: z.string() })
const admittedSchema = z.object({
  id: z.string(),
  admittedAt: z.string(),
  ward: named,
  carePathway: named,
  mayOpen: z.boolean(),
})
/** What became of an admission. */
export type AdmittedPatient = z.infer<typeof admittedSchema>

/** The kinds of flag, with which of them a patient has; of nobody: none. */
export const patientFlags = defineCall({
  name: 'patientFlags',
  document: PatientFlagsDocument,
  variables: (input: { readonly patientId: string | null }) => input,
  wire: (answer): readonly PatientFlagState[] =>
    z.object({ patientFlags: z.array(flagSchema) }).parse(answer).patientFlags,
})

const scoringSchema = z.object({
  isOnScale2: z.boolean(),
  setAt: z.string(),
  setBy: personSchema.nullable(),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  thresholdsEndedAt: z.string().nullable(),
})
/** How a patient was scored before they are admitted again. */
export type EarlierScoring = z.infer<typeof scoringSchema>

/** How a patient was scored before; null: as everybody. */
export const earlierScoring = defineCall({
  name: 'earlierScoring',
  document: EarlierScoringDocument,
  variables: (input: { readonly patientId: string }) => input,
  wire: (answer) =>
    z.object({ earlierScoring: scoringSchema.nullable() }).parse(answer).earlierScoring,
})

/** The login of a patient's own; null: they have none. */
export const selfCareLogin = defineCall({
  name: 'selfCareLogin',
  document: SelfCareLoginDocument,
  variables: (input: { readonly patientId: string }) => input,
  wire: (answer) => z.object({ selfCareLogin: loginSchema.nullable() }).parse(answer).selfCareLogin,
})

const similarSchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  hasNationalIdentifier: z.boolean(),
  likeness: z.object({ names: z.enum(nameLikenesses), birthDate: z.enum(birthDateLikenesses) }),
})
/** Somebody who is easily taken for a new patient. */
export type SimilarPatient = z.infer<typeof similarSchema>

/** Who of the organisation may be this person. */
export const similarPatients = defineCall({
  name: 'similarPatients',
  document: SimilarPatientsDocument,
  variables: (input: {
    readonly firstName: string
    readonly lastName: string
    readonly birthDate: string
  }) => input,
  wire: (answer): readonly SimilarPatient[] =>
    z.object({ similarPatients: z.array(similarSchema) }).parse(answer).similarPatients,
})

/** Who of the organisation resembles one of many, by their places; `similarPatients` of one. */
export const similarToMany = defineCall({
  name: 'similarToMany',
  document: SimilarToManyDocument,
  variables: (input: {
    readonly people: {
      readonly firstName: string
      readonly lastName: string
      readonly birthDate: string
    }[]
  }) => input,
  wire: (answer) =>
    z
      .object({
        similarToMany: z.array(z.object({ at: z.number(), patients: z.array(similarSchema) })),
      })
      .parse(answer).similarToMany,
})

const lists = ['patients', 'wards', 'ward', 'wardPatients', 'carePathways', 'patientFlags']

/** Registers a patient. */
export const createPatient = defineCommand({
  name: 'createPatient',
  document: CreatePatientDocument,
  input: z
    .object({
      type: z.literal('elderly'),
      firstName: z.string().trim(),
      lastName: patientName,
      birthDate: z.string(),
      gender: z.enum(genders),
      address: addressSchema.nullable(),
      telephone: z.string().nullable(),
      preExistingConditions: z.array(z.string()),
      nationalIdentifierValue: z.string().nullable(),
      differentPatientReason: differentPatientReason.optional(),
      hasOneName: z.boolean().optional(),
    })
    .superRefine(refuseFirstName),
  action: 'patient.create',
  transport: { batch: true },
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ createPatient: registeredSchema }).parse(answer).createPatient,
  }),
  refreshes: ['patients'],
})

/** Replaces telephone and address of a patient who is being admitted. Online only, as admitting is. */
export const setContactAtAdmission = defineCommand({
  name: 'setContactAtAdmission',
  document: SetContactAtAdmissionDocument,
  input: z.object({
    patientId: z.string().min(1),
    newContact: contactSchema,
  }),
  action: 'patient.update-contact',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ updatePatientContactDetails: registeredSchema }).parse(answer)
      .updatePatientContactDetails,
  }),
  refreshes: ['patients', 'patientRecord'],
})

const flagInput = z.object({ type: z.string(), active: z.boolean() })

/** Admits a patient, or another organisation's by identifier and birth date. */
export const admitPatientToWard = defineCommand({
  name: 'admitPatientToWard',
  document: AdmitPatientToWardDocument,
  input: z.object({
    patientId: z.string().nullable(),
    registeredElsewhere: z
      .object({ nationalIdentifierValue: z.string(), birthDate: z.string() })
      .nullable(),
    wardId: z.string().min(1),
    carePathwayId: z.string().min(1),
    flags: z.array(flagInput),
    spo2Scale2: z.enum(['KEEP', 'END']).optional(),
    expectedDischargeDate: z.string().nullable(),
    admittedAt: z.string().nullable(),
    referralId: z.string().nullable(),
  }),
  action: 'patient.admit',
  transport: { batch: true },
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ admitPatientToWard: admittedSchema }).parse(answer).admitPatientToWard,
  }),
  refreshes: [...lists, 'virtualWard', 'patientRecord', 'virtualWardFilter', 'tasks'],
})

/** Begins and ends flags of a patient. */
export const updatePatientFlags = defineCommand({
  name: 'updatePatientFlags',
  document: UpdatePatientFlagsDocument,
  input: z.object({ patientId: z.string().min(1), flags: z.array(flagInput) }),
  action: 'patient.set-flags',
  variables: (input) => input,
  wire: () => ({ value: true }),
  refreshes: ['patientFlags', 'patientRecord', 'virtualWard'],
})

/** Gives a patient a login of their own. */
export const createSelfCareLogin = defineCommand({
  name: 'createSelfCareLogin',
  document: CreateSelfCareLoginDocument,
  input: z.object({
    patientId: z.string().min(1),
    selfCare: selfCareLoginInput,
  }),
  action: 'patient.create-login',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ createSelfCareLogin: loginSchema }).parse(answer).createSelfCareLogin,
  }),
  refreshes: ['selfCareLogin'],
})

const removalSchema = z.object({
  isMonitored: z.boolean(),
  isAdmitted: z.boolean(),
  isShared: z.boolean(),
})
/** What keeps a patient from being removed, and whether others keep the record. */
export type PatientRemoval = z.infer<typeof removalSchema>

/** Asked before a patient is removed. */
export const patientRemoval = defineCall({
  name: 'patientRemoval',
  document: PatientRemovalDocument,
  variables: (input: { readonly patientId: string }) => input,
  wire: (answer) => z.object({ patientRemoval: removalSchema }).parse(answer).patientRemoval,
})

/** Removes a patient from the acting organisation. */
export const deletePatient = defineCommand({
  name: 'deletePatient',
  document: DeletePatientDocument,
  input: z.object({ patientId: z.string().min(1) }),
  action: 'patient.delete',
  variables: (input) => input,
  wire: () => ({ value: true }),
  refreshes: [...lists, 'virtualWard', 'watchList', 'patientOnBoard'],
})

/** Corrects what is named of a patient; what is left out stays. */
export const updatePatient = defineCommand({
  name: 'updatePatient',
  document: UpdatePatientDocument,
  input: z
    .object({
      patientId: z.string().min(1),
      firstName: z.string().trim().optional(),
      hasOneName: z.boolean().optional(),
      lastName: patientName.optional(),
      birthDate: z.string().optional(),
      gender: z.enum(genders).optional(),
      address: addressSchema.nullable().optional(),
      telephone: z.string().nullable().optional(),
      nationalIdentifierValue: z.string().nullable().optional(),
    })
    .superRefine(refuseFirstName),
  action: 'patient.edit',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ updatePatient: registeredSchema }).parse(answer).updatePatient,
  }),
  refreshes: [
    ...lists,
    'patientRecord',
    'virtualWard',
    'watchList',
    'patientOnBoard',
    'nhsNumberDetails',
  ],
})

/** Whose password can be set anew for a patient. */
export const selfCareReset = defineCall({
  name: 'selfCareReset',
  document: SelfCareResetDocument,
  variables: (input: { readonly patientId: string }) => input,
  wire: (answer) =>
    z
      .object({
        selfCareReset: z.object({ userId: z.string().nullable(), isElsewhere: z.boolean() }),
      })
      .parse(answer).selfCareReset,
})

/** Sets the password of a patient's login. */
export const setPasswordForSelfCareUser = defineCommand({
  name: 'setPasswordForSelfCareUser',
  document: SetPasswordForSelfCareUserDocument,
  input: z.object({ userId: z.string().min(1), password: z.string().min(1) }),
  action: 'patient.reset-self-care-password',
  variables: (input) => input,
  wire: () => ({ value: true }),
})
