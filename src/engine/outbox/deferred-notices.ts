import type { Me } from '../../domain/user/me'
import { fromBase64Url, sealCommand, toBase64Url, type Ciphers } from '../../platform/ciphers'
import type { EndedSession } from '../define'
import type { OutboxStore, StoredCommand } from '../store'
import type { Vault } from '../../platform/vault'
import type { Handshake } from '../session/handshake'
import type { Ended, Envelope, SyncServer } from '../protocol'
import { deferredNoticesId } from './deferred-notices-id'
import { readNotices, type ToldLater } from './kept-notices'
import { createTellNotices } from './tell-notices'
import { keeperOf } from '../session/session-state'

/**
 * What this device has to tell the server whoever is signed in by then, or nobody: that sessions
 * ended, and what was given up and why.
 */
export const createDeferredNotices = (options: {
  readonly outbox: OutboxStore
  readonly vault: Pick<Vault, 'signing' | 'owner'>
  readonly ciphers: Pick<Ciphers, 'sealTo' | 'digest' | 'sign'>
  readonly handshake: Pick<Handshake, 'known' | 'group'>
  readonly server: Pick<SyncServer, 'tellIdle'>
}) => {
  const { outbox, vault, handshake } = options

  /** The session of the open vault, which signs; null: there is none that the server knows. */
  const signing = async () => {
    const owner = vault.owner()
    const key = vault.signing()
    const known = owner === null ? null : await handshake.known(owner)
    return key === null || known === null || known.devicePublicKey !== key.publicKey
      ? null
      : { known, privateKey: key.privateKey }
  }

  return {
    /**
     * While the keys are still here: every session of hers on this device ends, and the server is
     * to know of it. False: nothing here can sign.
     */
    keepEnd: async (me: Me): Promise<boolean> => {
      const by = await signing()
      if (by === null || vault.owner()?.userId !== keeperOf(me)) return false
      const known = await Promise.all(
        me.organizations.map(({ id }) =>
          handshake.known({ userId: keeperOf(me), organizationId: id }),
        ),
      )
      const sessionIds = [
        ...new Set([
          by.known.sessionId,
          ...known.flatMap((one) => (one === null ? [] : [one.sessionId])),
        ]),
      ]
      const said = new TextEncoder().encode(
        ['end', await handshake.group(), ...sessionIds].join('|'),
      )
      const ended: Ended = {
        sessionId: by.known.sessionId,
        sessionIds,
        signature: toBase64Url(await options.ciphers.sign(by.privateKey, said)),
      }
      await outbox.keepMeta(deferredNoticesId, (kept): ToldLater => ({
        ...readNotices(kept),
        ends: [...readNotices(kept).ends, ended],
      }))
      return true
    },
    /**
     * Why the server holds her session for over; null: it does not, or nothing here can ask. Rejects
     * with ProblemError.
     */
    standing: async (): Promise<EndedSession | null> => {
      const by = await signing()
      if (by === null) return null
      const group = await handshake.group()
      const { sessionId } = by.known
      const said = new TextEncoder().encode(['standing', group, sessionId].join('|'))
      const signature = toBase64Url(await options.ciphers.sign(by.privateKey, said))
      const answer = await options.server.tellIdle({
        group,
        ends: [],
        discards: [],
        standing: { sessionId, signature },
      })
      return answer.standing
    },
    /**
     * Why she gives it up, in words that only the server can open. False: nothing here can sign.
     */
    keepDiscard: async ({ id, lane, n, op }: StoredCommand, reason: string): Promise<boolean> => {
      const by = await signing()
      if (by === null) return false
      const { sessionId, vaultKeyId, vaultPublicKey } = by.known
      const names = { id, lane, n, op: 'syncDiscard', opVersion: 1, sessionId }
      const holder = { keyId: vaultKeyId, publicKey: fromBase64Url(vaultPublicKey) }
      const envelope: Envelope = {
        ...names,
        prev: null,
        ...(await sealCommand(
          options.ciphers,
          names,
          { op: 'syncDiscard', input: { op, reason } },
          holder,
          by.privateKey,
        )),
      }
      await outbox.keepMeta(deferredNoticesId, (kept): ToldLater => ({
        ...readNotices(kept),
        discards: [...readNotices(kept).discards.filter((one) => one.id !== id), envelope],
      }))
      return true
    },
    /** It was not given up after all. */
    forgetDiscard: async (id: string): Promise<void> => {
      await outbox.keepMeta(deferredNoticesId, (kept): ToldLater => ({
        ...readNotices(kept),
        discards: readNotices(kept).discards.filter((one) => one.id !== id),
      }))
    },
    hasAny: async (): Promise<boolean> => {
      const { ends, discards } = readNotices(await outbox.meta(deferredNoticesId))
      return ends.length + discards.length > 0
    },
    tell: createTellNotices(options),
  }
}
