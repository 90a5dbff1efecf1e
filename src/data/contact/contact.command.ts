import * as shared from '../../domain/contact/contact'
import { patientContactSchema, type PatientContact } from '../../domain/contact/contact'
import { authorOf } from '../../domain/identity'
import type { Patient } from '../../domain/patient/patient'
import { defineWaitingCommand } from '../../engine/define'
import { settlePatient } from '../patient'

/** The record, and the records that the page of the handover reads. */
const readings = ['patientRecord', 'keptRecords'] as const

/** Records a call or a visit. */
export const recordContact = defineWaitingCommand(shared.recordContact, {
  input: shared.recordContact.input,
  plan: ({ patientId, ...given }, { id, now, me }) => {
    const contact: PatientContact = {
      ...given,
      id,
      capturedAt: new Date(now).toISOString(),
      createdBy: authorOf(me),
    }
    return readings.map((resource) => ({
      resource,
      kind: 'change',
      id: patientId,
      patch: { contact },
    }))
  },
  lay: ({ patch, capturedAt }) => {
    const contact = patientContactSchema.parse(patch['contact'])
    return (row, waiting) => shared.layContact(row as Patient, { ...contact, capturedAt }, waiting)
  },
  settle: settlePatient,
  refreshes: readings,
})
