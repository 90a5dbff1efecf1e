import { cloned } from './clone'
import { createDisk, type Disk, type DiskFaults } from './disk'
import { createDeviceKeys, type DeviceKeys } from './key-share'
import type { Tab } from './tab'
import type { World } from './world'

/** What is between a device and the server, as its user would describe it. */
export type Line = 'up' | 'down' | 'hole' | 'captive'

/** A tablet: a disk, a clock that may be wrong, locks and channels between its tabs, and a line. */
export interface Device {
  readonly name: string
  readonly disk: Disk
  readonly tabs: Set<Tab>
  line: Line
  /** Milliseconds that its clock is ahead. */
  skew: number
  /** Epoch milliseconds by its own clock. */
  wallClock(): number
  /** Its clock was put forward or back by somebody. */
  jumped: boolean
  readonly keys: DeviceKeys
  readonly locks: { request(tab: Tab, name: string, rest: readonly unknown[]): Promise<unknown> }
  channelFor(tab: Tab): unknown
  hears(tab: Tab, listener: (type: string) => void): void
  /** The browser tells every tab, e.g. 'online'. */
  tell(type: string): void
  /** A process is gone: its locks and channels with it. */
  forget(tab: Tab): void
  /** Every process dies; the disk keeps what was flushed. */
  losePower(): void
}

export const epoch = Date.parse('2026-03-02T08:00:00.000Z')

interface Claim {
  readonly tab: Tab
  readonly enter: () => Promise<unknown>
  readonly settle: (outcome: Promise<unknown>) => void
  lost: boolean
}
interface LockOptions {
  readonly signal?: AbortSignal
  readonly steal?: boolean
}

const createLocks = (world: World) => {
  const held = new Map<string, Claim>()
  const queues = new Map<string, Claim[]>()
  const grant = (name: string): void => {
    const next = held.has(name) ? undefined : queues.get(name)?.shift()
    if (next === undefined) return
    held.set(name, next)
    world.note(`${next.tab.name} holds ${name}`)
    world.after(world.random.around(0.5), next.tab, 'lock', () => {
      if (next.lost) return
      const work = Promise.resolve().then(next.enter)
      const free = (): void => {
        if (held.get(name) === next) {
          held.delete(name)
          grant(name)
        }
      }
      void work.then(free, free)
      next.settle(work)
    })
  }
  return {
    /** navigator.locks.request(name, callback) or (name, options, callback). */
    request: (tab: Tab, name: string, rest: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        // What a dead page still runs in this moment asks nobody for anything.
        if (tab.dead) return
        const enter = rest.at(-1) as () => Promise<unknown>
        const options: LockOptions = rest.length > 1 ? (rest[0] as LockOptions) : {}
        const claim: Claim = { tab, enter, settle: resolve, lost: false }
        const queue = queues.get(name) ?? []
        queues.set(name, queue)
        if (options.signal?.aborted === true) {
          reject(options.signal.reason as Error)
          return
        }
        options.signal?.addEventListener('abort', () => {
          const at = queue.indexOf(claim)
          if (at < 0) return
          queue.splice(at, 1)
          reject(options.signal?.reason as Error)
        })
        if (options.steal !== true) {
          queue.push(claim)
          grant(name)
          return
        }
        const robbed = held.get(name)
        if (robbed !== undefined) {
          robbed.lost = true
          held.delete(name)
          world.after(0, robbed.tab, 'stolen', () => {
            const lost = Promise.reject(new DOMException('Stolen', 'AbortError'))
            // Nobody may be waiting for it any more.
            lost.catch(() => undefined)
            robbed.settle(lost)
          })
        }
        queue.unshift(claim)
        grant(name)
      }),
    forget: (tab: Tab): void => {
      for (const queue of queues.values())
        queue.splice(0, queue.length, ...queue.filter((claim) => claim.tab !== tab))
      for (const [name, claim] of held) {
        if (claim.tab === tab) {
          claim.lost = true
          held.delete(name)
        }
        grant(name)
      }
    },
  }
}

export const createDevice = (
  world: World,
  name: string,
  skew: number,
  faults: DiskFaults,
): Device => {
  const locks = createLocks(world)
  const ears = new Map<Tab, (type: string) => void>()
  const channels = new Map<
    string,
    Set<{
      readonly tab: Tab
      onmessage: ((event: { data: unknown }) => void) | null
      readonly listeners: Set<(event: { data: unknown }) => void>
    }>
  >()
  const device: Device = {
    name,
    tabs: new Set(),
    line: 'up',
    skew,
    jumped: false,
    keys: createDeviceKeys(world, () => device),
    wallClock: () => epoch + world.now() + device.skew,
    locks,
    get disk(): Disk {
      return disk
    },
    hears: (tab, listener) => void ears.set(tab, listener),
    tell: (type) => {
      for (const [tab, listener] of ears) tab.step(type, () => listener(type))
    },
    channelFor: (tab) =>
      class {
        onmessage: ((event: { data: unknown }) => void) | null = null
        readonly tab = tab
        readonly listeners = new Set<(event: { data: unknown }) => void>()
        readonly name: string
        constructor(name: string) {
          this.name = name
          channels.set(name, (channels.get(name) ?? new Set()).add(this))
        }
        addEventListener(_type: string, listener: (event: { data: unknown }) => void): void {
          this.listeners.add(listener)
        }
        postMessage(message: unknown): void {
          if (tab.dead) return
          const data = cloned(message)
          for (const other of channels.get(this.name) ?? []) {
            if (other === this) continue
            world.after(world.random.around(3), other.tab, 'message', () => {
              if (channels.get(this.name)?.has(other) !== true) return
              other.onmessage?.({ data })
              for (const listener of other.listeners) listener({ data })
            })
          }
        }
        close(): void {
          channels.get(this.name)?.delete(this)
        }
      },
    forget: (tab) => {
      device.tabs.delete(tab)
      ears.delete(tab)
      for (const all of channels.values())
        for (const channel of all) if (channel.tab === tab) all.delete(channel)
      device.keys.forgetTab(tab)
      locks.forget(tab)
    },
    losePower: () => {
      world.note(`${name} loses power`)
      for (const tab of [...device.tabs]) tab.kill('power')
      device.keys.losePower()
      disk.losePower()
    },
  }
  const disk = createDisk(world, device, faults)
  return device
}
