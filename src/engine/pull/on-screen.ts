import { problem, ProblemError } from '../../domain/problem'
import { subjectOf } from '../../domain/sync/scopes'
import { cursorToAsk, isFull, type CacheStore, type StoredCursor } from '../store'
import type { Pull, PullManner } from './pull'

/** A question that is asked, or waits for the one before it. */
interface Asked<Answer> {
  /** How often screens had been told of news when it was asked; null: it waits. */
  readonly when: () => number | null
  readonly answer: Promise<Answer>
}

/**
 * Equal questions under way are one, but for those that are asked after something was done: the
 * answer that is on its way may be older than that. They wait for it, all together, and are then
 * asked once: two at a time would take the cursor from each other. By store, not by its name: after
 * a new sign-in nobody waits for what was asked in the last one, which can keep nothing.
 *
 * @param news how often screens were told that something is another by now
 */
export const createAskedOnce = <Answer>(news: () => number) => {
  const byStore = new WeakMap<CacheStore, Map<string, Asked<Answer>>>()

  return (store: CacheStore, key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const ofStore = byStore.get(store) ?? new Map<string, Asked<Answer>>()
    byStore.set(store, ofStore)
    const last = ofStore.get(key)
    const lastWhen = last?.when()
    if (last !== undefined && (lastWhen === null || lastWhen === news())) return last.answer
    let when: number | null = null
    const begin = (): Promise<Answer> => {
      if (store.isClosed()) return Promise.reject(new ProblemError(problem('storage:store-closed')))
      when = news()
      return ask()
    }
    const answer = (last === undefined ? begin() : last.answer.then(begin, begin)).finally(() => {
      if (ofStore.get(key) === one) ofStore.delete(key)
    })
    const one: Asked<Answer> = { when: () => when, answer }
    ofStore.set(key, one)
    return answer
  }
}

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
