import { subjectScope } from '../../domain/sync/scopes'
import { patientSchema } from '../../domain/patient/patient'
import { defineScoped } from '../../engine/define'

export interface PatientParams {
  readonly patientId: string
}

/** One patient's record; zero rows or one. */
export const patientRecord = defineScoped({
  name: 'patientRecord',
  table: 'patient',
  row: (value) => patientSchema.parse(value),
  index: (row) => ({ subjectId: row.id }),
  select: ({ patientId }) => ({ by: 'id', id: patientId }),
  entity: 'Patient',
  scope: ({ patientId }: PatientParams) => subjectScope(patientId),
  arrange: (rows) => ({ rows, total: rows.length, arrangedBy: 'server' }),
  staleAfterMs: 60_000,
})
