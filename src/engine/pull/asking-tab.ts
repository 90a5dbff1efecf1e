import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import type { EventStream, EventStreamOptions, Poke } from '../../platform/realtime'

/** A tab that heard another ask waits longer, so that one tab goes on asking. */
const afterAnotherMs = 4_000

/** The asking tab's message: when it asks again, or a change that no pull brings. */
interface Heard {
  readonly nextMs?: number
  readonly isTold?: boolean
  readonly isBehind?: boolean
  readonly isVisible?: boolean
  readonly found?: readonly string[] | 'many'
  readonly lists?: true
}

export interface AskingTabOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly device: Pick<Device, 'isVisible' | 'channel'>
  /** Opens the stream of pokes; absent: polling alone. */
  readonly stream?: (handlers: Pick<EventStreamOptions, 'poked' | 'live'>) => EventStream
  /** The analysis of these subjects changed: told to the screens of all tabs. */
  readonly found: (subjects: readonly string[] | 'many') => void
  /** One of the organisation's lists changed, told in every tab; none of them is kept. */
  readonly listsChanged: () => void
  /** Roster, user or subjects changed: to be asked for. */
  readonly changed: (poke: Pick<Poke, 'me' | 'subjects'>) => void
  /** The server no longer tells this tab of changes. */
  readonly quiet: () => void
  /** Milliseconds until this tab would ask again. */
  readonly pause: () => number
  readonly isBehind: () => boolean
  /** Whether the server tells this device of changes is another matter than before. */
  readonly toldChanged: () => void
  /** Another tab asks, and is behind or not; `told`, once it is known whether that one is told. */
  readonly another: (isBehind: boolean, told: () => void) => void
  /** This tab asks next after so long, unless it hears the other one again. */
  readonly asksAfter: (ms: number) => void
}

/**
 * One tab of a device asks and listens to the server, chosen by who speaks first, so that no sleeping
 * tab holds it. The others hear of what it is told.
 */
export const createAskingTab = (options: AskingTabOptions) => {
  const { clock, device } = options
  let leads = false
  let stream: EventStream | null = null
  let isTold = false
  let cancelHearsay: () => void = () => undefined
  let post = (_message: Heard): void => undefined

  const setTold = (is: boolean): void => {
    cancelHearsay()
    if (isTold === is) return
    isTold = is
    options.toldChanged()
  }
  const say = (): void =>
    post({
      nextMs: options.pause(),
      isTold,
      isBehind: options.isBehind(),
      isVisible: device.isVisible(),
    })
  const poked = ({ roster, me, subjects, found = [], lists }: Poke): void => {
    if (found.length > 0) {
      options.found(found)
      post({ found })
    }
    if (lists === true) {
      options.listsChanged()
      post({ lists })
    }
    if (roster || me || subjects.length > 0) options.changed({ me, subjects })
  }
  /** What changed while nobody told us. */
  const everything: Poke = { roster: true, me: true, subjects: 'many', found: 'many', lists: true }
  const live = (is: boolean): void => {
    if (!leads) return
    setTold(is)
    say()
    if (is) poked(everything)
    else options.quiet()
  }
  const lead = (): void => {
    leads = true
    stream ??= options.stream?.({ poked, live }) ?? null
  }
  const follow = (): void => {
    leads = false
    stream?.close()
    stream = null
  }
  /** Another tab asks: believed while it can be alive. Older releases say only that. */
  const heard = (message: unknown): void => {
    const said = typeof message === 'object' && message !== null ? (message as Heard) : {}
    if (said.found !== undefined) return options.found(said.found)
    if (said.lists === true) return options.listsChanged()
    const next =
      typeof said.nextMs === 'number' && (said.isVisible === true || !device.isVisible())
        ? said.nextMs + 1_000
        : 0
    follow()
    options.another(said.isBehind === true, () => setTold(said.isTold === true))
    if (isTold)
      cancelHearsay = clock.after(Math.max(next, afterAnotherMs) * 1.5, () => setTold(false))
    options.asksAfter(Math.max(next, isTold ? 0 : options.pause(), afterAnotherMs))
  }
  return {
    leads: (): boolean => leads,
    isTold: (): boolean => isTold,
    lead,
    follow,
    say,
    /** Perhaps the connection is back: the stream tries at once. */
    hint: (): void => stream?.hint(),
    /** Nobody is told in this tab any more, and it hears nobody. */
    restart: (): void => {
      follow()
      setTold(false)
    },
    /** Hears the other tabs. Returns the way to stop, which lets one of them take over soon. */
    open: (): (() => void) => {
      const channel = device.channel('lamplight-pull', heard)
      post = (message) => channel.post(message)
      return () => {
        if (leads)
          post({
            nextMs: 0,
            isTold: false,
            isVisible: device.isVisible(),
            isBehind: options.isBehind(),
          })
        follow()
        setTold(false)
        channel.close()
      }
    },
  }
}
