import { verify } from 'node:crypto'
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
  }): Promise<{ readonly ends: readonly boolean[]; readonly discards: readonly string[] }>
}

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

/** Whose sessions they are, where one of them signed that they end; null: that is not proved. */
const endedBy = (
  vault: Vault,
  group: string,
  { sessionId, sessionIds, signature }: EndedIn,
): string | null => {
  const by = sessionClaim(vault, sessionId)
  const key =
    by === null || by.group !== group
      ? null
      : readPublicKey(fromBase64url(by.publicKey) ?? new Uint8Array())
  const bytes = fromBase64url(signature)
  if (by === null || key === null || bytes?.length !== 64) return null
  const isWhole = sessionIds.every((id) => {
    const claim = sessionClaim(vault, id)
    return claim !== null && claim.userId === by.userId && claim.group === group
  })
  return isWhole &&
    verify(
      'sha256',
      Buffer.from(['end', group, ...sessionIds].join('|')),
      { key, dsaEncoding: 'ieee-p1363' },
      bytes,
    )
    ? by.userId
    : null
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
  async hear({ group, ends, discards, lost }) {
    if (!groupPattern.test(group))
      return { ends: ends.map(() => true), discards: discards.map(({ id }) => id) }
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
          : await parts.database.asSystem((trx) => findSession(trx, vault, envelope.sessionId))
      if (envelope === null || said === null || session === null) continue
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
    return { ends: ends.map(() => true), discards: discards.map(({ id }) => id) }
  },
})
