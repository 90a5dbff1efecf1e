import { subjectScope } from '../../domain/sync/scopes'
import {
  CheckupDetailDocument,
  PatientCheckupsDocument,
} from '../../../schema/generated/documents/checkup'
import { checkupSchema, type Checkup } from '../../domain/checkup/checkup'
import { defineResource, goneFromTimeline } from '../../engine/define'
import { readCheckup, readCheckups } from './checkup.wire'

export interface PatientCheckupsParams {
  readonly patientId: string
  /** ISO 8601: the page of earlier ones. Screens use `older` of the reading. */
  readonly before?: string
}

const take = 50
const index = (row: Checkup) => ({ subjectId: row.patientId, at: Date.parse(row.endedAt) })
const newestFirst = (a: Checkup, b: Checkup): number =>
  Date.parse(b.endedAt) - Date.parse(a.endedAt) || (a.id < b.id ? 1 : -1)

/** Kept check-ups of a patient, newest first; `older` of the reading fetches fifty more. */
export const patientCheckups = defineResource({
  name: 'patientCheckups',
  table: 'checkup',
  document: PatientCheckupsDocument,
  variables: ({ patientId, before }: PatientCheckupsParams) => ({ patientId, take, before }),
  transport: { batch: true },
  wire: readCheckups,
  row: (value) => checkupSchema.parse(value),
  index,
  select: ({ patientId }) => ({ by: 'subject', subjectId: patientId }),
  // Older pages than the scope has come to are asked for by name.
  pulled: {
    entity: 'Checkup',
    scope: ({ patientId, before }) => (before === undefined ? subjectScope(patientId) : null),
  },
  arrange: (rows, _params, { receipt, pulled }) => ({
    rows: rows.toSorted(newestFirst),
    total: pulled?.isWhole === true ? rows.length : (receipt?.total ?? null),
    arrangedBy: 'server',
  }),
  staleAfterMs: 60_000,
  gone: (kept, page, { before }) =>
    goneFromTimeline(kept, page, take, before === undefined ? null : Date.parse(before)),
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
export const checkupDetail = defineResource({
  name: 'checkupDetail',
  table: 'checkup',
  document: CheckupDetailDocument,
  variables: ({ checkupId }: CheckupDetailParams) => ({ id: checkupId }),
  transport: { batch: true },
  wire: readCheckup,
  row: (value) => checkupSchema.parse(value),
  index,
  select: ({ checkupId }) => ({ by: 'id', id: checkupId }),
  pulled: { entity: 'Checkup', scope: ({ patientId }) => subjectScope(patientId) },
  arrange: (rows, { patientId }) => {
    const own = rows.filter((row) => row.patientId === patientId)
    return { rows: own, total: own.length, arrangedBy: 'server' }
  },
  // Slightly longer than the refresh of an open screen.
  staleAfterMs: 90_000,
})
