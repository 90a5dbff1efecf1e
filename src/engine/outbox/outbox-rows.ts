import { live, type OutboxStore, type StoredCommand } from '../store'
import { source, refCounted, type Observable } from '../define'

/**
 * The outbox as this page read it last, in the order of writing, everybody's; null before the first
 * reading.
 */
export interface OutboxRows extends Observable<readonly StoredCommand[] | null> {
  /** Why it cannot be read; null while it can. */
  readonly problem: Observable<Error | null>
}

/**
 * One live reading of the outbox for all of a page's views: each change of it was read once for
 * each of them, and a command that is being written waits for every reading that began before it.
 * Begins with the first who looks, ends with the last.
 */
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
