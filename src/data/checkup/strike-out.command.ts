import { authorOf } from '../../domain/identity'
import { strikeOutCheckup as shared } from '../../domain/observation/commands'
import { layStruckOut, struckOutSchema } from '../../domain/checkup/strike-out'
import type { Checkup } from '../../domain/checkup/checkup'
import { defineWaitingCommand } from '../../engine/define'
import { settlePatient } from '../patient'

/** The readings that list a check-up. What is worked out from it is the server's to work out anew. */
const lists = ['patientCheckups', 'checkupDetail'] as const

/** Strikes out a check-up that was entered in error. It may wait. */
export const strikeOutCheckup = defineWaitingCommand(shared, {
  input: shared.input,
  plan: ({ checkupId, reason, text }, { me, now }) =>
    lists.map((resource) => ({
      resource,
      kind: 'change' as const,
      id: checkupId,
      patch: { struckOut: { at: new Date(now).toISOString(), by: authorOf(me), reason, text } },
    })),
  lay: ({ patch }) => {
    const struckOut = struckOutSchema.parse(patch['struckOut'])
    return (row, waiting) => layStruckOut(row as Checkup, struckOut, waiting)
  },
  settle: settlePatient,
  refreshes: [...lists, 'patientRecord', 'virtualWard', 'watchList', 'patientOnBoard'],
})
