import { v7 } from 'uuid'
import { toProblem, type Problem } from '../domain/problem'
import { isOlder } from '../domain/release/older'
import { meSchema } from '../domain/user/me'
import { ownerOf } from '../platform/auth'
import { systemClock, type Clock } from '../platform/clock'
import { browserDevice } from '../platform/device'
import { createSender, portalAgent, type Fetch } from '../platform/graphql'
import { getJson } from '../platform/rest'
import { encryptingCodec, lazyCiphers, loadCiphers, type Ciphers } from '../platform/ciphers'
import { openCache, openDevice, openDrafts, openOutbox, type CacheStore } from '../platform/store'
import { openVault, type KeyOwner } from '../platform/vault'
import { createTelemetry } from '../platform/telemetry'
import { source, type Call, type CallResult, type Identified, type Resource, type Runtime, type Settled } from './kit'
import { ackResults, discard, endSession, hello, outcomes, pull, push } from './device-sync'
import { createLookout } from './lookout'
import { createGivingUp } from './giving-up'
import { createWatching } from './watching'
import { createPageWorker } from './page-worker'
import type { RuntimeOptions } from './runtime-options'
import { createLazyRegistry } from './lazy-registry'
import { didLogin, me, setActingOrganization } from './session'
import {
  createConnection, createDispatch, createDrafts, createLazyDrain, createOutboxList, createLazyReading, createRefresh, createKeys, createOpener, createOwnRecord, createSession,
  changedBy, createSynchronisation, createSettle, createStale, readAnswer, createServerClock, createStorageState, once, sweepNowAndThen, readClockOffset, readLastContact, writeClockOffset,
  writeLastContact,
} from './sync'

const flushAtMostMs = 10_000
/** A page that is replaced does not wait longer for what it has on its way: it is sent again, and done once. */
const pauseAtMostMs = 2_000
/** Who was heard so lately is there. */
const heardLatelyMs = 5_000
/** A store that could not be opened is tried again so often. */
const openAgainMs = 5_000

/**
 * Wires the data floor together. In src/app/boot, once per page:
 *
 *     const runtime = createRuntime({ config: { origin: location.origin, basePath: '/Prod' }, auth: createAuth(…) })
 *     void runtime.start()   // reads the local session record; waits for no network
 *     root.render(<DataProvider runtime={runtime}><App /></DataProvider>)
 *
 * Everything but `config` and `auth` defaults to the browser's own; tests hand in clocks, networks and databases.
 * Nothing throws before `start`: the session's status is 'starting' until the record is read.
 */
export const createRuntime = (options: RuntimeOptions): Runtime => {
  const { config, auth, clock: deviceClock = systemClock, device = browserDevice(), random = Math.random, newId = v7, telemetry = createTelemetry(), keepsNothing = false } = options
  const send: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const load = (): Promise<Ciphers> => options.ciphers === undefined ? loadCiphers() : Promise.resolve(options.ciphers)
  const ciphers = options.ciphers ?? lazyCiphers(load)
  const vault = openVault({ ciphers: load, clock: deviceClock, newId, keyShare: options.keyShare, indexedDB: options.indexedDB, IDBKeyRange: options.IDBKeyRange })
  const isOpenFor = (row: KeyOwner): boolean => vault.owner()?.userId === row.userId && vault.owner()?.organizationId === row.organizationId
  const environment = {
    codec: options.codec ?? encryptingCodec((row) => isOpenFor(row) ? vault.key() : null, ciphers),
    ...(options.indexedDB === undefined ? {} : { indexedDB: options.indexedDB }),
    ...(options.IDBKeyRange === undefined ? {} : { IDBKeyRange: options.IDBKeyRange }),
    makeRoom: (): Promise<boolean> => giveUp([], false),
  }
  /** A worker has the browser's own databases and ciphers, and no others. */
  const worksInPage = options.codec !== undefined || options.ciphers !== undefined || options.indexedDB !== undefined
  const worker = createPageWorker({ vault, clock: deviceClock })
  const deviceStore = openDevice(environment)
  const outboxStore = openOutbox(environment)
  const opener = createOpener(outboxStore)
  const oldOutbox = once(async () => (await import('../platform/store/old-outbox')).openOldOutbox(environment))
  const generation = source(0)
  const outdated = source(false)
  const salt = newId()
  const stale = createStale(deviceClock)
  const stops: (() => void)[] = []
  let cache: CacheStore | null = null
  let stopFollowing: () => void = () => undefined
  let stopOpening: () => void = () => undefined
  let cacheProblem: Problem | null = null
  const report = (thrown: unknown, where: string): void => {
    storage.heard(thrown, where)
    telemetry.report(thrown, where)
  }
  const storage = createStorageState({ device, outbox: outboxStore, keepsNothing, report: (thrown, where) => telemetry.report(thrown, where) })
  const later = (call: () => void): (() => void) => deviceClock.after(1_000, call)

  const serverClock = createServerClock(deviceClock, (offset) => {
    void writeClockOffset(deviceStore, offset).catch((thrown: unknown) => report(thrown, 'clock-offset'))
  })
  const clock: Clock = { ...deviceClock, now: serverClock.now }
  /** Every answer of our own origin tells the server's time. */
  const fetch: Fetch = async (url, init) => {
    const answer = await send(url, init)
    const at = Date.parse(answer.headers.get('date') ?? '')
    if (answer.ok && !Number.isNaN(at) && url.startsWith(`${config.origin}/`)) serverClock.heard(at)
    return answer
  }
  const connection = createConnection({
    clock,
    random,
    probe: async () => {
      const { status } = session.get()
      if (status === 'signed-in') await Promise.all([session.refreshMe(), lookForServer()])
      if (status === 'locked' && await lookForServer()) {
        connection.answered()
        await session.tryAgain()
      }
    },
    remember: (at) => void writeLastContact(deviceStore, at).catch((thrown: unknown) => report(thrown, 'last-contact')),
  })
  const lookForServer = createLookout({ fetch, clock, address: `${config.origin}${config.basePath}/maintenance`, unreachable: (askedAt) => connection.unreachable(askedAt) })
  /** A tab that was frozen or restored may hold the credential of whoever used this device before: a session never uses it. */
  const ownToken = async (force?: boolean): Promise<string | null> => {
    const token = await auth.idToken(force)
    const user = session.owner()?.userId
    const owner = token === null ? null : ownerOf(token)
    return owner !== null && user !== undefined && owner !== user ? null : token
  }
  const sender = createSender({
    url: `${config.origin}${config.basePath}/graphql`,
    fetch,
    clock,
    random,
    token: ownToken,
    organizationId: () => session.get().actingOrganizationId,
    userId: () => session.get().status === 'signed-in' ? session.get().me?.id ?? null : null,
    onUnauthorized: () => void session.end().catch((thrown: unknown) => report(thrown, 'session.end')),
    onContact: connection.contact,
    onTiming: (timing) => telemetry.timed(timing),
  })

  const registry = createLazyRegistry()
  const drafts = createDrafts({ store: openDrafts(environment), owner: () => cache, clock: deviceClock, keepsNothing, report })
  const settle = createSettle({
    cache: () => cache, now: clock.now, adopt: (user) => session.adopt(user),
    resource: registry.resource,
  })

  const commandOf = registry.command
  const identityOf = async (patientId: string) => cache === null ? null : await (await registry.load()).identityIn(cache, patientId)
  const synchronisation = createSynchronisation({
    vault, ciphers,
    isOwner: (asked) => session.owner()?.userId === asked.userId && session.owner()?.organizationId === asked.organizationId,
    leashMs: storage.leashMs,
    onFresh: async (owner) => {
      await deviceStore.deleteCaches(({ userId, organizationId }) => userId === owner.userId && organizationId === owner.organizationId)
      if (cache?.userId === owner.userId && cache.organizationId === owner.organizationId) await session.reopen()
    },
    outbox: outboxStore, session: () => session.get(), clock: deviceClock, newId, report, command: commandOf, identity: identityOf, clientVersion: portalAgent.replace('portal/', ''),
    oldOutbox, learn: async (patientId) => { await refresh((await registry.load()).patientRecord, { patientId }) },
    server: {
      hello: async (given, organizationId) => {
        const answer = await ask(hello, given, organizationId)
        outdated.set(isOlder(given.clientVersion, answer.minClient))
        return answer
      },
      push: (given) => ask(push, given), outcomes: (given) => ask(outcomes, given), ack: (given) => ask(ackResults, given),
      endSession: (given) => ask(endSession, given), discard: (given) => ask(discard, given),
    },
  })
  const keys = createKeys({ vault, hello: synchronisation.hello, clock: deviceClock })

  const drain = createLazyDrain({
    outbox: outboxStore,
    leader: { device, outbox: outboxStore, clock: deviceClock, newId, report },
    clock,
    random,
    author: () => session.get().status === 'signed-in' ? session.get().me?.id ?? null : null,
    mayBeAway: () => connection.offline.get() || device.saysOffline() || clock.now() - (connection.get().lastContactAt ?? 0) > heardLatelyMs,
    ...synchronisation,
    settle: async (row, settled) => {
      await settle.waiting(settled, { userId: row.author, organizationId: row.organization })
      stale.tellSoon([...changedBy(settled), ...commandOf(row.op)?.refreshes ?? []])
    },
    report,
  })

  /** Another tab deleted it: signed out, or of a release that keeps its rows elsewhere. Whoever is still signed in goes on with a new one. */
  const reopen = async (taken: CacheStore, who: KeyOwner): Promise<void> => {
    try {
      if (cache === taken) await session.reread()
      if (cache === taken && session.get().me?.id === who.userId) await useStore(who)
    } catch (thrown) { report(thrown, 'store') }
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
        await registry.load()
        // It may be taken while it is still being opened.
        const taking: { isOver: boolean; again: (() => void) | null } = { isOver: false, again: null }
        const opened = await openCache(environment, who.userId, who.organizationId, () => { taking.isOver = true; taking.again?.() })
        taking.again = () => void later(() => void reopen(opened, who))
        cache = opened
        if (taking.isOver) taking.again()
        stopFollowing = drafts.follow(cache)
        await deviceStore.rememberCache({ name: cache.name, userId: who.userId, organizationId: who.organizationId })
      } catch (thrown) {
        report(thrown, 'store')
        cacheProblem = toProblem(thrown)
        // A page without a store keeps nothing and writes nothing: browsers that lost it give it back a moment later.
        stopOpening()
        stopOpening = deviceClock.after(openAgainMs, () => { if (opening === mine) void useStore(who) })
      }
    }
    generation.set(generation.get() + 1)
    reading.follow.restart()
  }

  const channel = device.channel('lamplight-session', () => void session.reread().catch((thrown: unknown) => report(thrown, 'session.reread')))
  const run = async <Value>(command: { readonly name: string; request(input: never, context: { id: string; capturedAt: number }): Parameters<typeof sender.send>[0]; wire(answer: unknown): Settled<Value> }, input: unknown): Promise<Value> => {
    const answer = await sender.send(command.request(input as never, { id: newId(), capturedAt: deviceClock.now() }))
    return readAnswer((value) => command.wire(value), answer, report, command.name).value
  }
  const ask = async <Input, Value>(call: Call<Input, Value>, input: Input, organizationId?: string): Promise<Value> => {
    const request = call.request(input)
    const answer = request.via === 'graphql'
      ? await sender.send({ ...request.operation, ...(organizationId === undefined ? {} : { organizationId }) })
      : await getJson({ fetch, clock }, `${config.origin}${request.base === 'api' ? config.basePath : ''}${request.path}`)
    return readAnswer((value) => call.wire(value), answer, report, call.name)
  }

  const session = createSession({
    device: deviceStore,
    auth,
    keys,
    clock: deviceClock,
    own: createOwnRecord(deviceStore, environment.codec),
    server: {
      me: (organizationId) => ask(me, undefined, organizationId),
      didLogin: () => run(didLogin, {}),
      actAs: (organizationId) => run(setActingOrganization, { organizationId }),
    },
    useStore,
    deleteStores: (isGoing) => deviceStore.deleteCaches(({ userId }) => isGoing(userId)),
    forgetUser: async (userId) => {
      await drafts.forgetUser(userId)
      await deviceStore.deleteCaches((known) => known.userId === userId)
    },
    // What waits first, then the session's end: what it wrote is taken after that too, whoever delivers it.
    flush: (leaving) => Promise.race([drain.flush().then(() => synchronisation.endSessions(leaving)), clock.sleep(flushAtMostMs)]),
    isServerThere: lookForServer,
    tellOtherTabs: () => channel.post('changed'),
    report,
  })

  const outbox = createOutboxList({ outbox: outboxStore, opener, session, sending: drain.sending, later, report, drain, command: commandOf, resend: synchronisation.resend, replace: synchronisation.replace, onReadable: storage.readable, onCounts: (counts) => {
    connection.counts(counts)
    if (session.get().status === 'signed-in') storage.waiting(counts.waiting)
  } })
  const dispatch = createDispatch({
    session: session.get,
    sender,
    write: synchronisation.save,
    now: deviceClock.now,
    newId,
    saving: connection.saving,
    keepsNothing, offline: connection.offline.get,
    saved: () => {
      storage.saved()
      drain.poke()
    },
    settle: async (settled, refreshes) => {
      await settle.atOnce(settled, session.get().actingOrganizationId)
      stale.tell([...changedBy(settled), ...refreshes])
    },
    report,
  })
  const reading = createLazyReading({
    resources: async () => (await registry.load()).resources as readonly Resource<never, Identified>[],
    ask: async (question, organizationId, once) => {
      const { operation } = pull.request(question) as Extract<ReturnType<typeof pull.request>, { via: 'graphql' }>
      return await sender.send({ ...operation, organizationId, noRetry: once, asText: true }) as string
    },
    wire: (data) => pull.wire(data),
    worker: worksInPage ? null : worker,
    server: synchronisation.reading,
    adoptMe: async (value, organizationId) => {
      const known = readAnswer((given) => meSchema.parse(given), value, report, pull.name)
      const { status, me: signedIn } = session.get()
      if (status === 'signed-in' && signedIn?.id === known.id && signedIn.actingOrganization.id === organizationId && known.actingOrganization.id === organizationId) await session.adopt(known)
    },
    store: () => cache, clock, random, device, report,
    told: connection.told, shownPatients: () => watching.shownPatients(),
    ...options.listening === false ? {} : { stream: {
      api: `${config.origin}${config.basePath}`, fetch, clock: deviceClock, random, session: session.get, token: ownToken, lost: () => void lookForServer(), report,
    } },
    offline: connection.offline,
    fetchesAhead: !keepsNothing,
    refused: () => void session.refreshMe(),
    makeRoom: (keep, onlyUnopened) => giveUp(keep, onlyUnopened), crowded: storage.crowded,
    free: () => device.freeBytes?.() ?? Promise.resolve(null), watched: async (store) => await (await registry.load()).watchedOf(store),
  })
  const refresh = createRefresh({ sender, cache: () => cache, screen: reading.screen, now: clock.now, salt, report })

  const watching = createWatching({
    store: () => cache, problem: () => cacheProblem, outbox: outboxStore, opener, offline: connection.offline, sending: drain.sending, salt, now: clock.now, later, report,
    evicted: (store, scope) => { void reading.screen(store, scope, true).catch((thrown: unknown) => report(thrown, 'pull')) },
  })
  const giveUp = createGivingUp({ store: () => cache, registry, device: deviceStore, shown: () => watching.shown(), now: clock.now, given: () => storage.crowded(true), report })

  return {
    session,
    connection,
    outbox,
    storage,
    keepsNothing,
    generation,
    firstSync: reading.firstSync,
    now: clock.now,
    clockOffset: serverClock.offset,
    refresh,
    draft: drafts.of,
    typing: drafts.typing,
    outdated,
    pause: async () => {
      await Promise.race([Promise.all([drafts.flush(), drain.pause()]), deviceClock.sleep(pauseAtMostMs)])
      return drain.resume
    },
    seen: (patientId) => identityOf(patientId).catch((thrown: unknown) => {
      report(thrown, 'seen')
      return null
    }),
    run: dispatch,
    ask: async <Input, Value>(call: Call<Input, Value>, input: Input): Promise<CallResult<Value>> => {
      try {
        return { kind: 'done', value: await ask(call, input) }
      } catch (thrown) {
        report(thrown, call.name)
        return { kind: 'refused', problem: toProblem(thrown) }
      }
    },
    watch: watching.watch,
    onStale: stale.listen,
    start: async () => {
      stops.push(
        connection.watch(),
        device.onHint(connection.hint),
        device.onLeave(() => void drafts.flush()),
        connection.offline.subscribe(() => { if (!connection.offline.get()) drain.poke() }),
        drain.sending.subscribe(() => connection.sending(drain.sending.get().size > 0)),
        outbox.watch(),
        synchronisation.follow(session, connection.offline, drain.poke),
        ...options.following !== false ? [reading.follow.start()] : [],
      )
      const lastContact = await readLastContact(deviceStore).catch(() => null)
      serverClock.restore(await readClockOffset(deviceStore).catch(() => 0), lastContact)
      void drafts.start().catch((thrown: unknown) => report(thrown, 'drafts'))
      await storage.look().catch((thrown: unknown) => report(thrown, 'storage'))
      // Before the hello of a sign-in: what the browser promises decides how long the device may do without the server.
      const askOnce = (): void => {
        const { status } = session.get()
        if (storage.get().persisted === null && (status === 'refreshing' || status === 'signed-in')) void storage.ask()
      }
      stops.push(session.subscribe(askOnce))
      await session.start()
      stops.push(sweepNowAndThen({ device: deviceStore, keys, clock: deviceClock, open: () => cache?.name, report }))
      if (session.get().status === 'signed-out') return
      if (lastContact !== null) connection.restore(lastContact)
      // Nothing that needs a credential can say soon that there is no line: the provider alone may take half a minute.
      void lookForServer()
    },
    close: async () => {
      for (const stop of stops.splice(0)) stop()
      drain.stop()
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
}
