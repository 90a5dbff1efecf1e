export { openCache } from './cache'
export { openDevice, type DeviceStore } from './device-store'

export {
  jsonCodec,
  shortHash,
  type Codec,
  type SealContext,
  type Sealed,
  type StoreEnvironment,
} from './environment'
export { isFull } from './guard'
export { live } from './live'
export { askStorage } from './probe'
export {
  createOutboxRows,
  deferredNoticesId,
  notWaiting,
  openOutbox,
  type NewCommand,
  type OutboxRows,
  type OutboxStore,
} from './outbox'
export {
  cursorToAsk,
  type Acceptance,
  type CacheReading,
  type CacheStore,
  type EndedScope,
  type IncomingRow,
  type PulledAnswer,
  type PullOutcome,
  type RowSelection,
  type ScopePatch,
  type SealedRow,
} from './cache-contract'
export {
  cacheName,
  isEarlierCache,
  isWholeOf,
  type StoreTables,
  type CommandState,
  type TableDeclaration,
  type StoredCommand,
  type StoredCursor,
  type StoredAccess,
  type StoredMeta,
  type StoredReceipt,
  type StoredRow,
} from './tables'
