import { meSchema } from '../../domain/user/me'
import { lists, readAnswer, type Identified, type Resource } from '../define'
import type { Opener } from '../outbox/waiting'
import type { createPageWorker } from '../pull/worker-client'
import { createPulling } from '../pull/pulling'
import type { PullQuestion } from '../protocol'
import type { RuntimeOptions } from '../runtime-options'
import type { CacheStore } from '../store'
import type { Handshake } from '../session/handshake'
import { createMakeRoom } from '../store/eviction'
import { createKeptAnswers } from '../views/kept-answers'
import { createLiveViews } from '../views/live-views'
import { createRefresh } from '../views/refresh'
import { isSame, ownerOf } from '../session/session-state'
import { memberEpoch, renewHandshake } from './member-handshake'
import type { OpenStore } from './open-store'
import { commandOf, type MemberWorld } from './world'

interface ReadingParts {
  readonly store: OpenStore
  readonly handshake: Handshake
  readonly opener: Opener
  readonly worker: ReturnType<typeof createPageWorker>
  readonly sending: Parameters<typeof createLiveViews>[0]['sending']
}

/** Asks the server what changed; the answer stays text, for a worker to read. */
const createQuestion =
  ({ network, catalogue }: MemberWorld) =>
  async (question: PullQuestion, organizationId: string, once: boolean): Promise<string> => {
    const request = catalogue.protocol.pull.request(question)
    if (request.via !== 'graphql') throw new Error('A pull is a query')
    return (await network.sender.send({
      ...request.operation,
      organizationId,
      noRetry: once,
      asText: true,
    })) as string
  }

/** Takes over who she is from an answer, where it is still hers. */
const createAdoption =
  ({ ground, session, catalogue }: MemberWorld) =>
  async (value: unknown, organizationId: string): Promise<void> => {
    const known = readAnswer(
      (given) => meSchema.parse(given),
      value,
      ground.report,
      catalogue.protocol.pull.name,
    )
    const { status, me: signedIn } = session.get()
    if (
      status === 'signed-in' &&
      signedIn?.id === known.id &&
      signedIn.actingOrganization.id === organizationId &&
      known.actingOrganization.id === organizationId
    )
      await session.adopt(known)
  }

/** The server's pokes; absent: nobody listens. */
const streamOf = (
  { ground, network, session }: MemberWorld,
  { listening }: Pick<RuntimeOptions, 'listening'>,
) =>
  listening === false
    ? {}
    : {
        stream: {
          api: network.api,
          fetch: network.fetch,
          clock: ground.clock,
          random: ground.random,
          session: session.get,
          token: network.token,
          lost: () => void network.probeServer(),
          report: ground.report,
        },
      }

/** The reading half of a member's runtime: live views, and what keeps the store true. */
export const createMemberReading = (
  world: MemberWorld,
  { store, handshake, opener, worker, sending }: ReadingParts,
  options: Pick<RuntimeOptions, 'listening'>,
) => {
  const { ground, network, session, entities } = world
  const { device, outboxStore, outboxRows, storage, stale, breathe, later, report } = ground
  const { clock, connection } = network
  const views = createLiveViews({
    store: store.current,
    problem: store.problem,
    outbox: outboxRows,
    opener,
    command: commandOf(entities),
    offline: connection.offline,
    sending,
    now: clock.now,
    later,
    after: ground.clock.after,
    breathe,
    report,
    evicted: (asked, scope) => {
      void pulling.screen(asked, scope, true).catch((thrown: unknown) => report(thrown, 'pull'))
    },
    unopened: (asked, scope) => pulling.anew(asked, scope),
  })
  const makeRoom = createMakeRoom({
    store: store.current,
    entities,
    device: ground.deviceStore,
    shown: views.shown,
    now: clock.now,
    given: () => storage.crowded(true),
    report,
  })
  /**
   * The open store, once the page is its owner's: it is opened a moment before, and what is asked in
   * between is asked for nobody.
   */
  const ownStore = (): CacheStore | null => {
    const open = store.current()
    const { status, me } = session.get()
    return open !== null && status === 'signed-in' && me !== null && isSame(ownerOf(me), open)
      ? open
      : null
  }
  const pulling = createPulling({
    resources: entities.resources as readonly Resource<never, Identified>[],
    ask: createQuestion(world),
    wire: (data) => world.catalogue.protocol.pull.wire(data),
    worker: ground.worksInPage ? null : worker,
    server: {
      group: handshake.group,
      epoch: () => memberEpoch(session, handshake),
      renewHandshake: () => renewHandshake(session, handshake),
    },
    adoptMe: createAdoption(world),
    store: ownStore,
    session,
    outbox: outboxStore,
    outboxRows,
    clock,
    deviceClock: ground.clock,
    random: ground.random,
    device,
    report,
    told: connection.told,
    behind: connection.behind,
    shownSubjects: views.shownSubjects,
    news: stale.count,
    found: (subjects) => {
      if (subjects === 'many' || views.shownSubjects().some((id) => subjects.includes(id)))
        stale.tellSoon(world.catalogue.found)
    },
    listsChanged: () => stale.tellSoon([lists]),
    ...streamOf(world, options),
    offline: connection.offline,
    fetchesAhead: !ground.keepsNothing,
    doubted: () => void network.probeServer(),
    principal: () => session.get().principal,
    refused: () => void session.refreshMe(),
    makeRoom,
    crowded: storage.crowded,
    free: () => device.freeBytes?.() ?? Promise.resolve(null),
    watched: (asked) => entities.watchedOf(asked, breathe),
    forgetUnauthorised: (asked, principal) => entities.forgetUnauthorised(asked, principal),
  })
  const refresh = createRefresh({
    sender: network.sender,
    cache: store.current,
    screen: pulling.screen,
    news: stale.count,
    now: clock.now,
    older: (question, organizationId) =>
      network.ask(world.catalogue.protocol.older, question, { organizationId }),
    report,
  })
  const keptAnswers = createKeptAnswers({
    store: ownStore,
    session,
    answerTo: async (call, input) => {
      const request = call.request(input)
      if (request.via !== 'graphql') throw new Error('What is kept is a query')
      return await network.sender.send(request.operation)
    },
    now: clock.now,
    report,
  })
  return { views, makeRoom, pulling, refresh, keptAnswers }
}
