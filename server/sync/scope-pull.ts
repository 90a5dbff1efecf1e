import { createHash } from 'node:crypto'
import type { ZodType } from 'zod'
import type { EntityType, RemoveReason } from '../../schema/generated/resolvers'
import type { Scope } from '../graphql/scope'
import type { Entity } from './entities'

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
  readonly remove: readonly Removed[]
  readonly more: boolean
}

/** Who pulls, beside what every function works with. */
export interface PullContext {
  readonly scope: Scope
  readonly group: string
  readonly scopeId: string
  readonly subject: string
}

/** A kind of scope. */
export interface ScopePull<State> {
  readonly state: ZodType<State>
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
}

/**
 * A record of monitoring is as long as so many rows, and is counted as such: what an answer holds
 * is what a device seals at once.
 */
const chunkWeight = 10

/** What rows count for in the limit of an answer. */
export const weightOf = (put: readonly Entity[]): number =>
  put.reduce((sum, { __typename }) => sum + (__typename === 'MonitoringChunk' ? chunkWeight : 1), 0)

/**
 * Records of monitoring that the rest of an answer has room for: one at least, or none would ever
 * come.
 */
export const roomForChunks = (budget: number): number =>
  Math.max(1, Math.floor(budget / chunkWeight))

/** Stands for a row's content. */
export const contentHash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
