import { source, type Observable } from '../define'
import type { Verdict } from './outcome'

/** So long the server may put one command off before its author is told, milliseconds. */
const putOffAfterMs = 15 * 60_000

/** Which commands the server keeps putting off, though it answers. */
export const createPutOff = (
  now: () => number,
): {
  readonly ids: Observable<ReadonlySet<string>>
  note(verdicts: readonly Verdict[]): void
} => {
  const ids = source<ReadonlySet<string>>(new Set())
  /** By id; begins anew with the page, and each time that the server was out of reach. */
  const since = new Map<string, number>()
  return {
    ids,
    note: (verdicts) => {
      for (const { row, outcome } of verdicts) {
        if (outcome.kind !== 'again' || outcome.whole === true) since.delete(row.id)
        else if (!since.has(row.id)) since.set(row.id, now())
      }
      const over = [...since].flatMap(([id, at]) => (now() - at >= putOffAfterMs ? [id] : []))
      if (over.join(' ') !== [...ids.get()].join(' ')) ids.set(new Set(over))
    },
  }
}
