import { ownScope, rosterScope } from '../../domain/sync/scopes'
import type { Principal } from '../../domain/access/principal'
import type { Clock } from '../../platform/clock'
import type { Compute } from '../../platform/compute'
import type { Device } from '../../platform/device'
import type { CacheStore, OutboxStore, OutboxRows } from '../store'
import type { Identified, Observable, Resource } from '../define'
import { createApplyInWorker, type PullWorker } from './worker-client'
import { createFirstSync, createPrefetch } from './prefetch'
import { createRedaction } from '../outbox/redact-revoked'
import { pokeStream } from '../connection/poke-stream'
import { createPull } from './pull'
import type { PullQuestion, PullAnswer } from '../protocol'
import { createFollow } from './follow'
import { askAnew, createScreenPull } from './on-screen'
import { createScopeEnds } from './scope-ends'

interface ReadingOptions {
  readonly resources: readonly Resource<never, Identified>[]
  readonly ask: (question: PullQuestion, organizationId: string, once: boolean) => Promise<string>
  readonly wire: (data: unknown) => PullAnswer
  /**
   * Where answers are read and sealed off the page's thread; null: nowhere. `key`: of the store's
   * owner, null while locked.
   */
  readonly worker: {
    readonly compute: Compute<PullWorker>
    readonly key: (store: CacheStore) => CryptoKey | null
  } | null
  readonly server: {
    readonly group: () => Promise<string>
    readonly epoch: () => Promise<string>
    readonly renewHandshake: () => Promise<void>
  }
  readonly adoptMe: (value: unknown, organizationId: string) => Promise<void>
  /** The open store of who is signed in; null: none. */
  readonly store: () => CacheStore | null
  /** Who is signed in. */
  readonly session: Pick<Observable<unknown>, 'subscribe'>
  readonly outbox: OutboxStore
  readonly outboxRows: OutboxRows
  readonly clock: Pick<Clock, 'now' | 'after' | 'sleep'>
  /** The clocks of the device, as nobody corrected them. */
  readonly deviceClock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly random: () => number
  readonly device: Pick<Device, 'isVisible' | 'channel' | 'onHint'>
  readonly offline: Observable<boolean>
  /** The server's pokes; absent: nobody listens. */
  readonly stream?: Parameters<typeof pokeStream>[0]
  readonly shownSubjects: () => readonly string[]
  /** How often screens were told of news. */
  readonly news: () => number
  readonly told: (is: boolean) => void
  readonly behind: (is: boolean) => void
  readonly found: (subjects: readonly string[] | 'many') => void
  /** One of the organisation's lists changed. */
  readonly listsChanged: () => void
  /** Whether the whole roster is fetched ahead. */
  readonly fetchesAhead: boolean
  readonly doubted: () => void
  /** Of whoever is signed in; null: nobody. */
  readonly principal: () => Principal | null
  readonly refused: () => void
  /**
   * Gives up disposable data where the disk is full; never `keep`, and with `onlyUnopened` nobody
   * whom somebody opened. False: there was none.
   */
  readonly makeRoom: (keep: readonly string[], onlyUnopened: boolean) => Promise<boolean>
  readonly free: () => Promise<number | null>
  readonly crowded: (is: boolean) => void
  /** Subjects on the user's watch list, by id: they are fetched before the others. */
  readonly watched: (store: CacheStore) => Promise<ReadonlySet<string>>
  readonly forgetUnauthorised: (store: CacheStore, principal: Principal | null) => Promise<void>
  readonly report: (thrown: unknown, where: string) => void
}

/**
 * The sync protocol's reading half, wired: what screens ask for, what is followed, what is fetched
 * ahead.
 */
export const createPulling = (options: ReadingOptions) => {
  const { clock, device, report, store } = options
  const keep = createApplyInWorker({
    resources: options.resources,
    wire: options.wire,
    me: { entity: 'Me', adopt: options.adoptMe },
    report,
    breathe: () => clock.sleep(0),
    worker: options.worker,
  })
  const ends = createScopeEnds({
    clock: options.deviceClock,
    now: clock.now,
    later: (call) => clock.after(1_000, call),
    report,
  })
  const pull = createPull({ ask: options.ask, keep, ...options.server, now: clock.now, ends })
  const makeRoom = (keep: readonly string[]): Promise<boolean> => options.makeRoom(keep, false)
  const unkept = async (asked: CacheStore): Promise<readonly string[]> => {
    const kept = new Set((await asked.cursors()).map(({ scope }) => scope))
    const opened = await Promise.all(
      options.resources
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
  const mayGoOn = (asked: CacheStore): boolean =>
    options.fetchesAhead &&
    store() === asked &&
    !asked.isClosed() &&
    follow.leads() &&
    !options.offline.get()
  const ahead = createPrefetch({
    pull,
    clock,
    mayGoOn,
    unkept,
    free: options.free,
    crowded: options.crowded,
    watched: options.watched,
    makeRoom: () => options.makeRoom([], true),
  })
  const follow = createFollow({
    pull,
    ahead,
    clock,
    device,
    store,
    report,
    random: options.random,
    scopes: (organizationId) => ({
      often: [rosterScope(organizationId)],
      seldom: [ownScope(organizationId)],
    }),
    offline: options.offline,
    ...(options.stream === undefined ? {} : { stream: pokeStream(options.stream) }),
    shownSubjects: options.shownSubjects,
    told: options.told,
    behind: options.behind,
    found: options.found,
    listsChanged: options.listsChanged,
    doubted: options.doubted,
    rights: () => {
      const now = options.principal()
      return now === null ? '' : [...now.permissions, ...now.features].toSorted().join(' ')
    },
    forget: async (opened) => {
      await options.forgetUnauthorised(opened, options.principal())
    },
    refused: options.refused,
    makeRoom,
  })
  const redaction = createRedaction({
    outbox: options.outbox,
    reading: options.outboxRows,
    later: (call) => clock.after(1_000, call),
    report,
  })
  const firstSync = createFirstSync({ own: ahead.firstSync, store, device, clock })
  let followed: CacheStore | null = null
  /** The store, or who is signed in, may be another. */
  const look = (): void => {
    if (store() === followed) return
    followed = store()
    redaction.follow(followed)
    follow.restart()
  }
  const screen = createScreenPull({ pull, news: options.news, report, makeRoom })
  return {
    screen,
    anew: (asked: CacheStore, scope: string): Promise<void> => askAnew(asked, scope, screen),
    firstSync: firstSync.shown,
    ends: { follow: ends.follow, stop: ends.stop },
    follow: {
      start: (): (() => void) => {
        followed = store()
        redaction.follow(followed)
        const stops = [
          firstSync.start(),
          follow.start(),
          options.session.subscribe(look),
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
