import { subjectScope } from '../../domain/sync/scopes'
import { toProblem } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import type { EventStream, EventStreamOptions, Poke } from '../../platform/realtime'
import { isFull, type CacheStore } from '../store'
import type { Observable } from '../define'
import type { Pull, PullManner } from './pull'
import type { Prefetch } from './prefetch'

/** Pause between pulls: a lost roster is gone within 5 s with jitter and one exchange. */
const everyMs = 3_000
/** A tab that heard another ask waits longer, so that one tab goes on asking. */
const afterAnotherMs = 4_000
/** While the server tells what changes: to be sure, in case a word was lost. */
const toldEveryMs = 8_000
/** Many tablets hear the same word at the same moment: they do not all ask at once. */
const pokedWithinMs = 100
/** A roster that changes all the time is asked for this often at most. */
const leastPauseMs = 250
const mostPoked = 20
const hiddenMs = 30_000
const longestMs = 60_000
/** What changes seldom and costs the server more (who the user is) is asked for so often. */
const seldomMs = 15_000
/** A request without an answer for so long is doubted; the transport gives up later. */
const doubtAfterMs = 6_000
/** One lost question is no reason to call the page behind. */
const behindAfter = 2
/** A scope that is not this user's is asked for again this late. */
const refusedMs = 60_000
const manner: PullManner = { limit: 50, once: true, noteAfterMs: 15_000 }

/** The asking tab's message: when it asks again, or a change that no pull brings. */
interface Heard {
  readonly nextMs?: number
  readonly isTold?: boolean
  readonly isBehind?: boolean
  readonly isVisible?: boolean
  readonly found?: readonly string[] | 'many'
  readonly lists?: true
}

/**
 * Keeps the device's data current while online and visible: a quiet pull at intervals, and
 * prefetch. One tab does it, chosen by who speaks first, so that no sleeping tab holds it.
 */
export const createFollow = (options: {
  readonly pull: Pull
  readonly ahead: Prefetch
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: () => number
  readonly device: Pick<Device, 'isVisible' | 'channel' | 'onHint'>
  readonly store: () => CacheStore | null
  /** What is followed for whoever is signed in. */
  readonly scopes: (organizationId: string) => {
    readonly often: readonly string[]
    readonly seldom: readonly string[]
  }
  readonly offline: Observable<boolean>
  /** Opens the stream of pokes; absent: polling alone. */
  readonly stream?: (handlers: Pick<EventStreamOptions, 'poked' | 'live'>) => EventStream
  /** Subjects whose record is on the screen of this tab, by id. */
  readonly shownSubjects: () => readonly string[]
  /** The analysis of these subjects changed: told to the screens of all tabs. */
  readonly found: (subjects: readonly string[] | 'many') => void
  /** One of the organisation's lists changed, told in every tab; none of them is kept. */
  readonly listsChanged: () => void
  /** Whether this device is told of changes, by whichever of its tabs. */
  readonly told: (is: boolean) => void
  /** Whether pulls fail again and again, in whichever tab asks: what is shown is of before. */
  readonly behind: (is: boolean) => void
  /** A question has had no answer for long: ask whether the server is there at all. */
  readonly doubted: () => void
  /** The user's rights as text: on a change every kept record is asked for. */
  readonly rights: () => string
  /** Removes what no scope holds and the user may not see; at opening and on changed rights. */
  readonly forget: (store: CacheStore) => Promise<void>
  /** The server refuses this user: ask who they are. */
  readonly refused: () => void
  /** The disk is full: gives up what is disposable. Never rejects. */
  readonly makeRoom: (keep: readonly string[]) => Promise<boolean>
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { clock, device, offline } = options
  const refusedAt = new Map<string, number>()
  /** What the user might when all records that are held were last known to be theirs, by store. */
  const rightsOf = new Map<string, string>()
  /** What the user might when a store was last rid of what they may not see, by store. */
  const forgottenFor = new Map<string, string>()
  let cancel: () => void = () => undefined
  let stopped = true
  let leads = false
  let failures = 0
  /** Since the second failure in a row, until a question is answered. */
  let behind = false
  let lastAt = -Infinity
  let seldomAt = -Infinity
  /** The store being asked: an earlier session's wait does not block. */
  let asking: CacheStore | null = null
  let isLate = false
  let stream: EventStream | null = null
  let isTold = false
  let cancelHearsay: () => void = () => undefined
  const pokedSubjects = new Set<string>()
  let isPoked = false

  const schedule = (ms: number): void => {
    cancel()
    if (!stopped) cancel = clock.after(ms * (0.9 + options.random() * 0.2), () => void tick())
  }
  const pause = (): number => {
    if (failures > 0) return Math.min(longestMs, everyMs * 2 ** Math.min(failures, 6))
    if (isPoked) return leastPauseMs
    return !device.isVisible() ? hiddenMs : isTold ? toldEveryMs : everyMs
  }
  const channel = { post: (_message: unknown): void => undefined, close: (): void => undefined }

  /** Those of them that this device holds: the rest comes when somebody opens it. */
  const heldOf = async (
    store: CacheStore,
    subjects: readonly string[],
  ): Promise<readonly string[]> => {
    const scopes = subjects.map(subjectScope)
    const held = await Promise.all(
      scopes.map(async (scope) => ({ scope, cursor: await store.cursor(scope) })),
    )
    return held.flatMap(({ scope, cursor }) =>
      cursor !== null && cursor.cursor !== '' && cursor.gone === '' ? [scope] : [],
    )
  }

  /** Takes some poked subjects; later pokes of the same ones count again. */
  const takePoked = (): readonly string[] => {
    const taken = [...pokedSubjects].slice(0, mostPoked)
    for (const id of taken) pokedSubjects.delete(id)
    isPoked = pokedSubjects.size > 0
    return taken
  }

  /** Told of changes and able to fetch them: a device whose requests fail is not live. */
  const isBehind = (): boolean => behind
  const tellWhether = (): void => {
    options.told(isTold && failures === 0 && !isLate)
    options.behind(behind)
  }
  const doubting = async <Value>(store: CacheStore, question: Promise<Value>): Promise<Value> => {
    const answered = clock.after(doubtAfterMs, () => {
      if (asking !== store) return
      isLate = true
      tellWhether()
      options.doubted()
    })
    try {
      return await question
    } finally {
      answered()
      if (asking === store) isLate = false
    }
  }

  const askFor = async (store: CacheStore, subjects: readonly string[]): Promise<void> => {
    const now = clock.now()
    const { often, seldom } = options.scopes(store.organizationId)
    const isSeldom = now - seldomAt >= seldomMs
    if (isSeldom) seldomAt = now
    await pullAll(
      store,
      [...often, ...(await heldOf(store, subjects)), ...(isSeldom ? seldom : [])].filter(
        (scope) => now - (refusedAt.get(`${store.name} ${scope}`) ?? -Infinity) >= refusedMs,
      ),
    )
  }
  const pullAll = async (store: CacheStore, asked: readonly string[]): Promise<void> => {
    const now = clock.now()
    let scopes = asked
    while (scopes.length > 0 && options.store() === store && !store.isClosed()) {
      const { ended, again, stale, reset } = await doubting(
        store,
        options.pull(store, scopes, manner),
      )
      for (const { scope } of ended) refusedAt.set(`${store.name} ${scope}`, now)
      scopes = [...new Set([...again, ...stale, ...reset])]
    }
  }
  const ask = async (store: CacheStore): Promise<void> => {
    const subjects = takePoked()
    const before = rightsOf.get(store.name) ?? options.rights()
    try {
      await askFor(store, subjects)
    } catch (thrown) {
      for (const id of subjects) pokedSubjects.add(id)
      throw thrown
    } finally {
      rightsOf.set(store.name, before)
    }
    const rights = options.rights()
    if (options.store() !== store) return
    if (forgottenFor.get(store.name) !== rights) {
      await options.forget(store)
      forgottenFor.set(store.name, rights)
    }
    if (rights === before) return
    await pullAll(
      store,
      (await store.cursors()).flatMap(({ scope, subjectId, cursor, gone }) =>
        subjectId !== '' && cursor !== '' && gone === '' ? [scope] : [],
      ),
    )
    rightsOf.set(store.name, rights)
  }

  const setTold = (is: boolean): void => {
    cancelHearsay()
    if (isTold === is) return
    isTold = is
    tellWhether()
  }
  const post = (): void =>
    channel.post({
      nextMs: pause(),
      isTold,
      isBehind: isBehind(),
      isVisible: device.isVisible(),
    })
  const poked = ({ roster, me, subjects, found = [], lists }: Poke): void => {
    if (found.length > 0) {
      options.found(found)
      channel.post({ found } satisfies Heard)
    }
    if (lists === true) {
      options.listsChanged()
      channel.post({ lists } satisfies Heard)
    }
    if (!roster && !me && subjects.length === 0) return
    isPoked = true
    if (me) seldomAt = -Infinity
    // Too many to name, or a time when nobody told: what is looked at is asked for; the rest with
    // the roster, or when it is looked for again.
    for (const id of subjects === 'many' ? options.shownSubjects() : subjects) pokedSubjects.add(id)
    if (asking === null && failures === 0)
      schedule(Math.max(options.random() * pokedWithinMs, lastAt + leastPauseMs - clock.now()))
  }
  /** One tab of a device listens: the one that asks. */
  const lead = (): void => {
    leads = true
    stream ??=
      options.stream?.({
        poked,
        live: (is) => {
          if (!leads) return
          setTold(is)
          post()
          // What changed while nobody told us.
          if (is)
            poked({
              roster: true,
              me: true,
              subjects: 'many',
              found: 'many',
              lists: true,
            })
          else if (asking === null) schedule(pause())
        },
      }) ?? null
  }
  const follow = (): void => {
    leads = false
    stream?.close()
    stream = null
  }
  /** Another tab asks: believed while it can be alive. Older releases say only that. */
  const heard = (message: unknown): void => {
    const said = typeof message === 'object' && message !== null ? (message as Heard) : {}
    if (said.found !== undefined) return options.found(said.found)
    if (said.lists === true) return options.listsChanged()
    const next =
      typeof said.nextMs === 'number' && (said.isVisible === true || !device.isVisible())
        ? said.nextMs + 1_000
        : 0
    follow()
    behind = said.isBehind === true
    setTold(said.isTold === true)
    options.behind(behind)
    if (isTold)
      cancelHearsay = clock.after(Math.max(next, afterAnotherMs) * 1.5, () => setTold(false))
    schedule(Math.max(next, isTold ? 0 : pause(), afterAnotherMs) * (1 + options.random() * 0.3))
  }

  const tick = async (): Promise<void> => {
    const store = options.store()
    // Offline, whatever works first (a probe, a person) wakes this up.
    if (stopped || store === null || asking === store || store.isClosed() || offline.get()) {
      schedule(pause())
      return
    }
    asking = store
    lastAt = clock.now()
    lead()
    post()
    try {
      await ask(store)
      if (asking !== store) return
      failures = 0
      behind = false
      tellWhether()
      void options.ahead.run(store).catch((thrown: unknown) => {
        if (!store.isClosed()) options.report(thrown, 'pull-ahead')
      })
    } catch (thrown) {
      if (asking === store) {
        failures += 1
        behind ||= failures >= behindAfter
        tellWhether()
        if (failures === behindAfter) post()
      }
      if (!store.isClosed()) {
        options.report(thrown, 'pull')
        if (isFull(thrown)) await options.makeRoom([])
      }
      if (asking === store && toProblem(thrown).kind === 'forbidden') options.refused()
    } finally {
      if (asking === store) {
        asking = null
        schedule(pause())
      }
    }
  }

  const soon = (): void => {
    if (!stopped && device.isVisible() && clock.now() - lastAt >= everyMs) {
      failures = 0
      schedule(0)
    }
  }

  return {
    /** Whether this tab is the one that asks. */
    leads: (): boolean => leads && !stopped,
    start: (): (() => void) => {
      stopped = false
      const opened = device.channel('lamplight-pull', heard)
      Object.assign(channel, opened)
      const ends = [
        device.onHint(() => {
          stream?.hint()
          soon()
        }),
        offline.subscribe(() => {
          if (!offline.get()) soon()
        }),
        () => opened.close(),
      ]
      schedule(0)
      return () => {
        // Whoever is left takes over soon.
        if (leads)
          channel.post({
            nextMs: 0,
            isTold: false,
            isVisible: device.isVisible(),
            isBehind: behind,
          })
        stopped = true
        cancel()
        follow()
        setTold(false)
        for (const end of ends) end()
      }
    },
    /** Another store is open: ask for it now. */
    restart: (): void => {
      follow()
      asking = null
      isLate = false
      failures = 0
      behind = false
      options.behind(behind)
      setTold(false)
      pokedSubjects.clear()
      lastAt = -Infinity
      seldomAt = -Infinity
      if (!stopped) schedule(0)
    },
  }
}
