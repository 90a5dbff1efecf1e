import {
  lookAtCriticalInformation,
  recordAllergy,
  recordCriticalInformation,
  strikeOutAllergy,
} from '../../../src/domain/critical/commands'
import { operation, type Captured, type SyncedOperation } from '../../engine/synced'
import { badInput } from '../../graphql/errors'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { addAllergy, recordInformation, strikeOut, type About } from './record'

const aboutOf = (
  { idempotencyKey: id }: Scope,
  patientId: string,
  { at: capturedAt }: Captured,
): About => {
  if (id === null) throw badInput([{ path: 'id', message: 'Needs an id of its own' }])
  return { patientId, id, capturedAt }
}

/** Commands about what everybody must know, all of which may wait. */
export const criticalInformationOperations: readonly SyncedOperation[] = [
  operation(recordAllergy, async (scope, { patientId, allergy }, captured) => ({
    version: String(await addAllergy(scope, aboutOf(scope, patientId, captured), allergy)),
  })),
  operation(strikeOutAllergy, async (scope, { patientId, ...wanted }, captured) => ({
    version: String(await strikeOut(scope, aboutOf(scope, patientId, captured), wanted)),
  })),
  operation(recordCriticalInformation, async (scope, { patientId, ...wanted }, captured) => ({
    version: String(await recordInformation(scope, aboutOf(scope, patientId, captured), wanted)),
  })),
  operation(lookAtCriticalInformation, async (scope, { patientId, field }, { at }) => {
    // A record that is open in an emergency is open for reading this.
    await requirePatient({ ...scope, reads: true }, patientId)
    await logged(scope, {
      action: 'lookAtCriticalInformation',
      entityType: 'criticalInformation',
      entityId: `${patientId} ${field}`,
      patientId,
      details: { field, capturedAt: at },
    })
    return { version: at }
  }),
]
