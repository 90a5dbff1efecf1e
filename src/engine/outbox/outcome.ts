import { mayPass, problem, ProblemError, type Problem } from '../../domain/problem'
import type { StoredCommand } from '../store'
import type { ChangedRow, ConflictShown } from '../define'

/** The outcome of a delivery. None means "drop". */
export type Outcome =
  /** `settled`: the rows; null where the answer is another's to read, or this version cannot read it. */
  | {
      readonly kind: 'accepted'
      readonly settled: readonly ChangedRow[] | null
      readonly epoch: string
    }
  /**
   * Unknown: repeat under the same key. `isKept` false: the server kept nothing, and no earlier
   * attempt runs; `waitMs`: its pause; `whole`: nothing else would do better. A problem `byServer`
   * counts against it.
   */
  | {
      readonly kind: 'again'
      readonly problem: Problem
      readonly isKept?: false
      readonly waitMs?: number
      readonly whole?: true
    }
  /** The session is over, or the operation is unknown: waits for a sign-in or an update. */
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
      /** The values of a conflict and the row; absent where another user may not see them. */
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

/** Our own server answered, so it counts against the command. */
const unreadable: Problem = {
  ...problem('server:answer-of-newer'),
  byServer: true,
}

/** Reads an answer by its declaration; an unreadable one is a server Problem, reported. */
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
