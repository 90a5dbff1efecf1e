import { problem, ProblemError } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { OutboxStore, StoredCommand } from '../store'
import { source, type Observable, type ChangedRow } from '../define'
import type { Leader } from './leader'
import { isOpen, next } from './outbox-machine'
import type { Verdict } from './outcome'
import { createExpiry } from './send-expiry'
import { sendLanes } from './send-lanes'
import { createAskedAgain, createSettleDelivered, resolveUnsure } from './send-outcomes'
import { createPace, type Pace } from './send-pace'
import { createPutOff } from './send-put-off'
import { createConclude } from './send-verdicts'

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
  /** Ids that the server put off for a quarter of an hour; later ones wait too. */
  readonly putOff: Observable<ReadonlySet<string>>
  /** Asks about one that may be done, and keeps the answer. Rejects offline. */
  ask(row: StoredCommand): Promise<void>
}

/** How often an unknown operation is tried again, milliseconds. */
const heldAgainMs = 60_000
/** A person waits for it: longer than this for an answer is no connection, milliseconds. */
const askAtMostMs = 5_000
/** Commands in one word to the server about what was given up. */
const toldAtOnce = 100

export interface OutboxSenderOptions {
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
    /** What was given up here, and why, is told. Rejects when it cannot be. */
    readonly tell: (commands: readonly StoredCommand[]) => Promise<void>
    /** These answers are kept. */
    readonly ack: (ids: readonly string[]) => Promise<void>
    /** The life of the server's database that this device last heard of. */
    readonly epoch: () => Promise<string | null>
    /** Says hello again, which lets go of what is held. Rejects when it cannot be said. */
    readonly renewHandshake: () => Promise<void>
    /** What only a sign-in moves on. */
    readonly needsSignIn: () => ReadonlySet<string>
    /** Sends deferred notices. True: there is more. Rejects when it cannot. */
    readonly tellLater: () => Promise<boolean>
    /** Whether there is any of that. */
    readonly hasToTell: () => Promise<boolean>
  }
  readonly report: (thrown: unknown, where: string) => void
}

/** Acknowledges kept answers after a pass. */
const createAcknowledgements = ({
  server,
  report,
}: Pick<OutboxSenderOptions, 'server' | 'report'>) => {
  let untold: readonly string[] = []
  return {
    add: (ids: readonly string[]): void => {
      untold = [...untold, ...ids]
    },
    send: (): void => {
      const ids = untold
      untold = []
      if (ids.length > 0) void server.ack(ids).catch((thrown: unknown) => report(thrown, 'ack'))
    },
  }
}

/**
 * Removes what was accepted long ago, of all users, by the server's time as just told: a device's
 * clock may be a year ahead.
 */
const letGoOfAged = async (
  rows: readonly StoredCommand[],
  { outbox, clock, server }: Pick<OutboxSenderOptions, 'outbox' | 'clock' | 'server'>,
): Promise<void> => {
  const isAged = (row: StoredCommand): boolean =>
    next(row, { kind: 'aged', now: clock.now() }) === 'gone'
  const aged = rows.filter(isAged)
  if (aged.length === 0) return
  await server.reach()
  await outbox.move(
    aged.map(({ id }) => id),
    (row) => next(row, { kind: 'aged', now: clock.now() }),
  )
}

/** What a person gave up leaves the device once the server knows of it. */
const tellDiscarded = async (
  { outbox, isMine, server }: Pick<OutboxSenderOptions, 'outbox' | 'isMine' | 'server'>,
  pace: Pace,
): Promise<void> => {
  const given = (await outbox.all())
    .filter((row) => row.state === 'DISCARDED' && isMine(row))
    .slice(0, toldAtOnce)
  if (given.length === 0) return
  await server.tell(given)
  await outbox.move(
    given.map(({ id }) => id),
    (row) => next(row, { kind: 'told' }),
  )
  if (given.length === toldAtOnce) pace.wantAgain()
}

/** Tries work that waits for an update again at intervals: the server may have updated. */
const createHeldAgain = (
  { clock, server, report }: Pick<OutboxSenderOptions, 'clock' | 'server' | 'report'>,
  start: () => Promise<void>,
) => {
  let cancel: () => void = () => undefined
  return {
    look: (rows: readonly StoredCommand[]): void => {
      cancel()
      if (!rows.some(({ state }) => state === 'HELD_UPGRADE')) return
      cancel = clock.after(
        heldAgainMs,
        () =>
          void server
            .renewHandshake()
            .catch((thrown: unknown) => report(thrown, 'hello'))
            .then(start),
      )
    },
    cancel: (): void => cancel(),
  }
}

/** One pass over the outbox: what is over its time, what is to be told and asked, what is to be sent. */
const createPass = (
  options: OutboxSenderOptions,
  parts: {
    readonly pace: Pace
    readonly putOff: ReturnType<typeof createPutOff>
    readonly expiry: ReturnType<typeof createExpiry>
    readonly held: ReturnType<typeof createHeldAgain>
    readonly asked: ReturnType<typeof createAskedAgain>
    readonly conclude: ReturnType<typeof createConclude>
    readonly sending: (ids: ReadonlySet<string>) => void
    readonly isStopped: () => boolean
  },
) => {
  const { outbox, server, report } = options
  const { pace, putOff, expiry, held, asked, conclude } = parts
  const asking = { ...options, asked, pace, outcomes: server.outcomes, conclude }
  const settleDelivered = createSettleDelivered(asking)
  /** Everybody's: what is sealed and signed may be delivered by whoever is signed in. */
  const unsent = async (): Promise<readonly StoredCommand[]> =>
    (await outbox.all()).filter(({ state }) => isOpen(state))
  const lanes = {
    ...options,
    ...parts,
    needsSignIn: server.needsSignIn,
    unsent,
    deliver: async (rows: readonly StoredCommand[], now: () => number) => {
      const verdicts = await server.deliver(rows, now)
      putOff.note(verdicts)
      return verdicts
    },
  }

  /** What only somebody who is signed in may ask for, and all that waits, in order. */
  const passOfAuthor = async (lost: AbortSignal): Promise<void> => {
    const asked = await unsent()
    // Whoever was heard on the way here may have corrected the clock.
    await expiry.expire((await resolveUnsure(asked, asking)) ? await unsent() : asked)
    await sendLanes(lost, lanes)
    const left = await outbox.all()
    const open = left.filter(({ state }) => isOpen(state))
    if (await expiry.expire(open)) pace.wantAgain()
    held.look(open)
    await letGoOfAged(left, options).catch((thrown: unknown) => report(thrown, 'drain'))
  }

  const tellLater = async (): Promise<void> => {
    if (await server.tellLater()) pace.wantAgain()
  }
  return async (lost: AbortSignal): Promise<void> => {
    if (parts.isStopped()) return
    await expiry.expire(await unsent())
    const isIdle = options.author() === null
    if (isIdle && !options.isIdle()) return
    if (options.mayBeAway() && ((await unsent()).length > 0 || (await server.hasToTell())))
      await server.reach()
    for (const work of isIdle
      ? [tellLater]
      : [tellLater, settleDelivered, () => tellDiscarded(options, pace)]) {
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
}

/**
 * Sends what waits, in order within a lane. Nothing is dropped: failures are repeated with growing
 * pauses under the same key, unanswered commands are asked about first. Repeated failures and
 * expired ones go to the user, and the lane goes on.
 */
export const createOutboxSender = (options: OutboxSenderOptions): OutboxSender => {
  const { outbox, clock, server, report } = options
  const sending = source<ReadonlySet<string>>(new Set())
  let stopped = false
  let running: Promise<void> | null = null
  let wanted = false
  const pace = createPace(options)
  const putOff = createPutOff(clock.now)
  const acknowledgements = createAcknowledgements(options)
  const conclude = createConclude({
    ...options,
    pace,
    epoch: server.epoch,
    kept: acknowledgements.add,
  })
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
  const expiry = createExpiry({ outbox, clock, start: () => void start() })
  const held = createHeldAgain(options, start)
  const asked = createAskedAgain(clock, () => void start())
  const pass = createPass(options, {
    pace,
    putOff,
    expiry,
    held,
    asked,
    conclude,
    sending: sending.set,
    isStopped: () => stopped,
  })

  const run = async (): Promise<void> => {
    pace.begin()
    try {
      await options.leader.lead(pass)
    } catch (thrown) {
      report(thrown, 'drain')
      pace.wantAgain()
    }
    acknowledgements.send()
    if (!stopped) pace.end(() => void start())
  }

  const poke = (): void => {
    if (stopped) return
    pace.hoped()
    void start()
  }

  return {
    sending,
    putOff: putOff.ids,
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
      expiry.cancel()
      held.cancel()
      asked.cancel()
    },
    pause: () => {
      stopped = true
      pace.cancel()
      held.cancel()
      asked.cancel()
      return running ?? Promise.resolve()
    },
    resume: () => {
      stopped = false
      void start()
    },
  }
}
