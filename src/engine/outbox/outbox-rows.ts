import { live, type OutboxStore, type StoredCommand } from '../store'
import { source, refCounted, type Observable } from '../define'

/** The outbox as last read, in order of writing, of all users; null before the first reading. */
export interface OutboxRows extends Observable<readonly StoredCommand[] | null> {
  /** Why it cannot be read; null while it can. */
  readonly problem: Observable<Error | null>
}

/** One live reading of the outbox for all views of a page, from the first listener to the last. */
export const createOutboxRows = (
  outbox: Pick<OutboxStore, 'all'>,
  later: (call: () => void) => () => void,
): OutboxRows => {
  const rows = source<readonly StoredCommand[] | null>(null)
  const problem = source<Error | null>(null)
  return {
    problem,
    ...refCounted(rows, () => {
      const stop = live(
        () => outbox.all(),
        (read) => {
          problem.set(null)
          rows.set(read)
        },
        problem.set,
        later,
      )
      return () => {
        stop()
        // Whoever looks again waits for what is there then.
        rows.set(null)
      }
    }),
  }
}
