import { mayPass, problem, type Problem } from '../../domain/problem'
import type { Settled } from '../kit'

/** What a delivery came to. Nothing here ever means "drop": a row leaves the outbox accepted, or by a person's decision. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly settled: Settled<unknown> }
  /** Nobody knows yet: the same command, under the same key, again later. */
  | { readonly kind: 'again'; readonly problem: Problem }
  /** The session is over: all waits for a person to sign in. */
  | { readonly kind: 'held'; readonly problem: Problem }
  /** The server said no: stays, with the reason, until a person retries or discards. */
  | { readonly kind: 'refused'; readonly problem: Problem }

/** Judges a failed delivery. */
export const outcomeOf = (failure: Problem): Outcome => {
  if (failure.kind === 'unauthorized' || failure.kind === 'no-token') return { kind: 'held', problem: failure }
  return { kind: mayPass(failure) || failure.kind === 'storage' ? 'again' : 'refused', problem: failure }
}

export const unreadable = problem('server', 'The server answered something that this version cannot read')
