import { z } from 'zod'
import type { Problem } from '../../domain/problem'
import type { OutboxStore, StoredCommand } from '../../platform/store'
import type { Change, OutboxItem, WaitingChange, WaitingState } from '../kit'
import { isRefused } from './outbox-machine'

/** The body of a waiting command: all that is needed to show it, explain it and send it. */
export interface WaitingBody {
  readonly input: unknown
  readonly capturedAt: number
  readonly changes: readonly Change[]
}

const changeSchema: z.ZodType<Change> = z.union([
  z.object({ resource: z.string(), kind: z.literal('add'), row: z.looseObject({ id: z.string(), revision: z.number() }) }),
  z.object({ resource: z.string(), kind: z.literal('change'), id: z.string(), patch: z.record(z.string(), z.unknown()) }),
  z.object({ resource: z.string(), kind: z.literal('remove'), id: z.string() }),
])
const bodySchema = z.object({ input: z.unknown(), capturedAt: z.number(), changes: z.array(changeSchema) })
const answerSchema = z.object({ kind: z.string(), message: z.string(), fields: z.array(z.object({ path: z.string(), message: z.string() })) })

/** A waiting command, opened. */
export interface OpenedCommand {
  readonly row: StoredCommand
  readonly body: WaitingBody
  readonly problem: Problem | null
}

export const openCommand = async (outbox: OutboxStore, row: StoredCommand): Promise<OpenedCommand> => {
  const answer = answerSchema.nullable().parse(await outbox.openAnswer(row))
  return { row, body: bodySchema.parse(await outbox.openBody(row)), problem: answer as Problem | null }
}

const stateOf = (row: StoredCommand, sending: ReadonlySet<string>): WaitingState =>
  isRefused(row.state) ? 'refused' : sending.has(row.id) ? 'sending' : 'waiting'

/** What still has to be shown: everything but what the author's store holds by now. */
export const isShown = (row: StoredCommand): boolean => row.state !== 'ACCEPTED' || !row.settled

/** The changes that opened commands lay over rows, in the order of writing. */
export const changesOf = (commands: readonly OpenedCommand[], sending: ReadonlySet<string>): readonly WaitingChange[] =>
  commands.flatMap(({ row, body, problem }) => body.changes.map((change) => ({
    change, commandId: row.id, state: row.state === 'ACCEPTED' ? 'accepted' as const : stateOf(row, sending), ...(problem === null ? {} : { problem }),
  })))

/** What the list of waiting work shows. */
export const itemOf = ({ row, body, problem }: OpenedCommand, sending: ReadonlySet<string>): OutboxItem => ({
  id: row.id,
  op: row.op,
  organizationId: row.organization,
  capturedAt: body.capturedAt,
  state: stateOf(row, sending),
  input: body.input,
  problem,
})
