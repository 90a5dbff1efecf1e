import type {
  CreatedEwsThresholds,
  MutationAddToWatchListArgs,
  MutationCreateEwsThresholdsArgs,
  MutationRemoveFromWatchListArgs,
  MutationSetPatientAcuityScoreArgs,
  MutationUpdateExpectedDischargeDateArgs,
  Patient,
  QueryPatientArgs,
} from '../../../schema/generated/resolvers'
import { isoNow } from '../../clock'
import { badInput } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { addAcuityScore } from './acuity'
import { createEwsThresholds } from './ews-thresholds'
import { setExpectedDischarge } from './expected-discharge'
import { readPatient } from './repository'
import { setWatched } from './watch-list'

/** Query fields of schema/patient.graphql. */
export const patientQueries = {
  async patient(scope: Scope, args: QueryPatientArgs): Promise<Patient> {
    await requirePatient(scope, args.patientId)
    return readPatient(scope, args.patientId)
  },
}

/** Mutation fields of schema/patient.graphql. */
export const patientMutations = {
  async updateExpectedDischargeDate(
    scope: Scope,
    args: MutationUpdateExpectedDischargeDateArgs,
  ): Promise<Patient> {
    // Left out it could mean either; only null says that the date is to go.
    if (args.expectedDischargeDate === undefined)
      throw badInput([{ path: 'expectedDischargeDate', message: 'Must be a date or null' }])
    const seen =
      args.seen == null
        ? null
        : { ...args.seen, expectedDischargeDate: args.seen.expectedDischargeDate ?? null }
    await setExpectedDischarge(scope, {
      ...args,
      expectedDischargeDate: args.expectedDischargeDate,
      seen,
      capturedAt: isoNow(scope.clock),
    })
    return readPatient(scope, args.patientId)
  },
  async setPatientAcuityScore(
    scope: Scope,
    args: MutationSetPatientAcuityScoreArgs,
  ): Promise<Patient> {
    await addAcuityScore(scope, {
      ...args,
      reason: args.reason ?? null,
      capturedAt: isoNow(scope.clock),
    })
    return readPatient(scope, args.patientId)
  },
  async createEWSThresholds(
    scope: Scope,
    args: MutationCreateEwsThresholdsArgs,
  ): Promise<CreatedEwsThresholds> {
    // Left out it could mean either; only null says that the personal ones are to go.
    if (args.thresholds === undefined)
      throw badInput([{ path: 'thresholds', message: 'Must be thresholds or null' }])
    const errors = await createEwsThresholds(scope, {
      ...args,
      thresholds: args.thresholds,
      spo2Scale: args.spo2Scale ?? null,
      seen: args.seen ?? null,
      basis: args.basis ?? null,
    })
    return {
      errors,
      patient: errors.length === 0 ? await readPatient(scope, args.patientId) : null,
    }
  },
  async addToWatchList(scope: Scope, args: MutationAddToWatchListArgs): Promise<Patient> {
    await setWatched(scope, { ...args, isWatched: true, capturedAt: isoNow(scope.clock) })
    return readPatient(scope, args.patientId)
  },
  async removeFromWatchList(scope: Scope, args: MutationRemoveFromWatchListArgs): Promise<Patient> {
    await setWatched(scope, { ...args, isWatched: false, capturedAt: isoNow(scope.clock) })
    return readPatient(scope, args.patientId)
  },
}

type AboutPatient = { readonly patientId: string }
const patientNow = async (scope: Scope, { patientId }: AboutPatient): Promise<Patient> => {
  await requirePatient(scope, patientId)
  return readPatient(scope, patientId)
}

/** What a repeat of a mutation is answered with: the patient as they are now. */
export const patientRereads = {
  updateExpectedDischargeDate: patientNow,
  setPatientAcuityScore: patientNow,
  addToWatchList: patientNow,
  removeFromWatchList: patientNow,
  startContinuousMonitoringSession: patientNow,
  endContinuousMonitoringSession: patientNow,
  createEWSThresholds: async (scope: Scope, args: AboutPatient, { errors }: Kept) => ({
    errors,
    patient: errors.length === 0 ? await patientNow(scope, args) : null,
  }),
}
