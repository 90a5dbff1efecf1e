import { authorOf } from '../../domain/identity'
import * as shared from '../../domain/repeat/commands'
import { layCancelled, layRepeat } from '../../domain/repeat/lay-repeat'
import { planOf, repeatSchema, type Repeat } from '../../domain/repeat/repeat'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { defineWaitingCommand } from '../../engine/define'
import { settlePatient } from '../patient'

/** The readings that say when a patient is measured again. */
const everywhere = ['patientRecord', 'virtualWard', 'watchList', 'patientOnBoard'] as const

/** Asks for a patient to be measured again. It may wait. */
export const requestRepeat = defineWaitingCommand(shared.requestRepeat, {
  input: shared.requestRepeat.input,
  plan: ({ patientId, reason, ...asked }, { id, now, me }) => {
    const repeat: Repeat = {
      id,
      ...planOf(asked, now),
      reason,
      by: authorOf(me),
      // Nothing measured before it was asked for answers it.
      latestEndedAt: null,
    }
    return everywhere.map((resource) => ({
      resource,
      kind: 'change',
      id: patientId,
      patch: { repeat },
    }))
  },
  lay: ({ patch }) => {
    const repeat = repeatSchema.parse(patch['repeat'])
    return (row, waiting) => layRepeat(row as VirtualWardPatient, repeat, waiting)
  },
  settle: settlePatient,
  refreshes: everywhere,
})

/** Takes a request to measure again back. It may wait. */
export const cancelRepeat = defineWaitingCommand(shared.cancelRepeat, {
  input: shared.cancelRepeat.input,
  plan: ({ patientId, repeatId }) =>
    everywhere.map((resource) => ({
      resource,
      kind: 'change',
      id: patientId,
      patch: { cancelled: repeatId },
    })),
  lay: ({ input }) => {
    return (row, waiting) => layCancelled(row as VirtualWardPatient, input.repeatId, waiting)
  },
  settle: settlePatient,
  refreshes: everywhere,
})
