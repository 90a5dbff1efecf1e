import { ownScope, rosterScope } from '../../domain/sync/scopes'
import { meSchema } from '../../domain/user/me'
import { pokeStream } from '../connection/poke-stream'
import { lists, readAnswer, type Identified, type Observable, type Resource } from '../define'
import { createRedaction } from '../outbox/redact-revoked'
import type { Opener } from '../outbox/waiting'
import type { PullQuestion } from '../protocol'
import { createFollow } from '../pull/follow'
import { askAnew, createScreenPull } from '../pull/on-screen'
import { createFirstSync, createPrefetch } from '../pull/prefetch'
import { createPull } from '../pull/pull'
import { createScopeEnds } from '../pull/scope-ends'
import { createApplyInWorker, type createPageWorker } from '../pull/worker-client'
import type { RuntimeOptions } from '../runtime-options'
import type { Handshake } from '../session/handshake'
import { isSame, ownerOf } from '../session/session-state'
import type { CacheStore } from '../store'
import { createMakeRoom } from '../store/eviction'
import { createKeptAnswers } from '../views/kept-answers'
import { createLiveViews } from '../views/live-view'
import { createRefresh } from '../views/refresh'
import { commandOf, meetEpoch, serverEpoch, type UserContext } from './context'
import type { OpenStore } from './open-store'

interface ReadingParts {
  readonly store: OpenStore
  readonly handshake: Handshake
  readonly opener: Opener
  readonly worker: ReturnType<typeof createPageWorker>
  /** Commands on their way to the server, by id. */
  readonly sending: Observable<ReadonlySet<string>>
}

/**
 * The reading half of a user's runtime: live views of the open store, and what keeps the store true.
 * That is what screens ask for, what is followed in the background, what is fetched ahead, and what
 * ends by itself.
 */
export const createReading = (
  { services, network, session, catalogue, entities }: UserContext,
  { store: open, handshake, opener, worker, sending }: ReadingParts,
  { listening }: Pick<RuntimeOptions, 'listening'>,
) => {
  const { device, outboxStore, outboxRows, storage, invalidation, breathe, later, report } =
    services
  const { clock, connection, sender } = network
  const { pull: pullCall, older } = entities.protocol
  const resources = entities.resources as readonly Resource<never, Identified>[]

  /**
   * The open store, once the page is its owner's: it is opened a moment before, and what is asked in
   * between is asked for nobody.
   */
  const store = (): CacheStore | null => {
    const cache = open.current()
    const { status, me } = session.get()
    return cache !== null && status === 'signed-in' && me !== null && isSame(ownerOf(me), cache)
      ? cache
      : null
  }

  const views = createLiveViews({
    store: open.current,
    problem: open.problem,
    outbox: outboxRows,
    opener,
    command: commandOf(entities),
    offline: connection.offline,
    sending,
    now: clock.now,
    later,
    after: services.clock.after,
    breathe,
    report,
    evicted: (asked, scope) => {
      void screen(asked, scope, true).catch((thrown: unknown) => report(thrown, 'pull'))
    },
    unopened: (asked, scope) => askAnew(asked, scope, screen),
  })
  const makeRoom = createMakeRoom({
    store: open.current,
    entities,
    device: services.deviceStore,
    shown: views.shown,
    now: clock.now,
    given: () => storage.crowded(true),
    report,
  })
  const makeRoomBut = (keep: readonly string[]): Promise<boolean> => makeRoom(keep, false)

  /** Asks the server what changed; the answer stays text, for a worker to read. */
  const ask = async (
    question: PullQuestion,
    organizationId: string,
    once: boolean,
  ): Promise<string> => {
    const request = pullCall.request(question)
    if (request.via !== 'graphql') throw new Error('A pull is a query')
    return (await sender.send({
      ...request.operation,
      organizationId,
      noRetry: once,
      asText: true,
    })) as string
  }
  /** Takes over who the user is from an answer, where it is still theirs. */
  const adoptMe = async (value: unknown, organizationId: string): Promise<void> => {
    const known = readAnswer((given) => meSchema.parse(given), value, report, pullCall.name)
    const { status, me: signedIn } = session.get()
    if (
      status === 'signed-in' &&
      signedIn?.id === known.id &&
      signedIn.actingOrganization.id === organizationId &&
      known.actingOrganization.id === organizationId
    )
      await session.adopt(known)
  }
  const ends = createScopeEnds({ clock: services.clock, now: clock.now, later, report })
  const pull = createPull({
    ask,
    keep: createApplyInWorker({
      resources,
      wire: (data) => pullCall.wire(data),
      me: { entity: 'Me', adopt: adoptMe },
      report,
      breathe: () => clock.sleep(0),
      worker: services.worksInPage ? null : worker,
    }),
    group: handshake.group,
    epoch: () => serverEpoch(session, handshake),
    renewHandshake: (epoch) => meetEpoch(session, handshake, epoch),
    now: clock.now,
    ends,
  })
  const screen = createScreenPull({ pull, news: invalidation.count, report, makeRoom: makeRoomBut })

  /** Scopes of the roster's subjects that are not kept: given up for room. */
  const unkept = async (asked: CacheStore): Promise<readonly string[]> => {
    const kept = new Set((await asked.cursors()).map(({ scope }) => scope))
    const opened = await Promise.all(
      resources
        .filter((resource) => resource.entity !== null)
        .filter(({ opens }) => opens('') !== null)
        .map(async ({ table, opens }) =>
          (await asked.rows(table, { by: 'all' })).flatMap(({ id, scopes = [] }) =>
            scopes.length === 0 ? [] : (opens(id) ?? []),
          ),
        ),
    )
    return [...new Set(opened.flat())].filter((scope) => !kept.has(scope))
  }
  const ahead = createPrefetch({
    pull,
    clock,
    // Where nothing outlives the page the whole roster is not fetched ahead.
    mayGoOn: (asked) =>
      !services.keepsNothing &&
      store() === asked &&
      !asked.isClosed() &&
      follow.leads() &&
      !connection.offline.get(),
    unkept,
    free: () => device.freeBytes?.() ?? Promise.resolve(null),
    crowded: storage.crowded,
    watched: (asked) => entities.watchedOf(asked, breathe),
    makeRoom: () => makeRoom([], true),
  })
  const follow = createFollow({
    pull,
    ahead,
    clock,
    device,
    store,
    report,
    random: services.random,
    scopes: (organizationId) =>
      // By a link there is one record, and its screens ask for it.
      services.byLink
        ? { often: [], seldom: [] }
        : { often: [rosterScope(organizationId)], seldom: [ownScope(organizationId)] },
    offline: connection.offline,
    ...(listening === false || services.byLink
      ? {}
      : {
          stream: pokeStream({
            api: network.api,
            fetch: network.fetch,
            clock: services.clock,
            random: services.random,
            session: session.get,
            token: network.token,
            lost: () => void network.probeServer(),
            report,
          }),
        }),
    shownSubjects: views.shownSubjects,
    told: connection.told,
    behind: connection.behind,
    found: (subjects) => {
      if (subjects === 'many' || views.shownSubjects().some((id) => subjects.includes(id)))
        invalidation.announceSoon(catalogue.found)
    },
    listsChanged: () => invalidation.announceSoon([lists]),
    doubted: () => void network.probeServer(),
    rights: () => {
      const { principal } = session.get()
      return principal === null
        ? ''
        : [...principal.permissions, ...principal.features].toSorted().join(' ')
    },
    forget: (asked) => entities.forgetUnauthorised(asked, session.get().principal),
    refused: () => void session.refreshMe(),
    makeRoom: makeRoomBut,
  })
  const redaction = createRedaction({ outbox: outboxStore, reading: outboxRows, later, report })
  const firstSync = createFirstSync({ own: ahead.firstSync, store, device, clock })

  let followed: CacheStore | null = null
  /** The store, or who is signed in, may be another. */
  const look = (): void => {
    if (store() === followed) return
    followed = store()
    redaction.follow(followed)
    follow.restart()
  }

  const refresh = createRefresh({
    sender,
    cache: open.current,
    screen,
    news: invalidation.count,
    now: clock.now,
    older: (question, organizationId) => network.ask(older, question, { organizationId }),
    report,
  })
  const keptAnswers = createKeptAnswers({
    store,
    session,
    answerTo: async (call, input) => {
      const request = call.request(input)
      if (request.via !== 'graphql') throw new Error('What is kept is a query')
      return await sender.send(request.operation)
    },
    now: clock.now,
    report,
  })

  return {
    views,
    makeRoom,
    refresh,
    keptAnswers,
    firstSync: firstSync.shown,
    ends: { follow: ends.follow, stop: ends.stop },
    follow: {
      /** Keeps the store true in the background. Returns the way to stop. */
      start: (): (() => void) => {
        followed = store()
        redaction.follow(followed)
        const stops = [
          firstSync.start(),
          follow.start(),
          session.subscribe(look),
          () => redaction.follow(null),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      },
      look,
    },
  }
}
