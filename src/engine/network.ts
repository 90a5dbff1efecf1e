import { ownerOf } from '../platform/auth'
import type { Clock } from '../platform/clock'
import { createSender, type Fetch } from '../platform/graphql'
import { askJson } from '../platform/rest'
import { createConnection, createReachability } from './connection/connection'
import { createServerClock, createServerTime } from './connection/server-clock'
import { readAnswer, type Call, type OnlineCommand } from './define'
import type { DeviceServices } from './device-services'
import type { RuntimeOptions } from './runtime-options'
import type { SessionControl } from './session/session'
import { createClockMemory, writeLastContact } from './session/session-record'
import { personOf, signedInOwner } from './session/session-state'

/**
 * The session's own credential, or null. A frozen or restored tab may hold that of an earlier user,
 * which is never used. Rejects when a refresh needs a missing network.
 */
export const createOwnToken =
  (auth: { idToken(force?: boolean): Promise<string | null> }, owner: () => string | undefined) =>
  async (force?: boolean): Promise<string | null> => {
    const token = await auth.idToken(force)
    const user = owner()
    const holder = token === null ? null : ownerOf(token)
    return holder !== null && user !== undefined && holder !== personOf(user) ? null : token
  }

/** The server's time, as every answer of our own origin tells it. */
const createTimes = ({ clock, device, deviceStore, report }: DeviceServices) => ({
  serverClock: createServerClock(clock, device, createClockMemory(deviceStore, report)),
  serverTime: createServerTime({ clock, device }),
})

/** How the page speaks with its server, and whether it can. */
export const createNetwork = (
  services: DeviceServices,
  { config, auth, link, ...options }: Pick<RuntimeOptions, 'config' | 'auth' | 'fetch' | 'link'>,
  session: () => SessionControl,
) => {
  const { random, report, telemetry, newId } = services
  const send: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const { serverClock, serverTime } = createTimes(services)
  const clock: Clock = { ...services.clock, now: serverClock.now }
  const api = `${config.origin}${config.basePath}`
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
      const { status } = session().get()
      if (status === 'signed-in') {
        const [isThere] = await Promise.all([probeServer(), session().refreshMe()])
        connection.answersOpenly(isThere && session().get().awaitsSignIn === true)
      }
      if (status === 'signed-out' && connection.offline.get() && (await probeServer()))
        connection.answered()
      if (status === 'locked' && (await probeServer())) {
        connection.answered()
        await session().tryAgain()
      }
    },
    isWaitedFor: () => signedInOwner(session().get()) === null,
    remember: (at) =>
      void writeLastContact(services.deviceStore, at).catch((thrown: unknown) =>
        report(thrown, 'last-contact'),
      ),
  })
  const probeServer = createReachability({
    fetch,
    clock,
    address: `${api}/maintenance`,
    unreachable: (askedAt) => connection.unreachable(askedAt),
  })
  const token =
    link === undefined
      ? createOwnToken(auth, () => session().owner()?.userId)
      : () => Promise.resolve(link.token)
  const sender = createSender({
    url: `${api}/graphql`,
    fetch,
    clock,
    random,
    token,
    scheme: link === undefined ? 'Bearer' : 'Share',
    organizationId: () => session().get().actingOrganizationId,
    userId: () => {
      const { status, me } = session().get()
      return status === 'signed-in' ? (me?.id ?? null) : null
    },
    onUnauthorized: (ended) =>
      void session()
        .end(ended)
        .catch((thrown: unknown) => report(thrown, 'session.end')),
    onContact: connection.contact,
    onTiming: (timing) => telemetry.timed(timing),
  })

  return {
    /** The address of the portal's own service. */
    api,
    /** The device's clock, corrected by the server's. */
    clock,
    serverClock,
    serverTime,
    connection,
    sender,
    fetch,
    token,
    /** Whether the server answers at all, asked without a credential. */
    probeServer,
    /** Tells what asks for no credential. Rejects with ProblemError. */
    tellIdle: (given: object): Promise<unknown> =>
      askJson({ fetch, clock }, `${api}/sync/told`, given),
    /** Asks a call. Rejects with ProblemError. */
    ask: async <Input, Value>(
      call: Call<Input, Value>,
      input: Input,
      who: { readonly organizationId?: string; readonly userId?: string } = {},
    ): Promise<Value> => {
      const request = call.request(input)
      const answer =
        request.via === 'graphql'
          ? await sender.send({ ...request.operation, ...who })
          : await askJson(
              { fetch, clock },
              `${request.base === 'api' ? api : config.origin}${request.path}`,
              request.body,
            )
      return readAnswer((value) => call.wire(value), answer, report, call.name)
    },
    /** Does a command of the session itself, now. Rejects with ProblemError. */
    runNow: async <Input, Value>(
      command: OnlineCommand<Input, Value>,
      input: Input,
    ): Promise<Value> => {
      const answer = await sender.send(
        command.request(input, { id: newId(), capturedAt: services.clock.now() }),
      )
      return readAnswer((value) => command.wire(value), answer, report, command.name).value
    },
  }
}
export type Network = ReturnType<typeof createNetwork>
