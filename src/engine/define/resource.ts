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

/** A kept row as `gone` sees it: its index fields. */
export interface KeptRow {
  readonly id: string
  readonly at: number
}

interface AnyResource<Params, Entity extends Identified> {
  readonly kind: 'resource'
  readonly name: string
  readonly table: string
  /** Older than this (milliseconds) a reading is stale. */
  readonly staleAfterMs: number
  /** Parses a row that comes out of the store. */
  row(value: unknown): Entity
  /** Fields to find a row by; nothing that names a person. */
  index(entity: Entity): { readonly subjectId: string; readonly at: number }
  select(params: Params): Selection
  /** Rows with waiting changes laid over them → what is shown. Pure. */
  arrange(rows: readonly Entity[], params: Params, context: ArrangeContext): Arranged<Entity>
  /** Parameters that ask for the next older page, given what is shown; null when there is none. */
  olderParams(params: Params, rows: readonly Entity[], total: number | null): Params | null
}

/** Something that is kept as it was answered, and asked for by its document. */
export interface AskedResource<Params, Entity extends Identified> extends AnyResource<
  Params,
  Entity
> {
  readonly entity: null
  readonly document: Operation['document']
  request(params: Params): Operation
  /** Parses an answer; throws ZodError for what the contract does not allow. */
  wire(answer: unknown, params: Params): Page<Entity>
  /** Kept rows of the selection that this answer shows to be gone. */
  gone(kept: readonly KeptRow[], page: Page<Entity>, params: Params): readonly string[]
}

/** Rows of one entity of a scope, which the device holds (docs/sync-protocol.md). */
export interface ScopedResource<Params, Entity extends Identified> extends AnyResource<
  Params,
  Entity
> {
  /** As the protocol names it. */
  readonly entity: string
  scope(params: Params, who: { readonly organizationId: string }): string
  /** The scope that a row opens: pulled ahead, so that it reads offline, and lost with the row. */
  opens(id: string): string | null
  /** Where the params ask for a page of earlier ones: before when, ISO 8601. */
  before(params: Params): string | undefined
  /** The transport does not ask twice: the screen asks again by itself. */
  readonly isAskedOnce: boolean
}

/** Something read and kept, as params and entities. */
export type Resource<Params, Entity extends Identified> =
  AskedResource<Params, Entity> | ScopedResource<Params, Entity>

type Declared<Of extends AnyResource<never, never>, Params, Entity extends Identified> = Pick<
  Of,
  'name' | 'table' | 'staleAfterMs'
> & {
  readonly row: (value: unknown) => Entity
  readonly index?: (entity: Entity) => { readonly subjectId: string; readonly at?: number }
  readonly select: (params: Params) => Selection
  readonly arrange: (
    rows: readonly Entity[],
    params: Params,
    context: ArrangeContext,
  ) => Arranged<Entity>
  readonly olderParams?: (
    params: Params,
    rows: readonly Entity[],
    total: number | null,
  ) => Params | null
}

const anyResource = <Params, Entity extends Identified>(
  definition: Declared<AnyResource<never, never>, Params, Entity>,
): AnyResource<Params, Entity> => ({
  kind: 'resource',
  name: definition.name,
  table: definition.table,
  staleAfterMs: definition.staleAfterMs,
  row: definition.row,
  index: (entity) => ({ subjectId: '', at: 0, ...definition.index?.(entity) }),
  select: definition.select,
  arrange: definition.arrange,
  olderParams: definition.olderParams ?? (() => null),
})

/** Declares something that is asked for, and kept as it was answered. */
export const defineResource = <Params, Entity extends Identified, Answer, Variables>(
  definition: Declared<AnyResource<never, never>, Params, Entity> & {
    readonly document: TypedDocument<Answer, Variables>
    readonly variables: (params: Params) => Variables
    readonly transport?: Transport
    readonly wire: (answer: unknown, params: Params) => Page<Entity>
    readonly gone?: (
      kept: readonly KeptRow[],
      page: Page<Entity>,
      params: Params,
    ) => readonly string[]
  },
): AskedResource<Params, Entity> => ({
  ...anyResource(definition),
  entity: null,
  document: definition.document,
  request: (params) =>
    operation(definition.document, definition.variables(params), definition.transport),
  wire: definition.wire,
  gone: definition.gone ?? (() => []),
})

/** Declares something that is read from a scope of the device. */
export const defineScoped = <Params, Entity extends Identified>(
  definition: Declared<AnyResource<never, never>, Params, Entity> & {
    readonly entity: string
    readonly scope: (params: Params, who: { readonly organizationId: string }) => string
    readonly opens?: (id: string) => string
    readonly before?: (params: Params) => string | undefined
    readonly isAskedOnce?: true
  },
): ScopedResource<Params, Entity> => ({
  ...anyResource(definition),
  entity: definition.entity,
  scope: definition.scope,
  opens: (id) => definition.opens?.(id) ?? null,
  before: (params) => definition.before?.(params),
  isAskedOnce: definition.isAskedOnce === true,
})

/** Equal text for equal params, whatever the order of keys; undefined is left out. */
export const paramsKey = (params: unknown): string =>
  JSON.stringify(params, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) ?? 'null'
