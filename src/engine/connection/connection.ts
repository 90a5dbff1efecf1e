import type { Clock } from '../../platform/clock'
import { source, type Connection, type Observable } from '../define'

export interface ConnectionControl extends Observable<Connection> {
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
  /** The browser says that something about the network changed: ask, believe nothing. */
  hint(): void
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
/** How far what is remembered may lag behind. */
const rememberEveryMs = 30_000

/**
 * The connection to the server. `live` needs a successful authenticated exchange; the browser's
 * online flag never decides. Offline, `probe` runs with growing, jittered pauses.
 */
export const createConnection = (options: {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: () => number
  /** One cheap authenticated exchange, reported to `contact` by the transport. */
  readonly probe: () => Promise<void>
  /** Told of a contact at intervals, so that an offline start knows the age of its data. */
  readonly remember?: (lastContactAt: number) => void
}): ConnectionControl => {
  let reached: boolean | null = null
  let saving = 0
  let sending = false
  let isTold = false
  /** The last contact before pulls began to fail; undefined: they work. */
  let behindSince: number | null | undefined
  let lastContactAt: number | null = null
  let counts = { waiting: 0, refused: 0 }
  let failures = 0
  let watching = false
  let cancel: () => void = () => undefined
  let stopDoubting: (() => void) | null = null
  let rememberedAt = -Infinity

  const stateNow = (): Connection['state'] => {
    if (saving > 0) return 'saving'
    if (reached === false || behindSince !== undefined) return 'offline'
    if (counts.refused > 0) return 'refused'
    if (sending) return 'sending'
    if (counts.waiting > 0) return 'waiting'
    return reached === null ? 'checking' : 'live'
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
    const next: Connection = {
      state: stateNow(),
      isOffline: reached === false,
      isTold: isTold && reached === true,
      lastContactAt: behindSince === undefined ? lastContactAt : behindSince,
      ...counts,
    }
    const old = shown.get()
    if (
      old.state !== next.state ||
      old.isOffline !== next.isOffline ||
      old.isTold !== next.isTold ||
      old.lastContactAt !== next.lastContactAt ||
      old.waiting !== next.waiting ||
      old.refused !== next.refused
    ) {
      shown.set(next)
    }
    offline.set(reached === false)
  }

  const probe = (): void => {
    if (!watching) return
    schedule()
    void options.probe().catch(() => undefined)
  }
  const schedule = (): void => {
    cancel()
    if (!watching) return
    const pause =
      reached === false
        ? Math.min(longestProbeMs, firstProbeMs * 2 ** Math.min(failures, 6))
        : renewAfterMs
    cancel = options.clock.after(pause * (0.5 + options.random() / 2), probe)
  }

  const conclude = (now: boolean): void => {
    stopDoubting?.()
    stopDoubting = null
    const changed = now !== reached
    failures = now ? 0 : failures + 1
    reached = now
    if (now) {
      lastContactAt = options.clock.now()
      if (lastContactAt - rememberedAt >= rememberEveryMs) {
        rememberedAt = lastContactAt
        options.remember?.(lastContactAt)
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
    if (!now && reached === true && watching) doubt()
    else conclude(now)
  }

  return {
    ...shown,
    offline,
    contact,
    restore: (at) => {
      if (lastContactAt !== null) return
      lastContactAt = at
      publish()
    },
    unreachable: (askedAt) => {
      if (lastContactAt === null || lastContactAt < askedAt) conclude(false)
    },
    answered: () => {
      if (reached !== false) return
      reached = null
      publish()
    },
    hint: () => {
      if (
        reached === true &&
        lastContactAt !== null &&
        options.clock.now() - lastContactAt < recentMs
      )
        return
      failures = 0
      if (reached === true) {
        reached = null
        publish()
      }
      probe()
    },
    counts: (next) => {
      counts = next
      publish()
    },
    saving: (by) => {
      saving += by
      publish()
    },
    sending: (is) => {
      sending = is
      publish()
    },
    told: (is) => {
      isTold = is
      publish()
    },
    behind: (is) => {
      if (is === (behindSince !== undefined)) return
      behindSince = is ? lastContactAt : undefined
      publish()
    },
    watch: () => {
      watching = true
      schedule()
      return () => {
        watching = false
        cancel()
        stopDoubting?.()
      }
    },
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
