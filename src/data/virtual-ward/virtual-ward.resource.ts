import { rosterScope, subjectScope } from '../../domain/sync/scopes'
import {
  PatientOnBoardDocument,
  PatientsInWatchListDocument,
  VirtualWardFilterValuesDocument,
  VirtualWardPatientsDocument,
} from '../../../schema/generated/documents/virtual-ward'
import { isListedAsWatched } from '../../domain/patient/watch'
import { inWindow, orderPatients } from '../../domain/virtual-ward/order'
import {
  virtualWardPatientSchema,
  type VirtualWardQuery,
} from '../../domain/virtual-ward/virtual-ward'
import { defineResource } from '../../engine/define'
import {
  readPatientOnBoard,
  readVirtualWard,
  readVirtualWardFilter,
  readWatchList,
  virtualWardFilterSchema,
} from './virtual-ward.wire'

/** The server gives no larger page by name; the device's own roster has no such limit. */
const pageMost = 50

const isWhole = (query: VirtualWardQuery): boolean =>
  !query.wardIds?.length &&
  !query.neighborIds?.length &&
  !query.nameOrNhsNumber?.trim() &&
  query.onlyOverdue !== true

/**
 * A page of the virtual ward, from the whole roster on the device by the server's rules
 * (src/domain/virtual-ward). `arrangedBy` device: the roster cannot be refreshed now.
 */
export const virtualWard = defineResource({
  name: 'virtualWard',
  table: 'virtualWardPatient',
  document: VirtualWardPatientsDocument,
  variables: (query: VirtualWardQuery) => ({
    take: Math.min(query.take, pageMost),
    skip: query.skip,
    wardIds: query.wardIds?.length ? [...query.wardIds] : null,
    neighborIds: query.neighborIds?.length ? [...query.neighborIds] : null,
    nameOrNhsNumber: query.nameOrNhsNumber?.trim() || null,
    withCheckupsInLastHours: query.withCheckupsInLastHours ?? null,
    onlyOverdue: query.onlyOverdue === true ? true : null,
    sort: query.sort.map((term) => ({ ...term })),
  }),
  transport: { batch: true, noRetry: true },
  wire: readVirtualWard,
  row: (value) => virtualWardPatientSchema.parse(value),
  index: (row) => ({ subjectId: row.id }),
  select: () => ({ by: 'all' }),
  pulled: {
    entity: 'VirtualWardPatient',
    scope: (_query, { organizationId }) => rosterScope(organizationId),
    opens: subjectScope,
  },
  arrange: (rows, query, { receipt, pulled, offline, now }) => {
    if (pulled === null && receipt !== null && !offline) {
      const byId = new Map(
        rows.map((row) => [row.id, inWindow(row, query.withCheckupsInLastHours, now)]),
      )
      return {
        rows: receipt.ids.flatMap((id) => byId.get(id) ?? []),
        total: receipt.total,
        arrangedBy: 'server',
      }
    }
    // Overdue depends on the clock: the screen filters all rows and cuts the page.
    const { onlyOverdue: isByTheClock = false, ...found } = query
    const ordered = orderPatients(rows, found, now)
    return {
      rows: isByTheClock ? ordered : ordered.slice(query.skip, query.skip + query.take),
      total: ordered.length,
      arrangedBy: pulled === null || offline ? 'device' : 'server',
    }
  },
  staleAfterMs: 60_000,
  keepReceipt: (query) => !query.nameOrNhsNumber?.trim(),
  // A page that is the whole unfiltered ward tells who left it.
  gone: (kept, page, query) => {
    if (!isWhole(query) || query.skip !== 0 || page.total === null || page.total > page.rows.length)
      return []
    const present = new Set(page.rows.map((row) => row.id))
    return kept.filter((row) => !present.has(row.id)).map((row) => row.id)
  },
})

/** The user's watch list from this device's rows, with waiting changes. */
export const watchList = defineResource({
  name: 'watchList',
  table: 'virtualWardPatient',
  document: PatientsInWatchListDocument,
  variables: ({ withCheckupsInLastHours }: Pick<VirtualWardQuery, 'withCheckupsInLastHours'>) => ({
    withCheckupsInLastHours: withCheckupsInLastHours ?? null,
  }),
  transport: { batch: true, noRetry: true },
  wire: readWatchList,
  row: (value) => virtualWardPatientSchema.parse(value),
  index: (row) => ({ subjectId: row.id }),
  select: () => ({ by: 'all' }),
  // Whoever is watched is kept on the device with the whole record.
  pulled: {
    entity: 'VirtualWardPatient',
    scope: (_query, { organizationId }) => rosterScope(organizationId),
    opens: subjectScope,
  },
  arrange: (rows, { withCheckupsInLastHours: hours }, { now }) => {
    const wanted = {
      sort: [{ field: 'lastName', direction: 'ASC' }] as const,
      ...(hours === undefined ? {} : { withCheckupsInLastHours: hours }),
    }
    const watched = orderPatients(rows.filter(isListedAsWatched), wanted, now)
    return { rows: watched, total: watched.length, arrangedBy: 'device' }
  },
  staleAfterMs: 60_000,
})

/** One patient as on the board; zero rows for a patient who is not on it. */
export const patientOnBoard = defineResource({
  name: 'patientOnBoard',
  table: 'virtualWardPatient',
  document: PatientOnBoardDocument,
  variables: ({ patientId }: { readonly patientId: string }) => ({ patientId }),
  transport: { batch: true },
  wire: readPatientOnBoard,
  row: (value) => virtualWardPatientSchema.parse(value),
  index: (row) => ({ subjectId: row.id }),
  select: ({ patientId }) => ({ by: 'id', id: patientId }),
  pulled: {
    entity: 'VirtualWardPatient',
    scope: (_params, { organizationId }) => rosterScope(organizationId),
    opens: subjectScope,
  },
  arrange: (rows) => ({ rows, total: rows.length, arrangedBy: 'server' }),
  staleAfterMs: 60_000,
})

/** The wards and neighbours that the virtual ward can be filtered by; zero rows or one. */
export const virtualWardFilter = defineResource({
  name: 'virtualWardFilter',
  table: 'virtualWardFilter',
  document: VirtualWardFilterValuesDocument,
  variables: (_params: Record<string, never>) => ({}),
  transport: { batch: true },
  wire: readVirtualWardFilter,
  row: (value) => virtualWardFilterSchema.parse(value),
  select: () => ({ by: 'all' }),
  arrange: (rows) => ({ rows, total: rows.length, arrangedBy: 'server' }),
  staleAfterMs: 10 * 60_000,
})
