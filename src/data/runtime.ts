import { v7 } from 'uuid'
import { problem, ProblemError, toProblem, type Problem } from '../domain/problem'
import { systemClock, type Clock } from '../platform/clock'
import { browserDevice, type Device } from '../platform/device'
import { createSender, type Fetch } from '../platform/graphql'
import { getJson } from '../platform/rest'
import { jsonCodec, openCache, openDevice, openOutbox, type CacheStore, type Codec } from '../platform/store'
import { createTelemetry, type Telemetry } from '../platform/telemetry'
import { source, type Call, type CallResult, type Identified, type Resource, type Runtime, type Settled } from './kit'
import { commands, resources } from './registry'
import { didLogin, me, setActingOrganization } from './session'
import {
  createConnection, createDispatch, createDrain, createNamedMutationDelivery, createOutboxList, createRefresh, createSession,
  createView, emptyView, readAnswer, type AuthPort,
} from './sync'

export interface RuntimeOptions {
  /** Addresses without a slash at the end: `origin` as in location.origin, `basePath` as in '/Prod' (P285). */
  readonly config: { readonly origin: string; readonly basePath: string }
  /** The identity adapter of src/platform/auth fits. */
  readonly auth: AuthPort
  readonly clock?: Clock
  readonly device?: Device
  readonly fetch?: Fetch
  readonly random?: () => number
  readonly newId?: () => string
  readonly codec?: Codec
  readonly indexedDB?: IDBFactory
  readonly IDBKeyRange?: typeof IDBKeyRange
  readonly telemetry?: Telemetry
}

const flushAtMostMs = 10_000

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
  const { config, auth, clock = systemClock, device = browserDevice(), random = Math.random, newId = v7, telemetry = createTelemetry() } = options
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const environment = {
    codec: options.codec ?? jsonCodec,
    ...(options.indexedDB === undefined ? {} : { indexedDB: options.indexedDB }),
    ...(options.IDBKeyRange === undefined ? {} : { IDBKeyRange: options.IDBKeyRange }),
  }
  const deviceStore = openDevice(environment)
  const outboxStore = openOutbox(environment)
  const generation = source(0)
  const salt = newId()
  const staleListeners = new Set<(names: readonly string[]) => void>()
  const stops: (() => void)[] = []
  let cache: CacheStore | null = null
  let cacheProblem: Problem | null = null
  const report = (thrown: unknown, where: string): void => telemetry.report(thrown, where)
  const later = (call: () => void): (() => void) => clock.after(1_000, call)
  const tellStale = (names: readonly string[]): void => { for (const listener of staleListeners) listener(names) }

  const connection = createConnection({
    clock, random, probe: async () => { if (session.get().status === 'signed-in') await session.refreshMe() },
  })
  const sender = createSender({
    url: `${config.origin}${config.basePath}/graphql`,
    fetch,
    clock,
    random,
    token: (force) => auth.idToken(force),
    organizationId: () => session.get().actingOrganizationId,
    onUnauthorized: () => void session.end().catch((thrown: unknown) => report(thrown, 'session.end')),
    onContact: connection.contact,
    onTiming: (timing) => telemetry.timed(timing),
  })

  /** Keeps the rows of a settled command where its organisation's store is open, and takes over a changed user. */
  const settle = async (settled: Settled<unknown>, organizationId: string | null): Promise<readonly string[]> => {
    if (settled.session !== undefined) await session.adopt(settled.session)
    const open = cache
    const accepted = settled.accept ?? []
    if (open === null || open.organizationId !== organizationId) return []
    for (const { resource: name, row, asOf = clock.now() } of accepted) {
      const resource = resources.find((known) => known.name === name)
      if (resource === undefined) throw new Error(`No resource is called ${name}`)
      const kept = await open.accept({ table: resource.table, asOf, rows: [{ id: row.id, revision: row.revision, ...resource.index(row), value: row }] })
      // Closed meanwhile: the command stays and is sent again under its key; the next store keeps the answer.
      if (!kept && organizationId !== null) throw new ProblemError(problem('storage', 'The store was closed before the answer was kept'))
    }
    return accepted.map(({ resource }) => resource)
  }

  const drain = createDrain({
    outbox: outboxStore,
    device,
    clock,
    random,
    author: () => session.get().status === 'signed-in' ? session.get().me?.id ?? null : null,
    deliver: createNamedMutationDelivery({ sender, outbox: outboxStore, report, command: (name) => commands.find((known) => known.name === name) }),
    settle: async (row, settled) => {
      const changed = await settle(settled, cache?.userId === row.author ? row.organization : null)
      tellStale([...changed, ...commands.find((known) => known.name === row.op)?.refreshes ?? []])
    },
    report,
  })

  const useStore = async (who: { readonly userId: string; readonly organizationId: string } | null): Promise<void> => {
    cache?.close()
    cache = null
    cacheProblem = null
    if (who !== null) {
      try {
        cache = await openCache(environment, who.userId, who.organizationId)
        await deviceStore.rememberCache({ name: cache.name, ...who })
      } catch (thrown) {
        report(thrown, 'store')
        cacheProblem = toProblem(thrown)
      }
    }
    generation.set(generation.get() + 1)
  }

  const channel = device.channel('lamplight-session', () => void session.reread().catch((thrown: unknown) => report(thrown, 'session.reread')))
  const run = async <Value>(command: { readonly name: string; request(input: never, context: { id: string; capturedAt: number }): Parameters<typeof sender.send>[0]; wire(answer: unknown): Settled<Value> }, input: unknown): Promise<Value> => {
    const answer = await sender.send(command.request(input as never, { id: newId(), capturedAt: clock.now() }))
    return readAnswer((value) => command.wire(value), answer, report, command.name).value
  }
  const ask = async <Input, Value>(call: Call<Input, Value>, input: Input): Promise<Value> => {
    const request = call.request(input)
    const answer = request.via === 'graphql'
      ? await sender.send(request.operation)
      : await getJson({ fetch, clock }, `${config.origin}${request.base === 'api' ? config.basePath : ''}${request.path}`)
    return readAnswer((value) => call.wire(value), answer, report, call.name)
  }

  const session = createSession({
    device: deviceStore,
    auth,
    now: clock.now,
    server: {
      me: () => ask(me, undefined),
      didLogin: () => run(didLogin, {}),
      actAs: (organizationId) => run(setActingOrganization, { organizationId }),
    },
    useStore,
    deleteStores: (isGoing) => deviceStore.deleteCaches(({ userId }) => isGoing(userId)),
    flush: () => Promise.race([drain.flush(), clock.sleep(flushAtMostMs)]),
    isServerThere: () => getJson({ fetch, clock }, `${config.origin}${config.basePath}/maintenance`).then(() => true, () => false),
    tellOtherTabs: () => channel.post('changed'),
    report,
  })

  const outbox = createOutboxList({ outbox: outboxStore, session, sending: drain.sending, later, report, drain, onCounts: connection.counts })
  const dispatch = createDispatch({
    session: session.get,
    sender,
    outbox: outboxStore,
    now: clock.now,
    newId,
    saving: connection.saving,
    saved: drain.poke,
    settle: async (settled, refreshes) => {
      const changed = await settle(settled, session.get().actingOrganizationId)
      tellStale([...changed, ...refreshes])
    },
    report,
  })
  const refresh = createRefresh({ sender, cache: () => cache, now: clock.now, salt, report })

  return {
    session,
    connection,
    outbox,
    generation,
    now: clock.now,
    refresh,
    run: dispatch,
    ask: async <Input, Value>(call: Call<Input, Value>, input: Input): Promise<CallResult<Value>> => {
      try {
        return { kind: 'done', value: await ask(call, input) }
      } catch (thrown) {
        report(thrown, call.name)
        return { kind: 'refused', problem: toProblem(thrown) }
      }
    },
    watch: <Params, Entity extends Identified>(resource: Resource<Params, Entity>, params: Params) =>
      cache === null
        ? emptyView<Entity>(cacheProblem)
        : createView({ cache, outbox: outboxStore, resource, params, offline: connection.offline, sending: drain.sending, salt, later, report }),
    onStale: (listener) => {
      staleListeners.add(listener)
      return () => void staleListeners.delete(listener)
    },
    start: async () => {
      stops.push(
        connection.watch(),
        device.onHint(connection.hint),
        connection.offline.subscribe(() => { if (!connection.offline.get()) drain.poke() }),
        drain.sending.subscribe(() => connection.sending(drain.sending.get().size > 0)),
        outbox.watch(),
      )
      await session.start()
      if (session.get().status === 'signed-in') void device.persistStorage()
    },
    close: async () => {
      for (const stop of stops.splice(0)) stop()
      drain.stop()
      channel.close()
      cache?.close()
      cache = null
      outboxStore.close()
      deviceStore.close()
      await Promise.resolve()
    },
  }
}
