import type { Logger } from 'pino'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import type { ServerSettings } from '../graphql/scope'
import type { Synced } from './synced'
import type { VaultStore } from './vault'

/**
 * What the sync operations work with. They open their own transactions: a push is one per command.
 */
export interface SyncParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly settings: ServerSettings
  readonly vault: VaultStore
  readonly synced: Synced
}

/**
 * The oldest portal that this server still understands: the first release with documents in
 * tests/server/contract.
 */
export const minClient = '3.15.0'

/** A device group's name. */
export const groupPattern = /^[A-Za-z0-9_-]{8,64}$/
/** How long answers are kept, and how old a command may be. */
export const keptMs = 90 * 86_400_000
