import type { Clock } from '../../platform/clock'
import type { KeyOwner } from '../../platform/vault'
import type { Observable } from '../define'
import type { LooksGiven } from '../protocol'
import type { LookStore } from '../store'

/** A person's looks at one place count once in so long, milliseconds: as the server counts them. */
const windowMs = 10 * 60_000
/** Told at once at most: docs/sync-protocol.md. */
const mostAtOnce = 100

export interface Looks {
  /** Keeps that somebody looked at a subject and tells it when it can be told. Never rejects. */
  note(subjectId: string, place: string): Promise<void>
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
  readonly send: (given: LooksGiven, organizationId: string) => Promise<boolean>
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

  const tellAll = async (): Promise<void> => {
    for (;;) {
      isMore = false
      const who = owner()
      if (who === null || offline.get()) return
      const looks = await store.oldest(who, mostAtOnce)
      if (looks.length === 0) return
      await options.send(
        {
          device: await options.group(),
          looks: looks.map(({ subjectId, place, at }) => ({ subjectId, place, at })),
        },
        who.organizationId,
      )
      await store.forget(looks.map(({ id }) => id))
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
    note: async (subjectId, place) => {
      const who = viewer()
      if (who === null) return
      const at = clock.now()
      const window = Math.floor(at / windowMs)
      if (noted.window !== window) noted = { window, ids: new Set() }
      const id = [who.userId, who.organizationId, subjectId, place, window].join(' ')
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
