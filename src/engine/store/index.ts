export { openCache } from './cache'
export type {
  Acceptance,
  CacheReading,
  CacheStore,
  IncomingRow,
  RowSelection,
} from './cache-contract'
export { cacheName, isEarlierCache } from './cache-database'
export { jsonCodec, type Codec, type SealContext, type Sealed } from './codec'
export { openDevice, type DeviceStore } from './device-store'
export { isAbout, openDrafts, type DraftOwner, type DraftStore } from './draft-store'
export { openLooks, type LookStore } from './look-store'
export { shortHash, type StoreEnvironment } from './environment'
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
  type EndedScope,
  type PulledAnswer,
  type PullOutcome,
  type ScopePatch,
  type SealedRow,
} from './pulled-answer'
export {
  isWholeOf,
  type StoreTables,
  type CommandState,
  type TableDeclaration,
  type StoredCommand,
  type StoredCursor,
  type StoredLook,
  type StoredMeta,
  type StoredReceipt,
  type StoredRow,
} from './tables'
