import type { Clock } from '../../platform/clock'
import type { OutboxStore, StoredCommand } from '../store'
import type { ChangedRow } from '../define'
import { isForPerson, next, type OutboxEvent } from './outbox-machine'
import type { Verdict } from './outcome'
import type { Pace } from './send-pace'
import type { WaitingAnswer } from './waiting'

/** What a verdict does to its command, and what is kept beside it. */
interface Step {
  readonly row: StoredCommand
  readonly event: OutboxEvent
  readonly answer?: WaitingAnswer
}

export interface VerdictOptions {
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
