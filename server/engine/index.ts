import type { WholeFunction } from '../graphql/guard'
import { sealedToKey, unseal, type EnvelopeNames } from './bytes'
import { createIdleDelivery } from './idle'
import type { IdleDelivery } from './idle'
import { syncDiscard } from './discard'
import { syncEndSession, syncHello } from './hello'
import { syncOlder } from './older'
import { mutationOutcomes, syncAckResults } from './outcomes'
import type { SyncParts } from './parts'
import { nameOfSession } from './sessions'
import { syncPull } from './pull'
import { syncPush } from './push'
import { createVaultStore } from './vault'
import type { VaultStore } from './vault'

export { keepEpoch, type EpochKeeper } from './epoch'
export { purgeSync, type Purged } from './purge'
export { createIdleDelivery, createVaultStore, type IdleDelivery, type VaultStore }

/** Fields of schema/sync.graphql, to be put behind their rules. */
export interface Sync {
  readonly queries: Readonly<Record<string, WholeFunction>>
  readonly mutations: Readonly<Record<string, WholeFunction>>
  /** The text of a command that a device sealed to this server; null where no key of ours opens it. */
  readonly openSealed: (command: {
    readonly names: Omit<EnvelopeNames, 'sessionId'>
    /** The session that wrote it, as it is stored. */
    readonly session: string
    readonly sealed: Uint8Array
  }) => Promise<string | null>
}

/** The sync area over its parts. */
export const createSync = (parts: SyncParts): Sync => ({
  queries: {
    syncHello: (admitted, args) => syncHello(parts, admitted, args),
    syncPull: (admitted, args) => syncPull(parts, admitted, args),
    syncOlder: (admitted, args) => syncOlder(parts, admitted, args),
    mutationOutcomes: (admitted, args) => mutationOutcomes(parts, admitted, args),
  },
  mutations: {
    syncPush: (admitted, args) => syncPush(parts, admitted, args),
    syncEndSession: (admitted, args) => syncEndSession(parts, admitted, args),
    syncDiscard: (admitted, args) => syncDiscard(parts, admitted, args),
    syncAckResults: (admitted, args) => syncAckResults(parts, admitted, args),
  },
  openSealed: async ({ names, session, sealed }) => {
    const vault = await parts.vault.open()
    const key = vault.privateKey(sealedToKey(sealed) ?? '')
    const sessionId = await parts.database.asSystem((trx) => nameOfSession(trx, vault, session))
    return key === null || sessionId === null ? null : unseal(key, { ...names, sessionId }, sealed)
  },
})
