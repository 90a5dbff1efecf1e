import { problem, ProblemError } from '../../domain/problem'
import { cursorToAsk, type CacheStore, type EndedScope } from '../store'
import type { ApplyAnswer } from './apply'
import type { PullQuestion } from '../protocol'
import type { ScopeEnds } from './scope-ends'

/** How one question is asked. */
export interface PullManner {
  /** Rows at most, 1 to 500: what one transaction and one turn of sealing take on. */
  readonly limit: number
  /** Not asked again by the transport when it fails. */
  readonly once: boolean
  /** Somebody looks at what is asked for. */
  readonly isUsed?: true
  /** An answer without news is noted when the last note is older than this, milliseconds. */
  readonly noteAfterMs: number
}

/** What one question came to. Scopes in none of the lists were answered, kept, and have no more. */
interface PullPage {
  /** Have more to give, or were not reached: to be asked again. */
  readonly again: readonly string[]
  /** Those of them that were not reached: nothing of them came. */
  readonly unreached: readonly string[]
  /** Another tab was faster: to be asked again. */
  readonly stale: readonly string[]
  /** Begin anew, beside what is kept: to be asked again. */
  readonly reset: readonly string[]
  readonly ended: readonly EndedScope[]
  readonly rows: number
}

/** Scopes that the server takes in one question; docs/sync-protocol.md. */
const mostScopes = 50

const closed = (): ProblemError => new ProblemError(problem('storage:store-closed'))

/**
 * Asks for changes since the cursors and keeps them, sealed, in one transaction. Answers for a
 * closed store are dropped; an unreadable one is not kept.
 */
export const createPull =
  (options: {
    /** The answer's body as it came: who keeps it reads it. */
    readonly ask: (question: PullQuestion, organizationId: string, once: boolean) => Promise<string>
    readonly keep: ApplyAnswer
    readonly group: () => Promise<string>
    /** The server's life as this device last heard of it. */
    readonly epoch: () => Promise<string>
    /** The server's life is another one: says hello again, which also moves the outbox. */
    readonly renewHandshake: (epoch: string) => Promise<void>
    readonly now: () => number
    /** Ends scopes that have an end. */
    readonly ends: Pick<ScopeEnds, 'watch' | 'counting'>
  }) =>
  async (store: CacheStore, scopes: readonly string[], manner: PullManner): Promise<PullPage> => {
    const asked = (await store.cursorsOf(scopes.slice(0, mostScopes))).map(
      (cursor, at) => [scopes[at] ?? '', cursorToAsk(cursor)] as const,
    )
    const epoch = await options.epoch()
    // What is left was told of a moment after this one: an end comes early rather than late.
    const passed = options.ends.counting()
    const text = await options.ask(
      {
        group: await options.group(),
        epoch,
        limit: manner.limit,
        cursors: asked.map(([scope, cursor]) => ({ scope, cursor: cursor === '' ? null : cursor })),
      },
      store.organizationId,
      manner.once,
    )
    const taken = store.isClosed()
      ? null
      : await options.keep(store, {
          text,
          asked,
          checkedAt: options.now(),
          noteAfterMs: manner.noteAfterMs,
          isUsed: manner.isUsed === true,
        })
    if (taken === null) throw closed()
    for (const end of taken.ending)
      options.ends.watch(store, { ...end, leftMs: end.leftMs - passed() })
    if (taken.epoch !== epoch) await options.renewHandshake(taken.epoch)
    const held = (taken.left.length === 0 ? [] : await store.cursorsOf(taken.left)).flatMap(
      (cursor) => (cursor === null || cursor.gone !== '' ? [] : [cursor.scope]),
    )
    const unreached = scopes.filter((scope) => !taken.answered.includes(scope))
    return {
      again: [...new Set([...taken.more, ...unreached, ...held])],
      unreached,
      stale: taken.stale,
      reset: taken.reset,
      ended: taken.ended,
      rows: taken.rows,
    }
  }
export type Pull = ReturnType<typeof createPull>
