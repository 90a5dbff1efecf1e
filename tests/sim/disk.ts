import {
  IDBDatabase as FakeDatabase,
  IDBFactory as FakeFactory,
  IDBOpenDBRequest as FakeOpenRequest,
  IDBTransaction as FakeTransaction,
} from 'fake-indexeddb'
import { cloned } from './clone'
import type { Tab } from './tab'
import type { World } from './world'

// What fake-indexeddb is inside, as far as the simulation reaches in. Its version is pinned in
// package.json.
interface RawRecord {
  readonly key: unknown
  readonly value: unknown
}
interface RawIndex {
  readonly name: string
  readonly keyPath: unknown
  readonly multiEntry: boolean
  readonly unique: boolean
  initialized: boolean
}
interface RawStore {
  readonly name: string
  readonly keyPath: unknown
  readonly autoIncrement: boolean
  readonly keyGenerator: { num: number } | null
  readonly records: { values(): Iterable<RawRecord> }
  readonly rawIndexes: Map<string, RawIndex>
  storeRecord(record: RawRecord, noOverwrite: boolean): unknown
}
interface RawDatabase {
  readonly name: string
  version: number
  readonly rawObjectStores: Map<string, RawStore>
  connections: RawConnection[]
  readonly transactions: RawTransaction[]
  processTransactions(): void
}
interface RawConnection {
  readonly _rawDatabase: RawDatabase
  _closePending: boolean
  _closed: boolean
  dispatchEvent(event: { readonly type: string }): boolean
}
interface RawTransaction {
  _markFinished(): void
  readonly db: RawConnection
  readonly mode: string
  readonly durability: string
  readonly error: unknown
  _state: string
  _started: boolean
  readonly _scope: Set<string>
  _start(): void
  _abort(name: string | null): void
  simStashed?: boolean
}
interface RawOpenRequest {
  readonly readyState: 'pending' | 'done'
  readonly result: RawConnection | undefined
  readonly transaction: RawTransaction | null
}
interface RawFactory {
  readonly _databases: Map<string, RawDatabase>
}
type Build<Made> = new (...args: readonly unknown[]) => Made

interface KeptStore {
  readonly like: RawStore
  readonly number: number
  readonly records: readonly RawRecord[]
}
interface KeptDatabase {
  readonly like: RawDatabase
  readonly version: number
  readonly stores: readonly KeptStore[]
}
/** Stores that were written to since they were last kept. */
const changed = new WeakMap<RawDatabase, Set<string>>()

/** How often the disk of a run misbehaves. */
export interface DiskFaults {
  /** A write finds the disk full; per database step of a writing transaction. */
  quota: number
  /** The browser loses its databases under the page; per database step. */
  lost: number
  /** A relaxed commit reaches the disk before the next strict one. */
  relaxedFlush: number
}

/** The disk of one device: databases as they are, and as they would be after the power went. */
export interface Disk {
  readonly device: object
  factory: IDBFactory
  /** Values of an object store now; nothing when there is none. */
  values(database: string, store: string): readonly unknown[]
  /** The same, as a power cut would leave them. */
  durableValues(database: string, store: string): readonly unknown[]
  databaseNames(): readonly string[]
  /** Transactions and closings that have not come to an end, for a person who reads the log. */
  unfinished(): readonly string[]
  storeNames(database: string): readonly string[]
  /** Everything since the last flush is gone. Whoever had it open must be dead already. */
  losePower(): void
  onCommit: (database: string) => void
}

const owners = new WeakMap<object, Tab>()
let playing: World | null = null
const disks = new Map<object, DiskInside>()
interface DiskInside extends Disk {
  readonly faults: DiskFaults
  readonly world: World
  lastTaskAt: number
  flush(database: string): void
}

const raw = <Inside>(outside: unknown): Inside => outside as Inside

/** `before`: as it was last kept; what nobody wrote to since is not copied again. */
const keep = (database: RawDatabase, before: KeptDatabase | undefined): KeptDatabase => {
  const dirty = changed.get(database)
  const same = before?.like === database && before.version === database.version ? before.stores : []
  changed.delete(database)
  return {
    like: database,
    version: database.version,
    stores: [...database.rawObjectStores.values()].map(
      (store) =>
        same.find(({ like }) => like === store && dirty?.has(store.name) !== true) ?? {
          like: store,
          number: store.keyGenerator?.num ?? 0,
          records: [...store.records.values()],
        },
    ),
  }
}

const restore = ({ like, version, stores }: KeptDatabase): RawDatabase => {
  const database = new (like.constructor as Build<RawDatabase>)(like.name, version)
  for (const { like: old, number, records } of stores) {
    const store = new (old.constructor as Build<RawStore>)(
      database,
      old.name,
      old.keyPath,
      old.autoIncrement,
    )
    if (store.keyGenerator !== null) store.keyGenerator.num = number
    for (const index of old.rawIndexes.values()) {
      const made = new (index.constructor as Build<RawIndex>)(
        store,
        index.name,
        index.keyPath,
        index.multiEntry,
        index.unique,
      )
      made.initialized = true
      store.rawIndexes.set(index.name, made)
    }
    for (const record of records) store.storeRecord({ key: record.key, value: record.value }, true)
    if (store.keyGenerator !== null) store.keyGenerator.num = number
    database.rawObjectStores.set(store.name, store)
  }
  return database
}

export const createDisk = (world: World, device: object, faults: DiskFaults): Disk => {
  let kept = new Map<string, KeptDatabase>()
  const databases = (): Map<string, RawDatabase> => raw<RawFactory>(disk.factory)._databases
  const disk: DiskInside = {
    device,
    faults,
    world,
    lastTaskAt: 0,
    factory: new FakeFactory(),
    onCommit: () => undefined,
    values: (database, store) =>
      [...(databases().get(database)?.rawObjectStores.get(store)?.records.values() ?? [])].map(
        (record) => record.value,
      ),
    durableValues: (database, store) =>
      (kept.get(database)?.stores.find(({ like }) => like.name === store)?.records ?? []).map(
        (record) => record.value,
      ),
    databaseNames: () => [...databases().keys()],
    unfinished: () =>
      [...databases().values()].flatMap((database) => [
        ...database.transactions
          .filter(({ _state }) => _state !== 'finished')
          .map(
            (one) =>
              `${database.name} ${one.mode} of ${owners.get(one.db)?.name ?? '?'} ${one._state}${one._started ? ' started' : ''}`,
          ),
        ...database.connections.map(
          (one) =>
            `${database.name} open in ${owners.get(one)?.name ?? '?'}${one._closePending ? ' closing' : ''}`,
        ),
      ]),
    storeNames: (database) => [...(databases().get(database)?.rawObjectStores.keys() ?? [])],
    flush: (name) => {
      const database = databases().get(name)
      if (database !== undefined) kept.set(name, keep(database, kept.get(name)))
    },
    losePower: () => {
      // A deletion is taken for durable: what may be read after one is the encrypted store's
      // question, not this one's.
      const still = new Set(databases().keys())
      kept = new Map([...kept].filter(([name]) => still.has(name)))
      disk.factory = new FakeFactory()
      for (const [name, database] of kept) databases().set(name, restore(database))
    },
  }
  disks.set(device, disk)
  playing = world
  return disk
}

/** The databases as one tab sees them: what it opens is marked as its own. */
export const factoryFor = (tab: Tab, disk: Disk): IDBFactory => {
  const inside = disk.factory
  const mark = (request: IDBOpenDBRequest): IDBOpenDBRequest => {
    owners.set(request, tab)
    request.addEventListener('upgradeneeded', () => {
      owners.set(request.result, tab)
      tab.connections.add(request.result)
    })
    request.addEventListener('success', () => {
      const result: IDBDatabase | undefined = request.result
      if (result !== undefined) {
        owners.set(result, tab)
        tab.connections.add(result)
      }
    })
    return request
  }
  return {
    open: (name: string, version?: number) => mark(inside.open(name, version)),
    deleteDatabase: (name: string) => mark(inside.deleteDatabase(name)),
    databases: () => inside.databases(),
    cmp: (first: unknown, second: unknown) => inside.cmp(first, second),
  }
}

/**
 * What the end of a process does to its connections: open transactions are rolled back, others may
 * go on.
 */
export const cutConnections = (tab: Tab): void => {
  for (const connection of tab.connections) {
    const inside = raw<RawConnection>(connection)
    const database = inside._rawDatabase
    for (const transaction of [...database.transactions]) {
      if (transaction.db === inside && transaction._state !== 'finished') transaction._abort(null)
    }
    shut(inside)
    database.processTransactions()
  }
  tab.connections.clear()
}

/** Whether a page has a transaction open: no browser freezes one that has. */
export const isInTransaction = (tab: Tab): boolean =>
  [...tab.connections].some((connection) =>
    raw<RawConnection>(connection)._rawDatabase.transactions.some(
      (one) => one.db === raw<RawConnection>(connection) && one._state !== 'finished',
    ),
  )

const shut = (connection: RawConnection): void => {
  connection._closePending = true
  connection._closed = true
  const database = connection._rawDatabase
  database.connections = database.connections.filter((other) => other !== connection)
}

/** What asks now comes of a transaction that ends: no need to read what it is. */
let isOfTransaction = false
const isPolling = (task: () => void): boolean =>
  !isOfTransaction &&
  (task.name === 'waitForOthersClosed' ||
    (task.name === '' && /waitForOthersClosedDelete|closeConnection\(/.test(String(task))))

let isInstalled = false
const realImmediate = globalThis.setImmediate

/**
 * Takes over fake-indexeddb's scheduling for this process: every database task becomes a step of
 * the world.
 */
export const installDisk = (): void => {
  if (isInstalled) return
  isInstalled = true
  globalThis.setImmediate = ((call: () => void, ...rest: readonly unknown[]) => {
    const device = playing?.currentDevice() ?? null
    const disk = device === null ? undefined : disks.get(device)
    if (disk === undefined) return realImmediate(call, ...(rest as []))
    const { world, factory } = disk
    const guarded = (): void => {
      if (disk.factory === factory) call()
    }
    // Waiting for others to close asks again and again: seldom, and without holding up the rest.
    if (isPolling(call)) {
      world.databaseTask(disk.device, 20, guarded)
      return undefined
    }
    disk.lastTaskAt = Math.max(disk.lastTaskAt + 0.001, world.now() + world.random.around(0.15))
    world.databaseTask(disk.device, disk.lastTaskAt - world.now(), guarded)
    return undefined
  }) as unknown as typeof setImmediate

  globalThis.structuredClone = cloned
  const transactions = raw<RawTransaction>(FakeTransaction.prototype)
  const start = transactions._start
  transactions._start = function (this: RawTransaction): void {
    const tab = owners.get(this.db)
    const disk = tab === undefined ? undefined : disks.get(tab.device)
    if (tab === undefined || disk === undefined) {
      start.call(this)
      return
    }
    if (tab.dead || this.simStashed === true) return
    // Who is frozen for ever still ends what it has begun: no browser lets it hold up the others.
    if (tab.frozen && !tab.isLost) {
      this.simStashed = true
      tab.stash.push(() =>
        disk.world.databaseTask(tab.device, 0, () => {
          this.simStashed = false
          this._start()
        }),
      )
      return
    }
    if (this._state === 'finished') {
      start.call(this)
      return
    }
    if (!tab.beforeStep()) return
    const { world, faults } = disk
    const name = this.db._rawDatabase.name
    world.note(`${tab.name} ${name.slice(0, 16)} ${this.mode}`)
    if (this.mode !== 'versionchange') {
      if (this.mode === 'readwrite' && world.random.chance(faults.quota)) {
        world.note(`${tab.name} disk full`)
        this._started = true
        this._abort('QuotaExceededError')
        this.db._rawDatabase.processTransactions()
        return
      }
      if (world.random.chance(faults.lost)) {
        world.note(`${tab.name} databases lost`)
        this._started = true
        this._abort('UnknownError')
        shut(this.db)
        this.db._rawDatabase.processTransactions()
        return
      }
    }
    start.call(this)
    // Read again: it may have changed in the step.
    if (
      (this._state as string) === 'finished' &&
      (this.error === null || this.error === undefined) &&
      this.mode !== 'readonly'
    ) {
      const written = changed.get(this.db._rawDatabase) ?? new Set()
      for (const store of this._scope) written.add(store)
      changed.set(this.db._rawDatabase, written)
      if (
        this.durability === 'strict' ||
        this.mode === 'versionchange' ||
        world.random.chance(faults.relaxedFlush)
      )
        disk.flush(name)
      disk.onCommit(name)
    }
  }

  const finish = transactions._markFinished
  transactions._markFinished = function (this: RawTransaction): void {
    isOfTransaction = true
    try {
      finish.call(this)
    } finally {
      isOfTransaction = false
    }
  }

  const connections = raw<RawConnection>(FakeDatabase.prototype)
  const dispatch = connections.dispatchEvent
  connections.dispatchEvent = function (this: RawConnection, event): boolean {
    const tab = owners.get(this)
    if (tab?.dead === true) return true
    if (tab?.frozen === true) {
      // Who stands in the way of another page and does not answer is discarded, as browsers do.
      if (tab.isLost && event.type === 'versionchange')
        disks.get(tab.device)?.world.after(5_000, null, 'discard', () => tab.kill('discarded'))
      tab.stash.push(() => dispatch.call(this, event))
      return true
    }
    return dispatch.call(this, event)
  }

  const requests = FakeOpenRequest.prototype as unknown as {
    dispatchEvent(event: { readonly type: string }): boolean
  }
  const dispatchToRequest = requests.dispatchEvent
  requests.dispatchEvent = function (this: RawOpenRequest, event): boolean {
    const tab = owners.get(this)
    // While it is blocked it has no result, and throws when it is asked for one.
    const result = this.readyState === 'done' ? this.result : undefined
    if (tab?.dead === true) {
      if (event.type === 'upgradeneeded') this.transaction?._abort(null)
      if (result !== undefined) shut(result)
      return true
    }
    if (tab?.frozen === true && event.type !== 'upgradeneeded') {
      // It is open, and the page's, although the page does not hear of it.
      if (result !== undefined) {
        owners.set(result, tab)
        tab.connections.add(result as unknown as IDBDatabase)
      }
      tab.stash.push(() => dispatchToRequest.call(this, event))
      return true
    }
    return dispatchToRequest.call(this, event)
  }
}

/** Forgets the disks of a finished run. */
export const forgetDisks = (): void => {
  disks.clear()
  playing = null
}
