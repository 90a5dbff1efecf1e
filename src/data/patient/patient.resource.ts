import { z } from 'zod'
import { PatientRecordDocument } from '../../../schema/generated/operations'
import { patientSchema, type Patient } from '../../domain/patient/patient'
import { defineResource, type Page } from '../kit'

const answerSchema = z.object({ patient: patientSchema.extend({ asOf: z.string() }) })

const readPatient = (answer: unknown): Page<Patient> => {
  const { asOf, ...patient } = answerSchema.parse(answer).patient
  return { rows: [patient], total: 1, asOf: Date.parse(asOf) }
}

export interface PatientParams {
  readonly patientId: string
}

/** One patient's record; zero rows or one. */
export const patientRecord = defineResource({
  name: 'patientRecord',
  table: 'patient',
  document: PatientRecordDocument,
  variables: ({ patientId }: PatientParams) => ({ patientId }),
  transport: { batch: true },
  wire: readPatient,
  row: (value) => patientSchema.parse(value),
  index: (row) => ({ patientId: row.id }),
  select: ({ patientId }) => ({ by: 'id', id: patientId }),
  pulled: { entity: 'Patient', scope: ({ patientId }) => `PATIENT:${patientId}` },
  arrange: (rows) => ({ rows, total: rows.length, arrangedBy: 'server' }),
  staleAfterMs: 60_000,
})
