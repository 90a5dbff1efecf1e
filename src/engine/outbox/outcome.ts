import { mayPass, problem, ProblemError, type Problem } from '../../domain/problem'
import type { StoredCommand } from '../store'
import type { ConflictShown, Settled } from '../define'

/**
 * What a delivery came to. Nothing here ever means "drop": a row leaves the outbox accepted, or by
 * a person's decision.
 */
export type Outcome =
  /** `settled`: null where the answer is another's to read, or this version cannot read it. */
  | { readonly kind: 'accepted'; readonly settled: Settled<unknown> | null; readonly epoch: string }
  /**
   * Nobody knows yet: the same command, under the same key, again later. `isKept` false: the server
   * surely kept nothing, and no earlier attempt may still be running there; `waitMs`: it asks for
   * so much patience; `whole`: nothing else that is sent now would fare better. A problem
   * `byServer` counts against the command.
   */
  | {
      readonly kind: 'again'
      readonly problem: Problem
      readonly isKept?: false
      readonly waitMs?: number
      readonly whole?: true
    }
  /**
   * The session is over, or this server does not know the operation: it waits for a sign-in or for
   * another version. `isKept` as above.
   */
  | {
      readonly kind: 'held'
      readonly as: 'auth' | 'upgrade'
      readonly problem: Problem
      readonly code?: string | null
      readonly isKept?: false
    }
  /** The server said no: stays, with the reason, until a person decides. */
  | {
      readonly kind: 'refused'
      readonly as: 'CONFLICT' | 'REJECTED'
      readonly epoch: string
      readonly code: string | null
      readonly problem: Problem
      /**
       * Both values of a conflict, and the server's row; absent where they are another's to see.
       */
      readonly conflict?: ConflictShown
      readonly server?: unknown
    }

/** What became of one command. */
export interface Verdict {
  readonly row: StoredCommand
  readonly outcome: Outcome
}

/** Judges a failed delivery. */
export const outcomeOf = (failure: Problem): Outcome => {
  if (failure.kind === 'unauthorized' || failure.kind === 'no-token')
    return { kind: 'held', as: 'auth', problem: failure }
  if (mayPass(failure) || failure.kind === 'storage') return { kind: 'again', problem: failure }
  return {
    kind: 'refused',
    as: failure.kind === 'conflict' ? 'CONFLICT' : 'REJECTED',
    epoch: '',
    code: null,
    problem: failure,
  }
}

/**
 * Our own server answered, so it counts against what was asked: what is sent for ever is not
 * answered any better.
 */
const unreadable: Problem = {
  ...problem('server:answer-of-newer'),
  byServer: true,
}

/**
 * Reads an answer by its declaration; what cannot be read is a Problem of the server, reported,
 * never half taken over.
 */
export const readAnswer = <Value>(
  wire: (answer: unknown) => Value,
  answer: unknown,
  report: (thrown: unknown, where: string) => void,
  where: string,
): Value => {
  try {
    return wire(answer)
  } catch (thrown) {
    report(thrown, where)
    throw new ProblemError(unreadable)
  }
}
