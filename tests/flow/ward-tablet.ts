import './browser-globals'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { patientRecord } from '../../src/data/patient'
import type { Patient } from '../../src/domain/patient/patient'
import { createRuntime } from '../../src/data/runtime'
import type { RuntimeOptions } from '../../src/engine/runtime-options'
import type { Observable, Runtime } from '../../src/engine/define'
import type { Device } from '../../src/platform/device'
import { systemClock } from '../../src/platform/clock'
import type { KeyOwner, KeyShare, SharedKeys } from '../../src/platform/vault'
import { webCiphers, type Ciphers } from '../../src/platform/ciphers'
import { createTelemetry } from '../../src/platform/telemetry'

/**
 * One device: its databases, its locks, its network and who is signed in on it; tabs come and go.
 */
export interface Tablet {
  /** What a cookie keeps: how many records wait. */
  counted: number
  readonly indexedDB: IDBFactory
  /**
   * `down`: nothing gets out. `deaf`: requests arrive, answers do not. `hanging`: nothing ever
   * comes of a request.
   */
  network: 'up' | 'down' | 'deaf' | 'hanging'
  token: string | null
  /** Requests that left the device, as GraphQL operation names. */
  readonly sent: string[]
  /** As which organisation each of them was sent; null: it did not say. */
  readonly actedAs: (string | null)[]
  /** What was reported as wrong. */
  readonly reports: string[]
  /** Called for each request before it goes out; may wait. */
  gate: (operations: readonly string[], path: string) => Promise<void>
  /** Called when the server has answered, before the page hears of it; may wait. */
  answerGate: (operations: readonly string[]) => Promise<void>
  /** Called before a page gets its token; may wait. */
  tokenGate: () => Promise<void>
  /** An answer in place of the server's; undefined: the server answers. */
  inPlace: (operations: readonly string[]) => Response | undefined
  /** Addresses that were asked, without the origin. */
  readonly asked: string[]
  /** A new page on this device. */
  /** `started`: handed the runtime before it starts. */
  openTab(
    over?: Pick<
      RuntimeOptions,
      'clock' | 'following' | 'listening' | 'keepsNothing' | 'firstScreen' | 'link'
    > & { readonly dated?: boolean; readonly started?: (runtime: Runtime) => void },
  ): Promise<Runtime>
  /** The browser stops the service worker: what only it held is gone. */
  forgetKeys(): void
  /** The page is about to go, as the browser says it. */
  leave(): void
  /** The browser says that something about the network changed. */
  hint(): void
  /** Sets the network up again and says so, as a browser does. */
  reconnect(): void
  closeAll(): Promise<void>
}

/** Waits until an observable's value is as wanted, and answers it. */
export const until = <Value, Found extends Value>(
  observable: Observable<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Found> =>
  new Promise((resolve) => {
    let end: () => void = () => undefined
    let found = false
    const look = (): void => {
      if (found || !isWanted(observable.get())) return
      found = true
      end()
      resolve(observable.get() as Found)
    }
    end = observable.subscribe(look)
    look()
    if (found) end()
  })

/**
 * The portal's own ciphers, taking their time: whatever is written in two steps can be seen between
 * them.
 */
const slowCiphers: Ciphers = {
  ...webCiphers,
  seal: async (...given) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
    return await webCiphers.seal(...given)
  },
  open: async (...given) => {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    return await webCiphers.open(...given)
  },
  // As cheap as it may be: what a password costs is tests/platform/ciphers' to hold.
  newPasswordSalt: () => ({
    ...webCiphers.newPasswordSalt(),
    cost: { memoryKiB: 64, passes: 1, lanes: 1 },
  }),
}

export const createTablet = (server: {
  readonly app: { request(url: string, init?: RequestInit): Response | Promise<Response> }
}): Tablet => {
  const tabs: Runtime[] = []
  const hints = new Set<() => void>()
  const leaving = new Set<() => void>()
  const channels = new Map<string, Set<(message: unknown) => void>>()
  // The service worker, which holds what a page offered until it is told to forget.
  let held: SharedKeys | null = null
  const forgetting = new Set<(owner: KeyOwner) => void>()
  const keyShare = (): KeyShare => {
    const mine = new Set<(owner: KeyOwner) => void>()
    return {
      ask: (owner) =>
        Promise.resolve(
          held?.owner.userId === owner.userId && held.owner.organizationId === owner.organizationId
            ? held
            : null,
        ),
      offer: (keys) => {
        held = keys ?? held
      },
      forget: (owner) => {
        if (held?.owner.userId === owner.userId) held = null
        for (const listener of forgetting) if (!mine.has(listener)) listener(owner)
      },
      onForget: (listener) => {
        mine.add(listener)
        forgetting.add(listener)
        return () => void forgetting.delete(listener)
      },
      close: () => {
        for (const listener of mine) forgetting.delete(listener)
      },
    }
  }
  const locks = new Map<string, Promise<void>>()
  const device: Device = {
    persistStorage: () => Promise.resolve(true),
    isVisible: () => true,
    canary: {
      read: () => tablet.counted,
      write: (waiting) => {
        tablet.counted = waiting
      },
    },
    saysOffline: () => tablet.network === 'down',
    onHint: (listener) => {
      hints.add(listener)
      return () => void hints.delete(listener)
    },
    onLeave: (listener) => {
      leaving.add(listener)
      return () => void leaving.delete(listener)
    },
    exclusively: (name, work) => {
      const enter = () => work(new AbortController().signal)
      const mine = (locks.get(name) ?? Promise.resolve()).then(enter, enter)
      locks.set(
        name,
        mine.catch(() => undefined),
      )
      return mine
    },
    channel: (name, listener) => {
      const all = channels.get(name) ?? new Set()
      channels.set(name, all.add(listener))
      return {
        post: (message) => {
          for (const other of all) if (other !== listener) other(message)
        },
        close: () => void all.delete(listener),
      }
    },
  }
  const tablet: Tablet = {
    indexedDB: new IDBFactory(),
    network: 'up',
    counted: 0,
    token: null,
    sent: [],
    actedAs: [],
    reports: [],
    gate: () => Promise.resolve(),
    answerGate: () => Promise.resolve(),
    tokenGate: () => Promise.resolve(),
    inPlace: () => undefined,
    asked: [],
    forgetKeys: () => {
      held = null
    },
    leave: () => {
      for (const listener of [...leaving]) listener()
    },
    hint: () => {
      for (const listener of [...hints]) listener()
    },
    reconnect: () => {
      tablet.network = 'up'
      tablet.hint()
    },
    closeAll: async () => {
      for (const tab of tabs.splice(0)) await tab.close()
    },
    openTab: async ({
      clock = systemClock,
      following = false,
      listening = false,
      keepsNothing = false,
      firstScreen,
      link,
      started,
      dated = false,
    } = {}) => {
      const runtime = createRuntime({
        config: { origin: 'http://ward.example', basePath: '/Prod' },
        auth: {
          idToken: async () => {
            await tablet.tokenGate()
            return tablet.token
          },
          signOut: () => {
            tablet.token = null
            return Promise.resolve()
          },
        },
        clock,
        // Only the tests about it want to be asked for more than they ask.
        following,
        listening,
        keepsNothing,
        ...(firstScreen === undefined ? {} : { firstScreen }),
        ...(link === undefined ? {} : { link }),
        ciphers: slowCiphers,
        keyShare: keyShare(),
        device,
        indexedDB: tablet.indexedDB,
        IDBKeyRange,
        random: () => 0.02,
        telemetry: createTelemetry(({ where, kind, message }) =>
          tablet.reports.push(`${where}: ${kind}: ${message}`),
        ),
        fetch: async (url, init) => {
          const asked: unknown = init.body === undefined ? [] : JSON.parse(String(init.body))
          const names = (Array.isArray(asked) ? asked : [asked]).map(
            (one: { operationName?: string }) => one.operationName ?? '',
          )
          await tablet.gate(names, new URL(url).pathname)
          if (tablet.network === 'hanging') {
            return await new Promise<Response>((_resolve, reject) => {
              init.signal?.addEventListener('abort', () =>
                reject(new DOMException('Aborted', 'AbortError')),
              )
            })
          }
          if (tablet.network === 'down') throw new TypeError('Failed to fetch')
          tablet.sent.push(...names)
          const actsAs = new Headers(init.headers).get('X-Acting-Organization-Id')
          tablet.actedAs.push(...names.map(() => actsAs))
          tablet.asked.push(new URL(url).pathname)
          const answer = tablet.inPlace(names) ?? (await server.app.request(url, init))
          // As a server that listens on a socket says it with every answer.
          if (dated) answer.headers.set('date', new Date().toUTCString())
          await tablet.answerGate(names)
          if (tablet.network === 'deaf') throw new TypeError('Failed to fetch')
          return answer
        },
      })
      tabs.push(runtime)
      started?.(runtime)
      await runtime.start()
      return runtime
    },
  }
  return tablet
}

/** The patient's record on this tab, asked for and kept. */
export const openRecord = async (tab: Runtime, patientId: string): Promise<Patient> => {
  await tab.refresh(patientRecord, { patientId })
  const { rows } = await until(
    tab.watch(patientRecord, { patientId }),
    ({ ready, rows: [row] }) => ready && row !== undefined,
  )
  const [patient] = rows
  if (patient === undefined) throw new Error('not kept')
  return patient
}

/** The line is gone, and the tab knows it. */
export const goOffline = async (on: Tablet, tab: Runtime): Promise<void> => {
  on.network = 'down'
  await tab.session.refreshMe()
  await until(tab.connection, ({ state }) => state === 'offline')
}
