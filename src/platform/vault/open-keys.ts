import type { Clock } from '../../domain/time/clock'
import type { SigningKey } from './contract'
import type { Entries } from './entries'
import type { KeyOwner, KeyShare, SharedKeys } from './key-share'
import { isLeaseOver } from './lease'
import type { PasswordKey } from './wrapping'

/** The keys that are open in this page. */
export interface Open extends SharedKeys {
  readonly signing: SigningKey
  /** The wrapping keys of server and password, where this page has them. */
  readonly kek: CryptoKey | null
  readonly byPassword: PasswordKey | null
}

export const isSame = (a: KeyOwner | undefined, b: KeyOwner): boolean =>
  a?.userId === b.userId && a.organizationId === b.organizationId

export interface OpenKeys {
  get(): Open | null
  /** Counts openings and lockings: a slow opening that was overtaken changes nothing. */
  era(): number
  /** An opening begins; the answer says whether it is still the last one. */
  begin(owner: KeyOwner): () => boolean
  /** Cancels any opening under way; what is open stays open. */
  stay(): void
  show(next: Open): void
  /** Changes what is open without telling anybody. */
  amend(change: Partial<Open>): void
  lock(): void
  /** Locks what is open of a user, or cancels its opening. */
  lockUser(userId: string): void
  /** The lease of this page is over, whatever the clock says, unless another tab renewed it. */
  checkLease(): Promise<void>
  subscribe(listener: () => void): () => void
  close(): void
}

/** Holds the keys of a page for as long as their lease lasts, and tells who listens. */
export const createOpenKeys = (
  clock: Pick<Clock, 'now' | 'after'>,
  entries: Entries,
  keyShare: KeyShare,
): OpenKeys => {
  const listeners = new Set<() => void>()
  let open: Open | null = null
  let stopLease = (): void => undefined
  let era = 0
  let opening: KeyOwner | undefined

  const set = (next: Open | null): void => {
    era += 1
    opening = undefined
    stopLease()
    open = next
    keyShare.offer(
      next === null ? null : { owner: next.owner, until: next.until, dataKey: next.dataKey },
    )
    if (next !== null)
      stopLease = clock.after(Math.max(0, next.until - clock.now()), () => void checkLease())
    for (const listener of listeners) listener()
  }
  const lock = (): void => {
    const owner = open?.owner
    if (owner === undefined) {
      era += 1
      return
    }
    set(null)
    keyShare.forget(owner)
  }
  const checkLease = async (): Promise<void> => {
    if (open === null) return
    const { owner, until } = open
    const asked = era
    // Written down as over: a clock that is put back a little must not open it again.
    const entry = await entries
      .change(owner, ({ seenAt, leaseUntil }) => ({
        seenAt: Math.max(seenAt, Math.min(until, clock.now())),
        ...(leaseUntil <= until ? { leaseUntil: 0 } : {}),
      }))
      .catch(() => null)
    if (asked !== era || open === null) return
    if (entry === null || entry.leaseUntil <= until || isLeaseOver(entry, clock.now())) lock()
    else set({ ...open, until: entry.leaseUntil })
  }
  const stopHearing = keyShare.onForget((owner) => {
    if (isSame(open?.owner, owner)) set(null)
    else if (isSame(opening, owner)) era += 1
  })

  return {
    get: () => open,
    era: () => era,
    begin: (owner) => {
      const mine = ++era
      opening = owner
      return () => mine === era
    },
    stay: () => {
      era += 1
      opening = undefined
    },
    show: set,
    amend: (change) => {
      if (open !== null) open = { ...open, ...change }
    },
    lock,
    lockUser: (userId) => {
      if (open?.owner.userId === userId) lock()
      else if (opening?.userId === userId) era += 1
    },
    checkLease,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => {
      era += 1
      stopLease()
      stopHearing()
      open = null
      keyShare.close()
    },
  }
}
