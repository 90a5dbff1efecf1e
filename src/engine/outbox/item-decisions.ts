import { problem, ProblemError, toProblem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import { notWaiting, type OutboxStore, type StoredCommand } from '../store'
import type { CommandOf, CommandResult, Observable, Outbox, SessionState } from '../define'
import type { OutboxSender } from './outbox-sender'
import { isForPerson, mayBeDone, mayBeTakenBack, next } from './outbox-machine'
import type { OpenedCommand, WaitingAnswer } from './waiting'

/** As the server takes it. */
const longestReason = 500

/** The decisions over waiting work that only a person takes. */
export const createItemDecisions = (options: {
  readonly outbox: OutboxStore
  readonly session: Observable<SessionState>
  readonly outboxSender: Pick<OutboxSender, 'poke' | 'ask'>
  readonly find: (id: string) => OpenedCommand | undefined
  readonly command: CommandOf
  /** A command that waits for a person's decision, again. */
  readonly resend: (row: StoredCommand, me: Me) => Promise<void>
  /** Another input in the place of a command that was not done; resolves to the new id. */
  readonly replace: (row: StoredCommand, input: unknown, me: Me) => Promise<string>
  /** Seals a discard's reason to the server; false where nothing here can sign. */
  readonly keepDiscard: (row: StoredCommand, reason: string) => Promise<boolean>
  readonly forgetDiscard: (id: string) => Promise<void>
  readonly report: (thrown: unknown, where: string) => void
}): Pick<Outbox, 'retry' | 'replace' | 'discard'> => {
  const { outbox, session, outboxSender, find } = options

  const parsed = (op: string, input: unknown): { readonly input: unknown } => {
    const read = options.command(op)?.parse(input)
    if (read === undefined) throw new ProblemError(problem('unknown:command-unknown'))
    if (!read.ok) throw new ProblemError(read.problem)
    return { input: read.input }
  }

  /** Given up it would be told as never done: the server may know better. */
  const askWhetherDone = async (row: StoredCommand): Promise<void> => {
    if (!mayBeDone(row)) return
    // Without a line the words say that it may be on the record.
    await outboxSender.ask(row).catch((thrown: unknown) => options.report(thrown, 'discard'))
    const now = (await outbox.ofLanes([row.lane])).find(({ id }) => id === row.id)
    if (now?.state === 'ACCEPTED') throw new ProblemError(problem('conflict:already-saved'))
    if (now !== undefined && !mayBeDone(now))
      throw new ProblemError(problem('conflict:answered-meanwhile'))
  }

  return {
    retry: async (id) => {
      const row = find(id)?.row
      const { me } = session.get()
      if (row === undefined || me === null || !isForPerson(row.state)) throw notWaiting()
      await options.resend(row, me)
      outboxSender.poke()
    },
    replace: async (id, input): Promise<CommandResult<unknown>> => {
      const row = find(id)?.row
      const { me } = session.get()
      if (row === undefined || me === null)
        return { kind: 'refused', problem: problem('not-found:no-longer-waiting') }
      try {
        const saved = await options.replace(row, parsed(row.op, input).input, me)
        outboxSender.poke()
        return { kind: 'saved', id: saved }
      } catch (thrown) {
        options.report(thrown, row.op)
        return { kind: 'refused', problem: toProblem(thrown) }
      }
    },
    discard: async (id, reason) => {
      const given = find(id)
      if (given === undefined || (given.answer === null && !mayBeTakenBack(given.row)))
        throw notWaiting()
      const { row } = given
      if (row.organization !== session.get().actingOrganizationId)
        throw new ProblemError(problem('forbidden:written-elsewhere'))
      await askWhetherDone(row)
      const words = reason.trim().slice(0, longestReason)
      // First: a sign-out right after it shreds the key of what is kept beside the command.
      const isSealed = await options.keepDiscard(row, words).catch((thrown: unknown) => {
        options.report(thrown, 'discard')
        return false
      })
      const answer: WaitingAnswer = given.answer ?? { problem: notWaiting().problem }
      const [kept] = await outbox.moveEach([
        {
          row,
          move: (now) => next(now, { kind: 'discarded' }),
          answer: { ...answer, reason: words } satisfies WaitingAnswer,
        },
      ])
      // Sent, or sent again in another tab, or done after all.
      if (kept?.state !== 'DISCARDED') {
        if (isSealed) await options.forgetDiscard(id)
        throw notWaiting()
      }
      outboxSender.poke()
    },
  }
}
