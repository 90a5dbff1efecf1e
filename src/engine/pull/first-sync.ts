import { z } from 'zod'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import type { CacheStore } from '../store'
import { source, type Observable } from '../define'
import type { FirstSync } from './prefetch'

/** Another tab's first sync is believed for so long, milliseconds. */
const believedMs = 15_000

const messageSchema = z.object({
  store: z.string(),
  shown: z.object({ done: z.number(), total: z.number(), scope: z.string() }).nullable(),
})

/** The first sync in each tab: one asks and tells the others its progress. */
export const createFirstSync = (options: {
  /** Of this tab, where it is the one that asks. */
  readonly own: Observable<FirstSync | null>
  readonly store: () => CacheStore | null
  readonly device: Pick<Device, 'channel'>
  readonly clock: Pick<Clock, 'after'>
}): { readonly shown: Observable<FirstSync | null>; start(): () => void } => {
  const { own } = options
  const shown = source<FirstSync | null>(null)
  let heard: FirstSync | null = null
  let forget = (): void => undefined
  const show = (): void => shown.set(own.get() ?? heard)
  const hear = (message: unknown): void => {
    const said = messageSchema.safeParse(message).data
    if (said === undefined || said.store !== options.store()?.name) return
    forget()
    heard = said.shown
    if (heard !== null)
      forget = options.clock.after(believedMs, () => {
        heard = null
        show()
      })
    show()
  }
  return {
    shown,
    start: () => {
      const channel = options.device.channel('lamplight-first-sync', hear)
      let said = false
      const end = own.subscribe(() => {
        const store = options.store()
        const now = own.get()
        // Whoever asks knows better than what was heard before.
        heard = null
        forget()
        if (store !== null && (now !== null || said))
          channel.post({ store: store.name, shown: now })
        said = now !== null
        show()
      })
      return () => {
        end()
        forget()
        heard = null
        channel.close()
      }
    },
  }
}
