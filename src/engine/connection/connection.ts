import { toProblem } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { Fetch } from '../../platform/graphql'
import { askJson } from '../../platform/rest'
import { source, type Connection, type Observable } from '../define'

interface ConnectionControl extends Observable<Connection> {
  /**
   * The one truth about the network: an authenticated exchange worked, or it did not. A failure
   * after a success is doubted until a probe agrees.
   */
  contact(reached: boolean): void
  /** The last contact from before the page was opened; a newer one stays. */
  restore(lastContactAt: number): void
  /** Even an open question got no answer. A contact since `askedAt` (epoch ms) still counts. */
  unreachable(askedAt: number): void
  /** The server answered an open question: try again. Proves no session. */
  answered(): void
  /** It answers open questions, and knows no sign-in of this page; or no longer. */
  answersOpenly(is: boolean): void
  /**
   * The browser says that something about the network changed: ask, believe nothing. `isCut`: that
   * there is none; nothing is live until the server has answered.
   */
  hint(isCut: boolean): void
  counts(counts: { readonly waiting: number; readonly refused: number }): void
  saving(by: 1 | -1): void
  sending(is: boolean): void
  /** The server tells what changes, or no longer does. */
  told(is: boolean): void
  /**
   * Pulls fail again and again, though the server can be reached: nothing is live, and what is shown
   * is of when they last worked. Sending is not held up by it.
   */
  behind(is: boolean): void
  /** True after a failed attempt, until one works. */
  readonly offline: Observable<boolean>
  /** Starts asking the server now and then; returns the way to stop. */
  watch(): () => void
}

/** Live is a claim about now: it is renewed this often when nothing else talks to the server. */
const renewAfterMs = 45_000
/**
 * One failed exchange among others that work is no lost connection: the server is asked at once, and
 * has so long to answer, milliseconds.
 */
const doubtAtMostMs = 3_000
/** A contact this recent is not doubted by a mere hint. */
const recentMs = 5_000
const firstProbeMs = 2_000
const longestProbeMs = 30_000
/** The same while a person can do nothing but wait for the connection. */
const longestWaitedForMs = 5_000
/** How far what is remembered may lag behind. */
const rememberEveryMs = 30_000

/** What is known of the connection, and of what is sent over it. */
interface Facts {
  /** An exchange worked, or did not; null: none ended yet. */
  reached: boolean | null
  answersOpenly: boolean
  saving: number
  sending: boolean
  isTold: boolean
  /** The last contact before pulls began to fail; undefined: they work. */
  behindSince: number | null | undefined
  lastContactAt: number | null
  counts: { readonly waiting: number; readonly refused: number }
}

const stateOf = ({ reached, saving, sending, behindSince, counts }: Facts): Connection['state'] => {
  if (saving > 0) return 'saving'
  if (reached === false || behindSince !== undefined) return 'offline'
  if (counts.refused > 0) return 'refused'
  if (sending) return 'sending'
  if (counts.waiting > 0) return 'waiting'
  return reached === null ? 'checking' : 'live'
}

const shownOf = (facts: Facts): Connection => ({
  state: stateOf(facts),
  isOffline: facts.reached === false,
  ...(facts.reached !== true && facts.answersOpenly ? { answersOpenly: true as const } : {}),
  isTold: facts.isTold && facts.reached === true,
  lastContactAt: facts.behindSince === undefined ? facts.lastContactAt : facts.behindSince,
  ...facts.counts,
})

const isSameConnection = (a: Connection, b: Connection): boolean =>
  a.state === b.state &&
  a.isOffline === b.isOffline &&
  a.answersOpenly === b.answersOpenly &&
  a.isTold === b.isTold &&
  a.lastContactAt === b.lastContactAt &&
  a.waiting === b.waiting &&
  a.refused === b.refused

interface ConnectionOptions {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: () => number
  /** One cheap authenticated exchange, reported to `contact` by the transport. */
  readonly probe: () => Promise<void>
  /** Nobody is signed in to the server, so that a page shows little else than whether it is there. */
  readonly isWaitedFor?: () => boolean
  /** Told of a contact at intervals, so that an offline start knows the age of its data. */
  readonly remember?: (lastContactAt: number) => void
}

/** Asks the server whether it is there: now and then, after a hint, and when a failure is doubted. */
const createAsking = (options: ConnectionOptions, facts: Facts, publish: () => void) => {
  let failures = 0
  let watching = false
  let cancel: () => void = () => undefined
  let stopDoubting: (() => void) | null = null
  let rememberedAt = -Infinity

  const probe = (): void => {
    if (!watching) return
    schedule()
    void options.probe().catch(() => undefined)
  }
  const schedule = (): void => {
    cancel()
    if (!watching) return
    const pause =
      facts.reached === false
        ? Math.min(
            options.isWaitedFor?.() === true ? longestWaitedForMs : longestProbeMs,
            firstProbeMs * 2 ** Math.min(failures, 6),
          )
        : renewAfterMs
    cancel = options.clock.after(pause * (0.5 + options.random() / 2), probe)
  }

  const conclude = (now: boolean): void => {
    stopDoubting?.()
    stopDoubting = null
    const changed = now !== facts.reached
    failures = now ? 0 : failures + 1
    facts.reached = now
    if (now) {
      facts.answersOpenly = false
      facts.lastContactAt = options.clock.now()
      if (facts.lastContactAt - rememberedAt >= rememberEveryMs) {
        rememberedAt = facts.lastContactAt
        options.remember?.(facts.lastContactAt)
      }
    }
    if (changed || now) schedule()
    publish()
  }

  const doubt = (): void => {
    if (stopDoubting !== null) return
    let isOver = false
    const lose = (): void => {
      if (!isOver) conclude(false)
    }
    const late = options.clock.after(doubtAtMostMs, lose)
    stopDoubting = () => {
      isOver = true
      late()
    }
    // A probe that works reports a contact before it ends.
    void options.probe().then(lose, lose)
  }
  const contact = (now: boolean): void => {
    if (!now && facts.reached === true && watching) doubt()
    else conclude(now)
  }
  const hint = (isCut: boolean): void => {
    if (
      !isCut &&
      facts.reached === true &&
      facts.lastContactAt !== null &&
      options.clock.now() - facts.lastContactAt < recentMs
    )
      return
    failures = 0
    if (facts.reached === true) {
      facts.reached = null
      publish()
    }
    probe()
  }
  const watch = (): (() => void) => {
    watching = true
    schedule()
    return () => {
      watching = false
      cancel()
      stopDoubting?.()
    }
  }

  return { conclude, contact, hint, watch }
}

/**
 * The connection to the server. `live` needs a successful authenticated exchange; the browser's
 * online flag never decides. Offline, `probe` runs with growing, jittered pauses.
 */
export const createConnection = (options: ConnectionOptions): ConnectionControl => {
  const facts: Facts = {
    reached: null,
    answersOpenly: false,
    saving: 0,
    sending: false,
    isTold: false,
    behindSince: undefined,
    lastContactAt: null,
    counts: { waiting: 0, refused: 0 },
  }

  const shown = source<Connection>({
    state: 'checking',
    isTold: false,
    lastContactAt: null,
    waiting: 0,
    refused: 0,
  })
  const offline = source(false)
  const publish = (): void => {
    const next = shownOf(facts)
    if (!isSameConnection(shown.get(), next)) shown.set(next)
    offline.set(facts.reached === false)
  }

  const { conclude, contact, hint, watch } = createAsking(options, facts, publish)

  return {
    ...shown,
    offline,
    contact,
    restore: (at) => {
      if (facts.lastContactAt !== null) return
      facts.lastContactAt = at
      publish()
    },
    unreachable: (askedAt) => {
      if (facts.lastContactAt !== null && facts.lastContactAt >= askedAt) return
      facts.answersOpenly = false
      conclude(false)
    },
    answersOpenly: (is) => {
      facts.answersOpenly = is
      publish()
    },
    answered: () => {
      if (facts.reached !== false) return
      facts.reached = null
      publish()
    },
    hint,
    counts: (next) => {
      facts.counts = next
      publish()
    },
    saving: (by) => {
      facts.saving += by
      publish()
    },
    sending: (is) => {
      facts.sending = is
      publish()
    },
    told: (is) => {
      facts.isTold = is
      publish()
    },
    behind: (is) => {
      if (is === (facts.behindSince !== undefined)) return
      facts.behindSince = is ? facts.lastContactAt : undefined
      publish()
    },
    watch,
  }
}

/**
 * Calls once the server has told its time in this page's life: what depends on age waits for that,
 * since a wrong clock must not age texts by a year. Returns the way to stop.
 */
export const onceReached = (connection: Observable<Connection>, call: () => void): (() => void) => {
  let isDone = false
  const look = (): void => {
    const { isOffline, state } = connection.get()
    if (isDone || isOffline || state === 'checking') return
    isDone = true
    call()
  }
  const stop = connection.subscribe(look)
  look()
  return stop
}

/** A device whose requests hang must say so soon, long before an exchange gives up. */
const lookAtMostMs = 8_000

/**
 * True when the server answers at all. Silence is reported (`askedAt`: epoch ms); an answer proves
 * no session.
 */
export const createReachability =
  (options: {
    readonly fetch: Fetch
    readonly clock: Clock
    readonly address: string
    readonly unreachable: (askedAt: number) => void
  }) =>
  async (): Promise<boolean> => {
    const { fetch, clock } = options
    const askedAt = clock.now()
    try {
      await askJson({ fetch, clock, timeoutMs: lookAtMostMs }, options.address)
      return true
    } catch (thrown) {
      const { kind } = toProblem(thrown)
      const silent = kind === 'network' || kind === 'timeout'
      if (silent) options.unreachable(askedAt)
      return !silent
    }
  }
