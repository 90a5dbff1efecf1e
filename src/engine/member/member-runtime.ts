import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { Principal } from '../../domain/access/principal'
import { rosterScope, subjectScope } from '../../domain/sync/scopes'
import type { Me } from '../../domain/user/me'
import type { KeyOwner } from '../../platform/vault'
import { onceReached } from '../connection/connection'
import type { EndedSession, Observable, Outbox, RecordsKept, Runtime } from '../define'
import { createDrafts } from '../drafts/drafts'
import { createOpener } from '../outbox/waiting'
import { createPageWorker } from '../pull/worker-client'
import type { RuntimeOptions } from '../runtime-options'
import { isSame } from '../session/session-state'
import { isWholeOf, openDrafts, type CacheStore } from '../store'
import type { KeptAnswers } from '../views/kept-answers'
import { createMemberHandshake } from './member-handshake'
import { createMemberLooks, type MemberLooks } from './member-looks'
import { createMemberReading } from './member-reading'
import { createMemberWriting } from './member-writing'
import { createOpenStore } from './open-store'
import { resourceOf, syncServer, type MemberWorld } from './world'

/** What screens read and do once somebody is known. */
export interface MemberRuntime extends Pick<
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
  readonly looks: Pick<MemberLooks, 'note'>
  readonly keptAnswers: Pick<KeptAnswers, 'ask' | 'read'>
  readonly firstSync: Observable<ReturnType<Runtime['firstSync']['get']>>
  /** The store that is open; null: none. */
  store(): CacheStore | null
  /** Opens the store of an owner, in the place of the one before; null: none. Never rejects. */
  useStore(who: KeyOwner | null): Promise<void>
  /** Says hello for an owner and opens the vault with the answer. */
  hello(who: KeyOwner, password?: string): Promise<unknown>
  /** Her store is open and is about to be shown. Never rejects. */
  ready(principal: Principal): Promise<void>
  /** A chosen sign-out: what waits is sent, her sessions end. Never rejects. */
  /** Why the server holds the session for over, asked without a credential; null: it does not. */
  standing(): Promise<EndedSession | null>
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

/** Fetched when somebody is known, or work of somebody waits: src/engine/member-seam.ts. */
export const createMemberRuntime = (
  world: MemberWorld,
  options: Pick<RuntimeOptions, 'firstScreen' | 'following' | 'listening'> & {
    /** Other tabs are told that she leaves. */
    readonly tellLeaving: () => void
  },
): MemberRuntime => {
  const { ground, network, session, entities } = world
  const { device, vault, report } = ground
  const { clock, connection } = network
  const worker = createPageWorker({ vault, clock: ground.clock })
  const opener = createOpener(ground.outboxStore)
  const resource = resourceOf(entities)
  const drafts = createDrafts({
    store: openDrafts(ground.environment),
    owner: () => store.current(),
    clock: { ...clock, now: () => Math.max(clock.now(), connection.get().lastContactAt ?? 0) },
    exclusively: (name, work, impatience) => device.exclusively(name, work, impatience),
    keepsNothing: ground.keepsNothing,
    report,
  })
  const handshake = createMemberHandshake(world, syncServer(world), () => store)
  const store = createOpenStore(ground, {
    tables: entities.tables,
    session,
    hello: handshake.again,
    follower: {
      leaving: async () => {
        worker.end()
        await drafts.leave()
      },
      left: opener.forget,
      follow: (opened) => both(drafts.follow(opened), reading.pulling.ends.follow(opened)),
      changed: () => {
        if (follows) reading.pulling.follow.look()
      },
    },
  })
  const identity = async (subjectId: string): Promise<SeenIdentity | null> => {
    const open = store.current()
    return open === null ? null : await entities.identityIn(open, subjectId)
  }
  const isOnlyRead = (subjectId: string): Promise<boolean> =>
    endsByItself(store.current(), subjectId)
  const writing = createMemberWriting(
    world,
    { store, handshake, opener, identity, isOnlyRead },
    options.tellLeaving,
  )
  const reading = createMemberReading(
    world,
    { store, handshake, opener, worker, sending: writing.sender.sending },
    options,
  )
  const looks = createMemberLooks(world, handshake)
  const stops: (() => void)[] = []
  /** Whether the store is kept true in the background. */
  let follows = false

  return {
    outbox: writing.list,
    looks,
    firstSync: reading.pulling.firstSync,
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
    leave: looks.beforeLeave(writing.session.leave),
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
        return known === undefined ? null : known.leaseUntil - ground.clock.now()
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
        looks.start(),
        reading.keptAnswers.follow(),
        ...(follows ? [reading.pulling.follow.start()] : []),
      )
    },
    close: async () => {
      for (const stop of stops.splice(0)) stop()
      await drafts.flush()
      for (const part of [drafts, looks, store, worker]) part.close()
      reading.pulling.ends.stop()
    },
  }
}
