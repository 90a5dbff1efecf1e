import type { Principal } from '../../domain/access/principal'
import { rosterScope, subjectScope } from '../../domain/sync/scopes'
import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { Me } from '../../domain/user/me'
import type { KeyOwner } from '../../platform/vault'
import { onceReached } from '../connection/connection'
import type { EndedSession, Observable, Outbox, RecordsKept, Runtime } from '../define'
import { createDrafts, openDrafts } from '../drafts/drafts'
import { createOpener } from '../outbox/waiting'
import { createPageWorker } from '../pull/worker-client'
import type { RuntimeOptions } from '../runtime-options'
import { isOlder } from '../../domain/release/older'
import { clientVersion } from '../outbox/push'
import { createLinkHandshake } from '../session/link-handshake'
import { createHandshake } from '../session/handshake'
import { isSame, ownerOf, personOf, signedInOwner } from '../session/session-state'
import { isWholeOf, type CacheStore } from '../store'
import type { KeptAnswers } from '../views/kept-answers'
import { createAccessLog, openAccessStore, type AccessLog } from './access-log'
import { resourceOf, syncServer, type UserContext } from './context'
import { createOpenStore } from './open-store'
import { createReading } from './reading'
import { createWriting } from './writing'

/** What screens read and do once somebody is known. */
export interface UserRuntime extends Pick<
  Runtime,
  | 'watch'
  | 'refresh'
  | 'run'
  | 'draft'
  | 'typing'
  | 'typed'
  | 'unkept'
  | 'recordsKept'
  | 'leaseLeftMs'
  | 'seen'
> {
  readonly outbox: Outbox
  readonly accessLog: Pick<AccessLog, 'add'>
  readonly keptAnswers: Pick<KeptAnswers, 'ask' | 'read'>
  readonly firstSync: Observable<ReturnType<Runtime['firstSync']['get']>>
  /** The store that is open; null: none. */
  store(): CacheStore | null
  /** Opens the store of an owner, in the place of the one before; null: none. Never rejects. */
  useStore(who: KeyOwner | null): Promise<void>
  /** Says hello for an owner and opens the vault with the answer. */
  hello(who: KeyOwner, password?: string): Promise<unknown>
  /** The user's store is open and is about to be shown. Never rejects. */
  ready(principal: Principal): Promise<void>
  /** Why the server holds the session for over, asked without a credential; null: it does not. */
  standing(): Promise<EndedSession | null>
  /** A chosen sign-out: what waits is sent, the user's sessions end. Never rejects. */
  leave(me: Me): Promise<void>
  forgetDrafts(userId: string): Promise<void>
  /** Gives up disposable data. False: there was nothing. Never rejects. */
  makeRoom(): Promise<boolean>
  start(): void
  /** What is typed is kept, and nothing more is sent. */
  pause(): Promise<void>
  resume(): void
  close(): Promise<void>
}

/** A sign-out waits no longer for what the user looked at, milliseconds. */
const reportAtMostMs = 2_000

/** What a store keeps of records; null: none is open. */
const recordsKept = async (open: CacheStore | null): Promise<RecordsKept | null> => {
  if (open === null) return null
  const [cursors, subjects] = await Promise.all([open.cursors(), open.onRoster()])
  const known = new Map(cursors.map((cursor) => [cursor.scope, cursor]))
  const roster = known.get(rosterScope(open.organizationId))
  // Of whom the record is not the user's nothing is missing.
  const isMissing = (subjectId: string): boolean => {
    const cursor = known.get(subjectScope(subjectId))
    return cursor === undefined || (cursor.gone === '' && !isWholeOf(cursor))
  }
  return {
    whole: cursors.filter(
      (cursor) => cursor.subjectId !== '' && isWholeOf(cursor) && cursor.gone === '',
    ).length,
    missing: roster === undefined || !isWholeOf(roster) ? null : subjects.filter(isMissing).length,
    hasRoster: roster?.gone === undefined || roster.gone === '',
  }
}

/**
 * Whether a subject is the user's until an end: to read, and nothing else. False where the store
 * cannot be read: what is written is kept all the same, and the server decides.
 */
const endsByItself = async (open: CacheStore | null, subjectId: string): Promise<boolean> =>
  (await open?.cursor(subjectScope(subjectId)).catch(() => null))?.endsAt !== undefined

const both =
  (...stops: readonly (() => void)[]): (() => void) =>
  () => {
    for (const stop of stops) stop()
  }

/**
 * What reads and writes for a user, wired: handshake, open store, drafts, writing, reading, access
 * log. Fetched when somebody is known, or when work of somebody waits (src/engine/runtime.ts).
 */
export const createUserRuntime = (
  context: UserContext,
  options: Pick<RuntimeOptions, 'firstScreen' | 'following' | 'listening'> & {
    /** Other tabs hear that the user leaves. */
    readonly sayLeaving: () => void
  },
): UserRuntime => {
  const { services, network, session, entities } = context
  const { device, vault, report } = services
  const { clock, connection } = network
  const worker = createPageWorker({ vault, clock: services.clock })
  const opener = createOpener(services.outboxStore)
  const resource = resourceOf(entities)
  const drafts = createDrafts({
    store: openDrafts(services.environment),
    owner: () => store.current(),
    clock: { ...clock, now: () => Math.max(clock.now(), connection.get().lastContactAt ?? 0) },
    exclusively: (name, work, impatience) => device.exclusively(name, work, impatience),
    keepsNothing: services.keepsNothing,
    report,
  })
  const { hello } = syncServer(context)
  const handshake = services.byLink
    ? createLinkHandshake(services.newId)
    : createHandshake({
        outbox: services.outboxStore,
        vault,
        server: {
          hello: async (given, organizationId) => {
            const answer = await hello(given, organizationId)
            services.outdated.set(isOlder(given.clientVersion, answer.minClient))
            return answer
          },
        },
        clock: services.clock,
        serverTime: network.serverTime,
        newId: services.newId,
        clientVersion,
        isOwner: (asked) => isSame(session.owner(), asked),
        leaseMs: services.storage.leaseMs,
        onFresh: async (owner) => {
          await services.deviceStore.deleteCaches((known) => isSame(known, owner))
          if (isSame(store.current(), owner)) await session.reopen()
        },
      })
  const store = createOpenStore(services, {
    tables: entities.tables,
    session,
    hello: handshake.again,
    follower: {
      leaving: async () => {
        worker.end()
        await drafts.leave()
      },
      left: opener.forget,
      follow: (opened) => both(drafts.follow(opened), reading.ends.follow(opened)),
      changed: () => {
        if (follows) reading.follow.look()
      },
    },
  })
  const identity = async (subjectId: string): Promise<SeenIdentity | null> => {
    const open = store.current()
    return open === null ? null : await entities.identityIn(open, subjectId)
  }
  const isOnlyRead = (subjectId: string): Promise<boolean> =>
    endsByItself(store.current(), subjectId)
  const writing = createWriting(
    context,
    { store, handshake, opener, identity, isOnlyRead },
    options.sayLeaving,
  )
  const reading = createReading(
    context,
    { store, handshake, opener, worker, sending: writing.sender.sending },
    options,
  )
  const accessLog = createAccessLog({
    store: openAccessStore(services.environment),
    // What a link gives out the server writes down itself.
    owner: () => (services.byLink ? null : signedInOwner(session.get())),
    viewer: () => {
      const { status, me } = session.get()
      return !services.byLink && status === 'signed-in' && me !== null ? ownerOf(me) : null
    },
    send: (given, { userId, organizationId }) =>
      network.ask(entities.protocol.looked, given, {
        organizationId,
        userId: personOf(userId),
      }),
    group: handshake.group,
    clock,
    offline: connection.offline,
    report,
  })
  const stops: (() => void)[] = []
  /** Whether the store is kept true in the background. */
  let follows = false

  return {
    outbox: writing.list,
    accessLog,
    firstSync: reading.firstSync,
    typing: drafts.typing,
    store: store.current,
    useStore: store.use,
    hello: handshake.again,
    ready: async (principal) => {
      try {
        await reading.views.ahead(
          ((await options.firstScreen?.(principal)) ?? []).map(({ resource: name, params }) => ({
            resource: resource(name),
            params,
          })),
        )
      } catch (thrown) {
        report(thrown, 'first-screen')
      }
    },
    ...writing.session,
    leave: async (me) => {
      // Under their credential: what is not reported now waits until they sign in here again.
      await Promise.race([accessLog.report(), clock.sleep(reportAtMostMs)])
      await writing.session.leave(me)
    },
    forgetDrafts: drafts.forgetUser,
    makeRoom: () => reading.makeRoom([], false),
    watch: reading.views.watch,
    refresh: reading.refresh,
    keptAnswers: reading.keptAnswers,
    run: writing.run,
    draft: drafts.of,
    typed: drafts.typed,
    unkept: drafts.unkept,
    recordsKept: () => recordsKept(store.current()),
    leaseLeftMs: async () => {
      const owner = vault.owner()
      if (owner === null) return null
      try {
        const known = (await vault.known()).find((one) => isSame(one, owner))
        return known === undefined ? null : known.leaseUntil - services.clock.now()
      } catch (thrown) {
        report(thrown, 'lease')
        return null
      }
    },
    seen: (subjectId) =>
      identity(subjectId).catch((thrown: unknown) => {
        report(thrown, 'seen')
        return null
      }),
    pause: async () => {
      await Promise.all([drafts.flush(), writing.sender.pause()])
    },
    resume: writing.sender.resume,
    start: () => {
      follows = options.following !== false
      stops.push(
        device.onLeave(() => void drafts.flush()),
        onceReached(
          connection,
          () => void drafts.start().catch((thrown: unknown) => report(thrown, 'drafts')),
        ),
        writing.start(),
        accessLog.start(),
        // What they looked at and could not report when they were last signed in here.
        session.subscribe(() => void accessLog.report()),
        reading.keptAnswers.follow(),
        ...(follows ? [reading.follow.start()] : []),
      )
    },
    close: async () => {
      for (const stop of stops.splice(0)) stop()
      await drafts.flush()
      for (const part of [drafts, accessLog, store, worker]) part.close()
      reading.ends.stop()
    },
  }
}
