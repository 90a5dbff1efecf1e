import type { Clock } from '../../platform/clock'
import { problem, ProblemError, toProblem } from '../../domain/problem'
import type { KeyOwner } from '../../platform/vault'
import type { Observable } from '../define'
import type { LooksGiven } from '../protocol'
import { isSame } from '../session/session-state'
import type { LookStore, StoredLook } from '../store'

/** A person's looks at one place count once in so long, milliseconds: as the server counts them. */
const windowMs = 10 * 60_000
/** Told at once at most: docs/sync-protocol.md. */
const mostAtOnce = 100

export interface Looks {
  /**
   * Keeps that somebody looked at a subject and tells it when it can be told. `endsAt`: of what they
   * may only read until then, epoch milliseconds. Never rejects.
   */
  note(subjectId: string, place: string, endsAt?: number): Promise<void>
  /** Tells what is kept of who is signed in. Never rejects; what was not told stays. */
  tell(): Promise<void>
  /** Tells when the server is there again; returns the way to stop. */
  start(): () => void
  close(): void
}

/**
 * Who looked at what, told to the server: at once, or when it is there again. Kept on the device
 * until the server has it, also over a sign-out; told under the credential of who looked, so that it
 * waits until they sign in here again.
 */
export const createLooks = (options: {
  readonly store: LookStore
  /** Who is signed in to the server; null: nobody. */
  readonly owner: () => KeyOwner | null
  /** Whose record is on the screen, also while the server does not know of a sign-in; null: none. */
  readonly viewer: () => KeyOwner | null
  /** Under the credential of `who`, or not at all. Rejects with ProblemError. */
  readonly send: (given: LooksGiven, who: KeyOwner) => Promise<boolean>
  readonly group: () => Promise<string>
  readonly clock: Pick<Clock, 'now'>
  readonly offline: Observable<boolean>
  readonly report: (thrown: unknown, where: string) => void
}): Looks => {
  const { store, owner, viewer, clock, offline, report } = options
  /** Noted by this page in the window of `at`. */
  let noted: { readonly window: number; readonly ids: Set<string> } = { window: 0, ids: new Set() }
  let telling: Promise<void> | null = null
  let isMore = false

  const send = async (who: KeyOwner, looks: readonly StoredLook[]): Promise<void> => {
    const device = await options.group()
    // Meanwhile somebody else may have signed in.
    if (!isSame(owner(), who)) throw new ProblemError(problem('no-token:session-changed'))
    await options.send(
      { device, looks: looks.map(({ subjectId, place, at }) => ({ subjectId, place, at })) },
      who,
    )
  }
  /** One that the server cannot read holds up no other: it is given up, and said. */
  const give = async (who: KeyOwner, looks: readonly StoredLook[]): Promise<void> => {
    try {
      await send(who, looks)
    } catch (thrown) {
      if (toProblem(thrown).kind !== 'invalid-arguments') throw thrown
      const [only, ...others] = looks
      if (only === undefined) return
      if (others.length > 0) {
        for (const look of looks) await give(who, [look])
        return
      }
      report(thrown, 'looks')
    }
    await store.forget(looks.map(({ id }) => id))
  }
  const tellAll = async (): Promise<void> => {
    for (;;) {
      isMore = false
      const who = owner()
      if (who === null || offline.get()) return
      const looks = await store.oldest(who, mostAtOnce)
      if (looks.length === 0) return
      await give(who, looks)
      if (looks.length < mostAtOnce && !isMore) return
    }
  }
  const tell = (): Promise<void> => {
    if (owner() === null || offline.get()) return Promise.resolve()
    isMore = true
    telling ??= tellAll()
      .catch((thrown: unknown) => report(thrown, 'looks'))
      .finally(() => {
        telling = null
      })
    return telling
  }

  return {
    note: async (subjectId, place, endsAt) => {
      const who = viewer()
      if (who === null) return
      const at = clock.now()
      const window = Math.floor(at / windowMs)
      if (noted.window !== window) noted = { window, ids: new Set() }
      // By another right it is another look: the server counts it with what gave the right.
      const right = endsAt === undefined ? [] : [endsAt]
      const id = [who.userId, who.organizationId, subjectId, place, window, ...right].join(' ')
      if (noted.ids.has(id)) return
      noted.ids.add(id)
      try {
        await store.keep({ id, ...who, subjectId, place, at })
      } catch (thrown) {
        noted.ids.delete(id)
        report(thrown, 'looks')
      }
      await tell()
    },
    tell,
    start: () => {
      void tell()
      return offline.subscribe(() => {
        if (!offline.get()) void tell()
      })
    },
    close: store.close,
  }
}
