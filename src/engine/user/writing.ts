import type { KeyOwner } from '../../platform/vault'
import { source } from '../define'
import { createDeferredNotices } from '../outbox/deferred-notices'
import { createDispatch, createUnkeptOutbox } from '../outbox/dispatch'
import { createLeader } from '../outbox/leader'
import { createOutboxList } from '../outbox/outbox-list'
import { createOutboxSender, isIdle, sendWhileIdle } from '../outbox/outbox-sender'
import { clientVersion, createPushClient } from '../outbox/push'
import { changedBy, createSettle } from '../outbox/settle'
import type { Opener } from '../outbox/waiting'
import { createWriter } from '../outbox/writer'
import { followWithHello, type Handshake } from '../session/handshake'
import { isSame, signedInOwner } from '../session/session-state'
import { createSignOut } from '../session/sign-out'
import {
  commandOf,
  renewHandshake,
  resourceOf,
  syncServer,
  type IdentityOf,
  type UserContext,
} from './context'
import type { OpenStore } from './open-store'

/** Who was heard so lately is there, milliseconds. */
const heardLatelyMs = 5_000

interface WritingParts {
  readonly store: OpenStore
  readonly handshake: Handshake
  readonly opener: Opener
  readonly identity: IdentityOf
  readonly isOnlyRead: (subjectId: string) => Promise<boolean>
}

/** The writing half of a user's runtime: commands are saved, listed, sent, and their answers kept. */
export const createWriting = (
  { services, network, session, catalogue, entities }: UserContext,
  { store, handshake, opener, identity, isOnlyRead }: WritingParts,
  /** Other tabs hear that the user leaves. */
  sayLeaving: () => void,
) => {
  // When somebody acted is the device's own word; what ages is counted by the corrected clock.
  const { clock: deviceClock, device, newId, outboxStore: outbox, storage, report } = services
  const { clock, connection } = network
  const server = syncServer({ network, entities })
  const command = commandOf(entities)
  const owner = (): KeyOwner | null => signedInOwner(session.get())
  const settle = createSettle({
    cache: store.current,
    now: clock.now,
    adopt: (user) => session.adopt(user),
    resource: resourceOf(entities),
  })
  /** What waits for a sign-in, as the server said while nobody was signed in. */
  const needSignIn = source<ReadonlySet<string>>(new Set())
  const pushClient = createPushClient({
    outbox,
    server,
    handshake,
    owner,
    command,
    report,
    clientVersion,
    isServerThere: network.probeServer,
    needSignIn: (ids) => {
      if (ids.length > 0) needSignIn.set(new Set([...needSignIn.get(), ...ids]))
    },
  })
  const notices = createDeferredNotices({
    outbox,
    vault: services.vault,
    ciphers: services.ciphers,
    handshake,
    server,
  })
  const sender = createOutboxSender({
    outbox,
    leader: createLeader({ device, outbox, clock: deviceClock, newId, report }),
    clock,
    random: services.random,
    author: () => owner()?.userId ?? null,
    isIdle: () => isIdle(session.get()),
    mayBeAway: () =>
      isIdle(session.get()) ||
      connection.offline.get() ||
      device.saysOffline() ||
      clock.now() - (connection.get().lastContactAt ?? 0) > heardLatelyMs,
    isMine: (row) => isSame(owner(), { userId: row.author, organizationId: row.organization }),
    server: {
      ...pushClient,
      renewHandshake: () => renewHandshake(session, handshake),
      needsSignIn: needSignIn.get,
      sendNotices: notices.send,
      hasNotices: notices.hasAny,
    },
    settle: async (row, settled) => {
      await settle.waiting(settled, { userId: row.author, organizationId: row.organization })
      services.invalidation.announceSoon([
        ...changedBy(settled),
        ...(command(row.op)?.refreshes ?? []),
        ...catalogue.logs,
      ])
    },
    report,
  })
  const writer = createWriter({
    outbox,
    vault: services.vault,
    ciphers: services.ciphers,
    handshake,
    clock: deviceClock,
    newId,
    identity,
    isOnlyRead,
    command,
  })
  const list = createOutboxList({
    outbox,
    reading: services.outboxRows,
    opener,
    session,
    identity,
    report,
    outboxSender: sender,
    command,
    writer,
    notices,
    needSignIn,
    onReadable: storage.readable,
    onCounts: connection.counts,
    onKept: (count) => storage.waiting(count, session.get().status === 'signed-in'),
  })
  const run = createDispatch({
    session: session.get,
    sender: network.sender,
    write: writer.save,
    now: deviceClock.now,
    newId,
    saving: connection.saving,
    unkept: services.keepsNothing
      ? createUnkeptOutbox({
          outbox,
          rows: services.outboxRows,
          connection,
          clock: deviceClock,
          isServerThere: network.probeServer,
          send: sender.reachable,
        })
      : null,
    saved: () => {
      storage.saved()
      sender.poke()
    },
    settle: async (settled, refreshes) => {
      await settle.atOnce(settled, session.get().actingOrganizationId)
      services.invalidation.announce([
        ...changedBy(settled.accept),
        ...refreshes,
        ...catalogue.logs,
      ])
    },
    report,
  })
  return {
    list,
    sender,
    run,
    session: {
      standing: notices.standing,
      leave: createSignOut({
        handshake,
        server,
        me: () => session.get().me,
        flush: sender.flush,
        quiet: sayLeaving,
        keepEnd: notices.keepEnd,
        clock: deviceClock,
        report,
      }),
    },
    /** Returns the way to stop. */
    start: (): (() => void) => {
      const stops = [
        connection.offline.subscribe(() => {
          if (!connection.offline.get()) sender.reachable()
        }),
        // What is tried again and again waits: the header does not change with each attempt.
        sender.sending.subscribe(() =>
          connection.sending(sender.sending.get().size > 0 && !sender.isRepeating()),
        ),
        list.watch(),
        followWithHello({
          handshake,
          session,
          owner,
          offline: connection.offline,
          clock: deviceClock,
          met: () => needSignIn.set(new Set()),
          ready: sender.reachable,
          report,
        }),
        sendWhileIdle({
          session,
          device,
          outbox,
          hasNotices: notices.hasAny,
          outboxSender: sender,
          report,
        }),
        sender.stop,
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
