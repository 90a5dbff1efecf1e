import { authorOf } from '../../domain/identity'
import * as shared from '../../domain/handover/text'
import { handoverTextSchema, type HandoverText } from '../../domain/handover/text'
import type { Patient } from '../../domain/patient/patient'
import { defineWaitingCommand } from '../../engine/define'
import { settlePatient } from '../patient'

/** The record, and the records that the page of the handover reads. */
const readings = ['patientRecord', 'keptRecords'] as const

/** Gives what somebody wrote of a patient to the next shift. */
export const writeHandover = defineWaitingCommand(shared.writeHandover, {
  input: shared.writeHandover.input,
  plan: ({ patientId, ...parts }, { id, now, me }) => {
    const text: HandoverText = {
      ...parts,
      id,
      revision: 0,
      capturedAt: new Date(now).toISOString(),
      createdBy: authorOf(me),
    }
    return readings.map((resource) => ({
      resource,
      kind: 'change',
      id: patientId,
      patch: { text },
    }))
  },
  lay: ({ patch, capturedAt }) => {
    const text = handoverTextSchema.parse(patch['text'])
    return (row, waiting) => shared.layHandover(row as Patient, { ...text, capturedAt }, waiting)
  },
  settle: settlePatient,
  refreshes: readings,
})
