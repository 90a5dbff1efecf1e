import type {
  AdmittedPatient,
  DischargedPatient,
  MutationDischargePatientFromWardArgs,
  MutationTransferPatientToCarePathwayArgs,
  MutationTransferPatientToWardArgs,
  QueryTransferTargetsArgs,
  TransferTargets,
} from '../../../schema/generated/resolvers'
import type { Scope } from '../../graphql/scope'
import { mayOpenNow, requirePatient } from '../../graphql/visibility'
import { readAdmitted } from '../admission'
import { dischargePatient } from './discharge'
import { readTargets, transferToCarePathway, transferToWard } from './transfer'

/** Query fields of schema/stay.graphql. */
export const stayQueries = {
  async transferTargets(
    scope: Scope,
    { patientId }: QueryTransferTargetsArgs,
  ): Promise<TransferTargets> {
    await requirePatient(scope, patientId)
    return readTargets(scope)
  },
}

type AboutPatient = { readonly patientId: string }
const admittedNow = (scope: Scope, { patientId }: AboutPatient): Promise<AdmittedPatient> =>
  readAdmitted(scope, patientId)
const dischargedNow = async (
  scope: Scope,
  { patientId }: AboutPatient,
): Promise<DischargedPatient> => ({
  id: patientId,
  mayOpen: await mayOpenNow(scope, patientId),
})

/** Mutation fields of schema/stay.graphql. */
export const stayMutations = {
  async transferPatientToWard(
    scope: Scope,
    args: MutationTransferPatientToWardArgs,
  ): Promise<AdmittedPatient> {
    await transferToWard(scope, args.patientId, args.wardId)
    return admittedNow(scope, args)
  },

  async transferPatientToCarePathway(
    scope: Scope,
    args: MutationTransferPatientToCarePathwayArgs,
  ): Promise<AdmittedPatient> {
    await transferToCarePathway(scope, args.patientId, args.carePathwayId)
    return admittedNow(scope, args)
  },

  async dischargePatientFromWard(
    scope: Scope,
    args: MutationDischargePatientFromWardArgs,
  ): Promise<DischargedPatient> {
    await dischargePatient(scope, args)
    return dischargedNow(scope, args)
  },
}

/** What a repeat of a mutation is answered with. */
export const stayRereads = {
  transferPatientToWard: admittedNow,
  transferPatientToCarePathway: admittedNow,
  dischargePatientFromWard: dischargedNow,
}
