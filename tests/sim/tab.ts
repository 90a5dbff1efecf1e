import { IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { cloned } from './clone'
import { PlainAbortController, PlainHeaders } from './plain-web'
import { realmOf, type Bundle } from './bundle'
import type * as Entry from './entry'
import type { Device } from './device'
import { cutConnections, factoryFor, isInTransaction } from './disk'
import type { Owner, World } from './world'

export type Portal = typeof Entry

/**
 * One page of the portal: a process of its own with its own globals, on a device that it shares.
 */
export interface Tab extends Owner {
  readonly device: Device
  readonly portal: Portal
  readonly connections: Set<IDBDatabase>
  /** Lives in sessionStorage: survives a reload, not the end of the tab. */
  credential: { readonly uid: string; readonly serial: number } | null
  /** The process ends before its so-many-th next step; 0: it does not. */
  killIn: number
  freezeIn: number
  /** Whether somebody looks at it. */
  isVisible: boolean
  /** Once frozen it stays so. */
  isLost: boolean
  kill(why: string): void
  freeze(): void
  thaw(): void
  /** Runs `call` as a step of this tab. */
  step(label: string, call: () => void): void
  after(ms: number, label: string, call: () => void): () => void
  onDeath: () => void
}

/** The language's own, over another clock: an instant made without words is now. */
const dateOver = (now: () => number): typeof Date =>
  class SimulatedDate extends Date {
    constructor(...parts: readonly unknown[]) {
      super(...((parts.length === 0 ? [now()] : parts) as [number]))
    }
    static override now(): number {
      return now()
    }
  } as typeof Date
const mathWith = (random: () => number): Math =>
  Object.defineProperty(Object.create(Math) as Math, 'random', {
    value: random,
    writable: true,
    configurable: true,
  })

class SimulatedEvent {
  readonly detail: unknown
  readonly type: string
  constructor(type: string, init?: { readonly detail?: unknown }) {
    this.type = type
    this.detail = init?.detail
  }
}

/** A response whose body is there at once. */
export const answerOf = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  ({
    status,
    ok: status >= 200 && status < 300,
    headers: {
      get: (name: string) =>
        name.toLowerCase() === 'content-type'
          ? 'application/json'
          : (headers[name.toLowerCase()] ?? null),
    },
    text: () => Promise.resolve(text),
    json: () => Promise.resolve(JSON.parse(text) as unknown),
  }) as unknown as Response

let serial = 0
/** Tabs are numbered from one in each run. */
export const startCounting = (): void => {
  serial = 0
}

/** The one cookie of each device: browsers keep it where databases are lost. */
const cookies = new WeakMap<Device, string>()

export const openTab = (
  world: World,
  device: Device,
  script: Bundle,
  fetch: (tab: Tab, url: string, init: RequestInit) => Promise<Response>,
): Tab => {
  serial += 1
  const listeners = new Map<string, Set<(event: unknown) => void>>()
  const timers = new Map<number, () => void>()
  let timer = 0

  const kill = (why: string): void => {
    if (tab.dead) return
    world.note(`${tab.name} dies: ${why}`)
    tab.dead = true
    tab.frozen = false
    tab.stash.length = 0
    if (why === 'closed' || why === 'reload') device.keys.left(tab)
    world.as(device, () => cutConnections(tab))
    device.forget(tab)
    tab.onDeath()
  }
  /** For ever, and a browser that holds nobody else up: not in the middle of a transaction. */
  const freezeSoon = (): void =>
    void world.after(tab.isLost ? 0.2 : 0, null, 'freeze', () => {
      if (tab.isLost && isInTransaction(tab)) freezeSoon()
      else tab.freeze()
    })
  const tab: Tab = {
    name: `t${serial}`,
    device,
    dead: false,
    frozen: false,
    stash: [],
    connections: new Set(),
    credential: null,
    killIn: 0,
    freezeIn: 0,
    isLost: false,
    isVisible: world.random.chance(0.2),
    onDeath: () => undefined,
    kill,
    freeze: () => {
      if (!tab.dead && !tab.frozen) {
        world.note(`${tab.name} freezes`)
        tab.frozen = true
      }
    },
    thaw: () => {
      if (tab.dead || !tab.frozen) return
      world.note(`${tab.name} thaws`)
      tab.frozen = false
      world.as(device, () => {
        for (const held of tab.stash.splice(0)) held()
      })
    },
    beforeStep: () => {
      if (tab.killIn > 0) {
        tab.killIn -= 1
        if (tab.killIn === 0) {
          kill('killed')
          return false
        }
      }
      if (tab.freezeIn > 0) {
        tab.freezeIn -= 1
        if (tab.freezeIn === 0) freezeSoon()
      }
      return true
    },
    step: (label, call) => void world.after(0, tab, label, call),
    after: (ms, label, call) => world.after(ms, tab, label, call),
    get portal(): Portal {
      return portal
    },
  }

  const setTimer = (call: () => void, ms = 0): number => {
    timer += 1
    const id = timer
    timers.set(
      id,
      tab.after(Math.max(ms, 1), 'timer', () => {
        timers.delete(id)
        call()
      }),
    )
    return id
  }
  const clearTimer = (id: number): void => {
    timers.get(id)?.()
    timers.delete(id)
  }
  const eventTarget = {
    addEventListener: (type: string, listener: (event: unknown) => void) => {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
    },
    removeEventListener: (type: string, listener: (event: unknown) => void) => {
      listeners.get(type)?.delete(listener)
    },
    dispatchEvent: (event: { readonly type: string }) => {
      for (const listener of [...(listeners.get(event.type) ?? [])]) listener(event)
    },
  }
  device.hears(tab, (type) => eventTarget.dispatchEvent({ type }))

  const context = realmOf({
    Date: dateOver(() => Math.floor(device.wallClock())),
    Math: mathWith(world.random.next),
    CustomEvent: SimulatedEvent,
    ...eventTarget,
    // A hidden page asks seldom by itself: most are, or a run would be nothing but questions.
    document: {
      get visibilityState() {
        return tab.isVisible ? 'visible' : 'hidden'
      },
      get cookie() {
        return cookies.get(device) ?? ''
      },
      set cookie(written: string) {
        cookies.set(device, written.split(';')[0] ?? '')
      },
      ...eventTarget,
    },
    location: { protocol: 'https:' },
    navigator: {
      userAgent: 'Simulated',
      onLine: true,
      locks: {
        request: (name: string, ...rest: readonly unknown[]) =>
          device.locks.request(tab, name, rest),
      },
      storage: { persist: () => Promise.resolve(true) },
    },
    performance: { now: () => world.now() },
    crypto: {
      getRandomValues: (bytes: Uint8Array) => {
        for (let at = 0; at < bytes.length; at += 1) bytes[at] = world.random.below(256)
        return bytes
      },
    },
    setTimeout: setTimer,
    clearTimeout: clearTimer,
    // Node's own makes an async resource of each.
    queueMicrotask: (call: () => void) => void Promise.resolve().then(call),
    indexedDB: factoryFor(tab, device.disk),
    IDBKeyRange: FakeKeyRange,
    BroadcastChannel: device.channelFor(tab),
    AbortController: PlainAbortController,
    AbortSignal: {
      timeout: (ms: number) => {
        const controller = new PlainAbortController()
        tab.after(ms, 'signal', () =>
          controller.abort(new DOMException('Timed out', 'TimeoutError')),
        )
        return controller.signal
      },
    },
    DOMException,
    Headers: PlainHeaders,
    // Node's own reads bodies through streams, in its own time.
    Response: { json: (value: unknown) => answerOf(200, JSON.stringify(value)) },
    TextEncoder,
    TextDecoder,
    URL,
    atob,
    btoa,
    structuredClone: cloned,
    console: {
      log: () => undefined,
      warn: () => undefined,
      error: () => undefined,
      debug: () => undefined,
    },
    fetch: (url: string, init: RequestInit) => fetch(tab, url, init),
  })
  const portal = script.open(context)
  return tab
}
