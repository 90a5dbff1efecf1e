import { problem, ProblemError, toProblem } from '../domain/problem'
import { emptyView, type Call, type CallResult, type CommandResult, type IdleWork, type Outbox, type OutboxItem, type Runtime } from './define'
import { createGround, type Ground } from './ground'
import { createMemberSeam, wakeForWork, type MemberSeam } from './member-seam'
import { createNetwork, type Network } from './network'
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
import { reportLoss } from './store/storage-state'

/**
 * A page that is replaced does not wait longer for what it has on its way: it is sent again, and
 * done once.
 */
const pauseAtMostMs = 2_000

/** What the page has of its tabs: one word to each other about who is signed in. */
const openChannel = ({ device, report }: Ground, session: () => SessionControl) =>
  device.channel(
    'lamplight-session',
    (said) =>
      void session()
        .reread(said === 'leaving')
        .catch((thrown: unknown) => report(thrown, 'session.reread')),
  )

/** Who is signed in. What it opens and closes is the member's runtime. */
const createOwnSession = (
  { catalogue: { account }, auth }: Pick<RuntimeOptions, 'catalogue' | 'auth'>,
  ground: Ground,
  network: Network,
  seam: MemberSeam,
  channel: { post(said: 'changed' | 'leaving'): void },
) => {
  const { vault, clock, deviceStore, report } = ground
  const keys = createKeys({
    vault,
    hello: async (who, password) => await (await seam.load()).hello(who, password),
    clock,
  })
  const session = createSession({
    device: deviceStore,
    auth,
    keys,
    clock,
    own: createOwnRecord(deviceStore, ground.environment.codec),
    server: {
      me: (organizationId) =>
        network.ask(account.me, undefined, organizationId === undefined ? {} : { organizationId }),
      didLogin: () => {
        // Needed next: it arrives meanwhile.
        void seam.load().catch((thrown: unknown) => report(thrown, 'member'))
        return network.runNow(account.didLogin, {})
      },
      actAs: (organizationId) => network.runNow(account.setActingOrganization, { organizationId }),
    },
    useStore: async (who) => {
      const member = await (who === null ? seam.underWay() : seam.load())
      await member?.useStore(who)
    },
    ready: async (principal) => await (await seam.load()).ready(principal),
    deleteStores: (isGoing) => deviceStore.deleteCaches(({ userId }) => isGoing(userId)),
    forgetUser: async (userId) => {
      await (await seam.load()).forgetDrafts(userId)
      await deviceStore.deleteCaches((known) => known.userId === userId)
      if (!isOfActing(userId)) return
      // Nobody comes back to what staff left while they acted: it goes with them.
      await ground.outboxStore.move('all', (row) => (row.author === userId ? 'gone' : row))
      await ground.outboxStore.forgetMeta((id) => id.split(' ').includes(userId))
    },
    flush: async (leaving) => await (await seam.load()).leave(leaving),
    isServerThere: network.probeServer,
    standing: async () => await (await seam.load()).standing(),
    tellOtherTabs: () => channel.post('changed'),
    report,
  })
  return { keys, session }
}

/** The waiting work as screens see it, also before the member's runtime is there. */
const outboxOf = (seam: MemberSeam): Outbox => ({
  ...seam.mirror<readonly OutboxItem[]>([], ({ outbox }) => outbox),
  othersWaiting: seam.mirror(0, ({ outbox }) => outbox.othersWaiting),
  idle: seam.mirror<IdleWork>(
    { sent: 0, undecided: 0, needSignIn: 0 },
    ({ outbox }) => outbox.idle,
  ),
  retry: async (id) => await (await seam.load()).outbox.retry(id),
  replace: async (id, input): Promise<CommandResult<unknown>> =>
    await seam.load().then(
      ({ outbox }) => outbox.replace(id, input),
      (thrown: unknown) => ({ kind: 'refused', problem: toProblem(thrown) }),
    ),
  discard: async (id, reason) => await (await seam.load()).outbox.discard(id, reason),
})

/** What screens do for a member: by its runtime, and nothing where nobody was here. */
const memberWork = (seam: MemberSeam, { clock, report }: Ground) =>
  ({
    outbox: outboxOf(seam),
    firstSync: seam.mirror<ReturnType<Runtime['firstSync']['get']>>(
      null,
      ({ firstSync }) => firstSync,
    ),
    typing: seam.mirror(false, ({ typing }) => typing),
    typed: () => seam.now()?.typed() ?? Promise.resolve([]),
    unkept: () => seam.now()?.unkept() ?? false,
    recordsKept: () => seam.now()?.recordsKept() ?? Promise.resolve(null),
    refresh: (resource, params) =>
      seam.now()?.refresh(resource, params) ??
      Promise.reject(new ProblemError(problem('no-token'))),
    watch: (resource, params) => seam.now()?.watch(resource, params) ?? emptyView(null),
    draft: (key) => {
      const member = seam.now()
      if (member === null) throw new Error('A draft belongs to somebody who is signed in')
      return member.draft(key)
    },
    looked: (subjectId, place, endsAt) =>
      void seam.load().then(
        ({ looks }) => looks.note(subjectId, place, endsAt),
        (thrown: unknown) => report(thrown, 'looks'),
      ),
    kept: (call, input) => seam.now()?.keptAnswers.read(call, input) ?? Promise.resolve(null),
    leaseLeftMs: () => seam.now()?.leaseLeftMs() ?? Promise.resolve(null),
    seen: (subjectId) => seam.now()?.seen(subjectId) ?? Promise.resolve(null),
    run: async (command, input, seen, again) => {
      try {
        return await (await seam.load()).run(command, input, seen, again)
      } catch (thrown) {
        report(thrown, command.name)
        return { kind: 'refused', problem: toProblem(thrown) }
      }
    },
    pause: async () => {
      await Promise.race([seam.now()?.pause(), clock.sleep(pauseAtMostMs)])
      return () => seam.now()?.resume()
    },
  }) satisfies Partial<Runtime>

/** Reads what the device remembers of the server: when it was heard last, epoch milliseconds. */
const recall = async (ground: Ground, network: Network): Promise<number | null> => {
  const { deviceStore, storage, report } = ground
  const [lastContact, offset, known] = await Promise.all([
    readLastContact(deviceStore).catch(() => null),
    readClockOffset(deviceStore).catch(() => 0),
    readServerTime(deviceStore).catch(() => null),
  ])
  network.serverClock.restore(offset, lastContact, known)
  await storage.look().catch((thrown: unknown) => report(thrown, 'storage'))
  return lastContact
}

/**
 * Wires the engine, once per page. Everything but `catalogue`, `config` and `auth` defaults to the
 * browser's own; tests hand in clocks, networks and databases. Nothing throws before `start`: the
 * session's status is 'starting' until the record is read.
 */
export const createEngine = (options: RuntimeOptions): Runtime => {
  const { catalogue } = options
  const ground = createGround(options, async () => (await seam.now()?.makeRoom()) ?? false)
  const { device, deviceStore, storage, clock, report } = ground
  const network = createNetwork(ground, options, () => session)
  const { connection } = network
  const channel = openChannel(ground, () => session)
  const seam = createMemberSeam(async () => {
    const [{ createMemberRuntime }, entities] = await Promise.all([
      import('./member/member-runtime'),
      catalogue.entities({
        sender: network.sender,
        cache: () => seam.now()?.store() ?? null,
        now: network.clock.now,
        report,
      }),
    ])
    return createMemberRuntime(
      { ground, network, session, catalogue, entities },
      { ...options, tellLeaving: () => channel.post('leaving') },
    )
  })
  const { keys, session } = createOwnSession(options, ground, network, seam, channel)
  const stops: (() => void)[] = []

  return {
    ...memberWork(seam, ground),
    session,
    connection,
    storage,
    keepsNothing: ground.keepsNothing,
    generation: ground.generation,
    now: network.clock.now,
    clockOffset: network.serverClock.offset,
    outdated: ground.outdated,
    ask: async <Input, Value>(
      call: Call<Input, Value>,
      input: Input,
    ): Promise<CallResult<Value>> => {
      try {
        const member = call.keeps === true && !ground.keepsNothing ? await seam.load() : null
        return { kind: 'done', value: await (member?.keptAnswers ?? network).ask(call, input) }
      } catch (thrown) {
        report(thrown, call.name)
        return { kind: 'refused', problem: toProblem(thrown) }
      }
    },
    onInvalidated: ground.stale.listen,
    start: async () => {
      stops.push(
        connection.watch(),
        device.onHint(() => connection.hint(device.saysOffline())),
        wakeForWork(ground, session, seam),
      )
      const lastContact = await recall(ground, network)
      stops.push(
        network.serverClock.watch(),
        reportLoss({
          storage,
          offline: connection.offline,
          device,
          // A new group: the one before went with the databases.
          send: (lost) => network.tellIdle({ group: ground.newId(), ends: [], discards: [], lost }),
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
          open: () => seam.now()?.store()?.name,
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
      await seam.close()
      channel.close()
      ground.vault.close()
      ground.outboxStore.close()
      deviceStore.close()
    },
  }
}
