import { problem, ProblemError } from '../../domain/problem'
import type { Device } from '../../platform/device'
import { source, type Observable, type StorageState } from '../define'
import { isFull, type OutboxStore } from '.'

/** Longest offline work where the browser may evict data, milliseconds. */
const leaseUnpersistedMs = 24 * 3_600_000

/** Where something failed that was only to be kept for reading: nothing that a person wrote. */
const isReading = (where: string): boolean => /^(pull|store|row of|view of)/.test(where)

interface StorageControl extends Observable<StorageState> {
  /** Asks the browser not to evict; at the first sign-in and at every signed-in start. */
  ask(): Promise<void>
  /** How long this device may work offline, of the allowed milliseconds. */
  leaseMs(allowedMs: number): number
  /** A failure: was there no room? */
  heard(thrown: unknown, where: string): void
  /** Whether this device keeps less than it should, for want of room. */
  crowded(is: boolean): void
  /** Whether what waits here can be read. */
  readable(is: boolean): void
  /** Something was saved: there is room. */
  saved(): void
  /**
   * The number of unconfirmed commands of all users, kept outside the databases to notice their
   * loss. After a loss it stays until a signed-in user is told.
   */
  waiting(count: number, isSignedIn: boolean): void
  /** Compares what was remembered with what is there. */
  look(): Promise<void>
}

/** How safe this device's storage is: promised, lost, or full. */
export const createStorageState = (options: {
  readonly device: Pick<Device, 'persistStorage' | 'canary'>
  readonly outbox: Pick<OutboxStore, 'meta'>
  /** The databases are in memory: the browser's own number stays. */
  readonly keepsNothing?: boolean
  /** Storage was silent and not refused: resolves when it answers. */
  readonly answers?: Promise<unknown> | undefined
  readonly report: (thrown: unknown, where: string) => void
}): StorageControl => {
  const { device } = options
  const state = source<StorageState>({
    persisted: null,
    evicted: null,
    full: false,
    crowded: false,
    unreadable: false,
    nothingKept:
      options.keepsNothing === true
        ? {
            waiting: device.canary?.read() ?? 0,
            why: options.answers === undefined ? 'refused' : 'silent',
          }
        : null,
  })
  void options.answers?.then(() => {
    const { nothingKept } = state.get()
    if (nothingKept !== null)
      state.set({ ...state.get(), nothingKept: { ...nothingKept, why: 'answers' } })
  })
  let remembered: number | null = null
  let hasLooked = false
  /** Counted before the comparison: it must not meet its own number. */
  let early: number | null = null
  const crowded = (is: boolean): void => {
    if (state.get().crowded !== is) state.set({ ...state.get(), crowded: is })
  }
  /** Every outbox that a command was written to names its device. */
  const isTaken = async (): Promise<boolean> => (await options.outbox.meta('group')) === undefined
  const lost = (count: number): void => {
    state.set({ ...state.get(), evicted: { waiting: count } })
    options.report(new ProblemError(problem('storage:evicted')), 'evicted')
  }
  /** Counts that no look at the databases has confirmed yet. */
  let turn = 0
  const remember = (count: number): void => {
    remembered = count
    device.canary?.write(count)
  }
  /** Fewer wait: sent, or taken away with the databases while the page is open. */
  const rememberFewer = async (count: number): Promise<void> => {
    const mine = turn
    const isGone = await isTaken()
    if (mine !== turn) return
    if (isGone && state.get().evicted === null) lost(remembered ?? 0)
    else remember(count)
  }
  const waiting = (count: number, isSignedIn: boolean): void => {
    if (!hasLooked) early = count
    if (
      !hasLooked ||
      remembered === count ||
      options.keepsNothing === true ||
      (state.get().evicted !== null && !isSignedIn)
    )
      return
    turn += 1
    if (count >= (remembered ?? 0) || state.get().evicted !== null) remember(count)
    else
      void rememberFewer(count).catch((thrown: unknown) =>
        // The number stays: a start compares it again.
        options.report(thrown, 'evicted'),
      )
  }
  return {
    ...state,
    ask: async () => {
      if (options.keepsNothing !== true)
        state.set({ ...state.get(), persisted: await device.persistStorage() })
    },
    leaseMs: (allowedMs) =>
      state.get().persisted === false ? Math.min(allowedMs, leaseUnpersistedMs) : allowedMs,
    heard: (thrown, where) => {
      if (!isFull(thrown)) return
      if (isReading(where)) crowded(true)
      else if (!state.get().full) state.set({ ...state.get(), full: true })
    },
    crowded,
    readable: (is) => {
      if (state.get().unreadable === is) state.set({ ...state.get(), unreadable: !is })
    },
    saved: () => {
      if (state.get().full) state.set({ ...state.get(), full: false })
    },
    waiting,
    look: async () => {
      if (options.keepsNothing === true) return
      const known = device.canary?.read() ?? 0
      if (known > 0) remembered = known
      if (known > 0 && (await isTaken())) lost(known)
      hasLooked = true
      if (early !== null) waiting(early, false)
    },
  }
}

/**
 * Reports to the server how many records the browser took away with this device's databases: once in the
 * page's life, tried whenever it may be reached, since a sign-in page does not know whether it can.
 * It asks for no credential. Returns the way to stop.
 */
export const reportLoss = (options: {
  readonly storage: Observable<Pick<StorageState, 'evicted'>>
  readonly offline: Observable<boolean>
  readonly device: Pick<Device, 'onHint'>
  readonly send: (count: number) => Promise<unknown>
  readonly report: (thrown: unknown, where: string) => void
}): (() => void) => {
  const { storage, offline } = options
  let isSent = false
  let isSending = false
  const look = async (): Promise<void> => {
    const count = storage.get().evicted?.waiting ?? 0
    if (count === 0 || isSent || isSending) return
    isSending = true
    try {
      await options.send(count)
      isSent = true
    } catch (thrown) {
      options.report(thrown, 'evicted')
    } finally {
      isSending = false
    }
  }
  const ends = [storage, offline].map((one) => one.subscribe(() => void look()))
  ends.push(options.device.onHint(() => void look()))
  void look()
  return () => {
    for (const end of ends) end()
  }
}
