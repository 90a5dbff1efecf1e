import { v7 } from 'uuid'
import { encryptingCodec, lazyCiphers, loadCiphers, type Ciphers } from '../platform/ciphers'
import { systemClock } from '../platform/clock'
import { browserDevice, type Device } from '../platform/device'
import { createTelemetry } from '../platform/telemetry'
import { openVault, type KeyOwner } from '../platform/vault'
import { source } from './define'
import type { RuntimeOptions } from './runtime-options'
import { createOutboxRows, jsonCodec, openDevice, openOutbox, type StoreEnvironment } from './store'
import { createStorageState } from './store/storage-state'
import { createInvalidation } from './views/invalidation'

/** What may be known before anybody signed in. */
type DeviceServicesOptions = Omit<RuntimeOptions, 'catalogue' | 'config' | 'auth' | 'firstScreen'>

/** The vault of the page, and how a body is sealed under the key of its owner. */
const createSealing = (
  options: DeviceServicesOptions,
  { clock, newId }: Required<Pick<DeviceServicesOptions, 'clock' | 'newId'>>,
) => {
  const load = (): Promise<Ciphers> =>
    options.ciphers === undefined ? loadCiphers() : Promise.resolve(options.ciphers)
  const ciphers = options.ciphers ?? lazyCiphers(load)
  const vault = openVault({
    ciphers: load,
    clock,
    newId,
    keyShare: options.keyShare,
    indexedDB: options.indexedDB,
    IDBKeyRange: options.IDBKeyRange,
  })
  const isOpenFor = (row: KeyOwner): boolean =>
    vault.owner()?.userId === row.userId && vault.owner()?.organizationId === row.organizationId
  const codec =
    // In the memory of a page, which no key outlives.
    (options.link === undefined ? options.codec : jsonCodec) ??
    encryptingCodec((row) => (isOpenFor(row) ? vault.key() : null), ciphers)
  return { ciphers, vault, codec }
}

/** Tabs whose databases are each its own memory take no turns. */
const alone: Device['exclusively'] = (_name, work) => work(new AbortController().signal)

/** The tabs of this device hear nothing of a page that a link opened, and it hears nothing of them. */
const unheard: Device['channel'] = () => ({ post: () => undefined, close: () => undefined })

/**
 * What the device gives the engine whoever is signed in: clock, keys, and the databases that belong
 * to no user. `makeRoom` gives up disposable data of the open store.
 */
export const createDeviceServices = (
  options: DeviceServicesOptions,
  makeRoom: () => Promise<boolean>,
) => {
  const {
    clock = systemClock,
    device: given = browserDevice(),
    random = Math.random,
    newId = v7,
    telemetry = createTelemetry(),
    keepsNothing = false,
  } = options
  const byLink = options.link !== undefined
  const device: Device = {
    ...given,
    ...(keepsNothing ? { exclusively: alone } : {}),
    ...(byLink ? { channel: unheard } : {}),
  }
  const { ciphers, vault, codec } = createSealing(options, { clock, newId })
  const environment: StoreEnvironment = {
    codec,
    ...(options.indexedDB === undefined ? {} : { indexedDB: options.indexedDB }),
    ...(options.IDBKeyRange === undefined ? {} : { IDBKeyRange: options.IDBKeyRange }),
    makeRoom,
  }
  const deviceStore = openDevice(environment)
  const outboxStore = openOutbox(environment)
  const storage = createStorageState({
    device,
    outbox: outboxStore,
    keepsNothing,
    answers: options.storageAnswers,
    report: (thrown, where) => telemetry.report(thrown, where),
  })
  const later = (call: () => void): (() => void) => clock.after(1_000, call)
  return {
    clock,
    device,
    random,
    newId,
    telemetry,
    /** Nothing outlives the page. */
    keepsNothing,
    /** Who reads has a share link, and no sign-in. */
    byLink,
    ciphers,
    vault,
    environment,
    /** A worker has the browser's own databases and ciphers, and no others. */
    worksInPage:
      options.codec !== undefined ||
      options.ciphers !== undefined ||
      options.indexedDB !== undefined,
    deviceStore,
    outboxStore,
    outboxRows: createOutboxRows(outboxStore, later),
    storage,
    /** Resources with news elsewhere, told to the screens. */
    invalidation: createInvalidation(clock),
    /** Changes with the open store. */
    generation: source(0),
    /** The server asks for a newer version of this portal. */
    outdated: source(false),
    /** After a second. Returns the way to stop. */
    later,
    /** Between two long steps: the page may do something else. */
    breathe: (): Promise<void> => device.breathe?.() ?? Promise.resolve(),
    report: (thrown: unknown, where: string): void => {
      storage.heard(thrown, where)
      telemetry.report(thrown, where)
    },
  }
}
export type DeviceServices = ReturnType<typeof createDeviceServices>
