import type { StoredCommand } from '../../platform/store'

/** A part of the stored command that the machine decides over. */
export type Entry = Pick<StoredCommand, 'id' | 'lane' | 'n' | 'state' | 'tries' | 'unsure' | 'epoch' | 'acceptedAt' | 'settled' | 'code'>

/** What can happen to a command. Instants are epoch milliseconds. */
export type OutboxEvent =
  /** It leaves for the server now. */
  | { readonly kind: 'sending' }
  /** The server says that it kept nothing of it. */
  | { readonly kind: 'not-stored' }
  | { readonly kind: 'applied'; readonly epoch: string; readonly now: number; readonly settled: boolean }
  | { readonly kind: 'refused'; readonly as: 'CONFLICT' | 'REJECTED'; readonly epoch: string; readonly code: string | null }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'upgrade'; readonly code: string | null }
  /** The server greeted somebody on this device, in this life of its database. */
  | { readonly kind: 'hello'; readonly epoch: string }
  /** The author's store now holds what came of it. */
  | { readonly kind: 'settled' }
  /** The server itself keeps failing at it: a person is asked, and the lane goes on. Nobody knows what became of it. */
  | { readonly kind: 'stuck' }
  /** A person decided: one that was stuck is sent again, under its own id. */
  | { readonly kind: 'retried' }
  /** A person decided: it is given up. */
  | { readonly kind: 'discarded' }
  | { readonly kind: 'aged'; readonly now: number }

/** How long an accepted command is kept, in case the server is restored from a backup: 7 days, milliseconds. */
export const retainedMs = 7 * 24 * 3_600_000

/** Not the server's word: the device gave up trying for the time being. */
export const stuckCode = 'STUCK'

const isOpen = (state: Entry['state']): boolean => state === 'WAITING' || state === 'HELD_AUTH' || state === 'HELD_UPGRADE'
export const isRefused = (state: Entry['state']): boolean => state === 'CONFLICT' || state === 'REJECTED'

/**
 * The outbox's law: the same entry when nothing happens. The only ways out are accepted and retained long enough, and a
 * person's decision over a refused one. Pure.
 */
export const next = <Kept extends Entry>(entry: Kept, event: OutboxEvent): Kept | 'gone' => {
  const { state } = entry
  switch (event.kind) {
    case 'sending': return isOpen(state) ? { ...entry, state: 'WAITING', tries: entry.tries + 1, unsure: true } : entry
    case 'not-stored': return isOpen(state) && entry.unsure ? { ...entry, unsure: false } : entry
    // What was done outweighs a refusal that another tab heard before.
    case 'applied': return state !== 'ACCEPTED'
      ? { ...entry, state: 'ACCEPTED', unsure: false, epoch: event.epoch, acceptedAt: event.now, settled: event.settled, code: null } : entry
    case 'refused': return isOpen(state) ? { ...entry, state: event.as, unsure: false, epoch: event.epoch, code: event.code } : entry
    case 'stuck': return isOpen(state) ? { ...entry, state: 'REJECTED', code: stuckCode } : entry
    case 'retried': return state === 'REJECTED' && entry.code === stuckCode ? { ...entry, state: 'WAITING', code: null } : entry
    case 'unauthorized': return state === 'WAITING' ? { ...entry, state: 'HELD_AUTH' } : entry
    case 'upgrade': return state === 'WAITING' ? { ...entry, state: 'HELD_UPGRADE', unsure: false, code: event.code } : entry
    case 'hello':
      if (state === 'HELD_AUTH' || state === 'HELD_UPGRADE') return { ...entry, state: 'WAITING', code: null }
      // Answered in another life of the database: the restored one may not know it.
      return state === 'ACCEPTED' && entry.epoch !== event.epoch ? { ...entry, state: 'WAITING', unsure: false, epoch: null, acceptedAt: null } : entry
    case 'settled': return state === 'ACCEPTED' && !entry.settled ? { ...entry, settled: true } : entry
    case 'discarded': return isRefused(state) ? 'gone' : entry
    case 'aged': return state === 'ACCEPTED' && entry.acceptedAt !== null && event.now - entry.acceptedAt > retainedMs ? 'gone' : entry
  }
}

/**
 * The command before it in its lane that this device holds, or null. One that was refused in an earlier life of the
 * database is passed over: the restored server may never have heard of it, and the lane must not wait for that.
 */
export const previousOf = (entry: Pick<Entry, 'lane' | 'n'>, held: readonly Pick<Entry, 'id' | 'lane' | 'n' | 'state' | 'epoch' | 'code'>[], epoch: string): string | null =>
  held.filter((other) => other.lane === entry.lane && other.n < entry.n && !(isRefused(other.state) && (other.epoch !== epoch || isUnknown(other.code))))
    .toSorted((a, b) => b.n - a.n)[0]?.id ?? null

/** Refused without the server remembering the id. */
const isUnknown = (code: string | null): boolean =>
  ['SIGNATURE', 'SESSION_UNKNOWN', 'FOREIGN_SESSION', 'MALFORMED_ENVELOPE'].includes(code ?? '')
