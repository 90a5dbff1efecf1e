import { z } from 'zod'
import type { Feature } from '../access/permissions'
import { defaultIdentityDisplay, identityDisplays } from '../identity/display'
import {
  defaultSort,
  grids,
  hideableColumnIds,
  hideableColumns,
  historyWindowOf,
  type Grid,
  type HideableColumn,
  type SortFacet,
} from './options'
import { sortFields } from './virtual-ward'

/** The kept filter of the board. A name is never kept (C636). Empty lists filter nothing. */
export interface BoardFilter {
  readonly history: ReturnType<typeof historyWindowOf>
  /** `all`: only under the legacy behaviour (C192). */
  readonly wardIds: 'all' | readonly string[]
  readonly neighborIds: readonly string[]
  /** Only patients whose next observation is overdue. */
  readonly onlyOverdue: boolean
}

const ids = z.array(z.string().max(200)).max(100)
/** Whose a stored filter is: wards are of one organisation, and a choice of one person. */
export const filterOwner = ({
  userId,
  organizationId,
}: {
  readonly userId: string
  readonly organizationId: string
}): string => `${organizationId} ${userId}`

const keptFilter = z.object({
  of: z.string().optional().catch(undefined),
  history: z.unknown().optional().transform(historyWindowOf),
  wardIds: z
    .union([z.literal('all'), ids])
    .optional()
    .catch(undefined),
  neighborIds: ids.catch([]),
  onlyOverdue: z.boolean().catch(false),
})

/**
 * A stored filter; unreadable parts are the default (C456, C635). From another user or organisation
 * only the history window is taken.
 */
export const readFilter = (
  stored: unknown,
  features: ReadonlySet<Feature>,
  owner: string,
): BoardFilter => {
  const legacy = features.has('virtualWardAllPatientsLegacyBehavior')
  const { data: read } = keptFilter.safeParse(stored)
  const data =
    read?.of !== undefined && read.of !== owner
      ? { history: read.history, wardIds: undefined, neighborIds: [], onlyOverdue: false }
      : read
  const wardIds = data?.wardIds ?? (legacy ? 'all' : [])
  return {
    history: historyWindowOf(data?.history),
    wardIds: wardIds === 'all' && !legacy ? [] : wardIds,
    neighborIds: data?.neighborIds ?? [],
    onlyOverdue: data?.onlyOverdue ?? false,
  }
}

interface Named {
  readonly id: string
}

/**
 * The filter without wards and neighbours that the user lost (C380); `all` of no wards is none
 * (C381). Without `values` (not loaded) nothing is removed.
 */
export const pruneFilter = (
  filter: BoardFilter,
  values: { readonly wards: readonly Named[]; readonly neighbors: readonly Named[] } | null,
): BoardFilter => {
  if (values === null) return filter
  const has =
    (list: readonly Named[]) =>
    (id: string): boolean =>
      list.some((one) => one.id === id)
  const wardIds =
    filter.wardIds === 'all'
      ? values.wards.length === 0
        ? []
        : 'all'
      : filter.wardIds.filter(has(values.wards))
  return { ...filter, wardIds, neighborIds: filter.neighborIds.filter(has(values.neighbors)) }
}

const keptFacet = z.object({
  field: z.enum(sortFields),
  direction: z.enum(['ASC', 'DESC']),
  enabled: z.boolean(),
})

type KeptFacet = z.infer<typeof keptFacet>

/**
 * An order that was stored before clinical urgency could be chosen keeps what was chosen: urgency
 * comes before the most open alerts where these were first, and is off where something else was.
 */
const withUrgency = (named: readonly KeptFacet[]): readonly KeptFacet[] => {
  if (named.length === 0 || named.some(({ field }) => field === 'clinicalUrgency')) return named
  const first = named.find(({ enabled }) => enabled)
  return [
    {
      field: 'clinicalUrgency',
      direction: 'DESC',
      enabled: first?.field === 'alertCount' && first.direction === 'DESC',
    },
    ...named,
  ]
}

/** A stored order: each facet once, missing ones behind, latest vitals on (C199, C630). */
export const readSort = (stored: unknown): readonly SortFacet[] => {
  const { data } = z.array(keptFacet).max(20).safeParse(stored)
  const named = withUrgency(
    (data ?? []).filter(
      ({ field }, at, all) => all.findIndex((other) => other.field === field) === at,
    ),
  )
  const left = defaultSort.filter(({ field }) => !named.some((one) => one.field === field))
  return [
    ...named.flatMap((kept) =>
      defaultSort
        .filter(({ field }) => field === kept.field)
        .map((facet) => ({ ...facet, ...kept })),
    ),
    ...left,
  ].map((facet) => (facet.readOnly === true ? { ...facet, enabled: true } : facet))
}

/** The facets that the editor shows under these flags (C631). */
export const facetsFor = (
  facets: readonly SortFacet[],
  features: ReadonlySet<Feature>,
): readonly SortFacet[] =>
  facets.filter(({ feature }) => feature === undefined || features.has(feature))

/** Moves a facet one place up (-1) or down (1) among the shown ones (C197, C198). */
export const moveFacet = (
  facets: readonly SortFacet[],
  shown: readonly SortFacet[],
  field: SortFacet['field'],
  by: -1 | 1,
): readonly SortFacet[] => {
  const at = shown.findIndex((facet) => facet.field === field)
  const [mine, other] = [shown[at], shown[at + by]]
  if (mine === undefined || other === undefined) return facets
  return facets.map((facet) => (facet === mine ? other : facet === other ? mine : facet))
}

/** How the cards of a board look (C176). */
export interface BoardDisplay {
  readonly identity: (typeof identityDisplays)[number]
  readonly hidden: readonly HideableColumn[]
  readonly grid: Grid
}

/** Full identity, list, nothing hidden (C634). */
export const defaultDisplay: BoardDisplay = {
  identity: defaultIdentityDisplay,
  hidden: [],
  grid: 'list',
}

const keptDisplay = z.object({
  identity: z.enum(identityDisplays).catch(defaultDisplay.identity),
  hidden: z.array(z.enum(hideableColumnIds)).catch([]),
  grid: z.enum(grids.map(({ id }) => id)).catch(defaultDisplay.grid),
})

/** A stored display; whatever of it cannot be read is the default. */
export const readDisplay = (stored: unknown): BoardDisplay =>
  keptDisplay.safeParse(stored).data ?? defaultDisplay

/** The columns that may be hidden under these flags (C632, C633). */
export const columnsFor = (features: ReadonlySet<Feature>): readonly HideableColumn[] =>
  hideableColumns
    .filter(({ feature }) => feature === undefined || features.has(feature))
    .map(({ id }) => id)

/** The chosen grid, or the widest below it that fits (C201 to C203). */
export const shownGrid = (wanted: Grid, fits: (leastWidth: number) => boolean): Grid => {
  const upTo = grids.slice(0, grids.findIndex(({ id }) => id === wanted) + 1)
  return upTo.findLast(({ leastWidth }) => fits(leastWidth))?.id ?? 'list'
}
