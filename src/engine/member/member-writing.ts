import { clientVersion, createPushClient } from '../outbox/push'
import { source } from '../define'
import type { KeyOwner } from '../../platform/vault'
import { createDeferredNotices } from '../outbox/deferred-notices'
import { createDispatch, createUnkeptOutbox } from '../outbox/dispatch'
import { isIdle, sendWhileIdle, createOutboxSender } from '../outbox/outbox-sender'
import { createLeader } from '../outbox/leader'
import { createOutboxList } from '../outbox/outbox-list'
import { changedBy, createSettle } from '../outbox/settle'
import type { Opener } from '../outbox/waiting'
import { createWriter } from '../outbox/writer'
import type { Handshake } from '../session/handshake'
import { followWithHello } from '../session/introduction'
import { createLeave } from '../session/leave'
import { isSame, signedInOwner } from '../session/session-state'
import { renewHandshake } from './member-handshake'
import type { OpenStore } from './open-store'
import { commandOf, resourceOf, syncServer, type IdentityOf, type MemberWorld } from './world'

/** Who was heard so lately is there, milliseconds. */
const heardLatelyMs = 5_000

interface WritingParts {
  readonly store: OpenStore
  readonly handshake: Handshake
  readonly opener: Opener
  readonly identity: IdentityOf
  readonly isOnlyRead: (subjectId: string) => Promise<boolean>
}

/** What delivers: the push client, what is told later, and the sender that uses both. */
const createDelivery = (world: MemberWorld, { store, handshake }: WritingParts) => {
  const { ground, network, session } = world
  const { clock: deviceClock, device, newId, outboxStore: outbox, report } = ground
  const { clock, connection } = network
  const server = syncServer(world)
  const command = commandOf(world.entities)
  const owner = (): KeyOwner | null => signedInOwner(session.get())
  const settle = createSettle({
    cache: store.current,
    now: clock.now,
    adopt: (user) => session.adopt(user),
    resource: resourceOf(world.entities),
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
    vault: ground.vault,
    ciphers: ground.ciphers,
    handshake,
    server,
  })
  const sender = createOutboxSender({
    outbox,
    leader: createLeader({ device, outbox, clock: deviceClock, newId, report }),
    clock,
    random: ground.random,
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
      ground.stale.tellSoon([
        ...changedBy(settled),
        ...(command(row.op)?.refreshes ?? []),
        ...world.catalogue.logs,
      ])
    },
    report,
  })
  return { server, owner, settle, needSignIn, notices, sender }
}

/** The writing half of a member's runtime: commands are saved, listed, sent and told. */
export const createMemberWriting = (
  world: MemberWorld,
  parts: WritingParts,
  /** Other tabs are told that she leaves. */
  tellLeaving: () => void,
) => {
  const { ground, network, session } = world
  const { handshake, identity } = parts
  const { clock, device, newId, outboxStore, storage, report } = ground
  const { connection } = network
  const command = commandOf(world.entities)
  const { server, owner, settle, needSignIn, notices, sender } = createDelivery(world, parts)
  const writer = createWriter({
    outbox: outboxStore,
    vault: ground.vault,
    ciphers: ground.ciphers,
    handshake,
    clock,
    newId,
    identity,
    isOnlyRead: parts.isOnlyRead,
    command,
  })
  const list = createOutboxList({
    outbox: outboxStore,
    reading: ground.outboxRows,
    opener: parts.opener,
    session,
    identity,
    report,
    outboxSender: sender,
    command,
    resend: writer.resend,
    replace: writer.replace,
    needSignIn,
    keepDiscard: notices.keepDiscard,
    forgetDiscard: notices.forgetDiscard,
    onReadable: storage.readable,
    onCounts: connection.counts,
    onKept: (count) => storage.waiting(count, session.get().status === 'signed-in'),
  })
  const run = createDispatch({
    session: session.get,
    sender: network.sender,
    write: writer.save,
    now: clock.now,
    newId,
    saving: connection.saving,
    unkept: ground.keepsNothing
      ? createUnkeptOutbox({
          outbox: outboxStore,
          rows: ground.outboxRows,
          connection,
          clock: ground.clock,
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
      ground.stale.tell([...changedBy(settled.accept), ...refreshes, ...world.catalogue.logs])
    },
    report,
  })
  return {
    list,
    sender,
    run,
    session: {
      standing: notices.standing,
      leave: createLeave({
        handshake,
        server,
        me: () => session.get().me,
        flush: sender.flush,
        quiet: tellLeaving,
        keepEnd: notices.keepEnd,
        clock,
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
          clock,
          met: () => needSignIn.set(new Set()),
          ready: sender.reachable,
          report,
        }),
        sendWhileIdle({
          session,
          device,
          outbox: outboxStore,
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
