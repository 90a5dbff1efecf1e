import { problem, ProblemError } from '../../domain/problem'
import type { EndedScope } from '../store'

/** An answer of `syncPull` with unopened rows. `asOf`: epoch milliseconds. */
export interface PullAnswer {
  readonly epoch: string
  readonly asOf: number
  readonly revokedScopes: readonly string[]
  readonly resetScopes: readonly string[]
  readonly scopes: readonly {
    readonly scope: string
    readonly base: string
    readonly next: string
    readonly more: boolean
    /** The entities of which there is more; null where there is more: of any. */
    readonly moreOf: readonly string[] | null
    /** Epoch milliseconds of the server from which on it is not the user's; null: without an end. */
    readonly endsAt: number | null
    readonly put: readonly { readonly entity: string; readonly value: unknown }[]
    readonly remove: readonly {
      readonly type: string
      readonly id: string
      readonly reason: string
    }[]
  }[]
}

/** An answer on its way into a store: plain data, so that it may cross into a worker. */
export interface PulledText {
  /** The body as it came. */
  readonly text: string
  /** The cursors that it was asked with, by scope; '' from the beginning. */
  readonly asked: readonly (readonly [scope: string, cursor: string])[]
  /** Epoch milliseconds. */
  readonly checkedAt: number
  readonly noteAfterMs: number
  /** Somebody looks at what was asked for. */
  readonly isUsed: boolean
}

/** What became of an answer: plain data as well. */
export interface PullTaken {
  readonly epoch: string
  /** Scopes that the answer spoke of, and those of them that have more to give. */
  readonly answered: readonly string[]
  readonly more: readonly string[]
  /** Another tab was faster. */
  readonly stale: readonly string[]
  readonly reset: readonly string[]
  readonly ended: readonly EndedScope[]
  /** Scopes of rows that only left the asking view: each is asked. */
  readonly left: readonly string[]
  /** Scopes with an end, and how long they were still the user's when the server answered. */
  readonly ending: readonly {
    readonly scope: string
    readonly endsAt: number
    readonly leftMs: number
  }[]
  /** Rows put and removed. */
  readonly rows: number
}

/** The data of an answer; throws for one that says that something went wrong. */
export const dataOf = (text: string): unknown => {
  const body = JSON.parse(text) as { readonly data?: unknown; readonly errors?: unknown }
  if (body.errors !== undefined) throw new ProblemError(problem('server:partial-answer'))
  return body.data
}
