import { updatePatientContactDetails } from '../../../src/domain/patient/commands'
import { operation } from '../../engine/synced'
import type { SyncedOperation } from '../../engine/synced'
import { changeContact } from './contact'

/** Commands of this area that may wait. */
export const admissionOperations: readonly SyncedOperation[] = [
  operation(updatePatientContactDetails, async (scope, input) => {
    const { revision, conflict } = await changeContact(scope, input)
    return {
      version: String(revision),
      ...(conflict === null ? {} : { open: { code: 'CHANGED', conflict } }),
    }
  }),
]
