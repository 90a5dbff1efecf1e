import { subjectScope } from '../../domain/sync/scopes'
import { checkupSchema, type Checkup } from '../../domain/checkup/checkup'
import { defineScoped } from '../../engine/define'

export interface PatientCheckupsParams {
  readonly patientId: string
  /** ISO 8601: the page of earlier ones. Screens use `older` of the reading. */
  readonly before?: string
}

const index = (row: Checkup) => ({ subjectId: row.patientId, at: Date.parse(row.endedAt) })
const newestFirst = (a: Checkup, b: Checkup): number =>
  Date.parse(b.endedAt) - Date.parse(a.endedAt) || (a.id < b.id ? 1 : -1)

/** Kept check-ups of a patient, newest first; `older` of the reading fetches fifty more. */
export const patientCheckups = defineScoped({
  name: 'patientCheckups',
  table: 'checkup',
  row: (value) => checkupSchema.parse(value),
  index,
  entity: 'Checkup',
  scope: ({ patientId }: PatientCheckupsParams) => subjectScope(patientId),
  before: ({ before }) => before,
  select: ({ patientId }) => ({ by: 'subject', subjectId: patientId }),
  arrange: (rows, _params, { pulled }) => ({
    rows: rows.toSorted(newestFirst),
    total: pulled?.isWhole === true ? rows.length : null,
    arrangedBy: 'server',
  }),
  staleAfterMs: 60_000,
  olderParams: ({ patientId }, rows, total) => {
    const oldest = rows.at(-1)
    return oldest === undefined || (total !== null && rows.length >= total)
      ? null
      : { patientId, before: oldest.endedAt }
  },
})

export interface CheckupDetailParams {
  readonly patientId: string
  readonly checkupId: string
}

/** One check-up, by patient too: another patient's is never shown. */
export const checkupDetail = defineScoped({
  name: 'checkupDetail',
  table: 'checkup',
  row: (value) => checkupSchema.parse(value),
  index,
  entity: 'Checkup',
  scope: ({ patientId }: CheckupDetailParams) => subjectScope(patientId),
  select: ({ checkupId }) => ({ by: 'id', id: checkupId }),
  arrange: (rows, { patientId }) => {
    const own = rows.filter((row) => row.patientId === patientId)
    return { rows: own, total: own.length, arrangedBy: 'server' }
  },
  // Slightly longer than the refresh of an open screen.
  staleAfterMs: 90_000,
})
