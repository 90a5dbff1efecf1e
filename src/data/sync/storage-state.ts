import { problem, ProblemError } from '../../domain/problem'
import type { Device } from '../../platform/device'
import type { OutboxStore } from '../../platform/store'
import { source, type Observable, type StorageState } from '../kit'

/** Where the browser may evict what the device keeps, nobody works without a line for longer than this, milliseconds. */
const leashUnpersistedMs = 24 * 3_600_000

const namesOf = (thrown: unknown, depth = 0): readonly string[] => {
  if (depth > 4 || thrown === null || typeof thrown !== 'object') return []
  const { name, cause, inner } = thrown as { name?: unknown; cause?: unknown; inner?: unknown }
  return [String(name), ...namesOf(cause, depth + 1), ...namesOf(inner, depth + 1)]
}

export interface StorageControl extends Observable<StorageState> {
  /** Asks the browser not to evict; at the first sign-in, and at every start where somebody is signed in. */
  ask(): Promise<void>
  /** How long this device may do without the server, of what the organisation allows, milliseconds. */
  leashMs(allowedMs: number): number
  /** A failure: was there no room? */
  heard(thrown: unknown): void
  /** Something was saved: there is room. */
  saved(): void
  /** So many commands wait: remembered outside the databases, so that their loss is noticed. */
  waiting(count: number): void
  /** Compares what was remembered with what is there. */
  look(): Promise<void>
}

/** How safe this device's storage is: promised, lost, or full. */
export const createStorageState = (options: {
  readonly device: Pick<Device, 'persistStorage' | 'canary'>
  readonly outbox: Pick<OutboxStore, 'meta'>
  readonly report: (thrown: unknown, where: string) => void
}): StorageControl => {
  const { device } = options
  const state = source<StorageState>({ persisted: null, evicted: null, full: false })
  let remembered: number | null = null
  return {
    ...state,
    ask: async () => { state.set({ ...state.get(), persisted: await device.persistStorage() }) },
    leashMs: (allowedMs) => state.get().persisted === false ? Math.min(allowedMs, leashUnpersistedMs) : allowedMs,
    heard: (thrown) => {
      if (!state.get().full && namesOf(thrown).includes('QuotaExceededError')) state.set({ ...state.get(), full: true })
    },
    saved: () => { if (state.get().full) state.set({ ...state.get(), full: false }) },
    waiting: (count) => {
      if (remembered === count) return
      remembered = count
      device.canary?.write(count)
    },
    look: async () => {
      const waiting = device.canary?.read() ?? 0
      // Every outbox that a command was written to names its device.
      if (waiting === 0 || await options.outbox.meta('group') !== undefined) return
      state.set({ ...state.get(), evicted: { waiting } })
      options.report(new ProblemError(problem('storage', `The browser took this device's storage away; ${waiting} commands waited in it`)), 'evicted')
    },
  }
}
