import type { StoredCommand } from '../store'
import { source, type IdleWork, type Observable, type SessionState } from '../define'
import { isForPerson, isOpen } from './outbox-machine'

const none: IdleWork = { sent: 0, undecided: 0, needSignIn: 0 }

/** What became of waiting work while nobody is signed in: only its number can be read. */
export const createIdleWork = (
  session: Observable<SessionState>,
  /** What waits for a sign-in, by id. */
  needSignIn: Observable<ReadonlySet<string>>,
) => {
  const idle = source<IdleWork>(none)
  let rows: readonly StoredCommand[] = []
  /** What waited here since nobody was signed in, by id. */
  const waited = new Set<string>()

  const show = (): void => {
    const next: IdleWork =
      session.get().me !== null
        ? none
        : {
            sent: rows.filter(({ id, state }) => waited.has(id) && state === 'ACCEPTED').length,
            undecided: rows.filter(({ state }) => isForPerson(state)).length,
            needSignIn: rows.filter(({ id, state }) => isOpen(state) && needSignIn.get().has(id))
              .length,
          }
    if (JSON.stringify(next) !== JSON.stringify(idle.get())) idle.set(next)
  }
  return {
    idle,
    show,
    take: (all: readonly StoredCommand[], isNobody: boolean): void => {
      rows = isNobody ? all : []
      if (!isNobody) waited.clear()
      for (const { id, state } of rows) if (isOpen(state)) waited.add(id)
      show()
    },
  }
}
