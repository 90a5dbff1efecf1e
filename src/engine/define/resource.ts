import type { Operation } from '../../platform/graphql'
import { operation, type Transport, type TypedDocument } from './request'

/** Every kept row has its id and the server's revision of it. */
export interface Identified {
  readonly id: string
  readonly revision: number
}

/** One answer. `asOf` is its server time (epoch ms), or null: then its arrival counts. */
export interface Page<Entity> {
  readonly rows: readonly Entity[]
  readonly total: number | null
  readonly asOf: number | null
}

/** What the device remembers of an answer; times are epoch milliseconds. */
export interface Receipt {
  readonly ids: readonly string[]
  readonly total: number | null
  readonly asOf: number
  readonly checkedAt: number
}

/** Which kept rows a reading looks at. */
export type Selection =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'subject'; readonly subjectId: string }
  /** Of a subject, by their time: at or after `from`, before `to`, epoch milliseconds. */
  | { readonly by: 'time'; readonly subjectId: string; readonly from: number; readonly to: number }
  | { readonly by: 'all' }

/** Where rows of a scope come from (docs/sync-protocol.md). */
export interface Pulled<Params> {
  /** The entity as the protocol names it. */
  readonly entity: string
  /** The scope that these params are read from; null: this is asked by name (an older page). */
  readonly scope: (params: Params, who: { readonly organizationId: string }) => string | null
  /** The scope that a row opens: pulled ahead, so that it reads offline, and lost with the row. */
  readonly opens?: (id: string) => string
}

export interface ArrangeContext {
  readonly receipt: Receipt | null
  /** The rows are a scope's; `isWhole`: all that it has of this entity. Null: they are from answers. */
  readonly pulled: { readonly isWhole: boolean } | null
  /** The server cannot be reached now. */
  readonly offline: boolean
  /** The time that ages count by, epoch milliseconds. */
  readonly now: number
}

export interface Arranged<Entity> {
  readonly rows: readonly Entity[]
  readonly total: number | null
  readonly arrangedBy: 'server' | 'device'
}

export interface ResourceDefinition<Params, Entity extends Identified, Answer, Variables> {
  readonly name: string
  readonly table: string
  readonly document: TypedDocument<Answer, Variables>
  readonly variables: (params: Params) => Variables
  readonly transport?: Transport
  /** Parses an answer; throws ZodError for what the contract does not allow. */
  readonly wire: (answer: unknown, params: Params) => Page<Entity>
  /** Parses a row that comes out of the store. */
  readonly row: (value: unknown) => Entity
  /** Fields to find a row by; nothing that names a person. */
  readonly index?: (entity: Entity) => { readonly subjectId: string; readonly at?: number }
  readonly select: (params: Params) => Selection
  readonly pulled?: Pulled<Params>
  /** Rows with waiting changes laid over them → what is shown. Pure. */
  readonly arrange: (
    rows: readonly Entity[],
    params: Params,
    context: ArrangeContext,
  ) => Arranged<Entity>
  /** Older than this (milliseconds) a reading is stale. */
  readonly staleAfterMs: number
  /** False where parameters name a person (a search): the receipt ends at the next start. */
  readonly keepReceipt?: (params: Params) => boolean
  /** Kept rows of the selection that this answer shows to be gone. */
  readonly gone?: (
    kept: readonly KeptRow[],
    page: Page<Entity>,
    params: Params,
  ) => readonly string[]
  /** Parameters that ask for the next older page, given what is shown; null when there is none. */
  readonly olderParams?: (
    params: Params,
    rows: readonly Entity[],
    total: number | null,
  ) => Params | null
}

/** A kept row as `gone` sees it: its index fields. */
export interface KeptRow {
  readonly id: string
  readonly at: number
}

/** Something read and kept, as params and entities. */
export interface Resource<Params, Entity extends Identified> {
  readonly kind: 'resource'
  readonly name: string
  readonly table: string
  readonly document: Operation['document']
  readonly staleAfterMs: number
  request(params: Params): Operation
  wire(answer: unknown, params: Params): Page<Entity>
  row(value: unknown): Entity
  index(entity: Entity): { readonly subjectId: string; readonly at: number }
  select(params: Params): Selection
  /** Null: not an entity of the sync protocol. */
  readonly entity: string | null
  scope(params: Params, who: { readonly organizationId: string }): string | null
  opens(id: string): string | null
  arrange(rows: readonly Entity[], params: Params, context: ArrangeContext): Arranged<Entity>
  keepReceipt(params: Params): boolean
  gone(kept: readonly KeptRow[], page: Page<Entity>, params: Params): readonly string[]
  olderParams(params: Params, rows: readonly Entity[], total: number | null): Params | null
}

/** Declares something that is read and kept. */
export const defineResource = <Params, Entity extends Identified, Answer, Variables>(
  definition: ResourceDefinition<Params, Entity, Answer, Variables>,
): Resource<Params, Entity> => ({
  kind: 'resource',
  name: definition.name,
  table: definition.table,
  document: definition.document,
  staleAfterMs: definition.staleAfterMs,
  request: (params) =>
    operation(definition.document, definition.variables(params), definition.transport),
  wire: definition.wire,
  row: definition.row,
  index: (entity) => ({ subjectId: '', at: 0, ...definition.index?.(entity) }),
  select: definition.select,
  entity: definition.pulled?.entity ?? null,
  scope: (params, who) => definition.pulled?.scope(params, who) ?? null,
  opens: (id) => definition.pulled?.opens?.(id) ?? null,
  arrange: definition.arrange,
  keepReceipt: definition.keepReceipt ?? (() => true),
  gone: definition.gone ?? (() => []),
  olderParams: definition.olderParams ?? (() => null),
})

/** Equal text for equal params, whatever the order of keys; undefined is left out. */
export const paramsKey = (params: unknown): string =>
  JSON.stringify(params, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) ?? 'null'
