import { toProblem } from '../../domain/problem'
import { subjectScope } from '../../domain/sync/scopes'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import type { EventStream, EventStreamOptions, Poke } from '../../platform/realtime'
import type { Observable } from '../define'
import { isFull, type CacheStore } from '../store'
import type { Prefetch } from './prefetch'
import type { Pull, PullManner } from './pull'

/** Pause between pulls: a lost roster is gone within 5 s with jitter and one exchange. */
const everyMs = 3_000
/** While the server tells what changes: to be sure, in case a word was lost. */
const toldEveryMs = 8_000
/** Many tablets hear the same word at the same moment: they do not all ask at once. */
const pokedWithinMs = 100
/** A roster that changes all the time is asked for this often at most. */
const leastPauseMs = 250
const hiddenMs = 30_000
const longestMs = 60_000
/** A request without an answer for so long is doubted; the transport gives up later. */
const doubtAfterMs = 6_000
/** One lost question is no reason to call the page behind. */
const behindAfter = 2
/** A tab that heard another ask waits longer, so that one tab goes on asking. */
const afterAnotherMs = 4_000
const mostPoked = 20
/** What changes seldom and costs the server more (who the user is) is asked for so often. */
const seldomMs = 15_000
/** A scope that is not this user's is asked for again this late. */
const refusedMs = 60_000
const manner: PullManner = { limit: 50, once: true, noteAfterMs: 15_000 }

/** The asking tab's message: when it asks again, or a change that no pull brings. */
interface TabMessage {
  readonly nextMs?: number
  readonly isTold?: boolean
  readonly isBehind?: boolean
  readonly isVisible?: boolean
  readonly found?: readonly string[] | 'many'
  readonly lists?: true
}

interface FollowOptions {
  readonly pull: Pull
  readonly ahead: Prefetch
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: () => number
  readonly device: Pick<Device, 'isVisible' | 'channel' | 'onHint'>
  readonly offline: Observable<boolean>
  readonly store: () => CacheStore | null
  /** What is followed for whoever is signed in. */
  readonly scopes: (organizationId: string) => {
    readonly often: readonly string[]
    readonly seldom: readonly string[]
  }
  /** The user's rights as text: on a change every kept record is asked for. */
  readonly rights: () => string
  /** Removes what no scope holds and the user may not see; at opening and on changed rights. */
  readonly forget: (store: CacheStore) => Promise<void>
  /** Opens the stream of pokes; absent: polling alone. */
  readonly stream?: (handlers: Pick<EventStreamOptions, 'poked' | 'live'>) => EventStream
  /** Subjects whose record is on the screen of this tab, by id. */
  readonly shownSubjects: () => readonly string[]
  /** The analysis of these subjects changed: told to the screens of all tabs. */
  readonly found: (subjects: readonly string[] | 'many') => void
  /** One of the organisation's lists changed, told in every tab; none of them is kept. */
  readonly listsChanged: () => void
  /** Whether this device is told of changes and can fetch them. */
  readonly told: (is: boolean) => void
  /** Whether pulls fail again and again, in whichever tab asks: what is shown is of before. */
  readonly behind: (is: boolean) => void
  /** A question has had no answer for long: ask whether the server is there at all. */
  readonly doubted: () => void
  /** The server refuses this user: ask who they are. */
  readonly refused: () => void
  /** The disk is full: gives up what is disposable. Never rejects. */
  readonly makeRoom: (keep: readonly string[]) => Promise<boolean>
  readonly report: (thrown: unknown, where: string) => void
}

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

/**
 * Keeps the device's data current while online and visible: a quiet pull at intervals, sooner when
 * the server tells of changes, and prefetch. What it guarantees:
 * - One tab of a device asks and listens to the server, chosen by who speaks first, so that no
 *   sleeping tab holds it. The others hear of what it is told.
 * - What was poked and could not be fetched is asked for again.
 * - When the user's rights changed, every kept record is asked for, and what no scope holds and the
 *   user may not see is removed.
 * - A page is called behind after two failures in a row, in every tab, until a question is answered.
 */
export const createFollow = (options: FollowOptions) => {
  const { pull, clock, device, offline, random, store: current } = options
  let cancel: () => void = () => undefined
  let stopped = true
  let lastAt = -Infinity
  /** The store being asked: an earlier session's wait does not block. */
  let asking: CacheStore | null = null

  /** Failed pulls in a row. */
  let failures = 0
  /** Since the second failure in a row, until a question is answered. */
  let behind = false
  /** A question has had no answer for long. */
  let isLate = false

  /** This tab is the one that asks. */
  let leads = false
  let stream: EventStream | null = null
  /** The server tells this device of changes, in whichever of its tabs. */
  let isTold = false
  let cancelHearsay: () => void = () => undefined
  let post = (_message: TabMessage): void => undefined

  const refusedAt = new Map<string, number>()
  /** What the user might when all records that are held were last known to be theirs, by store. */
  const rightsOf = new Map<string, string>()
  /** What the user might when a store was last rid of what they may not see, by store. */
  const forgottenFor = new Map<string, string>()
  const pokedSubjects = new Set<string>()
  /** A poke has not been asked for yet. */
  let isPoked = false
  let seldomAt = -Infinity

  const schedule = (ms: number): void => {
    cancel()
    if (!stopped) cancel = clock.after(ms * (0.9 + random() * 0.2), () => void tick())
  }
  /** Milliseconds until this tab would ask again. */
  const pause = (): number => {
    if (failures > 0) return Math.min(longestMs, everyMs * 2 ** Math.min(failures, 6))
    if (isPoked) return leastPauseMs
    return !device.isVisible() ? hiddenMs : isTold ? toldEveryMs : everyMs
  }

  /** A device whose requests fail is not live. */
  const showHealth = (): void => {
    options.told(isTold && failures === 0 && !isLate)
    options.behind(behind)
  }
  /** Says where a question of this store lasts, while it is the one that counts. */
  const doubting = async <Value>(store: CacheStore, question: Promise<Value>): Promise<Value> => {
    const answered = clock.after(doubtAfterMs, () => {
      if (asking !== store) return
      isLate = true
      showHealth()
      options.doubted()
    })
    try {
      return await question
    } finally {
      answered()
      if (asking === store) isLate = false
    }
  }

  const setTold = (is: boolean): void => {
    cancelHearsay()
    if (isTold === is) return
    isTold = is
    showHealth()
  }
  /** Says to the other tabs that this one asks. */
  const say = (): void =>
    post({ nextMs: pause(), isTold, isBehind: behind, isVisible: device.isVisible() })
  const poked = ({ roster, me, subjects, found = [], lists }: Poke): void => {
    if (found.length > 0) {
      options.found(found)
      post({ found })
    }
    if (lists === true) {
      options.listsChanged()
      post({ lists })
    }
    if (!roster && !me && subjects.length === 0) return
    isPoked = true
    if (me) seldomAt = -Infinity
    // Too many to name, or a time when nobody told: what is looked at is asked for; the rest with
    // the roster, or when it is looked for again.
    for (const id of subjects === 'many' ? options.shownSubjects() : subjects) pokedSubjects.add(id)
    if (asking === null && failures === 0)
      schedule(Math.max(random() * pokedWithinMs, lastAt + leastPauseMs - clock.now()))
  }
  /** What changed while nobody told us. */
  const everything: Poke = { roster: true, me: true, subjects: 'many', found: 'many', lists: true }
  const live = (is: boolean): void => {
    if (!leads) return
    setTold(is)
    say()
    if (is) poked(everything)
    else if (asking === null) schedule(pause())
  }
  const lead = (): void => {
    leads = true
    stream ??= options.stream?.({ poked, live }) ?? null
  }
  const yieldToAnother = (): void => {
    leads = false
    stream?.close()
    stream = null
  }
  /** Another tab asks: believed while it can be alive. Older releases say only that. */
  const heard = (message: unknown): void => {
    const said = typeof message === 'object' && message !== null ? (message as TabMessage) : {}
    if (said.found !== undefined) return options.found(said.found)
    if (said.lists === true) return options.listsChanged()
    const next =
      typeof said.nextMs === 'number' && (said.isVisible === true || !device.isVisible())
        ? said.nextMs + 1_000
        : 0
    yieldToAnother()
    behind = said.isBehind === true
    setTold(said.isTold === true)
    options.behind(behind)
    if (isTold)
      cancelHearsay = clock.after(Math.max(next, afterAnotherMs) * 1.5, () => setTold(false))
    schedule(Math.max(next, isTold ? 0 : pause(), afterAnotherMs) * (1 + random() * 0.3))
  }

  /** Takes some poked subjects; later pokes of the same ones count again. */
  const takePoked = (): readonly string[] => {
    const taken = [...pokedSubjects].slice(0, mostPoked)
    for (const id of taken) pokedSubjects.delete(id)
    isPoked = pokedSubjects.size > 0
    return taken
  }
  const pullAll = async (store: CacheStore, asked: readonly string[]): Promise<void> => {
    const now = clock.now()
    let scopes = asked
    while (scopes.length > 0 && current() === store && !store.isClosed()) {
      const { ended, again, stale, reset } = await doubting(store, pull(store, scopes, manner))
      for (const { scope } of ended) refusedAt.set(`${store.name} ${scope}`, now)
      scopes = [...new Set([...again, ...stale, ...reset])]
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
  /**
   * Asks for what is followed and what was poked, and for every kept record when the user's rights
   * changed. Rejects as `Pull` does; what was poked is then asked for again.
   */
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
    if (current() !== store) return
    if (forgottenFor.get(store.name) !== rights) {
      await options.forget(store)
      forgottenFor.set(store.name, rights)
    }
    if (rights === before) return
    const kept = (await store.cursors()).flatMap(({ scope, subjectId, cursor, gone }) =>
      subjectId !== '' && cursor !== '' && gone === '' ? [scope] : [],
    )
    await pullAll(store, kept)
    rightsOf.set(store.name, rights)
  }

  const failed = async (store: CacheStore, thrown: unknown): Promise<void> => {
    if (asking === store) {
      failures += 1
      behind ||= failures >= behindAfter
      showHealth()
      if (failures === behindAfter) say()
    }
    if (!store.isClosed()) {
      options.report(thrown, 'pull')
      if (isFull(thrown)) await options.makeRoom([])
    }
    if (asking === store && toProblem(thrown).kind === 'forbidden') options.refused()
  }
  const tick = async (): Promise<void> => {
    const store = current()
    // Offline, whatever works first (a probe, a person) wakes this up.
    if (stopped || store === null || asking === store || store.isClosed() || offline.get()) {
      schedule(pause())
      return
    }
    asking = store
    lastAt = clock.now()
    lead()
    say()
    try {
      await ask(store)
      if (asking !== store) return
      failures = 0
      behind = false
      showHealth()
      void options.ahead.run(store).catch((thrown: unknown) => {
        if (!store.isClosed()) options.report(thrown, 'pull-ahead')
      })
    } catch (thrown) {
      await failed(store, thrown)
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
    /** Returns the way to stop, which lets another tab take over soon. */
    start: (): (() => void) => {
      stopped = false
      const channel = device.channel('lamplight-pull', heard)
      post = (message) => channel.post(message)
      const ends = [
        device.onHint(() => {
          // Perhaps the connection is back: the stream tries at once.
          stream?.hint()
          soon()
        }),
        offline.subscribe(() => {
          if (!offline.get()) soon()
        }),
      ]
      schedule(0)
      return () => {
        stopped = true
        cancel()
        if (leads)
          post({ nextMs: 0, isTold: false, isVisible: device.isVisible(), isBehind: behind })
        yieldToAnother()
        setTold(false)
        channel.close()
        for (const end of ends) end()
      }
    },
    /** Another store is open: ask for it now. */
    restart: (): void => {
      asking = null
      isLate = false
      failures = 0
      behind = false
      options.behind(false)
      // Nobody is told in this tab any more, and it hears nobody.
      yieldToAnother()
      setTold(false)
      pokedSubjects.clear()
      seldomAt = -Infinity
      lastAt = -Infinity
      if (!stopped) schedule(0)
    },
  }
}
