import { problem, ProblemError, toProblem, type ProblemCode } from '../../domain/problem'
import type { SeenIdentity } from '../../domain/sync/seen-identity'
import type { Me } from '../../domain/user/me'
import { notWaiting, type OutboxStore, type StoredCommand } from '../store'
import type { CommandOf, SyncedCommand } from '../define'
import type { Writing } from './compose-command'
import { mayBeDone, next } from './outbox-machine'
import { openCommand, type WaitingBody } from './waiting'
import { keeperOf } from '../session/session-state'

const refuse = (code: ProblemCode): never => {
  throw new ProblemError(problem(code))
}

/** The subject that the author saw; after an identity change, as shown now. */
const seenOf = (row: StoredCommand, body: WaitingBody): SeenIdentity | null =>
  row.code === 'IDENTITY_CHANGED' ? null : body.subject

/** A waiting command in the place of one that a person decided over. */
export const createWriteAgain = (options: {
  readonly outbox: OutboxStore
  readonly newId: () => string
  readonly command: CommandOf
  readonly write: (given: Writing) => Promise<void>
}) => {
  const { outbox, write } = options
  const mine = (row: StoredCommand, me: Me): SyncedCommand<unknown> => {
    const command = options.command(row.op)
    return command === undefined ||
      row.author !== keeperOf(me) ||
      row.organization !== me.actingOrganization.id
      ? refuse('storage:not-sent-elsewhere')
      : command
  }

  return {
    /** By a user's decision: sends it again as a new command in its place. */
    resend: async (row: StoredCommand, me: Me): Promise<void> => {
      const opened = await openCommand(outbox, row).catch((thrown: unknown) => {
        if (toProblem(thrown).kind === 'storage') return null
        throw thrown
      })
      // What became of it is not known, and another id could be done beside it; or its words are
      // gone from here, and what is sealed still says them.
      if (mayBeDone(row) || (row.state === 'EXPIRED' && opened === null)) {
        const [kept] = await outbox.move([row.id], (now) => next(now, { kind: 'retried' }))
        if (kept === undefined || kept.state === 'DISCARDED') throw notWaiting()
        return
      }
      const command = mine(row, me)
      if (opened === null) return refuse('storage:text-lost')
      const { body, answer } = opened
      const id = options.newId()
      // Against what was just shown, after its time, or with a right that was given since: a new
      // decision, of now.
      const seen = seenOf(row, body)
      if (row.state === 'EXPIRED' || row.code === 'FORBIDDEN')
        await write({ id, command, input: body.input, me, seen, replaces: row })
      else if (row.state === 'CONFLICT')
        await write({
          id,
          command,
          input: command.against(body.input, answer?.server),
          me,
          seen,
          replaces: row,
        })
      else
        await write({
          id,
          command,
          input: body.input,
          me,
          seen,
          captured: { at: body.capturedAt, est: body.capturedAtEst, sessionId: row.sessionId },
          replaces: row,
        })
    },
    /** A person corrected it: another input in the place of a command that was surely not done. */
    replace: async (row: StoredCommand, input: unknown, me: Me): Promise<string> => {
      if (row.unsure || row.state === 'ACCEPTED') return refuse('storage:maybe-saved')
      const id = options.newId()
      await write({
        id,
        command: mine(row, me),
        input,
        me,
        seen: seenOf(row, (await openCommand(outbox, row)).body),
        replaces: row,
      })
      return id
    },
  }
}
