import { z } from 'zod'
import type { Me } from '../../domain/user/me'
import { fromBase64Url, sealCommand, toBase64Url, type Ciphers } from '../../platform/ciphers'
import type { Vault } from '../../platform/vault'
import type { EndedSession } from '../define'
import type { Ended, Envelope, SyncServer } from '../protocol'
import type { Handshake } from '../session/handshake'
import { keeperOf } from '../session/session-state'
import { deferredNoticesId, type OutboxStore, type StoredCommand } from '../store'
import { next } from './outbox-machine'

/** Notices that this device keeps until the server has heard them. */
interface Notices {
  readonly ends: readonly Ended[]
  readonly discards: readonly Envelope[]
}

const keptSchema: z.ZodType<Notices> = z.object({
  ends: z.array(
    z.object({ sessionId: z.string(), sessionIds: z.array(z.string()), signature: z.string() }),
  ),
  discards: z.array(
    z.object({
      id: z.string(),
      lane: z.string(),
      n: z.number(),
      prev: z.null(),
      op: z.string(),
      opVersion: z.number(),
      sealed: z.string(),
      signature: z.string(),
      sessionId: z.string(),
    }),
  ),
})
const none: Notices = { ends: [], discards: [] }
const readNotices = (kept: unknown): Notices => keptSchema.safeParse(kept).data ?? none

/** As many as the server hears at once (docs/sync-protocol.md). */
const atOnce = { ends: 20, discards: 50 } as const

/**
 * What this device has to say to the server whoever is signed in by then, or nobody: that sessions
 * ended, and what was given up and why. Signed while there is a key, kept in the outbox, and removed
 * from there once the server has heard it.
 */
export const createDeferredNotices = (options: {
  readonly outbox: OutboxStore
  readonly vault: Pick<Vault, 'signing' | 'owner'>
  readonly ciphers: Pick<Ciphers, 'sealTo' | 'digest' | 'sign'>
  readonly handshake: Pick<Handshake, 'known' | 'group'>
  readonly server: Pick<SyncServer, 'tellIdle'>
}) => {
  const { outbox, vault, handshake, server } = options

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
      await outbox.keepMeta(deferredNoticesId, (kept): Notices => ({
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
      const answer = await server.tellIdle({
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
      await outbox.keepMeta(deferredNoticesId, (kept): Notices => ({
        ...readNotices(kept),
        discards: [...readNotices(kept).discards.filter((one) => one.id !== id), envelope],
      }))
      return true
    },
    /** It was not given up after all. */
    forgetDiscard: async (id: string): Promise<void> => {
      await outbox.keepMeta(deferredNoticesId, (kept): Notices => ({
        ...readNotices(kept),
        discards: readNotices(kept).discards.filter((one) => one.id !== id),
      }))
    },
    hasAny: async (): Promise<boolean> => {
      const { ends, discards } = readNotices(await outbox.meta(deferredNoticesId))
      return ends.length + discards.length > 0
    },
    /**
     * Sends some of them, without any credential; what was given up leaves the device. Rejects with
     * ProblemError. True: there is more.
     */
    send: async (): Promise<boolean> => {
      const kept = readNotices(await outbox.meta(deferredNoticesId))
      if (kept.ends.length + kept.discards.length === 0) return false
      const states = new Map((await outbox.all()).map(({ id, state }) => [id, state]))
      /**
       * Told otherwise meanwhile, or done after all: there is nothing to say of it. What a person
       * is still deciding over stays.
       */
      const isOver = ({ id }: Envelope): boolean => {
        const state = states.get(id)
        return state === undefined || state === 'ACCEPTED'
      }
      const ends = kept.ends.slice(0, atOnce.ends)
      const discards = kept.discards
        .filter(({ id }) => states.get(id) === 'DISCARDED')
        .slice(0, atOnce.discards)
      if (ends.length + discards.length === 0) return false
      const heard = await server.tellIdle({
        group: await handshake.group(),
        ends,
        discards,
      })
      const endsHeard = new Set(
        ends.filter((_, at) => heard.ends[at] === true).map(({ signature }) => signature),
      )
      const discardsHeard = discards
        .filter(({ id }) => heard.discards.includes(id))
        .map(({ id }) => id)
      if (discardsHeard.length > 0)
        await outbox.move(discardsHeard, (row) => next(row, { kind: 'told' }))
      const left = await outbox.keepMeta(deferredNoticesId, (now): Notices => ({
        ends: readNotices(now).ends.filter(({ signature }) => !endsHeard.has(signature)),
        discards: readNotices(now).discards.filter(
          (one) => !discardsHeard.includes(one.id) && !isOver(one),
        ),
      }))
      return (
        left.ends.length + left.discards.filter(({ id }) => states.get(id) === 'DISCARDED').length >
          0 && endsHeard.size + discardsHeard.length > 0
      )
    },
  }
}
