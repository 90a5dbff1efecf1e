import { problem, toProblem, type Problem } from '../../domain/problem'
import type { OutboxStore, StoredCommand } from '../../platform/store'
import type { KeyOwner } from '../../platform/vault'
import type { Command } from '../kit'
import type { Introduction } from './introduction'
import { next, previousOf } from './outbox-machine'
import { outcomeOf, type Outcome } from './outcome'
import { readAnswer } from './refresh'
import type { PushResult, SyncServer } from './server-port'
import { openCommand } from './waiting'

const words: Readonly<Record<string, string>> = {
  FORBIDDEN: 'You did not have permission to do this',
  IDENTITY_CHANGED: 'The patient is no longer who you saw: check whose record this is',
  NOT_FOUND: 'The patient or what this speaks of is not there for you',
  SESSION_REVOKED: 'It was written after your session had ended',
  TOO_OLD: 'It was written more than 90 days ago',
  ID_REUSED: 'The server has something else in its place',
}

/** The Problem that a refusal is shown with. */
export const refusalOf = ({ class: name, code, argErrors }: PushResult): Problem => {
  const fields = argErrors ?? []
  const message = words[code ?? ''] ?? fields[0]?.message ?? (name === 'CONFLICT' ? 'It was changed elsewhere meanwhile' : `The server refused it (${code ?? name})`)
  return problem(name === 'CONFLICT' ? 'conflict' : code === 'FORBIDDEN' ? 'forbidden' : code === 'NOT_FOUND' ? 'not-found' : 'invalid-arguments', message, fields)
}

const again = (message: string): Outcome => ({ kind: 'again', problem: problem('server', message) })

/**
 * Delivers a waiting command by syncPush, whoever wrote it: sealed, it is not read here. What became of one that was sent
 * before without an answer is asked first. The class of the answer alone decides; one that is not known is tried again.
 */
export const createPushDelivery = (options: {
  readonly outbox: OutboxStore
  readonly server: Omit<SyncServer, 'hello'>
  readonly introduction: Introduction
  /** Who is signed in; null: nobody. */
  readonly owner: () => KeyOwner | null
  readonly command: (name: string) => Command<unknown, unknown> | undefined
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { outbox, server, introduction } = options

  /** Both values, where they are this author's to see and this version can read them. */
  const conflictOf = async (row: StoredCommand, { class: name, server: theirs }: PushResult, owner: KeyOwner) => {
    if (name !== 'CONFLICT' || theirs == null || row.author !== owner.userId) return {}
    try {
      const conflict = options.command(row.op)?.conflict(theirs, (await openCommand(outbox, row)).body.input) ?? null
      return conflict === null ? {} : { conflict, server: theirs }
    } catch (thrown) {
      options.report(thrown, row.op)
      return {}
    }
  }

  const judge = async (row: StoredCommand, result: PushResult, owner: KeyOwner, epoch: string): Promise<Outcome> => {
    switch (result.class) {
      case 'APPLIED': {
        const command = options.command(row.op)
        const isMine = row.author === owner.userId && result.server != null && command !== undefined
        return { kind: 'accepted', epoch, settled: isMine ? readAnswer((value) => command.settle(value), result.server, options.report, row.op) : null }
      }
      case 'CONFLICT': case 'REJECTED':
        return { kind: 'refused', as: result.class, epoch, code: result.code, problem: refusalOf(result), ...await conflictOf(row, result, owner) }
      case 'UPGRADE':
        return { kind: 'held', as: 'upgrade', code: result.code, problem: problem('unknown', 'Waits for an update of this app') }
      case 'EPOCH':
        await introduction.again(owner)
        return again('The server was restored')
      case 'RETRY':
        await outbox.move([row.id], (kept) => next(kept, { kind: 'not-stored' }))
        if (result.code === 'HELLO_FIRST') await introduction.again(owner)
        return again(result.code ?? 'The server asked to try again')
      default:
        return again(`The server answered ${result.class}, which this version does not know`)
    }
  }

  return {
    deliver: async (row: StoredCommand): Promise<Outcome> => {
      try {
        const owner = options.owner()
        if (owner === null) return { kind: 'held', as: 'auth', problem: problem('no-token', 'No token found') }
        const { epoch } = await introduction.ensure(owner)
        const group = await introduction.group()
        if (row.unsure) {
          const [known] = await server.outcomes({ group, ids: [row.id] })
          if (known !== undefined) return await judge(row, known, owner, epoch)
        }
        const prev = previousOf(row, await outbox.all(), epoch)
        const [now] = await outbox.move([row.id], (kept) => next(kept, { kind: 'sending' }))
        // A person corrected it or gave it up since this pass began.
        if (now === undefined || !now.unsure) return again('It is not waiting any more')
        const { id, lane, n, op, opVersion, sealed, signature, sessionId } = row
        const { results } = await server.push({ group, epoch, mutations: [{ id, lane, n, prev, op, opVersion, sealed, signature, sessionId }] })
        const result = results.find((one) => one.id === id)
        return result === undefined ? again('The server did not say what became of it') : await judge(row, result, owner, epoch)
      } catch (thrown) {
        options.report(thrown, row.op)
        const outcome = outcomeOf(toProblem(thrown))
        // A request that was refused whole says nothing of the command in it: only an answer about the command may.
        return outcome.kind === 'refused' ? { kind: 'again', problem: outcome.problem } : outcome
      }
    },
    /** What the server holds of commands that somebody else's session delivered for the signed-in author. */
    outcomes: async (rows: readonly StoredCommand[]): Promise<ReadonlyMap<string, Outcome>> => {
      const owner = options.owner()
      if (owner === null || rows.length === 0) return new Map()
      const { epoch } = await introduction.ensure(owner)
      const known = await server.outcomes({ group: await introduction.group(), ids: rows.slice(0, 100).map(({ id }) => id) })
      const judged = await Promise.all(known.map(async (result) => {
        const row = rows.find(({ id }) => id === result.id)
        return row === undefined ? [] : [[row.id, await judge(row, result, owner, epoch)] as const]
      }))
      return new Map(judged.flat())
    },
    /** Asks the server about nothing. */
    reach: async (): Promise<void> => { await server.outcomes({ group: await introduction.group(), ids: [] }) },
    /** Tells the server that these answers are kept; nothing depends on it. */
    ack: async (ids: readonly string[]): Promise<void> => { await server.ack({ group: await introduction.group(), ids }) },
  }
}
