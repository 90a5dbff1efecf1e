import { rosterScope, subjectScope } from '../../domain/sync/scopes'
import { VirtualWardFilterValuesDocument } from '../../../schema/generated/documents/virtual-ward'
import { isListedAsWatched } from '../../domain/patient/watch'
import { orderPatients } from '../../domain/virtual-ward/order'
import {
  virtualWardPatientSchema,
  type VirtualWardQuery,
} from '../../domain/virtual-ward/virtual-ward'
import { defineResource, defineScoped } from '../../engine/define'
import { readVirtualWardFilter, virtualWardFilterSchema } from './virtual-ward.wire'

/** Where the board's rows come from: the roster, on which each opens the record of its patient. */
const onRoster = {
  entity: 'VirtualWardPatient',
  scope: (_params: unknown, { organizationId }: { readonly organizationId: string }) =>
    rosterScope(organizationId),
  opens: subjectScope,
}

/**
 * A page of the virtual ward, from the whole roster on the device by the server's rules
 * (src/domain/virtual-ward). `arrangedBy` device: the roster cannot be refreshed now.
 */
export const virtualWard = defineScoped({
  name: 'virtualWard',
  table: 'virtualWardPatient',
  row: (value) => virtualWardPatientSchema.parse(value),
  index: (row) => ({ subjectId: row.id }),
  select: () => ({ by: 'all' }),
  ...onRoster,
  isAskedOnce: true,
  arrange: (rows, query: VirtualWardQuery, { pulled, offline, now }) => {
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
})

/** The user's watch list from this device's rows, with waiting changes. */
export const watchList = defineScoped({
  name: 'watchList',
  table: 'virtualWardPatient',
  row: (value) => virtualWardPatientSchema.parse(value),
  index: (row) => ({ subjectId: row.id }),
  select: () => ({ by: 'all' }),
  // Whoever is watched is kept on the device with the whole record.
  ...onRoster,
  isAskedOnce: true,
  arrange: (
    rows,
    { withCheckupsInLastHours: hours }: Pick<VirtualWardQuery, 'withCheckupsInLastHours'>,
    { now },
  ) => {
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
export const patientOnBoard = defineScoped({
  name: 'patientOnBoard',
  table: 'virtualWardPatient',
  row: (value) => virtualWardPatientSchema.parse(value),
  index: (row) => ({ subjectId: row.id }),
  select: ({ patientId }: { readonly patientId: string }) => ({ by: 'id', id: patientId }),
  ...onRoster,
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
