import type { Clock } from '../../platform/clock'
import type { OutboxStore, StoredCommand } from '../store'
import { isDue, next } from './outbox-machine'

/** Commands that may wait only so long. */
export const createExpiry = (options: {
  readonly outbox: OutboxStore
  readonly clock: Pick<Clock, 'after' | 'now'>
  /** The next one is over its time. */
  readonly start: () => void
}) => {
  const { outbox, clock } = options
  let cancel: () => void = () => undefined
  return {
    /**
     * Expires what was surely not done in time, online or not, and sets the next look; true: there
     * was some, or some to ask about.
     */
    expire: async (rows: readonly StoredCommand[]): Promise<boolean> => {
      const now = clock.now()
      const due = rows.filter((row) => isDue(row, now) && !row.unsure)
      if (due.length > 0)
        await outbox.move(
          due.map(({ id }) => id),
          (row) => (row.unsure ? row : next(row, { kind: 'clock', now })),
        )
      cancel()
      const coming = rows.flatMap(({ expiresAt }) =>
        expiresAt == null || expiresAt < now ? [] : [expiresAt],
      )
      if (coming.length > 0) cancel = clock.after(Math.min(...coming) - now + 1, options.start)
      return rows.some((row) => isDue(row, now))
    },
    cancel: (): void => cancel(),
  }
}
