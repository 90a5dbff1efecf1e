import { createHash } from 'node:crypto'
import type { ZodType } from 'zod'
import type {
  EntityType,
  RemoveReason,
  ScopeKind as KindName,
} from '../../schema/generated/resolvers'
import { subjectScope } from '../../src/domain/sync/scopes'
import type { Trx } from '../db/database'
import type { Acting } from '../graphql/acting'
import type { Scope } from '../graphql/scope'
import type { Entity } from './entities'
import type { Time } from './subject-parts'

export interface Removed {
  readonly type: EntityType
  readonly id: string
  readonly reason: RemoveReason
  readonly mergedInto: string | null
}

/** What one scope has for a device. `state`: where the device then is. */
export interface ScopeChanges<State> {
  readonly state: State
  readonly put: readonly Entity[]
  /** What the rows count for in the limit of an answer; absent: each for one. */
  readonly weight?: number
  readonly remove: readonly Removed[]
  readonly more: boolean
  /** Of what there is more; all of the rest is then held. Absent where there is more: of any. */
  readonly moreOf?: readonly EntityType[]
  /** From then on it is not the user's any more, ISO 8601. Absent or null: without an end. */
  readonly endsAt?: string | null
}

/** Who pulls, beside what every function works with. */
export interface PullContext {
  readonly scope: Scope
  readonly group: string
  readonly scopeId: string
  readonly subject: string
}

/** Named rows, or those of a time. */
export type Wanted = { readonly ids: readonly string[] } | Time

/** A kind of scope. */
export interface ScopeKind<State> {
  /** What the names of its scopes begin with. */
  readonly kind: KindName
  /** How far a device has come, as a cursor keeps it. */
  readonly state: ZodType<State>
  /**
   * The version under which a hello offers the organisation's own; null: it is not the user's.
   * Absent: devices name such scopes by themselves.
   */
  offered?(trx: Trx, acting: Acting): Promise<string | null>
  /**
   * @param from null: the device holds nothing yet. @param budget rows that may be put, 1 or more.
   * @returns `revoked`: not, or no longer, the user's; `reset`: what the device holds is not known
   *   any more.
   */
  pull(
    context: PullContext,
    from: State | null,
    budget: number,
  ): Promise<ScopeChanges<State> | 'revoked' | 'reset'>
  /** Rows that a device asks for before the scope has come to them. Absent: it comes whole. */
  readonly older?: {
    /** The query by name that gives out the same; undefined: the scope has no such rows. */
    givenAs(type: EntityType): string | undefined
    /** Null: there is no such row, or it is not the user's to see. */
    read(context: PullContext, type: EntityType, wanted: Wanted): Promise<readonly Entity[] | null>
  }
}

/** The kind that a scope's id begins with, and whose it is; an id of no kind is nobody's. */
export const kindOf = <Kind extends { readonly kind: KindName }>(
  kinds: readonly Kind[],
  scopeId: string,
): { readonly kind: Kind | undefined; readonly subject: string } => {
  const [, name, subject = ''] = /^([A-Z]+):([A-Za-z0-9_-]{1,100})$/.exec(scopeId) ?? []
  return { kind: kinds.find(({ kind }) => kind === name), subject }
}

/** Whether a scope is anything but the one record of a share link. */
export const isBeyondLink = ({ link }: Acting, scopeId: string): boolean =>
  link !== undefined && scopeId !== subjectScope(link.subjectId)

/** Changes with a row's content. */
export const contentHash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
