import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isoNow } from '../clock'
import type { Trx } from '../db/database'
import type { Admitted } from '../graphql/caller'
import { conflict } from '../graphql/errors'
import { fromBase64url, toBase64url } from './bytes'
import { isClosed, isStillIn } from './closed'
import type { SessionRow } from './closed'
import type { SyncParts } from './parts'
import type { Vault } from './vault'

/**
 * What a session id says; signed, so that a server restored from before the sign-in still knows the
 * session.
 */
const claimSchema = z.object({
  u: z.string(),
  o: z.string(),
  g: z.string(),
  k: z.string(),
  c: z.string(),
  l: z.string().nullable(),
})

const idOf = (publicKey: string): string =>
  createHash('sha256')
    .update(fromBase64url(publicKey) ?? publicKey)
    .digest('base64url')

/** The opaque id that a device writes into its commands. */
const nameSession = (vault: Vault, row: SessionRow): string => {
  const claim = toBase64url(
    Buffer.from(
      JSON.stringify({
        u: row.user_id,
        o: row.organization_id,
        g: row.group_id,
        k: row.public_key,
        c: row.created_at,
        l: row.logged_in_as,
      } satisfies z.infer<typeof claimSchema>),
    ),
  )
  return `v1.${claim}.${vault.mac('session', claim)}`
}

const claimOf = (vault: Vault, sessionId: string): z.infer<typeof claimSchema> | null => {
  const [, claim, mac] = /^v1\.([\w-]{1,500})\.([\w-]{43})$/.exec(sessionId) ?? []
  if (claim === undefined || mac === undefined || !vault.isMac('session', claim, mac)) return null
  return claimSchema.parse(JSON.parse(Buffer.from(claim, 'base64url').toString('utf8')))
}

/**
 * What a session id says of itself, where this server gave it out; null: it did not. Asks no
 * database.
 */
export const sessionClaim = (
  vault: Vault,
  sessionId: string,
): {
  readonly userId: string
  readonly group: string
  readonly publicKey: string
  readonly id: string
} | null => {
  const claim = claimOf(vault, sessionId)
  return claim === null
    ? null
    : { userId: claim.u, group: claim.g, publicKey: claim.k, id: idOf(claim.k) }
}

const insertSession = (trx: Trx, row: SessionRow) =>
  trx
    .insertInto('sync_session')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .execute()
const readSession = (trx: Trx, id: string) =>
  trx.selectFrom('sync_session').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * The opaque id of a stored session, as its commands were bound to it; null: it is not known.
 * @param trx of the owner.
 */
export const nameOfSession = async (trx: Trx, vault: Vault, id: string): Promise<string | null> => {
  const row = await readSession(trx, id)
  return row === undefined ? null : nameSession(vault, row)
}

/** Who said hello, with which key, where. */
export interface Introduction {
  readonly group: string
  readonly publicKey: string
  readonly clientVersion: string
  readonly schemaVersion: number
  readonly wallClock: string
}

const sessionEnded = () =>
  conflict('SESSION_ENDED', 'SESSION_ENDED: this device key is no longer good here')

/**
 * Registers a device key, or keeps that it said hello again, from which sign-in. @returns the
 * session's id.
 * @throws CONFLICT, reason SESSION_ENDED, when the key's session was ended or is another's: also that
 *   of the same user, where internal staff acted as them in the one and not in the other. And when
 *   the sign-in or the membership ended while this was asked.
 */
export async function registerSession(
  parts: SyncParts,
  trx: Trx,
  vault: Vault,
  admitted: Admitted,
  hello: Introduction,
): Promise<string> {
  const signedIn = await isStillIn(trx, admitted)
  if (signedIn === null) throw sessionEnded()
  const { acting, loggedInAs, token } = admitted
  const signIn = token.sessionId ?? null
  const now = isoNow(parts.clock)
  const mine: SessionRow = {
    id: idOf(hello.publicKey),
    user_id: acting.userId,
    organization_id: acting.organizationId,
    group_id: hello.group,
    public_key: hello.publicKey,
    logged_in_as: loggedInAs,
    client_version: hello.clientVersion,
    schema_version: hello.schemaVersion,
    skew_ms: Date.parse(hello.wallClock) - parts.clock.now(),
    created_at: now,
    revoked_at: null,
    last_hello_at: now,
    identity_session_id: signIn,
    device: signedIn.device,
    ended_elsewhere: false,
  }
  await insertSession(trx, mine)
  const row = await readSession(trx, mine.id)
  if (
    row === undefined ||
    row.revoked_at !== null ||
    row.user_id !== mine.user_id ||
    row.organization_id !== mine.organization_id ||
    row.group_id !== mine.group_id ||
    row.logged_in_as !== mine.logged_in_as ||
    (await isClosed(trx, row, parts.clock.now()))
  )
    throw sessionEnded()
  await trx
    .updateTable('sync_session')
    .set({
      last_hello_at: now,
      client_version: mine.client_version,
      schema_version: mine.schema_version,
      skew_ms: mine.skew_ms,
      identity_session_id: signIn,
      device: mine.device,
    })
    .where('id', '=', mine.id)
    .execute()
  return nameSession(vault, row)
}

/**
 * The session behind an id, brought back where a restored database lost it; null for an id that
 * this server never gave.
 * @param trx of the owner.
 */
export async function findSession(
  trx: Trx,
  vault: Vault,
  sessionId: string,
): Promise<SessionRow | null> {
  const claim = claimOf(vault, sessionId)
  if (claim === null) return null
  const id = idOf(claim.k)
  const row = await readSession(trx, id)
  if (row !== undefined) {
    const isSame =
      row.user_id === claim.u &&
      row.organization_id === claim.o &&
      row.group_id === claim.g &&
      row.logged_in_as === claim.l
    // After a restore the row may be younger than the id.
    return isSame
      ? { ...row, created_at: claim.c < row.created_at ? claim.c : row.created_at }
      : null
  }
  const user = await trx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', claim.u)
    .executeTakeFirst()
  const organization = await trx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', claim.o)
    .executeTakeFirst()
  if (user === undefined || organization === undefined) return null
  const lost: SessionRow = {
    id,
    user_id: claim.u,
    organization_id: claim.o,
    group_id: claim.g,
    public_key: claim.k,
    logged_in_as: claim.l,
    client_version: '',
    schema_version: 0,
    skew_ms: 0,
    created_at: claim.c,
    revoked_at: null,
    last_hello_at: claim.c,
    identity_session_id: null,
    device: '',
    ended_elsewhere: false,
  }
  await insertSession(trx, lost)
  return lost
}

/**
 * Which release the user last said hello with on this group; null: they have not. '' where a
 * restore forgot it.
 */
export const helloVersion = async (
  parts: SyncParts,
  userId: string,
  group: string,
): Promise<string | null> =>
  (
    await parts.database.kysely
      .selectFrom('sync_session')
      .select('client_version')
      .where('group_id', '=', group)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .orderBy('last_hello_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.client_version ?? null

/** Whether the user said hello on this group. */
export const saidHello = async (
  parts: SyncParts,
  userId: string,
  group: string,
): Promise<boolean> => (await helloVersion(parts, userId, group)) !== null

/** Where the key of a group lies: whoever acts as the user has another, which goes with the acting. */
const kekGroup = (group: string, loggedInAs: string | null): string =>
  loggedInAs === null ? group : `${group}~${loggedInAs}`

/**
 * The 32 bytes that wrap the user's data key on this group, base64url; made at the first hello.
 * `loggedInAs`: the staff who act as the user, or null.
 */
export async function deviceKek(
  parts: SyncParts,
  trx: Trx,
  userId: string,
  device: string,
  loggedInAs: string | null,
): Promise<string> {
  const group = kekGroup(device, loggedInAs)
  const name = `kek ${userId} ${group}`
  const fresh = toBase64url(randomBytes(32))
  const key = parts.vault.seal(name, fresh)
  await trx
    .insertInto('device_kek')
    .values({ user_id: userId, group_id: group, key, created_at: isoNow(parts.clock) })
    .onConflict((on) => on.columns(['user_id', 'group_id']).doNothing())
    .execute()
  const row = await trx
    .selectFrom('device_kek')
    .select('key')
    .where('user_id', '=', userId)
    .where('group_id', '=', group)
    .executeTakeFirstOrThrow()
  const kept = parts.vault.unseal(name, row.key)
  if (kept !== null) return kept
  // Sealed under a secret that the server no longer has: what it wrapped is lost, and fetched
  // again.
  await trx
    .updateTable('device_kek')
    .set({ key })
    .where('user_id', '=', userId)
    .where('group_id', '=', group)
    .execute()
  return fresh
}

/**
 * Ends a session of the user now, and shreds the group's key with the last of them. @returns false
 * for a session that is not the user's.
 */
export async function endSession(
  parts: SyncParts,
  userId: string,
  group: string,
  sessionId: string,
): Promise<boolean> {
  const claim = sessionClaim(await parts.vault.open(), sessionId)
  if (claim === null || claim.userId !== userId || claim.group !== group) return false
  await endSessions(parts, await parts.vault.open(), { userId, group, sessionIds: [sessionId] })
  return true
}

/**
 * Ends sessions of one user on one group, at the moment the server hears of it: what was written in
 * them before is taken. The group's key goes too, unless another session of the user on this
 * device, not of these, said hello after they last did: the data of who signed in again hangs on
 * it.
 */
export async function endSessions(
  parts: SyncParts,
  vault: Vault,
  {
    userId,
    group,
    sessionIds,
  }: { readonly userId: string; readonly group: string; readonly sessionIds: readonly string[] },
): Promise<void> {
  await parts.database.asSystem(async (trx) => {
    const ended: SessionRow[] = []
    for (const sessionId of sessionIds) {
      const session = await findSession(trx, vault, sessionId)
      if (session !== null && session.user_id === userId && session.group_id === group)
        ended.push(session)
    }
    const ids = ended.map(({ id }) => id)
    if (ids.length === 0) return
    // By id, as everybody who locks more than one (server/identity/device-keys.ts).
    await trx
      .selectFrom('sync_session')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const now = isoNow(parts.clock)
    await trx
      .updateTable('sync_session')
      .set({ revoked_at: now })
      .where('id', 'in', ids)
      .where('revoked_at', 'is', null)
      .execute()
    // The user's own sessions and those of who acts as them have a key each.
    for (const staffId of new Set(ended.map((session) => session.logged_in_as))) {
      const ofKind = ended.filter((session) => session.logged_in_as === staffId)
      const lastHello =
        ofKind
          .map((session) => session.last_hello_at)
          .toSorted()
          .at(-1) ?? now
      const others = await trx
        .selectFrom('sync_session')
        .select('id')
        .where('user_id', '=', userId)
        .where('group_id', '=', group)
        .where('logged_in_as', 'is not distinct from', staffId)
        .where('revoked_at', 'is', null)
        .where('id', 'not in', ids)
        .where('last_hello_at', '>', lastHello)
        .execute()
      if (others.length === 0)
        await trx
          .deleteFrom('device_kek')
          .where('user_id', '=', userId)
          .where('group_id', '=', kekGroup(group, staffId))
          .execute()
    }
  })
}
