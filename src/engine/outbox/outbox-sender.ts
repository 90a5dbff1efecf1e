import { problem, ProblemError } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import { source, type ChangedRow, type Observable, type SessionState } from '../define'
import type { OutboxStore, StoredCommand } from '../store'
import type { Leader } from './leader'
import { isDue, isOpen, mayBeDone, next } from './outbox-machine'
import type { Verdict } from './push'
import { createConclude, createPace, sendLanes } from './send-lanes'
import type { WaitingAnswer } from './waiting'

/** How often an unknown operation is tried again, milliseconds. */
const heldAgainMs = 60_000
/** A person waits for it: longer than this for an answer is no connection, milliseconds. */
const askAtMostMs = 5_000
/** Commands in one word to the server about what was given up. */
const discardedAtOnce = 100
/** So long the server may postpone one command before its author is told, milliseconds. */
const postponedAfterMs = 15 * 60_000
/** An answer that could not be read is asked for again after so long, milliseconds. */
const askAgainMs = 60_000
/** And at last so seldom: a later release of the server or of this page may read it. */
const askSeldomMs = 15 * 60_000

export interface OutboxSender {
  /** There may be something to send, or sending may work now. */
  poke(): void
  /** The server can be reached again. It is not asked sooner where it was there and failed. */
  reachable(): void
  /** An earlier attempt failed, and nothing was taken since. */
  isRepeating(): boolean
  /** Tries to empty the outbox; resolves when a pass is over, whatever came of it. */
  flush(): Promise<void>
  stop(): void
  /** Stops sending and releases the lock; resolves after the running push. `resume` goes on. */
  pause(): Promise<void>
  resume(): void
  /** Ids on their way to the server at this moment, in this tab. */
  readonly sending: Observable<ReadonlySet<string>>
  /** Ids that the server postponed for a quarter of an hour; later ones wait too. */
  readonly postponed: Observable<ReadonlySet<string>>
  /** Asks about one that may be done, and keeps the answer. Rejects offline. */
  ask(row: StoredCommand): Promise<void>
}

interface OutboxSenderOptions {
  readonly outbox: OutboxStore
  readonly leader: Leader
  /** `now`: the server's time as well as it can be told. */
  readonly clock: Pick<Clock, 'after' | 'now'>
  readonly random: () => number
  /** Who is signed in; null: nobody. */
  readonly author: () => string | null
  /**
   * Nobody is signed in or signing in: proved commands are delivered all the same
   * (docs/decisions/0016).
   */
  readonly isIdle: () => boolean
  /** Nothing was heard of the server for some time, or the last exchange failed. */
  readonly mayBeAway: () => boolean
  /** Whether what the server says of a command can be kept here for its author. */
  readonly isMine: (command: StoredCommand) => boolean
  /**
   * Keeps the server's rows before the outbox row leaves, or rejects: confirmed work stays visible.
   */
  readonly settle: (command: StoredCommand, rows: readonly ChangedRow[]) => Promise<void>
  readonly server: {
    readonly deliver: (
      commands: readonly StoredCommand[],
      now: () => number,
    ) => Promise<readonly Verdict[]>
    /** What the server knows of commands. Rejects when it cannot be asked. */
    readonly outcomes: (commands: readonly StoredCommand[]) => Promise<readonly Verdict[]>
    /** A harmless exchange before sending when the server may be away. Rejects when it fails. */
    readonly reach: () => Promise<void>
    /** Says what was given up here, and why. Rejects when it cannot be said. */
    readonly discard: (commands: readonly StoredCommand[]) => Promise<void>
    /** These answers are kept. */
    readonly ack: (ids: readonly string[]) => Promise<void>
    /** The life of the server's database that this device last heard of. */
    readonly epoch: () => Promise<string | null>
    /** Says hello again, which lets go of what is held. Rejects when it cannot be said. */
    readonly renewHandshake: () => Promise<void>
    /** What only a sign-in moves on. */
    readonly needsSignIn: () => ReadonlySet<string>
    /** Sends deferred notices. True: there is more. Rejects when it cannot. */
    readonly sendNotices: () => Promise<boolean>
    /** Whether there are any of them. */
    readonly hasNotices: () => Promise<boolean>
  }
  readonly report: (thrown: unknown, where: string) => void
}

/** What is kept of an answer that came while the author was away. */
const keptOf = ({ row, outcome }: Verdict): Parameters<OutboxStore['moveEach']>[0][number] =>
  outcome.kind === 'refused'
    ? {
        row,
        move: (kept) => ({ ...kept }),
        answer: {
          problem: outcome.problem,
          ...(outcome.conflict === undefined
            ? {}
            : { conflict: outcome.conflict, server: outcome.server }),
        } satisfies WaitingAnswer,
      }
    : {
        row,
        move: (kept) =>
          outcome.kind === 'accepted' && outcome.settled !== null
            ? next(kept, { kind: 'settled' })
            : kept,
      }

/** Its answer is not kept here yet. */
const lacksAnswer = ({ state, settled, answer }: StoredCommand): boolean =>
  (state === 'ACCEPTED' && !settled) ||
  ((state === 'REJECTED' || state === 'CONFLICT') && answer === null)

const idsOf = (rows: readonly StoredCommand[]): readonly string[] => rows.map(({ id }) => id)

/** When what told nothing is asked for again: in growing pauses, for as long as the page lives. */
const createAskedAgain = (clock: Pick<Clock, 'after' | 'now'>, start: () => void) => {
  const asked = new Map<string, { readonly pauseMs: number; readonly dueAt: number }>()
  let cancel: () => void = () => undefined
  return {
    isDue: (id: string): boolean => (asked.get(id)?.dueAt ?? -Infinity) <= clock.now(),
    add: (id: string): void => {
      const pauseMs = Math.min(askSeldomMs, (asked.get(id)?.pauseMs ?? askAgainMs / 2) * 2)
      asked.set(id, { pauseMs, dueAt: clock.now() + pauseMs })
    },
    /** Comes back for the next of these. */
    wait: (ids: readonly string[]): void => {
      cancel()
      for (const id of [...asked.keys()]) if (!ids.includes(id)) asked.delete(id)
      const next = Math.min(...[...asked.values()].map(({ dueAt }) => dueAt))
      if (next !== Infinity) cancel = clock.after(Math.max(0, next - clock.now()), start)
    },
    cancel: (): void => cancel(),
  }
}

/**
 * Sends what waits in the outbox, in one tab of a device, pass by pass. What it guarantees:
 * - The order within a lane is kept, and nothing is dropped: a failure is repeated under the same
 *   key, in pauses that grow.
 * - A command without an answer is asked about before it is sent again.
 * - A command that fails again and again, or whose time is over, goes to its author, and its lane
 *   goes on.
 * - A command leaves only when it was accepted and is old, by the server's time as just told, or
 *   when the server knows that it was given up.
 */
export const createOutboxSender = (options: OutboxSenderOptions): OutboxSender => {
  const { outbox, clock, server, isMine, settle, report } = options
  const sending = source<ReadonlySet<string>>(new Set())
  const postponed = source<ReadonlySet<string>>(new Set())
  /** By id; begins anew with the page, and each time that the server was out of reach. */
  const postponedSince = new Map<string, number>()
  /** Answers that are kept here, and not acknowledged to the server. */
  let unacknowledged: readonly string[] = []
  let stopped = false
  let running: Promise<void> | null = null
  let wanted = false
  let cancelExpiry: () => void = () => undefined
  let cancelHeld: () => void = () => undefined
  const pace = createPace(options)
  const asked = createAskedAgain(clock, () => void start())
  const conclude = createConclude({
    ...options,
    pace,
    epoch: server.epoch,
    kept: (ids) => {
      unacknowledged = [...unacknowledged, ...ids]
    },
  })

  /** Everybody's: what is sealed and signed may be delivered by whoever is signed in. */
  const unsent = async (): Promise<readonly StoredCommand[]> =>
    (await outbox.all()).filter(({ state }) => isOpen(state))

  /**
   * Expires what was surely not done in time, online or not, and sets the next look; true: there
   * was some, or some to ask about.
   */
  const expire = async (rows: readonly StoredCommand[]): Promise<boolean> => {
    const now = clock.now()
    const due = rows.filter((row) => isDue(row, now) && !row.unsure)
    if (due.length > 0)
      await outbox.move(idsOf(due), (row) => (row.unsure ? row : next(row, { kind: 'clock', now })))
    cancelExpiry()
    const coming = rows.flatMap(({ expiresAt }) =>
      expiresAt == null || expiresAt < now ? [] : [expiresAt],
    )
    if (coming.length > 0)
      cancelExpiry = clock.after(Math.min(...coming) - now + 1, () => void start())
    return rows.some((row) => isDue(row, now))
  }

  /** Asks about unanswered commands; unknown and expired ones are not sent again. False: none. */
  const resolveUnsure = async (rows: readonly StoredCommand[]): Promise<boolean> => {
    const unsure = rows.filter((row) => row.unsure)
    if (unsure.length === 0) return false
    const known = await server.outcomes(unsure)
    await conclude(known)
    const unknown = unsure.filter(
      (row) => isDue(row, clock.now()) && !known.some((one) => one.row.id === row.id),
    )
    if (unknown.length > 0)
      await outbox.move(idsOf(unknown), (row) => next(row, { kind: 'clock', now: clock.now() }))
    return true
  }

  /**
   * What another session delivered for this author enters the author's store, with reasons of
   * refusals.
   */
  const settleDelivered = async (): Promise<void> => {
    const rows = (await outbox.all()).filter(isMine)
    // What waits for a person because nobody knew what became of it: the server may know by now,
    // and it is no news where it does not.
    const stuck = rows.filter(mayBeDone)
    if (stuck.length > 0) await conclude(await server.outcomes(stuck))
    const unheard = rows.filter(lacksAnswer)
    const wanted = unheard.filter(({ id }) => asked.isDue(id))
    if (wanted.length === 0) {
      // The timer came a moment early: it is set again.
      asked.wait(idsOf(unheard))
      return
    }
    const known = await server.outcomes(wanted)
    const unkept = new Set<string>()
    for (const { row, outcome } of known) {
      if (outcome.kind !== 'accepted' || outcome.settled === null) continue
      try {
        await settle(row, outcome.settled)
      } catch (thrown) {
        // One that cannot be kept now does not keep the others out, and is asked for again.
        report(thrown, 'drain')
        unkept.add(row.id)
        pace.wantAgain()
      }
    }
    await outbox.moveEach(known.filter(({ row }) => !unkept.has(row.id)).map(keptOf))
    // Not before it is written, and only what tells nothing that can be kept: until its answer is
    // kept it lies over the rows.
    const isKept = (id: string): boolean =>
      known.some(
        ({ row, outcome }) =>
          row.id === id && outcome.kind === 'accepted' && outcome.settled !== null,
      )
    for (const row of wanted) if (isMine(row) && !isKept(row.id)) asked.add(row.id)
    asked.wait(unheard.flatMap(({ id }) => (isKept(id) ? [] : [id])))
  }

  /** What a person gave up leaves the device once the server knows of it. */
  const sendDiscarded = async (): Promise<void> => {
    const given = (await outbox.all())
      .filter((row) => row.state === 'DISCARDED' && isMine(row))
      .slice(0, discardedAtOnce)
    if (given.length === 0) return
    await server.discard(given)
    await outbox.move(idsOf(given), (row) => next(row, { kind: 'told' }))
    if (given.length === discardedAtOnce) pace.wantAgain()
  }

  const sendNotices = async (): Promise<void> => {
    if (await server.sendNotices()) pace.wantAgain()
  }

  /** Which commands the server keeps postponing, though it answers. */
  const countPostponed = (verdicts: readonly Verdict[]): void => {
    for (const { row, outcome } of verdicts) {
      if (outcome.kind !== 'again' || outcome.whole === true) postponedSince.delete(row.id)
      else if (!postponedSince.has(row.id)) postponedSince.set(row.id, clock.now())
    }
    const over = [...postponedSince].flatMap(([id, at]) =>
      clock.now() - at >= postponedAfterMs ? [id] : [],
    )
    if (over.join(' ') !== [...postponed.get()].join(' ')) postponed.set(new Set(over))
  }

  const lanes = {
    ...options,
    conclude,
    needsSignIn: server.needsSignIn,
    unsent,
    deliver: async (rows: readonly StoredCommand[], now: () => number) => {
      const verdicts = await server.deliver(rows, now)
      countPostponed(verdicts)
      return verdicts
    },
    sending: sending.set,
    isStopped: () => stopped,
  }

  /** Tries work that waits for an update again at intervals: the server may have updated. */
  const tryHeldAgain = (rows: readonly StoredCommand[]): void => {
    cancelHeld()
    if (!rows.some(({ state }) => state === 'HELD_UPGRADE')) return
    cancelHeld = clock.after(
      heldAgainMs,
      () =>
        void server
          .renewHandshake()
          .catch((thrown: unknown) => report(thrown, 'hello'))
          .then(start),
    )
  }

  /**
   * Removes what was accepted long ago, of all users, by the server's time as just told: a device's
   * clock may be a year ahead.
   */
  const letGoOfAged = async (rows: readonly StoredCommand[]): Promise<void> => {
    const isAged = (row: StoredCommand): boolean =>
      next(row, { kind: 'aged', now: clock.now() }) === 'gone'
    const aged = rows.filter(isAged)
    if (aged.length === 0) return
    await server.reach()
    await outbox.move(idsOf(aged), (row) => next(row, { kind: 'aged', now: clock.now() }))
  }

  /** What only somebody who is signed in may ask for, and all that waits, in order. */
  const passOfAuthor = async (lost: AbortSignal): Promise<void> => {
    const open = await unsent()
    // Whoever was heard on the way here may have corrected the clock.
    await expire((await resolveUnsure(open)) ? await unsent() : open)
    await sendLanes(lost, lanes)
    const left = await outbox.all()
    const still = left.filter(({ state }) => isOpen(state))
    if (await expire(still)) pace.wantAgain()
    tryHeldAgain(still)
    await letGoOfAged(left).catch((thrown: unknown) => report(thrown, 'drain'))
  }

  /** What is over its time, what is to be said and asked, what is to be sent. */
  const pass = async (lost: AbortSignal): Promise<void> => {
    if (stopped) return
    await expire(await unsent())
    const isIdle = options.author() === null
    if (isIdle && !options.isIdle()) return
    if (options.mayBeAway() && ((await unsent()).length > 0 || (await server.hasNotices())))
      await server.reach()
    for (const work of isIdle ? [sendNotices] : [sendNotices, settleDelivered, sendDiscarded]) {
      try {
        await work()
      } catch (thrown) {
        report(thrown, 'drain')
        pace.wantAgain()
      }
    }
    // What was sent without an answer is sent again under its own id: only its author's device may
    // ask what became of it.
    await (isIdle ? sendLanes(lost, lanes) : passOfAuthor(lost))
  }

  const run = async (): Promise<void> => {
    pace.begin()
    try {
      await options.leader.lead(pass)
    } catch (thrown) {
      report(thrown, 'drain')
      pace.wantAgain()
    }
    const ids = unacknowledged
    unacknowledged = []
    if (ids.length > 0) void server.ack(ids).catch((thrown: unknown) => report(thrown, 'ack'))
    if (!stopped) pace.end(() => void start())
  }

  const start = (): Promise<void> => {
    if (running !== null) {
      wanted = true
      return running
    }
    pace.cancel()
    running = run().finally(() => {
      running = null
      if (wanted && !stopped) {
        wanted = false
        void start()
      }
    })
    return running
  }

  const poke = (): void => {
    if (stopped) return
    pace.hoped()
    void start()
  }

  return {
    sending,
    postponed,
    ask: async (row) => {
      let end = (): void => undefined
      const late = new Promise<never>((_resolve, reject) => {
        end = clock.after(askAtMostMs, () => reject(new ProblemError(problem('network:no-answer'))))
      })
      try {
        await Promise.race([server.outcomes([row]).then(conclude), late])
      } finally {
        end()
      }
    },
    poke,
    reachable: () => {
      if (!pace.isServerFailing()) poke()
    },
    isRepeating: () => pace.failures() > 0,
    flush: async () => {
      await start()
      if (running !== null) await running
    },
    stop: () => {
      stopped = true
      pace.cancel()
      cancelExpiry()
      cancelHeld()
      asked.cancel()
    },
    pause: () => {
      stopped = true
      pace.cancel()
      cancelHeld()
      asked.cancel()
      return running ?? Promise.resolve()
    },
    resume: () => {
      stopped = false
      void start()
    },
  }
}

/** Nobody is signed in to the server here, and nobody is just signing in. */
export const isIdle = ({ status, awaitsSignIn }: SessionState): boolean =>
  status === 'signed-out' || status === 'locked' || awaitsSignIn === true

/**
 * Sends, where nobody is signed in, what waits here or is to be said (docs/decisions/0016): when
 * the page comes to that, and when the line may be back. Fetches nothing for nothing. Returns the
 * way to stop.
 */
export const sendWhileIdle = (options: {
  readonly session: Observable<SessionState>
  readonly device: Pick<Device, 'onHint'>
  readonly outbox: Pick<OutboxStore, 'all'>
  readonly hasNotices: () => Promise<boolean>
  readonly outboxSender: Pick<OutboxSender, 'poke'>
  readonly report: (thrown: unknown, where: string) => void
}): (() => void) => {
  const look = async (): Promise<void> => {
    if (
      isIdle(options.session.get()) &&
      ((await options.outbox.all()).some(({ state }) => isOpen(state)) ||
        (await options.hasNotices()))
    )
      options.outboxSender.poke()
  }
  const wake = (): void => void look().catch((thrown: unknown) => options.report(thrown, 'idle'))
  const ends = [options.session.subscribe(wake), options.device.onHint(wake)]
  wake()
  return () => {
    for (const end of ends) end()
  }
}
