import { z } from 'zod'
import { addressSchema } from '../../domain/organization/organization'
import { genders } from '../../domain/patient/patient'

const named = z.object({ id: z.string(), name: z.string() })

const patientSchema = z.object({
  /** Null: registered with another organisation, and linked by the admission. */
  id: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  /** Null: registered with another organisation, and not told. */
  gender: z.enum(genders).nullable().default(null),
  /** Ten digits. */
  identifier: z.string().nullable(),
  telephone: z.string().nullable(),
  address: addressSchema.nullable(),
})
/** Whom the journey is about. */
export type JourneyPatient = z.infer<typeof patientSchema>

const matchSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  patient: z
    .object({
      id: z.string(),
      gender: z.enum(['male', 'female']),
      nationalIdentifier: z.object({ type: z.string(), value: z.string() }).nullable(),
      address: addressSchema.nullable(),
      telephone: z.string().nullable(),
      wardAdmission: z
        .object({
          admittedAt: z.string(),
          ward: named,
          carePathway: named,
          organization: named,
        })
        .nullable(),
    })
    .nullable(),
})
/** Who was found. */
export type JourneyMatch = z.infer<typeof matchSchema>

const admissionSchema = z.object({
  ward: named,
  carePathway: named,
  isSelfCare: z.boolean(),
  flags: z.array(z.object({ type: z.string(), active: z.boolean() })),
  /** Of who is on SpO2 Scale 2, or may be; null: they are not. */
  scale2: z.enum(['KEEP', 'END']).nullable().default(null),
  admittedAt: z.string().nullable(),
  expectedDischargeDate: z.string().nullable(),
})
/** The admission that is confirmed last. */
export type PendingAdmission = z.infer<typeof admissionSchema>

const stateSchema = z.object({
  /** Null: nobody was looked for, or nobody found. */
  match: matchSchema.nullable(),
  patient: patientSchema.nullable(),
  patientCreated: z.boolean(),
  initializedWithPatient: z.boolean(),
  contactUpdated: z.boolean(),
  selfCareLoginCreated: z.string().nullable(),
  pendingWardAdmission: admissionSchema.nullable(),
  referralId: z.string().nullable(),
  admitted: z
    .object({
      id: z.string(),
      admittedAt: z.string(),
      ward: named,
      carePathway: named,
      mayOpen: z.boolean(),
    })
    .nullable(),
})
/** What an admit journey has collected (O234). */
export type AdmitState = z.infer<typeof stateSchema>

const fields = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]))
const keptSchema = z.object({
  state: stateSchema,
  /** What is typed in each form, passwords left out. */
  forms: z.record(z.string(), fields),
  position: z
    .object({ at: z.string(), trail: z.array(z.string()), phase: z.enum(['open']) })
    .nullable(),
  /** Under which key each command was sent last, so that a lost answer is no second patient. */
  sent: z.record(
    z.string(),
    z.object({ text: z.string(), as: z.object({ id: z.string(), capturedAt: z.number() }) }),
  ),
})
/** What outlives a closed tab. */
export type KeptJourney = z.infer<typeof keptSchema>

/** A journey at its beginning. */
export const newJourney = (
  patient: JourneyPatient | null,
  referralId: string | null = null,
): KeptJourney => ({
  state: {
    match: null,
    patient,
    patientCreated: false,
    initializedWithPatient: patient !== null,
    contactUpdated: false,
    selfCareLoginCreated: null,
    pendingWardAdmission: null,
    referralId,
    admitted: null,
  },
  forms: {},
  position: null,
  sent: {},
})

/** What a draft holds; null: nothing, or of another release. */
export const readKept = (text: string): KeptJourney | null => {
  try {
    return text === '' ? null : (keptSchema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

/** What of the journey this user and this organisation have. */
export interface AdmitRights {
  readonly hasSelfCare: boolean
  /** False: the journey ends once the patient is registered (K3). */
  readonly mayAdmit: boolean
  /** False: nobody of the organisation admits to a ward. */
  readonly hasWards: boolean
  readonly mayCreateLogin: boolean
  /** The user may open the record of somebody who is not admitted. */
  readonly opensUnadmitted: boolean
}

export type StepId = 'search' | 'patient' | 'contact' | 'ward' | 'login' | 'confirm' | 'success'

/** The steps in their order: without self-care, and with it (O054, O055). */
export const stepOrder = ({ hasSelfCare }: AdmitRights): readonly StepId[] =>
  hasSelfCare
    ? ['search', 'patient', 'ward', 'contact', 'login', 'confirm', 'success']
    : ['search', 'patient', 'contact', 'ward', 'confirm', 'success']

const lacksContact = ({ patient }: AdmitState): boolean =>
  patient?.telephone == null || patient.address === null

/** Which steps this journey does not enter. */
export const isSkipped = (step: StepId, state: AdmitState, rights: AdmitRights): boolean => {
  const isSelfCare = state.pendingWardAdmission?.isSelfCare === true
  const isElsewhere = state.patient?.id === null
  switch (step) {
    case 'search':
    case 'patient':
      return state.initializedWithPatient
    case 'contact':
      return (
        isElsewhere ||
        (rights.hasSelfCare && rights.mayAdmit && !(isSelfCare && lacksContact(state)))
      )
    case 'ward':
    case 'confirm':
      return !rights.mayAdmit
    case 'login':
      return (
        !isSelfCare || isElsewhere || !rights.mayCreateLogin || state.selfCareLoginCreated !== null
      )
    case 'success':
      return false
  }
}

/** Whether Back leads anywhere from a step: a patient who was created is not created again. */
export const mayGoBack = (step: StepId, state: AdmitState, rights: AdmitRights): boolean => {
  if (state.admitted !== null || step === 'success') return false
  const first = rights.hasSelfCare && rights.mayAdmit ? 'ward' : 'contact'
  return !((step === first || step === 'ward') && state.patientCreated)
}
