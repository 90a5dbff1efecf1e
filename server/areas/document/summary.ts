import type { Scope } from '../../graphql/scope'
import { freezeSummary, type Discharged } from './freeze'
import { askForDocument } from './repository'

/** Asks for the discharge summary of a stay, in the transaction of the discharge (O256). */
export const askForSummary = async (scope: Scope, discharged: Discharged): Promise<string> =>
  askForDocument(scope, {
    kind: 'discharge-summary',
    patientId: discharged.before.record.id,
    admissionId: discharged.admissionId,
    source: await freezeSummary(scope, discharged),
    at: discharged.dischargedAt,
  })
