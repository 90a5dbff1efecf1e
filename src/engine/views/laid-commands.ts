import type { CacheStore, StoredCommand, OutboxRows } from '../store'
import { isShown } from '../outbox/waiting'

/** The commands that are laid over the rows of a view. */
export const createLaidCommands = (
  { userId, organizationId }: Pick<CacheStore, 'userId' | 'organizationId'>,
  outbox: Pick<OutboxRows, 'get'>,
) => {
  let commands: readonly StoredCommand[] | null = null
  /**
   * A command was settled, and the rows were not read since: until then it is laid over them as
   * before.
   */
  let isBehind = false
  const ofOwner = (all: readonly StoredCommand[]): readonly StoredCommand[] =>
    all.filter(
      (row) => row.author === userId && row.organization === organizationId && isShown(row),
    )
  return {
    /** Null: the outbox was not read yet. */
    get: () => commands,
    /**
     * Takes over what the outbox holds. What settles puts the server's row before its command
     * leaves: one of the two is always seen where the rows are read after the outbox.
     */
    follow: (): 'unread' | 'show' | 'read-and-show' => {
      const all = outbox.get()
      if (all === null) return 'unread'
      const next = ofOwner(all)
      const left = (commands ?? []).filter(
        ({ id }) =>
          !next.some((row) => row.id === id) &&
          all.some((row) => row.id === id && row.state === 'ACCEPTED'),
      )
      commands = [...left, ...next]
      isBehind = left.length > 0
      return isBehind ? 'read-and-show' : 'show'
    },
    /** The rows were read after the outbox: what left it is in them. */
    rowsWereRead: (): void => {
      if (isBehind) commands = ofOwner(outbox.get() ?? [])
      isBehind = false
    },
  }
}
