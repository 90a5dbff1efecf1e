import { problem, ProblemError } from '../../domain/problem'
import type { CacheStore } from '../store'

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
