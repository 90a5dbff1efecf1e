import { source, type Observable } from '../../engine/define'
import type { TabWork, Tabs, Work } from './tabs'
import type { Updater } from './updater'

/** The state of the new version, for the notice. */
export interface UpdateState {
  /** What goes on in this tab; null: nothing. */
  readonly own: Work | null
  /** Other tabs in which something goes on. */
  readonly busy: readonly TabWork[]
  /** It has been asked for and is on its way. */
  readonly applying: boolean
  /** It waits: what is typed here could not be kept, and a reload would lose it. */
  readonly held: boolean
}

export interface Update extends Observable<UpdateState> {
  /** Whether the files of the portal are on the device; null: not yet; false: it keeps none. */
  readonly installed: Observable<boolean | null>
  /** Another release is deployed: has the browser fetch it, so that it is ready and waits. */
  fetch(): Promise<void>
  /** Asks all tabs what goes on. If nothing does, the update begins. */
  look(): Promise<void>
  /**
   * Waits for the new version, keeps the input of every tab, stops sending, and reloads each tab
   * once.
   */
  apply(): Promise<void>
}

/** Idle time of all tabs before an unattended device updates itself, milliseconds. */
export const unattendedMs = 5 * 60_000

export interface UpdateOptions {
  readonly tabs: Tabs
  readonly installed: Observable<boolean | null>
  readonly updater: (held: (is: boolean) => void) => Updater
  /** True while words on the screen are nowhere but in this page. */
  readonly isUnkept: () => boolean
  readonly work: () => Work | null
  /** True where a reload needs no consent: a wall display, or nobody signed in. */
  readonly isUnattended: () => boolean
  /** The server answers: an offline device keeps the version that works. */
  readonly isReached: () => boolean
  /** When somebody last used any tab, epoch milliseconds. */
  readonly lastUsedAt: () => number
  readonly now: () => number
  /** Keeps what is typed here and lets go of sending; answers the way to go on. */
  readonly pause: () => Promise<() => void>
}

/**
 * The update over all tabs of a device (design/sync.md 'Service-worker update with pending
 * writes').
 */
export const createUpdate = (options: UpdateOptions): Update => {
  const { tabs, work, now } = options
  const state = source<UpdateState>({ own: work(), busy: [], applying: false, held: false })
  const held = (is: boolean): void => {
    if (state.get().held !== is) state.set({ ...state.get(), held: is })
  }
  const updater = options.updater(held)
  const apply = async (): Promise<void> => {
    if (state.get().applying) return
    state.set({ ...state.get(), applying: true })
    // A version that a slow network still fetches would hold up sending, and then not come.
    const told = [work(), ...state.get().busy.map((tab) => tab.work)]
    const hasArrived = await updater.arrived()
    const busy = (await tabs.ask()).filter((tab) => tab.work !== null)
    const own = work()
    // What a reload would lose, and nobody was asked about: it began during the wait.
    const isNew = [own, ...busy.map((tab) => tab.work)].some(
      (one) => (one === 'journey' || one === 'dialog') && !told.includes(one),
    )
    if (!hasArrived || isNew) {
      state.set({ ...state.get(), own, busy, applying: false })
      return
    }
    const [goOn] = await Promise.all([options.pause(), tabs.prepare()])
    if (options.isUnkept()) {
      goOn()
      state.set({ ...state.get(), applying: false, held: true })
      return
    }
    await updater.update()
  }
  return {
    ...state,
    installed: options.installed,
    fetch: () => updater.fetch(),
    look: async () => {
      const answers = await tabs.ask()
      const busy = answers.filter((tab) => tab.work !== null)
      const own = work()
      state.set({ ...state.get(), own, busy })
      const isIdle =
        own === null && busy.length === 0 && now() - options.lastUsedAt() >= unattendedMs
      if (isIdle && options.isUnattended() && options.isReached() && (await updater.isReady()))
        await apply()
    },
    apply,
  }
}
