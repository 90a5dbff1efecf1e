import { v7 } from 'uuid'
import { toProblem, type Problem } from '../domain/problem'
import { isOlder } from '../domain/release/older'
import { meSchema } from '../domain/user/me'
import { systemClock, type Clock } from '../platform/clock'
import { browserDevice } from '../platform/device'
import { createSender, portalAgent, type Fetch, type Sender } from '../platform/graphql'
import { askJson } from '../platform/rest'
import { encryptingCodec, lazyCiphers, loadCiphers, type Ciphers } from '../platform/ciphers'
import { openCache, openDevice, openDrafts, openOutbox, type CacheStore } from './store'
import { openVault, type KeyOwner } from '../platform/vault'
import { createTelemetry } from '../platform/telemetry'
import {
  lists,
  source,
  type Call,
  type CallResult,
  type Identified,
  type Resource,
  type Runtime,
  type Settled,
} from './define'
import { createReachability } from './connection/reachability'
import { createOwnToken } from './session/own-token'
import { createMakeRoom } from './store/make-room'
import { createLiveViews } from './views/live-views'
import { createPageWorker } from './pull/page-worker'
import type { RuntimeOptions } from './runtime-options'
import { createLazyCatalogue } from './lazy-catalogue'
import { createConnection, onceReached } from './connection/connection'
import { createDispatch } from './outbox/dispatch'
import { createDrafts } from './drafts/drafts'
import { createLazySender } from './outbox/lazy-sender'
import { createOutboxList } from './outbox/outbox-list'
import { createOutboxRows } from './outbox/outbox-rows'
import { createLazyPulling } from './pull/lazy-pulling'
import { isIdle, sendWhileIdle } from './outbox/idle'
import { createRefresh } from './views/refresh'
import { createKeys } from './session/keys'
import { createOpener } from './outbox/waiting'
import {
  createOwnRecord,
  readClockOffset,
  readLastContact,
  writeClockOffset,
  writeLastContact,
} from './session/session-record'
import { createSession } from './session/session'
import { changedBy, createSettle } from './outbox/settle'
import { createSynchronisation } from './outbox/synchronisation'
import { createInvalidation } from './views/invalidation'
import { readAnswer } from './outbox/outcome'
import { createServerClock } from './connection/server-clock'
import { createServerTime } from './connection/server-time'
import { createStorageState } from './store/storage-state'
import { sweepNowAndThen } from './session/sweep'

/**
 * A page that is replaced does not wait longer for what it has on its way: it is sent again, and
 * done once.
 */
const pauseAtMostMs = 2_000
/** Who was heard so lately is there. */
const heardLatelyMs = 5_000
/** A store that could not be opened is tried again so often. */
const openAgainMs = 5_000

/** What a part of a portal beside the engine may use of it. */
export interface EngineAccess {
  readonly sender: Sender
  /** The store that is open; null: none. */
  readonly cache: () => CacheStore | null
  readonly now: () => number
  readonly report: (thrown: unknown, where: string) => void
}

/**
 * Wires the engine, once per page. Everything but `catalogue`, `config` and `auth` defaults to the
 * browser's own; tests hand in clocks, networks and databases. Nothing throws before `start`: the
 * session's status is 'starting' until the record is read.
 */
export const createEngine = (
  options: RuntimeOptions,
): { readonly runtime: Runtime; readonly access: EngineAccess } => {
  const { protocol, account } = options.catalogue
  const {
    config,
    auth,
    clock: deviceClock = systemClock,
    device = browserDevice(),
    random = Math.random,
    newId = v7,
    telemetry = createTelemetry(),
    keepsNothing = false,
  } = options
  const send: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const load = (): Promise<Ciphers> =>
    options.ciphers === undefined ? loadCiphers() : Promise.resolve(options.ciphers)
  const ciphers = options.ciphers ?? lazyCiphers(load)
  const vault = openVault({
    ciphers: load,
    clock: deviceClock,
    newId,
    keyShare: options.keyShare,
    indexedDB: options.indexedDB,
    IDBKeyRange: options.IDBKeyRange,
  })
  const isOpenFor = (row: KeyOwner): boolean =>
    vault.owner()?.userId === row.userId && vault.owner()?.organizationId === row.organizationId
  const environment = {
    codec:
      options.codec ?? encryptingCodec((row) => (isOpenFor(row) ? vault.key() : null), ciphers),
    ...(options.indexedDB === undefined ? {} : { indexedDB: options.indexedDB }),
    ...(options.IDBKeyRange === undefined ? {} : { IDBKeyRange: options.IDBKeyRange }),
    makeRoom: (): Promise<boolean> => giveUp([], false),
  }
  /** A worker has the browser's own databases and ciphers, and no others. */
  const worksInPage =
    options.codec !== undefined || options.ciphers !== undefined || options.indexedDB !== undefined
  const worker = createPageWorker({ vault, clock: deviceClock })
  const deviceStore = openDevice(environment)
  const outboxStore = openOutbox(environment)
  const opener = createOpener(outboxStore)
  const generation = source(0)
  const outdated = source(false)
  const salt = newId()
  const stale = createInvalidation(deviceClock)
  const stops: (() => void)[] = []
  let cache: CacheStore | null = null
  let stopFollowing: () => void = () => undefined
  let stopOpening: () => void = () => undefined
  let cacheProblem: Problem | null = null
  const report = (thrown: unknown, where: string): void => {
    storage.heard(thrown, where)
    telemetry.report(thrown, where)
  }
  const storage = createStorageState({
    device,
    outbox: outboxStore,
    keepsNothing,
    report: (thrown, where) => telemetry.report(thrown, where),
  })
  const breathe = (): Promise<void> => device.breathe?.() ?? Promise.resolve()
  const later = (call: () => void): (() => void) => deviceClock.after(1_000, call)
  const outboxRows = createOutboxRows(outboxStore, later)

  const serverClock = createServerClock(deviceClock, (offset) => {
    void writeClockOffset(deviceStore, offset).catch((thrown: unknown) =>
      report(thrown, 'clock-offset'),
    )
  })
  const serverTime = createServerTime({ clock: deviceClock, device })
  const clock: Clock = { ...deviceClock, now: serverClock.now }
  /** Every answer of our own origin tells the server's time. */
  const fetch: Fetch = async (url, init) => {
    const answer = await send(url, init)
    const at = Date.parse(answer.headers.get('date') ?? '')
    if (answer.ok && !Number.isNaN(at) && url.startsWith(`${config.origin}/`)) {
      serverClock.heard(at)
      serverTime.heard(at)
    }
    return answer
  }
  const connection = createConnection({
    clock,
    random,
    probe: async () => {
      const { status } = session.get()
      if (status === 'signed-in') await Promise.all([session.refreshMe(), probeServer()])
      if (status === 'locked' && (await probeServer())) {
        connection.answered()
        await session.tryAgain()
      }
    },
    remember: (at) =>
      void writeLastContact(deviceStore, at).catch((thrown: unknown) =>
        report(thrown, 'last-contact'),
      ),
  })
  const probeServer = createReachability({
    fetch,
    clock,
    address: `${config.origin}${config.basePath}/maintenance`,
    unreachable: (askedAt) => connection.unreachable(askedAt),
  })
  const ownToken = createOwnToken(auth, () => session.owner()?.userId)
  const sender = createSender({
    url: `${config.origin}${config.basePath}/graphql`,
    fetch,
    clock,
    random,
    token: ownToken,
    organizationId: () => session.get().actingOrganizationId,
    userId: () => (session.get().status === 'signed-in' ? (session.get().me?.id ?? null) : null),
    onUnauthorized: (ended) =>
      void session.end(ended).catch((thrown: unknown) => report(thrown, 'session.end')),
    onContact: connection.contact,
    onTiming: (timing) => telemetry.timed(timing),
  })

  const registry = createLazyCatalogue(options.catalogue)
  const drafts = createDrafts({
    store: openDrafts(environment),
    owner: () => cache,
    clock: { ...clock, now: () => Math.max(clock.now(), connection.get().lastContactAt ?? 0) },
    keepsNothing,
    report,
  })
  const settle = createSettle({
    cache: () => cache,
    now: clock.now,
    adopt: (user) => session.adopt(user),
    resource: registry.resource,
  })

  const commandOf = registry.command
  const identityOf = async (subjectId: string) =>
    cache === null ? null : await (await registry.load()).identityIn(cache, subjectId)
  const synchronisation = createSynchronisation({
    vault,
    ciphers,
    isOwner: (asked) =>
      session.owner()?.userId === asked.userId &&
      session.owner()?.organizationId === asked.organizationId,
    leaseMs: storage.leaseMs,
    onFresh: async (owner) => {
      await deviceStore.deleteCaches(
        ({ userId, organizationId }) =>
          userId === owner.userId && organizationId === owner.organizationId,
      )
      if (cache?.userId === owner.userId && cache.organizationId === owner.organizationId)
        await session.reopen()
    },
    outbox: outboxStore,
    session: () => session.get(),
    clock: deviceClock,
    serverTime,
    newId,
    report,
    command: commandOf,
    identity: identityOf,
    clientVersion: portalAgent.replace('portal/', ''),
    isServerThere: () => probeServer(),
    server: {
      hello: async (given, organizationId) => {
        const answer = await ask(protocol.hello, given, organizationId)
        outdated.set(isOlder(given.clientVersion, answer.minClient))
        return answer
      },
      push: (given) => ask(protocol.push, given),
      outcomes: (given) => ask(protocol.outcomes, given),
      ack: (given) => ask(protocol.ackResults, given),
      endSession: (given) => ask(protocol.endSession, given),
      discard: (given) => ask(protocol.discard, given),
      deliverIdle: (given) => ask(protocol.deliverIdle, given),
      tellIdle: (given) => ask(protocol.tellIdle, given),
    },
  })
  const keys = createKeys({ vault, hello: synchronisation.hello, clock: deviceClock })

  const outboxSender = createLazySender({
    outbox: outboxStore,
    leader: { device, outbox: outboxStore, clock: deviceClock, newId, report },
    clock,
    random,
    author: () => (session.get().status === 'signed-in' ? (session.get().me?.id ?? null) : null),
    isIdle: () => isIdle(session.get()),
    mayBeAway: () =>
      isIdle(session.get()) ||
      connection.offline.get() ||
      device.saysOffline() ||
      clock.now() - (connection.get().lastContactAt ?? 0) > heardLatelyMs,
    isMine: synchronisation.isMine,
    server: synchronisation,
    settle: async (row, settled) => {
      await settle.waiting(settled, { userId: row.author, organizationId: row.organization })
      stale.tellSoon([...changedBy(settled), ...(commandOf(row.op)?.refreshes ?? [])])
    },
    report,
  })

  /**
   * Another tab deleted it: signed out, or of a release that keeps its rows elsewhere. Whoever is
   * still signed in goes on with a new one.
   */
  const reopen = async (taken: CacheStore, who: KeyOwner): Promise<void> => {
    try {
      if (cache === taken) await session.reread()
      // Deleted because its key is gone: rows under the old one would be unreadable to everybody
      // else, so the new one comes first.
      if (cache === taken && (await vault.isOutdated()) && !(await vault.resume(who)))
        await synchronisation.hello(who)
      if (cache === taken && session.get().me?.id === who.userId) await useStore(who)
    } catch (thrown) {
      report(thrown, 'store')
      stopOpening()
      stopOpening = deviceClock.after(openAgainMs, () => {
        if (cache === taken) void reopen(taken, who)
      })
    }
  }

  /** Counts what was opened: who comes late opens nothing. */
  let opening = 0
  const useStore = async (who: KeyOwner | null): Promise<void> => {
    opening += 1
    const mine = opening
    worker.end()
    await drafts.leave()
    stopFollowing()
    cache?.close()
    cache = null
    opener.forget()
    cacheProblem = null
    if (who !== null) {
      try {
        const { tables } = await registry.load()
        // It may be taken while it is still being opened.
        const taking: { isOver: boolean; again: (() => void) | null } = {
          isOver: false,
          again: null,
        }
        const opened = await openCache(
          { ...environment, tables },
          who.userId,
          who.organizationId,
          () => {
            taking.isOver = true
            taking.again?.()
          },
        )
        taking.again = () => void later(() => void reopen(opened, who))
        cache = opened
        if (taking.isOver) taking.again()
        stopFollowing = drafts.follow(cache)
        await deviceStore.rememberCache({
          name: cache.name,
          userId: who.userId,
          organizationId: who.organizationId,
        })
      } catch (thrown) {
        report(thrown, 'store')
        cacheProblem = toProblem(thrown)
        // A page without a store keeps nothing and writes nothing: browsers that lost it give it
        // back a moment later.
        stopOpening()
        stopOpening = deviceClock.after(openAgainMs, () => {
          if (opening === mine) void useStore(who)
        })
      }
    }
    generation.set(generation.get() + 1)
    reading.follow.restart()
  }

  const channel = device.channel(
    'lamplight-session',
    (said) =>
      void session
        .reread(said === 'leaving')
        .catch((thrown: unknown) => report(thrown, 'session.reread')),
  )
  const run = async <Value>(
    command: {
      readonly name: string
      request(
        input: never,
        context: { id: string; capturedAt: number },
      ): Parameters<typeof sender.send>[0]
      wire(answer: unknown): Settled<Value>
    },
    input: unknown,
  ): Promise<Value> => {
    const answer = await sender.send(
      command.request(input as never, { id: newId(), capturedAt: deviceClock.now() }),
    )
    return readAnswer((value) => command.wire(value), answer, report, command.name).value
  }
  const ask = async <Input, Value>(
    call: Call<Input, Value>,
    input: Input,
    organizationId?: string,
  ): Promise<Value> => {
    const request = call.request(input)
    const answer =
      request.via === 'graphql'
        ? await sender.send({
            ...request.operation,
            ...(organizationId === undefined ? {} : { organizationId }),
          })
        : await askJson(
            { fetch, clock },
            `${config.origin}${request.base === 'api' ? config.basePath : ''}${request.path}`,
            request.body,
          )
    return readAnswer((value) => call.wire(value), answer, report, call.name)
  }

  const session = createSession({
    device: deviceStore,
    auth,
    keys,
    clock: deviceClock,
    own: createOwnRecord(deviceStore, environment.codec),
    server: {
      me: (organizationId) => ask(account.me, undefined, organizationId),
      didLogin: () => run(account.didLogin, {}),
      actAs: (organizationId) => run(account.setActingOrganization, { organizationId }),
    },
    useStore,
    ready: async (principal) => {
      try {
        await watching.ahead(
          ((await options.firstScreen?.(principal)) ?? []).flatMap(({ resource, params }) => ({
            resource: registry.resource(resource),
            params,
          })),
        )
      } catch (thrown) {
        report(thrown, 'first-screen')
      }
    },
    deleteStores: (isGoing) => deviceStore.deleteCaches(({ userId }) => isGoing(userId)),
    forgetUser: async (userId) => {
      await drafts.forgetUser(userId)
      await deviceStore.deleteCaches((known) => known.userId === userId)
    },
    flush: (leaving) =>
      synchronisation.leave(leaving, outboxSender.flush, () => channel.post('leaving')),
    isServerThere: probeServer,
    tellOtherTabs: () => channel.post('changed'),
    report,
  })

  const outbox = createOutboxList({
    outbox: outboxStore,
    reading: outboxRows,
    opener,
    session,
    sending: outboxSender.sending,
    putOff: outboxSender.putOff,
    identity: identityOf,
    report,
    outboxSender,
    command: commandOf,
    resend: synchronisation.resend,
    replace: synchronisation.replace,
    needSignIn: synchronisation.needSignIn,
    keepDiscard: synchronisation.keepDiscard,
    forgetDiscard: synchronisation.forgetDiscard,
    onReadable: storage.readable,
    onCounts: connection.counts,
    onKept: (count) => storage.waiting(count, session.get().status === 'signed-in'),
  })
  const dispatch = createDispatch({
    session: session.get,
    sender,
    write: synchronisation.save,
    now: deviceClock.now,
    newId,
    saving: connection.saving,
    keepsNothing,
    offline: connection.offline.get,
    saved: () => {
      storage.saved()
      outboxSender.poke()
    },
    settle: async (settled, refreshes) => {
      await settle.atOnce(settled, session.get().actingOrganizationId)
      stale.tell([...changedBy(settled), ...refreshes])
    },
    report,
  })
  const reading = createLazyPulling({
    resources: async () =>
      (await registry.load()).resources as readonly Resource<never, Identified>[],
    ask: async (question, organizationId, once) => {
      const { operation } = protocol.pull.request(question) as Extract<
        ReturnType<typeof protocol.pull.request>,
        { via: 'graphql' }
      >
      return (await sender.send({
        ...operation,
        organizationId,
        noRetry: once,
        asText: true,
      })) as string
    },
    wire: (data) => protocol.pull.wire(data),
    worker: worksInPage ? null : worker,
    server: synchronisation.reading,
    adoptMe: async (value, organizationId) => {
      const known = readAnswer((given) => meSchema.parse(given), value, report, protocol.pull.name)
      const { status, me: signedIn } = session.get()
      if (
        status === 'signed-in' &&
        signedIn?.id === known.id &&
        signedIn.actingOrganization.id === organizationId &&
        known.actingOrganization.id === organizationId
      )
        await session.adopt(known)
    },
    store: () => cache,
    outbox: outboxStore,
    outboxRows,
    clock,
    random,
    device,
    report,
    told: connection.told,
    shownSubjects: () => watching.shownSubjects(),
    found: (subjects) => {
      if (subjects === 'many' || watching.shownSubjects().some((id) => subjects.includes(id)))
        stale.tellSoon(options.catalogue.found)
    },
    listsChanged: () => stale.tellSoon([lists]),
    ...(options.listening === false
      ? {}
      : {
          stream: {
            api: `${config.origin}${config.basePath}`,
            fetch,
            clock: deviceClock,
            random,
            session: session.get,
            token: ownToken,
            lost: () => void probeServer(),
            report,
          },
        }),
    offline: connection.offline,
    fetchesAhead: !keepsNothing,
    doubted: () => void probeServer(),
    principal: () => session.get().principal,
    refused: () => void session.refreshMe(),
    makeRoom: (keep, onlyUnopened) => giveUp(keep, onlyUnopened),
    crowded: storage.crowded,
    free: () => device.freeBytes?.() ?? Promise.resolve(null),
    watched: async (store) => await (await registry.load()).watchedOf(store, breathe),
    forgetUnauthorised: async (store, principal) => {
      await (await registry.load()).forgetUnauthorised(store, principal)
    },
  })
  const refresh = createRefresh({
    sender,
    cache: () => cache,
    screen: reading.screen,
    now: clock.now,
    salt,
    report,
  })

  const watching = createLiveViews({
    store: () => cache,
    problem: () => cacheProblem,
    outbox: outboxRows,
    opener,
    offline: connection.offline,
    sending: outboxSender.sending,
    salt,
    now: clock.now,
    later,
    after: deviceClock.after,
    breathe,
    report,
    evicted: (store, scope) => {
      void reading.screen(store, scope, true).catch((thrown: unknown) => report(thrown, 'pull'))
    },
    unopened: reading.anew,
  })
  const giveUp = createMakeRoom({
    store: () => cache,
    registry,
    device: deviceStore,
    shown: () => watching.shown(),
    now: clock.now,
    given: () => storage.crowded(true),
    report,
  })

  const runtime: Runtime = {
    session,
    connection,
    outbox,
    storage,
    keepsNothing,
    generation,
    recordsKept: async () =>
      cache === null
        ? null
        : (await cache.cursors()).filter(
            ({ subjectId, isWhole, gone }) => subjectId !== '' && isWhole && gone === '',
          ).length,
    firstSync: reading.firstSync,
    now: clock.now,
    clockOffset: serverClock.offset,
    refresh,
    draft: drafts.of,
    typing: drafts.typing,
    unkept: drafts.unkept,
    outdated,
    pause: async () => {
      await Promise.race([
        Promise.all([drafts.flush(), outboxSender.pause()]),
        deviceClock.sleep(pauseAtMostMs),
      ])
      return outboxSender.resume
    },
    seen: (subjectId) =>
      identityOf(subjectId).catch((thrown: unknown) => {
        report(thrown, 'seen')
        return null
      }),
    run: dispatch,
    ask: async <Input, Value>(
      call: Call<Input, Value>,
      input: Input,
    ): Promise<CallResult<Value>> => {
      try {
        return { kind: 'done', value: await ask(call, input) }
      } catch (thrown) {
        report(thrown, call.name)
        return { kind: 'refused', problem: toProblem(thrown) }
      }
    },
    watch: watching.watch,
    onInvalidated: stale.listen,
    start: async () => {
      stops.push(
        connection.watch(),
        device.onHint(connection.hint),
        device.onLeave(() => void drafts.flush()),
        connection.offline.subscribe(() => {
          if (!connection.offline.get()) outboxSender.poke()
        }),
        outboxSender.sending.subscribe(() =>
          connection.sending(outboxSender.sending.get().size > 0),
        ),
        onceReached(
          connection,
          () => void drafts.start().catch((thrown: unknown) => report(thrown, 'drafts')),
        ),
        outbox.watch(),
        synchronisation.follow(session, connection.offline, outboxSender.poke),
        ...(options.following !== false ? [reading.follow.start()] : []),
      )
      const [lastContact, offset] = await Promise.all([
        readLastContact(deviceStore).catch(() => null),
        readClockOffset(deviceStore).catch(() => 0),
      ])
      serverClock.restore(offset, lastContact)
      await storage.look().catch((thrown: unknown) => report(thrown, 'storage'))
      // Before the hello of a sign-in: what the browser promises decides how long the device may do
      // without the server.
      const askOnce = (): void => {
        const { status } = session.get()
        if (storage.get().persisted === null && (status === 'refreshing' || status === 'signed-in'))
          void storage.ask()
      }
      stops.push(session.subscribe(askOnce))
      stops.push(
        sendWhileIdle({
          session,
          device,
          outbox: outboxStore,
          hasToTell: synchronisation.hasToTell,
          outboxSender,
          report,
        }),
      )
      await session.start()
      stops.push(
        sweepNowAndThen({
          device: deviceStore,
          keys,
          clock: deviceClock,
          open: () => cache?.name,
          report,
        }),
      )
      if (session.get().status === 'signed-out') return
      if (lastContact !== null) connection.restore(lastContact)
      // Nothing that needs a credential can say soon that there is no line: the provider alone may
      // take half a minute.
      void probeServer()
    },
    close: async () => {
      for (const stop of stops.splice(0)) stop()
      outboxSender.stop()
      await drafts.flush()
      drafts.close()
      stopFollowing()
      stopOpening()
      channel.close()
      worker.close()
      cache?.close()
      cache = null
      vault.close()
      outboxStore.close()
      deviceStore.close()
    },
  }
  return { runtime, access: { sender, cache: () => cache, now: clock.now, report } }
}
