import { subjectScope } from '../../domain/sync/scopes'
import { PatientRecordDocument } from '../../../schema/generated/documents/patient'
import { patientSchema } from '../../domain/patient/patient'
import { defineResource } from '../../engine/define'
import { readPatient } from './patient.wire'

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
  index: (row) => ({ subjectId: row.id }),
  select: ({ patientId }) => ({ by: 'id', id: patientId }),
  pulled: { entity: 'Patient', scope: ({ patientId }) => subjectScope(patientId) },
  arrange: (rows) => ({ rows, total: rows.length, arrangedBy: 'server' }),
  staleAfterMs: 60_000,
})
