import type { Summary } from '../../../src/domain/document/summary'
import type { Scope } from '../../graphql/scope'
import type { Gathered } from './freeze'
import { askForDocument } from './repository'

/** Asks for the discharge summary of a stay, in the transaction of the discharge (O256). */
export const askForSummary = async (
  scope: Scope,
  { stay }: Gathered,
  summary: Summary,
): Promise<string> =>
  askForDocument(scope, {
    kind: 'discharge-summary',
    patientId: stay.patientId,
    admissionId: stay.admissionId,
    source: summary,
    at: summary.dischargedAt,
  })
