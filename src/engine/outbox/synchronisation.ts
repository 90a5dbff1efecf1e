import type { SeenIdentity } from '../../domain/sync/seen-identity'
import { problem, ProblemError } from '../../domain/problem'
import type { Ciphers } from '../../platform/ciphers'
import type { Clock } from '../../platform/clock'
import type { OutboxStore, StoredCommand } from '../store'
import type { KeyOwner, Vault } from '../../platform/vault'
import { source, type Command, type Observable, type SessionState } from '../define'
import { createHandshake } from '../session/handshake'
import { loadOnce } from '../load-once'
import type { PushClient } from './push-client'
import type { SyncServer } from '../protocol'
import type { ServerTime } from '../connection/server-time'
import { deferredNoticesId } from './deferred-notices-id'
import type { Writer } from './writer'

/**
 * How often a page that is never without a line says hello, milliseconds: each renews the leash.
 */
const helloEveryMs = 3_600_000
/** Longest that a sign-out waits for what it has to send and say, milliseconds. */
const leaveAtMostMs = 10_000

const ownerOf = ({ status, me }: SessionState): KeyOwner | null =>
  status === 'signed-in' && me !== null
    ? { userId: me.id, organizationId: me.actingOrganization.id }
    : null

/** The sync protocol's writing half, wired: keys, hello, saving and delivery. */
export const createSynchronisation = (options: {
  readonly outbox: OutboxStore
  readonly server: SyncServer
  readonly session: () => SessionState
  /** Whose page it is, or is becoming. */
  readonly isOwner: (owner: KeyOwner) => boolean
  readonly leaseMs: (allowedMs: number) => number
  readonly onFresh: (owner: KeyOwner) => Promise<void>
  readonly vault: Vault
  readonly ciphers: Pick<Ciphers, 'sealTo' | 'digest' | 'sign'>
  readonly clock: Clock
  readonly serverTime: ServerTime
  readonly newId: () => string
  readonly clientVersion: string
  readonly identity: (subjectId: string) => Promise<SeenIdentity | null>
  readonly command: (name: string) => Command<unknown, unknown> | undefined
  /** Whether the server answers at all, asked without a credential. */
  readonly isServerThere: () => Promise<boolean>
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const {
    outbox,
    server,
    clock,
    newId,
    command,
    report,
    ciphers,
    vault,
    isOwner,
    leaseMs,
    onFresh,
  } = options
  const owner = (): KeyOwner | null => ownerOf(options.session())
  const handshake = createHandshake({
    outbox,
    vault,
    server,
    clock,
    serverTime: options.serverTime,
    newId,
    clientVersion: options.clientVersion,
    isOwner,
    leaseMs,
    onFresh,
  })
  /**
   * What seals is fetched with the first thing to write, or ahead of it (`follow`): no sign-in page
   * waits for it.
   */
  const loadWriter = loadOnce(async () =>
    (await import('./writer')).createWriter({
      outbox,
      vault,
      ciphers,
      handshake,
      clock,
      newId,
      identity: options.identity,
      command,
    }),
  )
  const writer: Writer = {
    save: async (...given) => await (await loadWriter()).save(...given),
    resend: async (...given) => await (await loadWriter()).resend(...given),
    replace: async (...given) => await (await loadWriter()).replace(...given),
  }
  /** What waits for a sign-in, as the server said while nobody was signed in. */
  const needSignIn = source<ReadonlySet<string>>(new Set())
  /** What delivers is fetched with the first thing to deliver. */
  const loadDelivery = loadOnce(async () =>
    (await import('./push-client')).createPushClient({
      outbox,
      server,
      handshake,
      owner,
      command,
      report,
      clientVersion: options.clientVersion,
      isServerThere: options.isServerThere,
      needSignIn: (ids) => {
        if (ids.length > 0) needSignIn.set(new Set([...needSignIn.get(), ...ids]))
      },
    }),
  )
  const loadDeferredNotices = loadOnce(async () =>
    (await import('./deferred-notices')).createDeferredNotices({
      outbox,
      vault,
      ciphers,
      handshake,
      server,
    }),
  )
  const delivery: PushClient = {
    deliver: async (rows, now) => await (await loadDelivery()).deliver(rows, now),
    outcomes: async (rows) => await (await loadDelivery()).outcomes(rows),
    reach: async () => await (await loadDelivery()).reach(),
    tell: async (rows) => await (await loadDelivery()).tell(rows),
    ack: async (ids) => await (await loadDelivery()).ack(ids),
    epoch: handshake.epoch,
  }

  /**
   * Says hello for whoever is signed in; a failure is reported, not thrown: sending says it again.
   */
  const introduce = async (anew: boolean): Promise<void> => {
    const now = owner()
    if (now === null) return
    try {
      await (anew ? handshake.again(now) : handshake.ensure(now))
    } catch (thrown) {
      report(thrown, 'hello')
    }
  }

  const ownerNow = (): KeyOwner => {
    const now = owner()
    if (now === null) throw new ProblemError(problem('no-token'))
    return now
  }

  /**
   * Ends nothing once somebody else signed in, whose credential these questions would carry. True:
   * the server knows of all of it. Never rejects.
   */
  const endSessions = async (
    me: NonNullable<SessionState['me']>,
    sessionIds: readonly string[],
  ): Promise<boolean> => {
    for (const sessionId of sessionIds) {
      const now = options.session().me
      if (now !== null && now.id !== me.id) return false
      try {
        await server.endSession({ group: await handshake.group(), sessionId })
      } catch (thrown) {
        report(thrown, 'sign-out')
        return false
      }
    }
    return true
  }

  return {
    ...writer,
    ...delivery,
    /** Whether what the server says of it can be kept here for its author to read. */
    isMine: (row: StoredCommand): boolean =>
      row.author === owner()?.userId && row.organization === owner()?.organizationId,
    renewHandshake: async (): Promise<void> => {
      await handshake.again(ownerNow())
    },
    needSignIn,
    needsSignIn: (): ReadonlySet<string> => needSignIn.get(),
    tellLater: async (): Promise<boolean> =>
      (await outbox.meta(deferredNoticesId)) !== undefined &&
      (await (await loadDeferredNotices()).tell()),
    hasToTell: async (): Promise<boolean> =>
      (await outbox.meta(deferredNoticesId)) !== undefined &&
      (await (await loadDeferredNotices()).hasAny()),
    /** Why something is given up, sealed to the server: false where nothing here can sign. */
    keepDiscard: async (row: StoredCommand, reason: string): Promise<boolean> =>
      await (await loadDeferredNotices()).keepDiscard(row, reason),
    forgetDiscard: async (id: string): Promise<void> => {
      await (await loadDeferredNotices()).forgetDiscard(id)
    },
    /**
     * What a pull says of this device. A cold start does not wait for a hello: the answer tells
     * when the epoch is another.
     */
    reading: {
      group: handshake.group,
      epoch: async (): Promise<string> =>
        ((await handshake.known(ownerNow())) ?? (await handshake.ensure(ownerNow()))).epoch,
      renewHandshake: async (): Promise<void> => {
        await handshake.again(ownerNow())
      },
    },
    /** Says hello for an owner and opens the vault with the answer. */
    hello: (who: KeyOwner, password?: string) => handshake.again(who, password),
    /** Follows the session and the line; returns the way to stop. */
    follow: (
      session: Observable<SessionState>,
      offline: Observable<boolean>,
      ready: () => void,
    ): (() => void) => {
      let last = ''
      const look = (): void => {
        const now = owner()
        const name = now === null ? '' : `${now.userId} ${now.organizationId}`
        if (name === last) return
        last = name
        if (now === null) handshake.forget()
        else {
          needSignIn.set(new Set())
          void loadWriter().catch((thrown: unknown) => report(thrown, 'writer'))
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
        session.subscribe(look),
        offline.subscribe(() => {
          if (!offline.get()) void introduce(true).then(ready)
        }),
      ]
      look()
      return () => {
        stopRenewing()
        for (const end of ends) end()
      }
    },
    /**
     * A chosen sign-out: what waits first, for so long; then every session that this user has on
     * this device ends (what they wrote is taken after that too, whoever delivers it), and the
     * server forgets the key of it. Where it was not reached, that is signed while there is a key,
     * and told when there is a line. Never rejects. `quiet`: called before the sessions end, that
     * no other tab writes into one that is over.
     */
    leave: async (
      me: NonNullable<SessionState['me']>,
      flush: () => Promise<void>,
      quiet: () => void,
    ): Promise<void> => {
      let isOver = false
      try {
        // Those of now: what she begins later is not among them, however slowly they end.
        const known = await Promise.all(
          me.organizations.map(({ id }) => handshake.known({ userId: me.id, organizationId: id })),
        )
        const ending = known.flatMap((one) => (one === null ? [] : [one.sessionId]))
        const isTold = await Promise.race([
          flush().then(() => {
            if (!isOver) quiet()
            return endSessions(me, ending)
          }),
          clock.sleep(leaveAtMostMs),
        ])
        isOver = true
        if (isTold !== true) await (await loadDeferredNotices()).keepEnd(me)
      } catch (thrown) {
        report(thrown, 'sign-out')
      }
    },
  }
}
