import { problem, type FieldProblem, type Problem, type ProblemCode } from '../../domain/problem'
import type { StoredCommand } from '../store'

/** A part of the stored command that the machine decides over. */
export type Entry = Pick<
  StoredCommand,
  | 'id'
  | 'lane'
  | 'n'
  | 'state'
  | 'tries'
  | 'unsure'
  | 'epoch'
  | 'acceptedAt'
  | 'settled'
  | 'code'
  | 'expiresAt'
  | 'failures'
  | 'failingSince'
>

/** What can happen to a command. Instants are epoch milliseconds. */
export type OutboxEvent =
  /** It leaves for the server now. */
  | { readonly kind: 'sending' }
  /** The server kept nothing of this attempt; believed while it is the last one. */
  | { readonly kind: 'not-stored'; readonly attempt: number }
  | {
      readonly kind: 'applied'
      readonly epoch: string
      readonly now: number
      readonly settled: boolean
    }
  | {
      readonly kind: 'refused'
      readonly as: 'CONFLICT' | 'REJECTED'
      readonly epoch: string
      readonly code: string | null
    }
  | { readonly kind: 'unauthorized' }
  /** `attempt`: as above; null: what became of it is not known. */
  | { readonly kind: 'upgrade'; readonly code: string | null; readonly attempt: number | null }
  /** The server greeted somebody on this device, in this life of its database. */
  | { readonly kind: 'hello'; readonly epoch: string }
  /** The author's store now holds what came of it. */
  | { readonly kind: 'settled' }
  /** The server failed at it. Too often, and the user is asked and the lane goes on. */
  | { readonly kind: 'failed'; readonly now: number }
  /** Its time may be over. Unsure ones are asked about first. */
  | { readonly kind: 'clock'; readonly now: number }
  /** The user decided: what may be done is sent again under its own id. */
  | { readonly kind: 'retried' }
  /** A person decided: it is given up, with a reason. */
  | { readonly kind: 'discarded' }
  /** The server knows that it was given up. */
  | { readonly kind: 'told' }
  | { readonly kind: 'aged'; readonly now: number }

/** How long an accepted command is kept, in case of a restore: 7 days, milliseconds. */
export const retainedMs = 7 * 24 * 3_600_000
/** So many times the server itself may fail at one command before a person is asked. */
export const stuckAfterTries = 5
/** Or so long after it first did, milliseconds. */
export const stuckAfterMs = 120_000

/** Not the server's words: the device gave up trying for the time being; its time was over. */
export const stuckCode = 'STUCK'
const expiredCode = 'EXPIRED'

export const isOpen = (state: Entry['state']): boolean =>
  state === 'WAITING' || state === 'HELD_AUTH' || state === 'HELD_UPGRADE'
export const isRefused = (state: Entry['state']): boolean =>
  state === 'CONFLICT' || state === 'REJECTED'
/** Nothing moves it but a person's decision. */
export const isForPerson = (state: Entry['state']): boolean =>
  isRefused(state) || state === 'EXPIRED'
/** It waits, and no attempt may have brought it to the server. */
export const mayBeTakenBack = ({ state, unsure }: Pick<Entry, 'state' | 'unsure'>): boolean =>
  isOpen(state) && !unsure
/** Its time is over. */
export const isDue = ({ expiresAt }: Pick<Entry, 'expiresAt'>, now: number): boolean =>
  expiresAt != null && now > expiresAt
/** It may have been done and waits for a decision: another id could be done beside it. */
export const mayBeDone = ({
  state,
  unsure,
  code,
}: Pick<Entry, 'state' | 'unsure' | 'code'>): boolean =>
  (state === 'REJECTED' && code === stuckCode) || (state === 'EXPIRED' && unsure)

const failed = <Kept extends Entry>(entry: Kept, now: number): Kept => {
  const failures = (entry.failures ?? 0) + 1
  const failingSince = entry.failingSince ?? now
  const isOver = failures >= stuckAfterTries || now - failingSince >= stuckAfterMs
  return isOver
    ? { ...entry, state: 'REJECTED', code: stuckCode, failures, failingSince }
    : { ...entry, failures, failingSince }
}

/**
 * The outbox's transitions; the same entry when nothing happens. It leaves only accepted and
 * retained long enough, or by a decision that the server knows. Pure.
 */
export const next = <Kept extends Entry>(entry: Kept, event: OutboxEvent): Kept | 'gone' => {
  const { state } = entry
  switch (event.kind) {
    case 'sending':
      return isOpen(state)
        ? { ...entry, state: 'WAITING', tries: entry.tries + 1, unsure: true }
        : entry
    case 'not-stored':
      return isOpen(state) && entry.unsure && entry.tries === event.attempt
        ? { ...entry, unsure: false }
        : entry
    // What was done outweighs a refusal that another tab heard before, and a person's word that was
    // not told yet.
    case 'applied':
      return state !== 'ACCEPTED'
        ? {
            ...entry,
            state: 'ACCEPTED',
            unsure: false,
            epoch: event.epoch,
            acceptedAt: event.now,
            settled: event.settled,
            code: null,
          }
        : entry
    // Also what waits for a person because nobody knew: now it is known.
    case 'refused':
      return isOpen(state) || mayBeDone(entry)
        ? { ...entry, state: event.as, unsure: false, epoch: event.epoch, code: event.code }
        : entry
    case 'failed':
      return isOpen(state) ? failed(entry, event.now) : entry
    case 'clock':
      return isOpen(state) && isDue(entry, event.now)
        ? { ...entry, state: 'EXPIRED', code: expiredCode }
        : entry
    case 'retried':
      return mayBeDone(entry) || state === 'EXPIRED'
        ? {
            ...entry,
            state: 'WAITING',
            code: null,
            failures: 0,
            failingSince: null,
            expiresAt: null,
          }
        : entry
    case 'unauthorized':
      return state === 'WAITING' ? { ...entry, state: 'HELD_AUTH' } : entry
    case 'upgrade':
      return state === 'WAITING'
        ? {
            ...entry,
            state: 'HELD_UPGRADE',
            unsure: entry.unsure && entry.tries !== event.attempt,
            code: event.code,
          }
        : entry
    case 'hello':
      if (state === 'HELD_AUTH' || state === 'HELD_UPGRADE')
        return { ...entry, state: 'WAITING', code: null }
      // Answered in another life of the database: the restored one may know it or not, and is
      // asked.
      return state === 'ACCEPTED' && entry.epoch !== event.epoch
        ? // Its time does not count again: it was done once, in its time.
          {
            ...entry,
            state: 'WAITING',
            unsure: true,
            epoch: null,
            acceptedAt: null,
            expiresAt: null,
          }
        : entry
    case 'settled':
      return state === 'ACCEPTED' && !entry.settled ? { ...entry, settled: true } : entry
    case 'discarded':
      return isForPerson(state) || mayBeTakenBack(entry) ? { ...entry, state: 'DISCARDED' } : entry
    case 'told':
      return state === 'DISCARDED' ? 'gone' : entry
    case 'aged':
      return state === 'ACCEPTED' &&
        entry.acceptedAt !== null &&
        event.now - entry.acceptedAt > retainedMs
        ? 'gone'
        : entry
  }
}

/**
 * The held command before it in its lane, or null. Those that the server may never have heard of
 * are skipped.
 */
export const previousOf = (
  entry: Pick<Entry, 'lane' | 'n'>,
  held: readonly Pick<Entry, 'id' | 'lane' | 'n' | 'state' | 'epoch' | 'code'>[],
  epoch: string,
): string | null =>
  held
    .filter(
      (other) =>
        other.lane === entry.lane &&
        other.n < entry.n &&
        (isOpen(other.state) ||
          other.state === 'ACCEPTED' ||
          (other.epoch === epoch && !isUnknown(other.code))),
    )
    .toSorted((a, b) => b.n - a.n)[0]?.id ?? null

/** Refused without the server remembering the id. */
const isUnknown = (code: string | null): boolean =>
  ['SIGNATURE', 'SESSION_UNKNOWN', 'FOREIGN_SESSION', 'MALFORMED_ENVELOPE'].includes(code ?? '')

/** The words of this portal for the codes of the protocol. */
const problemOfCode: Readonly<Record<string, ProblemCode>> = {
  FORBIDDEN: 'forbidden:right-missing',
  IDENTITY_CHANGED: 'invalid-arguments:identity-changed',
  KEPT_ELSEWHERE: 'conflict:kept-elsewhere',
  NOT_ADMITTED: 'invalid-arguments:not-admitted',
  NOT_FOUND: 'not-found:subject-missing',
  SESSION_REVOKED: 'invalid-arguments:session-revoked',
  TOO_OLD: 'invalid-arguments:too-old',
  ID_REUSED: 'invalid-arguments:id-reused',
  EXPIRED: 'invalid-arguments:expired',
  STUCK: 'invalid-arguments:stuck',
}

/** The Problem of a refusal: the protocol's code, and the server's argument errors if known. */
export const refusalOf = (given: {
  readonly class: string
  readonly code: string | null
  readonly argErrors?: readonly FieldProblem[] | null
}): Problem => {
  const fields = given.argErrors ?? []
  const isConflict = given.class === 'CONFLICT'
  const code = problemOfCode[given.code ?? '']
  if (code === undefined)
    return problem(
      isConflict ? 'conflict' : 'invalid-arguments:refused',
      fields[0]?.message ?? null,
      fields,
    )
  const found = problem(code, null, fields)
  return isConflict ? { ...found, kind: 'conflict' } : found
}
