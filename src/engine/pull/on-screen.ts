import { subjectOf } from '../../domain/sync/scopes'
import { problem, ProblemError } from '../../domain/problem'
import { cursorToAsk, isFull, type CacheStore, type StoredCursor } from '../store'
import { createAskedOnce } from './asked-once'
import type { Pull, PullManner } from './pull'

/** A screen's own rows come first, and soon. */
const first: Omit<PullManner, 'once'> = { limit: 101, noteAfterMs: 0, isUsed: true }
/** The rest of what it opened follows in small pages, so that nobody feels them. */
const rest: PullManner = { limit: 50, once: true, noteAfterMs: 0 }
/** Pages of a history that follow by themselves; older ones are asked for on paging back. */
const mostPages = 40
/** Two tabs at once, and a server of another life, settle within so many questions. */
const tries = 5

const noLonger = (): ProblemError => new ProblemError(problem('not-found:not-yours'))

/**
 * A screen's refresh: pulls its scope. Resolves with the newest rows, the history follows. Rejects
 * with not-found for a foreign scope. Equal running refreshes are one, unless there was news since.
 */
export const createScreenPull = (options: {
  readonly pull: Pull
  /** How often screens were told of news. */
  readonly news: () => number
  readonly report: (thrown: unknown, where: string) => void
  /** The disk is full: evicts others for the visible scopes. False: nothing to evict. */
  readonly makeRoom: (keep: readonly string[]) => Promise<boolean>
}) => {
  const { pull } = options

  const pullForRoom: Pull = async (store, scopes, manner) => {
    try {
      return await pull(store, scopes, manner)
    } catch (thrown) {
      if (!isFull(thrown) || store.isClosed() || !(await options.makeRoom(scopes))) throw thrown
      return await pull(store, scopes, manner)
    }
  }
  const askedOnce = createAskedOnce<StoredCursor>(options.news)
  const following = new Set<string>()

  const follow = async (store: CacheStore, scope: string): Promise<void> => {
    const key = `${store.name} ${scope}`
    if (following.has(key)) return
    following.add(key)
    try {
      for (
        let page = 0;
        (subjectOf(scope) === '' || page < mostPages) && !store.isClosed();
        page += 1
      ) {
        const { again, stale } = await pull(store, [scope], rest)
        if (!again.includes(scope) && !stale.includes(scope)) return
      }
    } catch (thrown) {
      if (!store.isClosed()) options.report(thrown, 'pull')
    } finally {
      following.delete(key)
    }
  }

  const ask = async (store: CacheStore, scope: string, once: boolean): Promise<StoredCursor> => {
    for (let tried = 0; tried < tries; tried += 1) {
      const page = await pullForRoom(store, [scope], { ...first, once })
      if (page.ended.some((ended) => ended.scope === scope)) throw noLonger()
      const others = page.again.filter((other) => other !== scope)
      if (others.length > 0)
        void pull(store, others, rest).catch((thrown: unknown) => options.report(thrown, 'pull'))
      if (page.reset.includes(scope) || page.stale.includes(scope)) continue
      const kept = await store.cursor(scope)
      if (kept === null || kept.cursor === '') continue
      if (page.again.includes(scope)) void follow(store, scope)
      return kept
    }
    throw new ProblemError(problem('server:never-settled'))
  }

  return (store: CacheStore, scope: string, once: boolean): Promise<StoredCursor> =>
    askedOnce(store, scope, () => ask(store, scope, once))
}
export type ScreenPull = ReturnType<typeof createScreenPull>

/**
 * Asks for a scope from its beginning where a row cannot be opened: its store was deleted at
 * sign-out, but the battery died before the disk knew.
 */
export const askAnew = async (
  store: CacheStore,
  scope: string,
  screen: ScreenPull,
): Promise<void> => {
  const kept = await store.cursor(scope)
  // One that is being built already goes on.
  if (kept !== null && kept.building === null)
    await store.applyPull(
      { asOf: 0, checkedAt: 0, patches: [], ended: [], reset: [scope], noteAfterMs: 0 },
      new Map([[scope, cursorToAsk(kept)]]),
    )
  await screen(store, scope, true)
}
