import { may } from '../../domain/access/may'
import { problem, toProblem, type Problem } from '../../domain/problem'
import type { SeenIdentity } from '../../domain/sync/seen-identity'
import { isUnanswered, type SentAs } from '../../domain/sync/sent-as'
import type { Me } from '../../domain/user/me'
import type { Clock } from '../../platform/clock'
import type { Sender } from '../../platform/graphql'
import {
  isOffline,
  readAnswer,
  type Command,
  type CommandResult,
  type Connection,
  type Observable,
  type OnlineCommand,
  type SessionState,
  type Settled,
  type SyncedCommand,
} from '../define'
import type { OutboxStore, StoredCommand, OutboxRows } from '../store'
import { isOpen, stuckCode } from './outbox-machine'

/** What the server said: done; not done, with the reason in the list of waiting work; or nothing. */
type Answered = 'done' | 'not-done' | 'unknown'

/** The outbox of a page that nothing outlives: what is in it is safe once the server answered. */
interface UnkeptOutbox {
  offline(): boolean
  has(id: string): Promise<boolean>
  /** Sends what waits, and resolves with the server's answer, or when nobody can say it now. */
  answered(id: string): Promise<Answered>
}

/** So long somebody waits for an answer while the connection seems to be there, milliseconds. */
const waitsMs = 30_000

const answerOf = (row: StoredCommand): Answered | null => {
  if (row.state === 'ACCEPTED') return 'done'
  if (isOpen(row.state)) return null
  return row.code === stuckCode || row.state === 'EXPIRED' ? 'unknown' : 'not-done'
}

export const createUnkeptOutbox = ({
  outbox,
  rows,
  connection,
  clock,
  isServerThere,
  send,
}: {
  readonly outbox: Pick<OutboxStore, 'all'>
  readonly rows: OutboxRows
  readonly connection: Observable<Connection>
  readonly clock: Pick<Clock, 'after'>
  /** Asks it. Never rejects. */
  readonly isServerThere: () => Promise<boolean>
  readonly send: () => void
}): UnkeptOutbox => {
  const offline = (): boolean => isOffline(connection.get())
  return {
    offline,
    has: async (id) => (await outbox.all()).some((row) => row.id === id),
    answered: (id) =>
      new Promise((resolve) => {
        const stops: (() => void)[] = []
        const end = (answered: Answered): void => {
          for (const stop of stops.splice(0)) stop()
          resolve(answered)
        }
        const look = (): void => {
          const row = rows.get()?.find((one) => one.id === id)
          const answer = row === undefined ? null : answerOf(row)
          if (answer !== null) end(answer)
        }
        let wasOffline = offline()
        const hear = (): void => {
          if (offline() && !wasOffline) end('unknown')
          wasOffline = offline()
        }
        stops.push(
          clock.after(waitsMs, () => end('unknown')),
          rows.subscribe(look),
          connection.subscribe(hear),
        )
        look()
        if (!wasOffline) send()
        else
          void isServerThere().then((isThere) => {
            if (isThere) send()
            else end('unknown')
          })
      }),
  }
}

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
 * online only, the mutation under the command's id. Never rejects; 'saved' is said only after
 * the transaction is complete, and where nothing outlives the page only after the server answered.
 */
export const createDispatch = (options: {
  readonly session: () => SessionState
  readonly sender: Sender
  /** Writes a command into the outbox; resolves when it is safe there. */
  readonly write: (
    command: SyncedCommand<unknown>,
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
  /** Of a device that keeps nothing; null: what is in the outbox is safe. */
  readonly unkept: UnkeptOutbox | null
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

  const save = async (
    command: SyncedCommand<unknown>,
    input: unknown,
    id: string,
    me: Me,
    seen: SeenIdentity | null,
  ): Promise<CommandResult<never>> => {
    options.saving(1)
    try {
      await options.write(command, input, id, me, seen)
    } finally {
      options.saving(-1)
    }
    options.saved()
    return { kind: 'saved', id }
  }

  /** Where nothing outlives the page: in the outbox, which is no safe place, until it is answered. */
  const saveUnkept = async (
    unkept: UnkeptOutbox,
    command: SyncedCommand<unknown>,
    input: unknown,
    me: Me,
    seen: SeenIdentity | null,
    again: SentAs | undefined,
  ): Promise<CommandResult<undefined>> => {
    const as = again ?? { id: options.newId(), capturedAt: options.now() }
    if (again === undefined && unkept.offline())
      return { kind: 'refused', problem: problem('network:needs-connection') }
    const saved =
      again !== undefined && (await unkept.has(again.id))
        ? ({ kind: 'saved', id: again.id } as const)
        : await save(command, input, as.id, me, seen)
    switch (await unkept.answered(as.id)) {
      case 'done':
        return { kind: 'done', value: undefined }
      // The server has it, and the list of waiting work says why it was not done.
      case 'not-done':
        return saved
      case 'unknown':
        return { kind: 'refused', problem: problem('network:outcome-unknown'), unknown: as }
    }
  }

  const send = async <Input, Value>(
    command: OnlineCommand<Input, Value>,
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
      if (!command.waits)
        return await send(
          command,
          parsed.input,
          again ?? { id: options.newId(), capturedAt: options.now() },
        )
      if (state.me === null) return { kind: 'refused', problem: problem('no-token') }
      const synced = command as SyncedCommand<unknown>
      return options.unkept === null
        ? await save(synced, parsed.input, options.newId(), state.me, seen)
        : ((await saveUnkept(
            options.unkept,
            synced,
            parsed.input,
            state.me,
            seen,
            again,
          )) as CommandResult<Value>)
    } catch (thrown) {
      options.report(thrown, command.name)
      return { kind: 'refused', problem: toProblem(thrown) }
    }
  }
}
