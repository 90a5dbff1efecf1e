import { toProblem } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import { isFull, type CacheStore } from '../../platform/store'
import type { Observable } from '../kit'
import type { Pull, PullManner } from './pull'
import type { PullAhead } from './pull-ahead'

/** A lost ward is gone from an online device within 5 s: this pause, its jitter and one exchange. */
const everyMs = 3_000
/** Who heard another tab ask waits a little longer than that one will: so one tab of a device goes on asking. */
const afterAnotherMs = 4_000
const hiddenMs = 30_000
const longestMs = 60_000
/** What changes seldom and costs the server more (who the user is) is asked for so often. */
const seldomMs = 15_000
/** A scope that is not this user's is asked for again this late. */
const refusedMs = 60_000
const manner: PullManner = { limit: 50, once: true, noteAfterMs: 15_000 }

/**
 * Keeps what the device holds true while it is online and looked at: a quiet question now and then, and the patients of the
 * roster ahead. One tab of a device does it; which one is decided by who speaks first, so none can hold on to it in its sleep.
 */
export const createPullFollow = (options: {
  readonly pull: Pull
  readonly ahead: PullAhead
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: () => number
  readonly device: Pick<Device, 'isVisible' | 'channel' | 'onHint'>
  readonly store: () => CacheStore | null
  /** What is followed for whoever is signed in. */
  readonly scopes: (organizationId: string) => { readonly often: readonly string[]; readonly seldom: readonly string[] }
  readonly offline: Observable<boolean>
  /** The server refuses this user: ask who they are. */
  readonly refused: () => void
  /** The disk is full: gives up what is disposable. Never rejects. */
  readonly makeRoom: (keep: readonly string[]) => Promise<boolean>
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { clock, device, offline } = options
  const refusedAt = new Map<string, number>()
  let cancel: () => void = () => undefined
  let stopped = true
  let leads = false
  let failures = 0
  let lastAt = -Infinity
  let seldomAt = -Infinity
  let asking = false

  const schedule = (ms: number): void => {
    cancel()
    if (!stopped) cancel = clock.after(ms * (0.9 + options.random() * 0.2), () => void tick())
  }
  const pause = (): number => failures > 0 ? Math.min(longestMs, everyMs * 2 ** Math.min(failures, 6)) : device.isVisible() ? everyMs : hiddenMs
  const channel = { post: (_message: unknown): void => undefined, close: (): void => undefined }

  const ask = async (store: CacheStore): Promise<void> => {
    const now = clock.now()
    const { often, seldom } = options.scopes(store.organizationId)
    const isSeldom = now - seldomAt >= seldomMs
    if (isSeldom) seldomAt = now
    let scopes = [...often, ...isSeldom ? seldom : []].filter((scope) => now - (refusedAt.get(`${store.name} ${scope}`) ?? -Infinity) >= refusedMs)
    while (scopes.length > 0 && options.store() === store && !store.isClosed()) {
      const { ended, again, stale, reset } = await options.pull(store, scopes, manner)
      for (const { scope } of ended) refusedAt.set(`${store.name} ${scope}`, now)
      scopes = [...new Set([...again, ...stale, ...reset])]
    }
  }

  const tick = async (): Promise<void> => {
    const store = options.store()
    // Offline, whatever works first (a probe, a person) wakes this up.
    if (stopped || asking || store === null || store.isClosed() || offline.get()) { schedule(pause()); return }
    asking = true
    leads = true
    lastAt = clock.now()
    channel.post('asking')
    try {
      await ask(store)
      failures = 0
      void options.ahead.run(store).catch((thrown: unknown) => { if (!store.isClosed()) options.report(thrown, 'pull-ahead') })
    } catch (thrown) {
      failures += 1
      if (!store.isClosed()) {
        options.report(thrown, 'pull')
        if (isFull(thrown)) await options.makeRoom([])
      }
      if (toProblem(thrown).kind === 'forbidden') options.refused()
    } finally {
      asking = false
      schedule(pause())
    }
  }

  const soon = (): void => { if (!stopped && device.isVisible() && clock.now() - lastAt >= everyMs) { failures = 0; schedule(0) } }

  return {
    /** Whether this tab is the one that asks. */
    leads: (): boolean => leads && !stopped,
    start: (): (() => void) => {
      stopped = false
      const opened = device.channel('lamplight-pull', () => {
        leads = false
        schedule(Math.max(pause(), afterAnotherMs) * (1 + options.random() * 0.3))
      })
      Object.assign(channel, opened)
      const ends = [device.onHint(soon), offline.subscribe(() => { if (!offline.get()) soon() }), () => opened.close()]
      schedule(0)
      return () => { stopped = true; cancel(); for (const end of ends) end() }
    },
    /** Another store is open: ask for it now. */
    restart: (): void => { lastAt = -Infinity; seldomAt = -Infinity; if (!stopped) schedule(0) },
  }
}
