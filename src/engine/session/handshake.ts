import { z } from 'zod'
import { problem, ProblemError, toProblem } from '../../domain/problem'
import { fromBase64Url } from '../../platform/ciphers'
import type { Clock } from '../../platform/clock'
import type { OutboxStore, StoredMeta } from '../store'
import type { KeyOwner, Vault } from '../../platform/vault'
import { next } from '../outbox/outbox-machine'
import type { SyncServer } from '../protocol'
import type { ServerTime } from '../connection/server-time'

/**
 * What the last hello of a user in an organisation said; kept on this device, nothing of it is
 * secret.
 */
export interface HandshakeRecord {
  readonly sessionId: string
  readonly devicePublicKey: string
  readonly vaultKeyId: string
  readonly vaultPublicKey: string
  readonly epoch: string
  /** Server's time less this device's, milliseconds. */
  readonly offsetMs: number
  /**
   * Server's time at the first hello of the session, epoch milliseconds: nothing was captured in it
   * before.
   */
  readonly beganAt: number
}

const schema: z.ZodType<HandshakeRecord> = z.object({
  sessionId: z.string(),
  devicePublicKey: z.string(),
  vaultKeyId: z.string(),
  vaultPublicKey: z.string(),
  epoch: z.string(),
  offsetMs: z.number(),
  beganAt: z.number(),
})

export interface Handshake {
  /**
   * Says hello unless that was done in this page's life; equal questions are one. Rejects with
   * ProblemError.
   */
  ensure(owner: KeyOwner): Promise<HandshakeRecord>
  /**
   * Says hello now: a sign-in, another epoch, or the server forgot us. The password just given
   * saves the data key where the server's was replaced.
   */
  again(owner: KeyOwner, password?: string): Promise<HandshakeRecord>
  /** What a former hello said, also without a line; null: there was none on this device. */
  known(owner: KeyOwner): Promise<HandshakeRecord | null>
  /**
   * The same as this page read or wrote it last, and as it is kept in the outbox: another tab may
   * have said hello since. Null: neither was done.
   */
  remembered(
    owner: KeyOwner,
  ): { readonly acquaintance: HandshakeRecord; readonly kept: StoredMeta } | null
  group(): Promise<string>
  /**
   * The life of the server's database that the last hello of this device named; null: there was
   * none.
   */
  epoch(): Promise<string | null>
  /**
   * The server's time as well as it can be told, epoch milliseconds: a wrong clock changes it only
   * where the page began without a line.
   */
  estimate(acquaintance: HandshakeRecord): number
  /** The next `ensure` says hello. */
  forget(): void
}

/**
 * Where the outbox remembers the life of the server's database that this device last heard of,
 * whoever said hello.
 */
const epochId = 'epoch'
const metaId = ({ userId, organizationId }: KeyOwner): string =>
  `session ${userId} ${organizationId}`

/**
 * Introduces this device to the server: once per page, user and organisation, and whenever an
 * answer asks for it.
 */
export const createHandshake = (options: {
  readonly outbox: OutboxStore
  readonly vault: Vault
  readonly server: Pick<SyncServer, 'hello'>
  readonly clock: Pick<Clock, 'now'>
  readonly serverTime: Pick<ServerTime, 'anchor' | 'now'>
  readonly newId: () => string
  readonly clientVersion: string
  /** Whose page it is at this moment, or is becoming: keys of others are never opened. */
  readonly isOwner: (owner: KeyOwner) => boolean
  /**
   * How long the device may do without the server, milliseconds, of what the organisation allows.
   */
  readonly leaseMs: (allowedMs: number) => number
  /** There is a new data key: what the old one sealed cannot be read any more. */
  readonly onFresh: (owner: KeyOwner) => Promise<void>
}): Handshake => {
  const { outbox, vault, clock } = options
  const said = new Map<string, Promise<HandshakeRecord>>()

  let named: Promise<string> | null = null
  /** Written once in the device's life, and asked for with every push: read once in the page's. */
  const group = (): Promise<string> => {
    const asking =
      named ??
      outbox.keepMeta('group', (kept) => (typeof kept === 'string' ? kept : options.newId()))
    named = asking
    asking.catch(() => {
      if (named === asking) named = null
    })
    return asking
  }
  const inMemory = new Map<string, unknown>()
  const known = async (owner: KeyOwner): Promise<HandshakeRecord | null> => {
    const value = await outbox.meta(metaId(owner))
    inMemory.set(metaId(owner), value)
    return schema.safeParse(value).data ?? null
  }

  const renewHandshake = async (
    owner: KeyOwner,
    mayRenew: boolean,
    password?: string,
  ): Promise<HandshakeRecord> => {
    const devicePublicKey = await vault.devicePublicKey(owner)
    const asked = clock.now()
    try {
      const answer = await options.server.hello(
        {
          group: await group(),
          clientVersion: options.clientVersion,
          devicePublicKey,
          wallClock: new Date(asked).toISOString(),
        },
        owner.organizationId,
      )
      if (!options.isOwner(owner)) throw new ProblemError(problem('no-token'))
      const { fresh, helloAgain } = await vault.openWithServerKey({
        ...owner,
        kek: fromBase64Url(answer.deviceKek),
        leaseMs: options.leaseMs(answer.offlineLeashHours * 3_600_000),
        ...(password === undefined ? {} : { password }),
      })
      if (fresh) await options.onFresh(owner)
      // The data key is a new one, and the device key with it: the server has to hear of that one
      // too.
      if (helloAgain && mayRenew) return await renewHandshake(owner, false, password)
      const serverTime = Date.parse(answer.serverTime)
      options.serverTime.anchor(serverTime)
      const acquaintance = (old: unknown): HandshakeRecord => {
        const before = schema.safeParse(old).data
        return {
          sessionId: answer.sessionId,
          devicePublicKey,
          vaultKeyId: answer.vaultKeyId,
          vaultPublicKey: answer.vaultPublicKey,
          epoch: answer.epoch,
          offsetMs: serverTime - clock.now(),
          beganAt: before?.sessionId === answer.sessionId ? before.beganAt : serverTime,
        }
      }
      let kept = acquaintance(undefined)
      // One transaction: what was held goes on, what another life of the database accepted waits
      // again, in its place, and this life is known. Known apart, another tab would pull from it
      // what lacks those, and a page that went in between would never hear that they wait.
      await outbox.move('all', (row) => next(row, { kind: 'hello', epoch: answer.epoch }), [
        {
          id: metaId(owner),
          make: (old) => {
            kept = acquaintance(old)
            return kept
          },
        },
        { id: epochId, make: () => answer.epoch },
      ])
      inMemory.set(metaId(owner), kept)
      return kept
    } catch (thrown) {
      if (!mayRenew || toProblem(thrown).code !== 'conflict:session-ended') throw thrown
      await vault.renewDeviceKey(owner)
      return await renewHandshake(owner, false, password)
    }
  }

  const again = (owner: KeyOwner, password?: string): Promise<HandshakeRecord> => {
    const id = metaId(owner)
    const asking = renewHandshake(owner, true, password)
    said.set(id, asking)
    void asking.catch(() => {
      if (said.get(id) === asking) said.delete(id)
    })
    return asking
  }

  return {
    ensure: (owner) => said.get(metaId(owner)) ?? again(owner),
    again,
    known,
    remembered: (owner) => {
      const kept = { id: metaId(owner), value: inMemory.get(metaId(owner)) }
      const acquaintance = schema.safeParse(kept.value).data
      return acquaintance === undefined ? null : { acquaintance, kept }
    },
    group,
    epoch: async () => z.string().safeParse(await outbox.meta(epochId)).data ?? null,
    estimate: ({ offsetMs }) => options.serverTime.now() ?? clock.now() + offsetMs,
    forget: () => {
      said.clear()
      inMemory.clear()
    },
  }
}
