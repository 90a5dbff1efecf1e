import type { Principal } from '../domain/access/principal'
import { problem, ProblemError, toProblem } from '../domain/problem'
import type { KeyOwner } from '../platform/vault'
import {
  emptyView,
  source,
  type Call,
  type CallResult,
  type CommandResult,
  type IdleWork,
  type Observable,
  type OutboxItem,
  type Runtime,
} from './define'
import { createDeviceServices } from './device-services'
import { createNetwork } from './network'
import type { RuntimeOptions } from './runtime-options'
import { createKeys, sweepNowAndThen } from './session/keys'
import { createSession, type SessionControl } from './session/session'
import {
  createOwnRecord,
  readClockOffset,
  readLastContact,
  readServerTime,
} from './session/session-record'
import { isOfActing } from './session/session-state'
// Not by the door of the store: a module with a lazy import is taken to need all that a door names
// (scripts/reached-modules.ts), and the cache is no part of the first load.
import { deferredNoticesId } from './store/outbox'
import { reportLoss } from './store/storage-state'
import type { UserRuntime } from './user/user-runtime'

/**
 * A page that is replaced does not wait longer for what it has on its way: it is sent again, and
 * done once.
 */
const pauseAtMostMs = 2_000

/**
 * The one lazy part of the engine: what reads and writes for a user is no part of what the sign-in
 * page waits for. It is fetched and started once; a chunk that is missing is tried again.
 */
const createLazyUserRuntime = (make: () => Promise<UserRuntime>) => {
  let made: UserRuntime | null = null
  let loading: Promise<UserRuntime> | null = null
  let isClosed = false
  const mirrors: ((made: UserRuntime) => void)[] = []
  const fetch = async (): Promise<UserRuntime> => {
    const runtime = await make()
    made = runtime
    for (const begin of mirrors) begin(runtime)
    if (!isClosed) runtime.start()
    return runtime
  }
  /** Rejects where it did not arrive; the next call tries again. */
  const load = (): Promise<UserRuntime> => {
    const asked = loading ?? fetch()
    loading = asked
    asked.catch(() => {
      if (loading === asked) loading = null
    })
    return asked
  }
  return {
    load,
    /** What was asked for by now; null: nothing. */
    underWay: async (): Promise<UserRuntime | null> => (await loading?.catch(() => null)) ?? null,
    /** Null: not there yet. */
    now: (): UserRuntime | null => made,
    /** One of its values, `empty` until it is there. */
    mirror: <Value>(empty: Value, pick: (runtime: UserRuntime) => Observable<Value>) => {
      const shown = source(empty)
      mirrors.push((runtime) => {
        const own = pick(runtime)
        own.subscribe(() => shown.set(own.get()))
        shown.set(own.get())
      })
      return shown
    },
    close: async (): Promise<void> => {
      isClosed = true
      await made?.close()
    },
  }
}

/**
 * Wires the engine, once per page. Everything but `catalogue`, `config` and `auth` defaults to the
 * browser's own; tests hand in clocks, networks and databases. Nothing throws before `start`: the
 * session's status is 'starting' until the record is read.
 *
 * It has three parts: what the device gives whoever is signed in (device-services.ts), how the page
 * speaks with its server (network.ts), and what reads and writes for a user (user/user-runtime.ts),
 * which is fetched when somebody is known, or when work of somebody waits on the device.
 */
export const createEngine = (options: RuntimeOptions): Runtime => {
  const { catalogue } = options
  const { account } = catalogue
  const services = createDeviceServices(
    options,
    async () => (await user.now()?.makeRoom()) ?? false,
  )
  const { device, deviceStore, outboxRows, outboxStore, storage, clock, report } = services
  const network = createNetwork(services, options, () => session)
  const { connection } = network
  /** What the tabs of a device say to each other about who is signed in. */
  const channel = device.channel(
    'lamplight-session',
    (said) =>
      void session
        .reread(said === 'leaving')
        .catch((thrown: unknown) => report(thrown, 'session.reread')),
  )
  const user = createLazyUserRuntime(async () => {
    const [{ createUserRuntime }, entities] = await Promise.all([
      import('./user/user-runtime'),
      catalogue.entities({
        sender: network.sender,
        cache: () => user.now()?.store() ?? null,
        now: network.clock.now,
        report,
      }),
    ])
    return createUserRuntime(
      { services, network, session, catalogue, entities },
      { ...options, sayLeaving: () => channel.post('leaving') },
    )
  })
  const keys = createKeys({
    vault: services.vault,
    hello: async (who, password) => await (await user.load()).hello(who, password),
    clock,
  })
  const useStore = async (who: KeyOwner | null): Promise<void> => {
    const runtime = await (who === null ? user.underWay() : user.load())
    await runtime?.useStore(who)
  }
  const ready = async (principal: Principal): Promise<void> =>
    await (await user.load()).ready(principal)
  const createMemberSession = (): SessionControl =>
    createSession({
      device: deviceStore,
      auth: options.auth,
      keys,
      clock,
      own: createOwnRecord(deviceStore, services.environment.codec),
      server: {
        me: (organizationId) =>
          network.ask(
            account.me,
            undefined,
            organizationId === undefined ? {} : { organizationId },
          ),
        didLogin: () => {
          // Needed next: it arrives meanwhile.
          void user.load().catch((thrown: unknown) => report(thrown, 'member'))
          return network.runNow(account.didLogin, {})
        },
        actAs: (organizationId) =>
          network.runNow(account.setActingOrganization, { organizationId }),
      },
      useStore,
      ready,
      deleteStores: (isGoing) => deviceStore.deleteCaches(({ userId }) => isGoing(userId)),
      forgetUser: async (userId) => {
        await (await user.load()).forgetDrafts(userId)
        await deviceStore.deleteCaches((known) => known.userId === userId)
        if (!isOfActing(userId)) return
        // Nobody comes back to what staff left while they acted: it goes with them.
        await outboxStore.move('all', (row) => (row.author === userId ? 'gone' : row))
        await outboxStore.forgetMeta((id) => id.split(' ').includes(userId))
      },
      flush: async (leaving) => await (await user.load()).leave(leaving),
      isServerThere: network.probeServer,
      standing: async () => await (await user.load()).standing(),
      notifyOtherTabs: () => channel.post('changed'),
      report,
    })
  const session =
    options.link !== undefined
      ? options.link.createSession({
          clock: network.clock,
          me: () => network.ask(account.me, undefined),
          useStore,
          ready,
          report,
        })
      : createMemberSession()
  const stops: (() => void)[] = []

  /**
   * Fetches the user's runtime, too, where somebody's work waits on this device though nobody is
   * signed in: it is delivered and shown all the same (docs/decisions/0016). Fetches nothing for
   * nothing. Returns the way to stop.
   */
  const wakeForWork = (): (() => void) => {
    const wake = (): void => {
      user.load().then(stop, (thrown: unknown) => report(thrown, 'member'))
    }
    const takeIn = (): void => {
      const rows = outboxRows.get()
      if (rows === null) return
      if (rows.length > 0) wake()
      else if (user.now() === null) storage.waiting(0, session.get().status === 'signed-in')
    }
    const lookForNotices = (): void => {
      if (user.now() !== null) return
      outboxStore.meta(deferredNoticesId).then(
        (kept) => {
          if (kept !== undefined) wake()
        },
        (thrown: unknown) => report(thrown, 'idle'),
      )
    }
    const ends = [
      outboxRows.subscribe(takeIn),
      // What cannot be read is said by the list of what waits.
      outboxRows.problem.subscribe(wake),
      session.subscribe(lookForNotices),
      device.onHint(lookForNotices),
    ]
    const stop = (): void => {
      for (const end of ends.splice(0)) end()
    }
    return stop
  }

  /** Reads what the device remembers of the server: when it was heard last, epoch milliseconds. */
  const recall = async (): Promise<number | null> => {
    const [lastContact, offset, known] = await Promise.all([
      readLastContact(deviceStore).catch(() => null),
      readClockOffset(deviceStore).catch(() => 0),
      readServerTime(deviceStore).catch(() => null),
    ])
    network.serverClock.restore(offset, lastContact, known)
    await storage.look().catch((thrown: unknown) => report(thrown, 'storage'))
    return lastContact
  }

  return {
    session,
    connection,
    storage,
    keepsNothing: services.keepsNothing,
    generation: services.generation,
    now: network.clock.now,
    clockOffset: network.serverClock.offset,
    outdated: services.outdated,
    onInvalidated: services.invalidation.listen,
    // The waiting work as screens see it, also before the user's runtime is there.
    outbox: {
      ...user.mirror<readonly OutboxItem[]>([], ({ outbox }) => outbox),
      othersWaiting: user.mirror(0, ({ outbox }) => outbox.othersWaiting),
      idle: user.mirror<IdleWork>(
        { sent: 0, undecided: 0, needSignIn: 0 },
        ({ outbox }) => outbox.idle,
      ),
      retry: async (id) => await (await user.load()).outbox.retry(id),
      replace: async (id, input): Promise<CommandResult<unknown>> =>
        await user.load().then(
          ({ outbox }) => outbox.replace(id, input),
          (thrown: unknown) => ({ kind: 'refused', problem: toProblem(thrown) }),
        ),
      discard: async (id, reason) => await (await user.load()).outbox.discard(id, reason),
    },
    firstSync: user.mirror<ReturnType<Runtime['firstSync']['get']>>(
      null,
      ({ firstSync }) => firstSync,
    ),
    typing: user.mirror(false, ({ typing }) => typing),
    typed: () => user.now()?.typed() ?? Promise.resolve([]),
    unkept: () => user.now()?.unkept() ?? false,
    recordsKept: () => user.now()?.recordsKept() ?? Promise.resolve(null),
    refresh: (resource, params) =>
      user.now()?.refresh(resource, params) ??
      Promise.reject(new ProblemError(problem('no-token'))),
    watch: (resource, params) => user.now()?.watch(resource, params) ?? emptyView(null),
    draft: (key) => {
      const runtime = user.now()
      if (runtime === null) throw new Error('A draft belongs to somebody who is signed in')
      return runtime.draft(key)
    },
    looked: (subjectId, place, endsAt) =>
      void user.load().then(
        ({ accessLog }) => accessLog.add(subjectId, place, endsAt),
        (thrown: unknown) => report(thrown, 'looks'),
      ),
    kept: (call, input) => user.now()?.keptAnswers.read(call, input) ?? Promise.resolve(null),
    leaseLeftMs: () => user.now()?.leaseLeftMs() ?? Promise.resolve(null),
    seen: (subjectId) => user.now()?.seen(subjectId) ?? Promise.resolve(null),
    run: async (command, input, seen, again) => {
      try {
        return await (await user.load()).run(command, input, seen, again)
      } catch (thrown) {
        report(thrown, command.name)
        return { kind: 'refused', problem: toProblem(thrown) }
      }
    },
    ask: async <Input, Value>(
      call: Call<Input, Value>,
      input: Input,
    ): Promise<CallResult<Value>> => {
      try {
        const runtime = call.keeps === true && !services.keepsNothing ? await user.load() : null
        return { kind: 'done', value: await (runtime?.keptAnswers ?? network).ask(call, input) }
      } catch (thrown) {
        report(thrown, call.name)
        return { kind: 'refused', problem: toProblem(thrown) }
      }
    },
    pause: async () => {
      await Promise.race([user.now()?.pause(), clock.sleep(pauseAtMostMs)])
      return () => user.now()?.resume()
    },
    start: async () => {
      stops.push(
        connection.watch(),
        device.onHint(() => connection.hint(device.saysOffline())),
        wakeForWork(),
      )
      const lastContact = await recall()
      stops.push(
        network.serverClock.watch(),
        reportLoss({
          storage,
          offline: connection.offline,
          device,
          // A new group: the one before went with the databases.
          send: (lost) =>
            network.tellIdle({ group: services.newId(), ends: [], discards: [], lost }),
          report,
        }),
        // Before the hello of a sign-in: what the browser promises decides how long the device may
        // do without the server.
        session.subscribe(() => {
          const { status } = session.get()
          const isHere = status === 'refreshing' || status === 'signed-in'
          if (storage.get().persisted === null && isHere) void storage.ask()
        }),
      )
      await session.start()
      stops.push(
        sweepNowAndThen({
          device: deviceStore,
          keys,
          clock,
          open: () => user.now()?.store()?.name,
          report,
        }),
      )
      if (session.get().status === 'signed-out') return
      if (lastContact !== null) connection.restore(lastContact)
      // Nothing that needs a credential can say soon that there is no connection: the provider
      // alone may take half a minute.
      void network.probeServer()
    },
    close: async () => {
      for (const stop of stops.splice(0)) stop()
      await user.close()
      channel.close()
      services.vault.close()
      outboxStore.close()
      deviceStore.close()
    },
  }
}
