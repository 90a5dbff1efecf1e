import { Dexie, type Table } from 'dexie'
import { problem, ProblemError, toProblem } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { KeyOwner } from '../../platform/vault'
import type { Observable } from '../define'
import type { AccessReport } from '../protocol'
import { isSame } from '../session/session-state'
import type { StoredAccess, StoreEnvironment } from '../store'
import { dexieOptions } from '../store/environment'
import { guarded } from '../store/guard'
import { accessLogName, accessLogTables } from '../store/tables'

/** A user's accesses from one place count once in so long, milliseconds: as the server counts them. */
const windowMs = 10 * 60_000
/** Reported at once at most: docs/sync-protocol.md. */
const mostAtOnce = 100

/** What people looked at and the server has not heard of: ids and times, in clear. */
interface AccessStore {
  /** Keeps one; one that is there already stays as it is. Rejects where nothing can be kept. */
  keep(access: StoredAccess): Promise<void>
  /** The oldest of a user in an organisation, so many at most. */
  oldest(
    owner: Pick<StoredAccess, 'userId' | 'organizationId'>,
    most: number,
  ): Promise<readonly StoredAccess[]>
  forget(ids: readonly string[]): Promise<void>
  close(): void
}

/**
 * A database of its own: it survives a sign-out and a new version, since an access must be reported
 * whatever becomes of the device's rows. Opened by its first use.
 */
export const openAccessStore = (environment: StoreEnvironment): AccessStore => {
  const database = new Dexie(accessLogName, { ...dexieOptions(environment), cache: 'disabled' })
  database.version(1).stores(accessLogTables)
  let closed = false
  const accesses = (): Table<StoredAccess, string> => database.table('look')
  const guard = <Value>(work: () => PromiseLike<Value>): Promise<Value> =>
    guarded(database, () => !closed, work, environment.makeRoom)
  return {
    keep: (access) =>
      guard(() =>
        database.transaction('rw', accesses(), async () => {
          if ((await accesses().get(access.id)) === undefined) await accesses().add(access)
        }),
      ),
    oldest: ({ userId, organizationId }, most) =>
      guard(async () =>
        (
          await accesses()
            .where('[userId+organizationId]')
            .equals([userId, organizationId])
            .toArray()
        )
          .toSorted((a, b) => a.at - b.at)
          .slice(0, most),
      ),
    forget: (ids) => guard(() => accesses().bulkDelete([...ids])),
    close: () => {
      closed = true
      database.close()
    },
  }
}

export interface AccessLog {
  /**
   * Keeps that somebody looked at a subject, and reports it when that is possible. `endsAt`: of what
   * they may only read until then, epoch milliseconds. Never rejects.
   */
  add(subjectId: string, place: string, endsAt?: number): Promise<void>
  /** Reports what is kept of who is signed in. Never rejects; what was not reported stays. */
  report(): Promise<void>
  /** Reports when the server is there again; returns the way to stop. */
  start(): () => void
  close(): void
}

/**
 * Who looked at what, reported to the server: at once, or when it is there again. Kept on the device
 * until the server has it, also over a sign-out; reported under the credential of who looked, so
 * that it waits until they sign in here again.
 */
export const createAccessLog = (options: {
  readonly store: AccessStore
  /** Who is signed in to the server; null: nobody. */
  readonly owner: () => KeyOwner | null
  /** Whose record is on the screen, also while the server does not know of a sign-in; null: none. */
  readonly viewer: () => KeyOwner | null
  /** Under the credential of `who`, or not at all. Rejects with ProblemError. */
  readonly send: (given: AccessReport, who: KeyOwner) => Promise<boolean>
  readonly group: () => Promise<string>
  readonly clock: Pick<Clock, 'now'>
  readonly offline: Observable<boolean>
  readonly report: (thrown: unknown, where: string) => void
}): AccessLog => {
  const { store, owner, viewer, clock, offline } = options
  /** Added by this page in the window of `at`. */
  let added: { readonly window: number; readonly ids: Set<string> } = { window: 0, ids: new Set() }
  let reporting: Promise<void> | null = null
  let isMore = false

  const send = async (who: KeyOwner, accesses: readonly StoredAccess[]): Promise<void> => {
    const device = await options.group()
    // Meanwhile somebody else may have signed in.
    if (!isSame(owner(), who)) throw new ProblemError(problem('no-token:session-changed'))
    await options.send(
      { device, looks: accesses.map(({ subjectId, place, at }) => ({ subjectId, place, at })) },
      who,
    )
  }
  /** One that the server cannot read holds up no other: it is given up, and said. */
  const give = async (who: KeyOwner, accesses: readonly StoredAccess[]): Promise<void> => {
    try {
      await send(who, accesses)
    } catch (thrown) {
      if (toProblem(thrown).kind !== 'invalid-arguments') throw thrown
      const [only, ...others] = accesses
      if (only === undefined) return
      if (others.length > 0) {
        for (const access of accesses) await give(who, [access])
        return
      }
      options.report(thrown, 'looks')
    }
    await store.forget(accesses.map(({ id }) => id))
  }
  const reportAll = async (): Promise<void> => {
    for (;;) {
      isMore = false
      const who = owner()
      if (who === null || offline.get()) return
      const accesses = await store.oldest(who, mostAtOnce)
      if (accesses.length === 0) return
      await give(who, accesses)
      if (accesses.length < mostAtOnce && !isMore) return
    }
  }
  const report = (): Promise<void> => {
    if (owner() === null || offline.get()) return Promise.resolve()
    isMore = true
    reporting ??= reportAll()
      .catch((thrown: unknown) => options.report(thrown, 'looks'))
      .finally(() => {
        reporting = null
      })
    return reporting
  }

  return {
    add: async (subjectId, place, endsAt) => {
      const who = viewer()
      if (who === null) return
      const at = clock.now()
      const window = Math.floor(at / windowMs)
      if (added.window !== window) added = { window, ids: new Set() }
      // By another right it is another access: the server counts it with what gave the right.
      const right = endsAt === undefined ? [] : [endsAt]
      const id = [who.userId, who.organizationId, subjectId, place, window, ...right].join(' ')
      if (added.ids.has(id)) return
      added.ids.add(id)
      try {
        await store.keep({ id, ...who, subjectId, place, at })
      } catch (thrown) {
        added.ids.delete(id)
        options.report(thrown, 'looks')
      }
      await report()
    },
    report,
    start: () => {
      void report()
      return offline.subscribe(() => {
        if (!offline.get()) void report()
      })
    },
    close: store.close,
  }
}
