import type { Clock } from '../../platform/clock'
import type { ChangedRow } from '../define'
import type { OutboxStore, StoredCommand } from '../store'
import { isDue, isForPerson, next, type OutboxEvent } from './outbox-machine'
import type { Verdict } from './push'
import type { WaitingAnswer } from './waiting'

/** What one push may carry (docs/sync-protocol.md): commands, and bytes of their seals. */
export const batchLimits = { commands: 10, bytes: 256 * 1024 } as const

type Sendable = Pick<StoredCommand, 'lane' | 'n' | 'sealed' | 'failures'>
const bytesOf = ({ sealed }: Pick<StoredCommand, 'sealed'>): number =>
  Math.ceil((sealed.length * 3) / 4)

/** What waits, by lane in order; the lane with the oldest first. Pure. */
export const lanesOf = <Row extends Sendable>(
  rows: readonly Row[],
): readonly (readonly Row[])[] => {
  const lanes = new Map<string, Row[]>()
  for (const row of rows) lanes.set(row.lane, [...(lanes.get(row.lane) ?? []), row])
  return [...lanes.values()].map((lane) => lane.toSorted((a, b) => a.n - b.n))
}

/**
 * The next push: one of each lane in turn, never a later command before an earlier one. What failed
 * before, or is too large, goes alone. Pure.
 */
export const nextBatch = <Row extends Sendable>(
  lanes: readonly (readonly Row[])[],
): readonly Row[] => {
  const isAlone = (row: Row): boolean => (row.failures ?? 0) > 0 || bytesOf(row) > batchLimits.bytes
  const batch: Row[] = []
  let bytes = 0
  let open = lanes.filter((lane) => lane.length > 0)
  for (let turn = 0; open.length > 0; turn += 1) {
    open = open.filter((lane) => {
      const row = lane[turn]
      if (
        row === undefined ||
        isAlone(row) ||
        batch.length === batchLimits.commands ||
        bytes + bytesOf(row) > batchLimits.bytes
      )
        return false
      batch.push(row)
      bytes += bytesOf(row)
      return true
    })
  }
  if (batch.length > 0) return batch
  const first = lanes.find((lane) => lane.length > 0)?.[0]
  return first === undefined ? [] : [first]
}

const basePauseMs = 300
const longestPauseMs = 60_000

/** When a pass that did not do everything is followed by the next. */
interface Pace {
  /**
   * Something is left to do, `waitMs` milliseconds from now at the earliest. `byServer`: the server
   * was there and failed.
   */
  wantAgain(waitMs?: number, byServer?: boolean): void
  /** The server took something: pauses are short again. */
  worked(): void
  /** Somebody thinks that it may work now: so they are where the server was merely out of reach. */
  hoped(): void
  /** The last pass left something because the server failed, though it was there. */
  isServerFailing(): boolean
  /** Passes since then that left something to do. */
  failures(): number
  /** A pass begins. */
  begin(): void
  /** The pass is over. Calls `start` after a pause where something is left, and never otherwise. */
  end(start: () => void): void
  /** The next pass is not waited for. */
  cancel(): void
}

/** Pauses that grow with each failure and differ between devices. */
export const createPace = (options: {
  readonly clock: Pick<Clock, 'after'>
  /** 0 to 1. */
  readonly random: () => number
}): Pace => {
  let failures = 0
  let isWanted = false
  let patienceMs = 0
  let isServerFailing = false
  let failedHere = false
  let cancel: () => void = () => undefined
  return {
    wantAgain: (waitMs = 0, byServer = false) => {
      isWanted = true
      failedHere ||= byServer
      isServerFailing ||= byServer
      patienceMs = Math.max(patienceMs, waitMs)
    },
    worked: () => {
      failures = 0
      isServerFailing = false
    },
    hoped: () => {
      if (!isServerFailing) failures = 0
    },
    isServerFailing: () => isServerFailing,
    failures: () => failures,
    begin: () => {
      isWanted = false
      failedHere = false
      patienceMs = 0
    },
    end: (start) => {
      isServerFailing = failedHere
      if (!isWanted) return
      const pause = Math.max(
        patienceMs,
        options.random() * Math.min(longestPauseMs, basePauseMs * 2 ** Math.min(failures, 10)),
      )
      failures += 1
      cancel()
      cancel = options.clock.after(pause, start)
    },
    cancel: () => cancel(),
  }
}

/** What a verdict does to its command, and what is kept beside it. */
interface Step {
  readonly row: StoredCommand
  readonly event: OutboxEvent
  readonly answer?: WaitingAnswer
}

interface VerdictOptions {
  readonly outbox: OutboxStore
  readonly clock: Pick<Clock, 'now'>
  readonly pace: Pace
  /** Whether what the server says of a command can be kept here for its author. */
  readonly isMine: (command: StoredCommand) => boolean
  /**
   * Keeps the server's rows before the outbox row leaves, or rejects: confirmed work stays visible.
   */
  readonly settle: (command: StoredCommand, rows: readonly ChangedRow[]) => Promise<void>
  /** The life of the server's database that this device last heard of. */
  readonly epoch: () => Promise<string | null>
  /** Answers that are kept here by now. */
  readonly kept: (ids: readonly string[]) => void
  readonly report: (thrown: unknown, where: string) => void
}

/** A verdict's effect on the outbox; null: none yet. The server's rows are kept first. */
const stepOf = async ({ row, outcome }: Verdict, options: VerdictOptions): Promise<Step | null> => {
  const { clock, pace } = options
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
        // Not kept here, but done at the server: its lane must not wait. It stays overlaid until a
        // later pass keeps the answer.
        options.report(thrown, 'drain')
        pace.wantAgain()
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
      pace.wantAgain(outcome.waitMs, outcome.problem.kind === 'server')
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

/** Keeps the server's answers in one transaction; resolves to ids that lanes need not wait for. */
export const createConclude =
  (options: VerdictOptions) =>
  async (verdicts: readonly Verdict[]): Promise<ReadonlySet<string>> => {
    const { outbox, pace, isMine } = options
    const steps = (await Promise.all(verdicts.map((verdict) => stepOf(verdict, options)))).filter(
      (step) => step !== null,
    )
    let moved = await outbox.moveEach(
      steps.map(({ row, event, answer }) => ({
        row,
        move: (kept) => next(kept, event),
        ...(answer !== undefined && isMine(row) ? { answer } : {}),
      })),
    )
    // What the author's store does not hold yet is not kept.
    options.kept(
      steps
        .filter(
          ({ row, event }) =>
            event.kind === 'refused' ||
            (event.kind === 'applied' && (event.settled || !isMine(row))),
        )
        .map(({ row }) => row.id),
    )
    if (steps.some(({ event }) => event.kind === 'applied')) pace.worked()
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
      pace.wantAgain()
    }
    return new Set(
      moved.filter(({ state }) => state === 'ACCEPTED' || isForPerson(state)).map(({ id }) => id),
    )
  }

interface LanesOptions {
  readonly clock: Pick<Clock, 'now'>
  /** Who is signed in; null: nobody. */
  readonly author: () => string | null
  /** What only a sign-in moves on. */
  readonly needsSignIn: () => ReadonlySet<string>
  readonly unsent: () => Promise<readonly StoredCommand[]>
  readonly deliver: (
    commands: readonly StoredCommand[],
    now: () => number,
  ) => Promise<readonly Verdict[]>
  /** Keeps what the server said; resolves to those that their lanes need not wait for. */
  readonly conclude: (verdicts: readonly Verdict[]) => Promise<ReadonlySet<string>>
  /** Ids on their way to the server at this moment. */
  readonly sending: (ids: ReadonlySet<string>) => void
  readonly isStopped: () => boolean
}

/** The server did not take this request as a whole: the next one would fare no better. */
const endsPass = ({ outcome }: Verdict): boolean =>
  (outcome.kind === 'held' && outcome.as === 'auth') ||
  (outcome.kind === 'again' && outcome.whole === true)

/** Sends what is at the head of each lane, batch by batch, until nothing is left or it must wait. */
export const sendLanes = async (lost: AbortSignal, options: LanesOptions): Promise<void> => {
  const { clock, sending, conclude } = options
  const author = options.author()
  let lanes = lanesOf(await options.unsent()).map((lane) => {
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
      if (batch.length === 0 || options.isStopped() || lost.aborted || options.author() !== author)
        return
      sending(new Set(batch.map(({ id }) => id)))
      const verdicts = await options.deliver(batch, () => clock.now())
      const done = await conclude(verdicts)
      const waits = new Set(batch.filter(({ id }) => !done.has(id)).map(({ lane }) => lane))
      lanes = lanes.map((lane) =>
        waits.has(lane[0]?.lane ?? '') ? [] : lane.filter(({ id }) => !done.has(id)),
      )
      if (verdicts.some(endsPass)) return
    }
  } finally {
    sending(new Set())
  }
}
