import type { SeenIdentity } from '../../domain/sync/seen-identity'
import { may } from '../../domain/access/may'
import { problem, ProblemError, toProblem, type Problem } from '../../domain/problem'
import { isUnanswered, type SentAs } from '../../domain/sync/sent-as'
import type { Me } from '../../domain/user/me'
import type { Sender } from '../../platform/graphql'
import type { Command, CommandResult, SessionState, Settled } from '../define'
import { readAnswer } from './outcome'

/** A stored answer is the same each time: after so many that cannot be read nobody asks again. */
const unreadAtMost = 3

/** An answer that cannot be read or kept is one to something that was done. */
const unreadable = (found: Problem, as: SentAs): CommandResult<never> => {
  const unread = (as.unread ?? 0) + 1
  return unread < unreadAtMost
    ? { kind: 'refused', problem: found, unknown: { ...as, unread } }
    : { kind: 'refused', problem: { ...problem('server:outcome-unread'), byServer: true } }
}

/**
 * Does a command: parse → may → plan → ONE strict transaction with its outbox row → saved; or,
 * online only, the named mutation under the command's id. Never rejects; 'saved' is said only after
 * the transaction is complete.
 */
export const createDispatch = (options: {
  readonly session: () => SessionState
  readonly sender: Sender
  /** Writes a command into the outbox; resolves when it is safe there. */
  readonly write: (
    command: Command<unknown, unknown>,
    input: unknown,
    id: string,
    me: Me,
    seen: SeenIdentity | null,
  ) => Promise<void>
  readonly now: () => number
  /** A new unique id, time-ordered. */
  readonly newId: () => string
  readonly saving: (by: 1 | -1) => void
  /** Called after a command is safe in the outbox. */
  readonly saved: () => void
  readonly settle: (settled: Settled<unknown>, refreshes: readonly string[]) => Promise<void>
  /** Nothing can wait here: what may wait elsewhere is done at once, or not at all. */
  readonly keepsNothing?: boolean
  readonly offline?: () => boolean
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const refusal = <Input, Value>(
    command: Command<Input, Value>,
    state: SessionState,
  ): Problem | null => {
    if (command.action === null) return null
    if (state.principal === null || state.me === null) return problem('no-token')
    return may(state.principal, command.action) ? null : problem('forbidden')
  }

  const save = async <Input, Value>(
    command: Command<Input, Value>,
    input: Input,
    me: Me,
    seen: SeenIdentity | null,
  ): Promise<CommandResult<Value>> => {
    const id = options.newId()
    options.saving(1)
    try {
      await options.write(command as Command<unknown, unknown>, input, id, me, seen)
    } finally {
      options.saving(-1)
    }
    options.saved()
    return { kind: 'saved', id }
  }

  const send = async <Input, Value>(
    command: Command<Input, Value>,
    input: Input,
    as: SentAs,
  ): Promise<CommandResult<Value>> => {
    let isAnswered = false
    try {
      const answer = await options.sender.send(command.request(input, as))
      isAnswered = true
      const settled = readAnswer((read) => command.wire(read), answer, options.report, command.name)
      await options.settle(settled, command.refreshes)
      return { kind: 'done', value: settled.value }
    } catch (thrown) {
      options.report(thrown, command.name)
      const found = toProblem(thrown)
      if (found.code === 'not-found:done-unseen') return { kind: 'unseen' }
      return isAnswered || found.code === 'server:unreadable-answer'
        ? unreadable(found, as)
        : isUnanswered(found)
          ? { kind: 'refused', problem: found, unknown: as }
          : { kind: 'refused', problem: found }
    }
  }

  /** What may wait elsewhere and cannot here; a lost answer is told as one. */
  const sendUnkept = async <Input, Value>(
    command: Command<Input, Value>,
    input: Input,
    as: SentAs,
    isAgain: boolean,
  ): Promise<CommandResult<Value>> => {
    if (!isAgain && options.offline?.() === true)
      throw new ProblemError(problem('network:needs-connection'))
    const result = await send(command, input, as)
    return result.kind === 'refused' &&
      (result.problem.kind === 'network' || result.problem.kind === 'timeout')
      ? { ...result, problem: { ...result.problem, code: 'network:outcome-unknown', said: null } }
      : result
  }

  return async <Input, Value>(
    command: Command<Input, Value>,
    raw: Input,
    seen: SeenIdentity | null = null,
    again: SentAs | undefined = undefined,
  ): Promise<CommandResult<Value>> => {
    const parsed = command.parse(raw)
    if (!parsed.ok) return { kind: 'refused', problem: parsed.problem }
    const state = options.session()
    const refused = refusal(command, state)
    // What was sent before is asked again whatever one may do now: the server answers what it stored.
    const isAsked = again !== undefined && refused?.kind === 'forbidden'
    if (refused !== null && !isAsked) return { kind: 'refused', problem: refused }
    try {
      if (!command.waits || options.keepsNothing === true) {
        const as = again ?? { id: options.newId(), capturedAt: options.now() }
        return command.waits
          ? await sendUnkept(command, parsed.input, as, again !== undefined)
          : await send(command, parsed.input, as)
      }
      if (state.me === null) return { kind: 'refused', problem: problem('no-token') }
      return await save(command, parsed.input, state.me, seen)
    } catch (thrown) {
      options.report(thrown, command.name)
      return { kind: 'refused', problem: toProblem(thrown) }
    }
  }
}
