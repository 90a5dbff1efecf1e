import { verify } from 'node:crypto'
import { sql } from 'kysely'
import type { MutationIn } from '../../schema/generated/resolvers'
import { isOlder } from '../../src/domain/release/older'
import { z } from 'zod'
import { fromBase64url, isSigned, readPublicKey, sealedToKey, unseal } from './bytes'
import { keepDiscard, longestReason } from './discard'
import { parseEnvelope } from './envelope'
import type { Envelope } from './envelope'
import { currentEpoch } from './epoch'
import { groupPattern, minClient } from './parts'
import type { SyncParts } from './parts'
import { unstored } from './answer'
import type { Answer } from './answer'
import { checkPush, pushEach } from './push'
import { isClosed } from './closed'
import { endSessions, findSession, sessionClaim } from './sessions'
import type { Vault } from './vault'

/**
 * What a device may say while nobody is signed in on it (docs/decisions/0016): only what its
 * authors proved when they wrote it.
 */
export interface IdleDelivery {
  /** Commands that wait, as syncPush takes them. Answers class and code, never a row. */
  deliver(given: {
    readonly group: string
    readonly epoch: string
    readonly clientVersion: string
    readonly mutations: readonly MutationIn[]
  }): Promise<{ readonly epoch: string; readonly results: readonly Answer[] }>
  /**
   * Sessions that ended, and commands that were given up, offline. Answers which of them
   * need not be told again.
   */
  hear(given: {
    readonly group: string
    readonly ends: readonly EndedIn[]
    readonly discards: readonly MutationIn[]
    /** Unsent records that the browser took away with the device's databases. */
    readonly lost?: number | undefined
    /** A session that asks whether its user may still read: signed `standing|group|id`. */
    readonly standing?: { readonly sessionId: string; readonly signature: string } | undefined
  }): Promise<{
    readonly ends: readonly boolean[]
    readonly discards: readonly string[]
    /** Null: not asked, or not proved. */
    readonly standing: Standing | null
  }>
}

/** What became of a session whose device holds no credential. */
export type Standing = 'stands' | 'disabled' | 'removed' | 'revoked'

/** Sessions of one user, signed by one of them: `end|group|id|id…`. */
export interface EndedIn {
  readonly sessionId: string
  readonly sessionIds: readonly string[]
  readonly signature: string
}

/**
 * Whether the author's session wrote it on this group: by the server's own MAC and the session's
 * key, without asking the database.
 */
const isProved = (vault: Vault, group: string, { sessionId, ...envelope }: Envelope): boolean => {
  const claim = sessionClaim(vault, sessionId)
  const key = claim === null || claim.group !== group ? null : fromBase64url(claim.publicKey)
  return (
    key !== null && isSigned(key, { ...envelope, sessionId }, envelope.sealed, envelope.signature)
  )
}

const reasonSchema = z.object({
  op: z.literal('syncDiscard'),
  input: z.object({
    op: z.string().regex(/^[\w-]{1,100}$/),
    reason: z.string().max(longestReason),
  }),
})
const reasonOf = (
  vault: Vault,
  envelope: Envelope,
): z.infer<typeof reasonSchema>['input'] | null => {
  const key = vault.privateKey(sealedToKey(envelope.sealed) ?? '')
  const text = key === null ? null : unseal(key, envelope, envelope.sealed)
  try {
    return text === null ? null : (reasonSchema.safeParse(JSON.parse(text)).data?.input ?? null)
  } catch {
    return null
  }
}

/** Whether a session's key signed these words. */
const isSaid = (
  { publicKey }: { readonly publicKey: string },
  words: readonly string[],
  signature: string,
): boolean => {
  const key = readPublicKey(fromBase64url(publicKey) ?? new Uint8Array())
  const bytes = fromBase64url(signature)
  return (
    key !== null &&
    bytes?.length === 64 &&
    verify('sha256', Buffer.from(words.join('|')), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  )
}

/** Whose sessions they are, where one of them signed that they end; null: that is not proved. */
const endedBy = (
  vault: Vault,
  group: string,
  { sessionId, sessionIds, signature }: EndedIn,
): string | null => {
  const by = sessionClaim(vault, sessionId)
  if (by === null || by.group !== group) return null
  const isWhole = sessionIds.every((id) => {
    const claim = sessionClaim(vault, id)
    return claim !== null && claim.userId === by.userId && claim.group === group
  })
  return isWhole && isSaid(by, ['end', group, ...sessionIds], signature) ? by.userId : null
}

/** Whether who wrote on this device may still read what it keeps; null: the device proves nothing. */
const standingOf = async (
  parts: SyncParts,
  vault: Vault,
  group: string,
  { sessionId, signature }: { readonly sessionId: string; readonly signature: string },
): Promise<Standing | null> => {
  const claim = sessionClaim(vault, sessionId)
  if (
    claim === null ||
    claim.group !== group ||
    !isSaid(claim, ['standing', group, sessionId], signature)
  )
    return null
  return parts.database.asSystem(async (trx) => {
    const session = await findSession(trx, vault, sessionId)
    if (session === null) return null
    const user = await trx
      .selectFrom('user_account as u')
      .leftJoin('user_organization as uo', (on) =>
        on
          .onRef('uo.user_id', '=', 'u.id')
          .on('uo.organization_id', '=', session.organization_id)
          .on('uo.deleted_at', 'is', null),
      )
      .select([
        'u.deleted_at',
        'uo.user_id as member',
        sql<boolean>`exists (select 1 from identity_account a where a.uid = u.id and a.is_disabled)`.as(
          'is_disabled',
        ),
      ])
      .where('u.id', '=', session.user_id)
      .executeTakeFirst()
    if (user === undefined || user.deleted_at !== null || user.is_disabled) return 'disabled'
    if (user.member === null) return 'removed'
    const isOver = await isClosed(trx, session, parts.clock.now())
    return session.revoked_at === null && !isOver ? 'stands' : 'revoked'
  })
}

/**
 * The half of sync that asks for no credential. Nothing reaches the database that is not proved.
 */
export const createIdleDelivery = (parts: SyncParts): IdleDelivery => ({
  async deliver({ group, epoch, clientVersion, mutations }) {
    checkPush({ group, epoch, mutations: [...mutations] })
    if (isOlder(clientVersion, minClient))
      return {
        epoch,
        results: mutations.map(({ id }) => unstored(id, 'UPGRADE', 'CLIENT_TOO_OLD')),
      }
    const vault = await parts.vault.open()
    const proved = new Set(
      mutations.filter((mutation) => {
        const envelope = parseEnvelope(mutation)
        return envelope !== null && isProved(vault, group, envelope)
      }),
    )
    if (proved.size === 0)
      return { epoch, results: mutations.map(({ id }) => unstored(id, 'RETRY', 'NOT_PROVED')) }
    const current = await currentEpoch(parts.database, parts.clock)
    if (epoch !== current)
      return { epoch: current, results: mutations.map(({ id }) => unstored(id, 'EPOCH', null)) }
    const answers = await pushEach({ parts, group, epoch, deliverer: null }, [...proved])
    parts.log.info({
      event: 'sync-idle-delivery',
      group,
      sent: mutations.length,
      applied: answers.filter((answer) => answer.class === 'APPLIED').length,
    })
    return {
      epoch,
      results: mutations.map(
        ({ id }) =>
          answers.find((answer) => answer.id === id) ?? unstored(id, 'RETRY', 'NOT_PROVED'),
      ),
    }
  },
  async hear({ group, ends, discards, lost, standing }) {
    if (!groupPattern.test(group))
      return {
        ends: ends.map(() => true),
        discards: discards.map(({ id }) => id),
        standing: null,
      }
    // Said by nobody who proved it: a line for who runs the service, and nothing is done.
    if (lost !== undefined) parts.log.warn({ event: 'device-lost-records', group, lost })
    const vault = await parts.vault.open()
    for (const end of ends) {
      const userId = endedBy(vault, group, end)
      if (userId !== null)
        await endSessions(parts, vault, { userId, group, sessionIds: end.sessionIds })
    }
    for (const given of discards) {
      const envelope = parseEnvelope(given)
      const said =
        envelope === null || envelope.op !== 'syncDiscard' || !isProved(vault, group, envelope)
          ? null
          : reasonOf(vault, envelope)
      const session =
        envelope === null || said === null
          ? null
          : await parts.database.asSystem(async (trx) => {
              const found = await findSession(trx, vault, envelope.sessionId)
              return found === null || (await isClosed(trx, found, parts.clock.now()))
                ? null
                : found
            })
      if (envelope === null || said === null) continue
      if (session === null) {
        // Whoever has the key of an ended session must not take out of the tray what it sent.
        parts.log.warn({ event: 'sync-discard-not-kept', group, id: envelope.id, op: said.op })
        continue
      }
      await keepDiscard(parts, {
        userId: session.user_id,
        organizationId: session.organization_id,
        loggedInAs: session.logged_in_as,
        group,
        id: envelope.id,
        lane: envelope.lane,
        ...said,
      })
    }
    // What is not proved never will be: told again, it would be heard no better.
    return {
      ends: ends.map(() => true),
      discards: discards.map(({ id }) => id),
      standing: standing === undefined ? null : await standingOf(parts, vault, group, standing),
    }
  },
})
