import type { Entities } from '../catalogue'
import type { CacheStore, DeviceStore, StoredCursor } from '.'

/**
 * Text given up at once, characters: some ten times what a long note with its seal takes, and what
 * a browser needs to notice.
 */
const wantedText = 4_000_000
/** A subject somebody looked at so lately may be on the screen of another tab. */
const inUseMs = 10 * 60_000

/** What an eviction may know of the scopes that are kept. */
interface Circumstances {
  /** Scopes on this tab's screen, or being fetched. */
  readonly shown: ReadonlySet<string>
  /** Subjects on the user's watch list, by id. */
  readonly watched: ReadonlySet<string>
  /** Epoch milliseconds. */
  readonly now: number
  readonly onlyUnopened: boolean
}

/**
 * Scopes of subjects in the order in which they are given up: whom nobody opened nor watches, the
 * oldest answer first; then whom somebody opened, the longest ago first; the watched last. Never
 * the roster, the user's own scope, nor what is shown. Pure.
 */
export const evictionOrder = (
  cursors: readonly StoredCursor[],
  { shown, watched, now, onlyUnopened }: Circumstances,
): readonly string[] => {
  const isUnopened = ({ usedAt, subjectId }: StoredCursor): boolean =>
    usedAt === undefined && !watched.has(subjectId)
  return cursors
    .filter(
      ({ scope, subjectId, cursor, building, gone, usedAt = -Infinity }) =>
        subjectId !== '' &&
        gone === '' &&
        (cursor !== '' || building !== null) &&
        !shown.has(scope) &&
        now - usedAt > inUseMs,
    )
    .filter((cursor) => !onlyUnopened || isUnopened(cursor))
    .toSorted(
      (a, b) =>
        Number(!isUnopened(a)) - Number(!isUnopened(b)) ||
        Number(watched.has(a.subjectId)) - Number(watched.has(b.subjectId)) ||
        (a.usedAt ?? 0) - (b.usedAt ?? 0) ||
        a.asOf - b.asOf ||
        (a.scope < b.scope ? -1 : 1),
    )
    .map(({ scope }) => scope)
}

/**
 * Gives up what can be fetched again, so that what a person writes finds room: rows of sized tables
 * first, the user's stores of other organisations, then subjects by `evictionOrder`, until enough
 * is free. The outbox, drafts and the vault are other databases, and are not touched. Never
 * rejects; false: there was nothing to give up.
 */
export const makeRoom = async (options: {
  readonly store: CacheStore | null
  readonly device: Pick<DeviceStore, 'caches' | 'deleteCaches'>
  readonly circumstances: (store: CacheStore) => Promise<Circumstances>
  /** Receipts that speak of subjects' rows. */
  readonly isReceipt: (id: string) => boolean
  readonly report: (thrown: unknown, where: string) => void
}): Promise<boolean> => {
  const { store, device, report } = options
  let given = false
  try {
    if (store === null || store.isClosed()) return false
    // Before all else: readings are the largest of what is kept, and the server has them all.
    if ((await store.trimSized(0)) > 0) given = true
    const isOther = ({
      userId,
      organizationId,
    }: {
      readonly userId: string
      readonly organizationId: string
    }): boolean => userId === store.userId && organizationId !== store.organizationId
    if ((await device.caches()).some(isOther)) {
      await device.deleteCaches(isOther)
      given = true
    }
    let freed = 0
    for (const scope of evictionOrder(await store.cursors(), await options.circumstances(store))) {
      freed += await store.evict(scope, options.isReceipt)
      given = true
      if (freed >= wantedText) break
    }
  } catch (thrown) {
    report(thrown, 'room')
  }
  return given
}

/**
 * Gives up disposable data of the open store for room (`eviction`); never `keep`, and with `onlyUnopened` nobody whom somebody opened. False: there was
 * nothing. Never rejects.
 */
export const createMakeRoom =
  (options: {
    readonly store: () => CacheStore | null
    readonly entities: Pick<Entities, 'isSubjectReceipt' | 'watchedOf'>
    readonly device: Pick<DeviceStore, 'caches' | 'deleteCaches'>
    readonly shown: () => readonly string[]
    readonly now: () => number
    readonly given: () => void
    readonly report: (thrown: unknown, where: string) => void
  }) =>
  async (keep: readonly string[], onlyUnopened: boolean): Promise<boolean> => {
    const { device, report } = options
    try {
      const { isSubjectReceipt, watchedOf } = options.entities
      const given = await makeRoom({
        store: options.store(),
        device,
        isReceipt: isSubjectReceipt,
        report,
        circumstances: async (store) => ({
          shown: new Set([...keep, ...options.shown()]),
          watched: await watchedOf(store),
          now: options.now(),
          onlyUnopened,
        }),
      })
      if (given) options.given()
      return given
    } catch (thrown) {
      report(thrown, 'room')
      return false
    }
  }
