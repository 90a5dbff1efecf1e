import type { Clock } from '../../platform/clock'
import type { OutboxStore, StoredCommand } from '../store'
import type { ChangedRow } from '../define'
import { isDue, mayBeDone, next } from './outbox-machine'
import type { Verdict } from './outcome'
import type { Pace } from './send-pace'
import type { WaitingAnswer } from './waiting'

export interface OutcomesOptions {
  readonly outbox: OutboxStore
  readonly clock: Pick<Clock, 'now'>
  readonly pace: Pace
  readonly isMine: (command: StoredCommand) => boolean
  readonly settle: (command: StoredCommand, rows: readonly ChangedRow[]) => Promise<void>
  /** What the server knows of commands. Rejects when it cannot be asked. */
  readonly outcomes: (commands: readonly StoredCommand[]) => Promise<readonly Verdict[]>
  readonly conclude: (verdicts: readonly Verdict[]) => Promise<ReadonlySet<string>>
  /** Answers that told nothing that this page can keep. */
  readonly asked: AskedAgain
  readonly report: (thrown: unknown, where: string) => void
}

/** Asks about unanswered commands; unknown and expired ones are not sent again. False: none. */
export const resolveUnsure = async (
  rows: readonly StoredCommand[],
  { outbox, clock, outcomes, conclude }: OutcomesOptions,
): Promise<boolean> => {
  const unsure = rows.filter((row) => row.unsure)
  if (unsure.length === 0) return false
  const known = await outcomes(unsure)
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

const isWanted = ({ state, settled, answer }: StoredCommand): boolean =>
  (state === 'ACCEPTED' && !settled) ||
  ((state === 'REJECTED' || state === 'CONFLICT') && answer === null)

/** An answer that could not be read is asked for again after so long, milliseconds. */
const askAgainMs = 60_000
/** And at last so seldom: a later release of the server or of this page may read it. */
const askSeldomMs = 15 * 60_000

/** When what told nothing is asked for again: in growing pauses, for as long as the page lives. */
export const createAskedAgain = (clock: Pick<Clock, 'after' | 'now'>, start: () => void) => {
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
type AskedAgain = ReturnType<typeof createAskedAgain>

/**
 * What another session delivered for this author enters the author's store, with reasons of
 * refusals.
 */
export const createSettleDelivered = (options: OutcomesOptions) => {
  const { outbox, isMine, settle, outcomes, conclude, pace, asked, report } = options
  return async (): Promise<void> => {
    const rows = (await outbox.all()).filter(isMine)
    // What waits for a person because nobody knew what became of it: the server may know by now,
    // and it is no news where it does not.
    const stuck = rows.filter(mayBeDone)
    if (stuck.length > 0) await conclude(await outcomes(stuck))
    const unheard = rows.filter(isWanted)
    const wanted = unheard.filter(({ id }) => asked.isDue(id))
    if (wanted.length === 0) {
      // The timer came a moment early: it is set again.
      asked.wait(unheard.map(({ id }) => id))
      return
    }
    const known = await outcomes(wanted)
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
}
