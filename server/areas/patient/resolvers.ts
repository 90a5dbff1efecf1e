import type { Patient, QueryPatientArgs } from '../../../schema/generated/resolvers'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { readPatient } from './repository'

/** Query fields of schema/patient.graphql. */
export const patientQueries = {
  async patient(scope: Scope, args: QueryPatientArgs): Promise<Patient> {
    await requirePatient(scope, args.patientId)
    return readPatient(scope, args.patientId)
  },
}
