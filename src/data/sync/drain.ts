import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import type { OutboxStore, StoredCommand } from '../../platform/store'
import { source, type Observable, type Settled } from '../kit'
import { next } from './outbox-machine'
import type { Outcome } from './outcome'
import type { WaitingAnswer } from './waiting'
import { createStuck } from './stuck'

export interface Drain {
  /** There may be something to send, or sending may work now. */
  poke(): void
  /** Tries to empty the outbox; resolves when a pass is over, whatever came of it. */
  flush(): Promise<void>
  stop(): void
  /** Sends nothing more from this tab and lets go of the lock; resolves when what is on its way has come to an end. `resume` goes on. */
  pause(): Promise<void>
  resume(): void
  /** Ids on their way to the server at this moment, in this tab. */
  readonly sending: Observable<ReadonlySet<string>>
}

const lockName = 'lamplight-outbox'
/** Longer than one exchange can take (60 s): who holds on for longer is frozen. */
const stealAfterMs = 90_000
const basePauseMs = 300
const longestPauseMs = 60_000

/**
 * Sends what waits. One sender per device (a queued lock); order is kept within a lane, lanes do not wait for each other.
 * Never drops: after a failure it tries again with growing, jittered pauses, under the same key. What the server itself
 * fails at again and again (stuck.ts) is put before its author instead of holding up its lane.
 */
export const createDrain = (options: {
  readonly outbox: OutboxStore
  readonly device: Pick<Device, 'exclusively'>
  readonly clock: Pick<Clock, 'after' | 'now' | 'monotonic'>
  readonly random: () => number
  /** Who is signed in; null: nobody, and nothing is sent. */
  readonly author: () => string | null
  /** The last exchange failed. */
  readonly isOffline: () => boolean
  /** One exchange that changes nothing, tried first while offline: what was never sent does not become uncertain. Rejects when it fails. */
  readonly reach?: () => Promise<void>
  /** Whether somebody else's session may deliver a command: true for what is sealed and signed. */
  readonly anybodys: boolean
  readonly deliver: (command: StoredCommand) => Promise<Outcome>
  /** Keeps the server's rows, or rejects. They must be readable before the outbox row leaves: what was acknowledged is never invisible. */
  readonly settle: (command: StoredCommand, settled: Settled<unknown>) => Promise<void>
  /** What became of commands of the signed-in author that somebody else delivered. */
  readonly outcomes?: (commands: readonly StoredCommand[]) => Promise<ReadonlyMap<string, Outcome>>
  /** These answers are kept. */
  readonly ack?: (ids: readonly string[]) => Promise<void>
  readonly report: (thrown: unknown, where: string) => void
}): Drain => {
  const { outbox, clock, random } = options
  const sending = source<ReadonlySet<string>>(new Set())
  const stuck = createStuck(clock.monotonic)
  let failures = 0
  let stopped = false
  let cancel: () => void = () => undefined
  let running: Promise<void> | null = null
  let again = false

  const mark = (id: string, is: boolean): void => {
    const next = new Set(sending.get())
    if (is) next.add(id)
    else next.delete(id)
    sending.set(next)
  }

  /** Sends one command; true when the lane may go on. */
  const sendOne = async (command: StoredCommand): Promise<boolean> => {
    mark(command.id, true)
    try {
      const outcome = await options.deliver(command)
      if (outcome.kind === 'accepted') {
        try {
          if (outcome.settled !== null) await options.settle(command, outcome.settled)
          await accept(command, outcome.epoch, outcome.settled !== null)
        } catch (thrown) {
          // Not kept here: the command stays, and the same key brings the same answer again.
          options.report(thrown, 'drain')
          wantAgain()
          return false
        }
        failures = 0
        stuck.forget(command.id)
        return true
      }
      if (outcome.kind === 'refused') {
        await refuse(command, outcome)
        return true
      }
      if (outcome.kind === 'again' && stuck.isStuck(command.id, outcome.problem)) {
        // Not dropped: it stands before its author with the last problem, and what comes after it may go.
        await outbox.move([command.id], (row) => next(row, { kind: 'stuck' }), { of: command, value: { problem: outcome.problem } satisfies WaitingAnswer })
        return true
      }
      if (outcome.kind === 'again') wantAgain()
      if (outcome.kind === 'held') await hold(command, outcome)
      return false
    } finally { mark(command.id, false) }
  }

  const acknowledge = (id: string): void => { void options.ack?.([id]).catch((thrown: unknown) => options.report(thrown, 'ack')) }
  const accept = async ({ id }: StoredCommand, epoch: string, settled: boolean): Promise<void> => {
    await outbox.move([id], (row) => next(row, { kind: 'applied', epoch, now: clock.now(), settled }))
    acknowledge(id)
  }
  const refuse = async (command: StoredCommand, outcome: Extract<Outcome, { kind: 'refused' }>): Promise<void> => {
    const { as, epoch, code, problem, conflict, server } = outcome
    const value: WaitingAnswer = { problem, ...(conflict === undefined ? {} : { conflict, server }) }
    await outbox.move([command.id], (row) => next(row, { kind: 'refused', as, epoch, code }), { of: command, value })
    acknowledge(command.id)
  }
  const hold = (command: StoredCommand, outcome: Extract<Outcome, { kind: 'held' }>): Promise<void> =>
    outbox.move([command.id], (row) => next(row, outcome.as === 'auth' ? { kind: 'unauthorized' } : { kind: 'upgrade', code: outcome.code ?? null })).then(() => undefined)

  const wantAgain = (): void => { again = true }

  /** What somebody else's session delivered in the author's absence comes into her own store now. */
  const settleDelivered = async (author: string): Promise<void> => {
    const rows = await outbox.of(author)
    if (rows.some((row) => next(row, { kind: 'aged', now: clock.now() }) === 'gone')) {
      await outbox.move(rows.map(({ id }) => id), (row) => next(row, { kind: 'aged', now: clock.now() }))
    }
    const unsettled = rows.filter((row) => row.state === 'ACCEPTED' && !row.settled)
    if (unsettled.length === 0 || options.outcomes === undefined) return
    try {
      const known = await options.outcomes(unsettled)
      for (const row of unsettled) {
        const outcome = known.get(row.id)
        if (outcome?.kind !== 'accepted' || outcome.settled === null) continue
        await options.settle(row, outcome.settled)
        await outbox.move([row.id], (kept) => next(kept, { kind: 'settled' }))
      }
    } catch (thrown) {
      options.report(thrown, 'drain')
      wantAgain()
    }
  }

  const pass = async (): Promise<void> => {
    const author = options.author()
    if (author === null || stopped) return
    await settleDelivered(author)
    const unsent = async () => (options.anybodys ? await outbox.all() : await outbox.of(author)).filter((row) => isUnsent(row.state))
    if (options.isOffline() && (await unsent()).length > 0) await options.reach?.()
    const waiting = await unsent()
    // By number, not by when each was stored: a tab that was slow to store its own would stand behind what names it as `prev`.
    const lanes = groupByLane(waiting.toSorted((a, b) => a.n - b.n))
    await Promise.all([...lanes.values()].map(async (lane) => {
      for (const command of lane) {
        if (stopped || options.author() !== author) return
        // The lane waits for what is held: order is kept.
        if (command.state === 'HELD_UPGRADE' || !await sendOne(command)) return
      }
    }))
  }

  const run = async (): Promise<void> => {
    again = false
    try {
      await options.device.exclusively(lockName, stealAfterMs, pass)
    } catch (thrown) {
      options.report(thrown, 'drain')
      again = true
    }
    if (!again || stopped) return
    const pause = random() * Math.min(longestPauseMs, basePauseMs * 2 ** Math.min(failures, 10))
    failures += 1
    cancel()
    cancel = clock.after(pause, () => void start())
  }

  let asked = false
  const start = (): Promise<void> => {
    if (running !== null) { asked = true; return running }
    cancel()
    running = run().finally(() => {
      running = null
      if (asked && !stopped) { asked = false; void start() }
    })
    return running
  }

  return {
    sending,
    poke: () => {
      if (stopped) return
      failures = 0
      void start()
    },
    flush: async () => { await start(); if (running !== null) await running },
    stop: () => { stopped = true; cancel() },
    pause: () => {
      stopped = true
      cancel()
      return running ?? Promise.resolve()
    },
    resume: () => {
      stopped = false
      void start()
    },
  }
}

const isUnsent = (state: StoredCommand['state']): boolean => state === 'WAITING' || state === 'HELD_AUTH' || state === 'HELD_UPGRADE'

const groupByLane = (rows: readonly StoredCommand[]): Map<string, StoredCommand[]> => {
  const lanes = new Map<string, StoredCommand[]>()
  for (const row of rows) lanes.set(row.lane, [...lanes.get(row.lane) ?? [], row])
  return lanes
}
