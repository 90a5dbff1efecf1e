import { VirtualWardFilterValuesDocument, VirtualWardPatientsDocument } from '../../../schema/generated/operations'
import { orderPatients } from '../../domain/virtual-ward/order'
import { virtualWardPatientSchema, type VirtualWardQuery } from '../../domain/virtual-ward/virtual-ward'
import { defineResource } from '../kit'
import { readVirtualWard, readVirtualWardFilter, virtualWardFilterSchema } from './virtual-ward.wire'

const isWhole = (query: VirtualWardQuery): boolean =>
  !query.wardIds?.length && !query.neighborIds?.length && !query.nameOrNhsNumber?.trim()

/**
 * A page of the virtual ward. Online it is the server's page in the server's order. Offline, and for a page that was
 * never fetched, the same rules are run over the rows that this device has, and `arrangedBy` says so.
 */
export const virtualWard = defineResource({
  name: 'virtualWard',
  table: 'virtualWardPatient',
  document: VirtualWardPatientsDocument,
  variables: (query: VirtualWardQuery) => ({
    take: query.take,
    skip: query.skip,
    wardIds: query.wardIds?.length ? [...query.wardIds] : null,
    neighborIds: query.neighborIds?.length ? [...query.neighborIds] : null,
    nameOrNhsNumber: query.nameOrNhsNumber?.trim() || null,
    withCheckupsInLastHours: query.withCheckupsInLastHours ?? null,
    sort: query.sort.map((term) => ({ ...term })),
  }),
  transport: { batch: true, noRetry: true },
  wire: readVirtualWard,
  row: (value) => virtualWardPatientSchema.parse(value),
  index: (row) => ({ patientId: row.id }),
  select: () => ({ by: 'all' }),
  arrange: (rows, query, { receipt, offline }) => {
    if (receipt !== null && !offline) {
      const byId = new Map(rows.map((row) => [row.id, row]))
      return { rows: receipt.ids.flatMap((id) => byId.get(id) ?? []), total: receipt.total, arrangedBy: 'server' }
    }
    const ordered = orderPatients(rows, query)
    return { rows: ordered.slice(query.skip, query.skip + query.take), total: ordered.length, arrangedBy: 'device' }
  },
  staleAfterMs: 60_000,
  keepReceipt: (query) => !query.nameOrNhsNumber?.trim(),
  // A page that is the whole unfiltered ward tells who left it.
  gone: (kept, page, query) => {
    if (!isWhole(query) || query.skip !== 0 || page.total === null || page.total > page.rows.length) return []
    const present = new Set(page.rows.map((row) => row.id))
    return kept.filter((row) => !present.has(row.id)).map((row) => row.id)
  },
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
