export { createConnection, onceReached, type ConnectionControl } from './connection'
export { createDispatch } from './dispatch'
export type { Drain } from './drain'
export { createLazyDrain } from './lazy-drain'
export { createDrafts } from './drafts'
export { readFields, writeFields, type DraftField, type DraftFields } from './form-draft'
export type { Keeping } from './keep-in-worker'
export { isIdle, sendWhileIdle } from './idle'
export { createKeys, type Keys } from './keys'
export { once } from './once'
export { createOutboxList } from './outbox-list'
export { createOutboxReading, type OutboxReading } from './outbox-reading'
export { createLazyReading } from './lazy-reading'
export { readAnswer } from './outcome'
export { createRefresh } from './refresh'
export {
  createOwnRecord,
  readClockOffset,
  readLastContact,
  writeClockOffset,
  writeLastContact,
} from './session-record'
export { createServerClock, type ServerClock } from './server-clock'
export { createServerTime } from './server-time'
export { createSession, type SessionControl } from './session'
export type { AuthPort } from './session-end'
export { createStorageState } from './storage-state'
export { sweepNowAndThen } from './sweep'
export { createSynchronisation } from './synchronisation'
export { changedBy, createSettle } from './settle'
export { createStale } from './stale'
export { createView, emptyView } from './view'
export { createOpener, type Opener } from './waiting'
