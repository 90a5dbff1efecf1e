import { may } from '../../domain/access/may'
import { problem, ProblemError, toProblem, type Problem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import type { Sender } from '../../platform/graphql'
import type { Command, CommandResult, SeenIdentity, SessionState, Settled } from '../kit'
import { readAnswer } from './outcome'

const needsLine =
  'Not saved: this browser keeps nothing, so this works only while there is a connection'
const outcomeUnknown =
  'It is not known whether this was saved. Look at the record before you do it again'

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
    if (state.principal === null || state.me === null) return problem('no-token', 'No token found')
    return may(state.principal, command.action)
      ? null
      : problem('forbidden', 'You do not have permission to do this')
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
  ): Promise<CommandResult<Value>> => {
    const request = command.request(input, { id: options.newId(), capturedAt: options.now() })
    const settled = readAnswer(
      (answer) => command.wire(answer),
      await options.sender.send(request),
      options.report,
      command.name,
    )
    await options.settle(settled, command.refreshes)
    return { kind: 'done', value: settled.value }
  }

  /**
   * What may wait elsewhere and cannot here: a lost answer is said to be one, since nothing will
   * ask what became of it.
   */
  const sendUnkept = async <Input, Value>(
    command: Command<Input, Value>,
    input: Input,
  ): Promise<CommandResult<Value>> => {
    if (options.offline?.() === true) throw new ProblemError(problem('network', needsLine))
    try {
      return await send(command, input)
    } catch (thrown) {
      const found = toProblem(thrown)
      if (found.kind !== 'network' && found.kind !== 'timeout') throw thrown
      throw new ProblemError({ ...found, message: outcomeUnknown })
    }
  }

  return async <Input, Value>(
    command: Command<Input, Value>,
    raw: Input,
    seen: SeenIdentity | null = null,
  ): Promise<CommandResult<Value>> => {
    const parsed = command.parse(raw)
    if (!parsed.ok) return { kind: 'refused', problem: parsed.problem }
    const state = options.session()
    const refused = refusal(command, state)
    if (refused !== null) return { kind: 'refused', problem: refused }
    try {
      if (command.waits && options.keepsNothing === true)
        return await sendUnkept(command, parsed.input)
      if (!command.waits) return await send(command, parsed.input)
      if (state.me === null)
        return { kind: 'refused', problem: problem('no-token', 'No token found') }
      return await save(command, parsed.input, state.me, seen)
    } catch (thrown) {
      options.report(thrown, command.name)
      return { kind: 'refused', problem: toProblem(thrown) }
    }
  }
}
