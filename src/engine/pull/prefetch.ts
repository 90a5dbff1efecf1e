import { z } from 'zod'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import { source, type Observable } from '../define'
import { isFull, type CacheStore, type StoredCursor } from '../store'
import type { Pull, PullManner } from './pull'

/** Small pages with a pause between them: a user does not notice them. */
const manner: PullManner = { limit: 50, once: true, noteAfterMs: 0 }
const subjectsAtOnce = 10
const pauseMs = 50
/** What nothing told of (a new note, a telephone number) is looked for this often. */
const lookAgainAfterMs = 10 * 60_000
/** Pages of one subject in one go; older history is asked for when a person pages back to it. */
const mostPages = 40
/** A bar is for a roster that comes, not for one subject who was added. */
const worthABar = 3
/** Kept free for writing, bytes: 20 MB. Above twice that, evicted data is fetched again. */
export const reservedBytes = 20_000_000
/** Where the disk was found full, nothing is fetched ahead for so long. */
const afterFullMs = 10 * 60_000

/** How far the subjects of the roster have come. */
export interface FirstSync {
  readonly done: number
  readonly total: number
  readonly scope: string
}

const isMissing = (cursor: StoredCursor): boolean => cursor.cursor === '' && cursor.gone === ''

/** True for a subject with news to fetch. `now`: the server's time, epoch milliseconds. */
export const isDue = (cursor: StoredCursor, now: number): boolean => {
  if (cursor.subjectId === '' || (cursor.gone !== '' && cursor.dueAt <= cursor.asOf)) return false
  return (
    cursor.asOf < cursor.dueAt ||
    !cursor.isWhole ||
    cursor.building !== null ||
    now - cursor.asOf > lookAgainAfterMs
  )
}

/**
 * Opened subjects, the latest first; watched ones; those of whom nothing is here; the history of the
 * rest.
 */
const inOrder = (watched: ReadonlySet<string>) => {
  const rank = (cursor: StoredCursor): number =>
    cursor.usedAt !== undefined ? 0 : watched.has(cursor.subjectId) ? 1 : isMissing(cursor) ? 2 : 3
  return (a: StoredCursor, b: StoredCursor): number =>
    rank(a) - rank(b) ||
    (b.usedAt ?? 0) - (a.usedAt ?? 0) ||
    b.checkedAt - a.checkedAt ||
    (a.scope < b.scope ? -1 : 1)
}

/**
 * Pulls the roster's subjects ahead, so that all of it reads offline. It resumes after an
 * interruption: due subjects are in the store.
 */
export const createPrefetch = (options: {
  readonly pull: Pull
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  /** Whether it is this tab's to do, now. */
  readonly mayGoOn: (store: CacheStore) => boolean
  /** Bytes that this origin may still take; null: the browser does not say. */
  readonly free: () => Promise<number | null>
  /** Gives up subjects whom nobody opened. Never rejects. */
  readonly makeRoom: () => Promise<boolean>
  /** Scopes of the roster's subjects that are not kept: given up for room. */
  readonly unkept: (store: CacheStore) => Promise<readonly string[]>
  /** Subjects on the user's watch list, by id. */
  readonly watched: (store: CacheStore) => Promise<ReadonlySet<string>>
  /** Whether this device keeps less than the roster, for want of room. */
  readonly crowded: (is: boolean) => void
}) => {
  const { pull, clock, mayGoOn } = options
  const shown = source<FirstSync | null>(null)
  let running: CacheStore | null = null
  let pausedUntil = -Infinity
  let lookedAt = -Infinity

  /** What was given up for room and is to come back; looked for now and then. */
  const givenUp = async (store: CacheStore, isRoomy: boolean): Promise<readonly string[]> => {
    if (clock.now() - lookedAt < lookAgainAfterMs) return []
    lookedAt = clock.now()
    const unkept = await options.unkept(store)
    options.crowded(unkept.length > 0 && !isRoomy)
    return isRoomy ? unkept : []
  }

  const run = async (store: CacheStore): Promise<void> => {
    if (clock.now() < pausedUntil || !mayGoOn(store)) return
    const free = await options.free()
    if (free !== null && free < reservedBytes) {
      pausedUntil = clock.now() + afterFullMs
      options.crowded(true)
      await options.makeRoom()
      return
    }
    const all = await store.cursors()
    const isFirst =
      all.filter((cursor) => isMissing(cursor) && isDue(cursor, clock.now())).length >= worthABar
    // Cards have to be opened for it: worth it where the order decides who can be read when the
    // line goes.
    const watched = isFirst ? await options.watched(store) : new Set<string>()
    const due = all.filter((cursor) => isDue(cursor, clock.now())).toSorted(inOrder(watched))
    const total = all.filter(({ dueAt }) => dueAt > 0).length
    let missing = new Set(due.filter(isMissing).map(({ scope }) => scope))
    const show = (scope: string): void => {
      if (isFirst)
        shown.set(missing.size === 0 ? null : { done: total - missing.size, total, scope })
    }
    show('')
    const pages = new Map<string, number>()
    let queue = [
      ...due.map(({ scope }) => scope),
      ...(await givenUp(store, free !== null && free >= 2 * reservedBytes)),
    ]
    while (queue.length > 0 && mayGoOn(store)) {
      const batch = queue.slice(0, subjectsAtOnce)
      const page = await pull(store, batch, manner)
      const reached = batch.filter((scope) => !page.unreached.includes(scope))
      for (const scope of reached.length > 0 ? reached : batch)
        pages.set(scope, (pages.get(scope) ?? 0) + 1)
      const again = [...page.again, ...page.stale, ...page.reset].filter(
        (scope) => (pages.get(scope) ?? 0) < mostPages,
      )
      missing = new Set(
        [...missing].filter((scope) => !batch.includes(scope) || page.again.includes(scope)),
      )
      // The newest of each comes before the history of any.
      const next = again.filter((scope) => page.unreached.includes(scope))
      const history = again.filter((scope) => !next.includes(scope))
      queue = [...next, ...queue.slice(batch.length), ...history]
      show(batch[0] ?? '')
      await clock.sleep(pauseMs)
    }
  }

  return {
    firstSync: shown as Observable<FirstSync | null>,
    /** Runs until nothing is due; rejects with the first failed pull. One run at a time. */
    run: async (store: CacheStore): Promise<void> => {
      if (running === store) return
      running = store
      try {
        await run(store)
      } catch (thrown) {
        if (isFull(thrown)) pausedUntil = clock.now() + afterFullMs
        throw thrown
      } finally {
        if (running === store) running = null
        shown.set(null)
      }
    },
  }
}
export type Prefetch = ReturnType<typeof createPrefetch>

/** Another tab's first sync is believed for so long, milliseconds. */
const believedMs = 15_000

const messageSchema = z.object({
  store: z.string(),
  shown: z.object({ done: z.number(), total: z.number(), scope: z.string() }).nullable(),
})

/** The first sync in each tab: one asks and tells the others its progress. */
export const createFirstSync = (options: {
  /** Of this tab, where it is the one that asks. */
  readonly own: Observable<FirstSync | null>
  readonly store: () => CacheStore | null
  readonly device: Pick<Device, 'channel'>
  readonly clock: Pick<Clock, 'after'>
}): { readonly shown: Observable<FirstSync | null>; start(): () => void } => {
  const { own } = options
  const shown = source<FirstSync | null>(null)
  let heard: FirstSync | null = null
  let forget = (): void => undefined
  const show = (): void => shown.set(own.get() ?? heard)
  const hear = (message: unknown): void => {
    const said = messageSchema.safeParse(message).data
    if (said === undefined || said.store !== options.store()?.name) return
    forget()
    heard = said.shown
    if (heard !== null)
      forget = options.clock.after(believedMs, () => {
        heard = null
        show()
      })
    show()
  }
  return {
    shown,
    start: () => {
      const channel = options.device.channel('lamplight-first-sync', hear)
      let said = false
      const end = own.subscribe(() => {
        const store = options.store()
        const now = own.get()
        // Whoever asks knows better than what was heard before.
        heard = null
        forget()
        if (store !== null && (now !== null || said))
          channel.post({ store: store.name, shown: now })
        said = now !== null
        show()
      })
      return () => {
        end()
        forget()
        heard = null
        channel.close()
      }
    },
  }
}
