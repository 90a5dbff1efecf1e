import type {
  AdmittedPatient,
  EarlierScoring,
  MutationAdmitPatientToWardArgs,
  MutationCreatePatientArgs,
  MutationCreateSelfCareLoginArgs,
  MutationDeletePatientArgs,
  MutationUpdatePatientArgs,
  MutationUpdatePatientContactDetailsArgs,
  MutationUpdatePatientFlagsArgs,
  Patient,
  PatientFlag,
  PatientRemoval,
  QueryEarlierScoringArgs,
  QueryPatientFlagsArgs,
  QueryPatientRemovalArgs,
  QuerySelfCareLoginArgs,
  QuerySelfCareResetArgs,
  QuerySimilarPatientsArgs,
  QuerySimilarToManyArgs,
  RegisteredPatient,
  SelfCareLogin,
  SelfCareReset,
  SimilarPatient,
  SimilarToOne,
} from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import { changedMeanwhile, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import type { Scope } from '../../graphql/scope'
import { pregnant } from '../../../src/domain/patient/flag-types'
import { requirePatient } from '../../graphql/visibility'
import type { UserAdministration } from '../../graphql/user-administration'
import { readPatient } from '../patient'
import { admitPatient, readAdmitted, type AdmitReferred } from './admit'
import { changeContact } from './contact'
import { editPatient } from './edit'
import { judgeNewest, readFlags, setFlags } from './flags'
import { createLogin, findLogin, readReset } from './login'
import { registerPatient } from './register'
import { findSimilar, findSimilarToMany } from './similar'
import { readScoring } from './scoring'
import { readRemoval, removePatient } from './remove'
import { logPatientAction, readRegistered, requireForAdmission } from './registered'

/** Query fields of schema/admission.graphql. */
export const admissionQueries = {
  async patientFlags(scope: Scope, { patientId }: QueryPatientFlagsArgs): Promise<PatientFlag[]> {
    if (patientId != null) await requireForAdmission(scope, patientId)
    return readFlags(scope, patientId ?? null)
  },
  async earlierScoring(
    scope: Scope,
    { patientId }: QueryEarlierScoringArgs,
  ): Promise<EarlierScoring | null> {
    await requireForAdmission(scope, patientId)
    return readScoring(scope, patientId)
  },
  similarPatients: (scope: Scope, args: QuerySimilarPatientsArgs): Promise<SimilarPatient[]> =>
    findSimilar(scope, args),
  similarToMany: (scope: Scope, args: QuerySimilarToManyArgs): Promise<SimilarToOne[]> =>
    findSimilarToMany(scope, args),
  async selfCareReset(scope: Scope, { patientId }: QuerySelfCareResetArgs): Promise<SelfCareReset> {
    await requireForAdmission(scope, patientId)
    return readReset(scope, patientId)
  },
  patientRemoval: (scope: Scope, { patientId }: QueryPatientRemovalArgs): Promise<PatientRemoval> =>
    readRemoval(scope, patientId),
  async selfCareLogin(
    scope: Scope,
    { patientId }: QuerySelfCareLoginArgs,
  ): Promise<SelfCareLogin | null> {
    await requireForAdmission(scope, patientId)
    return findLogin(scope, patientId)
  },
}

/**
 * Mutation fields of schema/admission.graphql.
 * @param administration null: another provider keeps the sign-ins
 */
export const createAdmissionMutations = (
  administration: UserAdministration | null,
  admitReferred: AdmitReferred,
) => ({
  createSelfCareLogin: (
    scope: Scope,
    args: MutationCreateSelfCareLoginArgs,
  ): Promise<SelfCareLogin> => createLogin(scope, administration, args),

  async createPatient(scope: Scope, args: MutationCreatePatientArgs): Promise<RegisteredPatient> {
    return readRegistered(scope, await registerPatient(scope, args))
  },

  async updatePatientContactDetails(
    scope: Scope,
    { patientId, newContact, seen }: MutationUpdatePatientContactDetailsArgs,
  ): Promise<RegisteredPatient> {
    const { conflict } = await changeContact(scope, { patientId, newContact, seen: seen ?? null })
    // Of a mutation all is done or nothing.
    if (conflict !== null)
      throw changedMeanwhile('CHANGED', 'The contact details were changed meanwhile', conflict)
    return readRegistered(scope, patientId)
  },

  async admitPatientToWard(
    scope: Scope,
    args: MutationAdmitPatientToWardArgs,
  ): Promise<AdmittedPatient> {
    const patientId = await admitPatient(scope, args, {
      requirePatient: (id) => requireForAdmission(scope, id, { admits: true }),
      admitReferred,
    })
    return readAdmitted(scope, patientId)
  },

  async deletePatient(scope: Scope, { patientId }: MutationDeletePatientArgs): Promise<boolean> {
    await removePatient(scope, patientId)
    return true
  },

  async updatePatient(scope: Scope, args: MutationUpdatePatientArgs): Promise<RegisteredPatient> {
    await editPatient(scope, args)
    return readRegistered(scope, args.patientId)
  },

  async updatePatientFlags(
    scope: Scope,
    { patientId, flags }: MutationUpdatePatientFlagsArgs,
  ): Promise<Patient> {
    await requirePatient(scope, patientId)
    const now = isoNow(scope.clock)
    await setFlags(scope, patientId, flags, { at: now, endedAt: now })
    if (flags.some(({ type, active }) => active && type === pregnant))
      await judgeNewest(scope, patientId)
    await logPatientAction(scope, 'updatePatientFlags', patientId, { details: { flags } })
    return readPatient(scope, patientId)
  },
})

/** What a repeat of a mutation is answered with. */
export const admissionRereads = {
  // Only what was done is repeated.
  deletePatient: async (): Promise<boolean> => true,
  createPatient: async (scope: Scope, _args: object, { id }: Kept): Promise<RegisteredPatient> => {
    if (id === null) throw notFound()
    await requireForAdmission(scope, id)
    return readRegistered(scope, id)
  },
  updatePatient: async (
    scope: Scope,
    { patientId }: MutationUpdatePatientArgs,
  ): Promise<RegisteredPatient> => {
    await requireForAdmission(scope, patientId)
    return readRegistered(scope, patientId)
  },
  updatePatientContactDetails: async (
    scope: Scope,
    { patientId }: MutationUpdatePatientContactDetailsArgs,
  ): Promise<RegisteredPatient> => {
    await requireForAdmission(scope, patientId)
    return readRegistered(scope, patientId)
  },
  admitPatientToWard: async (
    scope: Scope,
    _args: object,
    { id }: Kept,
  ): Promise<AdmittedPatient> => {
    if (id === null) throw notFound()
    return readAdmitted(scope, id)
  },
  createSelfCareLogin: async (
    scope: Scope,
    { patientId }: MutationCreateSelfCareLoginArgs,
  ): Promise<SelfCareLogin> => {
    await requireForAdmission(scope, patientId)
    const found = await findLogin(scope, patientId)
    if (found === null) throw notFound()
    return found
  },
  updatePatientFlags: async (
    scope: Scope,
    { patientId }: MutationUpdatePatientFlagsArgs,
  ): Promise<Patient> => {
    await requirePatient(scope, patientId)
    return readPatient(scope, patientId)
  },
}
