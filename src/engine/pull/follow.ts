import { toProblem } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import { isFull, type CacheStore } from '../store'
import type { Observable } from '../define'
import { createAskingTab, type AskingTabOptions } from './asking-tab'
import type { Prefetch } from './prefetch'
import { createPullHealth, type PullHealthOptions } from './pull-health'
import { createRound, type RoundOptions } from './round'

/** Pause between pulls: a lost roster is gone within 5 s with jitter and one exchange. */
const everyMs = 3_000
/** While the server tells what changes: to be sure, in case a word was lost. */
const toldEveryMs = 8_000
/** Many tablets hear the same word at the same moment: they do not all ask at once. */
const pokedWithinMs = 100
/** A roster that changes all the time is asked for this often at most. */
const leastPauseMs = 250
const hiddenMs = 30_000
const longestMs = 60_000

interface FollowOptions
  extends
    Omit<RoundOptions, 'clock'>,
    Pick<PullHealthOptions, 'told' | 'behind' | 'doubted'>,
    Pick<AskingTabOptions, 'stream' | 'found' | 'listsChanged'> {
  readonly ahead: Prefetch
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly random: () => number
  readonly device: Pick<Device, 'isVisible' | 'channel' | 'onHint'>
  readonly offline: Observable<boolean>
  /** Subjects whose record is on the screen of this tab, by id. */
  readonly shownSubjects: () => readonly string[]
  /** The server refuses this user: ask who they are. */
  readonly refused: () => void
  /** The disk is full: gives up what is disposable. Never rejects. */
  readonly makeRoom: (keep: readonly string[]) => Promise<boolean>
  readonly report: (thrown: unknown, where: string) => void
}

/**
 * Keeps the device's data current while online and visible: a quiet pull at intervals, sooner when
 * the server tells of changes, and prefetch. One tab of the device does it.
 */
export const createFollow = (options: FollowOptions) => {
  const { clock, device, offline, random } = options
  let cancel: () => void = () => undefined
  let stopped = true
  let lastAt = -Infinity
  /** The store being asked: an earlier session's wait does not block. */
  let asking: CacheStore | null = null

  const schedule = (ms: number): void => {
    cancel()
    if (!stopped) cancel = clock.after(ms * (0.9 + random() * 0.2), () => void tick())
  }
  const round = createRound(options)
  const health = createPullHealth({ ...options, isTold: () => tab.isTold() })
  const pause = (): number => {
    const failures = health.failures()
    if (failures > 0) return Math.min(longestMs, everyMs * 2 ** Math.min(failures, 6))
    if (round.isPoked()) return leastPauseMs
    return !device.isVisible() ? hiddenMs : tab.isTold() ? toldEveryMs : everyMs
  }
  const tab = createAskingTab({
    ...options,
    pause,
    isBehind: health.isBehind,
    toldChanged: health.tell,
    changed: ({ me, subjects }) => {
      // Too many to name, or a time when nobody told: what is looked at is asked for; the rest with
      // the roster, or when it is looked for again.
      round.poke(subjects === 'many' ? options.shownSubjects() : subjects, me)
      if (asking === null && health.failures() === 0)
        schedule(Math.max(random() * pokedWithinMs, lastAt + leastPauseMs - clock.now()))
    },
    quiet: () => {
      if (asking === null) schedule(pause())
    },
    another: (isBehind, told) => {
      health.heard(isBehind)
      told()
      options.behind(isBehind)
    },
    asksAfter: (ms) => schedule(ms * (1 + random() * 0.3)),
  })

  const failed = async (store: CacheStore, thrown: unknown): Promise<void> => {
    if (asking === store && health.failed()) tab.say()
    if (!store.isClosed()) {
      options.report(thrown, 'pull')
      if (isFull(thrown)) await options.makeRoom([])
    }
    if (asking === store && toProblem(thrown).kind === 'forbidden') options.refused()
  }
  const tick = async (): Promise<void> => {
    const store = options.store()
    // Offline, whatever works first (a probe, a person) wakes this up.
    if (stopped || store === null || asking === store || store.isClosed() || offline.get()) {
      schedule(pause())
      return
    }
    asking = store
    lastAt = clock.now()
    tab.lead()
    tab.say()
    try {
      await round.ask(store, (question) => health.doubting(() => asking === store, question))
      if (asking !== store) return
      health.worked()
      void options.ahead.run(store).catch((thrown: unknown) => {
        if (!store.isClosed()) options.report(thrown, 'pull-ahead')
      })
    } catch (thrown) {
      await failed(store, thrown)
    } finally {
      if (asking === store) {
        asking = null
        schedule(pause())
      }
    }
  }
  const soon = (): void => {
    if (!stopped && device.isVisible() && clock.now() - lastAt >= everyMs) {
      health.forgive()
      schedule(0)
    }
  }

  return {
    /** Whether this tab is the one that asks. */
    leads: (): boolean => tab.leads() && !stopped,
    start: (): (() => void) => {
      stopped = false
      const ends = [
        tab.open(),
        device.onHint(() => {
          tab.hint()
          soon()
        }),
        offline.subscribe(() => {
          if (!offline.get()) soon()
        }),
      ]
      schedule(0)
      return () => {
        stopped = true
        cancel()
        for (const end of ends) end()
      }
    },
    /** Another store is open: ask for it now. */
    restart: (): void => {
      asking = null
      health.restart()
      tab.restart()
      round.restart()
      lastAt = -Infinity
      if (!stopped) schedule(0)
    },
  }
}
