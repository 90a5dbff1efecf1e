import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import type { OutboxStore } from '../store'

/** Of the tab that sends. */
export const lockName = 'lamplight-outbox'
const metaId = 'leader'
/** How often the tab that sends says that it lives, milliseconds. */
export const heartbeatMs = 2_000
/** A leader silent for so long is frozen or dead: a visible tab takes over, milliseconds. */
export const silenceMs = 10_000

export interface Leader {
  /**
   * Runs `work` in the one sending tab. `lost` aborts when another took over, and this rejects. Two
   * at once are harmless.
   */
  lead(work: (lost: AbortSignal) => Promise<void>): Promise<void>
}

/** One sender per device: a queued lock, a heartbeat, and a visible tab's right to take over. */
export const createLeader = (options: {
  readonly device: Pick<Device, 'exclusively' | 'isVisible'>
  readonly outbox: Pick<OutboxStore, 'meta' | 'keepMeta'>
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly newId: () => string
  readonly report: (thrown: unknown, where: string) => void
}): Leader => {
  const { device, outbox, clock } = options
  const tab = options.newId()
  let beats = 0

  /** Calls every two seconds, not at once. Returns the way to stop. */
  const every = (call: () => Promise<void>): (() => void) => {
    const turn = (): void => {
      stop = clock.after(heartbeatMs, turn)
      void call().catch((thrown: unknown) => options.report(thrown, 'leader'))
    }
    let stop = clock.after(heartbeatMs, turn)
    return () => stop()
  }

  return {
    lead: async (work) => {
      const impatience = new AbortController()
      let heard: string | null = null
      let since = clock.monotonic()
      const listen = every(async () => {
        const now = JSON.stringify((await outbox.meta(metaId)) ?? null)
        if (now !== heard) {
          heard = now
          since = clock.monotonic()
        } else if (clock.monotonic() - since >= silenceMs && device.isVisible()) impatience.abort()
      })
      try {
        await device.exclusively(
          lockName,
          async (lost) => {
            listen()
            const beat = every(async () => {
              if (lost.aborted) return
              beats += 1
              await outbox.keepMeta(metaId, () => ({ tab, beats }))
            })
            try {
              await work(lost)
            } finally {
              beat()
            }
          },
          impatience.signal,
        )
      } finally {
        listen()
      }
    },
  }
}
