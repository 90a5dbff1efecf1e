import { problem, ProblemError } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { OutboxStore, StoredCommand } from '../../platform/store'
import { source, type Observable, type Settled } from '../kit'
import { lanesOf, nextBatch } from './batch'
import type { Leader } from './leader'
import { isDue, isForPerson, isOpen, mayBeDone, next, type OutboxEvent } from './outbox-machine'
import type { Verdict } from './outcome'
import type { WaitingAnswer } from './waiting'

export interface Drain {
  /** There may be something to send, or sending may work now. */
  poke(): void
  /** Tries to empty the outbox; resolves when a pass is over, whatever came of it. */
  flush(): Promise<void>
  stop(): void
  /**
   * Sends nothing more from this tab and lets go of the lock; resolves when what is on its way has
   * come to an end. `resume` goes on.
   */
  pause(): Promise<void>
  resume(): void
  /** Ids on their way to the server at this moment, in this tab. */
  readonly sending: Observable<ReadonlySet<string>>
  /**
   * Ids that the server has put off for a quarter of an hour, though it answers: what stands behind
   * them waits as well.
   */
  readonly putOff: Observable<ReadonlySet<string>>
  /**
   * Asks what became of one that may have been done, and keeps the answer; resolves also where the
   * server knows nothing. Rejects without a line.
   */
  ask(row: StoredCommand): Promise<void>
}

const basePauseMs = 300
const longestPauseMs = 60_000
/**
 * How often a server that did not know an operation is asked whether it does by now, milliseconds.
 */
const heldAgainMs = 60_000
/** So long the server may put one command off before its author is told, milliseconds. */
const putOffAfterMs = 15 * 60_000
/** A person waits for it: longer than this for an answer is no line, milliseconds. */
const askAtMostMs = 5_000
/** Commands in one word to the server about what was given up. */
const toldAtOnce = 100

/** What a verdict does to its command, and what is kept beside it. */
interface Step {
  readonly row: StoredCommand
  readonly event: OutboxEvent
  readonly answer?: WaitingAnswer
}

/**
 * Sends what waits. One sender per device (leader.ts); order is kept within a lane, and no lane
 * waits for another. Never drops: after a failure it tries again with growing, jittered pauses,
 * under the same key. What became of a command that was sent without an answer is asked before it
 * is sent again. What the server itself fails at again and again, and what was not sent in its
 * time, is put before a person instead of holding up its lane.
 */
export const createDrain = (options: {
  readonly outbox: OutboxStore
  readonly leader: Leader
  /** `now`: the server's time as well as it can be told. */
  readonly clock: Pick<Clock, 'after' | 'now'>
  readonly random: () => number
  /** Who is signed in; null: nobody. */
  readonly author: () => string | null
  /**
   * Nobody is signed in, and nobody is just signing in: what proves its author by itself is
   * delivered all the same (docs/decisions/0016).
   */
  readonly isIdle: () => boolean
  /** What only a sign-in moves on. */
  readonly needsSignIn: () => ReadonlySet<string>
  /**
   * Tells what is to be told whoever is there (told-later.ts). True: there is more. Rejects when it
   * cannot be.
   */
  readonly tellLater: () => Promise<boolean>
  /** Whether there is any of that. */
  readonly hasToTell: () => Promise<boolean>
  /** Nothing was heard of the server for some time, or the last exchange failed. */
  readonly mayBeAway: () => boolean
  /**
   * One exchange that changes nothing, tried first then: what was never sent does not become
   * uncertain. Rejects when it fails.
   */
  readonly reach: () => Promise<void>
  /** Whether what the server says of a command can be kept here for its author. */
  readonly isMine: (command: StoredCommand) => boolean
  readonly deliver: (
    commands: readonly StoredCommand[],
    now: () => number,
  ) => Promise<readonly Verdict[]>
  /**
   * Keeps the server's rows, or rejects. They must be readable before the outbox row leaves: what
   * was acknowledged is never invisible.
   */
  readonly settle: (command: StoredCommand, settled: Settled<unknown>) => Promise<void>
  /**
   * What the server knows of commands; the rest it does not know. Rejects when it cannot be asked.
   */
  readonly outcomes: (commands: readonly StoredCommand[]) => Promise<readonly Verdict[]>
  /** What was given up here, and why, is told. Rejects when it cannot be. */
  readonly tell: (commands: readonly StoredCommand[]) => Promise<void>
  /** Says hello again, which lets go of what is held. Rejects when it cannot be said. */
  readonly greet: () => Promise<void>
  /** The life of the server's database that this device last heard of. */
  readonly epoch: () => Promise<string | null>
  /** These answers are kept. */
  readonly ack: (ids: readonly string[]) => Promise<void>
  readonly report: (thrown: unknown, where: string) => void
}): Drain => {
  const { outbox, clock, random, leader } = options
  const sending = source<ReadonlySet<string>>(new Set())
  const putOff = source<ReadonlySet<string>>(new Set())
  /**
   * Since when the server has put commands off, by id; begins anew with the page, and with each
   * time that the line was gone.
   */
  const putOffSince = new Map<string, number>()
  /** Answers of these were asked for in this page's life, and tell nothing that it can keep. */
  const asked = new Set<string>()
  let failures = 0
  let stopped = false
  let cancel: () => void = () => undefined
  let cancelExpiry: () => void = () => undefined
  let cancelHeld: () => void = () => undefined
  let running: Promise<void> | null = null
  let again = false
  let patienceMs = 0

  const wantAgain = (waitMs = 0): void => {
    again = true
    patienceMs = Math.max(patienceMs, waitMs)
  }
  /**
   * Answers that are kept here by now and of which the server was not told: told when the pass is
   * over, since nothing depends on it.
   */
  let untold: readonly string[] = []
  const acknowledge = (): void => {
    const ids = untold
    untold = []
    if (ids.length > 0)
      void options.ack(ids).catch((thrown: unknown) => options.report(thrown, 'ack'))
  }

  const notePutOff = (verdicts: readonly Verdict[]): void => {
    const now = clock.now()
    for (const { row, outcome } of verdicts) {
      if (outcome.kind !== 'again' || outcome.whole === true) putOffSince.delete(row.id)
      else if (!putOffSince.has(row.id)) putOffSince.set(row.id, now)
    }
    const over = [...putOffSince].flatMap(([id, since]) =>
      now - since >= putOffAfterMs ? [id] : [],
    )
    if (over.join(' ') !== [...putOff.get()].join(' ')) putOff.set(new Set(over))
  }

  /**
   * What a verdict means to the outbox; null: nothing for now. The server's rows are kept first.
   */
  const stepOf = async ({ row, outcome }: Verdict): Promise<Step | null> => {
    switch (outcome.kind) {
      case 'accepted':
        try {
          if (outcome.settled !== null) await options.settle(row, outcome.settled)
          return {
            row,
            event: {
              kind: 'applied',
              epoch: outcome.epoch,
              now: clock.now(),
              settled: outcome.settled !== null,
            },
          }
        } catch (thrown) {
          // Not kept here, and perhaps never in this page: the server has it, so its lane must not
          // wait for this store. It is laid over the rows as before, until a later pass has asked
          // again and kept the answer: soon, or it would hide what others do after it.
          options.report(thrown, 'drain')
          wantAgain()
          return {
            row,
            event: { kind: 'applied', epoch: outcome.epoch, now: clock.now(), settled: false },
          }
        }
      case 'refused': {
        const { as, epoch, code, problem, conflict, server } = outcome
        return {
          row,
          event: { kind: 'refused', as, epoch, code },
          answer: { problem, ...(conflict === undefined ? {} : { conflict, server }) },
        }
      }
      case 'held':
        return {
          row,
          event:
            outcome.as === 'auth'
              ? { kind: 'unauthorized' }
              : {
                  kind: 'upgrade',
                  code: outcome.code ?? null,
                  attempt: outcome.isKept === false ? row.tries : null,
                },
        }
      case 'again':
        wantAgain(outcome.waitMs)
        if (outcome.isKept === false)
          return { row, event: { kind: 'not-stored', attempt: row.tries } }
        return outcome.problem.byServer === true
          ? {
              row,
              event: { kind: 'failed', now: clock.now() },
              answer: { problem: outcome.problem },
            }
          : null
    }
  }

  /**
   * Keeps what the server said of commands, all in one transaction; resolves to the ids that their
   * lanes need not wait for any more.
   */
  const conclude = async (verdicts: readonly Verdict[]): Promise<ReadonlySet<string>> => {
    const steps = (await Promise.all(verdicts.map(stepOf))).filter((step) => step !== null)
    let moved = await outbox.moveEach(
      steps.map(({ row, event, answer }) => ({
        row,
        move: (kept) => next(kept, event),
        ...(answer !== undefined && options.isMine(row) ? { answer } : {}),
      })),
    )
    // What the author's store does not hold yet is not kept.
    untold = [
      ...untold,
      ...steps
        .filter(
          ({ row, event }) =>
            event.kind === 'refused' ||
            (event.kind === 'applied' && (event.settled || !options.isMine(row))),
        )
        .map(({ row }) => row.id),
    ]
    if (steps.some(({ event }) => event.kind === 'applied')) failures = 0
    const late = steps.flatMap(({ row, event }) => (event.kind === 'applied' ? [row.id] : []))
    const epoch = late.length === 0 ? null : await options.epoch()
    // The answer of a former life of the database that came after the hello of the next one: that
    // one may not have it.
    if (
      epoch !== null &&
      steps.some(({ event }) => event.kind === 'applied' && event.epoch !== epoch)
    ) {
      moved = await outbox.move(
        moved.map(({ id }) => id),
        (row) => (late.includes(row.id) ? next(row, { kind: 'hello', epoch }) : row),
      )
      wantAgain()
    }
    return new Set(
      moved.filter(({ state }) => state === 'ACCEPTED' || isForPerson(state)).map(({ id }) => id),
    )
  }

  /** Everybody's: what is sealed and signed may be delivered by whoever is signed in. */
  const unsent = async (): Promise<readonly StoredCommand[]> =>
    (await outbox.all()).filter(({ state }) => isOpen(state))

  /**
   * What was surely not done in its time is not done any more, line or no line. Sets when to look
   * again; true: there was some, or some to ask about.
   */
  const expire = async (rows: readonly StoredCommand[]): Promise<boolean> => {
    const now = clock.now()
    const due = rows.filter((row) => isDue(row, now) && !row.unsure)
    if (due.length > 0)
      await outbox.move(
        due.map(({ id }) => id),
        (row) => (row.unsure ? row : next(row, { kind: 'clock', now })),
      )
    cancelExpiry()
    const coming = rows.flatMap(({ expiresAt }) =>
      expiresAt == null || expiresAt < now ? [] : [expiresAt],
    )
    if (coming.length > 0)
      cancelExpiry = clock.after(Math.min(...coming) - now + 1, () => void start())
    return rows.some((row) => isDue(row, now))
  }

  /**
   * What became of those that were sent without an answer; what nobody knows of and is over its
   * time is not sent again. False: there were none.
   */
  const resolveUnsure = async (rows: readonly StoredCommand[]): Promise<boolean> => {
    const unsure = rows.filter((row) => row.unsure)
    if (unsure.length === 0) return false
    const known = await options.outcomes(unsure)
    await conclude(known)
    const unknown = unsure.filter(
      (row) => isDue(row, clock.now()) && !known.some((one) => one.row.id === row.id),
    )
    if (unknown.length > 0)
      await outbox.move(
        unknown.map(({ id }) => id),
        (row) => next(row, { kind: 'clock', now: clock.now() }),
      )
    return true
  }

  /**
   * What somebody else's session delivered in the author's absence comes into her own store now,
   * and why it was refused.
   */
  const settleDelivered = async (): Promise<void> => {
    const rows = (await outbox.all()).filter(options.isMine)
    // What waits for a person because nobody knew what became of it: the server may know by now,
    // and it is no news where it does not.
    const stuck = rows.filter(mayBeDone)
    if (stuck.length > 0) await conclude(await options.outcomes(stuck))
    const wanted = rows.filter(
      (row) =>
        !asked.has(row.id) &&
        ((row.state === 'ACCEPTED' && !row.settled) ||
          ((row.state === 'REJECTED' || row.state === 'CONFLICT') && row.answer === null)),
    )
    if (wanted.length === 0) return
    const known = await options.outcomes(wanted)
    const unkept = new Set<string>()
    for (const { row, outcome } of known) {
      if (outcome.kind !== 'accepted' || outcome.settled === null) continue
      try {
        await options.settle(row, outcome.settled)
      } catch (thrown) {
        // One that cannot be kept now does not keep the others out, and is asked for again.
        options.report(thrown, 'drain')
        unkept.add(row.id)
        wantAgain()
      }
    }
    await outbox.moveEach(
      known
        .filter(({ row }) => !unkept.has(row.id))
        .map(({ row, outcome }) =>
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
              },
        ),
    )
    // Not before it is written, and only what tells nothing that can be kept: what is asked for
    // once too seldom lies over the rows for as long as the page lives.
    const isKept = (id: string): boolean =>
      known.some(
        ({ row, outcome }) =>
          row.id === id && outcome.kind === 'accepted' && outcome.settled !== null,
      )
    for (const row of wanted) if (options.isMine(row) && !isKept(row.id)) asked.add(row.id)
  }

  /**
   * What was accepted so long ago that no restore will ask for it leaves, whoever wrote it and
   * whether they came back or not, by the server's time as it was told just now: a tablet whose
   * battery died may be a year ahead, and have forgotten by how much.
   */
  const letGoOfAged = async (rows: readonly StoredCommand[]): Promise<void> => {
    const isAged = (row: StoredCommand): boolean =>
      next(row, { kind: 'aged', now: clock.now() }) === 'gone'
    const aged = rows.filter(isAged)
    if (aged.length === 0) return
    await options.reach()
    await outbox.move(
      aged.map(({ id }) => id),
      (row) => next(row, { kind: 'aged', now: clock.now() }),
    )
  }

  /** What a person gave up leaves the device once the server knows of it. */
  const tellDiscarded = async (): Promise<void> => {
    const given = (await outbox.all())
      .filter((row) => row.state === 'DISCARDED' && options.isMine(row))
      .slice(0, toldAtOnce)
    if (given.length === 0) return
    await options.tell(given)
    await outbox.move(
      given.map(({ id }) => id),
      (row) => next(row, { kind: 'told' }),
    )
    if (given.length === toldAtOnce) wantAgain()
  }

  /**
   * What waits for an update waits for the server's as well as for this portal's: now and then it
   * is tried again.
   */
  const tryHeldAgain = (rows: readonly StoredCommand[]): void => {
    cancelHeld()
    if (!rows.some(({ state }) => state === 'HELD_UPGRADE')) return
    cancelHeld = clock.after(
      heldAgainMs,
      () =>
        void options
          .greet()
          .catch((thrown: unknown) => options.report(thrown, 'hello'))
          .then(start),
    )
  }

  const sendAll = async (lost: AbortSignal): Promise<void> => {
    const author = options.author()
    let lanes = lanesOf(await unsent()).map((lane) => {
      // The lane waits for what is held: order is kept.
      const held = lane.findIndex(
        ({ id, state }) =>
          state === 'HELD_UPGRADE' || (author === null && options.needsSignIn().has(id)),
      )
      return held < 0 ? lane : lane.slice(0, held)
    })
    try {
      for (;;) {
        // What became due since, unasked, is left to the next pass, and its lane with it.
        lanes = lanes.map((lane) => {
          const due = lane.findIndex((row) => isDue(row, clock.now()))
          return due < 0 ? lane : lane.slice(0, due)
        })
        const batch = nextBatch(lanes)
        if (batch.length === 0 || stopped || lost.aborted || options.author() !== author) return
        sending.set(new Set(batch.map(({ id }) => id)))
        const verdicts = await options.deliver(batch, () => clock.now())
        notePutOff(verdicts)
        const done = await conclude(verdicts)
        const waits = new Set(batch.filter(({ id }) => !done.has(id)).map(({ lane }) => lane))
        lanes = lanes.map((lane) =>
          waits.has(lane[0]?.lane ?? '') ? [] : lane.filter(({ id }) => !done.has(id)),
        )
        if (
          verdicts.some(
            ({ outcome }) =>
              (outcome.kind === 'held' && outcome.as === 'auth') ||
              (outcome.kind === 'again' && outcome.whole === true),
          )
        )
          return
      }
    } finally {
      sending.set(new Set())
    }
  }

  const pass = async (lost: AbortSignal): Promise<void> => {
    if (stopped) return
    await expire(await unsent())
    const isIdle = options.author() === null
    if (isIdle && !options.isIdle()) return
    if (options.mayBeAway() && ((await unsent()).length > 0 || (await options.hasToTell())))
      await options.reach()
    const tellLater = async (): Promise<void> => {
      if (await options.tellLater()) wantAgain()
    }
    for (const work of isIdle ? [tellLater] : [tellLater, settleDelivered, tellDiscarded]) {
      try {
        await work()
      } catch (thrown) {
        options.report(thrown, 'drain')
        wantAgain()
      }
    }
    // What was sent without an answer is sent again under its own id: only its author's device may
    // ask what became of it.
    if (isIdle) {
      await sendAll(lost)
      return
    }
    const asked = await unsent()
    // Whoever was heard on the way here may have corrected the clock.
    await expire((await resolveUnsure(asked)) ? await unsent() : asked)
    await sendAll(lost)
    const left = await outbox.all()
    const open = left.filter(({ state }) => isOpen(state))
    if (await expire(open)) wantAgain()
    tryHeldAgain(open)
    await letGoOfAged(left).catch((thrown: unknown) => options.report(thrown, 'drain'))
  }

  const run = async (): Promise<void> => {
    again = false
    patienceMs = 0
    try {
      await leader.lead(pass)
    } catch (thrown) {
      options.report(thrown, 'drain')
      again = true
    }
    acknowledge()
    if (!again || stopped) return
    const pause = Math.max(
      patienceMs,
      random() * Math.min(longestPauseMs, basePauseMs * 2 ** Math.min(failures, 10)),
    )
    failures += 1
    cancel()
    cancel = clock.after(pause, () => void start())
  }

  let wanted = false
  const start = (): Promise<void> => {
    if (running !== null) {
      wanted = true
      return running
    }
    cancel()
    running = run().finally(() => {
      running = null
      if (wanted && !stopped) {
        wanted = false
        void start()
      }
    })
    return running
  }

  return {
    sending,
    putOff,
    ask: async (row) => {
      let end = (): void => undefined
      const late = new Promise<never>((_resolve, reject) => {
        end = clock.after(askAtMostMs, () => reject(new ProblemError(problem('network:no-answer'))))
      })
      try {
        await Promise.race([options.outcomes([row]).then(conclude), late])
      } finally {
        end()
      }
    },
    poke: () => {
      if (stopped) return
      failures = 0
      void start()
    },
    flush: async () => {
      await start()
      if (running !== null) await running
    },
    stop: () => {
      stopped = true
      cancel()
      cancelExpiry()
      cancelHeld()
    },
    pause: () => {
      stopped = true
      cancel()
      cancelHeld()
      return running ?? Promise.resolve()
    },
    resume: () => {
      stopped = false
      void start()
    },
  }
}
