import { z } from 'zod'
import { problem, ProblemError, toProblem } from '../../domain/problem'
import { fromBase64Url } from '../../platform/ciphers'
import type { Clock } from '../../platform/clock'
import type { KeyOwner, Vault } from '../../platform/vault'
import type { ServerTime } from '../connection/server-clock'
import type { Observable } from '../define'
import { next } from '../outbox/outbox-machine'
import type { SyncServer } from '../protocol'
import type { OutboxStore, StoredMeta } from '../store'

/** The last hello's answer for a user in an organisation; nothing of it is secret. */
export interface HandshakeRecord {
  readonly sessionId: string
  readonly devicePublicKey: string
  readonly vaultKeyId: string
  readonly vaultPublicKey: string
  readonly epoch: string
  /** Server's time less this device's, milliseconds. */
  readonly offsetMs: number
  /** Server time of the session's first hello, epoch ms: nothing was captured before. */
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
  /** Says hello once in this page's life; equal requests are one. Rejects with ProblemError. */
  ensure(owner: KeyOwner): Promise<HandshakeRecord>
  /**
   * Says hello now: a sign-in, another epoch, or an unknown device. The password saves the data key
   * if the server's was replaced.
   */
  again(owner: KeyOwner, password?: string): Promise<HandshakeRecord>
  /** The server's life is another, `epoch`: says hello as `again` does. Rejects with ProblemError. */
  anew(owner: KeyOwner, epoch: string): Promise<void>
  /** The last hello's answer, also offline; null: there was none on this device. */
  known(owner: KeyOwner): Promise<HandshakeRecord | null>
  /** The last hello, of this page or as kept in the outbox by another tab; null: none. */
  remembered(
    owner: KeyOwner,
  ): { readonly acquaintance: HandshakeRecord; readonly kept: StoredMeta } | null
  group(): Promise<string>
  /** The database epoch of the last hello; null: none. */
  epoch(): Promise<string | null>
  /**
   * The estimated server time, epoch milliseconds; the device's clock only after an offline start.
   */
  estimate(acquaintance: HandshakeRecord): number
  /** The next `ensure` says hello. */
  forget(): void
}

/** Where the outbox keeps the last known epoch. */
const epochId = 'epoch'
const metaId = ({ userId, organizationId }: KeyOwner): string =>
  `session ${userId} ${organizationId}`

interface HandshakeOptions {
  readonly outbox: OutboxStore
  readonly vault: Vault
  readonly server: Pick<SyncServer, 'hello'>
  readonly clock: Pick<Clock, 'now'>
  readonly serverTime: Pick<ServerTime, 'anchor' | 'now'>
  readonly newId: () => string
  readonly clientVersion: string
  /** Whose page it is at this moment, or is becoming: keys of others are never opened. */
  readonly isOwner: (owner: KeyOwner) => boolean
  /** How long the device may work without the server, milliseconds, within the allowed time. */
  readonly leaseMs: (allowedMs: number) => number
  /** There is a new data key: what the old one sealed cannot be read any more. */
  readonly onFresh: (owner: KeyOwner) => Promise<void>
}

/**
 * Says hello: opens the vault by the server's key, and keeps the answer. A device whose session
 * ended, or whose data key is new, says it once more under a new device key.
 */
const createHello = (
  options: HandshakeOptions,
  group: () => Promise<string>,
  remember: (id: string, record: HandshakeRecord) => void,
) => {
  const { outbox, vault, clock } = options
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
        leaseMs: options.leaseMs(answer.offlineLeaseHours * 3_600_000),
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
      // One transaction: held commands go on, those accepted in another epoch wait again, and the
      // epoch is known. Apart, another tab could pull without them, or a crash would lose that they
      // wait.
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
      remember(metaId(owner), kept)
      return kept
    } catch (thrown) {
      if (!mayRenew || toProblem(thrown).code !== 'conflict:session-ended') throw thrown
      await vault.renewDeviceKey(owner)
      return await renewHandshake(owner, false, password)
    }
  }
  return renewHandshake
}

/** Introduces this device to the server: once per page, user and organisation, and on request. */
export const createHandshake = (options: HandshakeOptions): Handshake => {
  const { outbox, clock } = options
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

  const renewHandshake = createHello(options, group, (id, value) => inMemory.set(id, value))

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
    anew: async (owner) => void (await again(owner)),
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

/**
 * How often a page that is never without a connection says hello, milliseconds: each renews the
 * lease.
 */
const helloEveryMs = 3_600_000

/**
 * Says hello for whoever is signed in: when they come, when the server is reachable again, and every
 * hour. `met`: she is another than before. `ready`: there may be something to send. Returns the way
 * to stop.
 */
export const followWithHello = (options: {
  readonly handshake: Pick<Handshake, 'ensure' | 'again' | 'forget'>
  readonly session: Observable<unknown>
  /** Who is signed in; null: nobody. */
  readonly owner: () => KeyOwner | null
  readonly offline: Observable<boolean>
  readonly clock: Pick<Clock, 'after'>
  readonly met: () => void
  readonly ready: () => void
  readonly report: (thrown: unknown, where: string) => void
}): (() => void) => {
  const { handshake, offline, clock, ready } = options
  /** A failure is reported, not thrown: sending says it again. */
  const introduce = async (anew: boolean): Promise<void> => {
    const now = options.owner()
    if (now === null) return
    try {
      await (anew ? handshake.again(now) : handshake.ensure(now))
    } catch (thrown) {
      options.report(thrown, 'hello')
    }
  }

  let last = ''
  const look = (): void => {
    const now = options.owner()
    const name = now === null ? '' : `${now.userId} ${now.organizationId}`
    if (name === last) return
    last = name
    if (now === null) handshake.forget()
    else {
      options.met()
      void introduce(false).then(ready)
    }
  }
  let stopRenewing = (): void => undefined
  const renew = (): void => {
    stopRenewing = clock.after(helloEveryMs, renew)
    if (!offline.get()) void introduce(true)
  }
  stopRenewing = clock.after(helloEveryMs, renew)
  const ends = [
    options.session.subscribe(look),
    offline.subscribe(() => {
      if (!offline.get()) void introduce(true).then(ready)
    }),
  ]
  look()
  return () => {
    stopRenewing()
    for (const end of ends) end()
  }
}
