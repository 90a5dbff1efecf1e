import type {
  Hello,
  MutationSyncEndSessionArgs,
  QuerySyncHelloArgs,
  Scope as ScopeOfHello,
} from '../../schema/generated/resolvers'
import { isoNow } from '../clock'
import type { Trx } from '../db/database'
import type { Acting } from '../graphql/acting'
import type { Admitted } from '../graphql/caller'
import { badInput } from '../graphql/errors'
import { fromBase64url, readPublicKey } from './bytes'
import { currentEpoch } from './epoch'
import { groupPattern, keptMs, minClient } from './parts'
import type { SyncParts } from './parts'
import { deviceKek, endSession, registerSession } from './sessions'

const checkHello = ({
  group,
  clientVersion,
  devicePublicKey,
  schemaVersion,
}: QuerySyncHelloArgs['in']): void => {
  const key = fromBase64url(devicePublicKey)
  const errors = [
    ...(groupPattern.test(group)
      ? []
      : [{ path: 'in.group', message: 'Must be 8 to 64 letters, digits, - or _' }]),
    ...(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(clientVersion)
      ? []
      : [{ path: 'in.clientVersion', message: 'Must be major.minor.patch' }]),
    ...(schemaVersion >= 0 && schemaVersion < 1_000_000
      ? []
      : [{ path: 'in.schemaVersion', message: 'Must be 0 or more' }]),
    ...(key !== null && readPublicKey(key) !== null
      ? []
      : [{ path: 'in.devicePublicKey', message: 'Must be a P-256 key as SPKI DER in base64url' }]),
  ]
  if (errors.length > 0) throw badInput(errors)
}

const scopesOf = async (
  { synced }: SyncParts,
  trx: Trx,
  acting: Acting,
): Promise<ScopeOfHello[]> => {
  const offered: ScopeOfHello[] = []
  for (const scope of synced.scopes) {
    const version = (await scope.offered?.(trx, acting)) ?? null
    if (version === null) continue
    offered.push({ id: `${scope.kind}:${acting.organizationId}`, kind: scope.kind, version })
  }
  return offered
}

/**
 * Query syncHello: registers the device key and hands out what the device needs until the next
 * hello.
 */
export async function syncHello(
  parts: SyncParts,
  admitted: Admitted,
  args: QuerySyncHelloArgs,
): Promise<Hello> {
  checkHello(args.in)
  const { group, devicePublicKey, clientVersion, schemaVersion, wallClock } = args.in
  const { acting } = admitted
  const epoch = await currentEpoch(parts.database, parts.clock)
  const vault = await parts.vault.open()
  const now = parts.clock.now()
  const answer = await parts.database.asSystem(async (trx) => {
    const sessionId = await registerSession(parts, trx, vault, admitted, {
      group,
      publicKey: devicePublicKey,
      clientVersion,
      schemaVersion,
      wallClock,
    })
    const organization = await trx
      .selectFrom('organization')
      .select('offline_lease_hours')
      .where('id', '=', acting.organizationId)
      .executeTakeFirstOrThrow()
    await trx
      .deleteFrom('sync_mutation')
      .where('group_id', '=', group)
      .where('created_at', '<', new Date(now - keptMs).toISOString())
      .execute()
    return {
      sessionId,
      deviceKek: await deviceKek(parts, trx, acting.userId, group, admitted.loggedInAs),
      offlineLeaseHours: organization.offline_lease_hours,
    }
  })
  const scopes = await parts.database.asOrganization(acting.organizationId, (trx) =>
    scopesOf(parts, trx, acting),
  )
  return {
    ...answer,
    epoch,
    serverTime: isoNow(parts.clock),
    minClient,
    scopes,
    vaultPublicKey: vault.publicKey,
    vaultKeyId: vault.id,
  }
}

/** Mutation syncEndSession: sign-out. */
export const syncEndSession = (
  parts: SyncParts,
  { acting }: Admitted,
  { group, sessionId }: MutationSyncEndSessionArgs,
): Promise<boolean> => endSession(parts, acting.userId, group, sessionId)
